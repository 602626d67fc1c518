// Closed and convex, or not: each fault by its name, and the tolerance from both of its sides.
#include "shape/mesh_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "core/round_to_float.hpp"

namespace scree {
namespace {

using Loop = std::vector<std::int32_t>;

PolygonMesh mesh_of(std::vector<Vec3> vertices, const std::vector<Loop>& faces) {
  PolygonMesh mesh;
  mesh.vertices = std::move(vertices);
  for (const Loop& face : faces) {
    mesh.face_vertices.insert(mesh.face_vertices.end(), face.begin(), face.end());
    mesh.face_begin.push_back(static_cast<std::int32_t>(mesh.face_vertices.size()));
  }
  return mesh;
}

const std::vector<Vec3> cube_vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
const std::vector<Loop> cube_faces = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                      {2, 3, 7, 6}, {1, 2, 6, 5}, {0, 4, 7, 3}};

PolygonMesh cube() { return mesh_of(cube_vertices, cube_faces); }

PolygonMesh moved(PolygonMesh mesh, const std::function<Vec3(Vec3)>& move) {
  for (Vec3& p : mesh.vertices) p = move(p);
  return mesh;
}

Vec3 rounded_to_float(Vec3 p) { return {round_to_float(p.x), round_to_float(p.y), round_to_float(p.z)}; }

Vec3 rounded_to_digits(Vec3 p) {
  for (int i = 0; i < 3; ++i) p[i] = std::stod(fmt::format("{:.6e}", p[i]));
  return p;
}

PolygonMesh joined(const PolygonMesh& a, const PolygonMesh& b) {
  PolygonMesh both = a;
  const auto shift = static_cast<std::int32_t>(a.vertices.size());
  both.vertices.insert(both.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (std::size_t k = 0; k < b.face_vertices.size(); ++k)
    both.face_vertices.push_back(b.face_vertices[k] + shift);
  for (std::size_t f = 1; f < b.face_begin.size(); ++f) {
    both.face_begin.push_back(b.face_begin[f] + a.face_begin.back());
  }
  return both;
}

// The surface of the unit cube, each face cut into n x n squares (n a power of two, so that
// the faces' vertices agree) and these into triangles; about its middle.
PolygonMesh fine_cube(int n) {
  mesh_file::MeshBuilder builder;
  for (const Loop& face : cube_faces) {
    const Vec3 corner = cube_vertices[face[0]];
    const Vec3 u = cube_vertices[face[1]] - corner;
    const Vec3 v = cube_vertices[face[3]] - corner;
    const auto at = [&](int i, int j) {
      return builder.add_vertex(corner + i / static_cast<Real>(n) * u + j / static_cast<Real>(n) * v -
                                Vec3{0.5, 0.5, 0.5});
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        builder.add_face(Loop{at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        builder.add_face(Loop{at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  }
  return std::move(builder).finish();
}

// A prism whose top is a fan of n triangles about a middle vertex, lowered by `dent`.
PolygonMesh fan_prism(int n, Real dent) {
  std::vector<Vec3> vertices;
  for (const Real z : {0.0, 1.0}) {
    for (int i = 0; i < n; ++i) {
      const Real angle = 2 * std::numbers::pi * i / n;
      vertices.push_back({0.5 * std::cos(angle), 0.5 * std::sin(angle), z});
    }
  }
  vertices.push_back({0, 0, 1 - dent});
  std::vector<Loop> faces(1);
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    faces[0].insert(faces[0].begin(), i);
    faces.push_back({i, j, n + j, n + i});
    faces.push_back({n + i, n + j, 2 * n});
  }
  return mesh_of(vertices, faces);
}

// A sphere of n x n points, dented smoothly at the pole by `dent` of the radius.
PolygonMesh dented_sphere(int n, Real dent) {
  std::vector<Vec3> vertices;
  for (int i = 1; i < n; ++i) {
    const Real polar = std::numbers::pi * i / n;
    const Real radius = 1 - dent * std::exp(-polar * polar / 0.5);
    for (int j = 0; j < n; ++j) {
      const Real turn = 2 * std::numbers::pi * j / n;
      vertices.push_back(
          radius * Vec3{std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn), std::cos(polar)});
    }
  }
  const auto at = [&](int i, int j) { return (i - 1) * n + j % n; };
  Loop top;
  Loop bottom;
  std::vector<Loop> faces;
  for (int j = 0; j < n; ++j) {
    top.push_back(at(1, j));
    bottom.insert(bottom.begin(), at(n - 1, j));
    for (int i = 1; i + 1 < n; ++i) faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  }
  faces.push_back(top);
  faces.push_back(bottom);
  return mesh_of(vertices, faces);
}

// A prism over the closed polygon through the given points of a circle, 360 / steps degrees apart.
PolygonMesh prism_over(const std::vector<int>& points, int steps) {
  std::vector<Vec3> vertices;
  const int n = static_cast<int>(points.size());
  for (const Real z : {0.0, 1.0}) {
    for (const int i : points) {
      const Real angle = 2 * std::numbers::pi * i / steps;
      vertices.push_back({std::cos(angle), std::sin(angle), z});
    }
  }
  std::vector<Loop> faces(2);
  for (int i = 0; i < n; ++i) {
    faces[0].insert(faces[0].begin(), i);
    faces[1].push_back(n + i);
    faces.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
  }
  return mesh_of(vertices, faces);
}

void expect_convex(const PolygonMesh& mesh) {
  const auto fault = check_closed_and_convex(mesh, "m.stl");
  EXPECT_FALSE(fault) << fault->message;
}

void expect_fault(const PolygonMesh& mesh, std::initializer_list<const char*> parts) {
  const auto fault = check_closed_and_convex(mesh, "m.stl");
  ASSERT_TRUE(fault) << *parts.begin();
  EXPECT_EQ(fault->message.find("m.stl: "), 0U) << fault->message;
  for (const char* part : parts) {
    EXPECT_NE(fault->message.find(part), std::string::npos) << "'" << part << "' not in: " << fault->message;
  }
}

std::vector<Quat> random_rotations(int count) {
  std::mt19937 random(3);
  std::normal_distribution<Real> normal;
  std::vector<Quat> rotations;
  rotations.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    rotations.push_back(normalized(Quat{normal(random), normal(random), normal(random), normal(random)}));
  }
  return rotations;
}

// ---- Topology ----

TEST(MeshCheck, TakesConvexMeshesFacingEitherWay) {
  expect_convex(cube());
  expect_convex(fine_cube(8));
  expect_convex(fan_prism(7, 0));
  expect_convex(dented_sphere(20, 0));
  PolygonMesh inward = cube();
  std::reverse(inward.face_vertices.begin(), inward.face_vertices.end());  // quads all, so this turns each
  expect_convex(inward);
}

TEST(MeshCheck, NamesAnOpenEdge) {
  std::vector<Loop> faces = cube_faces;
  faces.erase(faces.begin() + 1);
  expect_fault(
      mesh_of(cube_vertices, faces),
      {"open mesh: the edge from (0, 0, 1) to (1, 0, 1) belongs to one face only", "(4 open edges)"});
}

TEST(MeshCheck, NamesAFaceTurnedInsideOut) {
  std::vector<Loop> faces = cube_faces;
  std::reverse(faces[1].begin(), faces[1].end());
  expect_fault(mesh_of(cube_vertices, faces),
               {"inconsistent orientation", "the edge from (0, 0, 1) to (1, 0, 1)", "(4 such edges)"});
}

TEST(MeshCheck, NamesAnEdgeWithThreeFaces) {
  std::vector<Vec3> vertices = cube_vertices;
  vertices.push_back({0.5, -1, 0.5});
  std::vector<Loop> faces = cube_faces;
  faces.push_back({0, 1, 8});
  faces.push_back({0, 8, 1});
  expect_fault(mesh_of(vertices, faces), {"the edge from (0, 0, 0) to (1, 0, 0) belongs to 4 faces"});
}

TEST(MeshCheck, NamesSeparateParts) {
  const auto apart = [](Vec3 p) { return p + Vec3{5, 0, 0}; };
  expect_fault(joined(cube(), moved(cube(), apart)), {"2 separate parts", "(0, 0, 0)", "(5, 0, 0)"});
}

TEST(MeshCheck, NamesPartsThatShareAVertexOnly) {
  std::vector<Vec3> vertices = cube_vertices;
  for (std::size_t v = 1; v < 8; ++v) vertices.push_back(-cube_vertices[v]);
  std::vector<Loop> faces = cube_faces;
  for (Loop face : cube_faces) {
    for (std::int32_t& v : face) v = v == 0 ? 0 : v + 7;
    std::reverse(face.begin(), face.end());
    faces.push_back(face);
  }
  expect_fault(mesh_of(vertices, faces), {"2 separate parts"});
}

TEST(MeshCheck, NamesAHoleThroughTheMesh) {
  // A square ring: four blocks around a hole, as a torus of 4 x 4 quads.
  std::vector<Vec3> vertices;
  for (int i = 0; i < 4; ++i) {
    const Real angle = std::numbers::pi / 2 * i;
    for (const auto& [r, z] : {std::pair{1.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {1.0, 1.0}}) {
      vertices.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  }
  std::vector<Loop> faces;
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    for (int k = 0; k < 4; ++k) {
      faces.push_back({4 * i + k, 4 * next + k, 4 * next + (k + 1) % 4, 4 * i + (k + 1) % 4});
    }
  }
  expect_fault(mesh_of(vertices, faces), {"vertices - edges + faces is 0, it must be 2"});
}

TEST(MeshCheck, NamesAMeshWithoutFacesOrVolume) {
  expect_fault(mesh_of(cube_vertices, {}), {"no faces"});
  expect_fault(mesh_of(cube_vertices, {{0, 0, 1}, {2, 2, 2}}), {"no face with an area"});
  expect_fault(mesh_of(cube_vertices, {{0, 1, 2}, {0, 2, 1}}), {"m.stl: vertices: 3 distinct points"});
  expect_fault(mesh_of(cube_vertices, {{0, 1, 2, 3}, {3, 2, 1, 0}}), {"coplanar"});
}

// ---- Faces that do not count ----

TEST(MeshCheck, DropsFacesWithRepeatedVertices) {
  std::vector<Loop> faces = cube_faces;
  faces[0] = {0, 0, 3, 2, 2, 1, 0};
  faces.push_back({0, 1, 1});
  faces.push_back({5, 5, 5});
  const auto shape = polyhedron_from_mesh(mesh_of(cube_vertices, faces), "m.stl");
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass.volume, 1, 1e-15);
  EXPECT_NE(std::find(shape->notes.begin(), shape->notes.end(), "2 faces without area were left out"),
            shape->notes.end());
}

TEST(MeshCheck, DropsFacesWithoutAreaThatAreInTheWay) {
  std::vector<Vec3> vertices = cube_vertices;
  vertices.push_back({0.5, 0, 0});
  std::vector<Loop> faces = cube_faces;
  faces.push_back({0, 1, 8});
  expect_convex(mesh_of(vertices, faces));
}

TEST(MeshCheck, KeepsFacesWithoutAreaThatCloseTheMesh) {
  // Vertex 8 lies on the edge 0-1 of the bottom; the front has it as a corner; a flat triangle between.
  std::vector<Vec3> vertices = cube_vertices;
  vertices.push_back({0.5, 0, 0});
  std::vector<Loop> faces = cube_faces;
  faces[2] = {0, 8, 1, 5, 4};
  faces.push_back({0, 1, 8});
  expect_convex(mesh_of(vertices, faces));
}

TEST(MeshCheck, IgnoresVerticesWithoutFaces) {
  PolygonMesh mesh = cube();
  mesh.vertices.push_back({9, 9, 9});
  const auto shape = polyhedron_from_mesh(mesh, "m.stl");
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass.volume, 1, 1e-15);
  EXPECT_EQ(shape->notes, std::vector<std::string>{"1 vertices without faces were left out"});
}

// ---- Convexity ----

TEST(MeshCheck, NamesTheMostReflexEdgeAndItsAngle) {
  std::vector<Vec3> vertices;
  for (const Real z : {0.0, 1.0}) {
    for (const Vec3& p : {Vec3{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}) {
      vertices.push_back({p.x, p.y, z});
    }
  }
  std::vector<Loop> faces = {{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}};
  for (int i = 0; i < 6; ++i) faces.push_back({i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i});
  expect_fault(mesh_of(vertices, faces),
               {"not convex: the edge from (1, 1, 0) to (1, 1, 1) has an inner angle of 270.000000 degrees"});
  PolygonMesh inward = mesh_of(vertices, faces);
  for (std::size_t f = 0; f + 1 < inward.face_begin.size(); ++f) {
    std::reverse(inward.face_vertices.begin() + inward.face_begin[f],
                 inward.face_vertices.begin() + inward.face_begin[f + 1]);
  }
  expect_fault(inward, {"not convex: the edge from (1, 1, 0) to (1, 1, 1)", "270.000000 degrees"});
}

TEST(MeshCheck, MeasuresTheAngleOfAValley) {
  // A block whose top is a valley along y: both sides fall by 0.1 over 0.5.
  const PolygonMesh mesh = mesh_of({{-0.5, 0, 0},
                                    {0.5, 0, 0},
                                    {0.5, 0, 1},
                                    {0, 0, 0.9},
                                    {-0.5, 0, 1},
                                    {-0.5, 1, 0},
                                    {0.5, 1, 0},
                                    {0.5, 1, 1},
                                    {0, 1, 0.9},
                                    {-0.5, 1, 1}},
                                   {{0, 1, 2, 3, 4},
                                    {9, 8, 7, 6, 5},
                                    {5, 6, 1, 0},
                                    {1, 6, 7, 2},
                                    {2, 7, 8, 3},
                                    {3, 8, 9, 4},
                                    {0, 4, 9, 5}});
  const Real angle = 180 + 2 * std::atan2(0.1, 0.5) * 180 / std::numbers::pi;
  expect_fault(mesh,
               {"the edge from (0, 0, 0.9) to (0, 1, 0.9)", fmt::format("{:.6f} degrees", angle).c_str()});
}

TEST(MeshCheck, TakesRotatedBoxesRoundedToFloats) {
  for (const Quat& rotation : random_rotations(40)) {
    for (const Vec3& extents : {Vec3{1, 1, 1}, {1, 0.5, 0.02}, {1, 0.01, 0.01}}) {
      for (const Real offset : {0.0, 0.5, 10.0, 100.0}) {
        const auto move = [&](Vec3 p) {
          return rounded_to_float(rotate(rotation, {extents.x * p.x, extents.y * p.y, extents.z * p.z}) +
                                  Vec3{offset, 0, -offset});
        };
        expect_convex(moved(cube(), move));
        expect_convex(moved(fine_cube(4), move));
      }
    }
  }
}

TEST(MeshCheck, TakesRotatedBoxesWrittenWithSevenDigits) {
  for (const Quat& rotation : random_rotations(100)) {
    expect_convex(moved(fine_cube(4), [&](Vec3 p) { return rounded_to_digits(rotate(rotation, p)); }));
  }
}

TEST(MeshCheck, TakesSliversRoundedToFloats) {
  // The fan triangles of a 400-sided prism: needles 130 times as long as wide.
  for (const Quat& rotation : random_rotations(20)) {
    const auto move = [&](Vec3 p) { return rounded_to_float(rotate(rotation, p)); };
    expect_convex(moved(prism_over(
                            [] {
                              std::vector<int> all(400);
                              for (int i = 0; i < 400; ++i) all[static_cast<std::size_t>(i)] = i;
                              return all;
                            }(),
                            400),
                        move));
    expect_convex(moved(fan_prism(400, 0), move));
  }
}

TEST(MeshCheck, FindsDentsAboveTheToleranceOnly) {
  // Relative to the diagonal of the bounds: 1.7 for the cube and for the prism nearly so.
  for (const int fan : {3, 4, 6, 100}) {
    const Real size = norm(Vec3{1, 1, 1});
    expect_convex(fan_prism(fan, 1e-6 * size));
    expect_convex(fan_prism(fan, -1e-6 * size));
    expect_fault(fan_prism(fan, 1e-5 * size), {"not convex", "the edge from"});
    expect_convex(fan_prism(fan, -1e-5 * size));  // a flat pyramid on top
  }
  for (const Quat& rotation : random_rotations(20)) {
    for (const Real depth : {1e-5, 1e-4, 1e-2}) {
      PolygonMesh mesh = fine_cube(4);
      for (Vec3& p : mesh.vertices) {
        if (p == Vec3{0.25, -0.25, 0.5}) p.z -= depth * std::sqrt(3.0);
        p = rounded_to_float(rotate(rotation, p));
      }
      expect_fault(mesh, {"not convex", "the edge from"});
    }
  }
}

TEST(MeshCheck, FindsAWrongDiagonalThoughEveryVertexIsOnTheHull) {
  for (const Real lift : {1e-4, 1e-2, 0.5}) {
    std::vector<Vec3> vertices = cube_vertices;
    vertices[6].z += lift;  // the top is now two triangles: convex along 4-6, a valley along 5-7
    std::vector<Loop> faces = cube_faces;
    faces[1] = {4, 5, 6};
    faces.push_back({4, 6, 7});
    expect_convex(mesh_of(vertices, faces));
    faces[1] = {5, 6, 7};
    faces.back() = {5, 7, 4};
    expect_fault(mesh_of(vertices, faces), {"the edge from (1, 0, 1) to (0, 1, 1)"});
    faces.pop_back();
    faces[1] = {5, 6, 7, 4};  // the same as a fan about its first vertex
    expect_fault(mesh_of(vertices, faces), {"the edge from (0, 1, 1) to (1, 0, 1)"});
    faces[1] = {4, 5, 6, 7};
    expect_convex(mesh_of(vertices, faces));
  }
}

TEST(MeshCheck, FindsASmoothDentOfManyFaces) {
  expect_convex(dented_sphere(200, 0));
  expect_fault(dented_sphere(200, 0.3), {"not convex"});
}

TEST(MeshCheck, FindsASurfaceThatWindsAroundTwice) {
  expect_convex(prism_over({0, 1, 2, 3, 4}, 5));
  // Every edge of this prism over a pentagram is convex; it encloses its inner part twice.
  expect_fault(prism_over({0, 2, 4, 1, 3}, 5), {"not convex: the mesh encloses", "crosses itself"});
}

TEST(MeshCheck, DoesNotDependOnTheUnit) {
  for (const Real scale : {1e-30, 1e-6, 1e6, 1e30}) {
    expect_convex(moved(fine_cube(4), [&](Vec3 p) { return scale * p; }));
    expect_fault(moved(fan_prism(6, 1e-4), [&](Vec3 p) { return scale * p; }), {"not convex"});
  }
}

TEST(MeshCheck, TakesAnyFiniteCoordinates) {
  for (const Real scale : {1e-320, 1e-200, 1e150, 1e307}) {
    // No crash, no hang and no NaN; what makers allow as sizes is theirs to say.
    const auto shape = polyhedron_from_mesh(moved(cube(), [&](Vec3 p) { return scale * p; }), "m.stl");
    if (shape) {
      EXPECT_TRUE(is_finite(shape->centre));
      EXPECT_GT(shape->size, 0);
      EXPECT_TRUE(std::isfinite(shape->mass.volume)) << scale;
    }
  }
}

}  // namespace
}  // namespace scree
