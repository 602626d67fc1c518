// fds beside ds, and updated beside initial detection: the same contact list by less work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/contact_pairs.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/asked.hpp"
#include "support/contact_cases.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using bench::must;

// Pairs of random shapes with two features facing each other across |gap| <= d_tol / 2.
bool facing_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index,
                 bench::RandomPair& pair) {
  pair = bench::random_pair(pool, seed, index);
  if (pair.placement != bench::Placement::grazing) return false;
  const Contact touching = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
  Quat rotation;
  const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
  const Real reach = contact_reach(view, {});
  Random random{seed + 1, index};
  pair.a_from_b.translation += uniform(random, -0.5, 0.5) * reach * touching.normal;
  return reach <= 0.05 * std::min(pair.a.size, pair.b.size);
}

// A vertex near an edge or a vertex has an average normal: of several such the one found first may carry the
// contact. Otherwise distance and normal are the same, and so are the lists, unless a pair's own entrance is
// just invalid and that along the contact's normal just valid, within the tolerance of one degree.
bool has_average(ContactType type) {
  return type == ContactType::vertex_vertex || type == ContactType::vertex_edge ||
         type == ContactType::edge_edge_parallel;
}

TEST(FastDirectSearch, ListsWhatDirectSearchLists) {
  const auto pool = bench::shape_pool();
  std::vector<int> by_type(8);
  int different = 0;
  int all = 0;
  for (int i = 0; i < scaled_count(40000); ++i) {
    bench::RandomPair pair;
    if (!facing_pair(pool, 31, i, pair)) continue;
    const Asked direct = ask(Algorithm::direct_search, pair.a, pair.b, pair.a_from_b);
    const Asked fast = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b);
    const Real slack = 1e-9 * std::max(pair.a.size, pair.b.size);
    if (!has_average(fast.contact.type)) {
      EXPECT_NEAR(direct.contact.distance, fast.contact.distance, slack) << i;
      EXPECT_LT(norm(direct.contact.normal - fast.contact.normal), 1e-9) << i;
    }
    EXPECT_LT(fast.contact.iterations, direct.contact.iterations) << i;
    different += same_answer(direct, fast, slack) ? 0 : 1;
    ++by_type[static_cast<int>(direct.contact.type)];
    ++all;
  }
  EXPECT_LE(different, all / 400 + 1) << "of " << all;
  for (int type = 0; type < 7; ++type) EXPECT_GT(by_type[type], scaled_count(20)) << type;
}

// What an exact method says of the type, where tolerances play no part: a single pair with its own normal.
TEST(FastDirectSearch, TypesAgreeWithTheExactMethod) {
  const auto pool = bench::shape_pool();
  int all = 0;
  int agree = 0;
  for (int i = 0; i < scaled_count(20000); ++i) {
    bench::RandomPair pair;
    if (!facing_pair(pool, 33, i, pair)) continue;
    const Contact fast = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b).contact;
    if (fast.fallback || fast.distance < 0) continue;
    if (fast.type != ContactType::vertex_face && fast.type != ContactType::edge_edge_crossing) continue;
    ++all;
    agree += fast.type == ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact.type ? 1 : 0;
  }
  EXPECT_GT(all, scaled_count(100));
  EXPECT_EQ(agree, all);
}

// A motion in small steps, asked with a kept cache and with an empty one.
template <class PoseAt>
void follow(const Shape& a, const Shape& b, int steps, PoseAt pose_at, int& types_seen) {
  PairCache cache;
  std::vector<bool> seen(8);
  long warm_work = 0;
  long cold_work = 0;
  for (int i = 0; i < steps; ++i) {
    const Pose pose = pose_at(static_cast<Real>(i) / steps);
    const Asked warm = ask(Algorithm::fast_direct_search, a, b, pose, cache);
    const Asked cold = ask(Algorithm::fast_direct_search, a, b, pose);
    EXPECT_EQ(warm.contact.fallback, cold.contact.fallback) << i;
    ASSERT_TRUE(same_answer(warm, cold, 1e-12))
        << i << ": " << name(warm.contact.type) << ' ' << warm.contact.distance << ' ' << warm.patch.count
        << ", " << name(cold.contact.type) << ' ' << cold.contact.distance << ' ' << cold.patch.count;
    warm_work += warm.contact.iterations;
    cold_work += cold.contact.iterations;
    seen[static_cast<int>(cold.contact.type)] = true;
  }
  EXPECT_LT(5 * warm_work, cold_work);
  types_seen = static_cast<int>(std::count(seen.begin(), seen.end(), true));
}

