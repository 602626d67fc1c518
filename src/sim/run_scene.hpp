// Runs a scene from its file to its end, with everything kept in a folder: what `scree run` does.
#pragma once

#include <scree/energy.hpp>
#include <scree/result.hpp>
#include <scree/simulation_data.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/profile.hpp"

namespace scree {

// How far a run is, for those who watch it.
struct RunProgress {
  Real time = 0, end_time = 0;  // s
  std::uint64_t step = 0;
  Real steps_per_second = 0;  // lately
  Real seconds_left = 0;      // at this pace
  std::size_t particles = 0, contacts = 0;
  Real balance_error = 0;
};

struct RunOptions {
  std::optional<int> threads;               // instead of the scene's; 0: as many as the machine has
  std::optional<Real> end_time;             // s, instead of the scene's
  std::optional<Real> checkpoint_interval;  // s of simulated time, instead of the scene's
  std::optional<Real> frame_interval;       // s of simulated time, instead of the scene's; 0: no frames
  std::optional<bool> paraview;             // instead of the scene's
  // Once it is not 0 the run writes a checkpoint and ends.
  const std::atomic<int>* interrupt = nullptr;
  // Called a few times per second of real time.
  std::function<void(const RunProgress&)> progress;
  // One line about something that is not an error.
  std::function<void(const std::string&)> note;
};

enum class RunEnd : std::uint8_t { finished, stopped_by_event, interrupted };
std::string_view name(RunEnd end);

struct RunOutcome {
  RunEnd end = RunEnd::finished;
  std::string folder;
  std::uint64_t steps = 0;
  Real time = 0;          // s
  Real wall_seconds = 0;  // over all interruptions
  Statistics statistics;
  Real max_overlap_ratio = 0;
  Real balance_error = 0;
  std::uint64_t detection_failures = 0;
  std::uint64_t state_hash = 0;
  Profile profile;  // of this process
  // Why the run ended early: its results could not be written. Empty: they could.
  std::string write_error;
};

// Errors are about the scene, the options or the folder, before the first step. `out` empty: runs/NAME-TIME.
Result<RunOutcome> run_scene(const std::string& scene, const std::string& out, bool force,
                             const RunOptions& options);
// Goes on in the folder of a run, from the newest checkpoint that is sound or from the start when there is
// none.
Result<RunOutcome> resume_run(const std::string& path, const RunOptions& options);

}  // namespace scree
