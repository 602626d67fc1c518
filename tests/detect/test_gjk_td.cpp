// gjk-td, exact, and gjk-td-published, which is not.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "bench/descantes_pairs.hpp"
#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "scene/pair_file.hpp"
#include "support/contact_cases.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Algorithm td = Algorithm::gjk_td;
constexpr Algorithm published = Algorithm::gjk_td_published;

Contact ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b,
            const QueryRequest& request = {}) {
  PairCache cache;
  Contact contact;
  query(algorithm, a, b, a_from_b, request, cache, contact);
  return contact;
}
Contact ask(Algorithm algorithm, const RandomPair& pair, const QueryRequest& request = {}) {
  return ask(algorithm, pair.a, pair.b, pair.a_from_b, request);
}

Real size(const RandomPair& pair) { return std::fmax(pair.a.size, pair.b.size); }

TEST(GjkTd, AgreesWithBruteForceOnRandomPairs) {
  const auto pool = shape_pool();
  const int count = scaled_count(20000);
  for (int i = 0; i < count; ++i) {
    const RandomPair pair = random_pair(pool, 31, i);
    const PairVerdict verdict = check_pair(td, pair);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
  }
}

// Two ways to the same number: cheap enough for many pairs. The own proof must nearly always hold.
TEST(GjkTd, AgreesWithGjkEpaAndSeldomNeedsIt) {
  const auto pool = shape_pool();
  const int count = scaled_count(100000);
  std::array<int, placement_count> fallbacks{};
  for (int i = 0; i < count; ++i) {
    const RandomPair pair = random_pair(pool, 32, i);
    const Contact is = ask(td, pair, {.describe = false});
    const Contact should = ask(Algorithm::gjk_epa, pair, {.describe = false});
    ASSERT_EQ(is.status, Status::ok);
    ASSERT_NEAR(is.distance, should.distance, 2e-13 * size(pair)) << "pair " << i;
    fallbacks[static_cast<std::size_t>(pair.placement)] += is.fallback ? 1 : 0;
  }
  for (int p = 0; p < placement_count; ++p) {
    EXPECT_LE(fallbacks[p], count / placement_count / 1000 + 1) << name(static_cast<Placement>(p));
  }
}

TEST(GjkTd, AgreesWithBruteForceOnSlivers) {
  const auto pool = sliver_pool();
  for (int i = 0; i < scaled_count(8000); ++i) {
    const RandomPair pair = random_pair(pool, 33, i);
    const PairVerdict verdict = check_pair(td, pair, Normals::left_out);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
  }
}

// A pair of a long run whose GJK ended a step early, with a normal 6e-6 rad off across a gap of 5e-5 sizes.
TEST(GjkTd, PairThatOnceFailed) {
  EXPECT_EQ(check_pair(td, random_pair(shape_pool(), 1, 809847)).complaint, "");
}

// The nine situations of Table 1 of the paper, to the last digits and without help.
TEST(GjkTd, EqualsTheExactAnswersOfTable1) {
  const auto pairs = descantes_pairs();
  ASSERT_EQ(pairs.size(), 9U);
  for (const DescantesPair& pair : pairs) {
    SCOPED_TRACE(pair.figure);
    const Contact contact = ask(td, pair.a, pair.b, {{}, pair.b_position}, {.describe = false});
    EXPECT_EQ(contact.status, Status::ok);
    EXPECT_FALSE(contact.fallback);
    EXPECT_EQ(contact.state, ContactState::overlap);
    EXPECT_NEAR(contact.distance, -pair.overlap, 1e-14 * pair.overlap);
    EXPECT_LT(norm(contact.normal - pair.normal), 1e-14);
  }
}

// Pairs whose normal is unique, so that normals can be compared too.
struct Fixture {
  RandomPair pair;
  bool unique = false;
};
Fixture fixture(const std::vector<Shape>& pool, int index) {
  Fixture f{random_pair(pool, 34, index)};
  Quat rotation;
  const OwnShapePair view = make_pair_view(f.pair.a, f.pair.b, f.pair.a_from_b, rotation);
  Contact contact;
  BruteForceDetail detail;
  brute_force(view, rotation, 1e-8, contact, nullptr, &detail);
  f.unique = std::fabs(contact.distance) > normal_needs_depth * view.size &&
             detail.normal_margin > normal_needs_margin * view.size;
  return f;
}

