#include "bench/kept_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/file_io.hpp"
#include "scene/scene.hpp"
#include "sim/check_setup.hpp"
#include "sim/checkpoint.hpp"
#include "sim/copy_scene.hpp"

namespace scree::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string in_folder(const std::string& folder, const char* name) {
  return (fs::path(folder) / name).string();
}

Real number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<Real>()
                                                   : std::numeric_limits<Real>::quiet_NaN();
}
std::uint64_t count_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}
std::string text_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

Result<RunFigures> read_figures(const std::string& folder) {
  const std::string path = in_folder(folder, "summary.json");
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return Error{path + ": is not what scree wrote"};
  RunFigures f;
  f.scene = text_of(json, "scene");
  f.status = text_of(json, "status");
  f.particles = count_of(json, "particles");
  f.steps = count_of(json, "steps");
  f.time = number_of(json, "time");
  f.time_step = number_of(json, "time_step");
  f.wall_seconds = number_of(json, "wall_seconds");
  f.particle_steps_per_second = number_of(json, "particle_steps_per_second");
  f.threads = static_cast<int>(count_of(json, "threads"));
  f.balance_error = number_of(json, "energy_balance_error");
  f.max_overlap_ratio = number_of(json, "max_overlap_ratio");
  f.coordination = number_of(json, "coordination_number");
  f.failures = count_of(json, "detection_failures");
  f.bytes_per_particle = number_of(json, "bytes_per_particle");
  f.hash = text_of(json, "state_hash");
  return f;
}

// A run that `scree run --end-time` ended before the scene's end is not.
bool is_complete(const RunFigures& figures, Real end_time) {
  if (figures.status == name(RunEnd::stopped_by_event)) return true;
  return figures.status == name(RunEnd::finished) && figures.time > end_time - figures.time_step;
}

Result<RunOutcome> begin_run(const WantedRun& wanted, const RunOptions& options) {
  say(wanted.watch, fmt::format("{}: runs in {}", wanted.name, wanted.folder));
  // The run takes a copy of it, and its name.
  const fs::path folder = fs::temp_directory_path() / fmt::format("scree-scene-{}", getpid());
  std::error_code ignored;  // what cannot be made cannot be written to
  fs::create_directories(folder, ignored);
  const std::string scene = (folder / (wanted.name + ".toml")).string();
  Result<RunOutcome> outcome = Error{};
  if (auto failed = write_file(scene, wanted.scene)) {
    outcome = *failed;
  } else {
    outcome = run_scene(scene, wanted.folder, false, options);
  }
  fs::remove_all(folder, ignored);
  return outcome;
}

// Simulates what is missing.
std::optional<Error> simulate(const WantedRun& wanted, Real end_time) {
  RunOptions options;
  options.threads = wanted.threads;
  options.frame_interval = 0;  // what is measured is the simulation
  options.interrupt = wanted.watch.interrupt;
  options.progress = wanted.watch.progress;
  options.note = wanted.watch.note;
  Result<RunOutcome> outcome = Error{};
  if (!fs::exists(in_folder(wanted.folder, "run.json"))) {
    outcome = begin_run(wanted, options);
  } else {
    const Result<std::string> scene = read_file(in_folder(wanted.folder, scene_copy_name));
    if (!scene) return scene.error();
    if (*scene != wanted.scene) {
      return Error{
          fmt::format("{}: the run in this folder is of another scene than {}", wanted.folder, wanted.name)};
    }
    const Result<RunFigures> so_far = read_figures(wanted.folder);
    if (so_far && is_complete(*so_far, end_time)) {
      say(wanted.watch, fmt::format("{}: the run in {} is complete", wanted.name, wanted.folder));
      return std::nullopt;
    }
    say(wanted.watch, fmt::format("{}: goes on in {}", wanted.name, wanted.folder));
    options.end_time = end_time;
    outcome = resume_run(wanted.folder, options);
  }
  if (!outcome) return outcome.error();
  if (!outcome->write_error.empty()) return Error{outcome->write_error};
  if (outcome->end == RunEnd::interrupted) {
    return Error{fmt::format("interrupted at {:.4g} s", outcome->time)};
  }
  return std::nullopt;
}

std::optional<Error> read_state(const std::string& path, SimulationCore& core) {
  const auto unusable = read_checkpoint(path, core);
  return unusable ? std::optional<Error>{Error{unusable->message}} : std::nullopt;
}

}  // namespace

Result<KeptRun> complete_run(const WantedRun& wanted) {
  Result<Setup> setup = parse_scene(wanted.scene, wanted.name + ".toml", {.allowed = false, .folder = {}});
  if (!setup) return setup.error();
  if (auto bad = simulate(wanted, setup->settings.end_time)) return *bad;
  Result<RunFolder> folder = RunFolder::open(wanted.folder);
  if (!folder) return folder.error();
  Result<RunFigures> figures = read_figures(wanted.folder);
  if (!figures) return figures.error();
  KeptRun run{*std::move(folder), std::make_unique<SimulationCore>(*std::move(setup), wanted.threads),
              *std::move(figures)};
  run.figures.scene = wanted.name;
  start(*run.core);
  if (auto bad = go_to_end(run)) return *bad;
  const Setup& scene = run.core->setup;
  run.figures.stable_step = stable_time_step(scene.model, scene.settings.contact_points);
  run.figures.end_overlap_ratio = statistics(*run.core).max_overlap_ratio;
  return run;
}

std::optional<Error> go_to_event(KeptRun& run, const std::string& event) {
  return read_state(kept_checkpoint_path(run.folder, event), *run.core);
}

std::optional<Error> go_to_end(KeptRun& run) {
  const auto all = checkpoints_newest_first(run.folder);
  if (all.empty()) return Error{fmt::format("{}: has no checkpoint", run.folder.path().string())};
  return read_state(all.front(), *run.core);
}

Real event_time(const SimulationCore& core, const std::string& event) {
  const auto& events = core.setup.schedule.events;
  const auto found =
      std::find_if(events.begin(), events.end(), [&](const Event& e) { return e.name == event; });
  return found == events.end() ? -1 : core.setup.state.event_time[found - events.begin()];
}

}  // namespace scree::bench
