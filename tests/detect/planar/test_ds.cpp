// ds and fds in the plane: the answers both must give. Hand-worked contact lists, and random pairs against
// brute force.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_polygons.hpp"
#include "detect/brute_force.hpp"
#include "detect/kernels/contact_pairs.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/brute_force.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using bench::must;

const Real root2 = std::sqrt(2.0);
constexpr Real degree = M_PI / 180;

struct Asked {
  Contact2 contact;
  ContactPatch2 patch;
};

Asked ask(Algorithm algorithm, const Shape& a, const Pose2& at_a, const Shape& b, const Pose2& at_b,
          const QueryRequest& request = {}) {
  Asked asked;
  PairCache2 cache;
  query(algorithm, a, at_a, b, at_b, request, cache, asked.contact, &asked.patch);
  return asked;
}

struct Point {
  Vec2 at;
  const char* type;
};

// Every point is in the list, once, and nothing else.
void expect_list(const Asked& asked, const std::vector<Point>& points) {
  EXPECT_EQ(asked.patch.count, static_cast<int>(points.size()));
  for (const Point& point : points) {
    int found = 0;
    for (int k = 0; k < asked.patch.count; ++k) {
      if (norm(asked.patch.points[k] - point.at) > 1e-12) continue;
      ++found;
      EXPECT_EQ(name(asked.patch.types[k]), point.type);
    }
    EXPECT_EQ(found, 1) << point.at.x << ' ' << point.at.y;
  }
}

class PlanarDirectSearch : public ::testing::TestWithParam<Algorithm> {
 protected:
  const Shape square = must(make_rectangle({2, 2}));  // d_tol 0.1
  const Turn on_corner = turn_by(M_PI / 4);
};

TEST_P(PlanarDirectSearch, CornerOnAnEdge) {
  for (const Real gap : {0.04, 0.0, -0.04}) {
    const Asked above = ask(GetParam(), square, {}, square, {on_corner, {0.25, 1 + root2 + gap}});
    EXPECT_EQ(above.contact.status, Status::ok);
    EXPECT_FALSE(above.contact.fallback);
    EXPECT_EQ(above.contact.type, ContactType::vertex_edge);
    EXPECT_NEAR(above.contact.distance, gap, 1e-14);
    EXPECT_LT(norm(above.contact.normal - Vec2{0, 1}), 1e-14);
    EXPECT_EQ(above.contact.feature_a.vertex_count, 2);
    EXPECT_EQ(above.contact.feature_b.vertex_count, 1);
    EXPECT_LT(norm(above.contact.point_a - Vec2{0.25, 1}), 1e-14);
    EXPECT_LT(norm(above.contact.point_b - Vec2{0.25, 1 + gap}), 1e-14);
    expect_list(above, {{{0.25, 1 + gap / 2}, "vertex-edge"}});
    // The other way round: A's corner on an edge of B.
    const Asked below = ask(GetParam(), square, {on_corner, {0.25, -1 - root2 - gap}}, square, {});
    EXPECT_EQ(below.contact.type, ContactType::vertex_edge);
    EXPECT_NEAR(below.contact.distance, gap, 1e-14);
    EXPECT_LT(norm(below.contact.normal - Vec2{0, 1}), 1e-14);
    EXPECT_EQ(below.contact.feature_a.vertex_count, 1);
    EXPECT_EQ(below.contact.feature_b.vertex_count, 2);
    expect_list(below, {{{0.25, -1 - gap / 2}, "vertex-edge"}});
  }
}

TEST_P(PlanarDirectSearch, CornerOnACorner) {
  for (const Real gap : {0.04, 0.0, -0.04}) {
    // Both tips up and down: the mean of the four edge normals is the line between them.
    const Asked tips = ask(GetParam(), square, {on_corner, {}}, square, {on_corner, {0, 2 * root2 + gap}});
    EXPECT_FALSE(tips.contact.fallback);
    EXPECT_EQ(tips.contact.type, ContactType::vertex_vertex);
    EXPECT_NEAR(tips.contact.distance, gap, 1e-14);
    EXPECT_LT(norm(tips.contact.normal - Vec2{0, 1}), 1e-14);
    expect_list(tips, {{{0, root2 + gap / 2}, "vertex-vertex"}});
    // Corners of upright squares, one beside the other: the mean of x and y, so the gap is seen at 45
    // degrees.
    const Asked beside = ask(GetParam(), square, {}, square, {{}, {2, 2 + gap}});
    EXPECT_EQ(beside.contact.type, ContactType::vertex_vertex);
    EXPECT_LT(norm(beside.contact.normal - Vec2{1, 1} / root2), 1e-14);
    EXPECT_NEAR(beside.contact.distance, gap / root2, 1e-14);
  }
}

