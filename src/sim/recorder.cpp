#include "sim/recorder.hpp"

#include <algorithm>
#include <utility>

#include "core/file_io.hpp"
#include "output/frame_scene.hpp"
#include "output/run_tables.hpp"
#include "sim/checkpoint.hpp"

namespace scree {

Recorder::Recorder(const RunFolder& folder, const RunPlan& plan, SimulationCore& core)
    : folder_(folder), plan_(plan), core_(core) {
  // Rows of this step and later ones are written again; that of an earlier end is not part of a longer run.
  const auto wanted = [&](std::uint64_t step) {
    return step < core.setup.state.step && plan.table.due(step);
  };
  keep(cut_csv(folder.file("table.csv"), table_header(), wanted));
  keep(cut_csv(folder.file("forces.csv"), forces_header(), wanted));
  table_ = std::make_unique<CsvAppender>(folder.file("table.csv"));
  forces_ = std::make_unique<CsvAppender>(folder.file("forces.csv"));
  if (plan.frames) open_frames();
  write_events();
}

void Recorder::record() {
  const std::uint64_t step = core_.setup.state.step;
  if (plan_.table.due(step)) write_row();
  if (plan_.frames && plan_.frames->due(step)) write_frame();
  if (step > 0 && plan_.checkpoints.due(step)) write_checkpoint_now();
}

void Recorder::note_events() {
  const auto& times = core_.setup.state.event_time;
  const auto happened = std::count_if(times.begin(), times.end(), [](Real time) { return time >= 0; });
  if (happened == events_written_) return;
  write_events();
  const auto& events = core_.setup.schedule.events;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool now = times[i] == core_.setup.state.time;
    if (now && events[i].keeps_state) write_state(kept_checkpoint_path(folder_, events[i].name));
  }
}

void Recorder::finish() {
  if (last_row_ != core_.setup.state.step) write_row();
  if (plan_.frames && last_frame_ != core_.setup.state.step) write_frame();
  write_checkpoint_now();
}

void Recorder::write_checkpoint_now() {
  write_state(checkpoint_path(folder_, core_.setup.state.step));
  if (!error_) remove_old_checkpoints(folder_);
}

void Recorder::write_state(const std::string& path) {
  // Rows and frames must not be lost that the checkpoint counts as written.
  keep(table_->to_disk());
  keep(forces_->to_disk());
  if (frames_) keep(frames_->to_disk());
  if (error_) return;
  core_.run.wall_seconds += std::chrono::duration<Real>(Clock::now() - wall_counted_).count();
  wall_counted_ = Clock::now();
  keep(write_checkpoint(path, core_));
}

void Recorder::keep(std::optional<Error> error) {
  if (!error_) error_ = std::move(error);
}

void Recorder::write_row() {
  const State& state = core_.setup.state;
  last_row_ = state.step;
  const TableRow row{state.time,        state.step,        energies(core_), energy_balance_error(core_),
                     statistics(core_), core_.run.failures};
  if (!error_) keep(table_->append(to_csv(row)));
  if (!error_) keep(forces_->append(forces_rows(plan_.walls, state, core_.work.forces)));
}

void Recorder::open_frames() {
  const FrameRun run{core_.setup.settings.name, core_.step_settings.time_step, plan_.end_time, plan_.gravity};
  const FrameScene scene = make_frame_scene(core_.setup.model, run);
  frames_ = std::make_unique<FrameWriter>(folder_.file(frame_file_name), scene, core_.setup.state.step);
  if (plan_.paraview) {
    paraview_ = std::make_unique<ParaviewWriter>(folder_.file("paraview"), scene, frames_->frames());
  }
}

void Recorder::write_frame() {
  last_frame_ = core_.setup.state.step;
  make_frame(core_.setup.model, core_.setup.state, core_.work.contacts, frame_);
  if (!error_) keep(frames_->append(frame_, core_.exec));
  if (!error_ && paraview_) keep(paraview_->append(frames_->frames().size() - 1, frame_, core_.exec));
}

void Recorder::write_events() {
  const auto& times = core_.setup.state.event_time;
  events_written_ = std::count_if(times.begin(), times.end(), [](Real time) { return time >= 0; });
  keep(write_file(folder_.file("events.csv"),
                  events_table(core_.setup.schedule, core_.setup.state, core_.step_settings.time_step)));
}

}  // namespace scree
