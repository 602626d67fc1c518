// Blocks at rest on each other: stacks, walls, arches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bodies.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

const ContactParameters stone{.normal_stiffness = 1e6,
                              .shear_stiffness = 8e5,
                              .friction = 0.6,
                              .restitution = 0.3,
                              .tangential_restitution = 0.5};

// A tenth of the time is not enough to come to rest.
bool shortened() { return scaled_count(100) < 100; }

struct Standing {
  Real moved = 0;     // m, the most any body has moved
  Real sideways = 0;  // m, so, along the floor
  Real tilt = 0;      // rad
  Real speed = 0;     // m/s, the fastest at the end
};

// How the bodies from `first` on have moved since `before`.
Standing compare(const World& world, BodyId first, const std::vector<Pose>& before) {
  Standing s;
  for (BodyId body = first; body < before.size(); ++body) {
    const BodyState now = world.simulation.state(body);
    const Vec3 way = now.world_from_body.translation - before[body].translation;
    s.moved = std::max(s.moved, norm(way));
    s.sideways = std::max(s.sideways, std::hypot(way.x, way.y));
    const Quat turned = conjugate(before[body].rotation) * now.world_from_body.rotation;
    s.tilt = std::max(s.tilt, 2 * norm(Vec3{turned.x, turned.y, turned.z}));
    s.speed = std::max(s.speed, norm(now.velocity));
  }
  return s;
}

std::vector<Pose> poses(const World& world) {
  std::vector<Pose> all;
  for (BodyId body = 0; body < world.simulation.body_count(); ++body) {
    all.push_back(world.simulation.state(body).world_from_body);
  }
  return all;
}

void note(const Standing& s, const World& world) {
  record("moved", s.moved);
  record("sideways", s.sideways);
  record("tilt", s.tilt);
  record("final speed", s.speed);
  record("balance", world.simulation.energy_balance_error());
}

World stack_of_cubes(ContactPoints points, Real fraction) {
  World world = make_world({.time_step_fraction = fraction, .contact_points = points}, stone);
  add_floor(world);
  const Shape cube = must(make_box({0.1, 0.1, 0.1}));
  for (int k = 0; k < 10; ++k) {
    // Not quite one above the other, each turned a little.
    const Vec3 off{0.001 * std::sin(2.0 * k), 0.001 * std::cos(3.0 * k), 0.05 + 0.1 * k};
    scree::testing::add_body(world, cube, at(off, turn({0, 0, 1}, std::sin(5.0 * k))));
  }
  return world;
}

// Each joint gives by the weight above it, with twice the stiffness of one point: the topmost cube sinks by
// 55 m g / 2 k = 0.5 mm. So tall a stack
// sways for long, by as much as it was off at the start: dampers that stop a bounce in one period hardly feel
// a sway a hundred times as slow.
TEST(Stack, OfTenCubesStands) {
  World world = stack_of_cubes(ContactPoints::patch, 0.4);
  const std::vector<Pose> before = poses(world);
  run_for(world, std::min(10.0, 0.1 * scaled_count(100)));
  const Standing s = compare(world, 1, before);
  note(s, world);
  const Real weight = gravity * density * 1e-3;
  const Real sinks = 55 * weight / (2 * stone.normal_stiffness);
  EXPECT_LT(s.moved, 1.2 * sinks);
  EXPECT_LT(s.sideways, 5e-4);
  EXPECT_LT(s.tilt, 1e-3);
  EXPECT_LT(s.speed, 5e-3);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
  EXPECT_EQ(world.simulation.detection_failures(), 0U);
}

