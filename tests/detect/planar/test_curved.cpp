// Curved shapes of the plane: pairs whose answers are known from how they are placed, and any pairs against
// the support functions themselves.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_polygons.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using bench::must;

Vec2 unit(Real angle) { return {std::cos(angle), std::sin(angle)}; }

// How far the shape reaches along the unit vector `n` from its centre, by its own formula.
Real reach(const Shape& shape, Vec2 n) {
  const Real x = std::fabs(n.x), y = std::fabs(n.y);
  switch (shape.type) {
    case ShapeType::disc:
      return shape.sweep_radius;
    case ShapeType::ellipse:
      return std::hypot(shape.radii.x * x, shape.radii.y * y);
    case ShapeType::superellipse: {
      // Hoelder: the dual norm, with 1/p + 1/q = 1 and p = 2 / epsilon.
      const Real q = 2 / (2 - shape.exponents[0]);
      const Real u = shape.radii.x * x, v = shape.radii.y * y;
      const Real large = std::max(u, v);
      return large * std::pow(1 + std::pow(std::min(u, v) / large, q), 1 / q);
    }
    default: {
      Real farthest = -1;
      for (const Vec2& corner : shape.outline->vertices) farthest = std::max(farthest, dot(n, corner));
      return farthest;
    }
  }
}

// The signed distance as the largest separation over all normals: 1,000 of them, then golden sections about
// the best.
Real reference(const Shape& a, const Shape& b, const Pose2& a_from_b) {
  const Vec2 between = transform(a_from_b, in_plane(b.centre)) - in_plane(a.centre);
  const auto separation = [&](Real angle) {
    const Vec2 n = unit(angle);
    return dot(n, between) - reach(a, n) - reach(b, rotate(inverse(a_from_b.rotation), -n));
  };
  constexpr int samples = 1000;
  const Real step = 2 * M_PI / samples;
  std::vector<Real> values(samples);
  for (int i = 0; i < samples; ++i) values[i] = separation(i * step);
  Real best = *std::max_element(values.begin(), values.end());
  const Real near_best = best - 0.01 * std::max(a.size, b.size);
  for (int i = 0; i < samples; ++i) {
    const Real here = values[i];
    const Real after = values[(i + 1) % samples], before = values[(i + samples - 1) % samples];
    if (here < near_best || here < after || here < before) continue;
    if (here - std::min(after, before) < 1e-15) continue;  // level: nothing to gain
    const Real golden = 0.6180339887498949;
    Real low = (i - 1) * step, high = (i + 1) * step;
    Real left = high - golden * (high - low), right = low + golden * (high - low);
    Real at_left = separation(left), at_right = separation(right);
    for (int k = 0; k < 70; ++k) {
      if (at_left > at_right) {
        high = right;
        right = left;
        at_right = at_left;
        at_left = separation(left = high - golden * (high - low));
      } else {
        low = left;
        left = right;
        at_left = at_right;
        at_right = separation(right = low + golden * (high - low));
      }
    }
    best = std::max({best, at_left, at_right});
  }
  return best;
}

struct Asked {
  Contact2 contact;
  ContactPatch2 patch;
};
Asked ask(const Shape& a, const Shape& b, const Pose2& a_from_b, const QueryRequest& request = {}) {
  Asked asked;
  PairCache2 cache;
  query(Algorithm::automatic, a, b, a_from_b, request, cache, asked.contact, &asked.patch);
  return asked;
}

void expect_sound(const Asked& asked, Real size) {
  const Contact2& c = asked.contact;
  ASSERT_EQ(c.status, Status::ok);
  ASSERT_NEAR(norm(c.normal), 1, 1e-14);
  ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-12 * size);
  ASSERT_GE(asked.patch.count, 1);
  ASSERT_LE(asked.patch.count, 2);
}

Shape random_shape(Random& random, bool curved) {
  const Vec2 radii{uniform(random, 0.3, 1), uniform(random, 0.3, 1)};
  switch (uniform_index(random, curved ? 3 : 4)) {
    case 0:
      return must(make_disc(radii.x));
    case 1:
      return must(make_ellipse(radii));
    case 2:
      return must(make_superellipse(radii, uniform(random, 0.1, 1.9)));
    default: {
      std::vector<Vec2> corners(8);
      for (Vec2& corner : corners) corner = Vec2{3, 4} + unit(uniform(random, 0, 2 * M_PI));
      return must(make_polygon(corners));
    }
  }
}

