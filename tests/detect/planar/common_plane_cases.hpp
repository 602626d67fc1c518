// What the tests of cp, fcp and slm in the plane share: contacts worked out by hand, the promises of each
// against brute force, a coherent motion, caches of any content.
#pragma once

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_polygons.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/brute_force.hpp"
#include "math/random.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {

inline constexpr std::array common_plane_family{Algorithm::common_plane, Algorithm::fast_common_plane,
                                                Algorithm::shortest_link};

inline Contact2 ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose2& a_from_b) {
  PairCache2 cache;
  Contact2 contact;
  query(algorithm, a, b, a_from_b, {}, cache, contact);
  return contact;
}

// --- by hand ---

// Two squares of side 2; the lower one's centre is the origin, the upper one touches it from above along +y.
// Raised or sunk by `gap` the signed distance is `gap` and the normal +y.
struct PlanarCase {
  const char* name;
  Turn lower;
  Pose2 upper;
  ContactType type;
  Vec2 contact_point;  // m, when they touch
  Real patch_reach;    // m, of its points to either side
  bool apart_only;     // in overlap the least translation leads another way
};
inline std::vector<PlanarCase> planar_cases() {
  const Turn flat{}, on_corner = turn_by(std::numbers::pi / 4);
  const Real diagonal = std::sqrt(2.0);
  return {
      {"corner over corner",
       on_corner,
       {on_corner, {0, 2 * diagonal}},
       ContactType::vertex_vertex,
       {0, diagonal},
       0,
       true},
      {"corner over edge",
       flat,
       {on_corner, {0.25, 1 + diagonal}},
       ContactType::vertex_edge,
       {0.25, 1},
       0,
       false},
      {"edge over corner",
       on_corner,
       {flat, {-0.25, 1 + diagonal}},
       ContactType::vertex_edge,
       {0, diagonal},
       0,
       false},
      {"edge over edge", flat, {flat, {0.5, 2}}, ContactType::edge_edge_parallel, {0.25, 1}, 0.75, false},
  };
}

// `error` (m): of distance and points.
inline void expect_by_hand(const PlanarCase& hand, Real gap, const Contact2& c, const ContactPatch2& patch,
                           Real error) {
  EXPECT_EQ(c.status, Status::ok);
  EXPECT_NEAR(c.distance, gap, error);
  EXPECT_LT(norm(c.normal - Vec2{0, 1}), error + error / std::fabs(gap));
  EXPECT_EQ(name(c.type), name(hand.type));
  const Vec2 middle = hand.contact_point + Vec2{0, gap / 2};
  EXPECT_LT(norm(0.5 * (c.point_a + c.point_b) - middle), 1e-8);
  ASSERT_EQ(patch.count, hand.patch_reach > 0 ? 2 : 1);
  for (int k = 0; k < patch.count; ++k) {
    EXPECT_NEAR(std::fabs(patch.points[k].x - middle.x), hand.patch_reach, 1e-8);
    EXPECT_NEAR(patch.points[k].y, middle.y, 1e-8);
  }
}

inline void expect_all_by_hand(Algorithm algorithm, const std::vector<Real>& gaps) {
  const Shape square = bench::must(make_rectangle({2, 2}));
  for (const PlanarCase& hand : planar_cases()) {
    for (const Real gap : gaps) {
      if (hand.apart_only && gap <= 0) continue;
      SCOPED_TRACE(std::string(hand.name) + " at " + std::to_string(gap));
      Pose2 upper = hand.upper;
      upper.translation.y += gap;
      PairCache2 cache;
      Contact2 c;
      ContactPatch2 patch;
      query(algorithm, square, {hand.lower, {}}, square, upper, {}, cache, c, &patch);
      expect_by_hand(hand, gap, c, patch, 2e-15);
    }
  }
}

// --- promises ---

