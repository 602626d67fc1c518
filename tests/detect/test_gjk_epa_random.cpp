// gjk-epa against brute force over random pairs in every hard situation; `scripts/soak.sh` runs more.
#include <gtest/gtest.h>

#include <array>

#include "bench/random_pairs.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

TEST(GjkEpa, AgreesWithBruteForceOnRandomPairs) {
  const auto pool = shape_pool();
  std::array<int, placement_count> seen{};
  std::array<int, 3> states{};
  int fallbacks = 0;
  const int count = scaled_count(20000);
  for (int i = 0; i < count; ++i) {
    const RandomPair pair = random_pair(pool, 20260101, i);
    const PairVerdict verdict = check_pair(Algorithm::gjk_epa, pair);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
    ++seen[static_cast<std::size_t>(pair.placement)];
    ++states[static_cast<std::size_t>(verdict.contact.state)];
    fallbacks += verdict.contact.fallback ? 1 : 0;
  }
  for (const int n : seen) EXPECT_GT(n, count / 20);
  for (const int n : states) EXPECT_GT(n, count / 20);
  // The full search is a safety net: were it to answer often, the fast path would be broken.
  EXPECT_LE(fallbacks, count / 1000 + 1);
}

TEST(GjkEpa, AgreesWithBruteForceOnSlivers) {
  const auto pool = sliver_pool();
  for (int i = 0; i < scaled_count(8000); ++i) {
    const RandomPair pair = random_pair(pool, 3, i);
    const PairVerdict verdict = check_pair(Algorithm::gjk_epa, pair, Normals::left_out);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
  }
}

// Pairs of the soak run that once failed: parallel edges 2e-9 sizes apart whose normal came from an
// early iteration, and nearly parallel edges 1e-11 sizes apart whose contact point was another vertex.
TEST(GjkEpa, PairsThatOnceFailed) {
  const auto pool = shape_pool();
  for (const int index : {768370, 167623}) {
    const PairVerdict verdict = check_pair(Algorithm::gjk_epa, random_pair(pool, 1, index));
    EXPECT_EQ(verdict.complaint, "") << "pair " << index;
  }
}

}  // namespace
}  // namespace scree::testing
