// Injections: evenly in time, at free places, the same for the same seed.
#include "sim/injection.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sim/small_scenes.hpp"

namespace scree {
namespace {

using testing::advance_to;
using testing::ball_and_floor;
using testing::hash_of;
using testing::started;

// Far above the floor, so that balls fall freely.
std::string rain(int count, const std::string& region, const std::string& more = "") {
  return ball_and_floor +
         "[[injection]]\nname = \"rain\"\nshapes = \"ball\"\ncount = " + std::to_string(count) +
         "\nstart = 0.1\nend = 0.3\nregion = " + region + "\n" + more;
}
const std::string wide = "{ lower = [0, 0, 20], upper = [3, 2, 23] }";

std::size_t present_particles(const SimulationCore& core) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < body_count(core.setup.model); ++i) {
    if (core.setup.model.mobility[i] == Mobility::dynamic && core.setup.state.present[i] != 0) ++count;
  }
  return count;
}

TEST(Injection, BringsBodiesInEvenly) {
  const auto core = started(rain(21, wide));
  const Real slack = 2 * core->step_settings.time_step;
  for (int step = 0; step < 1000 && core->setup.state.time < 0.4; ++step) {
    const Real time = core->setup.state.time;
    // The first at 0.1 s, one each 0.01 s, the last at 0.3 s.
    const auto due = [](Real t) { return t < 0.1 ? 0.0 : std::min(21.0, 1 + std::floor((t - 0.1) / 0.01)); };
    advance(*core);
    const auto count = static_cast<Real>(present_particles(*core));
    EXPECT_GE(count, due(time - slack)) << time;
    EXPECT_LE(count, due(time + core->step_settings.time_step)) << time;
    EXPECT_EQ(core->particles, present_particles(*core));
  }
  EXPECT_EQ(present_particles(*core), 21U);
  EXPECT_EQ(core->setup.state.injected[0], 21U);
}

TEST(Injection, BodiesAreInTheRegionAndTouchNothing) {
  // A crowded region with a plate in it, and two bodies that stay where they are.
  const auto core = started(rain(60, "{ lower = [0, 0, 20], upper = [1, 1, 21] }", R"(
velocity = [0, 0, -30]
velocity_spread = [1, 0, 0]
[[body]]
name = "obstacle"
shape = "ball"
position = [0.5, 0.5, 20.5]
mobility = "fixed"
[[wall]]
name = "plate"
type = "block"
lower = [-1, -1, 20.1]
upper = [0.2, 2, 20.3]
)"));
  std::vector<std::uint8_t> before = core->setup.state.present;
  std::size_t came = 0;
  while (core->setup.state.time < 0.4) {
    const State& state = core->setup.state;
    inject_bodies(*core);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] != 0 || state.present[i] == 0) continue;
      ++came;
      before[i] = 1;
      const Vec3 x = state.position[i];
      for (int axis = 0; axis < 3; ++axis) {
        const Real low = axis == 2 ? 20 : 0;
        EXPECT_GE(x[axis], low + 0.1 - 1e-12);
        EXPECT_LE(x[axis], low + 0.9 + 1e-12);
      }
      EXPECT_GT(norm(x - Vec3{0.5, 0.5, 20.5}), 0.2);
      // The plate's nearest point: its corner region is x <= 0.2, z in [20.1, 20.3].
      const Vec3 nearest{std::min(x.x, 0.2), x.y, std::clamp(x.z, 20.1, 20.3)};
      EXPECT_GT(norm(x - nearest), 0.1);
      for (std::size_t k = 0; k < before.size(); ++k) {
        if (k == i || state.present[k] == 0 || core->setup.model.mobility[k] != Mobility::dynamic) continue;
        EXPECT_GT(norm(x - state.position[k]), 0.2);
      }
      EXPECT_EQ(state.velocity[i].z, -30);
      EXPECT_LE(std::fabs(state.velocity[i].x), 1);
      EXPECT_NE(state.velocity[i].x, 0);
      EXPECT_EQ(state.velocity[i].y, 0);
    }
    advance(*core);
    before = core->setup.state.present;
  }
  EXPECT_GT(came, 40U);
}

TEST(Injection, WaitsForAPlace) {
  // Room for one ball only, and that one does not fall.
  std::string scene = rain(3, "{ lower = [0, 0, 20], upper = [0.3, 0.3, 20.3] }");
  scene.replace(scene.find("end_time"), 0, "gravity = [0, 0, 0]\n");
  const auto core = started(scene);
  advance_to(*core, 0.6);
  EXPECT_EQ(core->setup.state.injected[0], 1U);
  // Once it is gone the next one comes.
  for (std::size_t i = 0; i < body_count(core->setup.model); ++i) {
    if (core->setup.state.present[i] != 0 && core->setup.model.mobility[i] == Mobility::dynamic) {
      core->setup.state.velocity[i] = {0, 0, 50};
    }
  }
  advance_to(*core, 0.7);
  EXPECT_EQ(core->setup.state.injected[0], 2U);
}

TEST(Injection, EnergyIsAccountedAsSupplied) {
  const auto core = started(rain(21, wide, "velocity = [1, 2, -3]\nvelocity_spread = [1, 1, 1]\n"));
  advance_to(*core, 0.4);
  ASSERT_EQ(core->setup.state.injected[0], 21U);
  EXPECT_GT(energies(*core).supplied, 0);
  EXPECT_LT(energy_balance_error(*core), 1e-9);
}

TEST(Injection, DependsOnTheSeedAndNothingElse) {
  const auto hash_after = [](const std::string& seed, int threads) {
    std::string scene = rain(21, wide);
    scene.replace(scene.find("end_time"), 0, "seed = " + seed + "\n");
    const auto core = started(scene, threads);
    advance_to(*core, 0.4);
    return hash_of(*core);
  };
  const std::uint64_t one = hash_after("1", 1);
  EXPECT_EQ(hash_after("1", 1), one);
  EXPECT_EQ(hash_after("1", 2), one);
  EXPECT_NE(hash_after("2", 1), one);
}

}  // namespace
}  // namespace scree
