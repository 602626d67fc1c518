#include "model/contact_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

// The collision itself, integrated step by step (Runge-Kutta, 4th order) until the force has fallen to zero.
Real restitution_by_integration(Real damping, Real exponent, Real step) {
  const auto force = [&](Real x, Real v) {
    const Real positive = x > 0 ? x : 0;
    return -std::pow(positive, exponent) - damping * std::pow(positive, 0.5 * (exponent - 1)) * v;
  };
  Real x = 0, v = 1;
  for (int i = 0; i < 100'000'000; ++i) {
    const Real a1 = force(x, v), v1 = v;
    const Real v2 = v + 0.5 * step * a1, a2 = force(x + 0.5 * step * v1, v2);
    const Real v3 = v + 0.5 * step * a2, a3 = force(x + 0.5 * step * v2, v3);
    const Real v4 = v + step * a3, a4 = force(x + step * v3, v4);
    const Real next_x = x + step / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    const Real next_v = v + step / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (v < 0 && (force(next_x, next_v) >= 0 || next_x <= 0)) return -v;
    x = next_x;
    v = next_v;
  }
  return NAN;
}

TEST(ContactLaw, DampingGivesTheRestitutionAskedFor) {
  for (const Real exponent : {1.0, 1.25, 1.5, 2.0, 3.0}) {
    for (const Real e : {0.99, 0.9, 0.5, 0.2, 0.13533528, 0.1, 0.03}) {
      const Real damping = damping_for_restitution(e, exponent);
      // The first step into the overlap is the least exact one where x^((n-1)/2) has no slope.
      EXPECT_NEAR(restitution_by_integration(damping, exponent, 2e-4), e, 2e-4 * e + 2e-6)
          << "exponent " << exponent << " restitution " << e;
    }
  }
}

TEST(ContactLaw, WeakestAndStrongestDamping) {
  for (const Real exponent : {1.0, 1.5, 4.0}) EXPECT_EQ(damping_for_restitution(1, exponent), 0);
  EXPECT_NEAR(restitution_by_integration(damping_for_restitution(0.01, 1), 1, 1e-4), 0.01, 1e-5);
  // Just below 1 both kinds of damping take the share (1 - e) off the speed, half a swing lasting pi.
  EXPECT_NEAR(damping_for_restitution(1 - 1e-9, 1) / (2e-9 / 3.14159265358979), 1, 1e-6);
  EXPECT_NEAR(shear_damping_for_restitution(1 - 1e-9) / (2e-9 / 3.14159265358979), 1, 1e-6);
  Real last = 0;
  for (Real e = 1; e > 1e-12; e *= 0.7) {
    const Real damping = damping_for_restitution(e, 1.5);
    EXPECT_TRUE(std::isfinite(damping));
    EXPECT_GE(damping, last);
    last = damping;
  }
}

// Critical damping: exp(-2) remains (Schwager & Poeschel 2007).
TEST(ContactLaw, CriticalDampingInClosedForm) {
  EXPECT_NEAR(damping_for_restitution(std::exp(-2), 1), 2, 1e-7);
  EXPECT_NEAR(damping_for_restitution(std::exp(-2) * (1 + 1e-9), 1), 2, 1e-4);
  EXPECT_NEAR(damping_for_restitution(std::exp(-2) * (1 - 1e-9), 1), 2, 1e-4);
}

TEST(ContactLaw, TakesTheRestOver) {
  const ContactLaw law = make_contact_law({.normal_stiffness = 2,
                                           .shear_stiffness = 3,
                                           .exponent = 1.5,
                                           .friction = 0.4,
                                           .restitution = 0.5,
                                           .tangential_restitution = 0.25});
  EXPECT_EQ(law.normal_stiffness, 2);
  EXPECT_EQ(law.shear_stiffness, 3);
  EXPECT_EQ(law.exponent, 1.5);
  EXPECT_EQ(law.friction, 0.4);
  EXPECT_EQ(law.damping, damping_for_restitution(0.5, 1.5));
  EXPECT_EQ(law.shear_damping, shear_damping_for_restitution(0.25));
  EXPECT_EQ(make_contact_law({}).damping, 0);
  EXPECT_EQ(make_contact_law({}).shear_damping, 0);
}

}  // namespace
}  // namespace scree