TEST_P(PlanarDirectSearch, EdgeOnAnEdge) {
  const Shape small = must(make_rectangle({1, 1}));  // d_tol 0.05
  for (const Real gap : {0.02, 0.0, -0.02}) {
    const Real y = 1 + gap / 2;
    const Asked shifted = ask(GetParam(), square, {}, square, {{}, {1.5, 2 + gap}});
    EXPECT_EQ(shifted.contact.type, ContactType::edge_edge_parallel);
    EXPECT_NEAR(shifted.contact.distance, gap, 1e-14);
    EXPECT_LT(norm(shifted.contact.normal - Vec2{0, 1}), 1e-14);
    EXPECT_LT(norm(0.5 * (shifted.contact.point_a + shifted.contact.point_b) - Vec2{0.75, y}), 1e-14);
    EXPECT_EQ(shifted.contact.feature_a.vertex_count, 2);
    EXPECT_EQ(shifted.contact.feature_b.vertex_count, 2);
    expect_list(shifted, {{{0.5, y}, "vertex-edge"}, {{1, y}, "vertex-edge"}});
    expect_list(ask(GetParam(), square, {}, square, {{}, {0, 2 + gap}}),
                {{{-1, y}, "vertex-vertex"}, {{1, y}, "vertex-vertex"}});
    expect_list(ask(GetParam(), square, {}, small, {{}, {0.1, 1.5 + gap}}),
                {{{-0.4, y}, "vertex-edge"}, {{0.6, y}, "vertex-edge"}});
    expect_list(ask(GetParam(), small, {{}, {0.1, 1.5 + gap}}, square, {}),
                {{{-0.4, y}, "vertex-edge"}, {{0.6, y}, "vertex-edge"}});
    expect_list(ask(GetParam(), square, {}, small, {{}, {0.5, 1.5 + gap}}),
                {{{0, y}, "vertex-edge"}, {{1, y}, "vertex-vertex"}});
  }
}

// Edges within the tolerance of one degree of each other are still parallel.
TEST_P(PlanarDirectSearch, ToleratesOneDegree) {
  const auto tilted = [&](Real degrees) {
    return ask(GetParam(), square, {}, must(make_rectangle({1, 1})),
               {turn_by(degrees * degree), {0.1, 1.5 + 0.5 * std::sin(degrees * degree)}});
  };
  const Asked flat = tilted(0.9);
  EXPECT_EQ(flat.contact.type, ContactType::edge_edge_parallel);
  ASSERT_EQ(flat.patch.count, 2);
  // One end touches, the other is above the edge by what the tilt makes.
  EXPECT_NEAR(std::fabs(flat.patch.distances[1] - flat.patch.distances[0]), std::sin(0.9 * degree), 1e-12);
  EXPECT_EQ(tilted(1.1).contact.type, ContactType::vertex_edge);
  EXPECT_EQ(tilted(1.1).patch.count, 1);
}

TEST_P(PlanarDirectSearch, LooksTwiceAsFarAsAStepMoves) {
  const Pose2 above{{}, {0.1, 2.3}};
  EXPECT_TRUE(ask(GetParam(), square, {}, square, above).contact.fallback);
  EXPECT_TRUE(ask(GetParam(), square, {}, square, above, {.step_motion = 0.14}).contact.fallback);
  const Contact2 listed = ask(GetParam(), square, {}, square, above, {.step_motion = 0.16}).contact;
  EXPECT_FALSE(listed.fallback);
  EXPECT_NEAR(listed.distance, 0.3, 1e-15);
  EXPECT_EQ(listed.type, ContactType::edge_edge_parallel);
}

TEST_P(PlanarDirectSearch, DeepOverlapIsFoundByTheExactMethod) {
  const Contact2 deep = ask(GetParam(), square, {}, square, {{}, {0.1, 1.7}}).contact;
  EXPECT_TRUE(deep.fallback);
  EXPECT_EQ(deep.state, ContactState::overlap);
  EXPECT_NEAR(deep.distance, -0.3, 1e-15);
  EXPECT_EQ(deep.type, ContactType::edge_edge_parallel);
}

TEST_P(PlanarDirectSearch, WithoutDescriptionTheAnswerIsTheSame) {
  for (const Pose2& pose : {Pose2{{}, {1.5, 2.02}}, Pose2{on_corner, {0.25, 1 + root2}}, Pose2{{}, {2, 2}}}) {
    const Asked full = ask(GetParam(), square, {}, square, pose);
    const Asked bare = ask(GetParam(), square, {}, square, pose, {.describe = false});
    EXPECT_EQ(bare.contact.distance, full.contact.distance);
    EXPECT_EQ(bare.contact.normal, full.contact.normal);
    EXPECT_EQ(bare.contact.state, full.contact.state);
    EXPECT_EQ(bare.patch.count, 0);
  }
}

