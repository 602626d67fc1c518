#include "model/motion_phases.hpp"

#include <gtest/gtest.h>

#include "math/random.hpp"

namespace scree {
namespace {

constexpr Real pi = 3.141592653589793;

MotionPhase shift(Real start, Real end, Vec3 velocity) {
  MotionPhase phase;
  phase.start = start;
  phase.end = end;
  phase.velocity = velocity;
  return phase;
}
MotionPhase turn(Real start, Real end, Vec3 axis, Vec3 point, Real rate) {
  MotionPhase phase = shift(start, end, {});
  phase.axis = axis;
  phase.point = point;
  phase.rate = rate;
  return phase;
}

TEST(MotionPhases, TranslationRunsFromStartToEnd) {
  Motion motion;
  motion.phases = {shift(1, 3, {0, 0, 2}), shift(2, 6, {1, 0, 0})};
  EXPECT_EQ(motion_at(motion, -1).displacement.translation, (Vec3{}));
  EXPECT_EQ(motion_at(motion, -1).velocity, (Vec3{}));
  EXPECT_EQ(motion_at(motion, 0.5).displacement.translation, (Vec3{}));
  EXPECT_EQ(motion_at(motion, 1).velocity, (Vec3{0, 0, 2}));
  EXPECT_EQ(motion_at(motion, 2.5).displacement.translation, (Vec3{0.5, 0, 3}));
  EXPECT_EQ(motion_at(motion, 2.5).velocity, (Vec3{1, 0, 2}));
  EXPECT_EQ(motion_at(motion, 10).displacement.translation, (Vec3{4, 0, 4}));
  EXPECT_EQ(motion_at(motion, 10).velocity, (Vec3{}));
  EXPECT_EQ(motion_end(motion), 6);
  EXPECT_EQ(motion_end({}), 0);
}

TEST(MotionPhases, RotatesAboutAnAxisThroughAPoint) {
  Motion motion;
  motion.phases = {turn(0, 1, {0, 0, 1}, {1, 0, 0}, pi)};
  // A quarter turn after half a second takes (2, 0, 5) to (1, 1, 5).
  const MotionState quarter = motion_at(motion, 0.5);
  EXPECT_LT(norm(transform(quarter.displacement, {2, 0, 5}) - Vec3{1, 1, 5}), 1e-15);
  EXPECT_EQ(quarter.angular_velocity, (Vec3{0, 0, pi}));
  const Vec3 velocity = quarter.velocity + cross(quarter.angular_velocity, {1, 1, 5});
  EXPECT_LT(norm(velocity - Vec3{-pi, 0, 0}), 1e-15);
  const MotionState after = motion_at(motion, 2);
  EXPECT_LT(norm(transform(after.displacement, {2, 0, 5}) - Vec3{0, 0, 5}), 1e-15);
  EXPECT_EQ(after.angular_velocity, (Vec3{}));
}

// Translations carry the axes along; the first rotation carries the axis of the second.
TEST(MotionPhases, PhasesTogether) {
  Motion motion;
  motion.phases = {shift(0, 1, {0, 0, 3}), turn(0, 1, {0, 0, 1}, {}, pi / 2),
                   turn(0, 1, {1, 0, 0}, {0, 1, 0}, pi / 2)};
  const Pose end = motion_at(motion, 1).displacement;
  // About x through (0, 1, 0): (1, 2, 0) -> (1, 1, 1); about z: -> (-1, 1, 1); shifted: (-1, 1, 4).
  EXPECT_LT(norm(transform(end, {1, 2, 0}) - Vec3{-1, 1, 4}), 1e-14);
}

TEST(MotionPhases, VelocitiesAreTheDerivatives) {
  Random random{17, 1};
  for (int trial = 0; trial < 100; ++trial) {
    Motion motion;
    for (int i = 0; i < 4; ++i) {
      MotionPhase phase;
      phase.start = uniform(random, 0, 1);
      phase.end = phase.start + uniform(random, 0.5, 2);
      phase.velocity = 2 * unit_vector(random);
      phase.axis = unit_vector(random);
      phase.point = 3 * unit_vector(random);
      phase.rate = uniform(random, -4, 4);
      motion.phases.push_back(phase);
    }
    const Vec3 x = 2 * unit_vector(random);
    const Real h = 1e-5;
    for (Real t = 0.0137; t < 3; t += 0.1) {
      bool near_a_change = false;
      for (const MotionPhase& p : motion.phases) {
        near_a_change |= std::fabs(t - p.start) < 2 * h || std::fabs(t - p.end) < 2 * h;
      }
      if (near_a_change) continue;
      const MotionState at = motion_at(motion, t);
      const Vec3 now = transform(at.displacement, x);
      const Vec3 difference = transform(motion_at(motion, t + h).displacement, x) -
                              transform(motion_at(motion, t - h).displacement, x);
      EXPECT_LT(norm(at.velocity + cross(at.angular_velocity, now) - difference / (2 * h)), 1e-6)
          << "t " << t;
    }
  }
}

TEST(MotionPhases, ManyTurnsStayExact) {
  Motion motion;
  motion.phases = {turn(0, 1e6, {0, 1, 0}, {2, 0, 0}, 1)};
  const MotionState at = motion_at(motion, 1e5);
  EXPECT_NEAR(norm(at.displacement.rotation), 1, 1e-15);
  const Vec3 moved = transform(at.displacement, {3, 0, 0});
  EXPECT_LT(norm(moved - Vec3{2 + std::cos(1e5), 0, -std::sin(1e5)}), 1e-10);
}

}  // namespace
}  // namespace scree
