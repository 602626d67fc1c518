#include "sim/run_scene.hpp"

#include <fmt/format.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "core/file_io.hpp"
#include "core/machine.hpp"
#include "output/run_folder.hpp"
#include "output/run_summary.hpp"
#include "output/snapshot.hpp"
#include "output/viewer_page.hpp"
#include "scene/scene.hpp"
#include "sim/check_setup.hpp"
#include "sim/checkpoint.hpp"
#include "sim/copy_scene.hpp"
#include "sim/core.hpp"
#include "sim/events.hpp"
#include "sim/memory.hpp"
#include "sim/recorder.hpp"
#include "sim/run_plan.hpp"

namespace scree {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto progress_interval = std::chrono::milliseconds(200);

Real seconds(Clock::duration duration) { return std::chrono::duration<Real>(duration).count(); }

// Calls the one who watches, a few times per second.
class Watcher {
 public:
  Watcher(const RunOptions& options, const RunPlan& plan, const SimulationCore& core)
      : options_(options), plan_(plan), core_(core), last_step_(core.setup.state.step) {}

  void look() {
    if (!options_.progress) return;
    const auto now = Clock::now();
    if (now - last_time_ < progress_interval) return;
    const State& state = core_.setup.state;
    RunProgress progress;
    progress.time = state.time;
    progress.end_time = plan_.end_time;
    progress.step = state.step;
    progress.steps_per_second = static_cast<Real>(state.step - last_step_) / seconds(now - last_time_);
    progress.seconds_left = static_cast<Real>(plan_.end_step - state.step) / progress.steps_per_second;
    progress.particles = core_.particles;
    progress.contacts = point_count(core_.work.contacts);
    progress.balance_error = energy_balance_error(core_);
    options_.progress(progress);
    last_time_ = now;
    last_step_ = state.step;
  }

