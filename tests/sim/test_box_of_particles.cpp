// Particles of many shapes fall into a heap: the account of their energy, and that nothing gets lost.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "support/mixed_box.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

constexpr Real cell = 0.052;  // m, wider than any particle

bool all_inside(const World& world, Vec3 room) {
  for (BodyId body = 6; body < world.simulation.body_count(); ++body) {
    const Vec3 x = world.simulation.state(body).centre;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(x[axis] > 0 && x[axis] < room[axis])) return false;
    }
  }
  return true;
}

class BoxOfParticles : public ::testing::TestWithParam<ContactPoints> {};

struct Case {
  int particles, across;  // `across` cells wide and deep
  Real duration;          // s
  Real time_step_fraction;
};
// With patches 500 particles until less than a hundredth of the fall's energy is left in their motion, with
// SCREE_TEST_SCALE above 1 until they are at rest. A few with single points, which make energy where the
// deepest corner changes: 500 of them miss the bar.
Case case_of(ContactPoints points) {
  if (scaled_count(100) < 100) return {36, 3, 0.04, 0.1};
  if (points == ContactPoints::one) return {36, 3, 0.3, 0.1};
  return {500, 10, scaled_count(100) > 100 ? 1 : 0.4, 0.5};
}

TEST_P(BoxOfParticles, SettlesWithoutLosingEnergyOrParticles) {
  const bool short_run = scaled_count(100) < 100;
  const Case c = case_of(GetParam());
  const Vec3 room{c.across * cell, c.across * cell, 3};
  World world = mixed_box(mixed_particles(c.particles, c.across, cell, 1), room,
                          {.time_step_fraction = c.time_step_fraction, .contact_points = GetParam()});
  ASSERT_FALSE(world.simulation.check());
  const Real first = stored(world.simulation.energies());
  Real worst = 0;
  for (int k = 0; k < 20; ++k) {
    run_for(world, c.duration / 20);
    // The first contacts hold little energy: an error in them counts for the whole.
    if (k >= 4) worst = std::fmax(worst, world.simulation.energy_balance_error());
  }
  const Energies e = world.simulation.energies();
  const Statistics s = world.simulation.statistics();
  record("worst balance error", worst);
  record("kinetic share", kinetic(e) / (first - e.gravity));
  record("friction share", e.friction / first);
  record("damping share", e.damping / first);
  record("largest overlap ratio", s.max_overlap_ratio);
  record("coordination number", s.coordination_number);
  EXPECT_LT(worst, short_run ? 3e-3 : 1e-3);
  EXPECT_TRUE(all_inside(world, room));
  EXPECT_EQ(world.simulation.detection_failures(), 0U);
  EXPECT_GT(dissipated(e), 0);
  EXPECT_LT(s.max_overlap_ratio, 0.02);
  const Real left = c.particles == 500 ? 0.02 : 0.2;
  EXPECT_TRUE(short_run || kinetic(e) < left * (first - e.gravity)) << "does not come to rest";
}

INSTANTIATE_TEST_SUITE_P(All, BoxOfParticles, ::testing::Values(ContactPoints::one, ContactPoints::patch));

// No walls, no gravity, no losses: a gas. Momentum stays to rounding; the energy stays but for the time
// integration of each collision.
TEST(PeriodicGas, OfPolyhedraKeepsMomentumAndEnergy) {
  const int across = 3;
  SimulationSettings settings{.gravity = {}, .time_step_fraction = 0.05};
  for (int axis = 0; axis < 3; ++axis) {
    settings.periodic.axis[axis] = true;
    settings.periodic.length[axis] = 2 * across * 0.55 * cell * 1.2;
  }
  World world = make_world(settings, {.normal_stiffness = 130e3});
  for (const MixedParticle& p : mixed_particles(27, across, 1.3 * cell, 5)) {
    if (p.shape.type != ShapeType::polyhedron) continue;
    scree::testing::add_body(world, p.shape, p.pose, {6 * p.velocity, {3, -2, 5}});
  }
  ASSERT_FALSE(world.simulation.check());
  const Vec3 first = momentum(world);
  const Real energy = kinetic(world.simulation.energies());
  Real scale = 0;
  for (BodyId body = 0; body < world.simulation.body_count(); ++body) {
    scale += world.solid[body].volume * norm(world.simulation.state(body).velocity);
  }
  world.simulation.step(scaled_count(30000));
  Real farthest = 0;
  for (BodyId body = 0; body < world.simulation.body_count(); ++body) {
    farthest = std::fmax(farthest, norm(world.simulation.state(body).centre));
  }
  const Real momentum_error = norm(momentum(world) - first) / scale;
  const Real energy_error = std::fabs(stored(world.simulation.energies()) - energy) / energy;
  record("momentum", momentum_error);
  record("energy", energy_error);
  EXPECT_LT(momentum_error, 1e-12);
  EXPECT_LT(energy_error, 1e-3);
  EXPECT_GT(world.simulation.energies().rotation, 0);
}

}  // namespace
