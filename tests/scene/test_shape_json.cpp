// Tests of shapes read from JSON: each type's measures, each message.
#include "scene/shape_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

namespace scree {
namespace {

constexpr Real pi = std::numbers::pi;

Result<Shape> parse(const std::string& text) { return parse_shape(text, "s.json", {}); }

std::string message(const std::string& text) {
  const auto shape = parse(text);
  return shape ? "accepted" : shape.error().message;
}

struct Case {
  const char* text;
  ShapeType type;
  Real volume;  // from the textbook, m3
};

// An oracle independent of the makers: closed formulas for the volume.
TEST(ShapeJson, EveryTypeIsRead) {
  const Real phi = std::numbers::phi;
  const Case cases[] = {
      {R"({"type":"box","extents":[1,2,3]})", ShapeType::polyhedron, 6},
      {R"({"type":"tetrahedron","edge":2})", ShapeType::polyhedron, 8 / (6 * std::sqrt(2.0))},
      {R"({"type":"octahedron","edge":2})", ShapeType::polyhedron, 8 * std::sqrt(2.0) / 3},
      {R"({"type":"icosahedron","edge":2})", ShapeType::polyhedron, 8 * 5 * (3 + std::sqrt(5.0)) / 12},
      {R"({"type":"dodecahedron","edge":2})", ShapeType::polyhedron,
       8 * std::sqrt(5.0) * std::pow(phi, 4) / 2},
      {R"({"type":"pyramid","base":2,"height":3})", ShapeType::polyhedron, 4},
      {R"({"type":"prism","sides":6,"radius":2,"height":3})", ShapeType::polyhedron, 18 * std::sqrt(3.0)},
      {R"({"type":"tetrakis_cube","edge":2,"height":0.5})", ShapeType::polyhedron, 8 + 6 * 4 * 0.5 / 3},
      {R"({"type":"superellipsoid","radii":[1,2,3],"exponents":[1,1]})", ShapeType::superellipsoid, 8 * pi},
      {R"({"type":"ellipsoid","radii":[1,2,3]})", ShapeType::ellipsoid, 8 * pi},
      {R"({"type":"sphere","radius":2})", ShapeType::sphere, 32 * pi / 3},
      {R"({"type":"cylinder","radius":2,"height":3})", ShapeType::cylinder, 12 * pi},
      {R"({"type":"capsule","radius":1,"length":3})", ShapeType::capsule, 3 * pi + 4 * pi / 3},
      {R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})", ShapeType::polyhedron,
       1.0 / 6},
  };
  for (const Case& c : cases) {
    const auto shape = parse(c.text);
    ASSERT_TRUE(shape) << c.text << ": " << shape.error().message;
    EXPECT_EQ(shape->type, c.type) << c.text;
    EXPECT_NEAR(shape->mass.volume, c.volume, 1e-12 * c.volume) << c.text;
  }
}

TEST(ShapeJson, RoundedPolyhedronIsRead) {
  // A cube of edge 2 swept by a ball of radius 1: the cube, 6 slabs, 12 quarter cylinders, 8 eighths of a
  // ball.
  const auto shape = parse(
      R"({"type":"rounded_polyhedron","radius":1,"vertices":[[0,0,0],[2,0,0],[0,2,0],[0,0,2],[2,2,0],[2,0,2],[0,2,2],[2,2,2]]})");
  ASSERT_TRUE(shape) << shape.error().message;
  const Real volume = 8 + 6 * 4 + 12 * 2 * pi / 4 + 4 * pi / 3;
  EXPECT_NEAR(shape->mass.volume, volume, 1e-12 * volume);
}

TEST(ShapeJson, HalfSpaceIsRead) {
  const auto shape = parse(R"({"type":"half_space","normal":[0,0,2]})");
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->type, ShapeType::half_space);
  EXPECT_NEAR(inside_outside(*shape, {5, 5, 3}), 4, 1e-12);  // 1 + the distance: the offset defaults to 0
  const auto high = parse(R"({"type":"half_space","normal":[0,0,1],"offset":2})");
  ASSERT_TRUE(high) << high.error().message;
  EXPECT_NEAR(inside_outside(*high, {5, 5, 3}), 2, 1e-12);
}

