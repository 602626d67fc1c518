// The superellipsoid's support point and gauge against its definition and against sampling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "math/random.hpp"
#include "shape/superellipsoid.hpp"

namespace scree {
namespace {

constexpr std::initializer_list<Real> exponents = {0.01, 0.1, 0.5, 1, 1.5, 1.9, 1.99};

// Barr's function, written out.
Real barr(Vec3 radii, Real e1, Real e2, Vec3 p) {
  const Real xy = std::pow(std::fabs(p.x / radii.x), 2 / e2) + std::pow(std::fabs(p.y / radii.y), 2 / e2);
  return std::pow(xy, e2 / e1) + std::pow(std::fabs(p.z / radii.z), 2 / e1);
}

TEST(Superellipsoid, GaugeIsBarrsFunctionBroughtToDegreeOne) {
  Random random{1};
  const Vec3 radii{1.5, 0.7, 2.1};
  for (const Real e1 : {0.5, 1.0, 1.7}) {
    for (const Real e2 : {0.4, 1.0, 1.6}) {
      const Real e[2] = {e1, e2};
      for (int i = 0; i < 200; ++i) {
        const Vec3 p = uniform(random, 0.2, 3) * unit_vector(random);
        EXPECT_NEAR(superellipsoid_gauge(radii, e, p), std::pow(barr(radii, e1, e2, p), e1 / 2), 1e-13);
        EXPECT_NEAR(superellipsoid_gauge(radii, e, 7 * p), 7 * superellipsoid_gauge(radii, e, p), 1e-12);
      }
    }
  }
}

TEST(Superellipsoid, SupportLiesOnTheSurfaceAndNoSurfacePointIsFarther) {
  Random random{2};
  const Vec3 radii{3, 1, 0.5};
  for (const Real e1 : exponents) {
    for (const Real e2 : exponents) {
      const Real e[2] = {e1, e2};
      for (int i = 0; i < 300; ++i) {
        const Vec3 d = unit_vector(random);
        const Vec3 p = superellipsoid_support(radii, e, d);
        ASSERT_NEAR(superellipsoid_gauge(radii, e, p), 1, 1e-14) << e1 << ' ' << e2;
        for (int k = 0; k < 20; ++k) {
          // Some at random, some close to the answer, where a wrong maximum would show.
          Vec3 q = k % 2 == 0 ? unit_vector(random) : p + 1e-3 * unit_vector(random);
          q = q / superellipsoid_gauge(radii, e, q);
          ASSERT_LE(dot(q, d), dot(p, d) + 1e-14) << e1 << ' ' << e2;
        }
      }
    }
  }
}

TEST(Superellipsoid, SupportIsTheDualNorm) {
  // Written out, without scaling: h(d) = |(|(a dx, b dy)|_q2, c dz)|_q1.
  Random random{3};
  const Vec3 radii{3, 1, 0.5};
  for (const Real e1 : {0.3, 1.0, 1.5}) {
    for (const Real e2 : {0.2, 1.0, 1.6}) {
      const Real e[2] = {e1, e2};
      const Real q1 = 2 / (2 - e1);
      const Real q2 = 2 / (2 - e2);
      for (int i = 0; i < 200; ++i) {
        const Vec3 d = unit_vector(random);
        const Real xy =
            std::pow(std::pow(std::fabs(radii.x * d.x), q2) + std::pow(std::fabs(radii.y * d.y), q2), 1 / q2);
        const Real h = std::pow(std::pow(xy, q1) + std::pow(std::fabs(radii.z * d.z), q1), 1 / q1);
        EXPECT_NEAR(dot(d, superellipsoid_support(radii, e, d)), h, 1e-14);
      }
    }
  }
}

TEST(Superellipsoid, AxesAndSymmetryPlanesAreExact) {
  Random random{4};
  const Vec3 radii{3, 1, 0.5};
  for (const Real e1 : exponents) {
    for (const Real e2 : exponents) {
      const Real e[2] = {e1, e2};
      EXPECT_EQ(superellipsoid_support(radii, e, {2, 0, 0}), (Vec3{3, 0, 0}));
      EXPECT_EQ(superellipsoid_support(radii, e, {0, -1, 0}), (Vec3{0, -1, 0}));
      EXPECT_EQ(superellipsoid_support(radii, e, {0, 0, 1e-3}), (Vec3{0, 0, 0.5}));
      for (int zero = 0; zero < 3; ++zero) {
        Vec3 d = unit_vector(random);
        d[zero] = 0;
        const Vec3 p = superellipsoid_support(radii, e, d);
        EXPECT_EQ(p[zero], 0);
        EXPECT_NEAR(superellipsoid_gauge(radii, e, p), 1, 1e-14);
      }
      EXPECT_EQ(superellipsoid_gauge(radii, e, {0, 0, 0}), 0);
      EXPECT_EQ(superellipsoid_gauge(radii, e, {-3, 0, 0}), 1);
      EXPECT_EQ(superellipsoid_gauge(radii, e, {0, 2, 0}), 2);
    }
  }
}

TEST(Superellipsoid, MirroredDirectionsGiveMirroredPoints) {
  Random random{5};
  const Real e[2] = {0.4, 1.4};
  const Vec3 radii{3, 1, 0.5};
  for (int i = 0; i < 100; ++i) {
    const Vec3 d = unit_vector(random);
    const Vec3 p = superellipsoid_support(radii, e, d);
    const Vec3 m = superellipsoid_support(radii, e, {-d.x, d.y, -d.z});
    EXPECT_EQ(m, (Vec3{-p.x, p.y, -p.z}));
  }
}

TEST(Superellipsoid, NothingOverflowsOrUnderflows) {
  for (const Real e1 : exponents) {
    for (const Real e2 : exponents) {
      const Real e[2] = {e1, e2};
      const Vec3 radii{1, 2, 3};
      const Vec3 d{0.3, -0.8, 0.4};
      const Vec3 p = superellipsoid_support(radii, e, d);
      for (const Real scale : {1e-290, 1e-100, 1e100, 1e290}) {
        const Vec3 q = superellipsoid_support(radii, e, scale * d);
        EXPECT_LE(norm(p - q), 1e-13) << scale;  // the exponent 199 magnifies the rounding of scale * d
      }
      for (const Real scale : {1e-50, 1e50}) {
        const Vec3 q = superellipsoid_support(scale * radii, e, d);
        EXPECT_LE(norm(p - q / scale), 1e-13) << scale;
        EXPECT_NEAR(superellipsoid_gauge(scale * radii, e, scale * p), 1, 1e-14);
      }
      const Vec3 sliver = superellipsoid_support(radii, e, {1, 1e-300, 1e-308});
      EXPECT_TRUE(is_finite(sliver));
      EXPECT_NEAR(superellipsoid_gauge(radii, e, sliver), 1, 1e-14);
      EXPECT_EQ(superellipsoid_gauge(radii, e, {1e300, 0, 0}), 1e300);
      const Real infinity = std::numeric_limits<Real>::infinity();
      EXPECT_EQ(superellipsoid_gauge(radii, e, {infinity, infinity, infinity}), infinity);
    }
  }
}

}  // namespace
}  // namespace scree
