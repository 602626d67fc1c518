// The answer does not depend on the order of the shapes, on where the pair lies, on the unit of length
// or on the order of the vertices.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

Contact ask(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
  PairCache cache;
  Contact contact;
  query(Algorithm::gjk_epa, a, world_from_a, b, world_from_b, {}, cache, contact);
  EXPECT_EQ(contact.status, Status::ok);
  return contact;
}

// Pairs whose normal is unique, so that normals and points can be compared too.
struct Fixture {
  RandomPair pair;
  Real size = 0;
  bool unique = false;
};
Fixture fixture(const std::vector<Shape>& pool, int index) {
  Fixture f;
  f.pair = random_pair(pool, 555, index);
  Quat rotation;
  const ShapePair view = make_pair_view(f.pair.a, f.pair.b, f.pair.a_from_b, rotation);
  Contact contact;
  BruteForceDetail detail;
  brute_force(view, rotation, 1e-8, contact, nullptr, &detail);
  f.size = view.size;
  f.unique = std::fabs(contact.distance) > normal_needs_depth * f.size &&
             detail.normal_margin > normal_needs_margin * f.size;
  return f;
}

void expect_same(const Fixture& f, const Contact& is, const Contact& should, Real slack, int index) {
  ASSERT_NEAR(is.distance, should.distance, slack) << "pair " << index;
  if (std::fabs(should.distance) > 1e-12 * f.size + slack) {
    ASSERT_EQ(is.state, should.state) << "pair " << index;
  }
  if (f.unique) {
    const Real angle = normal_bar + 2 * slack / std::fabs(should.distance);
    ASSERT_LE(norm(is.normal - should.normal), angle) << "pair " << index;
  }
}

class Invariance : public ::testing::Test {
 protected:
  std::vector<Shape> pool = shape_pool();
  int count = scaled_count(2000);
};

TEST_F(Invariance, Swapped) {
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact forward = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    Contact backward = ask(f.pair.b, f.pair.a_from_b, f.pair.a, {});
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

TEST_F(Invariance, MovedFarAway) {
  Random random{1, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact here = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    const Pose away{rotation(random), 1e5 * f.size * unit_vector(random)};
    Contact there = ask(f.pair.a, away, f.pair.b, away * f.pair.a_from_b);
    there.normal = rotate(conjugate(away.rotation), there.normal);
    // The moved positions are rounded to 1e5 sizes' last digit.
    expect_same(f, there, here, 4 * 1e5 * f.size * 1.2e-16, i);
  }
}

TEST_F(Invariance, Scaled) {
  for (const Real factor : {1e-6, 1e6}) {
    for (int i = 0; i < count; ++i) {
      Fixture f = fixture(pool, i);
      const Contact before = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
      Pose pose = f.pair.a_from_b;
      pose.translation = factor * pose.translation;
      Contact after = ask(must(scaled(f.pair.a, factor)), {}, must(scaled(f.pair.b, factor)), pose);
      after.distance /= factor;
      expect_same(f, after, before, 1e-14 * f.size, i);
    }
  }
}

Shape reordered(const Shape& shape, Random& random) {
  std::vector<Vec3> vertices = shape.core->vertices;
  for (Vec3& v : vertices) v += shape.centre;
  for (std::size_t i = vertices.size(); i > 1; --i) {
    std::swap(vertices[i - 1], vertices[uniform_index(random, static_cast<int>(i))]);
  }
  return must(make_polyhedron(vertices));
}

TEST_F(Invariance, VerticesReordered) {
  Random random{2, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact before = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    const Contact after = ask(reordered(f.pair.a, random), {}, reordered(f.pair.b, random), f.pair.a_from_b);
    expect_same(f, after, before, 1e-14 * f.size, i);
  }
}

// What the last query left behind changes the way, not the answer.
TEST_F(Invariance, AnyCache) {
  Random random{3, 1};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact cold = ask(f.pair.a, {}, f.pair.b, f.pair.a_from_b);
    for (const Vec3 direction :
         {unit_vector(random), Vec3{}, Vec3{NAN, 0, 1}, Vec3{1e300, 1e300, 0}, -cold.normal}) {
      PairCache cache;
      cache.algorithm = static_cast<std::uint32_t>(next_bits(random));
      cache.direction = direction;
      Contact warm;
      ASSERT_EQ(query(Algorithm::gjk_epa, f.pair.a, {}, f.pair.b, f.pair.a_from_b, {}, cache, warm),
                Status::ok);
      expect_same(f, warm, cold, 1e-14 * f.size, i);
    }
  }
}

}  // namespace
}  // namespace scree::testing
