// Many queries at a time: the same answers, bit for bit, as one after the other.
#include <gtest/gtest.h>
#include <scree/query_many.hpp>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "math/random.hpp"
#include "support/expect_same_answer.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

struct Asked {
  PairCache cache;
  Contact contact;
  ContactPatch patch;
};

// Cold at first, then warm along a path, with type, features and patch or without.
TEST(QueryMany, IsTheSameAsOneByOne) {
  constexpr int poses = 5;
  constexpr Real step = 2e-3;  // sizes, rad
  const auto count = static_cast<std::size_t>(scaled_count(1500));
  for (const auto& pool : {shape_pool(), sliver_pool()}) {
    std::vector<RandomPair> pairs;
    for (std::size_t i = 0; i < count; ++i) pairs.push_back(random_pair(pool, 391, i));
    for (const Real cutoff : {std::numeric_limits<Real>::infinity(), 0.0}) {
      for (const bool describe : {true, false}) {
        QueryRequest request;
        request.cutoff = cutoff;
        request.describe = describe;
        std::vector<Asked> alone(count), together(count);
        std::vector<PairQuery> queries(count);
        std::vector<Pose> pose(count);
        for (std::size_t i = 0; i < count; ++i) {
          queries[i].a = &pairs[i].a;
          queries[i].b = &pairs[i].b;
          queries[i].cache = &together[i].cache;
          queries[i].patch = &together[i].patch;
          pose[i] = pairs[i].a_from_b;
        }
        for (int k = 0; k < poses; ++k) {
          for (std::size_t i = 0; i < count; ++i) queries[i].a_from_b = pose[i];
          EXPECT_EQ(query_many(Algorithm::automatic, queries, request), 0U);
          for (std::size_t i = 0; i < count; ++i) {
            const std::string of = "pair " + std::to_string(i) + ", pose " + std::to_string(k);
            query(Algorithm::automatic, pairs[i].a, pairs[i].b, pose[i], request, alone[i].cache,
                  alone[i].contact, &alone[i].patch);
            expect_same(queries[i].contact, alone[i].contact, of);
            expect_same(together[i].cache, alone[i].cache, of);
            expect_same(together[i].patch, alone[i].patch, of);
            if (::testing::Test::HasFatalFailure()) return;
            Random random{8, i * poses + static_cast<std::size_t>(k)};
            pose[i].translation += step * unit_vector(random);
            pose[i].rotation = normalized(
                Quat{1, step * uniform(random, -1, 1), step * uniform(random, -1, 1), 0} * pose[i].rotation);
          }
        }
      }
    }
  }
}

// Without caches, by any algorithm, shapes of every type, poses that are none: each is answered as if alone.
TEST(QueryMany, AnswersWhatOneQueryAnswers) {
  const std::vector<Shape> shapes{must(make_box({1, 1, 1})),
                                  must(make_box({0.4, 0.5, 2})),
                                  must(make_sphere(0.6)),
                                  must(make_ellipsoid({0.3, 0.5, 0.7})),
                                  must(make_half_space({0, 0, 1}, 0.1)),
                                  must(make_rounded_polyhedron(make_box({1, 1, 1})->core->vertices, 0.1)),
                                  must(make_polygon({{0, 0}, {1, 0}, {0, 1}}))};
  constexpr Real none = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Pose> poses{{{}, {0.2, 0.1, 0.9}},
                                {{0.8, 0.1, -0.5, 0.3}, {3, 1, 0.9}},
                                {{}, {none, 0, 0}},
                                {{0, 0, 0, 0}, {1, 0, 0}}};
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::gjk_td, Algorithm::gjk_epa,
                                    Algorithm::brute_force, Algorithm::common_plane}) {
    std::vector<PairQuery> queries;
    std::size_t failures = 0;
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        for (const Pose& pose : poses) queries.push_back({&a, &b, pose, nullptr, nullptr, {}});
      }
    }
    const std::size_t counted = query_many(algorithm, queries, {});
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const PairQuery& q = queries[i];
      PairCache cache;
      Contact contact;
      failures += ok(query(algorithm, *q.a, *q.b, q.a_from_b, {}, cache, contact)) ? 0 : 1;
      expect_same(q.contact, contact, std::string(name(algorithm)) + " " + std::to_string(i));
      if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_EQ(counted, failures);
    EXPECT_GT(failures, 0U);
    EXPECT_LT(failures, queries.size());
  }
}

TEST(QueryMany, OfNoneIsNoFailure) { EXPECT_EQ(query_many(Algorithm::automatic, {}, {}), 0U); }

}  // namespace
}  // namespace scree::testing
