#include "shape/hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree {
namespace {

// Every relation between the flat arrays, and convexity.
void expect_sound(const Shape& shape) {
  const Polyhedron& p = *shape.core;
  const auto vertices = static_cast<long>(p.vertices.size());
  const auto faces = static_cast<long>(p.face_planes.size());
  const auto edges = static_cast<long>(p.edges.size());
  ASSERT_EQ(vertices - edges + faces, 2);
  ASSERT_EQ(p.half_edges.size(), p.face_vertices.size());
  for (std::size_t k = 0; k < p.half_edges.size(); ++k) {
    const HalfEdge& h = p.half_edges[k];
    const HalfEdge& twin = p.half_edges[h.twin];
    ASSERT_EQ(h.origin, p.face_vertices[k]);
    ASSERT_EQ(p.half_edges[h.twin].twin, static_cast<std::int32_t>(k));
    ASSERT_EQ(twin.origin, p.half_edges[h.next].origin);
    ASSERT_EQ(twin.edge, h.edge);
    ASSERT_NE(twin.face, h.face);
  }
  for (const PolyhedronEdge& e : p.edges) {
    for (int side = 0; side < 2; ++side) {
      const auto begin = p.face_vertices.begin() + p.face_begin[e.face[side]];
      const auto end = p.face_vertices.begin() + p.face_begin[e.face[side] + 1];
      const auto at = std::find(begin, end, e.vertex[side]);
      ASSERT_NE(at, end);
      ASSERT_EQ(at + 1 == end ? *begin : *(at + 1), e.vertex[1 - side]);
    }
  }
  for (long v = 0; v < vertices; ++v) {
    ASSERT_GE(p.vertex_begin[v + 1] - p.vertex_begin[v], 3);
    for (int k = p.vertex_begin[v]; k < p.vertex_begin[v + 1]; ++k) {
      const PolyhedronEdge& e = p.edges[p.vertex_edges[k]];
      const bool forward = e.vertex[0] == v;
      ASSERT_EQ(e.vertex[forward ? 1 : 0], p.vertex_neighbours[k]);
      ASSERT_EQ(e.vertex[forward ? 0 : 1], v);
      ASSERT_EQ(e.face[forward ? 0 : 1], p.vertex_faces[k]);
      // Counter-clockwise: the next edge of the fan borders the face left of this one.
      const int next = k + 1 < p.vertex_begin[v + 1] ? k + 1 : p.vertex_begin[v];
      const PolyhedronEdge& f = p.edges[p.vertex_edges[next]];
      ASSERT_TRUE(f.face[0] == p.vertex_faces[k] || f.face[1] == p.vertex_faces[k]);
    }
  }
  for (const Plane& plane : p.face_planes) {
    ASSERT_NEAR(norm(plane.normal), 1, 1e-15);
    for (const Vec3& v : p.vertices) ASSERT_LE(dot(plane.normal, v) - plane.offset, 1e-15 * shape.size);
  }
  ASSERT_GT(shape.mass.volume, 0);
}

std::vector<Vec3> grid(int n, Real step) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) points.push_back({i * step, j * step, k * step});
    }
  }
  return points;
}

std::string message(const std::vector<Vec3>& points) {
  const auto shape = make_polyhedron(points);
  return shape ? "" : shape.error().message;
}

TEST(Hull, MergesCoplanarFacetsAndDropsOtherPoints) {
  const auto cube = make_polyhedron(grid(5, 0.25));
  ASSERT_TRUE(cube);
  expect_sound(*cube);
  EXPECT_EQ(cube->core->vertices.size(), 8U);
  EXPECT_EQ(cube->core->edges.size(), 12U);
  EXPECT_EQ(cube->core->face_planes.size(), 6U);
  EXPECT_EQ(cube->mass.volume, 1);
  EXPECT_EQ(cube->centre, (Vec3{0.5, 0.5, 0.5}));
  EXPECT_NEAR(cube->mass.inertia.row[1].y, 1.0 / 6, 1e-15);
  ASSERT_EQ(cube->notes.size(), 1U);
  EXPECT_NE(cube->notes[0].find("117 points"), std::string::npos);
}

