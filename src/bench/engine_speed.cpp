#include "bench/engine_speed.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "core/progress.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

Real wall_seconds() {
  return std::chrono::duration<Real>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A round lasts seconds, so that it has its share of searches.
int steps_of_round(std::size_t particles) {
  return std::clamp(static_cast<int>(2'000'000 / particles), 40, 500);
}

void advance_by(SimulationCore& core, int steps) {
  for (int i = 0; i < steps; ++i) advance(core);
}

struct Running {
  std::unique_ptr<SimulationCore> core;
  Profile before;
  BoxSpeed speed;
};

// Steps of a round fill its caches and lists first.
Running start_box(const Box& started, int threads) {
  const Setup& setup = started.setup;
  const auto heap = static_cast<Real>(heap_in_use());
  Running box;
  box.core = std::make_unique<SimulationCore>(setup, threads);
  start(*box.core);
  advance_by(*box.core, steps_of_round(box.core->particles));
  // The shapes themselves are shared with `setup`; its model's tables of them were copied.
  const auto tables =
      static_cast<Real>(setup.model.shapes.size() * (sizeof(Shape) + sizeof(ShapeView) + sizeof(Bounds)));
  const auto particles = static_cast<Real>(box.core->particles);
  constexpr Real unmeasured = std::numeric_limits<Real>::infinity();
  box.before = box.core->work.profile;
  box.speed = {.shapes = started.shapes,
               .numbering = started.numbering,
               .particles = static_cast<int>(box.core->particles),
               .threads = threads,
               .wall_time = unmeasured,
               .time = unmeasured,
               .bytes = (static_cast<Real>(heap_in_use()) - heap - tables) / particles,
               .pairs = static_cast<Real>(box.core->work.pairs.pairs.size()) / particles,
               .coordination = statistics(*box.core).coordination_number,
               .profile = {}};
  return box;
}

void run_round(Running& box) {
  const int steps = steps_of_round(box.core->particles);
  const Real particle_steps = static_cast<Real>(steps) * static_cast<Real>(box.core->particles);
  const Real wall = wall_seconds(), processor = processor_time();
  advance_by(*box.core, steps);
  const Real wall_time = 1e6 * (wall_seconds() - wall) / particle_steps;
  const Real time = 1e-3 * (processor_time() - processor) / particle_steps;
  box.speed.wall_time = std::min(box.speed.wall_time, wall_time);
  box.speed.time = std::min(box.speed.time, box.speed.threads == 1 ? time : wall_time);
}

struct BoxSize {
  int x, y;  // columns
};
// Fewer particles are in the caches whichever way they are numbered.
constexpr std::uint64_t least_renumbered = 20'000;
constexpr std::array<BoxSize, 4> box_sizes{{{1, 1}, {2, 2}, {4, 5}, {10, 10}}};

std::vector<int> thread_counts(int wanted) {
  if (wanted == 0) return {1, 2};
  return wanted == 1 ? std::vector<int>{1} : std::vector<int>{1, wanted};
}

}  // namespace

std::vector<BoxSpeed> measure_box(const Box& box, const std::vector<int>& threads, int rounds) {
  std::vector<Running> boxes;
  boxes.reserve(threads.size());
  for (const int count : threads) boxes.push_back(start_box(box, count));
  Progress progress("rounds", static_cast<std::uint64_t>(rounds));
  for (int round = 0; round < rounds; ++round) {
    for (Running& running : boxes) run_round(running);
    progress.update(round + 1);
  }
  std::vector<BoxSpeed> speeds;
  for (Running& running : boxes) {
    running.speed.profile = since(running.core->work.profile, running.before);
    speeds.push_back(running.speed);
  }
  return speeds;
}

Report run_engine(const Options& options) {
  const std::vector<int> threads = thread_counts(options.threads);
  EngineSpeeds speeds;
  const auto measure = [&](const Box& box) {
    const std::vector<BoxSpeed> more = measure_box(box, threads, options.repeat);
    speeds.boxes.insert(speeds.boxes.end(), more.begin(), more.end());
  };
  const SettledColumn column = settled_column(options.seed, BoxShapes::polyhedra);
  speeds.fall = column.profile;
  for (const auto [x, y] : box_sizes) {
    const auto particles = static_cast<std::uint64_t>(particles_per_column) * x * y;
    if (options.particles != 0 && options.particles != particles) continue;
    measure({tiled(column.setup, x, y)});
    if (particles >= least_renumbered) {
      measure({.setup = tiled(column.setup, x, y, Numbering::at_random), .numbering = Numbering::at_random});
    }
  }
  if (options.particles == 0) {
    measure({settled_column(options.seed, BoxShapes::superellipsoids).setup, BoxShapes::superellipsoids});
  }
  Report report = engine_report(speeds);
  report.data.push_back({"settled-column.json", column_json(column.setup)});
  return report;
}

}  // namespace scree::bench