struct Exact {
  Real distance = 0, size = 0;  // m
  ContactState state = ContactState::separate;
  bool first_plane_separates = false;  // the one across the line of centres
};
inline Exact exact_answer(const bench::RandomPlanarPair& pair) {
  const OwnPlanarPair view = make_pair_view(pair.a, pair.b, pair.a_from_b);
  Contact2 reference;
  BruteForceDetail detail;
  brute_force(view, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
  return {static_cast<Real>(detail.distance), view.size, reference.state,
          separation(view, unit_vector_along(centre_direction(view))) > 0};
}

// How far B stays clear of A along `n`, in the simplest way (m).
inline Real gap_along(const bench::RandomPlanarPair& pair, Vec2 n) {
  Real a = -std::numeric_limits<Real>::infinity();
  Real b = std::numeric_limits<Real>::infinity();
  for (const Vec2& v : pair.a.outline->vertices) a = std::max(a, dot(n, v + in_plane(pair.a.centre)));
  for (const Vec2& v : pair.b.outline->vertices) {
    b = std::min(b, dot(n, transform(pair.a_from_b, v + in_plane(pair.b.centre))));
  }
  return b - a;
}

// Asks and holds the answer against what the algorithm guarantees. Empty: kept.
inline std::string broken_promise(Algorithm algorithm, const bench::RandomPlanarPair& pair,
                                  const Exact& exact, const QueryRequest& request, PairCache2& cache,
                                  Contact2& c) {
  query(algorithm, pair.a, pair.b, pair.a_from_b, request, cache, c);
  if (!ok(c.status)) return "status " + std::string(name(c.status));
  if (!(std::fabs(norm(c.normal) - 1) < 1e-14)) return "the normal is no unit vector";
  if (!is_finite(c.point_a) || !is_finite(c.point_b)) return "points that are not finite";
  const Real reach = exact.size + norm(pair.a_from_b.translation) + norm(in_plane(pair.a.centre));
  const Real gap = gap_along(pair, c.normal);
  if (!(std::fabs(c.distance - gap) <= distance_bar * exact.size + 1e-14 * reach)) {
    return "the distance is not the gap along the normal, " + std::to_string(gap);
  }
  const Real error = (c.distance - exact.distance) / exact.size;
  if (!(error <= distance_bar)) return "too shallow by " + std::to_string(error);
  if (guarantee(algorithm) != Guarantee::exact_apart) return "";
  if (exact.state != ContactState::overlap && !(error >= -distance_bar)) {
    return "too deep by " + std::to_string(-error);
  }
  // Either neighbour is right where the distance is that of the touch itself.
  const bool doubtful = std::fabs(std::fabs(exact.distance) / exact.size - 1e-12) < 1e-13;
  return c.state == exact.state || doubtful ? "" : "state " + std::string(name(c.state));
}

// --- caches ---

inline Vec2 random_direction(Random& random) {
  return turn_by(uniform(random, -std::numbers::pi, std::numbers::pi)) * Vec2{1, 0};
}

template <class T>
T random_bytes(Random& random) {
  std::array<unsigned char, sizeof(T)> bytes;
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(uniform_index(random, 256));
  return std::bit_cast<T>(bytes);
}

inline PairCache2::Place odd_place(Random& random) {
  PairCache2::Place place{uniform(random, 0, 0.6) * random_direction(random), uniform_index(random, 5) - 1,
                          uniform_index(random, 30) - 1};
  if (uniform_index(random, 8) == 0) place.point.y = std::numeric_limits<Real>::quiet_NaN();
  if (uniform_index(random, 8) == 0) place.point.x = std::numeric_limits<Real>::infinity();
  return place;
}

// Six kinds in turn; `last` is another pair's.
inline PairCache2 odd_cache(Algorithm algorithm, Random& random, int kind, const PairCache2& last) {
  PairCache2 cache;
  switch (kind % 6) {
    case 0:
      return last;
    case 1:
      cache = random_bytes<PairCache2>(random);
      break;
    case 2:
      break;
    case 3:
      cache.direction = {std::numeric_limits<Real>::quiet_NaN(), 1};
      break;
    case 4:
      cache.direction = {0, -std::numeric_limits<Real>::infinity()};
      break;
    default:
      cache.direction = random_direction(random);
      cache.place_a = odd_place(random);
      cache.place_b = odd_place(random);
  }
  cache.algorithm = static_cast<std::uint32_t>(algorithm);
  return cache;
}

inline void expect_promise_with_any_cache(Algorithm algorithm, int count) {
  const auto pool = bench::polygon_pool();
  PairCache2 last;
  for (int i = 0; i < count; ++i) {
    const bench::RandomPlanarPair pair = bench::random_planar_pair(pool, 9, i);
    const Exact exact = exact_answer(pair);
    Random random{9, static_cast<std::uint64_t>(i)};
    PairCache2 cache = odd_cache(algorithm, random, i, last);
    QueryRequest request;
    request.describe = i % 2 == 0;
    Contact2 c;
    ASSERT_EQ(broken_promise(algorithm, pair, exact, request, cache, c), "") << "pair " << i;
    ASSERT_EQ(cache.algorithm, static_cast<std::uint32_t>(algorithm));
    ASSERT_EQ(cache.direction, c.normal);
    // What it leaves behind serves the next query.
    ASSERT_EQ(broken_promise(algorithm, pair, exact, request, cache, c), "") << "pair " << i << " again";
    last = cache;
  }
}

// --- motion ---

// A slow path of B about A, in and out of light contact.
inline Pose2 path_pose(const Shape& a, const Shape& b, int step) {
  const Turn spin = turn_by(-0.004 * step);
  const Vec2 away = turn_by(0.003 * step) * Vec2{1, 0};
  const Real reach = 0.5 * (a.size + b.size) * (0.85 + 0.13 * std::sin(0.01 * step));
  return {spin, in_plane(a.centre) + reach * away - spin * in_plane(b.centre)};
}

struct MotionTally {
  int queries = 0, quick = 0, apart = 0, overlap = 0, right = 0;
  long warm_iterations = 0, cold_iterations = 0;
};
// Holds every warm answer against the promise and counts. Right: to 1e-9 of the size.
inline MotionTally follow_motion(Algorithm algorithm) {
  using bench::must;
  const std::array<Shape, 4> shapes{must(make_regular_polygon(3, 0.5)), must(make_rectangle({1, 0.6})),
                                    must(make_regular_polygon(7, 0.4)), must(make_regular_polygon(24, 0.5))};
  MotionTally tally;
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      PairCache2 cache;
      for (int step = 0; step < 1300; ++step) {
        const bench::RandomPlanarPair pair{a, b, path_pose(a, b, step), bench::Placement::near};
        const Exact exact = exact_answer(pair);
        Contact2 c;
        EXPECT_EQ(broken_promise(algorithm, pair, exact, {}, cache, c), "") << "step " << step;
        ++tally.queries;
        tally.quick += c.iterations <= 2 ? 1 : 0;
        tally.apart += exact.state == ContactState::separate ? 1 : 0;
        tally.overlap += exact.state == ContactState::overlap ? 1 : 0;
        tally.right += exact.distance - c.distance <= 1e-9 * exact.size ? 1 : 0;
        tally.warm_iterations += c.iterations;
        tally.cold_iterations += ask(algorithm, a, b, pair.a_from_b).iterations;
      }
    }
  }
  EXPECT_GT(tally.apart, tally.queries / 5);
  EXPECT_GT(tally.overlap, tally.queries / 5);
  return tally;
}

}  // namespace scree::testing
