// Tests of contact files: what is read, and the message for everything that is not.
#include "scene/pair_file.hpp"

#include <gtest/gtest.h>

#include "core/file_io.hpp"

#include <string>

namespace scree {
namespace {

constexpr const char* shapes =
    R"("shapes":{"cube":{"type":"box","extents":[1,1,1]},"ball":{"type":"sphere","radius":1}})";

std::string with_pairs(const std::string& pairs) {
  return std::string("{") + shapes + ",\"pairs\":" + pairs + "}";
}

std::string message(const std::string& text) {
  const auto file = parse_pairs(text, "f.json", {false, ""});
  return file ? "accepted" : file.error().message;
}

TEST(PairFile, ReadsShapesAndPoses) {
  const auto file = parse_pairs(
      with_pairs(
          R"([{"a":{"shape":"cube"},"b":{"shape":"ball","position":[1,2,3],"orientation":[0,0,0,2]}}])"),
      "f.json", {});
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->shapes.size(), 2U);
  ASSERT_EQ(file->pairs.size(), 1U);
  const auto& [a, b] = file->pairs[0];
  EXPECT_EQ(file->shapes[a.shape].name, "cube");
  EXPECT_EQ(file->shapes[b.shape].name, "ball");
  EXPECT_EQ(a.world_from_shape.translation, Vec3());
  EXPECT_EQ(a.world_from_shape.rotation.w, 1);
  EXPECT_EQ(b.world_from_shape.translation, (Vec3{1, 2, 3}));
  EXPECT_EQ(b.world_from_shape.rotation.z, 1);
  EXPECT_EQ(b.world_from_shape.rotation.w, 0);
}

TEST(PairFile, NoPairsIsFine) { EXPECT_EQ(message(with_pairs("[]")), "accepted"); }

TEST(PairFile, WholeFileMustBeAnObjectWithShapesAndPairs) {
  EXPECT_EQ(message("[]"), "f.json: must be an object (a contact file), found an array of 0");
  EXPECT_EQ(message(R"({"pairs":[]})"), "f.json: \"shapes\" is missing: an object of named shapes");
  EXPECT_EQ(message(R"({"shapes":{}})"), "f.json: \"pairs\" is missing: an array of placed pairs");
  EXPECT_EQ(message(R"({"shapes":[],"pairs":[]})"),
            "f.json: shapes: must be an object of named shapes, found an array of 0");
  EXPECT_EQ(message(R"({"shapes":{},"pairs":{}})"),
            "f.json: pairs: must be an array of pairs, found an object");
}

TEST(PairFile, UnknownKeysAreNamedAtEveryLevel) {
  EXPECT_EQ(message(R"({"shapes":{},"pair":[]})"),
            "f.json: pair: unknown key of a contact file; allowed: shapes, pairs; did you mean \"pairs\"?");
  EXPECT_EQ(message(with_pairs(R"([{"a":{"shape":"cube"},"b":{"shape":"cube"},"c":1}])")).substr(0, 40),
            "f.json: pairs[0].c: unknown key of a pai");
  EXPECT_EQ(message(with_pairs(R"([{"a":{"shape":"cube","positon":[0,0,0]},"b":{"shape":"cube"}}])")),
            "f.json: pairs[0].a.positon: unknown key of a placed shape; allowed: shape, "
            "position, orientation, angle; did you mean \"position\"?");
}

TEST(PairFile, UnknownShapeNamesThoseThereAre) {
  EXPECT_EQ(
      message(with_pairs(R"([{"a":{"shape":"cube"},"b":{"shape":"cubee"}}])")),
      "f.json: pairs[0].b.shape: \"cubee\" is not defined; shapes here: ball, cube; did you mean \"cube\"?");
}

TEST(PairFile, MissingParts) {
  EXPECT_EQ(message(with_pairs(R"([{"a":{"shape":"cube"}}])")),
            "f.json: pairs[0]: \"b\" is missing: the second placed shape");
  EXPECT_EQ(message(with_pairs(R"([{"a":{},"b":{"shape":"cube"}}])")),
            "f.json: pairs[0].a: \"shape\" is missing: the name of one of \"shapes\"");
  EXPECT_EQ(message(with_pairs("[7]")), "f.json: pairs[0]: must be an object (a pair), found 7");
}

TEST(PairFile, BadPoses) {
  const auto placed = [](const std::string& more) {
    return with_pairs(R"([{"a":{"shape":"cube"},"b":{"shape":"cube"}},{"a":{"shape":"cube",)" + more +
                      R"(},"b":{"shape":"cube"}}])");
  };
  EXPECT_EQ(message(placed(R"("position":[1,2])")),
            "f.json: pairs[1].a.position: must be three numbers [x, y, z], found an array of 2");
  EXPECT_EQ(message(placed(R"("position":[1,null,3])")),
            "f.json: pairs[1].a.position[1]: must be a number, found null");
  EXPECT_EQ(message(placed(R"("orientation":[0,0,0,0])")).substr(0, 55),
            "f.json: pairs[1].a.orientation: a quaternion of length ");
  EXPECT_NE(message(placed(R"("position":[1,1e400,3])"))
                .find("pairs[1].a.position[1]: the number 1e400 is too large"),
            std::string::npos);
}

TEST(PairFile, BadShapesAreNamedByPath) {
  const auto shape = [](const std::string& text) { return R"({"shapes":{"x":)" + text + R"(},"pairs":[]})"; };
  EXPECT_EQ(message(shape(R"({"type":"sphere","radius":-1})")).substr(0, 27), "f.json: shapes.x.radius: -1");
  EXPECT_EQ(message(shape(R"({"type":"sphere","radius":[]})")),
            "f.json: shapes.x.radius: must be a number, found an array of 0");
  EXPECT_EQ(message(shape(R"({"type":"sphere"})")),
            "f.json: shapes.x: \"radius\" is missing: the radius in m");
  EXPECT_EQ(message(shape("3")), "f.json: shapes.x: must be an object that describes a shape, found 3");
  EXPECT_NE(message(shape(R"({"type":"polyhedron","file":"rock.stl"})"))
                .find("f.json: shapes.x.file: mesh files cannot"),
            std::string::npos);
}

TEST(PairFile, UnusedShapesAreCheckedToo) {
  EXPECT_NE(
      message(
          R"({"shapes":{"good":{"type":"sphere","radius":1},"bad":{"type":"sphere","radius":0}},"pairs":[]})"),
      "accepted");
}

TEST(PairFile, ShapeNameTwiceIsAnError) {
  EXPECT_NE(
      message(R"({"shapes":{"x":{"type":"sphere","radius":1},"x":{"type":"sphere","radius":2}},"pairs":[]})")
          .find("shapes.x: this key appears twice"),
      std::string::npos);
}

// The demo holds every construct; cut anywhere it is broken JSON and nothing worse.
TEST(PairFile, DemoCutAtEveryByteIsRefused) {
  const auto text = read_file(SCREE_SOURCE_DIR "/scenes/pairs/demo.json");
  ASSERT_TRUE(text) << text.error().message;
  const std::size_t end = text->rfind('}');
  for (std::size_t length = 0; length <= end; ++length) {
    const std::string complaint = message(text->substr(0, length));
    ASSERT_EQ(complaint.substr(0, 13), "f.json: line ") << "cut at byte " << length << ": " << complaint;
  }
  EXPECT_EQ(message(text->substr(0, end + 1)), "accepted");
}

// One byte changed: refused with a message, or still a valid file; never a crash.
TEST(PairFile, DemoWithOneByteChangedNeverCrashes) {
  const auto text = read_file(SCREE_SOURCE_DIR "/scenes/pairs/demo.json");
  ASSERT_TRUE(text) << text.error().message;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < text->size(); ++i) {
    std::string changed = *text;
    changed[i] = "{}[],:\"x-0 \xff"[i % 12];
    if (message(changed) != "accepted") ++refused;
  }
  EXPECT_GT(refused, text->size() / 2);
}

}  // namespace
}  // namespace scree
