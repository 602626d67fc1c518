// Small simulations for tests: one material, bodies by shape and place, and what is conserved.
#pragma once

#include <gtest/gtest.h>
#include <scree/simulation.hpp>

#include <string>
#include <vector>

#include "bench/must.hpp"
#include "support/contact_cases.hpp"

namespace scree::testing {

using bench::must;

inline constexpr Real density = 2000;  // kg/m3, of everything
inline constexpr Real gravity = 9.81;  // m/s2, along -z unless a test says otherwise
inline constexpr Real pi = 3.141592653589793238;

// A simulation and what the tests know about its bodies without asking it.
struct World {
  Simulation simulation;
  std::vector<Shape> shapes;          // by body
  std::vector<MassProperties> solid;  // by body, of dynamic ones of one piece: kg, m, kg m2 in shape axes
};

struct Velocities {
  Vec3 velocity;          // m/s
  Vec3 angular_velocity;  // rad/s
};

World make_world(const SimulationSettings& settings, const ContactParameters& contact);

BodyId add_body(World& world, const Shape& shape, const Pose& pose, const Velocities& motion = {});
BodyId add_fixed(World& world, const Shape& shape, const Pose& pose = {});
BodyId add_kinematic(World& world, const Shape& shape, const Pose& pose, const Velocities& motion);
BodyId add_pieces(World& world, const std::vector<BodyPiece>& pieces, const Pose& pose,
                  const Velocities& motion = {});
// The half-space z <= 0.
BodyId add_floor(World& world);
// Six half-spaces around [0, size], facing inwards.
void add_room(World& world, Vec3 size);

// Whole steps, the nearest number to `seconds`.
void run_for(World& world, Real seconds);

// Of the dynamic bodies of one piece. Angular momentum about `about`, in world axes.
Vec3 momentum(const World& world);
Vec3 angular_momentum(const World& world, Vec3 about = {});
// World axes, about the centre of mass.
Mat3 inertia(const World& world, BodyId body);
Vec3 inverse_times(const Mat3& matrix, Vec3 v);

Pose at(Vec3 position, Quat rotation = {});
// The height of the shape's centroid when its lowest point, so turned, is at z = 0.
Real resting_height(const Shape& shape, Quat rotation);
// The pose at which the shape, so turned, has its centroid above the origin and hovers `gap` above z = 0.
Pose hovering(const Shape& shape, Quat rotation, Real gap);

// Keeps a measured figure in the test's XML report.
void record(const std::string& what, Real value);

}  // namespace scree::testing
