// The rolling ball against curvatures and against the body itself.
#include "shape/rolling_ball.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

Superellipsoid any_body(Random& random, int kind) {
  Superellipsoid s;
  for (int k = 0; k < 3; ++k) s.radii[k] = std::pow(5, -uniform(random));
  s.exponents[0] = uniform(random, 0.05, 1);
  s.exponents[1] = kind == 0 ? s.exponents[0] : uniform(random, 0.05, 1);
  if (kind == 2) s.exponents[uniform_index(random, 2)] = 1;
  return s;
}

TEST(RollingBall, NoRadiusOfCurvatureIsSmaller) {
  Random random{61, 0};
  for (int i = 0; i < scaled_count(300); ++i) {
    const int kind = i % 3;
    const Superellipsoid s = any_body(random, kind);
    const Real radius = rolling_radius(s);
    ASSERT_GT(radius, 0);
    Real sharpest = 0;
    for (int k = 0; k < 400; ++k) {
      const Vec3 n = unit_vector(random);
      sharpest = std::max(sharpest, principal_curvatures(s, n).curvature[0]);
    }
    ASSERT_LE(radius * sharpest, 1 + 1e-12) << "body " << i;
    // Not so small that it would prove nothing.
    if (kind == 0) {
      ASSERT_GT(radius * sharpest, 0.05) << "body " << i;
    }
  }
}

TEST(RollingBall, LiesWithinTheBody) {
  Random random{62, 0};
  for (int i = 0; i < scaled_count(300); ++i) {
    const Superellipsoid s = any_body(random, i % 3);
    const Real radius = rolling_radius(s);
    for (int k = 0; k < 100; ++k) {
      const Vec3 n = unit_vector(random);
      const Vec3 middle = point_with_normal(s, n) - radius * n;
      // Anywhere on the ball, and near where it touches.
      const Vec3 v = normalized(k % 2 == 0 ? unit_vector(random) : n + 0.1 * unit_vector(random));
      ASSERT_LE(gauge(s, middle + radius * v), 1 + 1e-12) << "body " << i;
    }
  }
}

TEST(RollingBall, KnownRadii) {
  EXPECT_NEAR(rolling_radius({{2, 2, 2}, {1, 1}}), 2, 1e-15);
  EXPECT_NEAR(rolling_radius({{1, 2, 0.5}, {1, 1}}), 0.125, 1e-15);  // at the end of the longest semi-axis
  EXPECT_EQ(rolling_radius({{1, 1, 1}, {1.01, 0.5}}), 0);            // has an edge
  EXPECT_EQ(rolling_radius({{1, 1, 1}, {0.5, 1.5}}), 0);
}

}  // namespace
}  // namespace scree::testing
