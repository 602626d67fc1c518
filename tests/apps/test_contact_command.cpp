// Tests of `scree contact` from the outside: its output, its exit status.
#include "apps/run_command.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include "scene/pair_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace scree {
namespace {

using nlohmann::json;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

std::vector<json> contact_json(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"contact", demo_path, "--format", "json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const CommandRun run = run_command(arguments);
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  std::vector<json> answers;
  for (const std::string& line : lines(run.output)) answers.push_back(json::parse(line));
  return answers;
}

std::vector<std::string> keys(const std::string& line) {
  std::vector<std::string> names;
  const auto ordered = nlohmann::ordered_json::parse(line);
  for (const auto& item : ordered.items()) names.push_back(item.key());
  return names;
}

TEST(ContactCommand, JsonLinesHaveTheDocumentedKeysInOrder) {
  const CommandRun run = run_command({"contact", demo_path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const std::vector<std::string> expected = {"pair",         "algorithm",  "status",   "state",
                                             "distance",     "normal",     "point_a",  "point_b",
                                             "contact_type", "iterations", "fallback", "patch"};
  ASSERT_FALSE(lines(run.output).empty());
  for (const std::string& line : lines(run.output)) EXPECT_EQ(keys(line), expected);
}

TEST(ContactCommand, OneLinePerPairInInputOrder) {
  const auto answers = contact_json({});
  const auto file = read_pair_file(demo_path);
  ASSERT_TRUE(file);
  ASSERT_EQ(answers.size(), file->pairs.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i]["pair"], i);
    EXPECT_EQ(answers[i]["algorithm"], "default");
    EXPECT_EQ(answers[i]["status"], "ok");
  }
}

Vec3 to_vec(const json& v) { return {v[0], v[1], v[2]}; }

// The text gives back the very doubles that the library returns.
TEST(ContactCommand, NumbersSurviveTheTextToTheLastBit) {
  const auto answers = contact_json({});
  const auto file = read_pair_file(demo_path);
  ASSERT_TRUE(file);
  ASSERT_EQ(answers.size(), file->pairs.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& [a, b] = file->pairs[i];
    PairCache cache;
    Contact contact;
    query(Algorithm::automatic, file->shapes[a.shape].shape, a.world_from_shape, file->shapes[b.shape].shape,
          b.world_from_shape, {}, cache, contact);
    EXPECT_EQ(answers[i]["distance"].get<double>(), contact.distance) << i;
    EXPECT_EQ(to_vec(answers[i]["normal"]), contact.normal) << i;
    EXPECT_EQ(to_vec(answers[i]["point_a"]), contact.point_a) << i;
    EXPECT_EQ(to_vec(answers[i]["point_b"]), contact.point_b) << i;
    EXPECT_EQ(answers[i]["state"], name(contact.state)) << i;
    EXPECT_EQ(answers[i]["contact_type"], name(contact.type)) << i;
  }
}

// What the demo's poses were chosen for, worked out by hand.
TEST(ContactCommand, DemoAnswersAreRight) {
  struct Expected {
    const char* state;
    double distance;
    const char* type;
  };
  const double r = std::sqrt(0.5);  // from a unit cube's axis to its edge
  const std::vector<Expected> expected = {
      {"touch", 0, "face-face"},
      {"overlap", -0.125, "face-face"},
      {"separate", 0.5, "vertex-vertex"},
      {"separate", 1 - r, "vertex-edge"},
      {"separate", 0.25, "vertex-face"},
      {"overlap", 1.375 - 2 * r, "edge-edge-crossing"},
      {"separate", 1.5 - 2 * r, "edge-edge-parallel"},
      {"touch", 0, "edge-face"},
      {"overlap", -0.125, "face-face"},
      {"overlap", -0.125, "vertex-face"},
      {"separate", std::sqrt(0.75) - 0.5, "smooth"},
      {"overlap", -0.0625, "smooth"},
  };
  const auto answers = contact_json({});
  ASSERT_GE(answers.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(answers[i]["state"], expected[i].state) << i;
    EXPECT_NEAR(answers[i]["distance"].get<double>(), expected[i].distance, 1e-6) << i;
    EXPECT_EQ(answers[i]["contact_type"], expected[i].type) << i;
  }
}

TEST(ContactCommand, DemoShowsEveryContactTypeAndState) {
  std::set<std::string> types;
  std::set<std::string> states;
  for (const json& answer : contact_json({})) {
    types.insert(answer["contact_type"].get<std::string>());
    states.insert(answer["state"].get<std::string>());
  }
  EXPECT_EQ(types.size(), 8U);
  EXPECT_EQ(states.size(), 3U);
}

TEST(ContactCommand, AllRunsEveryAlgorithmInOrderForEachPair) {
  const auto answers = contact_json({"--algorithm", "all"});
  const auto algorithms = all_algorithms();
  const auto file = read_pair_file(demo_path);
  ASSERT_TRUE(file);
  ASSERT_EQ(answers.size(), file->pairs.size() * algorithms.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i]["pair"], i / algorithms.size());
    EXPECT_EQ(answers[i]["algorithm"], name(algorithms[i % algorithms.size()]));
  }
}