 private:
  const RunOptions& options_;
  const RunPlan& plan_;
  const SimulationCore& core_;
  Clock::time_point last_time_ = Clock::now();
  std::uint64_t last_step_;
};

// The loop. Whatever else is written at intervals joins in Recorder::record.
RunEnd run_to_end(SimulationCore& core, const RunPlan& plan, const RunOptions& options, Recorder& recorder) {
  const auto interrupted = [&] { return options.interrupt != nullptr && options.interrupt->load() != 0; };
  const State& state = core.setup.state;
  Watcher watcher(options, plan, core);
  while (state.step < plan.end_step && !core.stop) {
    StageClock clock(core.work.profile);
    recorder.record();
    clock.add_to(Stage::output);
    if (recorder.error() || interrupted()) return RunEnd::interrupted;
    // To be kept before the step; advance() then finds no events left to do.
    apply_events(core);
    recorder.note_events();
    advance(core);
    watcher.look();
  }
  return core.stop ? RunEnd::stopped_by_event : RunEnd::finished;
}

RunSummary summarise(const SimulationCore& core, const RunPlan& plan, RunEnd end) {
  const Setup& setup = core.setup;
  RunSummary s;
  s.name = setup.settings.name;
  s.status = name(end);
  s.steps = setup.state.step;
  s.time = setup.state.time;
  s.end_time = plan.end_time;
  s.time_step = core.step_settings.time_step;
  s.wall_seconds = core.run.wall_seconds;
  s.bodies = body_count(setup.model);
  s.free_bodies = std::count(setup.model.mobility.begin(), setup.model.mobility.end(), Mobility::dynamic);
  s.statistics = statistics(core);
  s.max_overlap_ratio = core.run.max_overlap_ratio;
  s.particle_steps = core.run.particle_steps;
  s.threads = core.exec.threads();
  s.energies = energies(core);
  s.balance_error = energy_balance_error(core);
  s.queries = core.run.queries;
  s.detection_failures = core.run.failures;
  s.fallbacks = core.run.fallbacks;
  s.searches = core.work.pairs.searches;
  s.state_hash = state_hash(setup.model, setup.state);
  s.seed = setup.settings.seed;
  const Profile& profile = core.work.profile;
  for (std::size_t i = 0; i < stage_count; ++i) {
    s.profile.stages.push_back({std::string(name(static_cast<Stage>(i))), profile.seconds[i]});
  }
  s.profile.total = total_seconds(profile);
  s.profile.steps = profile.steps;
  s.profile.particle_steps = profile.particle_steps;
  s.profile.searches = profile.searches;
  s.algorithm = name(setup.settings.algorithm);
  s.contact_points = setup.settings.contact_points == ContactPoints::one ? "one" : "patch";
  s.peak_memory = peak_memory();
  const auto shapes = static_cast<std::int64_t>(shape_memory(setup.model));
  s.particle_memory = std::max<std::int64_t>(0, s.peak_memory - plan.memory_before - shapes);
  for (std::size_t i = 0; i < setup.schedule.events.size(); ++i) {
    s.events.push_back({setup.schedule.events[i].name, setup.state.event_time[i]});
  }
  for (std::size_t i = 0; i < setup.schedule.injections.size(); ++i) {
    const Injection& injection = setup.schedule.injections[i];
    s.injections.push_back({injection.name, setup.state.injected[i], injection.bodies.count});
  }
  return s;
}

// How it looks at the end. A state without bodies to show has no picture.
std::optional<Error> write_picture(const SimulationCore& core, const RunFolder& folder) {
  constexpr int width = 1200, height = 900;
  const Setup& setup = core.setup;
  const Result<std::string> png =
      render_png(setup.model, setup.state, usual_view(setup.model, setup.state, width, height));
  return png ? write_file(folder.file("end.png"), *png) : std::optional<Error>{};
}

// The run for a browser.
std::optional<Error> write_page(const RunFolder& folder, const RunOptions& options) {
  const Result<ViewerWritten> page = write_viewer(folder.path().string());
  if (!page) return page.error();
  if (page->frames < page->of && options.note) {
    options.note(fmt::format("{} shows {} of {} frames; scree view shows all", folder.file(viewer_file_name),
                             page->frames, page->of));
  }
  return std::nullopt;
}

// From the first step of this process to its last checkpoint.
RunEnd run_and_record(SimulationCore& core, const RunPlan& plan, const RunOptions& options,
                      Recorder& recorder) {
  const RestClock rest(core.work.profile);
  const RunEnd end = run_to_end(core, plan, options, recorder);
  StageClock clock(core.work.profile);
  if (end == RunEnd::interrupted) {
    recorder.write_checkpoint_now();
  } else {
    recorder.finish();
  }
  clock.add_to(Stage::output);
  return end;
}

RunOutcome run_in_folder(SimulationCore& core, const RunPlan& plan, const RunOptions& options,
                         const RunFolder& folder) {
  core.work.profile = {};
  StageClock clock(core.work.profile);
  Recorder recorder(folder, plan, core);
  clock.add_to(Stage::output);
  RunOutcome outcome;
  outcome.end = run_and_record(core, plan, options, recorder);
  const RunSummary summary = summarise(core, plan, outcome.end);
  std::optional<Error> failed = recorder.error();
  if (!failed) failed = write_picture(core, folder);
  if (!failed) failed = write_file(folder.file("summary.json"), to_json(summary));
  if (!failed && plan.frames) failed = write_page(folder, options);
  if (failed) outcome.write_error = failed->message;
  outcome.folder = folder.path().string();
  outcome.steps = summary.steps;
  outcome.time = summary.time;
  outcome.wall_seconds = summary.wall_seconds;
  outcome.statistics = summary.statistics;
  outcome.max_overlap_ratio = summary.max_overlap_ratio;
  outcome.balance_error = summary.balance_error;
  outcome.detection_failures = summary.detection_failures;
  outcome.state_hash = summary.state_hash;
  outcome.profile = core.work.profile;
  return outcome;
}

int chosen_threads(const RunOptions& options, const Setup& setup) {
  return options.threads.value_or(setup.settings.threads);
}

// The newest sound checkpoint, if there is one. An error: a sound one that is not of this scene.
std::optional<Error> read_newest_checkpoint(const RunFolder& folder, const RunOptions& options,
                                            SimulationCore& core) {
  const auto note = [&](const std::string& text) {
    if (options.note) options.note(text);
  };
  for (const std::string& path : checkpoints_newest_first(folder)) {
    const auto unusable = read_checkpoint(path, core);
    if (!unusable) return std::nullopt;
    if (!unusable->damaged) return Error{unusable->message};
    note(unusable->message + "; the one before is used");
    set_aside(path);
  }
  note(fmt::format("{}: no checkpoint yet; the run begins anew", folder.path().string()));
  return std::nullopt;
}

}  // namespace

