// Events: each at its time, once, and the energy account stays whole.
#include "sim/events.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/small_scenes.hpp"

namespace scree {
namespace {

using testing::advance_to;
using testing::ball_and_floor;
using testing::started;

std::string ball_at(Real height, const std::string& more = "") {
  return "[[body]]\nname = \"ball\"\nshape = \"ball\"\nposition = [0, 0, " + std::to_string(height) + "]\n" +
         more;
}

Real step_of(const SimulationCore& core) { return core.step_settings.time_step; }

TEST(Events, HappenOnceAtTheStepNearestToTheirTime) {
  const auto core = started(ball_and_floor + ball_at(1) + R"(
[[event]]
name = "light"
time = 0.1
gravity = [0, 0, -1]
)");
  advance_to(*core, 0.3);
  const Real when = core->setup.state.event_time[0];
  EXPECT_NEAR(when, 0.1, 0.5001 * step_of(*core));
  EXPECT_EQ(core->setup.state.gravity, (Vec3{0, 0, -1}));
  // Had it happened again, later gravity would be lost.
  core->setup.state.gravity = {0, 0, -2};
  advance_to(*core, 0.5);
  EXPECT_EQ(core->setup.state.gravity, (Vec3{0, 0, -2}));
  EXPECT_EQ(core->setup.state.event_time[0], when);
}

TEST(Events, FollowEachOtherInWhateverOrderTheyAreWritten) {
  const auto core = started(ball_and_floor + ball_at(1) + R"(
[[event]]
name = "third"
after = "second"
delay = 0.05
gravity = [0, 0, -3]
[[event]]
name = "second"
after = "first"
gravity = [0, 0, -2]
[[event]]
name = "first"
time = 0.1
gravity = [0, 0, -1]
)");
  advance_to(*core, 0.3);
  const auto& times = core->setup.state.event_time;
  EXPECT_NEAR(times[2], 0.1, 0.5001 * step_of(*core));
  EXPECT_EQ(times[1], times[2]);
  EXPECT_NEAR(times[0], times[1] + 0.05, 0.5001 * step_of(*core));
  EXPECT_EQ(core->setup.state.gravity, (Vec3{0, 0, -3}));
}

// A ball in free fall has m g h0 - m g0 h + ... : the jump of the account is m (g0 - g1) h at that time.
TEST(Events, GravityThatChangesIsSuppliedEnergy) {
  const auto core = started(ball_and_floor + ball_at(1) + R"(
[[event]]
time = 0.1
gravity = [0, 0, -1]
)");
  advance_to(*core, 0.3);
  const Real mass = core->setup.model.mass[0] > 0 ? core->setup.model.mass[0] : core->setup.model.mass[1];
  const Real t = core->setup.state.event_time[0];
  const Real height = 1 - 0.5 * 9.81 * t * t;
  EXPECT_NEAR(energies(*core).supplied, mass * (1 - 9.81) * height, 1e-9 * mass * 9.81);
  EXPECT_LT(energy_balance_error(*core), 1e-9);
}

TEST(Events, ABodyThatGoesTakesItsEnergyWithIt) {
  const auto core = started(ball_and_floor + ball_at(0.11) + ball_at(0.5, "velocity = [1, 0, 0]\n") + R"(
[[event]]
time = 0.13
remove = "ball"
)");
  advance_to(*core, 0.12);
  ASSERT_GT(point_count(core->work.contacts), 0U) << "one ball must be on the floor";
  const Real error = energy_balance_error(*core);
  while (core->setup.state.event_time[0] < 0) {
    ASSERT_LT(core->setup.state.time, 0.2);
    advance(*core);
  }
  EXPECT_EQ(core->particles, 0U);
  EXPECT_EQ(point_count(core->work.contacts), 0U);
  const Energies e = energies(*core);
  EXPECT_EQ(stored(e), 0);
  EXPECT_LT(e.supplied, 0);
  EXPECT_NEAR(energy_balance_error(*core), error, 0.1 * error + 1e-12);
}

TEST(Events, ABodyThatComesBringsItsEnergy) {
  const auto core = started(ball_and_floor + ball_at(0.5, "present = false\nvelocity = [3, 0, 0]\n") + R"(
[[event]]
time = 0.1
add = "ball"
)");
  EXPECT_EQ(core->particles, 0U);
  advance_to(*core, 0.12);
  ASSERT_EQ(core->particles, 1U);
  const Real mass = core->setup.model.mass[0] + core->setup.model.mass[1];
  EXPECT_NEAR(energies(*core).supplied, mass * (9.81 * 0.5 + 4.5), 1e-9 * mass);
  advance_to(*core, 0.14);
  EXPECT_LT(energy_balance_error(*core), 1e-9);
}

TEST(Events, StartAMotionAtTheirTime) {
  const auto core = started(ball_and_floor + R"(
[[body]]
name = "lift"
shape = "ball"
position = [0, 0, 1]
motion = "up"
[[motion]]
name = "up"
[[motion.phase]]
velocity = [0, 0, 2]
end = 10
[[event]]
time = 0.1
start = "up"
)");
  const std::size_t body = core->setup.model.mobility[0] == Mobility::kinematic ? 0 : 1;
  advance_to(*core, 0.09);
  EXPECT_EQ(core->setup.state.position[body].z, 1);
  advance_to(*core, 0.2);
  const Real begin = core->setup.state.event_time[0];
  EXPECT_NEAR(core->setup.state.position[body].z, 1 + 2 * (core->setup.state.time - begin), 1e-12);
}

TEST(Events, StopTheRunAndNothingMovesOn) {
  const auto core = started(ball_and_floor + ball_at(1) + R"(
[[event]]
time = 0.1
stop = true
)");
  advance_to(*core, 0.5);
  EXPECT_TRUE(core->stop);
  EXPECT_NEAR(core->setup.state.time, 0.1, 0.5001 * step_of(*core));
  const std::uint64_t step = core->setup.state.step;
  advance(*core);
  EXPECT_EQ(core->setup.state.step, step);
}

// A ball bounces until its energy has stayed below the bound for long enough; the test looks at every step.
TEST(Events, WaitForRest) {
  constexpr Real bound = 1e-3;  // J
  constexpr Real hold = 0.1;    // s
  const auto core = started(ball_and_floor + ball_at(0.15) + R"(
[[event]]
time = 0.05
when = "settled"
energy = 1e-3
hold = 0.1
gravity = [0, 0, -1]
)");
  std::vector<Real> times, kinetic_energies;
  while (core->setup.state.event_time[0] < 0) {
    times.push_back(core->setup.state.time);
    kinetic_energies.push_back(kinetic(energies(*core)));
    advance(*core);
    ASSERT_LT(core->setup.state.time, 20);
  }
  const Real when = core->setup.state.event_time[0];
  EXPECT_GT(when, 0.05 + hold);
  std::size_t above = 0;  // steps in the time before that were above the bound
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] >= when - hold && kinetic_energies[i] >= bound) ++above;
  }
  EXPECT_LE(above, 16U) << "the energy is looked at every 16 steps";
  // It was not late: earlier, at least one look in every window saw more.
  Real kept_since = times.back();
  for (std::size_t i = times.size(); i-- > 0 && kinetic_energies[i] < bound;) kept_since = times[i];
  EXPECT_LE(when - kept_since, hold + 17 * step_of(*core));
}

TEST(Events, NothingIsAtRestWhereNothingIs) {
  const auto core = started(ball_and_floor + ball_at(0.5, "present = false\n") + R"(
[[event]]
when = "settled"
energy = 1
hold = 0
stop = true
)");
  advance_to(*core, 0.1);
  EXPECT_FALSE(core->stop);
}

}  // namespace
}  // namespace scree
