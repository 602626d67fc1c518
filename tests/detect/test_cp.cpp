// The common plane family: what cp, cp-revised, fcp and fcp-revised have in common, and the first two.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "bench/descantes_pairs.hpp"
#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/brute_force.hpp"
#include "detect/kernels/common_plane_search.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/contact_cases.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr std::array family{Algorithm::common_plane, Algorithm::common_plane_revised,
                            Algorithm::fast_common_plane, Algorithm::fast_common_plane_revised};

Contact ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b) {
  PairCache cache;
  Contact contact;
  query(algorithm, a, b, a_from_b, {}, cache, contact);
  return contact;
}

Shape hull(const std::vector<Vec3>& vertices) { return must(make_polyhedron(vertices)); }

// How far B stays clear of A along `n`, in the simplest way.
Real gap_along(const RandomPair& pair, Vec3 n) {
  Real a = -std::numeric_limits<Real>::infinity();
  Real b = std::numeric_limits<Real>::infinity();
  for (const Vec3& v : pair.a.core->vertices) a = std::max(a, dot(n, v + pair.a.centre));
  for (const Vec3& v : pair.b.core->vertices)
    b = std::min(b, dot(n, transform(pair.a_from_b, v + pair.b.centre)));
  return b - a;
}

// ---- The family.

struct Score {
  int pairs = 0, right = 0, unfinished = 0;
  Real share() const { return static_cast<Real>(right) / pairs; }
};

// The distance is the gap of the plane returned, hence never more than the true one. How often it is the
// true one is each algorithm's own matter; the bars lie below what was measured
// on many more pairs (docs/algorithms).
TEST(CommonPlaneFamily, NeverTooShallowOnRandomPairs) {
  const auto pool = shape_pool();
  std::map<Algorithm, Score> apart;
  std::map<Algorithm, Score> overlap;
  for (int i = 0; i < scaled_count(4000); ++i) {
    const RandomPair pair = random_pair(pool, 31, static_cast<std::uint64_t>(i));
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    Contact reference;
    BruteForceDetail detail;
    brute_force(view, rotation, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
    for (const Algorithm algorithm : family) {
      SCOPED_TRACE(std::string(name(algorithm)) + ", pair " + std::to_string(i));
      const Contact c = ask(algorithm, pair.a, pair.b, pair.a_from_b);
      ASSERT_TRUE(c.status == Status::ok || c.status == Status::not_converged);
      const auto error = static_cast<Real>((c.distance - detail.distance) / view.size);
      ASSERT_LE(error, 1e-13);
      ASSERT_NEAR(norm(c.normal), 1, 1e-14);
      const Real reach = view.size + norm(pair.a_from_b.translation) + norm(pair.a.centre);
      ASSERT_NEAR(c.distance, gap_along(pair, c.normal), 1e-14 * reach);
      if (reference.state == ContactState::touch) continue;
      Score& score = (reference.state == ContactState::separate ? apart : overlap)[algorithm];
      ++score.pairs;
      score.right += error >= -1e-9;
      score.unfinished += !ok(c.status);
    }
  }
  if (scaled_count(4000) < 4000) return;  // too few for shares
  const std::array<Real, 4> bar_apart{0.5, 0.6, 0.6, 0.93};
  const std::array<Real, 4> bar_overlap{0.4, 0.55, 0.2, 0.83};
  for (std::size_t k = 0; k < family.size(); ++k) {
    EXPECT_GT(apart[family[k]].share(), bar_apart[k]) << name(family[k]);
    EXPECT_GT(overlap[family[k]].share(), bar_overlap[k]) << name(family[k]);
    EXPECT_LE(apart[family[k]].unfinished + overlap[family[k]].unfinished, k < 2 ? 50 : 0) << name(family[k]);
  }
  // What the revisions are for.
  EXPECT_GT(overlap[family[1]].share(), overlap[family[0]].share() + 0.05);
  EXPECT_GT(overlap[family[3]].share(), overlap[family[2]].share() + 0.3);
}

// Swapped, the pair has the opposite plane, where the search is not misled by ties.
TEST(CommonPlaneFamily, CornerOverAFaceSwapped) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const Algorithm algorithm : family) {
    const Pose pose{on_corner(), {0.3, 0.2, 0.9 + std::sqrt(3.0)}};
    const Contact c = ask(algorithm, cube, cube, pose);
    const Contact swapped = ask(algorithm, cube, cube, inverse(pose));
    EXPECT_NEAR(c.distance, -0.1, 1e-8) << name(algorithm);
    EXPECT_NEAR(swapped.distance, -0.1, 1e-8) << name(algorithm);
    EXPECT_LT(norm(rotate(on_corner(), swapped.normal) + Vec3{0, 0, 1}), 1e-8) << name(algorithm);
  }
}

