// Whole runs: the same results for any number of threads, and however often they were interrupted.
#include "sim/run_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/file_io.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Injection, events and a moving plate beside the stones.
const std::string busy_scene = testing::box_of_stones + testing::rain_of_gems + R"(
[[wall]]
name = "pusher, left"
type = "block"
lower = [0.005, 0.05, 0.05]
upper = [0.045, 0.35, 0.6]
motion = "push"
[[motion]]
name = "push"
[[motion.phase]]
velocity = [0.5, 0, 0]
end = 0.1
[[event]]
name = "push now"
time = 0.08
start = "push"
[[event]]
name = "lighter"
after = "push now"
delay = 0.05
gravity = [0, 0, -5]
)";

const std::string octahedron_mesh =
    "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\nf 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\n"
    "f 2 3 6\nf 4 2 6\nf 1 4 6\n";

class RunSceneTest : public testing::FolderTest {
 protected:
  [[nodiscard]] std::string scene(const std::string& text) const {
    put(path("scene file.toml"), text);
    return path("scene file.toml");
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    const auto bytes = read_file(path(name));
    return bytes ? *bytes : bytes.error().message;
  }
  [[nodiscard]] json summary(const std::string& run) const {
    return json::parse(text(run + "/summary.json"));
  }
  RunOutcome run(const std::string& file, const std::string& out, const RunOptions& options) {
    const auto outcome = run_scene(file, path(out), false, options);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : RunOutcome{};
  }
  RunOutcome resume(const std::string& out, const RunOptions& options) {
    const auto outcome = resume_run(path(out), options);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : RunOutcome{};
  }
};

RunOptions on_threads(int threads) {
  RunOptions options;
  options.threads = threads;
  return options;
}

std::size_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST_F(RunSceneTest, KeepsEverythingInItsFolder) {
  const RunOutcome outcome = run(scene(busy_scene), "r", on_threads(1));
  EXPECT_EQ(outcome.end, RunEnd::finished);
  EXPECT_EQ(outcome.write_error, "");
  EXPECT_EQ(text("r/scene.toml"), busy_scene);

  const std::string table = text("r/table.csv");
  EXPECT_EQ(table.rfind("time_s,step,translation_J,", 0), 0U);
  EXPECT_EQ(lines(table), 27U);  // a header, then 0, 0.01, ..., 0.25 s
  const std::string forces = text("r/forces.csv");
  EXPECT_EQ(lines(forces), 1U + 6 * 26U) << "five sides of the box, and the pusher";
  EXPECT_NE(forces.find("\"pusher, left\""), std::string::npos);
  const std::string events = text("r/events.csv");
  EXPECT_EQ(lines(events), 3U);
  EXPECT_NE(events.find(",push now\n"), std::string::npos);

  const json s = summary("r");
  EXPECT_EQ(s["scene"], "scene file");
  EXPECT_EQ(s["status"], "finished");
  EXPECT_EQ(s["particles"], 38);
  EXPECT_NEAR(s["time"].get<double>(), 0.25, s["time_step"].get<double>());
  EXPECT_EQ(s["steps"], outcome.steps);
  EXPECT_EQ(s["threads"], 1);
  EXPECT_EQ(s["injections"][0]["injected"], 8);
  EXPECT_EQ(s["events"][1]["name"], "lighter");
  for (const char* key :
       {"wall_seconds", "contacts", "particle_steps_per_second", "energy_balance_error", "max_overlap_ratio",
        "detection_failures", "queries", "searches", "peak_memory_bytes", "bytes_per_particle"}) {
    EXPECT_TRUE(s[key].is_number()) << key;
  }
  for (const char* key : {"translation", "rotation", "gravity", "elastic", "shear", "friction", "damping",
                          "work", "supplied"}) {
    EXPECT_TRUE(s["energy"][key].is_number()) << key;
  }
  EXPECT_EQ(s["state_hash"].get<std::string>().size(), 16U);
  EXPECT_GT(s["energy"]["work"].get<double>(), 0);
  EXPECT_LT(s["energy_balance_error"].get<double>(), 0.01);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("r/checkpoints")), fs::directory_iterator()), 2);
}

// The floor carries what lies on it.
TEST_F(RunSceneTest, ForcesOfABallAtRestAreItsWeight) {
  const std::string rest = testing::ball_and_floor + R"(
[output]
table_interval = 3
[[body]]
name = "ball"
shape = "ball"
position = [0.5, 0, 0.11]
)";
  RunOptions options;
  options.end_time = 3;
  options.checkpoint_interval = 3;
  run(scene(rest), "r", options);
  std::istringstream last(text("r/forces.csv").substr(text("r/forces.csv").rfind("floor") + 6));
  std::vector<double> numbers;
  for (std::string cell; std::getline(last, cell, ',');) numbers.push_back(std::stod(cell));
  ASSERT_EQ(numbers.size(), 6U);
  const double weight = 2000 * 4.0 / 3 * 3.14159265358979 * 1e-3 * 9.81;
  EXPECT_NEAR(numbers[2], -weight, 1e-3 * weight);
  EXPECT_NEAR(numbers[4], 0.5 * weight, 1e-3 * weight) << "about the world's origin: x (0.5, 0, 0) x F";
}

