// Triangle meshes are closed, convex, on the surface, and their volume tends to the exact one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "shape/sample_shapes.hpp"

namespace scree {
namespace {

using test::must;

Real mesh_volume(const TriangleMesh& mesh, Vec3 about) {
  Real volume = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    volume += dot(mesh.vertices[i] - about, cross(mesh.vertices[j] - about, mesh.vertices[k] - about)) / 6;
  }
  return volume;
}

// Each edge once in each direction.
void expect_closed(const TriangleMesh& mesh, const std::string& label) {
  std::map<std::pair<std::int32_t, std::int32_t>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1) << label;
    ASSERT_EQ(edges.count({edge.second, edge.first}), 1U) << label;
  }
  EXPECT_EQ(mesh.vertices.size() - edges.size() / 2 + mesh.triangles.size(), 2U) << label;
}

// No vertex above any triangle's plane, beyond the merging of nearly coplanar facets.
void expect_convex(const TriangleMesh& mesh, Real size, const std::string& label) {
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 a = mesh.vertices[i];
    const Vec3 area = cross(mesh.vertices[j] - a, mesh.vertices[k] - a);
    if (norm(area) < 1e-9 * size * size) continue;  // the normal of a sliver means nothing
    const Vec3 normal = normalized(area);
    for (const Vec3& v : mesh.vertices) ASSERT_LE(dot(normal, v - a), 1e-6 * size) << label;
  }
}

TEST(Triangulate, MeshesAreClosedConvexAndOnTheSurface) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    for (const int points : {8, 100, 1000}) {
      const TriangleMesh mesh = triangulate(shape, points);
      ASSERT_GE(mesh.triangles.size(), 4U) << label;
      expect_closed(mesh, label);
      expect_convex(mesh, shape.size, label);
      for (const Vec3& v : mesh.vertices) EXPECT_NEAR(inside_outside(shape, v), 1, 1e-13) << label;
    }
  }
}

TEST(Triangulate, VolumeTendsToTheExactOneFromBelow) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    Real error[2];
    for (int i = 0; i < 2; ++i) {
      const TriangleMesh mesh = triangulate(shape, i == 0 ? 500 : 8000);
      error[i] = 1 - mesh_volume(mesh, shape.centre) / shape.mass.volume;
      EXPECT_GE(error[i], -1e-9) << label;
    }
    if (shape.type == ShapeType::polyhedron) {
      EXPECT_LE(std::fabs(error[1]), 1e-14) << label;
    } else {
      // 16 times the points: at least a quarter of the error where the surface is smooth.
      EXPECT_LE(error[0], 0.04) << label;
      EXPECT_LE(error[1], error[0] / 4) << label;
    }
  }
}

TEST(Triangulate, CountsAreAsAsked) {
  const TriangleMesh mesh = triangulate(must(make_superellipsoid({1, 1.2, 0.8}, 0.7, 0.9)));
  EXPECT_EQ(mesh.vertices.size(), 400U);
  EXPECT_EQ(mesh.triangles.size(), 796U);
  EXPECT_EQ(triangulate(must(make_box({1, 1, 1}))).triangles.size(), 12U);
  EXPECT_EQ(triangulate(must(make_cylinder(1, 1)), 100).vertices.size(), 100U);
  EXPECT_TRUE(triangulate(must(make_half_space({0, 0, 1}, 0))).triangles.empty());
  EXPECT_FALSE(triangulate(must(make_sphere(1)), -5).triangles.empty());
}

TEST(Triangulate, ThinShapesKeepTheirMesh) {
  for (const Shape& shape :
       {must(make_ellipsoid({1, 1, 1e-14})), must(make_superellipsoid({1e-9, 1, 1e9}, 0.5, 1)),
        must(make_cylinder(1e-8, 1e8))}) {
    const TriangleMesh mesh = triangulate(shape, 400);
    expect_closed(mesh, std::string(name(shape.type)));
    EXPECT_NEAR(mesh_volume(mesh, {}) / shape.mass.volume, 1, 0.05);
  }
}

TEST(Triangulate, ExtremeExponentsGiveAClosedMesh) {
  for (const Real e1 : {0.01, 0.2, 1.0, 1.9, 1.99}) {
    for (const Real e2 : {0.01, 0.2, 1.0, 1.9, 1.99}) {
      const Shape shape = must(make_superellipsoid({1, 2, 3}, e1, e2));
      const TriangleMesh mesh = triangulate(shape, 400);
      const std::string label = std::to_string(e1) + ' ' + std::to_string(e2);
      ASSERT_FALSE(mesh.triangles.empty()) << label;
      expect_closed(mesh, label);
      EXPECT_NEAR(mesh_volume(mesh, {}) / shape.mass.volume, 1, 0.05) << label;
    }
  }
}

}  // namespace
}  // namespace scree