TEST(CommonPlaneFamily, StopsAtAProvenBoundBeyondTheCutoff) {
  const Shape cube = must(make_box({2, 2, 2}));
  const Pose pose{on_corner(), {0.3, 0.2, 1.5 + std::sqrt(3.0)}};  // a corner 0.5 above the face
  for (const Algorithm algorithm : family) {
    QueryRequest request;
    PairCache cache;
    Contact c;
    request.cutoff = 0.25;
    query(algorithm, cube, cube, pose, request, cache, c);
    EXPECT_TRUE(c.beyond_cutoff) << name(algorithm);
    EXPECT_GT(c.distance, 0.25);
    EXPECT_LE(c.distance, 0.5 + 1e-15);
    const int early = c.iterations;
    request.cutoff = 0.75;
    cache = {};
    query(algorithm, cube, cube, pose, request, cache, c);
    EXPECT_FALSE(c.beyond_cutoff) << name(algorithm);
    EXPECT_NEAR(c.distance, 0.5, 1e-8);
    EXPECT_GT(c.iterations, early);
    request.cutoff = -1;  // as 0
    cache = {};
    query(algorithm, cube, cube, pose, request, cache, c);
    EXPECT_TRUE(c.beyond_cutoff) << name(algorithm);
  }
}

TEST(CommonPlaneFamily, WantsPolyhedra) {
  const Shape sphere = must(make_sphere(1));
  const Shape cube = must(make_box({1, 1, 1}));
  for (const Algorithm algorithm : family) {
    EXPECT_EQ(ask(algorithm, sphere, cube, {{}, {3, 0, 0}}).status, Status::unsupported_pair);
  }
}

// A cache may hold anything; the plane it gives is a start like another.
TEST(CommonPlaneFamily, SurvivesAnyCache) {
  const auto pool = shape_pool();
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Real infinity = std::numeric_limits<Real>::infinity();
  PairCache from_before;
  for (int i = 0; i < scaled_count(1000); ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    const RandomPair pair = random_pair(pool, 32, index);
    Random random{33, index};
    const Contact exact = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b);
    for (const Algorithm algorithm : family) {
      std::array<PairCache, 6> caches;
      caches[1] = from_before;  // of another pair
      caches[2].direction = unit_vector(random);
      caches[3].direction = {nan, 0, 1};
      caches[4].direction = {0, -infinity, 0};
      for (int k = 0; k < 3; ++k) caches[5].direction[k] = std::bit_cast<Real>(next_bits(random));
      for (PairCache& cache : caches) {
        cache.algorithm = static_cast<std::uint32_t>(algorithm);
        Contact c;
        query(algorithm, pair.a, pair.b, pair.a_from_b, {}, cache, c);
        ASSERT_TRUE(c.status == Status::ok || c.status == Status::not_converged) << i;
        ASSERT_LE(c.distance, exact.distance + 1e-12 * std::max(pair.a.size, pair.b.size)) << i;
        ASSERT_NEAR(norm(c.normal), 1, 1e-14) << i;
        ASSERT_EQ(cache.algorithm, static_cast<std::uint32_t>(algorithm));
        ASSERT_EQ(cache.direction, c.normal);
        from_before = cache;
      }
    }
  }
}

