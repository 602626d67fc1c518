// fds beside ds in the plane, and updated beside initial detection: the same contact list by less work.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_polygons.hpp"
#include "detect/kernels/contact_pairs.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/asked.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using bench::must;

Real larger_size(const bench::RandomPlanarPair& pair) { return std::max(pair.a.size, pair.b.size); }

Real reach_of(const bench::RandomPlanarPair& pair) {
  const OwnPlanarPair view = make_pair_view(pair.a, pair.b, pair.a_from_b);
  return contact_reach(view, {});
}

// Pairs of random polygons with two features facing each other across |gap| <= d_tol / 2.
bool facing_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index,
                 bench::RandomPlanarPair& pair) {
  pair = bench::random_planar_pair(pool, seed, index);
  if (pair.placement != bench::Placement::grazing) return false;
  const Contact2 touching = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
  const Real reach = reach_of(pair);
  Random random{seed + 1, index};
  pair.a_from_b.translation += uniform(random, -0.5, 0.5) * reach * touching.normal;
  return reach <= 0.05 * std::min(pair.a.size, pair.b.size);
}

TEST(PlanarFastDirectSearch, ListsWhatDirectSearchLists) {
  const auto pool = bench::polygon_pool();
  std::array<int, 8> by_type{};
  int different = 0;
  int all = 0;
  for (int i = 0; i < scaled_count(100000); ++i) {
    bench::RandomPlanarPair pair;
    if (!facing_pair(pool, 31, i, pair)) continue;
    const Asked2 direct = ask(Algorithm::direct_search, pair.a, pair.b, pair.a_from_b);
    const Asked2 fast = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b);
    EXPECT_LT(fast.contact.iterations, direct.contact.iterations) << i;
    different += same_answer(direct, fast, 1e-9 * larger_size(pair)) ? 0 : 1;
    ++by_type[static_cast<std::size_t>(direct.contact.type)];
    ++all;
  }
  EXPECT_EQ(different, 0) << "of " << all;
  for (const ContactType type :
       {ContactType::vertex_vertex, ContactType::vertex_edge, ContactType::edge_edge_parallel}) {
    EXPECT_GT(by_type[static_cast<std::size_t>(type)], scaled_count(100)) << name(type);
  }
}

// Any pair, at any distance.
TEST(PlanarFastDirectSearch, AgreesWithDirectSearchOnRandomPairs) {
  const auto pool = bench::polygon_pool();
  const int pairs = scaled_count(100000);
  int different = 0;
  for (int i = 0; i < pairs; ++i) {
    const bench::RandomPlanarPair pair = bench::random_planar_pair(pool, 32, i);
    const Contact2 direct = ask(Algorithm::direct_search, pair.a, pair.b, pair.a_from_b).contact;
    const Contact2 fast = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b).contact;
    ASSERT_EQ(direct.fallback, fast.fallback) << i;
    ASSERT_LE(fast.distance, direct.distance + 1e-12 * larger_size(pair)) << i;
    different += fast.distance < direct.distance - 1e-12 * larger_size(pair) ? 1 : 0;
  }
  EXPECT_EQ(different, 0);
}

TEST(PlanarFastDirectSearch, SwappedShapesGiveTheSameContact) {
  const auto pool = bench::polygon_pool();
  int all = 0;
  int different = 0;
  for (int i = 0; i < scaled_count(50000); ++i) {
    bench::RandomPlanarPair pair;
    if (!facing_pair(pool, 34, i, pair)) continue;
    for (const Algorithm algorithm : {Algorithm::direct_search, Algorithm::fast_direct_search}) {
      const Asked2 forth = ask(algorithm, pair.a, pair.b, pair.a_from_b);
      Asked2 back = ask(algorithm, pair.b, pair.a, inverse(pair.a_from_b));
      back.contact.normal = -rotate(pair.a_from_b.rotation, back.contact.normal);
      for (int k = 0; k < back.patch.count; ++k) {
        back.patch.points[k] = transform(pair.a_from_b, back.patch.points[k]);
      }
      ++all;
      different += same_answer(forth, back, 1e-9 * larger_size(pair)) ? 0 : 1;
    }
  }
  EXPECT_GT(all, scaled_count(1000));
  EXPECT_EQ(different, 0);
}

