// gjk-epa in the plane against brute force, over random pairs in every hard situation.
#include <gtest/gtest.h>

#include <array>

#include "bench/random_polygons.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

// Together a million pairs.
class PlanarGjkEpaPairs : public ::testing::TestWithParam<int> {};

TEST_P(PlanarGjkEpaPairs, AgreeWithBruteForce) {
  const auto pool = polygon_pool();
  std::array<int, placement_count> seen{};
  std::array<int, 3> states{};
  int fallbacks = 0;
  const int count = scaled_count(250000);
  for (int i = 0; i < count; ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, GetParam(), i);
    const PairVerdict2 verdict = check_pair(Algorithm::gjk_epa, pair);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
    ++seen[static_cast<std::size_t>(pair.placement)];
    ++states[static_cast<std::size_t>(verdict.contact.state)];
    fallbacks += verdict.contact.fallback ? 1 : 0;
  }
  for (const int n : seen) EXPECT_GT(n, count / 20);
  for (const int n : states) EXPECT_GT(n, count / 20);
  EXPECT_LE(fallbacks, count / 1000 + 1);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlanarGjkEpaPairs, ::testing::Values(1, 2, 3, 4));

TEST(PlanarGjkEpa, AgreesWithBruteForceOnSlivers) {
  const auto pool = sliver_polygon_pool();
  for (int i = 0; i < scaled_count(30000); ++i) {
    const RandomPlanarPair pair = random_planar_pair(pool, 3, i);
    const PairVerdict2 verdict = check_pair(Algorithm::gjk_epa, pair, Normals::left_out);
    ASSERT_EQ(verdict.complaint, "") << "pair " << i << " (" << name(pair.placement) << ")";
  }
}

}  // namespace
}  // namespace scree::testing
