// Size distributions: the sizes drawn, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/size_distribution.hpp"
#include "support/scale.hpp"

namespace scree {
namespace {

std::vector<Real> draw(const SizeDistribution& sizes, int count) {
  std::vector<Real> drawn;
  for (int i = 0; i < count; ++i) {
    Random random{3, static_cast<std::uint64_t>(i), 0};
    drawn.push_back(draw_size(sizes, random));
  }
  return drawn;
}

template <class F>
Real mean_of(const std::vector<Real>& sizes, F f) {
  Real sum = 0;
  for (const Real size : sizes) sum += f(size);
  return sum / static_cast<Real>(sizes.size());
}

Real share_of_mass_below(const std::vector<Real>& sizes, Real limit) {
  Real below = 0;
  Real all = 0;
  for (const Real d : sizes) {
    all += d * d * d;
    if (d < limit) below += d * d * d;
  }
  return below / all;
}

const int many = testing::scaled_count(100000);
const Real sampling =
    5 / std::sqrt(static_cast<Real>(many));  // five standard deviations of a share, and more

TEST(SceneSizes, FixedIsFixed) {
  for (const Real size : draw(fixed_size(0.3), 10)) EXPECT_EQ(size, 0.3);
}

TEST(SceneSizes, UniformHasTheMomentsOfTheInterval) {
  SizeDistribution sizes;
  sizes.bins = {{1, 3, 1}};
  const auto drawn = draw(sizes, many);
  EXPECT_NEAR(mean_of(drawn, [](Real d) { return d; }), 2, sampling);
  EXPECT_NEAR(mean_of(drawn, [](Real d) { return (d - 2) * (d - 2); }), 1.0 / 3, sampling);
  EXPECT_EQ(largest_size(sizes), 3);
}

TEST(SceneSizes, SieveSharesAreOfMass) {
  // The coarsest bin has a tenth of the number that the finest has, by mass they are alike.
  const std::vector<SizeBin> bins = {{1, 2, 0.3}, {2, 3, 0}, {3, 4, 0.3}, {4, 8, 0.4}};
  const auto sizes = bins_by_mass(bins, 3);
  EXPECT_LT(sizes.bins[3].share, 0.1 * sizes.bins[0].share);
  const auto drawn = draw(sizes, many);
  EXPECT_NEAR(share_of_mass_below(drawn, 2), 0.3, 3 * sampling);
  EXPECT_NEAR(share_of_mass_below(drawn, 4), 0.6, 3 * sampling);
  EXPECT_EQ(std::count_if(drawn.begin(), drawn.end(), [](Real d) { return d > 2 && d < 3; }), 0);
  EXPECT_EQ(largest_size(sizes), 8);
}

TEST(SceneSizes, ShareOfABinFollowsFromItsMeanCube) {
  // Mean cubes by hand: of [0, 2] (2^4 / 4) / 2 = 2, of [2, 4] ((4^4 - 2^4) / 4) / 2 = 30.
  const auto sizes = bins_by_mass({{0, 2, 0.5}, {2, 4, 0.5}}, 3);
  EXPECT_NEAR(sizes.bins[0].share / sizes.bins[1].share, 15, 1e-12);
  EXPECT_NEAR(sizes.bins[0].share + sizes.bins[1].share, 1, 1e-15);
}

TEST(SceneSizes, NormalIsCutAndSymmetric) {
  SizeDistribution sizes;
  sizes.kind = SizeDistribution::Kind::normal;
  sizes.mean = 10;
  sizes.deviation = 2;
  sizes.min = 8;
  sizes.max = 12;
  EXPECT_NEAR(kept_share(sizes), std::erf(1 / std::sqrt(2.0)), 1e-14);
  const auto drawn = draw(sizes, many / 10);
  EXPECT_GE(*std::min_element(drawn.begin(), drawn.end()), 8);
  EXPECT_LE(*std::max_element(drawn.begin(), drawn.end()), 12);
  EXPECT_NEAR(mean_of(drawn, [](Real d) { return d; }), 10, 6 * sampling);
  // The variance of a normal distribution cut at one deviation: s^2 (1 - 2 phi(1) / erf(1 / sqrt 2)).
  const Real phi = std::exp(-0.5) / std::sqrt(2 * 3.14159265358979);
  EXPECT_NEAR(mean_of(drawn, [](Real d) { return (d - 10) * (d - 10); }),
              4 * (1 - 2 * phi / std::erf(1 / std::sqrt(2.0))), 12 * sampling);
}

TEST(SceneSizes, FarTailKeepsItsDigits) {
  SizeDistribution sizes;
  sizes.kind = SizeDistribution::Kind::normal;
  sizes.mean = 0;
  sizes.deviation = 1;
  for (const Real side : {1.0, -1.0}) {
    sizes.min = side > 0 ? 6 : -7;
    sizes.max = side > 0 ? 7 : -6;
    EXPECT_NEAR(kept_share(sizes) / (0.5 * (std::erfc(6 / std::sqrt(2.0)) - std::erfc(7 / std::sqrt(2.0)))),
                1, 1e-12);
  }
}

TEST(SceneSizes, LogNormalHasItsMedian) {
  SizeDistribution sizes;
  sizes.kind = SizeDistribution::Kind::log_normal;
  sizes.mean = std::log(5.0);
  sizes.deviation = 0.4;
  sizes.min = 0.1;
  sizes.max = 500;
  auto drawn = draw(sizes, many / 10);
  std::sort(drawn.begin(), drawn.end());
  EXPECT_NEAR(drawn[drawn.size() / 2], 5, 20 * sampling);
  EXPECT_NEAR(mean_of(drawn, [](Real d) { return std::log(d); }), std::log(5.0), 4 * sampling);
  EXPECT_NEAR(std::sqrt(mean_of(drawn, [](Real d) { return std::pow(std::log(d / 5), 2); })), 0.4,
              4 * sampling);
}

}  // namespace
}  // namespace scree