const Shape& plate() {
  static const Shape shape = must(make_box({6, 6, 1}));
  return shape;
}

TEST(FastDirectSearch, UpdatesASlidingCube) {
  const Shape cube = must(make_box({1, 1, 1}));
  int types = 0;
  // Over the plate's border, turning, up and down by less than d_tol (0.05).
  follow(
      plate(), cube, 5000,
      [](Real t) {
        return Pose{turn({0, 0, 1}, 200 * t), {5.5 * t - 1, 0.3 + 2 * t, 1 + 0.02 * std::sin(40 * t)}};
      },
      types);
  EXPECT_GE(types, 1);
}

TEST(FastDirectSearch, UpdatesARollingCube) {
  const Shape cube = must(make_box({1, 1, 1}));
  int types = 0;
  // About an edge from one face to the next: face-face, edge-face, face-face.
  follow(
      plate(), cube, 5000,
      [](Real t) {
        const Quat q = turn({0, 1, 0}, 90 * t);
        return Pose{q, Vec3{0.5, 0, 0.5 + 0.01} - rotate(q, {0.5, 0, -0.5})};
      },
      types);
  EXPECT_EQ(types, 2);
}

TEST(FastDirectSearch, UpdatesATumblingCube) {
  const Shape cube = must(make_box({1, 1, 1}));
  int types = 0;
  // Over a corner: face-face, vertex-face, edge-face and back, always 0.01 deep or high.
  follow(
      plate(), cube, 10000,
      [&](Real t) {
        const Quat q = turn({0, 1, 0}, 90 * std::min(1.0, 2 * t)) *
                       turn({1, 0, 0}, 90 * std::max(0.0, 2 * t - 1)) *
                       turn({1, 1, 0}, 30 * std::sin(2 * M_PI * t));
        Real lowest = 1;
        for (const Vec3& v : cube.core->vertices) lowest = std::min(lowest, rotate(q, v).z);
        return Pose{q, {1.5 * t - 0.7, 0.2, 0.5 - lowest + (t < 0.3 ? 0.01 : -0.01)}};
      },
      types);
  EXPECT_GE(types, 3);
}

// Random shapes turn and slide on each other, each step by less than d_tol / 4, at gaps within d_tol / 2.
// Where several vertices near edges have average normals, the one that carries the contact may be another:
// then the distance is still a proven lower bound.
TEST(FastDirectSearch, UpdatesRandomMotions) {
  const auto pool = bench::shape_pool();
  int steps = 0;
  int different = 0;
  long warm_work = 0;
  long cold_work = 0;
  for (int i = 0; i < scaled_count(1500); ++i) {
    bench::RandomPair pair;
    if (!facing_pair(pool, 41, i, pair)) continue;
    Random random{43, static_cast<std::uint64_t>(i)};
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    const Real reach = contact_reach(view, {});
    const Vec3 axis = unit_vector(random);
    const Vec3 drift = unit_vector(random);
    PairCache cache;
    for (int step = 0; step < 40; ++step) {
      const Asked warm = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b, cache);
      const Asked cold = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b);
      const Real size = std::max(pair.a.size, pair.b.size);
      ++steps;
      if (!same_answer(warm, cold, 1e-9 * size)) {
        ++different;
        EXPECT_TRUE(has_average(warm.contact.type)) << name(warm.contact.type);
      }
      EXPECT_EQ(warm.contact.fallback, cold.contact.fallback);
      warm_work += warm.contact.iterations;
      cold_work += cold.contact.iterations;
      const Contact exact = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
      const Real angle = 0.1 * reach / pair.b.size;
      const Quat q = turn(axis, angle * 180 / M_PI);
      const Vec3 centre = transform(pair.a_from_b, pair.b.centre);
      pair.a_from_b.rotation = normalized(q * pair.a_from_b.rotation);
      pair.a_from_b.translation = centre - rotate(pair.a_from_b.rotation, pair.b.centre) +
                                  0.1 * reach * drift -
                                  (exact.distance > 0.4 * reach    ? 0.2
                                   : exact.distance < -0.4 * reach ? -0.2
                                                                   : 0) *
                                      reach * exact.normal;
    }
  }
  EXPECT_GT(steps, scaled_count(2000));
  EXPECT_LE(different, steps / 200) << "of " << steps;
  EXPECT_LT(3 * warm_work, cold_work);
}