// How sharply the outline bends at most, as a radius (m).
Real least_radius(const Shape& shape) {
  if (shape.type == ShapeType::polygon || (shape.type == ShapeType::superellipse && shape.exponents[0] > 1)) {
    return 0;
  }
  Real largest = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec2 n = unit(2 * M_PI * i / 400);
    largest = std::max(largest, principal_curvatures(shape, in_space(n)).curvature[0]);
  }
  return 0.5 / largest;
}

// B across `gap` from A, the two points that lie farthest along a normal and against it facing each other.
Pose2 facing(const Shape& a, const Shape& b, Turn turn, Vec2 normal, Real gap) {
  const Vec2 on_a = in_plane(support_point(a, in_space(normal)));
  const Vec2 on_b = in_plane(support_point(b, in_space(rotate(inverse(turn), -normal))));
  return {turn, on_a + gap * normal - rotate(turn, on_b)};
}

// Whatever faces each other along the line between two supporting points is nearest; and it is the least way
// out of an overlap that is not deeper than the outlines' radii of curvature.
TEST(PlanarCurved, FindsWhatFacesEachOther) {
  int overlaps = 0;
  for (int i = 0; i < scaled_count(20000); ++i) {
    SCOPED_TRACE(i);
    Random random{71, static_cast<std::uint64_t>(i)};
    const Shape a = random_shape(random, false);
    const Shape b = random_shape(random, a.type == ShapeType::polygon);
    const Real size = std::max(a.size, b.size);
    const Vec2 normal = unit(uniform(random, 0, 2 * M_PI));
    Real gap = size * std::pow(10, uniform(random, -8, 0.5));
    if (uniform_index(random, 2) == 0) {
      const Real most = std::min(least_radius(a) + least_radius(b), 0.1 * std::min(a.size, b.size));
      if (most > 0) gap = -uniform(random, 0.001, 0.9) * most;
    }
    overlaps += gap < 0 ? 1 : 0;
    const Asked asked = ask(a, b, facing(a, b, turn_by(uniform(random, 0, 2 * M_PI)), normal, gap));
    ASSERT_NO_FATAL_FAILURE(expect_sound(asked, size));
    ASSERT_NEAR(asked.contact.distance, gap, 1e-12 * size) << name(a.type) << ' ' << name(b.type);
    ASSERT_EQ(asked.contact.state, gap > 0 ? ContactState::separate : ContactState::overlap);
    // At a corner the normal is as good as the gap has digits.
    if (gap > 0) {
      ASSERT_LT(norm(asked.contact.normal - normal), 1e-9 + 1e-14 * size / gap);
    }
    // The points lie on the outlines.
    ASSERT_NEAR(inside_outside(a, in_space(asked.contact.point_a)), 1, 1e-9);
  }
  EXPECT_GT(overlaps, scaled_count(2000));
}

TEST(PlanarCurved, AnyPairAgainstTheSupportFunctions) {
  int states[3] = {};
  for (int i = 0; i < scaled_count(4000); ++i) {
    SCOPED_TRACE(i);
    Random random{72, static_cast<std::uint64_t>(i)};
    const Shape a = random_shape(random, false);
    const Shape b = random_shape(random, a.type == ShapeType::polygon);
    const Turn turn = turn_by(uniform(random, 0, 2 * M_PI));
    const Vec2 offset = uniform(random, 0, 2) * unit(uniform(random, 0, 2 * M_PI));
    const Pose2 pose{turn, in_plane(a.centre) + offset - rotate(turn, in_plane(b.centre))};
    const Asked asked = ask(a, b, pose);
    const Real size = std::max(a.size, b.size);
    ASSERT_NO_FATAL_FAILURE(expect_sound(asked, size));
    ASSERT_NEAR(asked.contact.distance, reference(a, b, pose), 1e-12 * size)
        << name(a.type) << ' ' << name(b.type);
    ++states[static_cast<int>(asked.contact.state)];
  }
  EXPECT_GT(states[0], scaled_count(500));
  EXPECT_GT(states[2], scaled_count(500));
}

