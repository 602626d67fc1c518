// A scene that is run in a folder, as `scree run` does it, and the states its events kept there.
//
// A run that was interrupted goes on; one that is complete is not run again. So a long run can be made in
// parts, by `scree run` and `scree resume` too, and looked at as often as one likes.
#pragma once

#include <scree/result.hpp>

#include <memory>
#include <optional>
#include <string>

#include "output/run_folder.hpp"
#include "sim/core.hpp"
#include "sim/run_scene.hpp"

namespace scree::bench {

// Who watches a run, and may stop it. As in RunOptions.
struct RunWatch {
  const std::atomic<int>* interrupt = nullptr;
  std::function<void(const RunProgress&)> progress;
  std::function<void(const std::string&)> note;
};
inline bool interrupted(const RunWatch& watch) {
  return watch.interrupt != nullptr && watch.interrupt->load() != 0;
}
inline void say(const RunWatch& watch, const std::string& text) {
  if (watch.note) watch.note(text);
}

struct WantedRun {
  std::string name;    // of the scene
  std::string scene;   // its text
  std::string folder;  // of the run; empty, not there, or with a run of this scene
  int threads = 0;
  RunWatch watch;
};

// summary.json, as far as the reports want it.
struct RunFigures {
  std::string scene;
  std::string status;
  std::size_t particles = 0;
  std::uint64_t steps = 0;
  Real time = 0;         // s, simulated
  Real time_step = 0;    // s
  Real stable_step = 0;  // s, as `scree check` has it
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

// A run that is complete. The core has one of its states.
struct KeptRun {
  RunFolder folder;
  std::unique_ptr<SimulationCore> core;
  RunFigures figures;
};

// Runs the scene as far as it has not been run, and goes to its end. An error too when it was interrupted.
Result<KeptRun> complete_run(const WantedRun& wanted);

// To the state right after an event that keeps it, or to the last one.
std::optional<Error> go_to_event(KeptRun& run, const std::string& event);
std::optional<Error> go_to_end(KeptRun& run);

// When an event of the scene happened (s); negative: not yet, or there is none of that name.
Real event_time(const SimulationCore& core, const std::string& event);

}  // namespace scree::bench
