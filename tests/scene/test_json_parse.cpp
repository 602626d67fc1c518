// Tests of the JSON parser: what it refuses, and where it says the trouble is.
#include "scene/json_parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace scree {
namespace {

std::string message(const std::string& text) {
  const auto result = parse_json(text, "f.json");
  return result ? "accepted" : result.error().message;
}

TEST(JsonParse, GivesTheWholeTree) {
  const auto result = parse_json(R"({"a":[1,-2,2.5,true,null,"x",{"b":[]}],"c":{}})", "f.json");
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, nlohmann::json::parse(R"({"a":[1,-2,2.5,true,null,"x",{"b":[]}],"c":{}})"));
}

TEST(JsonParse, KeepsEveryDigitOfANumber) {
  const auto result = parse_json("[0.1, 1e308, 5e-324, 123456789012345678901234567890]", "f.json");
  ASSERT_TRUE(result);
  EXPECT_EQ((*result)[0].get<double>(), 0.1);
  EXPECT_EQ((*result)[1].get<double>(), 1e308);
  EXPECT_EQ((*result)[2].get<double>(), 5e-324);
  EXPECT_EQ((*result)[3].get<double>(), 123456789012345678901234567890.0);
}

TEST(JsonParse, SyntaxErrorNamesFileLineAndColumn) {
  EXPECT_EQ(message("{\n  \"a\": 1,\n  \"b\" 2\n}").substr(0, 25), "f.json: line 3, column 7:");
  EXPECT_EQ(message("{\n\"a\":\n").substr(0, 25), "f.json: line 3, column 1:");
  EXPECT_EQ(
      message("[1 2]"),
      "f.json: line 1, column 4: syntax error while parsing array - unexpected number literal; expected ']'");
}

TEST(JsonParse, EmptyTextIsAnError) {
  EXPECT_NE(message("").find("line 1, column 1"), std::string::npos);
  EXPECT_NE(message("").find("unexpected end of input"), std::string::npos);
}

TEST(JsonParse, TextAfterTheDocumentIsAnError) {
  EXPECT_NE(message("{}\n{}").find("f.json: line 2, column 1"), std::string::npos);
}

TEST(JsonParse, NotANumberIsNoJson) {
  EXPECT_NE(message("[NaN]").find("line 1, column 2"), std::string::npos);
  EXPECT_NE(message("[-Infinity]").find("line 1, column 3"), std::string::npos);
}

TEST(JsonParse, DuplicateKeyIsAnErrorThatNamesItsPath) {
  EXPECT_EQ(message("{\"shapes\": {\"x\": 1,\n\"x\": 2}}"),
            "f.json: line 2, column 3: shapes.x: this key appears twice");
}

TEST(JsonParse, DuplicateKeyInsideAnArrayNamesTheElement) {
  EXPECT_EQ(message(R"({"p":[{"a":1},{"a":1,"a":2}]})"),
            "f.json: line 1, column 24: p[1].a: this key appears twice");
}

TEST(JsonParse, NumberThatOverflowsIsAnErrorThatNamesItsPath) {
  EXPECT_EQ(message(R"({"p":[{"a":[0,1e999]}]})").substr(0, 31), "f.json: line 1, column 19: p[0]");
  EXPECT_NE(message(R"({"p":[{"a":[0,1e999]}]})").find("p[0].a[1]: the number 1e999 is too large"),
            std::string::npos);
  EXPECT_NE(message("[-1e999]").find("[0]: the number -1e999 is too large"), std::string::npos);
}

TEST(JsonParse, DepthLimitIsExact) {
  const std::string open(max_json_depth, '['), close(max_json_depth, ']');
  EXPECT_TRUE(parse_json(open + close, "f.json"));
  EXPECT_EQ(message("\n[" + open + close + "]"), "f.json: line 2, column 65: nested deeper than 64 levels");
}

TEST(JsonParse, DepthLimitCountsObjectsToo) {
  std::string text;
  for (std::size_t i = 0; i <= max_json_depth; ++i) text += "{\"k\":";
  EXPECT_NE(message(text).find("nested deeper than 64 levels"), std::string::npos);
}

TEST(JsonParse, BytesThatAreNoTextGiveAPrintableMessage) {
  std::string bytes;
  for (int i = 255; i >= 0; --i) bytes.push_back(static_cast<char>(i));
  for (const std::string& text :
       {bytes, "[\"" + bytes, std::string("{\"\xff\xfe\": 1}"), std::string(1000, '\x80')}) {
    const std::string complaint = message(text);
    EXPECT_NE(complaint, "accepted");
    for (const char c : complaint) EXPECT_TRUE(c >= ' ' && c <= '~') << complaint;
  }
}

TEST(JsonParse, LongTokensAreCutInMessages) {
  EXPECT_LT(message("[\"" + std::string(100000, 'x')).size(), 300U);
  EXPECT_LT(message(std::string(100000, '9') + "e9").size(), 300U);
}

}  // namespace
}  // namespace scree