// With one point per pair each cube rocks on its support all the time, the point jumping from edge to edge.
// The jumps make energy, in proportion to the time step, and the dampers take it out again: the stack stands,
// and it trembles. Blocks that are to rest want patches.
TEST(Stack, OfTenCubesStandsOnSinglePoints) {
  World world = stack_of_cubes(ContactPoints::one, 0.1);
  const std::vector<Pose> before = poses(world);
  run_for(world, std::min(1.0, 0.1 * scaled_count(10)));
  const Standing s = compare(world, 1, before);
  note(s, world);
  EXPECT_LT(s.sideways, 5e-3);
  EXPECT_LT(s.tilt, 0.05);
  EXPECT_LT(s.speed, 0.1);
}

// Sides of blocks above each other lie on one line: rounding must not make and unmake corners there.
World wall(Real fraction) {
  World world = make_world({.time_step_fraction = fraction, .contact_points = ContactPoints::patch}, stone);
  add_floor(world);
  const Shape brick = must(make_box({0.2, 0.1, 0.1}));
  for (int course = 0; course < 5; ++course) {
    for (int k = 0; k < 3; ++k) {
      // A gap of 2 mm between neighbours; every other course 0.06 m on, so that the ends hold.
      const Real x = 0.202 * k + (course % 2 == 1 ? 0.06 : 0);
      scree::testing::add_body(world, brick, at({x, 0, 0.05 + 0.1 * course}));
    }
  }
  return world;
}

TEST(Wall, OfFifteenBricksStands) {
  for (const Real fraction : {0.15, 0.4}) {
    World world = wall(fraction);
    const std::vector<Pose> before = poses(world);
    run_for(world, std::min(2.0, 0.1 * scaled_count(20)));
    const Standing s = compare(world, 1, before);
    note(s, world);
    EXPECT_LT(s.sideways, 1e-3);
    EXPECT_LT(s.tilt, 0.01);
    EXPECT_LT(s.speed, shortened() ? 1e-2 : 1e-6);
    EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
  }
}

// A voussoir of a round arch in the xz plane, between two angles (rad).
Shape voussoir(Real inner, Real outer, Real from, Real to, Real width) {
  std::vector<Vec3> points;
  for (const Real radius : {inner, outer}) {
    for (const Real angle : {from, to}) {
      for (const Real y : {-0.5 * width, 0.5 * width}) {
        points.push_back({radius * std::cos(angle), y, radius * std::sin(angle)});
      }
    }
  }
  return must(make_polyhedron(points));
}

// Half a circle of nine stones, a fifth of the radius thick: twice what a round arch needs to stand
// (Milankovitch: 0.107). No stone can stay up without its neighbours.
World arch(Real friction, Real fraction) {
  ContactParameters contact = stone;
  contact.normal_stiffness = 1e7;
  contact.shear_stiffness = 8e6;
  contact.friction = friction;
  World world = make_world({.time_step_fraction = fraction, .contact_points = ContactPoints::patch}, contact);
  add_floor(world);
  const int stones = 9;
  for (int k = 0; k < stones; ++k) {
    scree::testing::add_body(world, voussoir(0.4, 0.5, pi * k / stones, pi * (k + 1) / stones, 0.1), {});
  }
  return world;
}

TEST(Arch, OfNineStonesStands) {
  for (const Real fraction : {0.15, 0.4}) {
    World world = arch(0.7, fraction);
    const std::vector<Pose> before = poses(world);
    run_for(world, std::min(1.0, 0.1 * scaled_count(10)));
    const Standing s = compare(world, 1, before);
    note(s, world);
    // The weight of the arch, 160 N, over the stiffness is 1.6e-5 m; the crown comes down by some of those.
    EXPECT_LT(s.moved, 1e-3);
    EXPECT_LT(s.tilt, 5e-3);
    EXPECT_LT(s.speed, shortened() ? 1e-2 : 1e-5);
  }
}

// Without enough friction the stones slide out of it.
TEST(Arch, FallsWithoutFriction) {
  World world = arch(0.1, 0.4);
  const std::vector<Pose> before = poses(world);
  run_for(world, 0.3);
  EXPECT_GT(compare(world, 1, before).moved, 0.05);
}

}  // namespace