TEST(Hull, MergesFacesOfATurnedBox) {
  Random random{4, 1};
  for (int trial = 0; trial < 200; ++trial) {
    const Quat turn = rotation(random);
    std::vector<Vec3> points;
    for (const Vec3& p : grid(2, 1)) points.push_back(rotate(turn, {p.x, 3 * p.y, 0.1 * p.z}));
    const auto box = make_polyhedron(points);
    ASSERT_TRUE(box);
    expect_sound(*box);
    EXPECT_EQ(box->core->face_planes.size(), 6U);
    EXPECT_NEAR(box->mass.volume, 0.3, 1e-15);
  }
}

TEST(Hull, RandomPointsGiveSoundPolyhedra) {
  Random random{4, 2};
  for (int trial = 0; trial < testing::scaled_count(3000); ++trial) {
    const int count = 4 + uniform_index(random, 100);
    const Vec3 stretch{1, std::pow(10, uniform(random, -3, 0)), std::pow(10, uniform(random, -3, 0))};
    const Real scale = std::pow(10, uniform(random, -6, 6));
    const bool rounded_to_grid = uniform_index(random, 3) == 0;
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      Vec3 u = uniform(random) * unit_vector(random);
      if (rounded_to_grid) u = {std::round(3 * u.x), std::round(3 * u.y), std::round(3 * u.z)};
      points.push_back(scale * Vec3{u.x * stretch.x, u.y * stretch.y, u.z * stretch.z});
    }
    const auto shape = make_polyhedron(points);
    if (!shape && rounded_to_grid) continue;  // a grid's few points may be coplanar
    ASSERT_TRUE(shape) << shape.error().message;
    expect_sound(*shape);
    for (const Vec3& p : points) {
      for (const Plane& plane : shape->core->face_planes) {
        ASSERT_LE(dot(plane.normal, p - shape->centre) - plane.offset, 1e-14 * shape->size);
      }
    }
  }
}

TEST(Hull, FarFromItsOriginLosesNothing) {
  std::vector<Vec3> points;
  for (const Vec3& p : grid(2, 1)) points.push_back(p + Vec3{9e4, -9e4, 9e4});
  const auto cube = make_polyhedron(points);
  ASSERT_TRUE(cube);
  expect_sound(*cube);
  EXPECT_EQ(cube->mass.volume, 1);
  EXPECT_EQ(cube->centre, (Vec3{9e4 + 0.5, -9e4 + 0.5, 9e4 + 0.5}));
}

TEST(Hull, TetrahedronMassIsExact) {
  const auto t = make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  ASSERT_TRUE(t);
  EXPECT_DOUBLE_EQ(t->mass.volume, 1.0 / 6);
  EXPECT_DOUBLE_EQ(t->mass.centroid.x, 0.25);
  EXPECT_NEAR(t->mass.inertia.row[0].x, 1.0 / 80, 1e-17);
  EXPECT_NEAR(t->mass.inertia.row[0].y, 1.0 / 480, 1e-17);
}

TEST(Hull, BadPointsAreNamed) {
  EXPECT_NE(message({}).find("0 distinct points"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("at least 4"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}}).find("coplanar"),
            std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).find("collinear"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}}).find("vertices[2]"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, INFINITY}}).find("finite"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e160}}).find("vertices[3][2]: 1e+160"),
            std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1e-200, 0, 0}, {0, 1e-200, 0}, {0, 0, 1e-200}}).find("must span at least"),
            std::string::npos);
}

TEST(Hull, DuplicatesAreMergedWithANote) {
  const auto t = make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}});
  ASSERT_TRUE(t);
  EXPECT_EQ(t->core->vertices.size(), 4U);
  ASSERT_EQ(t->notes.size(), 1U);
  EXPECT_EQ(t->notes[0], "2 duplicate points were merged");
}

}  // namespace
}  // namespace scree