TEST(FastDirectSearch, ExcludesWithProof) {
  const Shape cube = must(make_box({2, 2, 2}));
  const QueryRequest near{.cutoff = 0.2};
  PairCache cache;
  // Apart along a face's normal, by crossing edges, and just within the cutoff.
  for (const Pose& pose : {Pose{{}, {0.5, 0.3, 2.5}}, Pose{turn({1, 2, 3}, 40), {2.9, 2.1, 2}},
                           Pose{turn({0, 0, 1}, 90) * on_edge(), {0.3, 0.2, 1 + std::sqrt(2.0) + 0.3}}}) {
    for (int time = 0; time < 2; ++time) {
      const Asked far = ask(Algorithm::fast_direct_search, cube, cube, pose, cache, near);
      EXPECT_TRUE(far.contact.beyond_cutoff);
      EXPECT_FALSE(far.contact.fallback);
      EXPECT_EQ(far.contact.state, ContactState::separate);
      EXPECT_GT(far.contact.distance, 0.2);
      EXPECT_LE(far.contact.distance, ask(Algorithm::brute_force, cube, cube, pose).contact.distance + 1e-14);
      EXPECT_EQ(far.patch.count, 0);
    }
    cache = PairCache{};
  }
  const Asked exact = ask(Algorithm::fast_direct_search, cube, cube, {{}, {0.5, 0.3, 2.15}}, cache, near);
  EXPECT_TRUE(exact.contact.fallback);
  EXPECT_FALSE(exact.contact.beyond_cutoff);
  EXPECT_NEAR(exact.contact.distance, 0.15, 1e-15);
}

// Caches of other algorithms, other pairs, of zeros and of random bytes cost time at most.
TEST(FastDirectSearch, SurvivesAnyCache) {
  const auto pool = bench::shape_pool();
  PairCache last;
  for (int i = 0; i < scaled_count(20000); ++i) {
    const bench::RandomPair pair = bench::random_pair(pool, 51, i);
    const Real size = std::max(pair.a.size, pair.b.size);
    Random random{53, static_cast<std::uint64_t>(i)};
    PairCache cache = last;
    const int kind = uniform_index(random, 4);
    if (kind == 0) {
      std::memset(static_cast<void*>(&cache), 0, sizeof cache);
    } else if (kind == 1) {
      for (std::size_t k = 0; k < sizeof cache / 8; ++k) {
        const std::uint64_t bits = next_bits(random);
        std::memcpy(reinterpret_cast<char*>(&cache) + 8 * k, &bits, 8);
      }
    } else if (kind == 2) {
      cache.direction = unit_vector(random);
      for (PairCache::Place* place : {&cache.place_a, &cache.place_b}) {
        place->dimension = uniform_index(random, 5) - 1;
        place->index = uniform_index(random, 4) == 0 ? std::numeric_limits<std::int32_t>::max()
                                                     : uniform_index(random, 200) - 5;
      }
      cache.near_a = uniform_index(random, 5);
      cache.near_b = uniform_index(random, 5);
    }
    if (uniform_index(random, 8) != 0)
      cache.algorithm = static_cast<std::uint32_t>(Algorithm::fast_direct_search);
    const Asked warm = ask(Algorithm::fast_direct_search, pair.a, pair.b, pair.a_from_b, cache);
    const Contact exact = ask(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b).contact;
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