TEST_P(PlanarDirectSearch, OnlyPolygons) {
  for (const Shape& other :
       {must(make_disc(1)), must(make_half_plane({0, 1}, 0)), must(make_ellipse({1, 2}))}) {
    EXPECT_EQ(ask(GetParam(), square, {}, other, {}).contact.status, Status::unsupported_pair);
    EXPECT_EQ(ask(GetParam(), other, {}, square, {}).contact.status, Status::unsupported_pair);
    EXPECT_FALSE(answers(GetParam(), square.type, other.type));
  }
  EXPECT_TRUE(answers(GetParam(), square.type, square.type));
}

INSTANTIATE_TEST_SUITE_P(Algorithms, PlanarDirectSearch,
                         ::testing::Values(Algorithm::direct_search, Algorithm::fast_direct_search),
                         [](const auto& info) { return std::string(name(info.param)); });

// What is promised for any pair: the distance is that along the normal, which no shape crosses; so it is
// never larger than the true one. Lists reach no farther than d_tol, and outside them the answer is exact.
struct Tally {
  int listed = 0, own_normal = 0;
};
void check_promise(Algorithm algorithm, const bench::RandomPlanarPair& p, const PlanarPair& pair,
                   const QueryRequest& request, const Contact2& reference, Real exact, Tally& tally) {
  PairCache2 cache;
  Contact2 contact;
  ContactPatch2 patch;
  query(algorithm, p.a, p.b, p.a_from_b, request, cache, contact, &patch);
  const Real slack = 1e-12 * pair.size;
  ASSERT_EQ(contact.status, Status::ok);
  ASSERT_NEAR(norm(contact.normal), 1, 1e-14);
  ASSERT_LE(contact.distance, exact + slack);
  ASSERT_NEAR(contact.distance, separation(pair, contact.normal), 2 * slack);
  ASSERT_TRUE(is_finite(contact.point_a) && is_finite(contact.point_b));
  ASSERT_EQ(patch.count, contact.type == ContactType::edge_edge_parallel ? 2 : 1);
  ASSERT_GE(contact.feature_a.vertex_count, 1);
  ASSERT_GE(contact.feature_b.vertex_count, 1);
  if (contact.fallback) {
    ASSERT_NEAR(contact.distance, exact, slack);
    return;
  }
  ++tally.listed;
  const Real reach = contact_reach(pair, request) + slack;
  ASSERT_LE(std::fabs(contact.distance), reach);
  ASSERT_LE(exact, reach);
  if (contact.type != ContactType::vertex_edge || contact.distance < slack) return;
  ++tally.own_normal;
  ASSERT_NEAR(contact.distance, exact, slack);
  if (exact > 1e-9 * pair.size) {
    ASSERT_LT(std::fabs(cross(contact.normal, reference.normal)), 1e-6);
  }
}

void check_promises(const std::vector<Shape>& pool, std::uint64_t seed, int pairs, Real step_motion) {
  Tally of_ds;
  Tally of_fds;
  for (int i = 0; i < pairs && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const bench::RandomPlanarPair p = bench::random_planar_pair(pool, seed, i);
    const OwnPlanarPair pair = make_pair_view(p.a, p.b, p.a_from_b);
    Contact2 reference;
    BruteForceDetail detail;
    brute_force(pair, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
    const auto exact = static_cast<Real>(detail.distance);
    const QueryRequest request{.step_motion = step_motion * pair.size};
    check_promise(Algorithm::direct_search, p, pair, request, reference, exact, of_ds);
    check_promise(Algorithm::fast_direct_search, p, pair, request, reference, exact, of_fds);
  }
  // Steps as long as the shapes bring every vertex within reach of another.
  const int least = step_motion < 0.1 ? pairs / 100 : 0;
  for (const Tally& tally : {of_ds, of_fds}) {
    EXPECT_GT(tally.listed, pairs / 10);
    EXPECT_GT(tally.own_normal, least);
  }
}

TEST(PlanarDirectSearches, RandomPairsAgainstBruteForce) {
  check_promises(bench::polygon_pool(), 21, scaled_count(70000), 0);
}

TEST(PlanarDirectSearches, RandomPairsWithLongSteps) {
  check_promises(bench::polygon_pool(), 22, scaled_count(20000), 0.02);
  check_promises(bench::polygon_pool(), 23, scaled_count(10000), 0.5);
}

TEST(PlanarDirectSearches, SliversAgainstBruteForce) {
  check_promises(bench::sliver_polygon_pool(), 24, scaled_count(30000), 0);
}

}  // namespace
}  // namespace scree::testing
