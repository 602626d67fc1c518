// Benchmark `feng-packing`: the packings of Feng 2021 (Sec. 5.2), and whether they come to rest.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/report.hpp"
#include "model/setup.hpp"

namespace scree::bench {

struct PackingCase {
  std::string_view scene;  // in scenes/papers/
  std::string_view what;
  std::uint64_t paper_particles = 0;
};
const std::vector<PackingCase>& packing_cases();

struct PackingSample {
  Real time = 0;           // s
  Real kinetic = 0;        // J per particle
  Real overlap_ratio = 0;  // the largest depth, of the smaller one's size
};

// Values without a time are those at the end.
struct PackingRun {
  std::uint64_t particles = 0, expected = 0;  // in the box; of the scene
  std::uint64_t outside = 0;                  // centre of mass beyond a wall
  std::uint64_t steps = 0;
  Real time_step = 0;       // s
  Real injected_by = 0;     // s, when the last particle came in
  Real kinetic = 0;         // J per particle
  Real drop_energy = 0;     // J per particle: what it brought in with it less what it has left by its height
  Real overlap_ratio = 0;   // the largest depth, of the smaller one's size
  Real worst_overlap = 0;   // of the whole run
  Real mean_overlap = 0;    // of all contacts
  Real coordination = 0;    // contacting pairs per particle, each counted for both
  Real height = 0;          // m, twice the height of the centre of mass
  Real solid_fraction = 0;  // up to that height
  Real balance_error = 0;   // of the energy account
  std::uint64_t failures = 0;  // of detection
  Real seconds = 0;            // wall clock
  Real particle_steps = 0;     // per second
  std::vector<PackingSample> samples;
};
inline constexpr std::size_t packing_samples = 500;

// The box is that of the paper: 5 x 5 x 15 m, from the origin. `threads` 0: as many as the machine has.
PackingRun run_packing(Setup setup, int threads);

struct PackingResult {
  PackingCase about;
  PackingRun run;
};
Report report_of(const std::vector<PackingResult>& results);

}  // namespace scree::bench