TEST(ContactCommand, AlgorithmsCanBeListed) {
  const auto answers = contact_json({"--algorithm", "gjk-epa,default"});
  ASSERT_GE(answers.size(), 2U);
  EXPECT_EQ(answers[0]["algorithm"], "gjk-epa");
  EXPECT_EQ(answers[1]["algorithm"], "default");
  EXPECT_EQ(answers[1]["pair"], 0);
}

TEST(ContactCommand, RepeatAddsTheTimeAndChangesNothingElse) {
  const auto plain = contact_json({});
  auto timed = contact_json({"--repeat", "3"});
  ASSERT_EQ(timed.size(), plain.size());
  for (std::size_t i = 0; i < timed.size(); ++i) {
    ASSERT_TRUE(timed[i]["nanoseconds"].is_number_unsigned()) << i;
    timed[i].erase("nanoseconds");
    EXPECT_EQ(timed[i], plain[i]) << i;
  }
}

class ContactCommandFiles : public CommandTest {};

TEST_F(ContactCommandFiles, QueryWithoutAnswerIsNullAndExitsWithThree) {
  const std::string path =
      put("f.json", R"({"shapes":{"s":{"type":"superellipsoid","radii":[1,1,1],"exponents":[1,1.5]}},
    "pairs":[{"a":{"shape":"s"},"b":{"shape":"s"}}]})");
  const CommandRun run = run_command({"contact", path, "--format", "json", "--algorithm", "brute-force"});
  EXPECT_EQ(run.exit_status, 3);
  const json answer = json::parse(run.output);
  EXPECT_EQ(answer["status"], name(Status::unsupported_pair));
  for (const char* key : {"state", "distance", "normal", "point_a", "point_b", "contact_type"}) {
    ASSERT_TRUE(answer.contains(key)) << key;
    EXPECT_TRUE(answer[key].is_null()) << key;
  }
  EXPECT_EQ(run.errors, "scree: 1 of 1 queries have no answer: see their status\n");

  const CommandRun table = run_command({"contact", path, "--algorithm", "brute-force"});
  EXPECT_EQ(table.exit_status, 3);
  EXPECT_NE(table.output.find(name(Status::unsupported_pair)), std::string::npos);
  // Under "all" an algorithm need not know every shape.
  EXPECT_EQ(run_command({"contact", path, "--algorithm", "all"}).exit_status, 0);
}