void expect_same(const Fixture& f, const Contact& is, const Contact& should, Real slack, int index) {
  ASSERT_EQ(is.status, Status::ok) << "pair " << index;
  ASSERT_NEAR(is.distance, should.distance, slack) << "pair " << index;
  if (!f.unique) return;
  const Real angle = normal_bar + 2 * slack / std::fabs(should.distance);
  ASSERT_LE(norm(is.normal - should.normal), angle) << "pair " << index;
}

class GjkTdInvariance : public ::testing::Test {
 protected:
  std::vector<Shape> pool = shape_pool();
  int count = scaled_count(1000);
};

TEST_F(GjkTdInvariance, Swapped) {
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    Contact backward = ask(td, f.pair.b, f.pair.a, inverse(f.pair.a_from_b));
    backward.normal = -rotate(f.pair.a_from_b.rotation, backward.normal);
    expect_same(f, backward, ask(td, f.pair), 1e-13 * size(f.pair), i);
  }
}

TEST_F(GjkTdInvariance, Moved) {
  Random random{1, 2};
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Real distance = 1000 * size(f.pair);
    const Pose away{rotation(random), distance * unit_vector(random)};
    PairCache cache;
    Contact there;
    query(td, f.pair.a, away, f.pair.b, away * f.pair.a_from_b, {}, cache, there);
    there.normal = rotate(conjugate(away.rotation), there.normal);
    // The moved positions are rounded to the last digit of the way.
    expect_same(f, there, ask(td, f.pair), 1e-13 * size(f.pair) + 4 * 1.2e-16 * distance, i);
  }
}

TEST_F(GjkTdInvariance, Scaled) {
  for (const Real factor : {1e-6, 1e6}) {
    for (int i = 0; i < count; ++i) {
      const Fixture f = fixture(pool, i);
      Pose pose = f.pair.a_from_b;
      pose.translation = factor * pose.translation;
      Contact after = ask(td, must(scaled(f.pair.a, factor)), must(scaled(f.pair.b, factor)), pose);
      after.distance /= factor;
      expect_same(f, after, ask(td, f.pair), 1e-13 * size(f.pair), i);
    }
  }
}

// The largest height of a point of the shape's own frame above the shape's planes; 0 on its surface.
Real height_above(const Shape& shape, Vec3 point) {
  Real highest = -std::numeric_limits<Real>::infinity();
  for (const Plane& plane : shape.core->face_planes) {
    highest = std::fmax(highest, dot(plane.normal, point - shape.centre) - plane.offset);
  }
  return highest;
}

// Without a description the points are still a pair of closest points, on both surfaces.
TEST_F(GjkTdInvariance, WithoutDescription) {
  for (int i = 0; i < 10 * count; ++i) {
    const RandomPair pair = random_pair(pool, 35, i);
    const Contact full = ask(td, pair);
    const Contact brief = ask(td, pair, {.describe = false});
    ASSERT_EQ(brief.distance, full.distance);
    ASSERT_EQ(brief.normal, full.normal);
    ASSERT_EQ(brief.state, full.state);
    const Pose a_from_b{normalized(pair.a_from_b.rotation), pair.a_from_b.translation};
    const Real slack = 1e-8 * size(pair);
    ASSERT_NEAR(height_above(pair.a, brief.point_a), 0, slack) << "pair " << i;
    ASSERT_NEAR(height_above(pair.b, transform(inverse(a_from_b), brief.point_b)), 0, slack) << "pair " << i;
    const Vec3 misfit = brief.point_b - brief.point_a - brief.distance * brief.normal;
    ASSERT_LE(norm(misfit), distance_bar * size(pair)) << "pair " << i;
  }
}

TEST(GjkTd, StopsAtTheCutoffWithALowerBound) {
  const Shape cube = must(make_box({1, 1, 1}));
  const Pose pose{turn({1, 2, 3}, 40), {5, 4, 3}};
  const Contact exact = ask(td, cube, cube, pose);
  EXPECT_FALSE(exact.beyond_cutoff);
  for (const Algorithm algorithm : {td, published}) {
    const Contact far = ask(algorithm, cube, cube, pose, {.cutoff = 0.5});
    EXPECT_EQ(far.status, Status::ok);
    EXPECT_TRUE(far.beyond_cutoff);
    EXPECT_GT(far.distance, 0.5);
    EXPECT_LE(far.distance, exact.distance + 1e-15);
    const Contact near = ask(algorithm, cube, cube, {{}, {1.25, 0, 0}}, {.cutoff = 0.5});
    EXPECT_FALSE(near.beyond_cutoff);
    EXPECT_DOUBLE_EQ(near.distance, 0.25);
    // An overlap is never beyond a cutoff, not even a negative one.
    const Contact overlap = ask(algorithm, cube, cube, {{}, {0.75, 0.125, 0.25}}, {.cutoff = -1});
    EXPECT_FALSE(overlap.beyond_cutoff);
    EXPECT_NEAR(overlap.distance, -0.25, 1e-15);
  }
}

