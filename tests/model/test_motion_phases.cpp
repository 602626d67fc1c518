#include "model/motion_phases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "support/phases.hpp"

namespace scree {
namespace {

using testing::shift;
using testing::turn;

constexpr Real pi = 3.141592653589793;

TEST(MotionPhases, TranslationRunsFromStartToEnd) {
  Motion motion;
  motion.phases = {shift(1, 3, {0, 0, 2}), shift(2, 6, {1, 0, 0})};
  EXPECT_EQ(motion_at(motion, -1).translation, (Vec3{}));
  EXPECT_EQ(motion_at(motion, 0.5).translation, (Vec3{}));
  EXPECT_EQ(motion_at(motion, 2.5).translation, (Vec3{0.5, 0, 3}));
  EXPECT_EQ(motion_at(motion, 10).translation, (Vec3{4, 0, 4}));
}

TEST(MotionPhases, RotatesAboutAnAxisThroughAPoint) {
  Motion motion;
  motion.phases = {turn(0, 1, {0, 0, 1}, {1, 0, 0}, pi)};
  // A quarter turn after half a second takes (2, 0, 5) to (1, 1, 5).
  EXPECT_LT(norm(transform(motion_at(motion, 0.5), {2, 0, 5}) - Vec3{1, 1, 5}), 1e-15);
  EXPECT_LT(norm(transform(motion_at(motion, 2), {2, 0, 5}) - Vec3{0, 0, 5}), 1e-15);
}

// Translations carry the axes along; the first rotation carries the axis of the second.
TEST(MotionPhases, PhasesTogether) {
  Motion motion;
  motion.phases = {shift(0, 1, {0, 0, 3}), turn(0, 1, {0, 0, 1}, {}, pi / 2),
                   turn(0, 1, {1, 0, 0}, {0, 1, 0}, pi / 2)};
  // About x through (0, 1, 0): (1, 2, 0) -> (1, 1, 1); about z: -> (-1, 1, 1); shifted: (-1, 1, 4).
  EXPECT_LT(norm(transform(motion_at(motion, 1), {1, 2, 0}) - Vec3{-1, 1, 4}), 1e-14);
}

// Rodrigues' formula.
Vec3 turned_about(const MotionPhase& phase, Real angle, Vec3 x) {
  const Vec3 from_axis = x - phase.point;
  return phase.point + std::cos(angle) * from_axis + std::sin(angle) * cross(phase.axis, from_axis) +
         (1 - std::cos(angle)) * dot(phase.axis, from_axis) * phase.axis;
}

TEST(MotionPhases, ManyPhasesAgainstPointsTurnedOneByOne) {
  Random random{17, 1};
  for (int trial = 0; trial < 100; ++trial) {
    Motion motion;
    for (int i = 0; i < 4; ++i) {
      MotionPhase phase = turn(uniform(random, 0, 1), uniform(random, 1.5, 3), unit_vector(random),
                               3 * unit_vector(random), uniform(random, -4, 4));
      phase.velocity = 2 * unit_vector(random);
      motion.phases.push_back(phase);
    }
    const Vec3 start = 2 * unit_vector(random);
    for (Real t = -0.1; t < 3.5; t += 0.1) {
      Vec3 x = start, shifts;
      for (auto phase = motion.phases.rbegin(); phase != motion.phases.rend(); ++phase) {
        const Real worked = std::clamp(t, phase->start, phase->end) - phase->start;
        x = turned_about(*phase, phase->rate * worked, x);
        shifts += worked * phase->velocity;
      }
      EXPECT_LT(norm(transform(motion_at(motion, t), start) - (x + shifts)), 1e-13) << "t " << t;
    }
  }
}

TEST(MotionPhases, ManyTurnsStayExact) {
  Motion motion;
  motion.phases = {turn(0, 1e6, {0, 1, 0}, {2, 0, 0}, 1)};
  const Pose at = motion_at(motion, 1e5);
  EXPECT_NEAR(norm(at.rotation), 1, 1e-15);
  EXPECT_LT(norm(transform(at, {3, 0, 0}) - Vec3{2 + std::cos(1e5), 0, -std::sin(1e5)}), 1e-10);
}

}  // namespace
}  // namespace scree
