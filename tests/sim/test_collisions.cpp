// Two bodies in free space: what a collision cannot change.
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

struct Before {
  Vec3 momentum, angular_momentum;
  Real energy = 0;
};

Before note(const World& world) {
  return {momentum(world), angular_momentum(world), stored(world.simulation.energies())};
}

// Two bodies without symmetry that meet off their centres, turning.
World meeting(const Shape& a, const Shape& b, const ContactParameters& contact, Real fraction,
              ContactPoints points) {
  World world =
      make_world({.gravity = {}, .time_step_fraction = fraction, .contact_points = points}, contact);
  scree::testing::add_body(world, a, at({0, 0, 0}, turn({1, 2, 3}, 40)), {{0.3, 0, 0}, {1, -2, 3}});
  scree::testing::add_body(world, b, at({0.13, 0.02, -0.015}, turn({3, -1, 2}, 70)),
                           {{-0.5, 0.1, 0}, {-4, 1, 2}});
  return world;
}

// Runs until they have met and parted.
bool collide(World& world) {
  bool touched = false;
  for (int k = 0; k < 100000; ++k) {
    world.simulation.step(10);
    const BodyState a = world.simulation.state(0), b = world.simulation.state(1);
    touched = touched || !world.simulation.contacts().empty();
    if (norm(b.centre - a.centre) > 0.2) break;
  }
  return touched;
}

std::vector<std::pair<Shape, Shape>> pairs() {
  const Shape box = must(make_box({0.1, 0.06, 0.08}));
  const Shape pyramid = must(make_pyramid(0.1, 0.08));
  const Shape pebble = must(make_superellipsoid({0.05, 0.04, 0.06}, 0.7, 0.9));
  return {{box, pyramid},
          {must(make_sphere(0.05)), box},
          {pebble, pyramid},
          {must(make_cylinder(0.03, 0.1)), must(make_capsule(0.03, 0.06))}};
}

TEST(Collision, KeepsMomentum) {
  ContactParameters contact{
      .normal_stiffness = 1e6, .shear_stiffness = 8e5, .friction = 0.4, .restitution = 0.7};
  contact.tangential_restitution = 0.8;
  Real worst = 0, worst_angular = 0, worst_balance = 0;
  for (const auto& [a, b] : pairs()) {
    for (const ContactPoints points : {ContactPoints::one, ContactPoints::patch}) {
      World world = meeting(a, b, contact, 0.05, points);
      const Before before = note(world);
      ASSERT_TRUE(collide(world));
      const Real scale = world.solid[0].volume * 0.8;
      worst = std::fmax(worst, norm(momentum(world) - before.momentum) / scale);
      worst_angular =
          std::fmax(worst_angular, norm(angular_momentum(world) - before.angular_momentum) / (scale * 0.1));
      worst_balance = std::fmax(worst_balance, world.simulation.energy_balance_error());
    }
  }
  record("momentum", worst);
  record("angular momentum", worst_angular);
  record("energy balance", worst_balance);
  // Both bodies get the same force at the same point, every step: only rounding is left, of some 1e4 steps.
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_angular, 1e-12);
  EXPECT_LT(worst_balance, 2e-3);
}

// The law is the slope of an energy: with e = 1 and no friction the energy after is the energy before, but
// for time integration, whose error is of second order.
TEST(Collision, KeepsEnergyWhenElastic) {
  const ContactParameters contact{.normal_stiffness = 1e6};
  for (const auto& [a, b] : pairs()) {
    const auto error = [&, &a = a, &b = b](Real fraction) {
      World world = meeting(a, b, contact, fraction, ContactPoints::one);
      const Before before = note(world);
      EXPECT_TRUE(collide(world));
      return std::fabs(stored(world.simulation.energies()) - before.energy) / before.energy;
    };
    const Real coarse = error(0.2), fine = error(0.02), finest = error(0.005);
    const std::string label = std::string(name(a.type)) + " " + std::string(name(b.type));
    record(label + " coarse", coarse);
    record(label + " fine", fine);
    record(label + " finest", finest);
    EXPECT_LT(coarse, 2e-2) << label;
    EXPECT_LT(fine, 1e-3) << label;
    EXPECT_LT(finest, 1e-4) << label;
  }
}

// Frictionless spheres, one at rest: along the line of centres the velocities change hands.
TEST(Collision, SpheresPartAtRightAngles) {
  World world = make_world({.gravity = {}, .time_step_fraction = 0.01}, {.normal_stiffness = 1e8});
  const Shape ball = must(make_sphere(0.05));
  const Real offset = 0.06;  // of 0.1: the line of centres at touch is 36.87 degrees off the velocity
  scree::testing::add_body(world, ball, at({-0.1, offset, 0}), {{0.1, 0, 0}, {}});
  scree::testing::add_body(world, ball, at({0, 0, 0}));
  ASSERT_TRUE(collide(world));
  const Vec3 line = normalized(Vec3{0.08, -0.06, 0});
  const Vec3 given = dot(Vec3{0.1, 0, 0}, line) * line;
  const Real error = norm(world.simulation.state(1).velocity - given) +
                     norm(world.simulation.state(0).velocity - (Vec3{0.1, 0, 0} - given));
  record("velocities", error / 0.1);
  // They overlap by 1e-5 of their size, so the line turns by about as much.
  EXPECT_LT(error, 1e-3 * 0.1);
}

}  // namespace
