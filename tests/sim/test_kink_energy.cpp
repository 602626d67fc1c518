// Elastic contacts keep their energy where force and moment jump; plain central differences do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "force/kernels/kink_impulse.hpp"
#include "sim/checkpoint.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

using testing::hash_of;
using testing::setup_of;

TEST(KinkEnergy, ImpulseTakesTheEnergy) {
  const Real inverse_mass = 0.25;
  for (const Real speed : {-2.0, -0.1, 0.3, 5.0}) {
    const Real kinetic = 0.5 * speed * speed / inverse_mass;
    for (const Real share : {-2.9, -0.5, -1e-9, 1e-12, 0.1, 0.7}) {
      const Real j = kink_impulse(share * kinetic, speed, inverse_mass);
      EXPECT_NEAR(j * speed + 0.5 * j * j * inverse_mass, -share * kinetic, 1e-12 * kinetic);
      EXPECT_GT((speed + j * inverse_mass) * speed, 0);  // never turned round
    }
    EXPECT_EQ(kink_impulse(0.8 * kinetic, speed, inverse_mass), 0);
    EXPECT_EQ(kink_impulse(-3.1 * kinetic, speed, inverse_mass), 0);
  }
  EXPECT_EQ(kink_impulse(1e-9, 0, inverse_mass), 0);
}

const std::string slab = R"(
[simulation]
end_time = 1
time_step = 2e-5
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e6
[[shape]]
name = "slab"
type = "box"
extents = [0.4, 0.3, 0.05]
)";
// Almost flat: its corners take turns as the deepest one.
const std::string falling = R"(
[[body]]
shape = "slab"
position = [0, 0, 0.1]
orientation = [1, 0.003, 0.0018, 0]
velocity = [0, 0, -1]
)";
const std::string floor_below = R"(
[[wall]]
type = "half-space"
normal = [0, 0, 1]
)";

std::unique_ptr<SimulationCore> core_of(const std::string& scene, bool corrected) {
  scree::Setup setup = setup_of(scene);
  setup.settings.elastic_correction = corrected;
  auto core = std::make_unique<SimulationCore>(std::move(setup));
  start(*core);
  return core;
}

// The largest error of the account, relative to the energy that was in motion, stored or done by walls.
struct Account {
  Real error = 0;
  Real work = 0;  // J
  std::size_t most_points = 0;
  std::size_t last_points = 0;
};
Account account_of(const std::string& scene, bool corrected, Real end) {
  const auto owner = core_of(scene, corrected);
  SimulationCore& core = *owner;
  const Real first = balance(energies(core));
  Real scale = 0;
  Account account;
  while (core.setup.state.time < end) {
    advance(core);
    const Energies now = energies(core);
    scale = std::fmax(scale, kinetic(now) + now.elastic);
    account.error = std::fmax(account.error, std::fabs(balance(now) - first));
    account.most_points = std::max(account.most_points, point_count(core.work.contacts));
  }
  account.error /= scale;
  account.work = energies(core).work;
  account.last_points = point_count(core.work.contacts);
  return account;
}

TEST(KinkEnergy, SlabKeepsItsEnergy) {
  const Account corrected = account_of(slab + falling + floor_below, true, 0.1);
  EXPECT_LT(corrected.error, 1e-4);
  EXPECT_EQ(corrected.last_points, 0U);  // it has bounced
  EXPECT_GT(account_of(slab + falling + floor_below, false, 0.1).error, 1e-3);
}

// Nothing comes from outside: momentum and angular momentum stay what they were.
TEST(KinkEnergy, MomentaStay) {
  const auto owner = core_of(slab + falling + R"(
[[body]]
shape = "slab"
position = [0.02, 0.01, 0.03]
velocity = [0.3, 0, 0.5]
)",
                             true);
  SimulationCore& core = *owner;
  core.setup.state.gravity = {};
  const auto momenta = [&] {
    const Model& m = core.setup.model;
    const State& s = core.setup.state;
    Vec3 linear, angular;
    for (std::size_t i = 0; i < 2; ++i) {
      linear += m.mass[i] * s.velocity[i];
      angular +=
          cross(s.position[i], m.mass[i] * s.velocity[i]) + rotate(s.orientation[i], s.angular_momentum[i]);
    }
    return std::pair{linear, angular};
  };
  const auto [linear, angular] = momenta();
  const Real first = stored(energies(core));
  std::size_t touched = 0;
  for (int i = 0; i < 5000; ++i) {
    advance(core);
    touched += point_count(core.work.contacts);
  }
  EXPECT_GT(touched, 100U);
  EXPECT_LT(norm(momenta().first - linear), 1e-12 * norm(linear));
  EXPECT_LT(norm(momenta().second - angular), 1e-12 * norm(linear));
  EXPECT_NEAR(stored(energies(core)) / first, 1, 1e-4);
}

