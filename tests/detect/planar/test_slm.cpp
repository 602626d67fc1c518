// slm in the plane: the walk, the closed form of two edges, hand cases, random pairs, warm starts.
#include "detect/planar/slm.hpp"

#include "detect/planar/common_plane_cases.hpp"
#include "shape/make_view.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Algorithm slm = Algorithm::shortest_link;

// --- the walk (Sec. 3.6) ---

Real distance_to_segment(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const Real t = std::clamp(dot(p - from, along) / norm_squared(along), 0.0, 1.0);
  return norm(p - from - t * along);
}

// Returns how many walks outside ended elsewhere than at the closest point.
int walk_everywhere(const std::vector<Shape>& pool, int walks) {
  int wrong = 0;
  int inside = 0;
  Random random{11, 6};
  for (int i = 0; i < walks; ++i) {
    const Shape& shape = pool[uniform_index(random, static_cast<int>(pool.size()))];
    const PolygonView polygon = make_view(shape).outline;
    const Vec2 point = shape.size * std::pow(10, uniform(random, -1.5, 1)) * random_direction(random);
    const std::int32_t start = uniform_index(random, polygon.vertex_count);
    SurfacePlace2 place = at_vertex(polygon, start);
    if (i % 2 == 0) place = {0.5 * (place.point + polygon.vertices[next_vertex(polygon, start)]), 1, start};
    const WalkEnd end = walk_to_closest(polygon, point, place);
    Real nearest = std::numeric_limits<Real>::infinity();
    Real highest = -nearest;
    for (std::int32_t k = 0; k < polygon.vertex_count; ++k) {
      nearest = std::min(nearest, distance_to_segment(point, polygon.vertices[k],
                                                      polygon.vertices[next_vertex(polygon, k)]));
      highest = std::max(highest, dot(polygon.edge_lines[k].normal, point) - polygon.edge_lines[k].offset);
    }
    EXPECT_EQ(end, highest > 0 ? WalkEnd::closest : WalkEnd::inside) << i;
    inside += highest > 0 ? 0 : 1;
    const Real exact = highest > 0 ? nearest : -highest;
    wrong += std::fabs(norm(point - place.point) - exact) <= 1e-14 * (shape.size + exact) ? 0 : 1;
  }
  EXPECT_GT(inside, walks / 20);
  return wrong;
}

TEST(PlanarSlm, WalkEndsAtTheClosestPoint) {
  EXPECT_EQ(walk_everywhere(polygon_pool(), scaled_count(100000)), 0);
}
TEST(PlanarSlm, WalkIsRightOnMostSlivers) {
  const int walks = scaled_count(30000);
  EXPECT_LE(walk_everywhere(sliver_polygon_pool(), walks), walks / 1000);
}

// A point beyond the far side: the edge it starts on is no answer though its foot lies on it.
TEST(PlanarSlm, WalkLeavesTheFarSide) {
  const Shape square = must(make_rectangle({2, 2}));
  const PolygonView polygon = make_view(square).outline;
  for (std::int32_t edge = 0; edge < 4; ++edge) {
    SurfacePlace2 place{polygon.edge_lines[edge].normal, 1, edge};
    EXPECT_EQ(walk_to_closest(polygon, Vec2{0.25, 3}, place), WalkEnd::closest);
    EXPECT_LT(norm(place.point - Vec2{0.25, 1}), 1e-15);
    EXPECT_EQ(place.dimension, 1);
  }
}

// --- two edges (Sec. 3.6, App. A) ---

TEST(PlanarSlm, SegmentLinkIsTheShortest) {
  Random random{12, 2};
  int crossing = 0;
  for (int i = 0; i < scaled_count(100000); ++i) {
    const Vec2 start_a = random_direction(random), start_b = random_direction(random);
    const Vec2 edge_a = uniform(random, 0.01, 2) * random_direction(random);
    // One in four parallel.
    const Vec2 edge_b = uniform_index(random, 4) == 0 ? uniform(random, -2, 2) * edge_a
                                                      : uniform(random, 0.01, 2) * random_direction(random);
    const slm_detail::SegmentLink link = slm_detail::segment_link(start_a, edge_a, start_b, edge_b);
    const Vec2 gap = start_b + link.on_second * edge_b - start_a - link.on_first * edge_a;
    const auto side = [&](Vec2 p) { return cross(edge_a, p - start_a); };
    const auto other_side = [&](Vec2 p) { return cross(edge_b, p - start_b); };
    const bool crosses =
        side(start_b) * side(start_b + edge_b) < 0 && other_side(start_a) * other_side(start_a + edge_a) < 0;
    crossing += crosses ? 1 : 0;
    const Real exact = crosses ? 0
                               : std::min({distance_to_segment(start_a, start_b, start_b + edge_b),
                                           distance_to_segment(start_a + edge_a, start_b, start_b + edge_b),
                                           distance_to_segment(start_b, start_a, start_a + edge_a),
                                           distance_to_segment(start_b + edge_b, start_a, start_a + edge_a)});
    ASSERT_NEAR(norm(gap), exact, 1e-13) << i;
  }
  EXPECT_GT(crossing, scaled_count(100000) / 100);
}

// --- hand cases ---

