// cp in the plane, and what cp, fcp and slm have in common there: one plane when the polygons are apart.
#include "detect/planar/common_plane_cases.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Algorithm cp = Algorithm::common_plane;

// ---- The three.

// What a link may be off by: how well its two bounds must agree, and the rounding of a pair far apart (m).
Real link_bar(const PlanarPair& view) {
  return 2 * tolerance::certificate * view.size + 1e-14 * (view.size + norm(view.translation));
}

// Where the first plane separates the polygons all three planes are the same, to rounding. Only nearly
// parallel edges leave some room: to slm's distance as much as its proof allows, to normals a range of
// directions whose gaps are the same to rounding. (A tilt by t takes t^2/2 off a gap between two corners.)
TEST(PlanarCommonPlanes, AreIdenticalWhenApart) {
  const auto pool = polygon_pool();
  int compared = 0;
  int equal = 0;
  const int count = scaled_count(100000);
  for (int i = 0; i < count; ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 61, i);
    const OwnPlanarPair view = make_pair_view(pair.a, pair.b, pair.a_from_b);
    if (!(separation(view, unit_vector_along(centre_direction(view))) > tolerance::touch * view.size)) {
      continue;
    }
    ++compared;
    const Contact2 by_link = ask(Algorithm::shortest_link, pair.a, pair.b, pair.a_from_b);
    for (const Algorithm algorithm : {cp, Algorithm::fast_common_plane}) {
      const Contact2 c = ask(algorithm, pair.a, pair.b, pair.a_from_b);
      ASSERT_EQ(c.status, Status::ok);
      const Real reach = view.size + norm(view.translation);
      const Real difference = std::fabs(c.distance - by_link.distance);
      ASSERT_LE(difference, link_bar(view)) << name(algorithm) << ", pair " << i;
      const Real relative_gap = by_link.distance / reach;
      const Real angle = norm(c.normal - by_link.normal);
      ASSERT_LE(angle, 1e-14 + std::sqrt(4e-13 / relative_gap)) << name(algorithm) << ", pair " << i;
      equal += difference <= 2e-15 * reach && angle <= 1e-14 + 1e-15 / relative_gap ? 1 : 0;
    }
  }
  EXPECT_GT(compared, count / 6);
  EXPECT_GE(equal, 2 * compared * 0.999);
}

TEST(PlanarCommonPlanes, SwappedPairHasTheOppositePlane) {
  const auto pool = polygon_pool();
  int compared = 0;
  int equal = 0;
  for (int i = 0; i < scaled_count(20000); ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 62, i);
    const OwnPlanarPair view = make_pair_view(pair.a, pair.b, pair.a_from_b);
    if (!(separation(view, unit_vector_along(centre_direction(view))) > 1e-6 * view.size)) continue;
    for (const Algorithm algorithm : common_plane_family) {
      const Contact2 c = ask(algorithm, pair.a, pair.b, pair.a_from_b);
      const Contact2 swapped = ask(algorithm, pair.b, pair.a, inverse(pair.a_from_b));
      const Real reach = view.size + norm(view.translation);
      const Real difference = std::fabs(swapped.distance - c.distance);
      ASSERT_LE(difference, link_bar(view)) << name(algorithm) << ", pair " << i;
      const Real angle = norm(rotate(view.a_from_b, swapped.normal) + c.normal);
      ASSERT_LE(angle, 1e-14 + std::sqrt(4e-13 * reach / c.distance)) << name(algorithm) << ", pair " << i;
      ++compared;
      equal += difference <= 4e-15 * reach && angle <= 1e-14 + 2e-15 * reach / c.distance ? 1 : 0;
    }
  }
  EXPECT_GT(compared, scaled_count(20000) / 4);
  EXPECT_GE(equal, compared * 0.999);
  // In overlap too, where the line of centres leads out the right way.
  const Shape square = must(make_rectangle({2, 2}));
  const Pose2 pose{turn_by(0.7), {0.2, 2.1}};
  for (const Algorithm algorithm : common_plane_family) {
    const Contact2 c = ask(algorithm, square, square, pose);
    const Contact2 swapped = ask(algorithm, square, square, inverse(pose));
    EXPECT_EQ(c.state, ContactState::overlap);
    EXPECT_NEAR(swapped.distance, c.distance, 1e-14);
    EXPECT_LT(norm(rotate(pose.rotation, swapped.normal) + c.normal), 1e-14);
  }
}