// What an exact method says of the type, where tolerances play no part: a vertex on an edge, apart.
TEST(PlanarFastDirectSearch, TypesAgreeWithTheExactMethod) {
  const auto pool = bench::polygon_pool();
  int all = 0;
  for (int i = 0; i < scaled_count(50000); ++i) {
    bench::RandomPlanarPair pair;
    if (!facing_pair(pool, 33, i, pair)) continue;
    const Contact2 fast = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b).contact;
    if (fast.fallback || fast.distance < 0 || fast.type != ContactType::vertex_edge) continue;
    ++all;
    EXPECT_EQ(fast.type, ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact.type) << i;
  }
  EXPECT_GT(all, scaled_count(500));
}

// A motion in small steps, asked with a kept cache and with an empty one. The types met on the way, each
// change once.
template <class PoseAt>
std::vector<ContactType> follow(const Shape& a, const Shape& b, int steps, PoseAt pose_at) {
  PairCache2 cache;
  std::vector<ContactType> types;
  long warm_work = 0;
  long cold_work = 0;
  for (int i = 0; i < steps; ++i) {
    const Pose2 pose = pose_at(static_cast<Real>(i) / steps);
    const Asked2 warm = ask(Algorithm::fast_direct_search, a, b, pose, cache);
    const Asked2 cold = ask(Algorithm::fast_direct_search, a, b, pose);
    EXPECT_EQ(warm.contact.fallback, cold.contact.fallback) << i;
    EXPECT_TRUE(same_answer(warm, cold, 1e-12))
        << i << ": " << name(warm.contact.type) << ' ' << warm.contact.distance << ' ' << warm.patch.count
        << ", " << name(cold.contact.type) << ' ' << cold.contact.distance << ' ' << cold.patch.count;
    if (::testing::Test::HasFailure()) break;
    warm_work += warm.contact.iterations;
    cold_work += cold.contact.iterations;
    if (types.empty() || types.back() != cold.contact.type) types.push_back(cold.contact.type);
  }
  EXPECT_LT(3 * warm_work, cold_work);
  return types;
}

constexpr auto vv = ContactType::vertex_vertex;
constexpr auto ve = ContactType::vertex_edge;
constexpr auto ee = ContactType::edge_edge_parallel;

TEST(PlanarFastDirectSearch, UpdatesASlidingSquare) {
  const Shape plate = must(make_rectangle({6, 1}));
  const Shape square = must(make_rectangle({1, 1}));
  // To the plate's end and beyond it, up and down by less than d_tol (0.05).
  const auto types = follow(plate, square, 5000, [](Real t) {
    return Pose2{{}, {3 * t + 0.4, 1 + 0.02 * std::sin(40 * t)}};
  });
  EXPECT_EQ(types, (std::vector{ee}));
  // Past the end: edge on edge until the corners pass each other.
  const auto past = follow(plate, square, 5000, [](Real t) { return Pose2{{}, {3.4 + 0.12 * t, 1.01}}; });
  EXPECT_EQ(past, (std::vector{ee, vv}));
}

TEST(PlanarFastDirectSearch, UpdatesARollingHexagon) {
  const Shape plate = must(make_rectangle({20, 1}));
  const Shape hexagon = must(make_regular_polygon(6, 1));
  for (const Real gap : {0.01, -0.01}) {
    // Two turns, the lowest corner at `gap` over the plate: an edge lies flat twelve times.
    const auto types = follow(plate, hexagon, 20000, [&](Real t) {
      const Turn turn = turn_by(-4 * M_PI * t - 0.2);
      Real lowest = 1;
      for (const Vec2& v : hexagon.outline->vertices) lowest = std::min(lowest, (turn * v).y);
      return Pose2{turn, {4 * M_PI * t - 6, 0.5 - lowest + gap}};
    });
    std::vector<ContactType> wanted{ve};
    for (int i = 0; i < 12; ++i) wanted.insert(wanted.end(), {ee, ve});
    EXPECT_EQ(types, wanted);
  }
}