TEST_F(ContactCommandFiles, PositionPlacesTheOriginNotTheCentroid) {
  const std::string path = put("f.json", R"({"shapes":{
    "corner":{"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]]}},
    "pairs":[{"a":{"shape":"corner"},"b":{"shape":"corner","position":[1.5,0,0]}}]})");
  const CommandRun run = run_command({"contact", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json answer = json::parse(run.output);
  EXPECT_NEAR(answer["distance"].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(answer["point_a"][0].get<double>(), 1, 1e-12);
  EXPECT_NEAR(answer["point_b"][0].get<double>(), 1.5, 1e-12);
}

TEST_F(ContactCommandFiles, NotesGoToStandardErrorOncePerShape) {
  const std::string path = put("f.json", R"({"shapes":{
    "t":{"type":"polyhedron","vertices":[[0,0,0],[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}},
    "pairs":[{"a":{"shape":"t"},"b":{"shape":"t","position":[3,0,0]}},{"a":{"shape":"t"},"b":{"shape":"t"}}]})");
  const CommandRun run = run_command({"contact", path, "--format", "json"});
  EXPECT_EQ(run.exit_status, 0);
  ASSERT_EQ(lines(run.errors).size(), 1U) << run.errors;
  EXPECT_EQ(run.errors.rfind("note: " + path + ": shapes.t: ", 0), 0U) << run.errors;
  EXPECT_NE(run.errors.find("merged"), std::string::npos) << run.errors;
  EXPECT_EQ(lines(run.output).size(), 2U);
}

TEST_F(ContactCommandFiles, NoPairsPrintNothingInJson) {
  const std::string path = put("f.json", R"({"shapes":{},"pairs":[]})");
  const CommandRun run = run_command({"contact", path, "--format", "json"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.output, "");
}

TEST(ContactCommand, TableIsAlignedAndNamesUnits) {
  const CommandRun run = run_command({"contact", demo_path});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto rows = lines(run.output);
  const auto file = read_pair_file(demo_path);
  ASSERT_TRUE(file);
  ASSERT_EQ(rows.size(), file->pairs.size() + 2);
  EXPECT_NE(rows[0].find("distance [m]"), std::string::npos);
  // Numbers end where their head ends; text begins where its head begins.
  const std::size_t end = rows[0].find("distance [m]") + std::string("distance [m]").size();
  const std::size_t state = rows[0].find("state");
  for (std::size_t i = 2; i < rows.size(); ++i) {
    EXPECT_NE(rows[i][end - 1], ' ') << rows[i];
    EXPECT_EQ(rows[i][end], ' ') << rows[i];
    EXPECT_NE(rows[i][state], ' ') << rows[i];
    EXPECT_EQ(rows[i][state - 1], ' ') << rows[i];
  }
  EXPECT_EQ(rows[0].find("brute-force"), std::string::npos);
  EXPECT_EQ(rows[0].find("[ns]"), std::string::npos);
}

TEST(ContactCommand, TableComparesWithBruteForce) {
  const CommandRun run = run_command({"contact", demo_path, "--algorithm", "all", "--repeat", "1"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_NE(run.output.find("- brute-force"), std::string::npos);
  EXPECT_NE(run.output.find("reference"), std::string::npos);
  EXPECT_NE(run.output.find("time [ns]"), std::string::npos);
}

class PlanarContact : public CommandTest {};

TEST_F(PlanarContact, AnswersHaveTwoComponents) {
  const std::string path = put("p.json", R"({"shapes": {
    "s": {"type": "rectangle", "extents": [1, 1]}, "f": {"type": "half_plane", "normal": [0, 1]}},
    "pairs": [{"a": {"shape": "s"}, "b": {"shape": "s", "position": [0.75, 0.5]}},
              {"a": {"shape": "s", "position": [0, 1], "angle": 45}, "b": {"shape": "f"}}]})");
  const CommandRun run = run_command({"contact", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json first = json::parse(lines(run.output)[0]);
  EXPECT_EQ(first["distance"], -0.25);
  EXPECT_EQ(first["normal"], json::parse("[1,0]"));
  EXPECT_EQ(first["contact_type"], "edge-edge-parallel");
  EXPECT_EQ(first["patch"].size(), 2U);
  EXPECT_EQ(first["patch"][0]["point"].size(), 2U);
  const json second = json::parse(lines(run.output)[1]);
  EXPECT_NEAR(second["distance"].get<double>(), 1 - std::sqrt(0.5), 1e-15);
  EXPECT_EQ(second["contact_type"], "vertex-edge");
}

TEST_F(PlanarContact, MistakesAreNamed) {
  const auto errors_of = [&](const std::string& b) {
    const std::string path = put(
        "p.json", R"({"shapes": {"s": {"type": "disc", "radius": 1}, "c": {"type": "sphere", "radius": 1}},
                          "pairs": [{"a": {"shape": "s"}, "b": {)" +
                      b + "}}]}");
    const CommandRun run = run_command({"contact", path});
    EXPECT_NE(run.exit_status, 0);
    return run.errors.substr(run.errors.rfind("p.json") == std::string::npos ? 0
                                                                             : run.errors.rfind("p.json"));
  };
  EXPECT_EQ(errors_of(R"("shape": "s", "position": [1, 2, 3])"),
            "p.json: pairs[0].b.position: must be two numbers, found an array of 3\n");
  EXPECT_EQ(errors_of(R"("shape": "s", "orientation": [1, 0, 0, 0])"),
            "p.json: pairs[0].b.orientation: does not go with a disc; give \"angle\", in deg\n");
  EXPECT_NE(errors_of(R"("shape": "c")").find("have no answer"), std::string::npos);
}

}  // namespace
}  // namespace scree
