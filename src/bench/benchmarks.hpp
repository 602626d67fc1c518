// The benchmarks by name.
#pragma once

#include "bench/kept_run.hpp"
#include "bench/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

struct Options {
  std::uint64_t pairs = 0;  // 0: the benchmark's own default
  std::uint64_t seed = 1;
  int repeat = 0;  // rounds of timing, of which the best counts; 0: the benchmark's own default
  // Of those that run scenes:
  std::uint64_t particles = 0;  // one of the benchmark's cases; 0: its default cases
  int threads = 0;              // 0: as many as the machine has
  std::string out = {};         // a folder for tables and checkpoints, to go on from; empty: none
  std::uint64_t steps = 0;      // of a replay; 0: the benchmark's own default
  Real time_step_factor = 1;    // on the scene's time step
  RunWatch watch = {};
};

struct Benchmark {
  std::string_view name;
  std::string_view summary;         // one line
  std::uint64_t default_pairs = 0;  // 0: its pairs are fixed, their number cannot be chosen
  bool seeded = false;              // it draws at random: its seed can be chosen
  int default_repeat = 0;
  Report (*run)(const Options&) = nullptr;   // gets options with the defaults filled in
  std::vector<std::string_view> plots = {};  // the names of those in its report
  bool runs_scenes = false;                  // has use for `threads` and `out`
  std::vector<std::uint64_t> cases = {};     // what `particles` may be; empty: there is no choice
  bool replays =
      false;  // has use for `steps` and `time_step_factor`, and goes on in `out` after an interrupt
};

const std::vector<Benchmark>& benchmarks();
// Null: there is none of that name.
const Benchmark* find_benchmark(std::string_view name);

// Fills in the defaults, runs, and completes the report: name, machine, the parameters pairs, seed and
// repeat, as far as it has them, before the benchmark's own, seconds and memory.
Report run_benchmark(const Benchmark& benchmark, Options options);

// Each in its own file.
Report run_descantes(const Options& options);
Report run_nezami_pairs(const Options& options);
Report run_nezami_planar(const Options& options);
Report run_nezami_flow(const Options& options);
Report run_nezami_bucket(const Options& options);
Report run_zheng_pairs(const Options& options);
Report run_zheng_planar(const Options& options);
Report run_zheng_fall(const Options& options);
Report run_zheng_wall(const Options& options);
Report run_agreement(const Options& options);
Report run_wellmann(const Options& options);
Report run_curved_pairs(const Options& options);
Report run_narrow(const Options& options);
Report run_engine(const Options& options);
Report run_feng_impact(const Options& options);
Report run_feng_packing(const Options& options);

}  // namespace scree::bench
