// Benchmarks `zheng-fall` and `zheng-wall`: the simulations of Zheng 2017 (Sec. 3.2), and the time that
// direct search, fast direct search and fast common plane take on their states.
#pragma once

#include <scree/energy.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/detection_replay.hpp"
#include "bench/report.hpp"
#include "model/setup.hpp"

namespace scree::bench {

struct ZhengScene {
  std::string_view name;  // in scenes/papers/
  std::uint64_t blocks = 0;
  Real paper_fds = 0, paper_fcp = 0;  // its ratios of times, ds over the other
};
const std::vector<ZhengScene>& zheng_falls();
const std::vector<ZhengScene>& zheng_walls();

// Detection is measured on states so far apart (s), which is the paper's time step.
inline constexpr Real zheng_state_interval = 1e-3;

// `ds` first: the others are compared with it.
inline constexpr std::array<Algorithm, 4> zheng_run_algorithms{
    Algorithm::direct_search, Algorithm::fast_direct_search, Algorithm::fast_common_plane,
    Algorithm::automatic};

struct ZhengSample {
  Real time = 0;     // s
  Real kinetic = 0;  // J per block
  Real top = 0;      // m, how far the block that is last in the scene has moved up since the start
};

struct ZhengRun {
  ZhengScene scene;
  Real time_step = 0, stable_time_step = 0;  // s
  std::uint64_t steps = 0, states = 0;
  std::vector<ReplayTotals> with_points;  // by zheng_run_algorithms: type and every contact point
  std::vector<ReplayTotals> plain;        // distance and normal only
  std::vector<ZhengSample> samples;       // one for each state
  Real farthest = 0;                      // m, the largest displacement of a block at the end
  Real lowest = 0;                        // m, the least height of a block's centre at the end
  Real fall = 0;                          // J per block, what gravity has done
  Real carried = 0;                       // force on the fixed bodies over the blocks' weight, at the end
  Real balance_error = 0;                 // of the energy account
  Real worst_overlap = 0;                 // of the smaller one's size
  std::uint64_t failures = 0;             // of detection, in the run itself
  Real seconds = 0;                       // wall clock, of the run without the measuring
  std::vector<ReportFile> pictures;       // of the start and the end
};

struct ZhengRunPlan {
  int threads = 1;
  bool measure = true;  // false: only run
  bool pictures = true;
};
// From the start to `end` (s).
ZhengRun run_zheng_scene(const ZhengScene& scene, Setup setup, Real end, const ZhengRunPlan& plan);

// Tables, bars and plots (zheng_simulation_tables.cpp).
Report zheng_fall_report(const std::vector<ZhengRun>& runs);
Report zheng_wall_report(const std::vector<ZhengRun>& runs);

}  // namespace scree::bench