TEST_F(RunSceneTest, IsTheSameForAnyNumberOfThreadsAndOnRepeat) {
  const std::string file = scene(busy_scene);
  const RunOutcome one = run(file, "one", on_threads(1));
  const RunOutcome again = run(file, "again", on_threads(1));
  const RunOutcome two = run(file, "two", on_threads(2));
  EXPECT_EQ(again.state_hash, one.state_hash);
  EXPECT_EQ(two.state_hash, one.state_hash);
  for (const char* table : {"/table.csv", "/forces.csv", "/events.csv"}) {
    EXPECT_EQ(text(std::string("two") + table), text(std::string("one") + table));
  }
}

TEST_F(RunSceneTest, IsTheSameWhenInterruptedAndResumed) {
  const std::string file = scene(busy_scene);
  const RunOutcome whole = run(file, "whole", on_threads(1));
  std::atomic<int> interrupt = 1;
  RunOptions options = on_threads(2);
  options.interrupt = &interrupt;
  EXPECT_EQ(run(file, "cut", options).end, RunEnd::interrupted);
  EXPECT_EQ(summary("cut")["status"], "interrupted");
  // A bit further each time, by an end of its own, which leaves a last row that is none of the whole run's.
  for (const double end : {0.004, 0.0312, 0.0991, 0.2}) {
    RunOptions part = on_threads(end < 0.05 ? 1 : 2);
    part.end_time = end;
    EXPECT_EQ(resume("cut", part).end, RunEnd::finished);
  }
  RunOptions rest;
  rest.end_time = 0.25;
  const RunOutcome resumed = resume("cut", rest);
  EXPECT_EQ(resumed.end, RunEnd::finished);
  EXPECT_EQ(resumed.steps, whole.steps);
  EXPECT_EQ(resumed.state_hash, whole.state_hash);
  for (const char* table : {"/table.csv", "/forces.csv", "/events.csv"}) {
    EXPECT_EQ(text(std::string("cut") + table), text(std::string("whole") + table)) << table;
  }
  EXPECT_EQ(summary("cut")["scene"], "scene file");
  // Once more: nothing is left to do, and nothing changes.
  EXPECT_EQ(resume("cut", {}).state_hash, whole.state_hash);
  EXPECT_EQ(text("cut/table.csv"), text("whole/table.csv"));
}

TEST_F(RunSceneTest, UsesTheCheckpointBeforeADamagedOne) {
  const std::string file = scene(busy_scene);
  const RunOutcome whole = run(file, "r", on_threads(1));
  std::vector<fs::path> checkpoints;
  for (const auto& entry : fs::directory_iterator(path("r/checkpoints"))) checkpoints.push_back(entry.path());
  std::sort(checkpoints.begin(), checkpoints.end());
  ASSERT_EQ(checkpoints.size(), 2U);
  fs::resize_file(checkpoints[1], fs::file_size(checkpoints[1]) - 1);
  std::vector<std::string> notes;
  RunOptions options;
  options.note = [&](const std::string& note) { notes.push_back(note); };
  const RunOutcome resumed = resume("r", options);
  EXPECT_EQ(resumed.state_hash, whole.state_hash);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("the checkpoint is damaged"), std::string::npos) << notes[0];

  // And without any sound one the run begins anew.
  for (const auto& entry : fs::directory_iterator(path("r/checkpoints")))
    put(entry.path().string(), "rubbish");
  notes.clear();
  EXPECT_EQ(resume("r", options).state_hash, whole.state_hash);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_NE(notes[2].find("no checkpoint yet"), std::string::npos) << notes[2];
}

TEST_F(RunSceneTest, RefusesToResumeAChangedScene) {
  run(scene(testing::box_of_stones), "r", {});
  std::string changed = testing::box_of_stones;
  changed.replace(changed.find("friction = 0.5"), 14, "friction = 0.6");
  put(path("r/scene.toml"), changed);
  const auto refused = resume_run(path("r"), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the scene has changed since"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("r/checkpoints")), fs::directory_iterator()), 2);
}

TEST_F(RunSceneTest, RefusesAnEndThatIsPast) {
  run(scene(testing::box_of_stones), "r", {});
  RunOptions options;
  options.end_time = 0.1;
  const auto refused = resume_run(path("r"), options);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("an end time of 0.1 s lies before that"), std::string::npos);
}