// What walls with a prescribed motion do by the impulses is in the account of their work.
TEST(KinkEnergy, MovedWallsDoTheirWork) {
  const std::string wall = R"(
[[motion]]
name = "swing"
start = 0
[[motion.phase]]
velocity = [0, 0, 0.4]
[[motion.phase]]
start = 0.02
axis = [0, 1, 0]
point = [3, 0, 0]
rate = 30
[[wall]]
type = "block"
lower = [-0.5, -0.5, -0.2]
upper = [0.5, 0.5, 0]
motion = "swing"
)";
  const Account corrected = account_of(slab + falling + wall, true, 0.1);
  EXPECT_GT(corrected.work, 10);
  EXPECT_LT(corrected.error, 1e-4);
  EXPECT_GT(account_of(slab + falling + wall, false, 0.1).error, 5e-4);
}

// Impulses of several contacts act on the same body at the same time.
TEST(KinkEnergy, SlabsBetweenSlabsKeepTheirEnergy) {
  const std::string pile = R"(
[[body]]
shape = "slab"
position = [0.01, 0.02, 0.16]
orientation = [1, -0.003, 0.002, 0.3]
velocity = [0, 0, -1]
[[body]]
shape = "slab"
position = [0.03, 0.01, 0.22]
orientation = [1, 0.002, 0.001, 0.1]
velocity = [0, 0, -1.5]
)";
  const Account corrected = account_of(slab + falling + pile + floor_below, true, 0.3);
  EXPECT_GE(corrected.most_points, 3U);
  EXPECT_LT(corrected.error, 1e-4);
  EXPECT_GT(account_of(slab + falling + pile + floor_below, false, 0.3).error, 1e-3);
}

// A table: two feet of one body touch the floor, each with corners that take turns.
TEST(KinkEnergy, FeetOfOneBodyKeepItsEnergy) {
  const std::string table = R"(
[[shape]]
name = "foot"
type = "box"
extents = [0.1, 0.3, 0.05]
[[shape]]
name = "table"
pieces = [{ shape = "slab" }, { shape = "foot", position = [-0.15, 0, -0.05] },
          { shape = "foot", position = [0.15, 0, -0.05] }]
[[body]]
shape = "table"
position = [0, 0, 0.1]
orientation = [1, 0.003, 0.0018, 0]
velocity = [0, 0, -1]
)";
  const Account corrected = account_of(slab + table + floor_below, true, 0.1);
  EXPECT_GE(corrected.most_points, 2U);
  EXPECT_LT(corrected.error, 1e-4);
  EXPECT_GT(account_of(slab + table + floor_below, false, 0.1).error, 1e-3);
}

using KinkCheckpoint = testing::FolderTest;

// In the middle of a contact, with energy owed.
TEST_F(KinkCheckpoint, GoesOnBitForBit) {
  const std::string scene = slab + falling + floor_below;
  const auto whole = testing::started(scene);
  while (whole->work.kinks.owed.empty() || whole->work.kinks.owed[0] == 0) advance(*whole);
  ASSERT_FALSE(write_checkpoint(path("c"), *whole));
  for (int i = 0; i < 1000; ++i) advance(*whole);
  for (const int threads : {1, 2}) {
    const auto resumed = testing::started(scene, threads);
    const auto failed = read_checkpoint(path("c"), *resumed);
    ASSERT_FALSE(failed) << failed->message;
    for (int i = 0; i < 1000; ++i) advance(*resumed);
    EXPECT_EQ(hash_of(*resumed), hash_of(*whole));
  }
}

}  // namespace
}  // namespace scree
