// Benchmark `nezami-flow`: particles flow out of a box when two of its walls are taken away (Nezami 2006,
// Sec. 5.2.1), and detection over the first thousand steps of the flow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/nezami_runs.hpp"
#include "bench/report.hpp"

namespace scree::bench {

struct FlowCase {
  std::uint64_t particles = 0;
  std::string scene;          // in scenes/papers/
  Cell paper_fcp, paper_slm;  // ratios, from the ends of Fig. 16
  bool usual = true;          // false: only when asked for
};
const std::vector<FlowCase>& flow_cases();

struct FlowResult {
  FlowCase about;
  std::optional<Error> error;  // then the rest has no meaning
  RunFigures run;
  Real open_time = 0;     // s: when the walls went
  Real flow_time = 0;     // s, from then to rest; negative: it did not come to rest
  Real start_height = 0;  // m: 95 % of the particles' centres are below
  Real end_height = 0;    // m
  Real reach = 0;         // m: 95 % of the centres are nearer to the walls that stay, along x and y
  ReplayWindow window;
  std::vector<ReportFile> pictures;
};

// The scene (its text) must have the events "open" and "flow", which keep their states, and "rest".
FlowResult run_flow(const FlowCase& about, const std::string& scene, const NezamiPlan& plan);
Report flow_report(const std::vector<FlowResult>& results);

}  // namespace scree::bench