TEST(PlanarSlm, ContactTypesByHand) { expect_all_by_hand(slm, {1.0, 0.01, 1e-9}); }

// Lowered step by step, as in a simulation, the last normal is right and so is the overlap.
TEST(PlanarSlm, ContactTypesLoweredIntoOverlap) {
  const Shape square = must(make_rectangle({2, 2}));
  for (const PlanarCase& hand : planar_cases()) {
    if (hand.apart_only) continue;
    SCOPED_TRACE(hand.name);
    PairCache2 cache;
    for (int step = -10; step <= 10; ++step) {
      if (step == 0) continue;
      const Real gap = -0.001 * step;
      Pose2 upper = hand.upper;
      upper.translation.y += gap;
      Contact2 c;
      ContactPatch2 patch;
      query(slm, square, {hand.lower, {}}, square, upper, {}, cache, c, &patch);
      expect_by_hand(hand, gap, c, patch, 2e-15);
      EXPECT_FALSE(c.fallback);
    }
  }
}

// Without a last normal the line of centres takes its place, here nearly level: an end of each slab lies in
// the other, and the overlap of 0.25 across them comes out as the one of 1 along them. Lowered onto the other
// the upper slab is answered rightly.
TEST(PlanarSlm, FirstOverlapFollowsTheLineOfCentres) {
  const Shape slab = must(make_rectangle({8, 1}));
  const auto lowered = [](Real gap) { return Pose2{{}, {7, 1 + gap}}; };
  const Contact2 cold = ask(slm, slab, slab, lowered(-0.25));
  EXPECT_NEAR(cold.distance, -1, 1e-14);
  EXPECT_EQ(cold.state, ContactState::overlap);
  PairCache2 warm;
  Contact2 c;
  for (int step = -5; step <= 5; ++step) query(slm, slab, slab, lowered(-0.05 * step), {}, warm, c);
  EXPECT_NEAR(c.distance, -0.25, 1e-14);
  EXPECT_NEAR(c.normal.y, 1, 1e-15);
}

// The link's ends stay in the cache: a corner of B, an edge of A.
TEST(PlanarSlm, CacheHoldsTheLink) {
  const Shape square = must(make_rectangle({2, 2}));
  const Turn on_corner = turn_by(std::numbers::pi / 4);
  PairCache2 cache;
  Contact2 c;
  query(slm, square, square, {on_corner, {0.25, 1.5 + std::sqrt(2.0)}}, {}, cache, c);
  EXPECT_EQ(cache.place_a.dimension, 1);
  EXPECT_EQ(cache.place_b.dimension, 0);
  EXPECT_LT(norm(cache.place_a.point - Vec2{0.25, 1}), 1e-15);
  const Vec2 corner = square.outline->vertices[cache.place_b.index];
  EXPECT_LT(norm(rotate(on_corner, corner) - Vec2{0, -std::sqrt(2.0)}), 1e-15);
  query(slm, square, square, {on_corner, {0.26, 1.49 + std::sqrt(2.0)}}, {}, cache, c);
  EXPECT_EQ(c.iterations, 1);
  EXPECT_NEAR(c.distance, 0.49, 1e-15);
}

// --- random pairs ---

// Those that do not overlap also by the bars of exactness: normal, points, state.
void check_random_pairs(const std::vector<Shape>& pool, int count, Normals normals, Real fallbacks) {
  int apart = 0;
  int apart_fallbacks = 0;
  int overlaps = 0;
  for (int i = 0; i < count; ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 20260103, i);
    const Exact exact = exact_answer(pair);
    PairCache2 cache;
    Contact2 c;
    ASSERT_EQ(broken_promise(slm, pair, exact, {}, cache, c), "")
        << "pair " << i << " " << name(pair.placement);
    overlaps += c.state == ContactState::overlap ? 1 : 0;
    if (c.state == ContactState::overlap) continue;
    if (i % 4 == 0) {
      const PairVerdict2 verdict = check_pair(slm, pair, normals);
      ASSERT_EQ(verdict.complaint, "") << "pair " << i << " " << name(pair.placement);
    }
    if (c.state == ContactState::touch) continue;
    ++apart;
    apart_fallbacks += c.fallback ? 1 : 0;
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_GT(overlaps, count / 4);
  EXPECT_LE(apart_fallbacks, fallbacks * count + 1);
}
TEST(PlanarSlm, KeepsItsPromiseOnRandomPairs) {
  check_random_pairs(polygon_pool(), scaled_count(100000), Normals::compared, 5e-4);
}
TEST(PlanarSlm, KeepsItsPromiseOnSlivers) {
  check_random_pairs(sliver_polygon_pool(), scaled_count(20000), Normals::left_out, 5e-3);
}

TEST(PlanarSlm, KeepsItsPromiseWithAnyCache) { expect_promise_with_any_cache(slm, scaled_count(30000)); }

TEST(PlanarSlm, WarmStartNeedsOneOrTwoIterations) {
  const MotionTally tally = follow_motion(slm);
  EXPECT_GE(tally.quick, 0.95 * tally.queries);
  EXPECT_LT(3 * tally.warm_iterations, 2 * tally.cold_iterations);
  EXPECT_GE(tally.right, 0.9 * tally.queries);
}

}  // namespace
}  // namespace scree::testing