std::string_view name(RunEnd end) {
  switch (end) {
    case RunEnd::finished:
      return "finished";
    case RunEnd::stopped_by_event:
      return "stopped by event";
    case RunEnd::interrupted:
      break;
  }
  return "interrupted";
}

Result<RunOutcome> run_scene(const std::string& scene, const std::string& out, bool force,
                             const RunOptions& options) {
  const std::int64_t memory_before = resident_memory();
  Result<Setup> setup = read_scene(scene);
  if (!setup) return setup.error();
  const int threads = chosen_threads(options, *setup);
  SimulationCore core(*std::move(setup), threads);
  if (auto bad = check_setup(core.setup, core.exec)) return *bad;
  const Result<SceneCopy> copy = plan_copy(scene);
  if (!copy) return copy.error();

  Result<RunFolder> folder = RunFolder::create(out, core.setup.settings.name, force);
  if (!folder) return folder.error();
  if (auto bad = write_copy(*copy, folder->path())) return *bad;
  const RunChanges changes{scene,
                           core.setup.settings.name,
                           options.end_time,
                           options.checkpoint_interval,
                           options.frame_interval,
                           options.paraview};
  if (auto bad = write_changes(*folder, changes)) return *bad;

  start(core);
  const RunPlan plan = make_plan(core, changes, core.setup.state.gravity, memory_before);
  return run_in_folder(core, plan, options, *folder);
}

Result<RunOutcome> resume_run(const std::string& path, const RunOptions& options) {
  const std::int64_t memory_before = resident_memory();
  Result<RunFolder> folder = RunFolder::open(path);
  if (!folder) return folder.error();
  Result<RunChanges> changes = read_changes(*folder);
  if (!changes) return changes.error();
  Result<Setup> setup = read_scene(folder->file(scene_copy_name));
  if (!setup) return setup.error();
  setup->settings.name = changes->name;  // otherwise perhaps the copy's
  const int threads = chosen_threads(options, *setup);
  SimulationCore core(*std::move(setup), threads);
  start(core);
  const Vec3 gravity = core.setup.state.gravity;  // an event may have changed it by the checkpoint
  if (auto bad = read_newest_checkpoint(*folder, options, core)) return *bad;

  if (options.end_time) {
    if (*options.end_time < core.setup.state.time) {
      return Error{fmt::format("{}: the run has got to {} s already; an end time of {} s lies before that",
                               path, core.setup.state.time, *options.end_time)};
    }
    changes->end_time = options.end_time;
    core.stop = false;  // who gives a new end wants to go on, whatever event had stopped the run
  }
  if (options.checkpoint_interval) changes->checkpoint_interval = options.checkpoint_interval;
  if (options.frame_interval) changes->frame_interval = options.frame_interval;
  if (options.paraview) changes->paraview = options.paraview;
  if (auto bad = write_changes(*folder, *changes)) return *bad;
  return run_in_folder(core, make_plan(core, *changes, gravity, memory_before), options, *folder);
}

}  // namespace scree
