#include "math/predicates.hpp"

#include <gtest/gtest.h>

#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree {
namespace {

// The sign for integer points of up to 40 bits, in 128-bit integers: an oracle without rounding.
__extension__ using Int128 = __int128;
int orient3d_integer(const long (&p)[4][3]) {
  Int128 d[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) d[i][k] = p[i + 1][k] - p[0][k];
  }
  const Int128 det = d[2][0] * (d[0][1] * d[1][2] - d[0][2] * d[1][1]) +
                     d[2][1] * (d[0][2] * d[1][0] - d[0][0] * d[1][2]) +
                     d[2][2] * (d[0][0] * d[1][1] - d[0][1] * d[1][0]);
  return det > 0 ? 1 : (det < 0 ? -1 : 0);
}

TEST(Orient3d, SideOfAxisPlane) {
  const Vec3 a{0, 0, 0};
  const Vec3 b{1, 0, 0};
  const Vec3 c{0, 1, 0};
  EXPECT_EQ(orient3d(a, b, c, {0.3, 0.3, 1e-300}), 1);
  EXPECT_EQ(orient3d(a, b, c, {0.3, 0.3, -1e-300}), -1);
  EXPECT_EQ(orient3d(a, b, c, {0.3, 0.3, 0}), 0);
}

TEST(Orient3d, AgreesWithIntegersOnNearlyCoplanarPoints) {
  Random random{11, 0};
  int zeros = 0;
  for (int trial = 0; trial < testing::scaled_count(200000); ++trial) {
    long p[4][3];
    const int bits = 2 + uniform_index(random, 36);
    for (auto& point : p) {
      for (long& x : point) x = static_cast<long>(uniform(random, -1, 1) * std::ldexp(1, bits));
    }
    // Most fourth points lie on the plane of the others, or one unit off it.
    if (trial % 4 != 0) {
      for (int k = 0; k < 3; ++k) p[3][k] = p[1][k] + p[2][k] - p[0][k];
      if (trial % 4 == 1) ++p[3][uniform_index(random, 3)];
    }
    const int expected = orient3d_integer(p);
    zeros += expected == 0 ? 1 : 0;
    // A shift by a power of two keeps integers exact; scaling must not change a sign.
    const Real scale = std::ldexp(1, uniform_index(random, 60) - 30);
    Vec3 q[4];
    for (int i = 0; i < 4; ++i) {
      q[i] = scale * Vec3{static_cast<Real>(p[i][0]), static_cast<Real>(p[i][1]), static_cast<Real>(p[i][2])};
    }
    ASSERT_EQ(orient3d(q[0], q[1], q[2], q[3]), expected) << "trial " << trial;
    ASSERT_EQ(orient3d(q[1], q[0], q[2], q[3]), -expected) << "trial " << trial;
  }
  EXPECT_GT(zeros, 0);
}

// Coordinates with full mantissas: no integer oracle, but the sign must be the same whichever point
// comes first, which rounding would break.
TEST(Orient3d, IsConsistentUnderPermutation) {
  Random random{12, 0};
  for (int trial = 0; trial < testing::scaled_count(50000); ++trial) {
    const Vec3 a = unit_vector(random);
    const Vec3 b = unit_vector(random);
    const Vec3 c = unit_vector(random);
    const Vec3 d = a + uniform(random) * (b - a) + uniform(random) * (c - a);  // on the plane, to rounding
    const int sign = orient3d(a, b, c, d);
    ASSERT_EQ(orient3d(b, c, a, d), sign);
    ASSERT_EQ(orient3d(c, a, b, d), sign);
    ASSERT_EQ(orient3d(b, a, d, c), sign);
    ASSERT_EQ(orient3d(d, c, b, a), sign);
    ASSERT_EQ(orient3d(b, a, c, d), -sign);
    ASSERT_EQ(orient3d_exact(a, b, c, d), sign);
  }
}

TEST(TriangleNormal, IsRightForSlivers) {
  // The third corner hangs 1e-13 below a long edge: plain cross products keep three digits here.
  const Vec3 a{0.1, 0.2, 0.3};
  const Vec3 b = a + Vec3{1, 1, 0};
  const Vec3 c{a.x + 0.5, a.y + 0.5, a.z - 1e-13};
  const Vec3 n = normalized(triangle_normal(a, b, c));
  const Vec3 e = b - a;
  EXPECT_LT(std::fabs(dot(n, normalized(e))), 1e-15);
  // (b - a) x (c - a) with c - a = 0.5 (b - a) + small: only the small part counts.
  const DoubleDouble3 exact = cross(exact_difference(b, a), exact_difference(c, a));
  EXPECT_LT(norm(n - normalized(rounded(exact))), 1e-15);
}

TEST(DoubleDouble, SumAndProductAreExact) {
  const DoubleDouble sum = two_sum(1.0, 0x1p-80);
  EXPECT_EQ(sum.high, 1.0);
  EXPECT_EQ(sum.low, 0x1p-80);
  const DoubleDouble product = two_product(1 + 0x1p-30, 1 + 0x1p-30);
  EXPECT_EQ(product.high, 1 + 0x1p-29);
  EXPECT_EQ(product.low, 0x1p-60);
  const DoubleDouble third = DoubleDouble{1.0 / 3, 0} * DoubleDouble{3, 0} - DoubleDouble{1, 0};
  EXPECT_EQ(third.high, std::fma(1.0 / 3, 3, -1));
}

}  // namespace
}  // namespace scree
