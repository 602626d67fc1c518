// power(): against the C library's 80-bit one, at the ends of the range, and the same in every lane.
#include "math/power.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

TEST(Power, ErrorsAreBelowTwoRoundings) {
  Random random{71, 0};
  const int count = scaled_count(400000);
  Real worst = 0;
  for (int i = 0; i < count; ++i) {
    Real x = uniform(random);
    Real y = uniform(random);
    switch (i % 6) {
      case 0:  // sums of sections
        x = 1 + 2 * x;
        y = -y;
        break;
      case 1:  // small ratios
        x = std::exp(-640 * x);
        break;
      case 2:  // nearly 1, where a logarithm cancels
        x = std::exp(1e-3 * (x - 0.5));
        y = 400 * (y - 0.5);
        break;
      case 3:  // epsilon near 2
        x = std::exp(-30 * x);
        y = 20 * y;
        break;
      case 4:  // on either side of the numbers of the table
        x = std::ldexp(64 + std::floor(64 * x), -7) * (1 + 1e-15 * std::floor(10 * (y - 0.5)));
        break;
      default:
        break;
    }
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    if (exact < 1e-300L || exact > 1e300L) continue;
    worst = std::max(worst, static_cast<Real>(std::fabs(power(x, y) / exact - 1)));
  }
  EXPECT_LT(worst, 2.5e-16);
}

TEST(Power, KnownValues) {
  for (const Real y : {-3.0, -0.5, 0.0, 0.2, 1.0, 17.0}) EXPECT_EQ(power(1, y), 1);
  EXPECT_EQ(power(4, 0.5), 2);
  EXPECT_EQ(power(0x1p-40, 0.25), 0x1p-10);
  EXPECT_EQ(power(0.3, 0), 1);
  EXPECT_EQ(power(0, 0.2), 0);
  EXPECT_EQ(power(0, 19), 0);
  EXPECT_EQ(power(0, -1), infinity);
  EXPECT_EQ(power(infinity, 0.2), infinity);
  EXPECT_EQ(power(infinity, -0.2), 0);
  EXPECT_TRUE(std::isnan(power(std::numeric_limits<Real>::quiet_NaN(), 0.2)));
  EXPECT_TRUE(std::isnan(power(-1, 2)));
}

TEST(Power, EndsOfTheRange) {
  constexpr Real tiny = std::numeric_limits<Real>::denorm_min();
  EXPECT_EQ(power(1e-10, 100), 0);
  EXPECT_EQ(power(1e-10, -100), infinity);
  EXPECT_EQ(power(1e300, 1.5), infinity);
  EXPECT_EQ(power(0.5, 1074), tiny);
  EXPECT_EQ(power(0.5, 1100), 0);
  EXPECT_EQ(power(2, 1023), 0x1p1023);
  EXPECT_EQ(power(2, 1024), infinity);
  EXPECT_EQ(power(tiny, 0.5), 0x1p-537);
  EXPECT_EQ(power(tiny, 1), tiny);
  EXPECT_NEAR(power(1e-310, 0.5) / 1e-155, 1, 1e-12);  // few of its digits are left
  EXPECT_NEAR(power(1e-10, 31.5) / 1e-315, 1, 1e-6);
  EXPECT_NEAR(power(10, 307.9) / std::pow(10, 307.9), 1, 1e-15);
}

TEST(Power, LanesHaveTheSameBits) {
  Random random{72, 0};
  for (int i = 0; i < scaled_count(200000); ++i) {
    // Some beyond the normal numbers, on either side.
    const Real x = std::exp(-uniform(random) * (i % 8 == 0 ? 745 : 10));
    const Real y = (i % 2 == 0 ? 1 : -1) * std::exp(uniform(random, -3, 2));
    const Real other = uniform(random);
    const Real2 both =
        i % 3 == 0 ? power(lanes(x, other), lanes(y, 0.3)) : power(lanes(other, x), lanes(0.3, y));
    const int k = i % 3 == 0 ? 0 : 1;
    ASSERT_EQ(both[k], power(x, y));
    ASSERT_EQ(both[1 - k], power(other, 0.3));
  }
}

}  // namespace
}  // namespace scree::testing