// A corner goes along an edge, over its end and down the next edge.
TEST(PlanarFastDirectSearch, UpdatesACornerGoingRoundACorner) {
  const Shape square = must(make_rectangle({2, 2}));
  const Turn on_corner = turn_by(M_PI / 4);
  const auto types = follow(square, square, 8000, [&](Real t) {
    const Real s = 2 * t - 1;
    // The tip of B, 0.02 outside the square's outline, then along it; B's centre beyond the tip.
    const Vec2 tip = s < 0 ? Vec2{1.02 + s, 1.02} : Vec2{1.02, 1.02 - s};
    const Turn turn = turn_by(-M_PI / 4 - M_PI / 2 * t) * on_corner;
    return Pose2{turn * on_corner, tip + std::sqrt(2.0) * (turn * Vec2{0, 1})};
  });
  EXPECT_EQ(types, (std::vector{ve, vv, ve}));
}

// A square comes down, overlaps deeper than d_tol, and leaves again.
TEST(PlanarFastDirectSearch, UpdatesThroughExclusionAndDeepOverlap) {
  const Shape square = must(make_rectangle({2, 2}));
  PairCache2 cache;
  int listed = 0;
  int exact = 0;
  int excluded = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pose2 pose{turn_by(0.3), {0.2, 1.9 + 0.9 * std::cos(2 * M_PI * i / 2000)}};
    const QueryRequest near{.cutoff = 0.15};
    const Asked2 warm = ask(Algorithm::fast_direct_search, square, square, pose, cache, near);
    const Asked2 cold = ask(Algorithm::fast_direct_search, square, square, pose, near);
    ASSERT_EQ(warm.contact.beyond_cutoff, cold.contact.beyond_cutoff) << i;
    if (warm.contact.beyond_cutoff) {
      ++excluded;
      continue;
    }
    ASSERT_TRUE(same_answer(warm, cold, 1e-12)) << i;
    ASSERT_EQ(warm.contact.fallback, cold.contact.fallback) << i;
    ++(warm.contact.fallback ? exact : listed);
  }
  EXPECT_GT(listed, 100);
  EXPECT_GT(exact, 100);
  EXPECT_GT(excluded, 100);
}

// Random polygons turn and slide on each other, each step by less than d_tol / 4, at gaps within d_tol / 2.
TEST(PlanarFastDirectSearch, UpdatesRandomMotions) {
  const auto pool = bench::polygon_pool();
  int steps = 0;
  int different = 0;
  int changes = 0;
  long warm_work = 0;
  long cold_work = 0;
  for (int i = 0; i < scaled_count(10000); ++i) {
    bench::RandomPlanarPair pair;
    if (!facing_pair(pool, 41, i, pair)) continue;
    Random random{43, static_cast<std::uint64_t>(i)};
    const Real reach = reach_of(pair);
    const Turn spin = turn_by((uniform_index(random, 2) == 0 ? 0.1 : -0.1) * reach / pair.b.size);
    const Vec2 drift = 0.1 * reach * (turn_by(uniform(random, 0, 6.28)) * Vec2{1, 0});
    PairCache2 cache;
    ContactType before = ContactType::smooth;
    for (int step = 0; step < 60; ++step) {
      const Asked2 warm = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b, cache);
      const Asked2 cold = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b);
      ++steps;
      different += same_answer(warm, cold, 1e-9 * larger_size(pair)) ? 0 : 1;
      changes += before != cold.contact.type ? 1 : 0;
      before = cold.contact.type;
      EXPECT_EQ(warm.contact.fallback, cold.contact.fallback);
      warm_work += warm.contact.iterations;
      cold_work += cold.contact.iterations;
      const Contact2 exact = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
      const Vec2 centre = transform(pair.a_from_b, in_plane(pair.b.centre));
      const Real back = exact.distance > 0.4 * reach ? 0.2 : exact.distance < -0.4 * reach ? -0.2 : 0;
      pair.a_from_b.rotation = normalized(spin * pair.a_from_b.rotation);
      pair.a_from_b.translation = centre - rotate(pair.a_from_b.rotation, in_plane(pair.b.centre)) + drift -
                                  back * reach * exact.normal;
    }
  }
  EXPECT_GT(steps, scaled_count(20000));
  EXPECT_GT(changes, steps / 50);
  EXPECT_EQ(different, 0) << "of " << steps;
  EXPECT_LT(3 * warm_work, cold_work);
}

