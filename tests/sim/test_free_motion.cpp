// Bodies that meet nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

World lone_body(const Shape& shape, Vec3 pull, Real time_step, const Velocities& motion, BodyId& body) {
  World world = make_world({.gravity = pull, .time_step = time_step}, {});
  body = scree::testing::add_body(world, shape, at({0, 0, 0}), motion);
  return world;
}

// Kick, drift, kick integrates a constant force exactly; what is left is rounding, once per step.
TEST(FreeMotion, FallsAlongAParabola) {
  const Vec3 pull{0.3, -0.2, -gravity}, start{4, -2, 7};
  BodyId body = 0;
  World world = lone_body(must(make_box({0.1, 0.2, 0.3})), pull, 1e-4, {start, {}}, body);
  world.simulation.step(20000);
  const Real t = world.simulation.time();
  EXPECT_NEAR(t, 2, 1e-12);
  const BodyState s = world.simulation.state(body);
  const Real place = norm(s.centre - (t * start + 0.5 * t * t * pull));
  const Real speed = norm(s.velocity - (start + t * pull));
  record("place", place);
  record("speed", speed);
  // Time and speed are sums of 20,000 terms, each rounded to 1e-16 of the sum.
  EXPECT_LT(place, 1e-10);
  EXPECT_LT(speed, 1e-10);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-12);
}

TEST(FreeMotion, ACubeKeepsItsSpin) {
  const Vec3 spin{3, -4, 5};
  BodyId body = 0;
  World world = lone_body(must(make_box({0.1, 0.1, 0.1})), {}, 1e-3, {{}, spin}, body);
  world.simulation.step(1000);
  const BodyState s = world.simulation.state(body);
  EXPECT_LT(norm(s.angular_velocity - spin), 1e-12 * norm(spin));
  const Vec3 axis = normalized(spin);
  const Real angle = norm(spin) * world.simulation.time();
  const Vec3 marker = rotate(turn(axis, angle * 180 / pi), {1, 0, 0});
  // Three axes turned one after the other: second order in the angle of a step, over the whole angle.
  const Real step_angle = norm(spin) * 1e-3;
  const Real off = norm(rotate(s.world_from_body.rotation, {1, 0, 0}) - marker);
  record("direction", off);
  EXPECT_LT(off, step_angle * step_angle * angle);
}

// Euler's equations for the angular velocity in body axes, by a method of fourth order with small steps.
Vec3 euler_rates(Vec3 i, Vec3 w) {
  return {(i.y - i.z) * w.y * w.z / i.x, (i.z - i.x) * w.z * w.x / i.y, (i.x - i.y) * w.x * w.y / i.z};
}
Vec3 euler_spin(Vec3 moments, Vec3 w, Real time) {
  const int steps = 100000;
  const Real h = time / steps;
  for (int k = 0; k < steps; ++k) {
    const Vec3 a = euler_rates(moments, w), b = euler_rates(moments, w + 0.5 * h * a);
    const Vec3 c = euler_rates(moments, w + 0.5 * h * b), d = euler_rates(moments, w + h * c);
    w += (h / 6) * (a + 2 * b + 2 * c + d);
  }
  return w;
}

const Vec3 brick{0.1, 0.2, 0.3};
const Vec3 tumble{0.02, 10, 0.05};  // rad/s, almost about the middle axis, which is not stable

TEST(FreeMotion, ABrickTumblesAsEulerSays) {
  BodyId body = 0;
  World world = lone_body(must(make_box(brick)), {}, 2e-4, {{}, tumble}, body);
  const Vec3 squares{brick.x * brick.x, brick.y * brick.y, brick.z * brick.z};
  const Vec3 moments{squares.y + squares.z, squares.x + squares.z, squares.x + squares.y};
  Real worst = 0;
  for (int k = 0; k < 5; ++k) {
    world.simulation.step(2000);
    const BodyState s = world.simulation.state(body);
    const Vec3 w = rotate(conjugate(s.world_from_body.rotation), s.angular_velocity);
    worst = std::fmax(worst, norm(w - euler_spin(moments, tumble, world.simulation.time())));
  }
  record("spin", worst / norm(tumble));
  // The angle of a step squared, 4e-6, over 20 rad, and grown by leaving the unstable axis.
  EXPECT_LT(worst, 1e-3 * norm(tumble));
}

// The scheme turns the body and its momentum by the same exact rotations: the angular momentum in the world
// stays to rounding (a million steps of 1e-16 at random: 1e-13; all one way: 1e-10), and the energy
// follows a nearby one, off by the square of the angle of a step and never drifting.
TEST(FreeMotion, ABrickTumblesAMillionSteps) {
  BodyId body = 0;
  const Real time_step = 1e-3;
  World world = lone_body(must(make_box(brick)), {}, time_step, {{}, tumble}, body);
  const Vec3 first = angular_momentum(world);
  const Real energy = world.simulation.energies().rotation;
  const int parts = 400;  // several in each turn over
  const int steps = scaled_count(1'000'000) / parts;
  Real momentum_error = 0, energy_error = 0, early_error = 0;
  for (int k = 0; k < parts; ++k) {
    world.simulation.step(steps);
    momentum_error = std::fmax(momentum_error, norm(angular_momentum(world) - first) / norm(first));
    const Real error = std::fabs(world.simulation.energies().rotation - energy) / energy;
    energy_error = std::fmax(energy_error, error);
    if (k < parts / 2) early_error = energy_error;
  }
  record("angular momentum", momentum_error);
  record("energy", energy_error);
  const Real step_angle = norm(tumble) * time_step;
  EXPECT_LT(momentum_error, 1e-10);
  EXPECT_LT(energy_error, step_angle * step_angle);
  EXPECT_LT(energy_error, 2 * early_error + 1e-12) << "drifts";
}

// The axis of a symmetric top goes round its angular momentum at the rate L / I across the axis.
TEST(FreeMotion, ATopPrecesses) {
  const Real radius = 0.1, height = 0.05;
  const Shape disc = must(make_cylinder(radius, height));
  const Vec3 spin{2, 0, 8};
  BodyId body = 0;
  const Real time_step = 2e-4;
  World world = lone_body(disc, {}, time_step, {{}, spin}, body);
  const Real mass = density * pi * radius * radius * height;
  const Real across = mass * (3 * radius * radius + height * height) / 12;
  const Real along = 0.5 * mass * radius * radius;
  const Vec3 l{across * spin.x, 0, along * spin.z};
  world.simulation.step(50000);
  const Real angle = norm(l) / across * world.simulation.time();
  const Vec3 axis = rotate(world.simulation.state(body).world_from_body.rotation, {0, 0, 1});
  const Vec3 expected = rotate(turn(l, angle * 180 / pi), {0, 0, 1});
  record("axis", norm(axis - expected));
  // The square of the angle of a step, over the whole angle.
  const Real step_angle = norm(spin) * time_step;
  EXPECT_LT(norm(axis - expected), step_angle * step_angle * angle);
}

}  // namespace
