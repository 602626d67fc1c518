// The files of a run while it goes on: tables, frames, events, checkpoints.
#pragma once

#include <scree/result.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "output/csv_file.hpp"
#include "output/frame.hpp"
#include "output/frame_file.hpp"
#include "output/paraview.hpp"
#include "output/run_folder.hpp"
#include "sim/core.hpp"
#include "sim/run_plan.hpp"

namespace scree {

// The first call that fails is kept; later ones do nothing.
class Recorder {
 public:
  // What earlier parts of the run wrote stays up to the state's step.
  Recorder(const RunFolder& folder, const RunPlan& plan, SimulationCore& core);

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  // What is due at the state's step.
  void record();
  // What the events of this state have to be kept for.
  void note_events();
  // The last row, the last frame and a checkpoint, wherever the run has got to.
  void finish();
  void write_checkpoint_now();

 private:
  void keep(std::optional<Error> error);
  void open_frames();
  void write_state(const std::string& path);
  void write_row();
  void write_frame();
  void write_events();

  using Clock = std::chrono::steady_clock;

  const RunFolder& folder_;
  const RunPlan& plan_;
  SimulationCore& core_;
  std::optional<Error> error_;
  std::unique_ptr<CsvAppender> table_, forces_;
  std::unique_ptr<FrameWriter> frames_;
  std::unique_ptr<ParaviewWriter> paraview_;
  Frame frame_;  // scratch
  std::optional<std::uint64_t> last_row_, last_frame_;
  std::ptrdiff_t events_written_ = 0;
  Clock::time_point wall_counted_ = Clock::now();
};

}  // namespace scree