TEST(PlanarFastDirectSearch, ExcludesWithProof) {
  const Shape square = must(make_rectangle({2, 2}));
  const QueryRequest near{.cutoff = 0.2};
  // Apart along an edge's normal, and where two corners are nearest.
  for (const Pose2& pose : {Pose2{{}, {0.5, 2.5}}, Pose2{turn_by(0.7), {2.7, 0.1}}, Pose2{{}, {2.4, 2.5}}}) {
    PairCache2 cache;
    for (int time = 0; time < 2; ++time) {
      const Asked2 far = ask(Algorithm::fast_direct_search, square, square, pose, cache, near);
      EXPECT_TRUE(far.contact.beyond_cutoff);
      EXPECT_FALSE(far.contact.fallback);
      EXPECT_EQ(far.contact.state, ContactState::separate);
      EXPECT_GT(far.contact.distance, 0.2);
      EXPECT_LE(far.contact.distance,
                ask(Algorithm::brute_force, square, square, pose).contact.distance + 1e-14);
      EXPECT_EQ(far.patch.count, 0);
    }
  }
  const Asked2 exact = ask(Algorithm::fast_direct_search, square, square, Pose2{{}, {0.5, 2.15}}, near);
  EXPECT_TRUE(exact.contact.fallback);
  EXPECT_FALSE(exact.contact.beyond_cutoff);
  EXPECT_NEAR(exact.contact.distance, 0.15, 1e-15);
}

// Caches of other algorithms, other pairs, of zeros and of random bytes cost time at most.
TEST(PlanarFastDirectSearch, SurvivesAnyCache) {
  const auto pool = bench::polygon_pool();
  PairCache2 last;
  for (int i = 0; i < scaled_count(50000); ++i) {
    const bench::RandomPlanarPair pair = bench::random_planar_pair(pool, 51, i);
    const Real size = larger_size(pair);
    Random random{53, static_cast<std::uint64_t>(i)};
    PairCache2 cache = last;
    const int kind = uniform_index(random, 4);
    if (kind == 0) {
      std::memset(static_cast<void*>(&cache), 0, sizeof cache);
    } else if (kind == 1) {
      for (std::size_t k = 0; k < sizeof cache / 8; ++k) {
        const std::uint64_t bits = next_bits(random);
        std::memcpy(reinterpret_cast<char*>(&cache) + 8 * k, &bits, 8);
      }
    } else if (kind == 2) {
      cache.direction = turn_by(uniform(random, 0, 6.28)) * Vec2{1, 0};
      for (PairCache2::Place* place : {&cache.place_a, &cache.place_b}) {
        place->dimension = uniform_index(random, 4) - 1;
        place->index = uniform_index(random, 4) == 0 ? std::numeric_limits<std::int32_t>::max()
                                                     : uniform_index(random, 12) - 2;
      }
      cache.near_a = uniform_index(random, 5);
      cache.near_b = uniform_index(random, 5);
    }
    if (uniform_index(random, 8) != 0) {
      cache.algorithm = static_cast<std::uint32_t>(Algorithm::fast_direct_search);
    }
    const Asked2 warm = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b, cache);
    const Contact2 exact = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
    ASSERT_EQ(warm.contact.status, Status::ok) << i;
    ASSERT_LE(warm.contact.distance, exact.distance + 1e-12 * size) << i;
    if (warm.contact.fallback) {
      ASSERT_NEAR(warm.contact.distance, exact.distance, 1e-12 * size) << i;
    }
    last = cache;
  }
}

}  // namespace
}  // namespace scree::testing