// Smooth outlines of 1 : 100 and superellipses that are almost rectangles or almost crosses of needles.
TEST(PlanarCurved, ExtremeOutlines) {
  const std::vector<Shape> shapes{must(make_ellipse({1, 0.01})),
                                  must(make_ellipse({0.02, 1})),
                                  must(make_superellipse({1, 0.5}, 0.1)),
                                  must(make_superellipse({1, 0.5}, 1.9)),
                                  must(make_superellipse({1, 0.05}, 0.3)),
                                  must(make_superellipse({0.3, 1}, 1.5)),
                                  must(make_disc(0.01)),
                                  must(make_rectangle({1, 0.02}))};
  for (int i = 0; i < scaled_count(4000); ++i) {
    SCOPED_TRACE(i);
    Random random{73, static_cast<std::uint64_t>(i)};
    const Shape& a = shapes[uniform_index(random, 8)];
    const Shape& b = shapes[uniform_index(random, 7)];
    const bool square = uniform_index(random, 4) == 0;
    const Turn turn = square ? Turn{0, 1} : turn_by(uniform(random, 0, 2 * M_PI));
    const Pose2 pose{turn, uniform(random, 0, 1.5) * unit(uniform(random, 0, 2 * M_PI))};
    const Asked asked = ask(a, b, pose);
    const Real size = std::max(a.size, b.size);
    ASSERT_NO_FATAL_FAILURE(expect_sound(asked, size));
    ASSERT_NEAR(asked.contact.distance, reference(a, b, pose), 1e-12 * size)
        << name(a.type) << ' ' << name(b.type);
  }
}

TEST(PlanarCurved, ConcentricAndIdentical) {
  const std::vector<Shape> shapes{must(make_disc(1)),
                                  must(make_disc(0.2)),
                                  must(make_ellipse({1, 0.5})),
                                  must(make_ellipse({1, 1})),
                                  must(make_ellipse({0.1, 2})),
                                  must(make_superellipse({1, 0.5}, 0.1)),
                                  must(make_superellipse({1, 1}, 0.5)),
                                  must(make_superellipse({1, 0.7}, 1.9)),
                                  must(make_superellipse({1, 1}, 1.0)),
                                  must(make_rectangle({1, 1})),
                                  must(make_regular_polygon(5, 1))};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const Real size = std::max(a.size, b.size);
      for (const Real angle : {0.0, 0.3, M_PI / 2}) {
        for (const Vec2 offset : {Vec2{}, Vec2{1e-300, 0}, Vec2{1e-15, 1e-15}, Vec2{0, -1e-6}}) {
          SCOPED_TRACE(std::string(name(a.type)) + ' ' + std::string(name(b.type)) + ' ' +
                       std::to_string(angle));
          const Pose2 pose{turn_by(angle), offset};
          const Asked asked = ask(a, b, pose);
          ASSERT_NO_FATAL_FAILURE(expect_sound(asked, size));
          ASSERT_NEAR(asked.contact.distance, reference(a, b, pose), 1e-12 * size);
          ASSERT_EQ(asked.contact.state, ContactState::overlap);
        }
      }
    }
  }
}

// Exactly touching: the sign is anybody's, the distance and the normal are not.
TEST(PlanarCurved, Touching) {
  const Shape disc = must(make_disc(0.5));
  const Shape ellipse = must(make_ellipse({1, 0.25}));
  const Shape square = must(make_rectangle({1, 1}));
  const Shape block = must(make_superellipse({1, 0.25}, 0.1));
  for (const Shape& b : {disc, square}) {
    for (const Shape& a : {disc, ellipse, block}) {
      const Real reach_a = a.type == ShapeType::disc ? 0.5 : 0.25;
      const Contact2 contact = ask(a, b, {{}, {0, reach_a + 0.5}}).contact;
      EXPECT_EQ(contact.status, Status::ok);
      EXPECT_EQ(contact.state, ContactState::touch) << name(a.type) << ' ' << contact.distance;
      EXPECT_NEAR(contact.distance, 0, 1e-13);
      EXPECT_LT(norm(contact.normal - Vec2{0, 1}), 1e-6) << name(a.type) << ' ' << name(b.type);
    }
  }
}

