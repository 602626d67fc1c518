// Support points, inside-outside values and bounds of every shape against sampled surfaces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/random.hpp"
#include "shape/make_view.hpp"
#include "shape/sample_shapes.hpp"
#include "shape/support.hpp"

namespace scree {
namespace {

using test::must;

constexpr Real infinity = std::numeric_limits<Real>::infinity();

// Surface points by bisection of inside_outside along random rays from the centre.
std::vector<Vec3> surface_points(const Shape& shape, int count, Random& random) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Vec3 u = unit_vector(random);
    Real inside = 0;
    Real outside = shape.size;
    for (int k = 0; k < 50; ++k) {
      const Real middle = (inside + outside) / 2;
      (inside_outside(shape, shape.centre + middle * u) < 1 ? inside : outside) = middle;
    }
    points.push_back(shape.centre + inside * u);
  }
  return points;
}

TEST(Support, NoSurfacePointIsFartherAndSomeAreNearlyAsFar) {
  Random random{31};
  for (const auto& [label, shape] : test::sample_shapes()) {
    const std::vector<Vec3> surface = surface_points(shape, 4000, random);
    for (int i = 0; i < 200; ++i) {
      const Vec3 d = unit_vector(random);
      const Vec3 p = support_point(shape, uniform(random, 0.1, 10) * d);
      EXPECT_NEAR(inside_outside(shape, p), 1, 1e-14) << label;
      Real farthest = -infinity;
      for (const Vec3& q : surface) farthest = std::max(farthest, dot(q, d));
      EXPECT_LE(farthest, dot(p, d) + 1e-13 * shape.size) << label;
      EXPECT_GE(farthest, dot(p, d) - 0.06 * shape.size) << label;
    }
  }
}

TEST(Support, DirectionsAlongAxesAndInPlanesAreHandled) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    for (int code = 0; code < 27; ++code) {
      const int digit[3] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
      const Vec3 d{Real(digit[0]), Real(digit[1]), Real(digit[2])};
      if (d == Vec3{}) continue;
      const Vec3 p = support_point(shape, d);
      EXPECT_NEAR(inside_outside(shape, p), 1, 1e-14) << label << ' ' << code;
      for (const Real scale : {1e-250, 1e250}) {
        EXPECT_LE(norm(support_point(shape, scale * d) - p), 1e-13) << label << ' ' << code;
      }
    }
  }
}

TEST(Support, PolyhedronNamesTheFirstFarthestVertex) {
  const Shape box = must(make_box({2, 2, 2}));
  const ShapeView view = make_view(box);
  std::int32_t vertex = -1;
  const Vec3 p = support(view, {1, 1, 1}, vertex);
  EXPECT_EQ(p, (Vec3{1, 1, 1}));
  EXPECT_EQ(box.core->vertices[vertex], p);
  // Along +x four vertices are equally far.
  support(view, {1, 0, 0}, vertex);
  for (std::int32_t i = 0; i < vertex; ++i) EXPECT_LT(box.core->vertices[i].x, 1);
  EXPECT_EQ(box.core->vertices[vertex].x, 1);
  support(make_view(must(make_ellipsoid({1, 1, 1}))), {1, 0, 0}, vertex);
  EXPECT_EQ(vertex, -1);
}

TEST(Support, ViewOmitsTheSweepBall) {
  const Shape capsule = must(make_capsule(0.5, 3));
  std::int32_t vertex = -1;
  EXPECT_EQ(support(make_view(capsule), {0.1, 0, 1}, vertex), (Vec3{0, 0, 1.5}));
  EXPECT_EQ(vertex, 1);
  EXPECT_EQ(support_point(capsule, {0, 0, 1}), (Vec3{0, 0, 2}));
}

TEST(Support, CylinderReturnsTheMiddleOfCapsAndSideLines) {
  const Shape cylinder = must(make_cylinder(2, 6));
  EXPECT_EQ(support_point(cylinder, {0, 0, 1}), (Vec3{0, 0, 3}));
  EXPECT_EQ(support_point(cylinder, {0, -5, 0}), (Vec3{0, -2, 0}));
  EXPECT_EQ(support_point(cylinder, {1, 0, -1e-9}), (Vec3{2, 0, -3}));
}

TEST(Support, HalfSpaceIsBoundedAlongItsNormalOnly) {
  const Shape floor = must(make_half_space({0, 0, 1}, 2));
  EXPECT_EQ(support_point(floor, {0, 0, 5}), (Vec3{0, 0, 2}));
  EXPECT_EQ(support_point(floor, {0, 0, -1}), (Vec3{0, 0, -infinity}));
  EXPECT_EQ(support_point(floor, {1, 0, 1}), (Vec3{infinity, 0, infinity}));
  const Shape slope = must(make_half_space({1, 2, 2}, 3));
  EXPECT_LE(norm(support_point(slope, {2, 4, 4}) - Vec3{1, 2, 2}), 1e-14);
}

TEST(InsideOutside, GivesTheTrueDistanceForPolyhedraAndSweptShapes) {
  // The point at height t above a support point has it as its nearest point, so its distance is t.
  Random random{32};
  for (const auto& [label, shape] : test::sample_shapes()) {
    if (!shape.core) continue;
    for (int i = 0; i < 500; ++i) {
      const Vec3 d = unit_vector(random);
      const Real t = uniform(random, 0, 2) * shape.size;
      EXPECT_NEAR(inside_outside(shape, support_point(shape, d) + t * d), 1 + t / shape.size, 1e-14) << label;
    }
    // Above the faces.
    for (std::size_t f = 0; f < shape.core->face_planes.size(); ++f) {
      const auto begin = shape.core->face_begin[f];
      const auto end = shape.core->face_begin[f + 1];
      Vec3 middle;
      for (auto k = begin; k < end; ++k) middle += shape.core->vertices[shape.core->face_vertices[k]];
      middle = shape.centre + middle / (end - begin);
      const Real height = shape.sweep_radius + 0.3;
      const Vec3 p = middle + height * shape.core->face_planes[f].normal;
      EXPECT_NEAR(inside_outside(shape, p), 1 + 0.3 / shape.size, 1e-14) << label;
    }
  }
}