TEST(ShapeJson, ScaleGrowsAboutTheShapesOwnOrigin) {
  const auto shape = parse(R"({"type":"polyhedron","scale":2,"vertices":[[1,0,0],[2,0,0],[1,1,0],[1,0,1]]})");
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass.volume, 8.0 / 6, 1e-12);
  EXPECT_NEAR(shape->mass.centroid.x, 2.5, 1e-12);
}

TEST(ShapeJson, MissingTypeListsThemAll) {
  EXPECT_EQ(message("{}").substr(0, 44), "s.json: \"type\" is missing: one of polyhedron");
  EXPECT_NE(message("{}").find("half_space"), std::string::npos);
}

TEST(ShapeJson, UnknownTypeListsThemAllAndSuggestsOne) {
  const std::string text = message(R"({"type":"spere","radius":1})");
  EXPECT_NE(text.find("s.json: type: \"spere\" is not a type of shape; allowed: polyhedron, box"),
            std::string::npos)
      << text;
}

TEST(ShapeJson, UnknownKeyIsNamed) {
  EXPECT_EQ(
      message(R"({"type":"sphere","raduis":1})"),
      "s.json: raduis: unknown key of type sphere; allowed: type, radius, scale; did you mean \"radius\"?");
}

TEST(ShapeJson, HalfSpaceHasNoScale) {
  EXPECT_EQ(message(R"({"type":"half_space","normal":[0,0,1],"scale":2})"),
            "s.json: scale: unknown key of type half_space; allowed: type, normal, offset");
}

TEST(ShapeJson, MissingKeySaysWhatItIs) {
  EXPECT_EQ(message(R"({"type":"cylinder","radius":1})"), "s.json: \"height\" is missing: the height in m");
}

TEST(ShapeJson, WrongTypeNamesTheKey) {
  EXPECT_EQ(message(R"({"type":"sphere","radius":"1"})"), "s.json: radius: must be a number, found \"1\"");
  EXPECT_EQ(message(R"({"type":7})"), "s.json: type: must be a text in quotes, found 7");
  EXPECT_EQ(message("[]"), "s.json: must be an object that describes a shape, found an array of 0");
}

TEST(ShapeJson, PolyhedronNeedsVerticesOrAFile) {
  EXPECT_NE(message(R"({"type":"polyhedron"})").find("s.json: \"vertices\" is missing"), std::string::npos);
  EXPECT_EQ(message(R"({"type":"polyhedron","vertices":[],"file":"a.stl"})"),
            "s.json: give either \"vertices\" or \"file\", not both");
  EXPECT_NE(message(R"({"type":"polyhedron","vertices":[],"hull":true})").find("\"hull\" goes with \"file\""),
            std::string::npos);
}

// What the makers refuse comes with the key's path.
struct Refused {
  const char* text;
  const char* opening;
};
TEST(ShapeJson, NumbersThatMakeNoShapeAreNamed) {
  const Refused cases[] = {
      {R"({"type":"sphere","radius":0})", "s.json: radius: 0 "},
      {R"({"type":"sphere","radius":-1})", "s.json: radius: -1 "},
      {R"({"type":"box","extents":[1,0,1]})", "s.json: extents[1]: 0 "},
      {R"({"type":"superellipsoid","radii":[1,1,1],"exponents":[0,1]})", "s.json: exponents[0]: 0 "},
      {R"({"type":"superellipsoid","radii":[1,1,1],"exponents":[1,2]})", "s.json: exponents[1]: 2 "},
      {R"({"type":"superellipsoid","radii":[1,1,1],"exponents":[-0.5,1]})", "s.json: exponents[0]: -0.5 "},
      {R"({"type":"superellipsoid","radii":[1,-1,1],"exponents":[1,1]})", "s.json: radii[1]: -1 "},
      {R"({"type":"half_space","normal":[0,0,0]})", "s.json: normal: [0, 0, 0] "},
      {R"({"type":"prism","sides":2,"radius":1,"height":1})", "s.json: sides: 2 "},
      {R"({"type":"prism","sides":2000000000,"radius":1,"height":1})", "s.json: sides: 2000000000 "},
      {R"({"type":"polyhedron","vertices":[]})", "s.json: vertices: 0 "},
      {R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0]]})", "s.json: vertices: 3 "},
      {R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]})", "s.json: vertices: "},
      {R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[2,0,0],[3,0,0]]})", "s.json: vertices: "},
      {R"({"type":"polyhedron","vertices":[[0,0,0],[0,0,0],[1,0,0],[0,1,0]]})", "s.json: vertices: 3 "},
  };
  for (const Refused& c : cases) {
    const std::string text = message(c.text);
    EXPECT_EQ(text.substr(0, std::string(c.opening).size()), c.opening) << c.text << "\n" << text;
  }
}