// Another algorithm's cache is not read: the answer is the cold one.
TEST(CommonPlaneFamily, IgnoresTheCacheOfAnother) {
  const Shape cube = must(make_box({2, 2, 2}));
  const Pose pose{on_corner(), {0.3, 0.2, 0.9 + std::sqrt(3.0)}};
  for (const Algorithm algorithm : family) {
    PairCache cache;
    cache.algorithm = static_cast<std::uint32_t>(Algorithm::gjk_epa);
    cache.direction = {0, 0, -1};
    Contact c;
    query(algorithm, cube, cube, pose, {}, cache, c);
    const Contact cold = ask(algorithm, cube, cube, pose);
    EXPECT_EQ(c.distance, cold.distance) << name(algorithm);
    EXPECT_EQ(c.iterations, cold.iterations) << name(algorithm);
  }
}

// A corner that slides over a face while the cube turns: the answer is known, -0.05 along +z.
TEST(CommonPlaneFamily, WarmStartNeedsFewerRounds) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const Algorithm algorithm : family) {
    PairCache warm;
    int warm_rounds = 0;
    int cold_rounds = 0;
    for (int step = 0; step < 200; ++step) {
      const Vec3 slide{0.3 + 0.001 * step, 0.2 - 0.0005 * step, 0.95 + std::sqrt(3.0)};
      const Pose pose{turn({0, 0, 1}, 0.1 * step) * on_corner(), slide};
      Contact c;
      query(algorithm, cube, cube, pose, {}, warm, c);
      warm_rounds += c.iterations;
      ASSERT_NEAR(c.distance, -0.05, 1e-8) << name(algorithm) << " at step " << step;
      ASSERT_LT(norm(c.normal - Vec3{0, 0, 1}), 1e-8) << name(algorithm) << " at step " << step;
      cold_rounds += ask(algorithm, cube, cube, pose).iterations;
    }
    EXPECT_LT(warm_rounds, cold_rounds) << name(algorithm);
  }
}

// ---- cp and cp-revised.

// The four gaps of a round, measured together, are those of the tilted planes.
TEST(CommonPlaneSearch, MeasuresFourTiltsAtOnce) {
  using namespace common_plane_detail;
  const auto pool = shape_pool();
  for (int i = 0; i < 200; ++i) {
    const RandomPair pair = random_pair(pool, 34, static_cast<std::uint64_t>(i));
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    Random random{35, static_cast<std::uint64_t>(i)};
    const Frame f = frame_around(unit_vector(random));
    const Real k = largest_step;
    const Real scale = 1 / std::sqrt(1 + k * k);
    Real best = -std::numeric_limits<Real>::infinity();
    int which = -1;
    for (int tilt = 0; tilt < 4; ++tilt) {
      Frame turned = f;
      common_plane_detail::turn(turned, tilt, k, scale);
      EXPECT_NEAR(norm(turned.n), 1, 1e-15);
      EXPECT_NEAR(dot(turned.n, turned.p), 0, 1e-15);
      EXPECT_NEAR(dot(turned.n, turned.q), 0, 1e-15);
      EXPECT_NEAR(std::acos(dot(turned.n, f.n)), 5 * M_PI / 180, 1e-12);
      const Real gap = separation(view, turned.n);
      if (gap > best) which = tilt;
      best = std::max(best, gap);
    }
    const Tilt found = best_tilt(view, f, seen_from_b(view, {-f.n, -f.p, -f.q}), k, scale);
    const Real rounding = 1e-14 * (view.size + norm(view.translation));
    EXPECT_NEAR(found.gap, best, rounding);
    Frame turned = f;
    common_plane_detail::turn(turned, found.which, k, scale);
    EXPECT_NEAR(separation(view, turned.n), best, rounding) << which << " or " << found.which;
  }
}

