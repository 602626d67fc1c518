// The same bits for any number of threads, and every time.
#include <gtest/gtest.h>

#include <set>

#include "support/mixed_box.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

std::uint64_t hash_after(int threads, std::uint64_t seed, ContactPoints points) {
  const Real cell = 0.052;
  // Enough particles for several chunks of bodies and of pairs, fast enough to collide at once.
  auto particles = mixed_particles(300, 6, cell, seed);
  for (MixedParticle& p : particles) p.velocity = 30 * p.velocity;
  World world = mixed_box(particles, {6 * cell, 6 * cell, 2},
                          {.time_step_fraction = 0.5, .contact_points = points, .threads = threads});
  world.simulation.step(scaled_count(600));
  EXPECT_GT(dissipated(world.simulation.energies()), 0);
  return world.simulation.state_hash();
}

TEST(Determinism, SameForAnyNumberOfThreads) {
  const std::uint64_t one = hash_after(1, 3, ContactPoints::one);
  for (const int threads : {1, 2, 3, 8})
    EXPECT_EQ(hash_after(threads, 3, ContactPoints::one), one) << threads;
  EXPECT_NE(hash_after(1, 4, ContactPoints::one), one);
  EXPECT_EQ(hash_after(3, 3, ContactPoints::patch), hash_after(1, 3, ContactPoints::patch));
}

// What is only looked at changes nothing.
TEST(Determinism, LookingDoesNotDisturb) {
  const auto run = [](bool look) {
    World world = mixed_box(mixed_particles(30, 3, 0.052, 3), {0.156, 0.156, 2}, {});
    for (int k = 0; k < 200; ++k) {
      world.simulation.step(10);
      if (!look) continue;
      (void)world.simulation.contacts();
      (void)world.simulation.energies();
      (void)world.simulation.statistics();
      (void)world.simulation.check();
      (void)world.simulation.state(7);
    }
    return world.simulation.state_hash();
  };
  EXPECT_EQ(run(true), run(false));
}

TEST(Determinism, HashSeesEveryKindOfChange) {
  std::set<std::uint64_t> hashes;
  World world = make_world({.gravity = {}, .time_step = 1e-4}, {});
  const BodyId body = scree::testing::add_body(world, must(make_box({0.1, 0.2, 0.3})), {});
  const BodyState start = world.simulation.state(body);
  hashes.insert(world.simulation.state_hash());
  for (int kind = 0; kind < 4; ++kind) {
    BodyState s = start;
    if (kind == 0) s.world_from_body.translation.y = 1e-9;
    if (kind == 1) s.world_from_body.rotation = turn({1, 0, 0}, 1e-6);
    if (kind == 2) s.velocity.x = 1e-9;
    if (kind == 3) s.angular_velocity.z = 1e-9;
    ASSERT_FALSE(world.simulation.set_state(body, s));
    hashes.insert(world.simulation.state_hash());
  }
  ASSERT_FALSE(world.simulation.remove_body(body));
  hashes.insert(world.simulation.state_hash());
  EXPECT_EQ(hashes.size(), 6U);
}

}  // namespace
