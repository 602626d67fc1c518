#include "bench/engine.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>
#include <vector>

#include "bench/coherent_motion.hpp"
#include "bench/must.hpp"
#include "core/progress.hpp"
#include "math/random.hpp"
#include "model/build_model.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

constexpr Real settled_energy = 1e-7;  // J per particle: about 1e-5 of what the fall gave each
constexpr Real longest_settling = 4;   // s
constexpr Real pi = 3.14159265358979323846;
constexpr Real density = 2600;       // kg/m3
constexpr Real friction_angle = 35;  // degrees

ContactParameters flow_contact() {
  return {.normal_stiffness = 130e3,
          .shear_stiffness = 102e3,
          .exponent = 1,
          .friction = std::tan(friction_angle * pi / 180),
          .restitution = 0.3,
          .tangential_restitution = 0.3};
}

Model empty_box(int columns_x, int columns_y) {
  Model model;
  must(add_material(model, {"rock", density}));
  set_contact(model, 0, 0, flow_contact());
  model.periodic.axis[0] = model.periodic.axis[1] = true;
  model.periodic.length = {column_width * columns_x, column_width * columns_y, 0};
  return model;
}

Settings engine_settings() {
  Settings settings;
  settings.name = "engine";
  settings.time_step = engine_time_step;
  return settings;
}

void add_floor(Setup& setup) {
  BodyDescription floor;
  floor.name = "floor";
  floor.pieces = {{must(make_half_space({0, 0, 1}, 0)), {}}};
  floor.mobility = Mobility::fixed;
  must(add_body(setup.model, setup.state, floor));
}

// `diameter` (m) is that of the ball of the same volume.
Shape superellipsoid(int which, Real diameter) {
  constexpr std::array<Real, 4> exponents{2, 3, 4, 6};
  const Real epsilon = 2 / exponents[which];
  const Shape shape = must(make_superellipsoid({1.25, 1, 0.75}, epsilon, epsilon));
  return must(scaled(shape, diameter / std::cbrt(6 * shape.mass.volume / pi)));
}

Shape particle_shape(BoxShapes shapes, std::uint64_t seed, int particle) {
  const Real diameter = flow_diameter(seed, particle);
  return shapes == BoxShapes::polyhedra ? flow_shape(particle % flow_shape_count, diameter)
                                        : superellipsoid(particle % 4, diameter);
}

// Layers of a square lattice, turned at random. Few of the largest just reach their neighbours.
void add_loose_particles(Setup& setup, std::uint64_t seed, BoxShapes shapes) {
  constexpr int per_side = 4;
  constexpr Real spacing = column_width / per_side;
  for (int i = 0; i < particles_per_column; ++i) {
    Random random{seed, static_cast<std::uint64_t>(i), 1000};
    const int layer = i / (per_side * per_side);
    BodyDescription body;
    body.name = "particle";
    body.pieces = {{particle_shape(shapes, seed, i), {}}};
    body.world_from_body.rotation = rotation(random);
    body.world_from_body.translation = {spacing * (i % per_side), spacing * (i / per_side % per_side),
                                        0.6 * column_width + spacing * layer};
    body.velocity = 0.3 * unit_vector(random) - Vec3{0, 0, 1};
    must(add_body(setup.model, setup.state, body));
  }
}

Real kinetic_per_particle(const SimulationCore& core) {
  return kinetic(energies(core)) / static_cast<Real>(core.particles);
}

// Which particle of which column each one is, as column * particles_per_column + particle.
std::vector<int> numbered(int columns, Numbering numbering) {
  std::vector<int> places(static_cast<std::size_t>(columns) * particles_per_column);
  std::iota(places.begin(), places.end(), 0);
  Random random{1, 0, 0};
  const auto count = static_cast<int>(places.size());
  for (int i = count - 1; i > 0 && numbering == Numbering::at_random; --i) {
    std::swap(places[i], places[uniform_index(random, i + 1)]);
  }
  return places;
}