TEST(GjkTd, OnlyForPolyhedra) {
  const Shape cube = must(make_box({1, 1, 1}));
  for (const Shape& other :
       {must(make_sphere(1)), must(make_capsule(0.5, 1)), must(make_ellipsoid({1, 2, 3})),
        must(make_half_space({0, 0, 1}, 0)), must(make_rounded_polyhedron(cube.core->vertices, 0.1))}) {
    for (const Algorithm algorithm : {td, published}) {
      EXPECT_EQ(ask(algorithm, cube, other, {}).status, Status::unsupported_pair);
      EXPECT_EQ(ask(algorithm, other, cube, {}).status, Status::unsupported_pair);
    }
  }
}

// A grain slides along a long bar: the line of centres says little about the normal, the last normal all.
TEST(GjkTd, WarmStartNeedsFewerRounds) {
  const Shape bar = must(make_box({6, 1, 1}));
  const Shape grain = must(make_icosahedron(1));
  int cold_rounds = 0;
  int warm_rounds = 0;
  PairCache cache;
  for (int i = 0; i < 200; ++i) {
    const Pose pose{turn({1, 2, 3}, 20 + 0.1 * i), {2.5 - 0.01 * i, 0.3, 1.6}};
    const Contact cold = ask(td, bar, grain, pose);
    Contact warm;
    ASSERT_EQ(query(td, bar, grain, pose, {}, cache, warm), Status::ok);
    EXPECT_EQ(cache.algorithm, static_cast<std::uint32_t>(td));
    EXPECT_EQ(cache.direction, warm.normal);
    EXPECT_NEAR(warm.distance, cold.distance, 1e-14);
    EXPECT_LT(norm(warm.normal - cold.normal), 1e-12);
    cold_rounds += cold.iterations;
    warm_rounds += warm.iterations;
  }
  EXPECT_LT(warm_rounds, cold_rounds);
}

// Any bytes with the algorithm's own mark.
PairCache random_cache(Random& random, Algorithm algorithm) {
  PairCache cache;
  std::array<std::uint64_t, sizeof(PairCache) / 8 + 1> bits{};
  for (std::uint64_t& b : bits) b = next_bits(random);
  std::memcpy(static_cast<void*>(&cache), bits.data(), sizeof(PairCache));
  cache.algorithm = static_cast<std::uint32_t>(algorithm);
  return cache;
}

TEST_F(GjkTdInvariance, AnyCache) {
  Random random{3, 2};
  PairCache last;  // of another pair
  for (int i = 0; i < count; ++i) {
    const Fixture f = fixture(pool, i);
    const Contact cold = ask(td, f.pair);
    PairCache foreign;
    Contact ignored;
    query(Algorithm::gjk_epa, f.pair.a, f.pair.b, f.pair.a_from_b, {}, foreign, ignored);
    PairCache zeroed;
    std::memset(static_cast<void*>(&zeroed), 0, sizeof(PairCache));
    PairCache nan = foreign;
    nan.algorithm = static_cast<std::uint32_t>(td);
    nan.direction = {NAN, 0, 1};
    PairCache opposite = nan;
    opposite.direction = -cold.normal;
    for (PairCache cache : {last, foreign, zeroed, nan, opposite, random_cache(random, td)}) {
      Contact warm;
      query(td, f.pair.a, f.pair.b, f.pair.a_from_b, {}, cache, warm);
      expect_same(f, warm, cold, 1e-13 * size(f.pair), i);
      last = cache;
      PairCache own = random_cache(random, published);
      Contact other;
      query(published, f.pair.a, f.pair.b, f.pair.a_from_b, {}, own, other);
      ASSERT_TRUE(std::isfinite(other.distance) && is_finite(other.normal) && is_finite(other.point_a));
    }
  }
}

