// What `nezami-flow` and `nezami-bucket` share: a run of a scene in figures, and detection in its windows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/benchmarks.hpp"
#include "bench/detection_replay.hpp"
#include "bench/kept_run.hpp"
#include "bench/report.hpp"
#include "output/snapshot.hpp"

namespace scree::bench {

// As in the paper, and the one scree uses by default.
const std::vector<Algorithm>& nezami_replay_algorithms();
inline constexpr std::size_t replay_cp = 0, replay_fcp = 1, replay_slm = 2, replay_default = 3;
inline constexpr std::uint64_t replay_steps_of_paper = 1000;
// Beyond this many pairs a part of them tells enough, and cp would take hours.
inline constexpr std::size_t most_replay_pairs = 30'000;

struct NezamiPlan {
  int threads = 0;
  std::string out;  // the folder of the runs' folders; empty: nothing is kept
  std::uint64_t steps = replay_steps_of_paper;
  std::size_t most_pairs = most_replay_pairs;
  Real time_step_factor = 1;  // on the scene's time step
  bool pictures = true;
  RunWatch watch;
};
NezamiPlan nezami_plan(const Options& options);

// The scene with another time step.
std::string with_time_step(std::string scene, Real factor);

// A folder for the folders of runs: `out`, or, where it is empty, one that goes when this does.
class RunsFolder {
 public:
  explicit RunsFolder(const std::string& out);
  ~RunsFolder();
  RunsFolder(const RunsFolder&) = delete;
  RunsFolder& operator=(const RunsFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool temporary_;
};

// In the folder NAME, or NAME-step-0.5 where half the time step is asked for.
WantedRun wanted_run(const std::string& name, const std::string& scene, const NezamiPlan& plan,
                     const RunsFolder& folder);

// A picture of the state that a run is in.
void add_picture(const KeptRun& run, const std::string& when, const SnapshotView& view,
                 std::vector<ReportFile>& pictures);

// The next steps of a run, by all algorithms. An error when it was interrupted.
Result<ReplayWindow> replay(KeptRun& run, const NezamiPlan& plan);

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

// A run that could not be made, as a bar that is missed.
Bar failed_run(const std::string& scene, const Error& error);

}  // namespace scree::bench