TEST(PlanarCommonPlanes, StopBeyondTheCutoffWithALowerBound) {
  const Shape square = must(make_rectangle({2, 2}));
  const Pose2 pose{turn_by(std::numbers::pi / 4),
                   {0.9, 1.5 + std::sqrt(2.0)}};  // a corner 0.5 above the edge
  for (const Algorithm algorithm : common_plane_family) {
    for (const Real cutoff : {0.25, -1.0}) {
      QueryRequest request;
      request.cutoff = cutoff;
      PairCache2 cache;
      Contact2 c;
      query(algorithm, square, square, pose, request, cache, c);
      EXPECT_TRUE(c.beyond_cutoff) << name(algorithm);
      EXPECT_GT(c.distance, std::max(cutoff, 0.0));
      EXPECT_LE(c.distance, 0.5 + 1e-15);
      request.cutoff = 0.75;
      cache = {};
      query(algorithm, square, square, pose, request, cache, c);
      EXPECT_FALSE(c.beyond_cutoff) << name(algorithm);
      EXPECT_NEAR(c.distance, 0.5, 1e-15);
    }
  }
}

TEST(PlanarCommonPlanes, WantPolygons) {
  const Shape disc = must(make_disc(1));
  const Shape square = must(make_rectangle({1, 1}));
  for (const Algorithm algorithm : common_plane_family) {
    EXPECT_EQ(ask(algorithm, disc, square, {{}, {3, 0}}).status, Status::unsupported_pair);
    EXPECT_EQ(ask(algorithm, square, disc, {{}, {3, 0}}).status, Status::unsupported_pair);
    EXPECT_TRUE(answers(algorithm, ShapeType::polygon, ShapeType::polygon));
    EXPECT_FALSE(answers(algorithm, ShapeType::polygon, ShapeType::disc));
  }
}

// ---- cp.

// Corners that are equally close changed with every rounding, and the search did not end.
TEST(PlanarCommonPlane, PairsThatOnceDidNotEnd) {
  const auto pool = polygon_pool();
  for (const int index : {116822, 146767, 281605, 398556, 405464, 489829}) {
    const RandomPlanarPair pair = random_planar_pair(pool, 5, index);
    PairCache2 cache;
    Contact2 c;
    EXPECT_EQ(broken_promise(cp, pair, exact_answer(pair), {}, cache, c), "") << index;
    EXPECT_LT(c.iterations, 200) << index;
  }
}

TEST(PlanarCommonPlane, ContactTypesByHand) { expect_all_by_hand(cp, {0.5, 0.01, -0.01}); }

// Shares below what was measured on many more pairs.
TEST(PlanarCommonPlane, NeverTooShallowOnRandomPairs) {
  const auto pool = polygon_pool();
  std::array<int, 3> pairs{};
  std::array<int, 3> right{};
  const int count = scaled_count(100000);
  for (int i = 0; i < count; ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 31, i);
    const Exact exact = exact_answer(pair);
    PairCache2 cache;
    Contact2 c;
    ASSERT_EQ(broken_promise(cp, pair, exact, {}, cache, c), "") << "pair " << i;
    const auto state = static_cast<std::size_t>(exact.state);
    ++pairs[state];
    right[state] += c.distance >= exact.distance - distance_bar * exact.size ? 1 : 0;
  }
  EXPECT_EQ(right[0], pairs[0]);
  EXPECT_GE(right[2], 0.7 * pairs[2]);
}

TEST(PlanarCommonPlane, NeverTooShallowOnSlivers) {
  const auto pool = sliver_polygon_pool();
  for (int i = 0; i < scaled_count(20000); ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 32, i);
    const Exact exact = exact_answer(pair);
    PairCache2 cache;
    Contact2 c;
    ASSERT_EQ(broken_promise(cp, pair, exact, {}, cache, c), "") << "pair " << i;
    // Corners closer than its last step lie unseen between it and the right line.
    const Real unseen = exact.first_plane_separates ? 2e-9 : std::numeric_limits<Real>::infinity();
    ASSERT_GE(c.distance, exact.distance - unseen * exact.size) << "pair " << i;
  }
}

TEST(PlanarCommonPlane, KeepsItsPromiseWithAnyCache) {
  expect_promise_with_any_cache(cp, scaled_count(20000));
}

TEST(PlanarCommonPlane, WarmStartNeedsFewerRounds) {
  const MotionTally tally = follow_motion(cp);
  EXPECT_LT(tally.warm_iterations, tally.cold_iterations);
  EXPECT_GE(tally.right, 0.9 * tally.queries);
}

// As in Descantes 2019, Fig. 2: two slabs, an end of each inside the other. The centroids point along x,
// where they overlap by 1; along y it is a quarter.
TEST(PlanarCommonPlane, IsWrongWhereTheCentroidsMislead) {
  const Shape slab = must(make_rectangle({8, 1}));
  const Contact2 c = ask(cp, slab, slab, {{}, {7, 0.75}});
  EXPECT_NEAR(c.distance, -1, 1e-14);
  EXPECT_LT(norm(c.normal - Vec2{1, 0}), 1e-14);
  EXPECT_NEAR(ask(Algorithm::gjk_epa, slab, slab, {{}, {7, 0.75}}).distance, -0.25, 1e-15);
}

}  // namespace
}  // namespace scree::testing
