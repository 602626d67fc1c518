#include "bench/marked_run.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "output/csv_file.hpp"
#include "output/run_tables.hpp"
#include "sim/check_setup.hpp"
#include "sim/checkpoint.hpp"
#include "sim/events.hpp"
#include "sim/output_times.hpp"

namespace scree::bench {
namespace {

using Clock = std::chrono::steady_clock;
Real seconds_since(Clock::time_point begin) {
  return std::chrono::duration<Real>(Clock::now() - begin).count();
}

// The files of a run. The first thing that fails is kept; later calls do nothing.
class Keeper {
 public:
  Keeper(const MarkedRun& run, SimulationCore& core)
      : run_(run), core_(core), written_(run.marks.size(), false) {
    const auto wanted = [&](std::uint64_t step) { return step < core.setup.state.step; };
    if (run.force_interval <= 0) return;
    walls_ = named_walls(core.setup.model);
    keep(cut_csv(forces_of(run), forces_header(), wanted));
    forces_ = std::make_unique<CsvAppender>(forces_of(run));
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  // What is due at the state's time, whose events have happened.
  void look() {
    for (std::size_t i = 0; i < run_.marks.size(); ++i) {
      if (written_[i] || !reached(run_.marks[i])) continue;
      written_[i] = true;
      // One from before an interruption is the same.
      const std::string path = checkpoint_of(run_, run_.marks[i].name);
      if (!std::filesystem::exists(path)) write(path);
    }
    const OutputTimes times{run_.force_interval, core_.step_settings.time_step};
    if (forces_ && !error_ && times.due(core_.setup.state.step)) {
      keep(forces_->append(forces_rows(walls_, core_.setup.state, core_.work.forces)));
    }
    if (seconds_since(counted_) > run_.checkpoint_interval) write(checkpoint_of(run_, "latest"));
  }

  void finish() {
    write(checkpoint_of(run_, "end"));
    std::error_code ignored;
    if (!error_) std::filesystem::remove(checkpoint_of(run_, "latest"), ignored);
  }

  void write(const std::string& path) {
    if (forces_) keep(forces_->to_disk());
    core_.run.wall_seconds += seconds_since(counted_);
    counted_ = Clock::now();
    if (!error_) keep(write_checkpoint(path, core_));
  }

 private:
  void keep(std::optional<Error> error) {
    if (!error_) error_ = std::move(error);
  }

  [[nodiscard]] bool reached(const Mark& mark) const {
    const Real since = event_time(core_, mark.event);
    return since >= 0 && core_.setup.state.time >= since + mark.delay - 0.5 * core_.step_settings.time_step;
  }

  const MarkedRun& run_;
  SimulationCore& core_;
  std::vector<bool> written_;
  std::vector<NamedWall> walls_;
  std::unique_ptr<CsvAppender> forces_;
  std::optional<Error> error_;
  Clock::time_point counted_ = Clock::now();  // up to here wall_seconds are counted
};

}  // namespace

std::string checkpoint_of(const MarkedRun& run, const std::string& mark) {
  return (std::filesystem::path(run.folder) / (mark + ".checkpoint")).string();
}
std::string forces_of(const MarkedRun& run) {
  return (std::filesystem::path(run.folder) / "forces.csv").string();
}

Real event_time(const SimulationCore& core, const std::string& event) {
  const auto& events = core.setup.schedule.events;
  const auto found =
      std::find_if(events.begin(), events.end(), [&](const Event& e) { return e.name == event; });
  return found == events.end() ? -1 : core.setup.state.event_time[found - events.begin()];
}

std::optional<Error> go_to_mark(const MarkedRun& run, const std::string& mark, SimulationCore& core) {
  if (auto bad = read_checkpoint(checkpoint_of(run, mark), core)) return Error{bad->message};
  return std::nullopt;
}

std::optional<Error> run_with_marks(const MarkedRun& run, SimulationCore& core) {
  if (auto bad = check_setup(core.setup, core.exec)) return bad;
  start(core);
  const std::string end = checkpoint_of(run, "end");
  if (std::filesystem::exists(end)) return go_to_mark(run, "end", core);
  const std::string latest = checkpoint_of(run, "latest");
  if (std::filesystem::exists(latest)) {
    if (auto bad = go_to_mark(run, "latest", core)) return bad;
  }
  Keeper keeper(run, core);
  const std::uint64_t end_step = step_at(core.setup.settings.end_time, core.step_settings.time_step);
  while (core.setup.state.step < end_step && !keeper.error()) {
    // A mark at an event is to see what the event did; advance() finds nothing left to do.
    apply_events(core);
    keeper.look();
    if (core.stop) break;
    advance(core);
    if (run.go_on && !run.go_on(core)) {
      keeper.write(latest);
      return keeper.error();
    }
  }
  if (!keeper.error()) keeper.finish();
  return keeper.error();
}

}  // namespace scree::bench
