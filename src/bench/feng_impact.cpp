// The elastic impacts of Feng 2021: run, watched step by step.
#include "bench/feng_impact.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/paper_scenes.hpp"
#include "core/progress.hpp"
#include "math/random.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

// What no contact does in a step of a smooth motion: at 10 m/s a point moves 0.1 mm.
constexpr Real noted_turn = 0.0174532925199432958;  // rad, a degree
constexpr Real noted_shift = 1e-3;                  // m

struct Touching {
  std::uint32_t a, b;  // pieces
  Vec3 normal, position;
};

// Counts what begins and what turns between two steps.
class ContactWatch {
 public:
  explicit ContactWatch(ImpactRun& run) : run_(run) {}

  // How far (m) a lasting contact has moved at most.
  Real see(const ContactList& contacts) {
    std::swap(now_, before_);
    now_.clear();
    Real moved = 0;
    bool switched = false;
    for_each_point(contacts, [&](const ContactPoint& point) {
      const auto same_pair = [&](const Touching& t) { return t.a == point.a && t.b == point.b; };
      const auto last = std::find_if(before_.begin(), before_.end(), same_pair);
      if (last == before_.end()) {
        ++run_.collisions;
      } else {
        moved = std::max(moved, norm(point.position - last->position));
        switched |= norm(point.normal - last->normal) > noted_turn;
      }
      now_.push_back({point.a, point.b, point.normal, point.position});
    });
    if (switched || moved > noted_shift) ++run_.switches;
    return moved;
  }

 private:
  ImpactRun& run_;
  std::vector<Touching> now_, before_;
};

}  // namespace

const std::vector<ImpactCase>& impact_cases() {
  static const std::vector<ImpactCase> cases = {
      {"feng-impact-superquadrics", "superquadrics, meshes", 2e-3, 85},
      {"feng-impact-smooth", "superquadrics", 0, 0},
      {"feng-impact-polyhedra", "polyhedra", 3e-3, 80},
  };
  return cases;
}

ImpactRun run_impact(Setup setup, Real time_step, Real end) {
  const auto begin = std::chrono::steady_clock::now();
  setup.settings.time_step = time_step;
  SimulationCore core(std::move(setup));
  start(core);

  ImpactRun run;
  run.time_step = time_step;
  run.steps = static_cast<std::uint64_t>(std::llround(end / time_step));
  run.start_energy = stored(energies(core));
  ContactWatch watch(run);
  watch.see(core.work.contacts);
  run.samples.push_back({0, energies(core)});
  Real error = 0;
  for (std::uint64_t i = 1; i <= run.steps; ++i) {
    advance(core);
    const Energies now = energies(core);
    const Real moved = watch.see(core.work.contacts);
    const Real last = std::exchange(error, stored(now) / run.start_energy - 1);
    run.worst_error = std::max(run.worst_error, std::fabs(error));
    if (std::fabs(error - last) > run.worst_jump) {
      run.worst_jump = std::fabs(error - last);
      run.worst_jump_shift = moved;
    }
    if (i * impact_samples / run.steps != (i - 1) * impact_samples / run.steps) {
      run.samples.push_back({core.setup.state.time, now});
    }
  }
  run.end_error = std::fabs(error);
  run.worst_overlap = core.run.max_overlap_ratio;
  run.failures = core.run.failures;
  run.seconds = std::chrono::duration<Real>(std::chrono::steady_clock::now() - begin).count();
  return run;
}

Setup with_bodies_moved(Setup setup, std::uint64_t seed, std::uint64_t start) {
  Random random{seed, start, 0};
  for (std::size_t body = 0; body < body_count(setup.model); ++body) {
    if (setup.model.mobility[body] != Mobility::dynamic) continue;
    for (int axis = 0; axis < 3; ++axis) setup.state.position[body][axis] += uniform(random, -1e-3, 1e-3);
  }
  return setup;
}

namespace {

ImpactSeries run_series(Setup setup, bool corrected, std::uint64_t seed, Progress& progress,
                        std::uint64_t& done) {
  setup.settings.elastic_correction = corrected;
  const Real step = setup.settings.time_step;
  const Real end = setup.settings.end_time;
  ImpactSeries series;
  for (const Real factor : impact_steps) {
    series.runs.push_back(run_impact(setup, factor * step, end));
    progress.update(++done);
  }
  for (std::uint64_t i = 0; i < impact_starts; ++i) {
    series.start_errors.push_back(run_impact(with_bodies_moved(setup, seed, i), step, end).worst_error);
    progress.update(++done);
  }
  return series;
}

}  // namespace

Report run_feng_impact(const Options& options) {
  std::vector<ImpactResult> results;
  Progress progress("runs", 2 * impact_cases().size() * (std::size(impact_steps) + impact_starts));
  std::uint64_t done = 0;
  for (const ImpactCase& about : impact_cases()) {
    const Setup setup = paper_setup(about.scene);
    ImpactSeries corrected = run_series(setup, true, options.seed, progress, done);
    ImpactSeries plain = run_series(setup, false, options.seed, progress, done);
    results.push_back({about, std::move(corrected), std::move(plain)});
  }
  return report_of(results);
}

}  // namespace scree::bench
