// What `nezami-flow` and `nezami-bucket` share: a run of a scene in figures, and detection in its windows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/detection_replay.hpp"
#include "bench/marked_run.hpp"
#include "bench/report.hpp"

namespace scree::bench {

// As in the paper, and the one scree uses by default.
const std::vector<Algorithm>& nezami_replay_algorithms();
inline constexpr std::size_t replay_cp = 0, replay_fcp = 1, replay_slm = 2, replay_default = 3;
inline constexpr std::uint64_t replay_steps_of_paper = 1000;
// Beyond this many pairs a part of them tells enough, and cp would take hours.
inline constexpr std::size_t most_replay_pairs = 30'000;

// The last state of a run.
struct RunFigures {
  std::string scene;
  std::size_t particles = 0;
  std::uint64_t steps = 0;
  Real time = 0;  // s, simulated
  Real wall_seconds = 0;
  Real particle_steps_per_second = 0;
  int threads = 0;
  Real balance_error = 0;
  Real max_overlap_ratio = 0;  // over the whole run
  Real end_overlap_ratio = 0;  // at the end
  Real coordination = 0;
  std::uint64_t failures = 0;
  Real bytes_per_particle = 0;  // beyond the shapes
  std::string hash;
};
// `heap_before` (bytes): before the scene was read.
RunFigures figures_of(const std::string& scene, const SimulationCore& core, std::size_t heap_before);
ReportTable run_table(const std::vector<RunFigures>& runs);

// cp's time over that of another algorithm.
Real replay_ratio(const std::vector<ReplayTotals>& totals, std::size_t which);
Real share_up_to_two(const ReplayWindow& window);

// A window with the paper's ratios; empty cells where it has none.
struct NamedWindow {
  std::string name;
  ReplayWindow window;
  Cell paper_fcp, paper_slm;
};
ReportTable replay_table(const std::string& title, const std::vector<NamedWindow>& windows);
ReportTable iteration_table(const std::string& title, const std::vector<NamedWindow>& windows,
                            Real paper_share);
std::vector<std::string> replay_notes(const std::vector<NamedWindow>& windows);

// A folder for the files of a run: `out`/`name`, or, where `out` is empty, one that goes when this does.
class RunDirectory {
 public:
  RunDirectory(const std::string& out, const std::string& name);
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool temporary_;
};

// A run that could not be made, as a bar that is missed.
Bar failed_run(const std::string& scene, const Error& error);

}  // namespace scree::bench