TEST(InsideOutside, KnownPoints) {
  const Shape box = must(make_box({2, 4, 6}));
  EXPECT_NEAR(inside_outside(box, {0, 0, 0}), 1 - 1 / box.size, 1e-15);  // the nearest face is 1 away
  EXPECT_NEAR(inside_outside(box, {0, 1.75, 0}), 1 - 0.25 / box.size, 1e-15);
  EXPECT_NEAR(inside_outside(box, {4, 6, 0}), 1 + 5 / box.size, 1e-15);  // 3, 4 off an edge
  EXPECT_NEAR(inside_outside(must(make_sphere(2)), {0, 3, 0}), 1.25, 1e-15);
  EXPECT_NEAR(inside_outside(must(make_sphere(2)), {0, 0, 0}), 0.5, 1e-15);
  EXPECT_NEAR(inside_outside(must(make_capsule(1, 2)), {0, 3, 0.5}), 1.5, 1e-15);
  EXPECT_NEAR(inside_outside(must(make_cylinder(1, 4)), {0, 0.5, 3}), 1.5, 1e-15);
  EXPECT_NEAR(inside_outside(must(make_ellipsoid({1, 2, 3})), {0, 3, 0}), 1.5, 1e-15);
  EXPECT_NEAR(inside_outside(must(make_half_space({0, 0, 1}, 2)), {7, 8, 5}), 4, 1e-15);
}

TEST(Bounds, HoldEveryTurnedSurfacePointAndNoMore) {
  Random random{33};
  for (const auto& [label, shape] : test::sample_shapes()) {
    const std::vector<Vec3> surface = surface_points(shape, 4000, random);
    for (int i = 0; i < 20; ++i) {
      const Pose pose{rotation(random), {uniform(random, -3, 3), 5, uniform(random, -3, 3)}};
      const Bounds box = bounds(shape, pose);
      Vec3 lower{infinity, infinity, infinity};
      Vec3 upper = -lower;
      for (const Vec3& p : surface) {
        const Vec3 q = transform(pose, p);
        for (int k = 0; k < 3; ++k) {
          lower[k] = std::min(lower[k], q[k]);
          upper[k] = std::max(upper[k], q[k]);
        }
      }
      for (int k = 0; k < 3; ++k) {
        EXPECT_LE(box.lower[k], lower[k] + 1e-13) << label;
        EXPECT_GE(box.upper[k], upper[k] - 1e-13) << label;
        EXPECT_LE(lower[k] - box.lower[k], 0.06 * shape.size) << label;
        EXPECT_LE(box.upper[k] - upper[k], 0.06 * shape.size) << label;
      }
    }
  }
}

TEST(Bounds, KnownBoxes) {
  const Pose quarter_turn{{std::sqrt(0.5), 0, 0, std::sqrt(0.5)}, {10, 20, 30}};  // x to y
  const Bounds box = bounds(must(make_box({2, 4, 6})), quarter_turn);
  EXPECT_LE(norm(box.lower - Vec3{8, 19, 27}), 1e-14);
  EXPECT_LE(norm(box.upper - Vec3{12, 21, 33}), 1e-14);
  const Bounds pyramid = bounds(must(make_pyramid(2, 3)), {});
  EXPECT_EQ(pyramid.lower, (Vec3{-1, -1, 0}));
  EXPECT_EQ(pyramid.upper, (Vec3{1, 1, 3}));
  // An ellipsoid turned by an angle: half width sqrt(a^2 cos^2 + b^2 sin^2).
  const Real angle = 0.6;
  const Bounds turned =
      bounds(must(make_ellipsoid({1, 2, 3})), {{std::cos(angle / 2), 0, 0, std::sin(angle / 2)}, {}});
  EXPECT_NEAR(turned.upper.x, std::hypot(std::cos(angle), 2 * std::sin(angle)), 1e-15);
  EXPECT_NEAR(turned.lower.y, -std::hypot(std::sin(angle), 2 * std::cos(angle)), 1e-15);
}

TEST(Bounds, HalfSpaceIsBoundedWhereItsNormalIsAnAxis) {
  const Shape floor = must(make_half_space({0, 0, 1}, 2));
  const Bounds level = bounds(floor, {{}, {1, 1, 1}});
  EXPECT_EQ(level.upper, (Vec3{infinity, infinity, 3}));
  EXPECT_EQ(level.lower, (Vec3{-infinity, -infinity, -infinity}));
  // Turned about x: z to -y.
  const Bounds wall = bounds(floor, {{std::sqrt(0.5), std::sqrt(0.5), 0, 0}, {}});
  EXPECT_NEAR(wall.lower.y, -2, 1e-14);
  EXPECT_EQ(wall.upper.y, infinity);
  EXPECT_EQ(wall.upper.z, infinity);
  const Bounds slope = bounds(must(make_half_space({1, 0, 1}, 0)), {});
  EXPECT_EQ(slope.upper, (Vec3{infinity, infinity, infinity}));
}

}  // namespace
}  // namespace scree
