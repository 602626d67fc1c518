// Tests of the checked access to JSON values: values, paths, messages, suggestions.
#include "scene/json_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace scree {
namespace {

using nlohmann::json;

// What a read function says about a value at the path "at".
template <class Read>
std::string message(const json& value, Read read) {
  JsonErrors errors{"f.json", {}};
  read(JsonNode{&value, "at"}, errors);
  return errors.first ? errors.first->message : "accepted";
}

TEST(JsonReader, OnlyTheFirstComplaintIsKept) {
  JsonErrors errors{"f.json", {}};
  fail(errors, "a.b", "first");
  fail(errors, "", "second");
  EXPECT_EQ(errors.first->message, "f.json: a.b: first");
}

TEST(JsonReader, PathsQuoteUnusualKeys) {
  EXPECT_EQ(member_path("", "a"), "a");
  EXPECT_EQ(member_path("shapes", "rock_1-b"), "shapes.rock_1-b");
  EXPECT_EQ(member_path("shapes", "my rock"), "shapes[\"my rock\"]");
  EXPECT_EQ(member_path("shapes", "a\nb"), "shapes[\"a\\nb\"]");
  EXPECT_EQ(member_path("shapes", ""), "shapes[\"\"]");
  EXPECT_EQ(element_path("pairs", 3), "pairs[3]");
}

TEST(JsonReader, WrongTypesAreNamedWithTheirValue) {
  EXPECT_EQ(message("abc", read_number), "f.json: at: must be a number, found \"abc\"");
  EXPECT_EQ(message(nullptr, read_number), "f.json: at: must be a number, found null");
  EXPECT_EQ(message(true, read_number), "f.json: at: must be a number, found true");
  EXPECT_EQ(message(2.5, read_integer), "f.json: at: must be a whole number, found 2.5");
  EXPECT_EQ(message(1e10, read_integer), "f.json: at: must be a whole number, found 10000000000.0");
  EXPECT_EQ(message(1, read_boolean), "f.json: at: must be true or false, found 1");
  EXPECT_EQ(message(json::array({1, 2}), read_text),
            "f.json: at: must be a text in quotes, found an array of 2");
  EXPECT_EQ(message(json::object(), read_vector),
            "f.json: at: must be three numbers [x, y, z], found an object");
}

TEST(JsonReader, VectorsNameTheElementThatIsWrong) {
  EXPECT_EQ(message(json::array({1, 2}), read_vector),
            "f.json: at: must be three numbers [x, y, z], found an array of 2");
  EXPECT_EQ(message(json::array({1, "y", 3}), read_vector), "f.json: at[1]: must be a number, found \"y\"");
  EXPECT_EQ(message(json::parse("[[0,0,0],[1,2]]"), read_points),
            "f.json: at[1]: must be three numbers [x, y, z], found an array of 2");
  EXPECT_EQ(message(json::parse("[[0,0,0],[1,2,null]]"), read_points),
            "f.json: at[1][2]: must be a number, found null");
  EXPECT_EQ(message(json::parse("[1,2,3]"), read_points),
            "f.json: at[0]: must be three numbers [x, y, z], found 1");
}

TEST(JsonReader, WholeNumbersMayBeWrittenAsFloats) {
  JsonErrors errors{"f.json", {}};
  const json six = 6.0;
  EXPECT_EQ(read_integer({&six, "at"}, errors), 6);
  EXPECT_FALSE(errors.first);
}

TEST(JsonReader, TextWithAZeroCharacterIsRefused) {
  EXPECT_NE(message(std::string("a\0b", 3), read_text), "accepted");
}

TEST(JsonReader, LongValuesAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xC3\xBC";  // u with dots
  const std::string shown = describe(json(text));
  EXPECT_LT(shown.size(), 70U);
  EXPECT_NO_THROW((void)json(shown).dump());  // throws on broken UTF-8
}

TEST(JsonReader, OrientationIsNormalised) {
  JsonErrors errors{"f.json", {}};
  for (const double size : {1.0, 3.0, 1e-300, 1e300, 5e-324}) {
    const json value = {size, -size, size, -size};
    const Quat q = read_orientation({&value, "at"}, errors);
    ASSERT_FALSE(errors.first);
    EXPECT_NEAR(norm(q), 1, 1e-15);
    EXPECT_NEAR(q.x, -0.5, 1e-15);
  }
}

TEST(JsonReader, ZeroOrientationIsAnError) {
  EXPECT_NE(
      message(json::array({0, 0.0, 0, 0}), read_orientation).find("f.json: at: a quaternion of length zero"),
      std::string::npos);
  EXPECT_NE(message(json::array({1, 0, 0}), read_orientation).find("four numbers [w, x, y, z]"),
            std::string::npos);
}

TEST(JsonReader, UnknownKeysSuggestTheNearestOne) {
  JsonErrors errors{"f.json", {}};
  const json value = {{"raduis", 1}};
  EXPECT_FALSE(expect_object({&value, "at"}, {"type", "radius"}, "type sphere", errors));
  EXPECT_EQ(errors.first->message,
            "f.json: at.raduis: unknown key of type sphere; allowed: type, radius; did you mean \"radius\"?");
}

TEST(JsonReader, SuggestsOnlyWhatIsClose) {
  EXPECT_EQ(nearest_name("cubee", {"ball", "cube"}), "cube");
  EXPECT_EQ(nearest_name("orientatoin", {"position", "orientation"}), "orientation");
  EXPECT_EQ(nearest_name("xyz", {"position", "orientation"}), std::nullopt);
  EXPECT_EQ(nearest_name("", {"position"}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1000000, 'a'), {std::string(999999, 'a')}), std::nullopt);
}

TEST(JsonReader, LongListsOfNamesAreCut) {
  const std::vector<std::string_view> names(1000, "name");
  EXPECT_LT(join_names(names).size(), 300U);
  EXPECT_NE(join_names(names).find("(1000 in all)"), std::string::npos);
  EXPECT_EQ(join_names({}), "(none)");
}

}  // namespace
}  // namespace scree
