// Runs a scene once and keeps its state at marked times, so that measurements and pictures can be taken from
// them afterwards.
//
// All is kept in a folder: a checkpoint for each mark and for the end, the latest one to go on from, and the
// forces on walls. A run that was interrupted goes on from there; one that is complete is not run again.
#pragma once

#include <scree/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/core.hpp"

namespace scree::bench {

struct Mark {
  std::string name;   // of its checkpoint; neither "end" nor "latest"
  std::string event;  // of the scene
  Real delay = 0;     // s after that event, which has happened by then
};

struct MarkedRun {
  std::string folder;  // must exist
  std::vector<Mark> marks;
  Real force_interval = 0;        // s between rows of forces.csv; 0: there is none
  Real checkpoint_interval = 60;  // s of real time, between the latest checkpoints
  // Called after each step. False: the run ends here for now.
  std::function<bool(const SimulationCore&)> go_on;
};

std::string checkpoint_of(const MarkedRun& run, const std::string& mark);
std::string forces_of(const MarkedRun& run);

// When an event of the scene happened (s); negative: not yet, or there is none of that name.
Real event_time(const SimulationCore& core, const std::string& event);

// From the start, or from where the folder says, to the scene's end. The core is fresh, with the scene's
// setup, and ends with the last state. Something that could not be read or written is an error.
std::optional<Error> run_with_marks(const MarkedRun& run, SimulationCore& core);

// Brings a core that was run, or started, to the state of a mark, or to the "end".
std::optional<Error> go_to_mark(const MarkedRun& run, const std::string& mark, SimulationCore& core);

}  // namespace scree::bench
