// In the plane too the answer does not depend on the order of the shapes, on where the pair lies, on the unit
// of length, on the order of the vertices or on what the cache holds.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "bench/must.hpp"
#include "bench/random_polygons.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/brute_force.hpp"
#include "math/random.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

Contact2 ask(const Shape& a, const Pose2& world_from_a, const Shape& b, const Pose2& world_from_b) {
  PairCache2 cache;
  Contact2 contact;
  query(Algorithm::gjk_epa, a, world_from_a, b, world_from_b, {}, cache, contact);
  EXPECT_EQ(contact.status, Status::ok);
  return contact;
}

Turn any_turn(Random& random) { return turn_by(uniform(random, -M_PI, M_PI)); }
Vec2 any_direction(Random& random) { return any_turn(random) * Vec2{1, 0}; }

// Pairs whose normal is unique, so that normals and points can be compared too.
struct Fixture {
  RandomPlanarPair pair;
  Real size = 0;
  bool unique = false;
};
Fixture fixture(const std::vector<Shape>& pool, int index) {
  Fixture f;
  f.pair = random_planar_pair(pool, 555, index);
  const PlanarPair view = make_pair_view(f.pair.a, f.pair.b, f.pair.a_from_b);
  Contact2 contact;
  BruteForceDetail detail;
  brute_force(view, 1e-8, contact, nullptr, &detail);
  f.size = view.size;
  f.unique = std::fabs(contact.distance) > normal_needs_depth * f.size &&
             detail.normal_margin > normal_needs_margin * f.size;
  return f;
}

void expect_same(const Fixture& f, const Contact2& is, const Contact2& should, Real slack, int index) {
  ASSERT_NEAR(is.distance, should.distance, slack) << "pair " << index;
  if (std::fabs(should.distance) > 1e-12 * f.size + slack) {
    ASSERT_EQ(is.state, should.state) << "pair " << index;
  }
  if (f.unique) {
    const Real angle = normal_bar + 2 * slack / std::fabs(should.distance);
    ASSERT_LE(norm(is.normal - should.normal), angle) << "pair " << index;
  }
}

class PlanarInvariance : public ::testing::Test {
 protected:
  std::vector<Shape> pool = polygon_pool();
  int count = scaled_count(20000);
};

TEST_F(PlanarInvariance, Swapped) {
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact2 forward = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    Contact2 backward = ask(f.pair.b, f.pair.a_from_b, f.pair.a, {});
    backward.normal = -backward.normal;
    expect_same(f, backward, forward, 1e-14 * f.size, i);
    if (f.unique) {
      ASSERT_EQ(backward.type, forward.type) << "pair " << i;
      // The patch is the same from either side.
      const Real slack = 1e-7 * f.size;
      ASSERT_LE(norm(backward.point_a - forward.point_b), slack) << "pair " << i;
      ASSERT_LE(norm(backward.point_b - forward.point_a), slack) << "pair " << i;
    }
  }
}

TEST_F(PlanarInvariance, MovedFarAway) {
  Random random{1, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact2 here = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    const Pose2 away{any_turn(random), 1e5 * f.size * any_direction(random)};
    Contact2 there = ask(f.pair.a, away, f.pair.b, away * f.pair.a_from_b);
    there.normal = rotate(inverse(away.rotation), there.normal);
    // The moved positions are rounded to 1e5 sizes' last digit.
    expect_same(f, there, here, 4 * 1e5 * f.size * 1.2e-16, i);
  }
}

TEST_F(PlanarInvariance, Scaled) {
  for (const Real factor : {1e-6, 1e6}) {
    for (int i = 0; i < count; ++i) {
      Fixture f = fixture(pool, i);
      const Contact2 before = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
      Pose2 pose = f.pair.a_from_b;
      pose.translation = factor * pose.translation;
      Contact2 after = ask(must(scaled(f.pair.a, factor)), {}, must(scaled(f.pair.b, factor)), pose);
      after.distance /= factor;
      expect_same(f, after, before, 1e-14 * f.size, i);
    }
  }
}

Shape reordered(const Shape& shape, Random& random) {
  std::vector<Vec2> vertices = shape.outline->vertices;
  for (Vec2& v : vertices) v += in_plane(shape.centre);
  for (std::size_t i = vertices.size(); i > 1; --i) {
    std::swap(vertices[i - 1], vertices[uniform_index(random, static_cast<int>(i))]);
  }
  return must(make_polygon(vertices));
}

TEST_F(PlanarInvariance, VerticesReordered) {
  Random random{2, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact2 before = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    const Contact2 after = ask(reordered(f.pair.a, random), {}, reordered(f.pair.b, random), f.pair.a_from_b);
    expect_same(f, after, before, 1e-14 * f.size, i);
  }
}

// What the last query left behind changes the way, not the answer.
TEST_F(PlanarInvariance, AnyCache) {
  Random random{3, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact2 cold = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    for (const Vec2 direction :
         {any_direction(random), Vec2{}, Vec2{NAN, 1}, Vec2{1e300, 1e300}, -cold.normal}) {
      PairCache2 cache;
      // Its own, or anybody's.
      cache.algorithm = uniform_index(random, 2) == 0 ? static_cast<std::uint32_t>(Algorithm::gjk_epa)
                                                      : static_cast<std::uint32_t>(next_bits(random));
      cache.direction = direction;
      Contact2 warm;
      ASSERT_EQ(query(Algorithm::gjk_epa, f.pair.a, {}, f.pair.b, f.pair.a_from_b, {}, cache, warm),
                Status::ok);
      expect_same(f, warm, cold, 1e-14 * f.size, i);
    }
  }
}

}  // namespace
}  // namespace scree::testing
