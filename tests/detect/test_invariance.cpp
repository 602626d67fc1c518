// The answer does not depend on the order of the shapes, on where the pair lies, on the unit of length, on
// the order of the vertices or on what the cache holds; in space and in the plane.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "bench/random_polygons.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/brute_force.hpp"
#include "math/random.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Real inf = std::numeric_limits<Real>::infinity();

struct InSpace {
  using Vec = Vec3;
  using Pair = RandomPair;
  using AnyPose = Pose;
  static constexpr int pairs = 2000;
  static std::vector<Shape> pool() { return shape_pool(); }
  static Pair pair(const std::vector<Shape>& pool, int index) { return random_pair(pool, 555, index); }
  static Real reference(const Pair& p, Contact& contact, BruteForceDetail& detail) {
    Quat rotation;
    const OwnShapePair view = make_pair_view(p.a, p.b, p.a_from_b, rotation);
    brute_force(view, rotation, 1e-8, contact, nullptr, &detail);
    return view.size;
  }
  static Vec direction(Random& random) { return unit_vector(random); }
  static Pose pose(Random& random, Real distance) {
    const Quat turn = rotation(random);
    return {turn, distance * direction(random)};
  }
  static std::vector<Vec> corners(const Shape& shape) {
    std::vector<Vec> all = shape.core->vertices;
    for (Vec& v : all) v += shape.centre;
    return all;
  }
  static Shape shape_of(const std::vector<Vec>& corners) { return must(make_polyhedron(corners)); }
  static std::vector<Vec> odd_directions() { return {{}, {NAN, 0, 1}, {1e300, 1e300, 0}, {inf, 0, 0}}; }
};

struct InPlane {
  using Vec = Vec2;
  using Pair = RandomPlanarPair;
  using AnyPose = Pose2;
  static constexpr int pairs = 20000;
  static std::vector<Shape> pool() { return polygon_pool(); }
  static Pair pair(const std::vector<Shape>& pool, int index) { return random_planar_pair(pool, 555, index); }
  static Real reference(const Pair& p, Contact2& contact, BruteForceDetail& detail) {
    const OwnPlanarPair view = make_pair_view(p.a, p.b, p.a_from_b);
    brute_force(view, 1e-8, contact, nullptr, &detail);
    return view.size;
  }
  static Turn turn(Random& random) { return turn_by(uniform(random, -std::numbers::pi, std::numbers::pi)); }
  static Vec direction(Random& random) { return turn(random) * Vec2{1, 0}; }
  static Pose2 pose(Random& random, Real distance) {
    const Turn turned = turn(random);
    return {turned, distance * direction(random)};
  }
  static std::vector<Vec> corners(const Shape& shape) {
    std::vector<Vec> all = shape.outline->vertices;
    for (Vec& v : all) v += in_plane(shape.centre);
    return all;
  }
  static Shape shape_of(const std::vector<Vec>& corners) { return must(make_polygon(corners)); }
  static std::vector<Vec> odd_directions() { return {{}, {NAN, 1}, {1e300, 1e300}, {inf, 0}}; }
};

template <class Dimension>
class Invariance : public ::testing::Test {
 protected:
  using Vec = typename Dimension::Vec;
  using AnyPose = typename Dimension::AnyPose;
  using Answer = ContactOf<Vec>;

  // Pairs whose normal is unique, so that normals and points can be compared too.
  struct Fixture {
    typename Dimension::Pair pair;
    Real size = 0;
    bool unique = false;
  };
  Fixture fixture(int index) const {
    Fixture f;
    f.pair = Dimension::pair(pool, index);
    Answer contact;
    BruteForceDetail detail;
    f.size = Dimension::reference(f.pair, contact, detail);
    f.unique = std::fabs(contact.distance) > normal_needs_depth * f.size &&
               detail.normal_margin > normal_needs_margin * f.size;
    return f;
  }

