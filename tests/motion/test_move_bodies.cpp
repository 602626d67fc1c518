#include "motion/move_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "force/hand_made.hpp"
#include "math/random.hpp"
#include "model/build_model.hpp"
#include "motion/kernels/rigid_motion.hpp"
#include "support/phases.hpp"

namespace scree {
namespace {

using testing::HandMade;
using testing::shift;
using testing::turn;

struct Forces {
  std::vector<Vec3> force, moment;
  explicit Forces(std::size_t count) : force(count), moment(count) {}
};

TEST(MoveBodies, FreeFallIsExact) {
  HandMade s;
  s.add(Mobility::dynamic, 3, {1, 2, 3}, {0, 0, 10}, {1, 0, 2});
  s.state.gravity = {0, 0, -9.8125};
  const Forces none(1);
  Exec exec(1);
  const Real dt = 1.0 / 1024;
  for (int i = 0; i < 1024; ++i) {
    kick_bodies(s.model, none.force, none.moment, 0.5 * dt, exec, s.state);
    drift_bodies(s.model, dt, exec, s.state);
    kick_bodies(s.model, none.force, none.moment, 0.5 * dt, exec, s.state);
  }
  // Every number on the way has few enough binary digits to be exact.
  EXPECT_EQ(s.state.time, 1);
  EXPECT_EQ(s.state.velocity[0], (Vec3{1, 0, 2 - 9.8125}));
  EXPECT_EQ(s.state.position[0], (Vec3{1, 0, 10 + 2 - 9.8125 / 2}));
  EXPECT_EQ(s.state.orientation[0].w, 1);
}

TEST(MoveBodies, HarmonicOscillatorKeepsItsEnergy) {
  HandMade s;
  s.add_ball(1, 1, {1, 0, 0});
  Exec exec(1);
  Forces spring(1);
  const Real dt = 0.1;
  Real worst = 0, late = 0;
  spring.force[0] = -s.state.position[0];
  for (int i = 0; i < 20'000; ++i) {
    kick_bodies(s.model, spring.force, spring.moment, 0.5 * dt, exec, s.state);
    drift_bodies(s.model, dt, exec, s.state);
    spring.force[0] = -s.state.position[0];
    kick_bodies(s.model, spring.force, spring.moment, 0.5 * dt, exec, s.state);
    const Real energy = 0.5 * norm_squared(s.state.position[0]) + 0.5 * norm_squared(s.state.velocity[0]);
    (i < 10'000 ? worst : late) = std::max(i < 10'000 ? worst : late, std::fabs(energy / 0.5 - 1));
  }
  EXPECT_LT(worst, 0.26 * dt * dt);  // (omega dt)^2 / 4 in theory
  EXPECT_GT(worst, 0.2 * dt * dt);
  EXPECT_LT(late, 1.01 * worst);
}

// A constant moment in space about a principal axis: the angle is t^2 M / (2 I).
TEST(MoveBodies, MomentTurnsABody) {
  HandMade s;
  const Real h = std::sqrt(0.5);
  s.add(Mobility::dynamic, 1, {2, 5, 7}, {});
  s.state.orientation[0] = {h, h, 0, 0};  // the body's z axis lies along -y
  Exec exec(1);
  Forces f(1);
  f.moment[0] = {0, -1.4, 0};  // about the body's z
  for (int i = 0; i < 1000; ++i) {
    kick_bodies(s.model, f.force, f.moment, 0.5e-3, exec, s.state);
    drift_bodies(s.model, 1e-3, exec, s.state);
    kick_bodies(s.model, f.force, f.moment, 0.5e-3, exec, s.state);
  }
  EXPECT_LT(norm(s.state.angular_momentum[0] - Vec3{0, 0, 1.4}), 1e-12);
  // 0.1 rad about -y from the world's x.
  EXPECT_LT(norm(rotate(s.state.orientation[0], {1, 0, 0}) - Vec3{std::cos(0.1), 0, std::sin(0.1)}), 1e-12);
}

TEST(MoveBodies, WhoMovesAndWhoDoesNot) {
  HandMade s;
  s.add(Mobility::fixed, 0, {}, {1, 1, 1}, {5, 5, 5});
  s.add_ball(1, 1, {2, 2, 2}, {1, 0, 0});
  s.state.present[1] = 0;
  const auto steady = s.add(Mobility::kinematic, 0, {}, {0, 0, 0}, {0, 1, 0});
  s.state.angular_momentum[steady] = {0, 0, 2};  // rad/s
  s.state.gravity = {0, 0, -10};
  Exec exec(1);
  Forces f(3);
  f.force.assign(3, {1, 1, 1});
  f.moment.assign(3, {1, 1, 1});
  for (int i = 0; i < 100; ++i) {
    kick_bodies(s.model, f.force, f.moment, 0.01, exec, s.state);
    drift_bodies(s.model, 0.01, exec, s.state);
  }
  EXPECT_EQ(s.state.position[0], (Vec3{1, 1, 1}));
  EXPECT_EQ(s.state.position[1], (Vec3{2, 2, 2}));
  EXPECT_EQ(s.state.velocity[1], (Vec3{1, 0, 0}));
  EXPECT_LT(norm(s.state.position[steady] - Vec3{0, 1, 0}), 1e-14);
  EXPECT_EQ(s.state.velocity[steady], (Vec3{0, 1, 0}));
  EXPECT_LT(norm(rotate(s.state.orientation[steady], {1, 0, 0}) - Vec3{std::cos(2), std::sin(2), 0}), 1e-13);
}

TEST(MoveBodies, BodiesFollowTheirMotion) {
  HandMade s;
  const auto wall = s.add(Mobility::kinematic, 0, {}, {3, 0, 0});
  Random random{5, 5};
  s.state.orientation[wall] = rotation(random);
  Motion motion;
  motion.phases = {turn(0.5, 10, {0, 0, 1}, {1, 0, 0}, 0.2), shift(1, 2, {0, 0, 1})};
  s.model.motions = {motion};
  set_motion(s.model, s.state, wall, 0);
  s.state.motion_start = {-1};
  Exec exec(1);

  drift_bodies(s.model, 0.25, exec, s.state);  // the motion has not begun
  EXPECT_EQ(s.state.position[wall], (Vec3{3, 0, 0}));
  EXPECT_EQ(s.state.velocity[wall], (Vec3{}));
  EXPECT_EQ(s.state.angular_momentum[wall], (Vec3{}));

  s.state.motion_start = {0.25};
  const Real dt = 1e-3;
  for (int i = 0; i < 2500; ++i) {
    const Vec3 before = s.state.position[wall];
    const Quat turned_before = s.state.orientation[wall];
    drift_bodies(s.model, dt, exec, s.state);
    // The velocities of the step are those that brought it here.
    EXPECT_LT(norm(before + dt * s.state.velocity[wall] - s.state.position[wall]), 1e-15);
    const Quat expected = turned(turned_before, dt * s.state.angular_momentum[wall]);
    EXPECT_LT(norm(rotate(expected, {1, 2, 3}) - rotate(s.state.orientation[wall], {1, 2, 3})), 1e-14);
  }
  const Real angle = 0.2 * 2;
  EXPECT_LT(norm(s.state.position[wall] - Vec3{1 + 2 * std::cos(angle), 2 * std::sin(angle), 1}), 1e-12);
  const Vec3 spin = rotate(s.state.orientation[wall], s.state.angular_momentum[wall]);
  EXPECT_LT(norm(spin - Vec3{0, 0, 0.2}), 1e-10);
}

// A phase that begins within a step: the step's velocity is its way over its duration, not that of its end.
TEST(MoveBodies, APhaseThatBeginsWithinAStep) {
  HandMade s;
  const auto wall = s.add(Mobility::kinematic, 0, {}, {});
  Motion motion;
  motion.phases = {shift(0.75, 9, {4, 0, 0})};
  s.model.motions = {motion};
  set_motion(s.model, s.state, wall, 0);
  s.state.motion_start = {0};
  Exec exec(1);
  drift_bodies(s.model, 1, exec, s.state);
  EXPECT_EQ(s.state.position[wall], (Vec3{1, 0, 0}));
  EXPECT_EQ(s.state.velocity[wall], (Vec3{1, 0, 0}));
}

TEST(MoveBodies, SameBitsForAnyNumberOfThreads) {
  Random random{6, 6};
  HandMade s;
  for (int i = 0; i < 1000; ++i) {
    s.add(Mobility::dynamic, 1, {1, 1.5, 2}, 10 * unit_vector(random), unit_vector(random));
    s.state.angular_momentum.back() = 3 * unit_vector(random);
  }
  Forces f(1000);
  for (auto& moment : f.moment) moment = unit_vector(random);
  State results[3];
  const int threads[3] = {1, 2, 7};
  for (int k = 0; k < 3; ++k) {
    Exec exec(threads[k]);
    results[k] = s.state;
    for (int i = 0; i < 10; ++i) {
      kick_bodies(s.model, f.force, f.moment, 0.01, exec, results[k]);
      drift_bodies(s.model, 0.01, exec, results[k]);
    }
  }
  for (int k = 1; k < 3; ++k) {
    const auto same = [&](const auto& a, const auto& b) {
      return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
    };
    EXPECT_TRUE(same(results[0].position, results[k].position));
    EXPECT_TRUE(same(results[0].orientation, results[k].orientation));
    EXPECT_TRUE(same(results[0].angular_momentum, results[k].angular_momentum));
  }
}

}  // namespace
}  // namespace scree
