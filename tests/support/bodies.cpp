#include "support/bodies.hpp"

#include <fmt/format.h>

#include <cmath>

namespace scree::testing {
namespace {

BodyId add(World& world, const BodyDescription& description) {
  const Shape& shape = description.pieces[0].shape;
  const Result<BodyId> added = world.simulation.add_body(description);
  if (!added) {
    ADD_FAILURE() << added.error().message;
    return 0;
  }
  MassProperties solid;
  if (description.mobility == Mobility::dynamic && description.pieces.size() == 1) {
    solid = shape.mass;
    solid.volume *= density;
    for (Vec3& row : solid.inertia.row) row = density * row;
  }
  world.shapes.push_back(shape);
  world.solid.push_back(solid);
  return *added;
}

BodyDescription describe(const Shape& shape, const Pose& pose, Mobility mobility) {
  BodyDescription description;
  description.name = std::string(name(shape.type));
  description.pieces = {{shape, {}}};
  description.mobility = mobility;
  description.world_from_body = pose;
  return description;
}

}  // namespace

World make_world(const SimulationSettings& settings, const ContactParameters& contact) {
  World world{Simulation(settings), {}, {}};
  EXPECT_TRUE(world.simulation.add_material({"stone", density}));
  if (const auto bad = world.simulation.set_contact(0, 0, contact)) ADD_FAILURE() << bad->message;
  return world;
}

BodyId add_body(World& world, const Shape& shape, const Pose& pose, const Velocities& motion) {
  BodyDescription description = describe(shape, pose, Mobility::dynamic);
  description.velocity = motion.velocity;
  description.angular_velocity = motion.angular_velocity;
  return add(world, description);
}

BodyId add_fixed(World& world, const Shape& shape, const Pose& pose) {
  return add(world, describe(shape, pose, Mobility::fixed));
}

BodyId add_kinematic(World& world, const Shape& shape, const Pose& pose, const Velocities& motion) {
  BodyDescription description = describe(shape, pose, Mobility::kinematic);
  description.velocity = motion.velocity;
  description.angular_velocity = motion.angular_velocity;
  return add(world, description);
}

BodyId add_pieces(World& world, const std::vector<BodyPiece>& pieces, const Pose& pose,
                  const Velocities& motion) {
  BodyDescription description = describe(pieces[0].shape, pose, Mobility::dynamic);
  description.pieces = pieces;
  description.velocity = motion.velocity;
  description.angular_velocity = motion.angular_velocity;
  return add(world, description);
}

BodyId add_floor(World& world) { return add_fixed(world, must(make_half_space({0, 0, 1}, 0))); }

void add_room(World& world, Vec3 size) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 normal;
    normal[axis] = 1;
    add_fixed(world, must(make_half_space(normal, 0)));
    add_fixed(world, must(make_half_space(-normal, -size[axis])));
  }
}

void run_for(World& world, Real seconds) {
  world.simulation.step(static_cast<std::uint64_t>(std::llround(seconds / world.simulation.time_step())));
}

Vec3 momentum(const World& world) {
  Vec3 sum;
  for (BodyId body = 0; body < world.solid.size(); ++body) {
    sum += world.solid[body].volume * world.simulation.state(body).velocity;
  }
  return sum;
}

Vec3 angular_momentum(const World& world, Vec3 about) {
  Vec3 sum;
  for (BodyId body = 0; body < world.solid.size(); ++body) {
    const BodyState s = world.simulation.state(body);
    sum += world.solid[body].volume * cross(s.centre - about, s.velocity);
    sum += inertia(world, body) * s.angular_velocity;
  }
  return sum;
}

Mat3 inertia(const World& world, BodyId body) {
  const Mat3 turned = rotation_matrix(world.simulation.state(body).world_from_body.rotation);
  return turned * world.solid[body].inertia * transpose(turned);
}

Vec3 inverse_times(const Mat3& m, Vec3 v) {
  const Vec3 a = cross(m.row[1], m.row[2]), b = cross(m.row[2], m.row[0]), c = cross(m.row[0], m.row[1]);
  return (v.x * a + v.y * b + v.z * c) / dot(m.row[0], a);
}

Pose at(Vec3 position, Quat rotation) { return {rotation, position}; }

Real resting_height(const Shape& shape, Quat rotation) {
  const Vec3 down = rotate(conjugate(rotation), {0, 0, -1});
  return dot(support_point(shape, down) - shape.mass.centroid, down);
}

Pose hovering(const Shape& shape, Quat rotation, Real gap) {
  const Vec3 centre{0, 0, resting_height(shape, rotation) + gap};
  return {rotation, centre - rotate(rotation, shape.mass.centroid)};
}

void record(const std::string& what, Real value) {
  ::testing::Test::RecordProperty(what, fmt::format("{:.2e}", value));
}

}  // namespace scree::testing
