#include "bench/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmarks.hpp"
#include "bench/coherent_motion.hpp"
#include "bench/measure.hpp"
#include "bench/must.hpp"
#include "core/progress.hpp"
#include "math/random.hpp"
#include "model/build_model.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

constexpr Real settled_energy = 1e-7;  // J per particle: about 1e-5 of what the fall gave each
constexpr Real longest_settling = 4;   // s

ContactParameters flow_contact() {
  return {.normal_stiffness = 130e3,
          .shear_stiffness = 102e3,
          .exponent = 1,
          .friction = std::tan(35 * 3.14159265358979323846 / 180),
          .restitution = 0.3,
          .tangential_restitution = 0.3};
}

Model empty_box(int columns_x, int columns_y) {
  Model model;
  must(add_material(model, {"rock", 2600}));
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

// Layers of a square lattice in which no two particles can meet, turned at random.
void add_loose_particles(Setup& setup, std::uint64_t seed) {
  constexpr int per_side = 4;
  constexpr Real spacing = column_width / per_side;
  for (int i = 0; i < particles_per_column; ++i) {
    Random random{seed, static_cast<std::uint64_t>(i), 1000};
    const int layer = i / (per_side * per_side);
    BodyDescription body;
    body.name = "particle";
    body.pieces = {{flow_shape(i % flow_shape_count, flow_diameter(seed, i)), {}}};
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

Real wall_seconds() {
  return std::chrono::duration<Real>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Setup loose_column(std::uint64_t seed) {
  Setup setup;
  setup.model = empty_box(1, 1);
  setup.settings = engine_settings();
  setup.state.gravity = {0, 0, -9.81};
  add_floor(setup);
  add_loose_particles(setup, seed);
  return setup;
}

Setup settled_column(std::uint64_t seed, int threads) {
  SimulationCore core(loose_column(seed), threads);
  start(core);
  Progress progress("s", static_cast<std::uint64_t>(longest_settling));
  const auto most_steps = static_cast<std::uint64_t>(longest_settling / engine_time_step);
  for (std::uint64_t i = 0; i < most_steps; ++i) {
    advance(core);
    progress.update(static_cast<std::uint64_t>(core.setup.state.time));
    if (i % 100 == 0 && core.setup.state.time > 1 && kinetic_per_particle(core) < settled_energy) break;
  }
  return std::move(core.setup);
}

Setup tiled(const Setup& column, int columns_x, int columns_y) {
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
  for (int x = 0; x < columns_x; ++x) {
    for (int y = 0; y < columns_y; ++y) {
      for (BodyId i = 1; i <= particles_per_column; ++i) {
        BodyDescription body;
        body.name = "particle";
        body.pieces.resize(1);
        body.world_from_body = own_pose(column.model, column.state, i);
        body.world_from_body.translation += Vec3{column_width * x, column_width * y, 0};
        body.velocity = column.state.velocity[i];
        body.angular_velocity = angular_velocity(column.model, column.state, i);
        must(add_body(setup.model, setup.state, body, {shapes[i - 1]}));
      }
    }
  }
  return setup;
}

namespace {

struct Speed {
  Real microseconds = 0;  // per particle and step
  Real bytes = 0;         // per particle
  Statistics statistics;
  Real pairs = 0;  // candidates per particle
};

// The best of several stretches, after a few steps that fill the caches.
Speed measure(const Setup& setup, int threads, int repeat) {
  const std::size_t heap = heap_in_use();
  SimulationCore core(setup, threads);
  start(core);
  const auto particles = static_cast<Real>(core.particles);
  const int steps = std::clamp(static_cast<int>(400'000 / particles), 10, 200);
  for (int i = 0; i < 20; ++i) advance(core);
  Speed speed;
  speed.microseconds = 1e300;
  for (int r = 0; r < repeat; ++r) {
    const Real begin = wall_seconds();
    for (int i = 0; i < steps; ++i) advance(core);
    speed.microseconds = std::min(speed.microseconds, 1e6 * (wall_seconds() - begin) / (steps * particles));
  }
  // The shapes themselves are shared with `setup`; its model's tables of them were copied.
  const std::size_t shapes = setup.model.shapes.size() * (sizeof(Shape) + sizeof(ShapeView) + sizeof(Bounds));
  speed.bytes = static_cast<Real>(heap_in_use() - heap - shapes) / particles;
  speed.statistics = statistics(core);
  speed.pairs = static_cast<Real>(core.work.pairs.pairs.size()) / particles;
  return speed;
}

}  // namespace

Report run_engine(const Options& options) {
  Report report;
  report.measures =
      "settled mixed polyhedra: time per particle and step, and whether it grows with their number";
  const Setup column = settled_column(options.seed, 1);
  ReportTable table;
  table.title = "Settled box";
  table.columns = {{"particles", "", Align::right, {Style::integer}},
                   {"threads", "", Align::right, {Style::integer}},
                   {"time per particle-step", "us", Align::right, {Style::fixed, 2}},
                   {"particle-steps per second", "", Align::right, {Style::integer}},
                   {"relative to 1,000", "", Align::right, {Style::fixed, 2}},
                   {"memory per particle", "B", Align::right, {Style::integer}},
                   {"pairs per particle", "", Align::right, {Style::fixed, 1}},
                   {"coordination", "", Align::right, {Style::fixed, 2}}};
  Real first = 0;
  Real growth = 0;
  Real memory = 0;
  struct Case {
    int x, y, threads;
  };
  for (const Case c : {Case{1, 1, 1}, {2, 2, 1}, {2, 2, 2}, {4, 5, 1}, {10, 10, 1}, {10, 10, 2}}) {
    const Speed speed = measure(tiled(column, c.x, c.y), c.threads, options.repeat);
    const int particles = particles_per_column * c.x * c.y;
    if (first == 0) first = speed.microseconds;
    if (c.threads == 1) growth = speed.microseconds / first;
    memory = std::max(memory, speed.bytes);
    table.rows.push_back({static_cast<Real>(particles), static_cast<Real>(c.threads), speed.microseconds,
                          1e6 / speed.microseconds, speed.microseconds / first, speed.bytes, speed.pairs,
                          speed.statistics.coordination_number});
  }
  report.tables.push_back(std::move(table));
  report.bars.push_back(
      below("time per particle-step, 100,000 over 1,000 particles, one thread", growth, 1.3));
  report.bars.push_back(below("memory per particle beyond the shapes [B]", memory, 2000));
  report.notes.emplace_back(
      "Larger boxes are copies of one settled column side by side, so that the packing is the same. Memory "
      "is "
      "what the heap holds for the simulation, without shapes.");
  return report;
}

}  // namespace scree::bench
