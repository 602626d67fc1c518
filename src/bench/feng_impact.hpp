// Benchmark `feng-impact`: how well energy is kept in the elastic impacts of Feng 2021 (Sec. 5.1).
#pragma once

#include <scree/energy.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/report.hpp"
#include "model/setup.hpp"

namespace scree::bench {

struct ImpactCase {
  std::string_view scene;  // in scenes/papers/
  std::string_view what;
  Real paper_error = 0;  // relative; 0: not in the paper
  int paper_collisions = 0;
};
const std::vector<ImpactCase>& impact_cases();

// Steps of this many times the scene's.
inline constexpr Real impact_steps[] = {2, 1, 0.5, 0.25};
inline constexpr std::size_t impact_scene_step = 1;  // the scene's own
inline constexpr Real impact_bar = 2e-4;

struct ImpactSample {
  Real time = 0;  // s
  Energies energies;
};

// Errors are those of the whole energy, elastic part included, relative to it at the start.
struct ImpactRun {
  Real time_step = 0;  // s
  std::uint64_t steps = 0;
  std::uint64_t collisions = 0;  // how often two bodies that were apart touched
  std::uint64_t switches = 0;    // steps in which a lasting contact changed its place or its normal at once
  Real start_energy = 0;         // J, with gravity counted from the floor
  Real worst_error = 0;          // over all steps
  Real end_error = 0;            // at the end
  Real worst_jump = 0;           // over one step
  Real worst_jump_shift = 0;     // m, how far a lasting contact moved in that step
  Real worst_overlap = 0;        // of the smaller one's size
  std::uint64_t failures = 0;    // of detection
  Real seconds = 0;              // wall clock
  std::vector<ImpactSample> samples;
};
inline constexpr std::size_t impact_samples = 1000;

// From the start to `end` (s) in steps of `time_step` (s).
ImpactRun run_impact(Setup setup, Real time_step, Real end);

// One start says little, as after a few collisions the smallest change makes another motion. The same scene
// with each body moved by up to a millimetre along each axis.
inline constexpr std::uint64_t impact_starts = 20;
Setup with_bodies_moved(Setup setup, std::uint64_t seed, std::uint64_t start);

struct ImpactSeries {
  std::vector<ImpactRun> runs;     // by impact_steps
  std::vector<Real> start_errors;  // the worst error of each start, with the scene's own time step
};
struct ImpactResult {
  ImpactCase about;
  ImpactSeries corrected, plain;  // with and without `elastic_correction`
};
Report report_of(const std::vector<ImpactResult>& results);

}  // namespace scree::bench