nlohmann::json to_json(Vec3 v) { return {v.x, v.y, v.z}; }

nlohmann::json particle_json(const Model& model, const State& state, BodyId body) {
  const Shape& shape = model.shapes[model.piece_shape[model.piece_begin[body]]];
  const Pose world_from_shape =
      own_pose(model, state, body) * Pose{{}, shape.centre};  // corners are kept from the centre
  nlohmann::json corners = nlohmann::json::array();
  for (const Vec3 corner : shape.core->vertices)
    corners.push_back(to_json(transform(world_from_shape, corner)));
  return {{"vertices", std::move(corners)},
          {"velocity", to_json(state.velocity[body])},
          {"angular_velocity", to_json(angular_velocity(model, state, body))}};
}

}  // namespace

Setup loose_column(std::uint64_t seed, BoxShapes shapes) {
  Setup setup;
  setup.model = empty_box(1, 1);
  setup.settings = engine_settings();
  setup.state.gravity = {0, 0, -9.81};
  add_floor(setup);
  add_loose_particles(setup, seed, shapes);
  return setup;
}

SettledColumn settled_column(std::uint64_t seed, BoxShapes shapes) {
  SimulationCore core(loose_column(seed, shapes));
  start(core);
  const Profile before = core.work.profile;
  Progress progress("s", static_cast<std::uint64_t>(longest_settling));
  const auto most_steps = static_cast<std::uint64_t>(longest_settling / engine_time_step);
  for (std::uint64_t i = 0; i < most_steps; ++i) {
    advance(core);
    progress.update(static_cast<std::uint64_t>(core.setup.state.time));
    if (i % 100 == 0 && core.setup.state.time > 1 && kinetic_per_particle(core) < settled_energy) break;
  }
  const Profile fall = since(core.work.profile, before);
  return {std::move(core.setup), fall};
}

Setup tiled(const Setup& column, int columns_x, int columns_y, Numbering numbering) {
  Setup setup;
  setup.model = empty_box(columns_x, columns_y);
  setup.settings = engine_settings();
  setup.state.gravity = column.state.gravity;
  add_floor(setup);
  std::vector<std::uint32_t> shapes;
  shapes.reserve(particles_per_column);
  for (int i = 0; i < particles_per_column; ++i) {
    shapes.push_back(add_shape(setup.model, column.model.shapes[column.model.piece_shape[i + 1]]));
  }
  for (const int place : numbered(columns_x * columns_y, numbering)) {
    const int x = place / particles_per_column / columns_y, y = place / particles_per_column % columns_y;
    const int i = place % particles_per_column;
    const auto original = static_cast<BodyId>(i + 1);  // behind the floor
    BodyDescription body;
    body.name = "particle";
    body.pieces.resize(1);
    body.world_from_body = own_pose(column.model, column.state, original);
    body.world_from_body.translation += Vec3{column_width * x, column_width * y, 0};
    body.velocity = column.state.velocity[original];
    body.angular_velocity = angular_velocity(column.model, column.state, original);
    must(add_body(setup.model, setup.state, body, {shapes[i]}));
  }
  return setup;
}

std::string column_json(const Setup& column) {
  const ContactParameters contact = flow_contact();
  nlohmann::json particles = nlohmann::json::array();
  for (BodyId i = 1; i <= particles_per_column; ++i) {
    particles.push_back(particle_json(column.model, column.state, i));
  }
  const nlohmann::json all{{"width", column_width},
                           {"gravity", to_json(column.state.gravity)},
                           {"time_step", engine_time_step},
                           {"density", density},
                           {"normal_stiffness", contact.normal_stiffness},
                           {"shear_stiffness", contact.shear_stiffness},
                           {"friction_angle_degrees", friction_angle},
                           {"particles", std::move(particles)}};
  return all.dump(1) + "\n";
}

}  // namespace scree::bench
