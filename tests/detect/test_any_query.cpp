// Every algorithm survives every query: hard pairs, extreme scales, odd requests, caches of any content.
#include <gtest/gtest.h>

#include <string>

#include "bench/adversarial.hpp"
#include "bench/must.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

// A number that is no algorithm is refused, and nothing of an earlier answer is left.
TEST(NoAlgorithm, IsRefused) {
  const Shape cube = must(make_box({1, 1, 1}));
  Contact contact;
  contact.distance = 7;
  ContactPatch patch;
  patch.count = 3;
  PairCache cache;
  EXPECT_EQ(query(static_cast<Algorithm>(200), cube, cube, {{}, {1, 0, 0}}, {}, cache, contact, &patch),
            Status::unsupported_pair);
  EXPECT_EQ(contact.status, Status::unsupported_pair);
  EXPECT_EQ(contact.distance, 0);
  EXPECT_EQ(patch.count, 0);
}

class AnyQuery : public ::testing::TestWithParam<Algorithm> {};

TEST_P(AnyQuery, IsAnsweredSanelyOrRefusedByName) {
  const auto pool = adversarial_pool();
  // The reference costs a hundred times the others and has soak runs of its own.
  const int pairs = GetParam() == Algorithm::brute_force ? 500 : 50'000;
  for (int i = 0; i < scaled_count(pairs); ++i) {
    const AdversarialQuery query = adversarial_query(pool, 77, static_cast<std::uint64_t>(i));
    const std::string complaint = insane_answer(GetParam(), query);
    ASSERT_EQ(complaint, "") << "pair " << i << " (" << name(query.pair.placement) << ")";
  }
}

// Whatever the cache holds, the guarantee stays: a stale one costs time at most.
TEST_P(AnyQuery, KeepsItsGuaranteeWithAnyCache) {
  const Guarantee promised = guarantee(GetParam());
  if (promised == Guarantee::none) GTEST_SKIP() << "promises nothing";
  const auto pool = shape_pool();
  for (int i = 0; i < scaled_count(1000); ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    const RandomPair pair = random_pair(pool, 78, index);
    PairCache cache = adversarial_query(pool, 79, index).cache;
    cache.algorithm = static_cast<std::uint32_t>(GetParam());
    PairCache none;
    Contact exact;
    Contact contact;
    query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b, {}, none, exact);
    query(GetParam(), pair.a, pair.b, pair.a_from_b, {}, cache, contact);
    // Who does not promise to find the answer may also give up, and still never reports too wide a gap.
    const bool may_give_up = promised == Guarantee::never_shallow && contact.status == Status::not_converged;
    ASSERT_TRUE(ok(contact.status) || may_give_up) << "pair " << i << ": " << name(contact.status);
    const Real size = std::max(pair.a.size, pair.b.size);
    const Real error = (contact.distance - exact.distance) / size;
    ASSERT_LE(error, 1e-12) << "pair " << i << " (" << name(pair.placement) << ")";
    const bool must_be_exact = promised == Guarantee::exact ||
                               (promised == Guarantee::exact_apart && exact.state == ContactState::separate);
    if (must_be_exact) {
      ASSERT_GE(error, -1e-12) << "pair " << i << " (" << name(pair.placement) << ")";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AnyQuery,
                         ::testing::ValuesIn(algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron)),
                         [](const auto& info) {
                           std::string text(name(info.param));
                           std::erase(text, '-');
                           return text;
                         });

}  // namespace
}  // namespace scree::testing