// Apart it is GJK's distance. In overlap it mostly gives the exact depth, sometimes a wrong one, and often
// gives up: the shares are those of a million pairs, with room for chance.
TEST(GjkTdPublished, IsRightApartAndMostlyInOverlap) {
  const auto pool = shape_pool();
  int overlaps = 0;
  int silent = 0;
  int wrong = 0;
  for (int i = 0; i < scaled_count(20000); ++i) {
    const RandomPair pair = random_pair(pool, 36, i);
    const Contact is = ask(published, pair, {.describe = false});
    const Contact exact = ask(td, pair, {.describe = false});
    const Real unit = size(pair);
    ASSERT_TRUE(is.status == Status::ok || is.status == Status::not_converged);
    ASSERT_TRUE(std::isfinite(is.distance) && is_finite(is.normal) && is_finite(is.point_a));
    if (exact.distance > 1e-11 * unit) {
      ASSERT_EQ(is.status, Status::ok) << "pair " << i;
      ASSERT_EQ(is.state, ContactState::separate) << "pair " << i;
      ASSERT_NEAR(is.distance, exact.distance, 1e-9 * unit) << "pair " << i;
    } else if (exact.distance < -1e-9 * unit) {
      ++overlaps;
      silent += ok(is.status) ? 0 : 1;
      wrong += ok(is.status) && std::fabs(is.distance - exact.distance) > 1e-9 * unit ? 1 : 0;
    }
  }
  EXPECT_LE(silent, overlaps / 15 + 1);
  EXPECT_LE(wrong, overlaps / 500 + 1);
}

TEST(GjkTdPublished, AnswersWhereGeometryIsPlain) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {0.01, -0.01}) {
      if (c.apart_only && gap <= 0) continue;
      SCOPED_TRACE(std::string(c.name) + " at " + std::to_string(gap));
      Pose upper = c.upper;
      upper.translation.z += gap;
      PairCache cache;
      Contact contact;
      query(published, cube, {c.lower, {}}, cube, upper, {}, cache, contact);
      ASSERT_EQ(contact.status, Status::ok);
      EXPECT_NEAR(contact.distance, gap, 1e-14);
      EXPECT_LT(norm(contact.normal - Vec3{0, 0, 1}), 1e-12);
      EXPECT_EQ(name(contact.type), name(c.type));
    }
  }
}

// The saved example. By hand: along (-1, 1, 0) A reaches to 3 and B begins at 0, so 3/sqrt(2) separates
// them; along (-1, 2, 0), where gjk-td-published ends, it takes 5/sqrt(5).
TEST(GjkTdPublished, IsWrongForTheSavedPair) {
  const auto file = read_pair_file(SCREE_SOURCE_DIR "/scenes/pairs/gjk-td-published.json");
  ASSERT_TRUE(file) << file.error().message;
  const Shape& a = file->shapes[file->pairs[0].a.shape].shape;
  const Shape& b = file->shapes[file->pairs[0].b.shape].shape;
  const Vec3 normal = normalized(Vec3{-1, 1, 0});
  for (const Algorithm algorithm : {td, Algorithm::gjk_epa, Algorithm::brute_force}) {
    const Contact right = ask(algorithm, a, b, {});
    EXPECT_NEAR(right.distance, -3 / std::sqrt(2.0), 1e-14);
    EXPECT_LT(norm(right.normal - normal), 1e-14);
    EXPECT_EQ(right.type, ContactType::edge_face);
    EXPECT_FALSE(right.fallback);
  }
  const Contact wrong = ask(published, a, b, {});
  EXPECT_EQ(wrong.status, Status::ok);
  EXPECT_NEAR(wrong.distance, -std::sqrt(5.0), 1e-14);
}

// Two flat prisms deep in each other. The paper allows 3 (16 + 16) - 8 = 88 visits; the cap is far higher.
TEST(GjkTdPublished, GivesUpWithAName) {
  const Shape prism = must(make_prism(8, 1, 1));
  const Pose pose{{0.96, 0.28, 0, 0}, {0.1, 0.05, 0.02}};
  const Contact contact = ask(published, prism, prism, pose);
  EXPECT_EQ(contact.status, Status::not_converged);
  EXPECT_GT(contact.iterations, 88);
  EXPECT_TRUE(is_finite(contact.normal) && is_finite(contact.point_a));
  EXPECT_NEAR(ask(td, prism, prism, pose).distance, ask(Algorithm::brute_force, prism, prism, pose).distance,
              1e-14);
}

}  // namespace
}  // namespace scree::testing
