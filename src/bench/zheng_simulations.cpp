#include "bench/zheng_simulations.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/paper_scenes.hpp"
#include "core/progress.hpp"
#include "output/snapshot.hpp"
#include "sim/check_setup.hpp"

namespace scree::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Real one_degree = 3.14159265358979323846 / 180;

bool is_block(const Model& model, std::size_t body) { return model.mobility[body] == Mobility::dynamic; }

void add_picture(const SimulationCore& core, const char* when, ZhengRun& run) {
  const SnapshotView view = usual_view(core.setup.model, core.setup.state);
  Result<std::string> png = render_png(core.setup.model, core.setup.state, view);
  if (png) run.pictures.push_back({std::string(run.scene.name) + "-" + when + ".png", *std::move(png)});
}

ZhengSample sample(const SimulationCore& core, std::size_t last_block, Real start_height) {
  const State& state = core.setup.state;
  const auto blocks = static_cast<Real>(core.particles);
  return {state.time, kinetic(energies(core)) / blocks, state.position[last_block].z - start_height};
}

// How the blocks are at the end.
void look_at_end(const SimulationCore& core, const std::vector<Vec3>& starts, Real start_gravity,
                 ZhengRun& run) {
  const Model& model = core.setup.model;
  const State& state = core.setup.state;
  run.lowest = std::numeric_limits<Real>::infinity();
  Real weight = 0;
  Vec3 carried;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (!is_block(model, body)) {
      carried += core.work.forces.force[body];
      continue;
    }
    run.farthest = std::max(run.farthest, norm(state.position[body] - starts[body]));
    run.lowest = std::min(run.lowest, state.position[body].z);
    weight += model.mass[body] * norm(state.gravity);
  }
  run.fall = (start_gravity - energies(core).gravity) / static_cast<Real>(core.particles);
  run.carried = norm(carried) / weight;
  run.balance_error = energy_balance_error(core);
  run.worst_overlap = core.run.max_overlap_ratio;
  run.failures = core.run.failures;
}

// What moves between two states that are measured counts as one step, and the tolerance for parallel edges is
// the paper's: both are for the measuring only.
void measure(SimulationCore& core, DetectionReplay& with_points, DetectionReplay& plain) {
  const StepSettings own = core.step_settings;
  core.step_settings.time_step = zheng_state_interval;
  core.step_settings.detection.parallel_angle = one_degree;
  with_points.measure(core);
  plain.measure(core);
  core.step_settings = own;
}

Report run_scenes(const std::vector<ZhengScene>& scenes, const Options& options,
                  Report (*report)(const std::vector<ZhengRun>&)) {
  ZhengRunPlan plan;
  plan.threads = options.threads;
  std::vector<ZhengRun> runs;
  for (const ZhengScene& scene : scenes) {
    if (options.particles != 0 && options.particles != scene.blocks) continue;
    Setup setup = paper_setup(scene.name);
    const Real end = setup.settings.end_time;
    runs.push_back(run_zheng_scene(scene, std::move(setup), end, plan));
  }
  return report(runs);
}

}  // namespace

const std::vector<ZhengScene>& zheng_falls() {
  static const std::vector<ZhengScene> all = {{"zheng-fall-64", 64, 5.19, 3.29},
                                              {"zheng-fall-125", 125, 5.35, 3.70},
                                              {"zheng-fall-216", 216, 5.71, 4.32}};
  return all;
}

const std::vector<ZhengScene>& zheng_walls() {
  static const std::vector<ZhengScene> all = {{"zheng-wall-15", 15, 4.97, 2.48},
                                              {"zheng-wall-55", 55, 4.98, 2.48},
                                              {"zheng-wall-120", 120, 4.97, 2.46}};
  return all;
}

ZhengRun run_zheng_scene(const ZhengScene& scene, Setup setup, Real end, const ZhengRunPlan& plan) {
  SimulationCore core(std::move(setup), plan.threads);
  start(core);
  const Model& model = core.setup.model;
  const std::vector<Vec3> starts = core.setup.state.position;
  const Real start_gravity = energies(core).gravity;
  std::size_t last_block = 0;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (is_block(model, body)) last_block = body;
  }

  ZhengRun run;
  run.scene = scene;
  run.time_step = core.step_settings.time_step;
  run.stable_time_step = stable_time_step(model);
  run.steps = static_cast<std::uint64_t>(std::llround(end / run.time_step));
  const auto stride = std::max<std::int64_t>(1, std::llround(zheng_state_interval / run.time_step));
  const std::vector<Algorithm> algorithms(zheng_run_algorithms.begin(), zheng_run_algorithms.end());
  DetectionReplay with_points({.algorithms = algorithms, .describe = true}),
      plain({.algorithms = algorithms});
  if (plan.pictures) add_picture(core, "start", run);

  Progress progress("steps of " + std::string(scene.name), run.steps);
  for (std::uint64_t i = 0; i < run.steps; ++i) {
    const auto begin = Clock::now();
    advance(core);
    run.seconds += std::chrono::duration<Real>(Clock::now() - begin).count();
    if ((i + 1) % stride == 0) {
      run.samples.push_back(sample(core, last_block, starts[last_block].z));
      if (plan.measure) measure(core, with_points, plain);
    }
    progress.update(i + 1);
  }
  run.states = with_points.states();
  run.with_points = with_points.totals();
  run.plain = plain.totals();
  look_at_end(core, starts, start_gravity, run);
  if (plan.pictures) add_picture(core, "end", run);
  return run;
}

Report run_zheng_fall(const Options& options) {
  return run_scenes(zheng_falls(), options, zheng_fall_report);
}
Report run_zheng_wall(const Options& options) {
  return run_scenes(zheng_walls(), options, zheng_wall_report);
}

}  // namespace scree::bench