TEST(PlanarCurved, HalfPlane) {
  for (int i = 0; i < scaled_count(5000); ++i) {
    Random random{74, static_cast<std::uint64_t>(i)};
    const Shape shape = random_shape(random, false);
    const Vec2 out = unit(uniform(random, 0, 2 * M_PI));
    const Shape wall = must(make_half_plane(out, uniform(random, -2, 2)));
    const Turn turn = turn_by(uniform(random, 0, 2 * M_PI));
    const Real gap = shape.size * uniform(random, -1, 1);
    const Vec2 lowest = in_plane(support_point(shape, in_space(rotate(inverse(turn), -out))));
    const Pose2 pose{turn, in_plane(wall.centre) + gap * out - rotate(turn, lowest)};
    const Asked from_wall = ask(wall, shape, pose);
    ASSERT_NO_FATAL_FAILURE(expect_sound(from_wall, shape.size));
    ASSERT_NEAR(from_wall.contact.distance, gap, 1e-14 * (shape.size + 10));
    ASSERT_LT(norm(from_wall.contact.normal - out), 1e-14);
    const Asked from_shape = ask(shape, wall, inverse(pose));
    ASSERT_NO_FATAL_FAILURE(expect_sound(from_shape, shape.size));
    ASSERT_NEAR(from_shape.contact.distance, gap, 1e-14 * (shape.size + 10));
    ASSERT_LT(norm(rotate(turn, from_shape.contact.normal) + out), 1e-14);
  }
}

TEST(PlanarCurved, HalfPlaneAlongAnEdge) {
  const Shape square = must(make_rectangle({2, 2}));
  const Shape floor =
      must(make_half_plane({0, 2}, 0.5));  // y <= 0.5: the normal is made unit, not the offset
  for (const Real gap : {0.25, 0.0, -0.25}) {
    const Asked flat = ask(floor, square, {turn_by(M_PI / 2), {3, 1.5 + gap}});
    EXPECT_EQ(flat.contact.type, ContactType::edge_edge_parallel);
    EXPECT_NEAR(flat.contact.distance, gap, 1e-15);
    ASSERT_EQ(flat.patch.count, 2);
    const Real left = std::min(flat.patch.points[0].x, flat.patch.points[1].x);
    const Real right = std::max(flat.patch.points[0].x, flat.patch.points[1].x);
    EXPECT_NEAR(left, 2, 1e-14);
    EXPECT_NEAR(right, 4, 1e-14);
    EXPECT_LT(norm(flat.contact.point_a - Vec2{3, 0.5}), 1e-14);
    EXPECT_LT(norm(flat.contact.point_b - Vec2{3, 0.5 + gap}), 1e-14);
    const Asked tilted = ask(floor, square, {turn_by(0.1), {3, 3}});
    EXPECT_EQ(tilted.contact.type, ContactType::vertex_edge);
    EXPECT_EQ(tilted.patch.count, 1);
    // Within the angle that the request counts as parallel.
    const Asked nearly = ask(floor, square, {turn_by(1e-3), {3, 1.5}}, {.parallel_angle = 2e-3});
    EXPECT_EQ(nearly.patch.count, 2);
  }
  const Shape disc = must(make_disc(0.5));
  EXPECT_EQ(ask(floor, disc, {{}, {0, 2}}).contact.type, ContactType::smooth);
  EXPECT_EQ(ask(floor, floor, {}).contact.status, Status::unsupported_pair);
}

TEST(PlanarCurved, CutoffGivesALowerBound) {
  int beyond = 0;
  for (int i = 0; i < scaled_count(3000); ++i) {
    Random random{75, static_cast<std::uint64_t>(i)};
    const Shape a = random_shape(random, false);
    const Shape b = random_shape(random, true);
    const Pose2 pose{turn_by(uniform(random, 0, 2 * M_PI)),
                     in_plane(a.centre) + uniform(random, 0, 6) * unit(uniform(random, 0, 2 * M_PI))};
    const Contact2 all = ask(a, b, pose).contact;
    const Contact2 cut = ask(a, b, pose, {.cutoff = 0.5}).contact;
    const Real size = std::max(a.size, b.size);
    if (cut.beyond_cutoff) {
      ++beyond;
      ASSERT_GT(cut.distance, 0.5);
      ASSERT_LE(cut.distance, all.distance + 1e-12 * size);
    } else {
      ASSERT_NEAR(cut.distance, all.distance, 1e-12 * size);
    }
  }
  EXPECT_GT(beyond, scaled_count(500));
}

}  // namespace
}  // namespace scree::testing