TEST(CommonPlane, SevenContactTypesByHand) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const Algorithm algorithm : {Algorithm::common_plane, Algorithm::common_plane_revised}) {
    for (const ContactCase& hand : contact_cases()) {
      for (const Real gap : {0.5, -0.01}) {
        if (hand.apart_only && gap <= 0) continue;
        SCOPED_TRACE(std::string(name(algorithm)) + ", " + hand.name + " at " + std::to_string(gap));
        Pose upper = hand.upper;
        upper.translation.z += gap;
        PairCache cache;
        Contact c;
        ContactPatch patch;
        ASSERT_EQ(query(algorithm, cube, {hand.lower, {}}, cube, upper, {}, cache, c, &patch), Status::ok);
        EXPECT_LE(c.distance, gap + 1e-14);
        EXPECT_NEAR(c.distance, gap, 1e-8);
        EXPECT_LT(norm(c.normal - Vec3{0, 0, 1}), 1e-7);
        EXPECT_EQ(name(c.type), name(hand.type));
        EXPECT_EQ(patch.count, hand.patch_points);
        const Vec3 middle = 0.5 * (c.point_a + c.point_b);
        EXPECT_LT(norm(middle - hand.contact_point - Vec3{0, 0, gap / 2}), 1e-7);
      }
    }
  }
}

// Near to each other, two parallel edges have gaps along a narrow ridge: neither frame has a direction
// along it, and the search stops on its side.
TEST(CommonPlane, StopsOnARidge) {
  const Shape cube = must(make_box({2, 2, 2}));
  const Pose lower{on_edge(), {}};
  const Pose upper{on_edge(), {1.5, 0, 2 * std::sqrt(2.0) + 0.01}};
  PairCache cache;
  Contact c;
  query(Algorithm::common_plane, cube, lower, cube, upper, {}, cache, c);
  EXPECT_LT(c.distance, 0.008);
  cache = {};
  query(Algorithm::common_plane_revised, cube, lower, cube, upper, {}, cache, c);
  EXPECT_NEAR(c.distance, 0.01, 1e-8);
}

// Descantes 2019, Fig. 2: two parallelepipeds, an edge of each inside the other. The centroids point
// along x, where they overlap by 1; along y it is a quarter.
TEST(CommonPlane, IsWrongWhereTheCentroidsMislead) {
  const Shape a =
      hull({{0, 0, 0}, {0, 0, 2}, {0, 1, 0}, {0, 1, 2}, {8, 0, 0}, {8, 0, 2}, {8, 1, 0}, {8, 1, 2}});
  const Shape b = hull({{7, 0.75, 0},
                        {7, 0.75, 2},
                        {7, 1.75, 0},
                        {7, 1.75, 2},
                        {15, 0.75, 0},
                        {15, 0.75, 2},
                        {15, 1.75, 0},
                        {15, 1.75, 2}});
  const Contact once = ask(Algorithm::common_plane, a, b, {});
  EXPECT_NEAR(once.distance, -1, 1e-8);
  EXPECT_LT(norm(once.normal - Vec3{1, 0, 0}), 1e-8);
  const Contact revised = ask(Algorithm::common_plane_revised, a, b, {});
  EXPECT_NEAR(revised.distance, -0.25, 0.25e-8);
  EXPECT_LT(norm(revised.normal - Vec3{0, 1, 0}), 1e-8);
}

// Relative to the overlap: `error` the revised algorithm's, also of its normal; `once_error` the other's.
void expect_nine_situations(Algorithm once, Real once_error, Algorithm revised, Real error) {
  for (const DescantesPair& pair : descantes_pairs()) {
    SCOPED_TRACE(std::string(pair.figure) + ", " + std::string(name(once)));
    const Pose pose{{}, pair.b_position};
    const Contact right = ask(revised, pair.a, pair.b, pose);
    EXPECT_NEAR(right.distance, -pair.overlap, error * pair.overlap);
    EXPECT_LT(norm(right.normal - pair.normal), error);
    const Contact published = ask(once, pair.a, pair.b, pose);
    const bool misled = pair.figure == "2" || pair.figure == "4";
    if (misled) {
      EXPECT_LT(published.distance, -1.1 * pair.overlap);
    } else {
      EXPECT_NEAR(published.distance, -pair.overlap, once_error * pair.overlap);
    }
  }
}
TEST(CommonPlane, NineSituations) {
  expect_nine_situations(Algorithm::common_plane, 1e-7, Algorithm::common_plane_revised, 1e-8);
  expect_nine_situations(Algorithm::fast_common_plane, 1e-14, Algorithm::fast_common_plane_revised, 1e-14);
}

}  // namespace
}  // namespace scree::testing