TEST(ShapeJson, ScaleMustBeAboveZero) {
  EXPECT_EQ(message(R"({"type":"sphere","radius":1,"scale":0})").substr(0, 30),
            "s.json: scale: 0 is not allowe");
  EXPECT_EQ(message(R"({"type":"sphere","radius":1,"scale":-2})").substr(0, 31),
            "s.json: scale: -2 is not allowe");
  EXPECT_EQ(message(R"({"type":"sphere","radius":1,"scale":1e300})").substr(0, 15), "s.json: scale: ");
}

TEST(ShapeJson, DuplicatePointsAreMergedWithANote) {
  const auto shape = parse(R"({"type":"polyhedron","vertices":[[0,0,0],[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})");
  ASSERT_TRUE(shape) << shape.error().message;
  ASSERT_EQ(shape->notes.size(), 1U);
  EXPECT_NE(shape->notes[0].find("merged"), std::string::npos);
}

TEST(ShapeJson, MeshFilesCanBeForbidden) {
  const auto shape =
      parse_shape(R"({"type":"polyhedron","file":"/etc/hostname.stl"})", "s.json", {false, ""});
  ASSERT_FALSE(shape);
  EXPECT_NE(shape.error().message.find("mesh files cannot be read here"), std::string::npos);
}

// A folder of its own for the test, gone afterwards.
class ShapeJsonFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "scree_shape_json_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

  std::filesystem::path folder;
};

constexpr const char* tetrahedron_obj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

TEST_F(ShapeJsonFiles, MeshNamesAreRelativeToTheJsonFile) {
  std::filesystem::create_directory(folder / "meshes");
  put("meshes/t.obj", tetrahedron_obj);
  put("s.json", R"({"type":"polyhedron","file":"meshes/t.obj","scale":10})");
  const auto shape = read_shape_file((folder / "s.json").string());
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass.volume, 1000.0 / 6, 1e-9);
}

TEST_F(ShapeJsonFiles, MissingMeshNamesBothFiles) {
  put("s.json", R"({"type":"polyhedron","file":"none.obj"})");
  const auto shape = read_shape_file((folder / "s.json").string());
  ASSERT_FALSE(shape);
  EXPECT_NE(shape.error().message.find("s.json: file: "), std::string::npos) << shape.error().message;
  EXPECT_NE(shape.error().message.find("none.obj: no such file"), std::string::npos) << shape.error().message;
}

TEST_F(ShapeJsonFiles, OpenMeshIsAnErrorUnlessTheHullIsAsked) {
  put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
  put("s.json", R"({"type":"polyhedron","file":"open.obj"})");
  put("h.json", R"({"type":"polyhedron","file":"open.obj","hull":true})");
  EXPECT_FALSE(read_shape_file((folder / "s.json").string()));
  const auto hull = read_shape_file((folder / "h.json").string());
  ASSERT_TRUE(hull) << hull.error().message;
  EXPECT_NEAR(hull->mass.volume, 1.0 / 6, 1e-12);
}

}  // namespace
}  // namespace scree