TEST_F(RunSceneTest, StoppedByAnEventAndMadeLonger) {
  const std::string stops = busy_scene + "[[event]]\nname = \"enough\"\ntime = 0.1\nstop = true\n";
  const std::string file = scene(stops);
  const RunOutcome outcome = run(file, "r", {});
  EXPECT_EQ(outcome.end, RunEnd::stopped_by_event);
  EXPECT_NEAR(outcome.time, 0.1, 0.001);
  EXPECT_EQ(summary("r")["status"], "stopped by event");
  EXPECT_EQ(lines(text("r/table.csv")), 12U);
  EXPECT_EQ(resume("r", {}).steps, outcome.steps);
  RunOptions longer;
  longer.end_time = 0.25;
  EXPECT_EQ(resume("r", longer).end, RunEnd::finished);
  EXPECT_EQ(lines(text("r/table.csv")), 27U);
}

TEST_F(RunSceneTest, KeepsTheMeshesItNeeds) {
  fs::create_directories(path("scenes/shapes"));
  put(path("scenes/shapes/gem.obj"), octahedron_mesh);
  put(path("outside.obj"), octahedron_mesh);
  std::string with_meshes = testing::box_of_stones;
  with_meshes.replace(with_meshes.find("type = \"octahedron\"\nedge = 1"), 28,
                      "type = \"polyhedron\"\nfile = \"shapes/gem.obj\"");
  with_meshes += "[[shape]]\nname = \"a\"\ntype = \"polyhedron\"\nfile = '../outside.obj'\n";
  with_meshes += "[[shape]]\nname = \"b\"\ntype = \"polyhedron\"\nfile = \"" + path("outside.obj") + "\"\n";
  with_meshes += "[[body]]\nshape = \"a\"\nsize = 0.08\nposition = [0.2, 0.2, 0.8]\n";
  put(path("scenes/s.toml"), with_meshes);
  RunOptions half;
  half.end_time = 0.1;
  run(path("scenes/s.toml"), "r", half);
  half.end_time = 0.15;
  run(path("scenes/s.toml"), "whole", half);
  EXPECT_EQ(text("r/shapes/gem.obj"), octahedron_mesh);

  fs::remove_all(path("scenes"));
  fs::remove(path("outside.obj"));
  fs::rename(path("r"), path("moved"));
  const std::string hash = summary("whole")["state_hash"];
  EXPECT_EQ(resume("moved", half).state_hash, std::stoull(hash, nullptr, 16));
}

TEST_F(RunSceneTest, RefusesAMeshThatCannotBeKept) {
  fs::create_directories(path("scenes"));
  put(path("gem.obj"), octahedron_mesh);
  put(path("scenes/s.toml"),
      testing::box_of_stones +
          "[[shape]]\nname = \"a\"\ntype = \"polyhedron\"\nfile = \"..\\u002fgem.obj\"\n");
  const auto refused = run_scene(path("scenes/s.toml"), path("r"), false, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            path("scenes/s.toml") +
                ": the file \"../gem.obj\" cannot be kept with the run: write its name "
                "without escapes, or move it into the scene's folder");
  EXPECT_FALSE(fs::exists(path("r")));
}

TEST_F(RunSceneTest, BadScenesLeaveNothingBehind) {
  std::string overlapping = testing::ball_and_floor;
  for (const char* height : {"1", "1.1"}) {
    overlapping += std::string("[[body]]\nshape = \"ball\"\nposition = [0, 0, ") + height + "]\n";
  }
  for (const std::string& bad : {std::string("[simulation]\nend = 1\n"), overlapping}) {
    const auto outcome = run_scene(scene(bad), path("r"), false, {});
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("scene file.toml"), std::string::npos) << outcome.error().message;
    EXPECT_FALSE(fs::exists(path("r")));
  }
}

TEST_F(RunSceneTest, TellsHowFarItIs) {
  std::string slow = testing::box_of_stones;
  slow.replace(slow.find("end_time = 0.25"), 15, "end_time = 1000");
  RunOptions options;
  std::atomic<int> interrupt = 0;
  options.interrupt = &interrupt;
  RunProgress last;
  options.progress = [&](const RunProgress& progress) {
    last = progress;
    interrupt = 1;
  };
  const RunOutcome outcome = run(scene(slow), "r", options);
  EXPECT_EQ(outcome.end, RunEnd::interrupted);
  EXPECT_EQ(last.end_time, 1000);
  EXPECT_EQ(last.particles, 30U);
  EXPECT_GT(last.steps_per_second, 0);
  EXPECT_GT(last.seconds_left, 0);
  EXPECT_EQ(last.step, outcome.steps);
}

}  // namespace
}  // namespace scree
