// The packings of Feng 2021: particles rain into a box and come to rest.
#include "bench/feng_packing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/paper_scenes.hpp"
#include "core/progress.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

constexpr Vec3 box{5, 5, 15};  // m

bool is_particle(const Model& model, const State& state, std::size_t body) {
  return state.present[body] != 0 && model.mobility[body] == Mobility::dynamic;
}

bool is_inside(Vec3 p) { return p.x > 0 && p.y > 0 && p.z > 0 && p.x < box.x && p.y < box.y && p.z < box.z; }

// Counts, height and solid fraction of what lies in the box.
void look_at_packing(const Model& model, const State& state, PackingRun& run) {
  Real volume = 0;
  Real moment = 0;  // of volume about the floor
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (!is_particle(model, state, body)) continue;
    if (!is_inside(state.position[body])) ++run.outside;
    for (std::uint32_t p = model.piece_begin[body]; p < model.piece_begin[body + 1]; ++p) {
      const Real piece = model.shapes[model.piece_shape[p]].mass.volume;
      volume += piece;
      moment += piece * state.position[body].z;
    }
  }
  run.height = 2 * moment / volume;
  run.solid_fraction = volume / (box.x * box.y * run.height);
}

void finish(const SimulationCore& core, PackingRun& run) {
  const Energies last = energies(core);
  const Statistics now = statistics(core);
  const auto count = static_cast<Real>(now.particles);
  run.particles = now.particles;
  run.kinetic = kinetic(last) / count;
  run.drop_energy = (last.supplied - last.gravity) / count;
  run.overlap_ratio = now.max_overlap_ratio;
  run.mean_overlap = now.mean_overlap_ratio;
  run.worst_overlap = core.run.max_overlap_ratio;
  run.coordination = now.coordination_number;
  run.balance_error = energy_balance_error(core);
  run.failures = core.run.failures;
  look_at_packing(core.setup.model, core.setup.state, run);
}

std::uint64_t count_particles(const Model& model) {
  return static_cast<std::uint64_t>(
      std::count(model.mobility.begin(), model.mobility.end(), Mobility::dynamic));
}

}  // namespace

const std::vector<PackingCase>& packing_cases() {
  static const std::vector<PackingCase> cases = {
      {"feng-packing-superquadrics", "superquadrics", 987},
      {"feng-packing-mixed", "polyhedra and superquadrics", 3280},
  };
  return cases;
}

PackingRun run_packing(Setup setup, int threads) {
  const auto begin = std::chrono::steady_clock::now();
  const Real end = setup.settings.end_time;
  PackingRun run;
  run.expected = count_particles(setup.model);
  SimulationCore core(std::move(setup), threads);
  start(core);
  run.time_step = core.step_settings.time_step;
  run.steps = static_cast<std::uint64_t>(std::ceil(end / run.time_step));

  Progress progress("steps", run.steps);
  for (std::uint64_t i = 1; i <= run.steps; ++i) {
    const std::size_t before = core.particles;
    advance(core);
    if (core.particles != before) run.injected_by = core.setup.state.time;
    if (i * packing_samples / run.steps != (i - 1) * packing_samples / run.steps && core.particles > 0) {
      run.samples.push_back({core.setup.state.time,
                             kinetic(energies(core)) / static_cast<Real>(core.particles),
                             statistics(core).max_overlap_ratio});
    }
    progress.update(i);
  }
  finish(core, run);
  run.seconds = std::chrono::duration<Real>(std::chrono::steady_clock::now() - begin).count();
  run.particle_steps = static_cast<Real>(core.run.particle_steps) / run.seconds;
  return run;
}

Report run_feng_packing(const Options& options) {
  std::vector<PackingResult> results;
  for (const PackingCase& about : packing_cases()) {
    if (options.particles != 0 && options.particles != about.paper_particles) continue;
    results.push_back({about, run_packing(paper_setup(about.scene), options.threads)});
  }
  return report_of(results);
}

}  // namespace scree::bench
