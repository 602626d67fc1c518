// Polyhedra from mesh files: the shipped examples, the hull of one that is not convex, and faults.
#include <gtest/gtest.h>
#include <unistd.h>
#include <scree/shape.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

namespace scree {
namespace {

const std::string mesh_folder = SCREE_SOURCE_DIR "/scenes/meshes/";

TEST(ReadPolyhedron, GivesTheExamplesTheirKnownVolumesAndCounts) {
  struct Expected {
    const char* name;
    std::size_t vertices, edges, faces;
    Real volume, tolerance;
  };
  const Real golden = (1 + std::sqrt(5.0)) / 2;
  for (const Expected& expected : {Expected{"cube.stl", 8, 12, 6, 1, 1e-14},
                                   {"tetrahedron.stl", 4, 6, 4, std::sqrt(2.0) / 12, 1e-7},  // floats
                                   {"octahedron.obj", 6, 12, 8, std::sqrt(2.0) / 3, 1e-14},
                                   {"icosahedron.ply", 12, 30, 20, 5 * golden * golden / 6, 1e-14}}) {
    for (const bool hull : {false, true}) {
      const auto shape = read_polyhedron(mesh_folder + expected.name, hull);
      ASSERT_TRUE(shape) << shape.error().message;
      EXPECT_EQ(shape->type, ShapeType::polyhedron);
      EXPECT_EQ(shape->core->vertices.size(), expected.vertices) << expected.name;
      EXPECT_EQ(shape->core->edges.size(), expected.edges) << expected.name;
      EXPECT_EQ(shape->core->face_planes.size(), expected.faces) << expected.name;
      EXPECT_NEAR(shape->mass.volume, expected.volume, expected.tolerance) << expected.name;
      EXPECT_NEAR(norm(shape->centre), 0, 1e-15) << expected.name;
      EXPECT_TRUE(shape->notes.empty()) << shape->notes.front();
    }
  }
}

TEST(ReadPolyhedron, RefusesAMeshThatIsNotConvex) {
  const auto shape = read_polyhedron(mesh_folder + "bracket.obj", false);
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().message, mesh_folder +
                                       "bracket.obj: not convex: the edge from (1, 1, 0) to (1, 1, 1) has an "
                                       "inner angle of 270.000000 degrees, at most 180 are allowed");
}

TEST(ReadPolyhedron, TakesTheHullOnRequestAndSaysSo) {
  const auto shape = read_polyhedron(mesh_folder + "bracket.obj", true);
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass.volume, 3.5, 1e-14);
  EXPECT_EQ(shape->core->vertices.size(), 10U);
  ASSERT_FALSE(shape->notes.empty());
  EXPECT_EQ(shape->notes.back().find("the convex hull replaces the mesh: "), 0U) << shape->notes.back();
  EXPECT_NE(shape->notes.back().find("270.000000 degrees"), std::string::npos) << shape->notes.back();
  EXPECT_EQ(shape->notes.back().find('\n'), std::string::npos);
}

class ReadPolyhedronFile : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::path(testing::TempDir()) / ("scree_read_" + std::to_string(getpid()) + ".obj");
  }
  void TearDown() override { std::filesystem::remove(path_); }
  [[nodiscard]] Result<Shape> read(const std::string& text, bool hull) const {
    std::ofstream(path_) << text;
    return read_polyhedron(path_.string(), hull);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST_F(ReadPolyhedronFile, NamesAnOpenMeshOrTakesItsHull) {
  const std::string open = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n";
  const auto refused = read(open, false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            path() +
                ": open mesh: the edge from (0, 0, 0) to (0, 1, 0) belongs to one face only, every edge "
                "must belong to two (3 open edges)");
  const auto hull = read(open, true);
  ASSERT_TRUE(hull) << hull.error().message;
  EXPECT_NEAR(hull->mass.volume, 1.0 / 6, 1e-15);
  ASSERT_EQ(hull->notes.size(), 1U);
  EXPECT_NE(hull->notes[0].find("open mesh"), std::string::npos) << hull->notes[0];
}

TEST_F(ReadPolyhedronFile, TakesTheHullOfPointsWithoutFaces) {
  const auto hull = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", true);
  ASSERT_TRUE(hull) << hull.error().message;
  EXPECT_EQ(hull->core->vertices.size(), 4U);
}

TEST_F(ReadPolyhedronFile, NamesTheFileWhenThereIsNoHull) {
  for (const bool hull : {false, true}) {
    const auto flat = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\nf 3 4 2 1\n", hull);
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().message.find(path() + ": vertices: "), 0U) << flat.error().message;
    const auto broken = read("v 0 0\n", hull);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().message, path() + ":1: vertex 1: a number is missing");
    const auto missing = read_polyhedron(mesh_folder + "absent.obj", hull);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, mesh_folder + "absent.obj: no such file");
  }
}

}  // namespace
}  // namespace scree
