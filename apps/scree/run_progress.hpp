// How far a run is, on standard error: a line that is written over on a terminal, a plain one now and then
// elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "sim/run_scene.hpp"

namespace scree::command {

std::string progress_text(const RunProgress& progress);

class RunProgressLine {
 public:
  RunProgressLine();
  ~RunProgressLine();  // wipes the line
  RunProgressLine(const RunProgressLine&) = delete;
  RunProgressLine& operator=(const RunProgressLine&) = delete;

  void show(const RunProgress& progress);
  void wipe();  // makes room on a terminal for something else

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point last_ = Clock::now();
};

}  // namespace scree::command
