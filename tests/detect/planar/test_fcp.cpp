// fcp in the plane; what it shares with cp and slm there is in test_cp.cpp.
#include "detect/planar/fcp.hpp"

#include "detect/planar/common_plane_cases.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Algorithm fcp = Algorithm::fast_common_plane;

TEST(PlanarFastCommonPlane, ContactTypesByHand) { expect_all_by_hand(fcp, {0.5, 0.01, 1e-6, -1e-6, -0.01}); }

// Right whenever the first plane separates the polygons; else never too shallow. Shares below what was
// measured on many more pairs.
void check_random_pairs(const std::vector<Shape>& pool, int count, Real overlaps_right) {
  int overlaps = 0;
  int right = 0;
  int separated = 0;
  for (int i = 0; i < count; ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 33, i);
    const Exact exact = exact_answer(pair);
    PairCache2 cache;
    Contact2 c;
    ASSERT_EQ(broken_promise(fcp, pair, exact, {}, cache, c), "") << "pair " << i;
    const bool is_right = c.distance >= exact.distance - distance_bar * exact.size;
    ASSERT_TRUE(is_right || !exact.first_plane_separates) << "pair " << i;
    separated += exact.first_plane_separates ? 1 : 0;
    overlaps += exact.state == ContactState::overlap ? 1 : 0;
    right += exact.state == ContactState::overlap && is_right ? 1 : 0;
  }
  EXPECT_GT(separated, count / 10);
  EXPECT_GT(overlaps, count / 4);
  EXPECT_GE(right, overlaps_right * overlaps);
}
TEST(PlanarFastCommonPlane, KeepsItsPromiseOnRandomPairs) {
  check_random_pairs(polygon_pool(), scaled_count(100000), 0.45);
}
TEST(PlanarFastCommonPlane, KeepsItsPromiseOnSlivers) {
  check_random_pairs(sliver_polygon_pool(), scaled_count(20000), 0.5);
}

TEST(PlanarFastCommonPlane, KeepsItsPromiseWithAnyCache) {
  expect_promise_with_any_cache(fcp, scaled_count(20000));
}

TEST(PlanarFastCommonPlane, WarmStartNeedsFewerRounds) {
  const MotionTally tally = follow_motion(fcp);
  EXPECT_LT(tally.warm_iterations, tally.cold_iterations);
  EXPECT_GE(tally.right, 0.9 * tally.queries);
}

// Both ends of either edge are equally close to the first line, and the nearer ones lead to the answer. From
// the far ones no candidate is better.
TEST(PlanarFastCommonPlane, GoesOnFromTheNearerEndsOfLevelEdges) {
  const Shape square = must(make_rectangle({2, 2}));
  for (const Real x : {2.1, -2.1}) {
    for (const int quarter : {0, 1, 2, 3}) {
      const Turn turn = turn_by(quarter * std::numbers::pi / 2);
      PairCache2 cache;
      cache.algorithm = static_cast<std::uint32_t>(fcp);
      cache.direction = {0, 1};
      Contact2 c;
      query(fcp, square, square, {turn, {x, 3}}, {}, cache, c);
      EXPECT_NEAR(c.distance, std::sqrt(1.01), 1e-14) << x << ", quarter " << quarter;
      EXPECT_LT(norm(c.normal - normalized(Vec2{std::copysign(0.1, x), 1})), 1e-14);
    }
  }
}

// Polygons that reach through the first line are moved apart although they do not touch: published so, and
// wrong here. Moved past the plate's end, the grain leans on its corner.
TEST(PlanarFastCommonPlane, SeparatesWhatIsApart) {
  const Shape plate = must(make_rectangle({10, 0.05}));
  const Shape grain = must(make_rectangle({0.05, 0.05}));
  const Pose2 pose{{}, {4.5, 0.06}};
  EXPECT_EQ(ask(fcp, plate, grain, pose).state, ContactState::overlap);
  EXPECT_NEAR(ask(Algorithm::shortest_link, plate, grain, pose).distance, 0.01, 1e-15);
}

// Where the closest corners lie in the same place they have no bisector; the edges answer.
TEST(PlanarFastCommonPlane, ClosestCornersInTheSamePlace) {
  const Shape square = must(make_rectangle({2, 2}));
  const Contact2 touching = ask(fcp, square, square, {{}, {2, 2}});
  EXPECT_EQ(touching.status, Status::ok);
  EXPECT_EQ(touching.state, ContactState::touch);
  EXPECT_NEAR(ask(fcp, square, square, {}).distance, -2, 1e-15);
}

// The best of the candidates at two corners, against all of them measured one by one.
TEST(PlanarFastCommonPlane, LeavesOutOnlyCandidatesThatCannotWin) {
  using namespace common_plane_detail;
  const auto pool = polygon_pool();
  for (int i = 0; i < scaled_count(3000); ++i) {
    const RandomPlanarPair random = random_planar_pair(pool, 41, i);
    const OwnPlanarPair pair = make_pair_view(random.a, random.b, random.a_from_b);
    Random numbers{42, static_cast<std::uint64_t>(i)};
    const Vec2 start = random_direction(numbers);
    const SupportVertex2 at = support(pair, start);
    LineCandidates s{pair,        pair.translation, start,         separation(pair, start),
                     at.vertex_a, at.vertex_b,      -at.difference};
    consider_edges(s, at.vertex_a, at.vertex_b);
    Real best = separation(pair, start);
    for (const std::int32_t edge : {at.vertex_a, vertex_before(pair.a.outline, at.vertex_a)}) {
      best = std::max(best, separation(pair, pair.a.outline.edge_lines[edge].normal));
    }
    for (const std::int32_t edge : {at.vertex_b, vertex_before(pair.b.outline, at.vertex_b)}) {
      best = std::max(best, separation(pair, -(pair.a_from_b * pair.b.outline.edge_lines[edge].normal)));
    }
    const Real rounding = 1e-15 * (pair.size + norm(pair.translation));
    EXPECT_NEAR(s.gap, best, rounding) << i;
    EXPECT_NEAR(s.gap, separation(pair, s.normal), rounding) << i;
  }
}

}  // namespace
}  // namespace scree::testing