  static Answer ask(const Shape& a, const AnyPose& world_from_a, const Shape& b,
                    const AnyPose& world_from_b) {
    PairCacheOf<Vec> cache;
    Answer contact;
    query(Algorithm::gjk_epa, a, world_from_a, b, world_from_b, {}, cache, contact);
    EXPECT_EQ(contact.status, Status::ok);
    return contact;
  }
  static Answer ask(const Fixture& f) { return ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b); }

  static void expect_same(const Fixture& f, const Answer& is, const Answer& should, Real slack, int index) {
    ASSERT_NEAR(is.distance, should.distance, slack) << "pair " << index;
    if (std::fabs(should.distance) > 1e-12 * f.size + slack) {
      ASSERT_EQ(is.state, should.state) << "pair " << index;
    }
    if (f.unique) {
      const Real angle = normal_bar + 2 * slack / std::fabs(should.distance);
      ASSERT_LE(norm(is.normal - should.normal), angle) << "pair " << index;
    }
  }

  static Shape reordered(const Shape& shape, Random& random) {
    std::vector<Vec> corners = Dimension::corners(shape);
    for (std::size_t i = corners.size(); i > 1; --i) {
      std::swap(corners[i - 1], corners[uniform_index(random, static_cast<int>(i))]);
    }
    return Dimension::shape_of(corners);
  }

  std::vector<Shape> pool = Dimension::pool();
  int count = scaled_count(Dimension::pairs);
};

using Dimensions = ::testing::Types<InSpace, InPlane>;
TYPED_TEST_SUITE(Invariance, Dimensions);

TYPED_TEST(Invariance, Swapped) {
  for (int i = 0; i < this->count; ++i) {
    const auto f = this->fixture(i);
    const auto forward = this->ask(f);
    auto backward = this->ask(f.pair.b, f.pair.a_from_b, f.pair.a, {});
    backward.normal = -backward.normal;
    this->expect_same(f, backward, forward, 1e-14 * f.size, i);
    if (f.unique) {
      ASSERT_EQ(backward.type, forward.type) << "pair " << i;
      // The patch is the same from either side.
      const Real slack = 1e-7 * f.size;
      ASSERT_LE(norm(backward.point_a - forward.point_b), slack) << "pair " << i;
      ASSERT_LE(norm(backward.point_b - forward.point_a), slack) << "pair " << i;
    }
  }
}

TYPED_TEST(Invariance, MovedFarAway) {
  Random random{1, 1};
  for (int i = 0; i < this->count; ++i) {
    const auto f = this->fixture(i);
    const auto away = TypeParam::pose(random, 1e5 * f.size);
    auto there = this->ask(f.pair.a, away, f.pair.b, away * f.pair.a_from_b);
    there.normal = rotate(inverse(away).rotation, there.normal);
    // The moved positions are rounded to 1e5 sizes' last digit.
    this->expect_same(f, there, this->ask(f), 4 * 1e5 * f.size * 1.2e-16, i);
  }
}

TYPED_TEST(Invariance, Scaled) {
  for (const Real factor : {1e-6, 1e6}) {
    for (int i = 0; i < this->count; ++i) {
      const auto f = this->fixture(i);
      auto pose = f.pair.a_from_b;
      pose.translation = factor * pose.translation;
      auto after = this->ask(must(scaled(f.pair.a, factor)), {}, must(scaled(f.pair.b, factor)), pose);
      after.distance /= factor;
      this->expect_same(f, after, this->ask(f), 1e-14 * f.size, i);
    }
  }
}

TYPED_TEST(Invariance, VerticesReordered) {
  Random random{2, 1};
  for (int i = 0; i < this->count; ++i) {
    const auto f = this->fixture(i);
    const Shape a = this->reordered(f.pair.a, random);
    const Shape b = this->reordered(f.pair.b, random);
    this->expect_same(f, this->ask(a, {}, b, f.pair.a_from_b), this->ask(f), 1e-14 * f.size, i);
  }
}

// What the last query left behind changes the way, not the answer.
TYPED_TEST(Invariance, AnyCache) {
  Random random{3, 1};
  for (int i = 0; i < this->count; ++i) {
    const auto f = this->fixture(i);
    const auto cold = this->ask(f);
    auto directions = TypeParam::odd_directions();
    directions.push_back(TypeParam::direction(random));
    directions.push_back(-cold.normal);
    for (const auto& direction : directions) {
      PairCacheOf<typename TypeParam::Vec> cache;
      // Its own, or anybody's.
      cache.algorithm = uniform_index(random, 2) == 0 ? static_cast<std::uint32_t>(Algorithm::gjk_epa)
                                                      : static_cast<std::uint32_t>(next_bits(random));
      cache.direction = direction;
      auto warm = cold;
      ASSERT_EQ(query(Algorithm::gjk_epa, f.pair.a, typename TypeParam::AnyPose{}, f.pair.b, f.pair.a_from_b,
                      {}, cache, warm),
                Status::ok);
      this->expect_same(f, warm, cold, 1e-14 * f.size, i);
    }
  }
}

}  // namespace
}  // namespace scree::testing
