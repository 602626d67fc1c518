// gjk-epa against brute force over random pairs in every hard situation; `scripts/soak.sh` runs more.
#include <gtest/gtest.h>

#include <array>

#include "support/pair_check.hpp"
#include "support/pair_generator.hpp"
#include "support/scale.hpp"

namespace scree::testing {
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

}  // namespace
}  // namespace scree::testing
