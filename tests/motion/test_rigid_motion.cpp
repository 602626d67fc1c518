#include "motion/kernels/rigid_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree {
namespace {

constexpr Real two_pi = 6.283185307179586;

struct Top {
  Vec3 moments{1, 2, 3};
  Quat orientation;
  Vec3 l;  // body axes

  [[nodiscard]] Vec3 inverse() const { return {1 / moments.x, 1 / moments.y, 1 / moments.z}; }
  [[nodiscard]] Real energy() const {
    return 0.5 * (l.x * l.x / moments.x + l.y * l.y / moments.y + l.z * l.z / moments.z);
  }
  [[nodiscard]] Vec3 momentum_in_space() const { return rotate(orientation, l); }
  void run(Real step, long count) {
    const Vec3 w = inverse();
    for (long i = 0; i < count; ++i) rotate_freely(w, step, orientation, l);
  }
};

// Euler's equations and the quaternion's, by many small Runge-Kutta steps: shares nothing with the splitting.
Top by_runge_kutta(Top top, Real time, int steps) {
  struct Rate {
    Quat q;
    Vec3 l;
  };
  const Vec3 w = top.inverse();
  const auto rate = [&](const Top& t) {
    const Vec3 spin{t.l.x * w.x, t.l.y * w.y, t.l.z * w.z};
    const Quat q = t.orientation * Quat{0, spin.x, spin.y, spin.z};
    return Rate{{0.5 * q.w, 0.5 * q.x, 0.5 * q.y, 0.5 * q.z}, cross(t.l, spin)};
  };
  const auto moved = [](Top t, const Rate& r, Real h) {
    t.orientation = {t.orientation.w + h * r.q.w, t.orientation.x + h * r.q.x, t.orientation.y + h * r.q.y,
                     t.orientation.z + h * r.q.z};
    t.l += h * r.l;
    return t;
  };
  const Real h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const Rate a = rate(top);
    const Rate b = rate(moved(top, a, 0.5 * h));
    const Rate c = rate(moved(top, b, 0.5 * h));
    const Rate d = rate(moved(top, c, h));
    top = moved(moved(moved(moved(top, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
  }
  top.orientation = normalized(top.orientation);
  return top;
}

Real difference(const Top& a, const Top& b) {
  Real largest = norm(a.l - b.l);
  for (int i = 0; i < 3; ++i) {
    const Vec3 e{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    largest = std::max(largest, norm(rotate(a.orientation, e) - rotate(b.orientation, e)));
  }
  return largest;
}

TEST(RigidMotion, AMillionStepsOfAnAsymmetricBody) {
  // Near the unstable middle axis: it tumbles over again and again.
  Top top;
  top.l = {0.02, 2, 0.03};
  const Vec3 start = top.momentum_in_space();
  const Real energy = top.energy();
  Real worst = 0;
  bool over = false;
  for (int part = 0; part < 1000; ++part) {
    top.run(0.02, testing::scaled_count(1000));
    worst = std::max(worst, std::fabs(top.energy() / energy - 1));
    over |= top.l.y < -1.9;
  }
  EXPECT_TRUE(over);
  EXPECT_LT(worst, 2e-4);  // bounded, not growing: see below
  EXPECT_LT(std::fabs(norm(top.l) / norm(start) - 1), 1e-11);
  EXPECT_LT(norm(top.momentum_in_space() - start) / norm(start), 1e-10);
  EXPECT_NEAR(norm(top.orientation), 1, 1e-14);
}

TEST(RigidMotion, EnergyErrorIsBoundedAndOfSecondOrder) {
  Real worst[2] = {0, 0};
  Real late[2] = {0, 0};
  for (int fine = 0; fine < 2; ++fine) {
    const Real step = fine == 0 ? 0.1 : 0.05;
    Top top;
    top.l = {1, 0.4, 0.9};
    const Real energy = top.energy();
    const int count = testing::scaled_count(100'000);
    for (int i = 0; i < count; ++i) {
      top.run(step, 1);
      const Real error = std::fabs(top.energy() / energy - 1);
      (i < count / 2 ? worst : late)[fine] = std::max((i < count / 2 ? worst : late)[fine], error);
    }
    EXPECT_GT(worst[fine], 0);
    EXPECT_LT(late[fine], 1.05 * worst[fine]);
  }
  EXPECT_NEAR(worst[0] / worst[1], 4, 0.3);
}

TEST(RigidMotion, SecondOrderForEveryOrderOfMoments) {
  const Vec3 orders[] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
  Random random{21, 1};
  for (const Vec3 moments : orders) {
    Top start;
    start.moments = moments;
    start.orientation = rotation(random);
    start.l = 2 * unit_vector(random);
    const Top exact = by_runge_kutta(start, 3, 3000);
    Top coarse = start, fine = start;
    coarse.run(0.03, 100);
    fine.run(0.015, 200);
    EXPECT_LT(difference(fine, exact), 2e-4);
    EXPECT_NEAR(difference(coarse, exact) / difference(fine, exact), 4, 0.2);
  }
}

TEST(RigidMotion, GoesBackTheWayItCame) {
  Top top;
  top.orientation = normalized(Quat{1, 2, 3, 4});
  top.l = {0.3, 1, -0.8};
  const Top start = top;
  top.run(0.05, 1000);
  EXPECT_GT(difference(top, start), 0.1);
  top.l = -top.l;
  top.run(0.05, 1000);
  top.l = -top.l;
  EXPECT_LT(difference(top, start), 1e-11);
}

// A symmetric top: L goes round the axis of symmetry with L_3 (1/I_1 - 1/I_3), while the axis goes round L in
// space with |L| / I_1. The splitting is exact for it, with any time step and any axis of symmetry.
TEST(RigidMotion, SymmetricTopPrecesses) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const Real other : {0.5, 3.0}) {
      const int i = (axis + 1) % 3, k = (axis + 2) % 3;
      Top top;
      top.moments = {2, 2, 2};
      top.moments[axis] = other;
      top.l[axis] = 1.5;
      top.l[i] = 0.8;
      const Vec3 space = top.momentum_in_space();
      Vec3 symmetry;
      symmetry[axis] = 1;
      const Real time = 37;
      const Vec3 before = rotate(top.orientation, symmetry);
      top.run(time / 74, 74);
      const Real body_angle = 1.5 * (1.0 / 2 - 1 / other) * time;
      EXPECT_NEAR(top.l[axis], 1.5, 1e-13);
      EXPECT_NEAR(top.l[i], 0.8 * std::cos(body_angle), 1e-12);
      EXPECT_NEAR(top.l[k], 0.8 * std::sin(body_angle), 1e-12);
      const Real angle = norm(space) / 2 * time;
      const Vec3 n = normalized(space);
      const Vec3 along = dot(before, n) * n;
      const Vec3 turned_axis =
          along + std::cos(angle) * (before - along) + std::sin(angle) * cross(n, before);
      EXPECT_LT(norm(rotate(top.orientation, symmetry) - turned_axis), 1e-12);
    }
  }
}

TEST(RigidMotion, ABallTurnsSteadily) {
  Top top;
  top.moments = {0.4, 0.4, 0.4};
  top.l = {0, 0, 0.4 * two_pi};
  top.run(0.01, 25);  // a quarter turn
  EXPECT_LT(norm(rotate(top.orientation, {1, 0, 0}) - Vec3{0, 1, 0}), 1e-14);
  EXPECT_EQ(top.l, (Vec3{0, 0, 0.4 * two_pi}));
}

TEST(RigidMotion, TheAxisWithTheMiddleMoment) {
  EXPECT_EQ(middle_axis({1, 2, 3}), 1);
  EXPECT_EQ(middle_axis({3, 2, 1}), 1);
  EXPECT_EQ(middle_axis({2, 1, 3}), 0);
  EXPECT_EQ(middle_axis({2, 3, 1}), 0);
  EXPECT_EQ(middle_axis({1, 3, 2}), 2);
  EXPECT_EQ(middle_axis({3, 1, 2}), 2);
  // Of two equal moments and another the middle one is one of the two equal.
  for (const Vec3 m : {Vec3{1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {2, 2, 1}, {2, 1, 2}, {1, 2, 2}}) {
    int equal = 0;
    for (int i = 0; i < 3; ++i) equal += m[i] == m[middle_axis(m)] ? 1 : 0;
    EXPECT_EQ(equal, 2);
  }
}

TEST(RigidMotion, AngularVelocityBetweenTwoOrientations) {
  Random random{22, 1};
  for (int trial = 0; trial < 100; ++trial) {
    const Quat from = rotation(random);
    const Vec3 spin = uniform(random, 0, 3) * unit_vector(random);  // rad/s, world axes
    const Quat to = turned(from, rotate(conjugate(from), spin));
    EXPECT_LT(norm(angular_velocity_between(from, to, 1) - spin), 1e-12);
    EXPECT_LT(norm(angular_velocity_between(from, {-to.w, -to.x, -to.y, -to.z}, 0.5) - 2 * spin), 1e-12);
    EXPECT_EQ(angular_velocity_between({1, 0, 0, 0}, {1, 0, 0, 0}, 1e-6), (Vec3{}));
  }
}

}  // namespace
}  // namespace scree
