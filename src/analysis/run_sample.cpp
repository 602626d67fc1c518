#include "analysis/run_sample.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "output/choose_frame.hpp"
#include "output/frame_file.hpp"
#include "output/run_folder.hpp"
#include "scene/scene.hpp"
#include "sim/checkpoint.hpp"
#include "sim/copy_scene.hpp"
#include "sim/core.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// Into `core`; the path of the one that was read.
Result<std::string> read_newest(const std::string& folder, SimulationCore& core,
                                std::vector<std::string>& notes) {
  // One that was removed while we looked has given way to newer ones.
  constexpr int tries = 3;
  for (int k = 0; k < tries; ++k) {
    notes.clear();
    for (const std::string& path : checkpoints_newest_first(fs::path(folder))) {
      const auto unusable = read_checkpoint(path, core);
      if (!unusable) return path;
      if (!unusable->damaged) return Error{unusable->message};
      std::error_code ignored;
      if (!fs::exists(path, ignored)) continue;
      notes.push_back(unusable->message + "; the one before is used");
    }
  }
  return Error{
      fmt::format("{}: there is no sound checkpoint yet; --frame and --time look at frames", folder)};
}

}  // namespace

Result<RunSample> sample_checkpoint(const std::string& folder, const std::optional<std::string>& event) {
  if (auto bad = check_run_folder(folder)) return *bad;
  const Result<RunChanges> changes = read_changes(fs::path(folder));
  if (!changes) return changes.error();
  Result<Setup> setup = read_scene((fs::path(folder) / scene_copy_name).string());
  if (!setup) return setup.error();
  SimulationCore core(*std::move(setup));
  start(core);
  RunSample sample;
  sample.source = "checkpoint";
  if (event) {
    sample.file = kept_checkpoint_path(fs::path(folder), *event);
    std::error_code ignored;
    if (!fs::exists(sample.file, ignored)) {
      return Error{
          fmt::format("{}: no state was kept of an event \"{}\"; events keep theirs with checkpoint = "
                      "true, once they have happened",
                      folder, *event)};
    }
    if (const auto unusable = read_checkpoint(sample.file, core)) return Error{unusable->message};
  } else {
    const Result<std::string> path = read_newest(folder, core, sample.notes);
    if (!path) return path.error();
    sample.file = *path;
  }
  const Setup& now = core.setup;
  sample.scene =
      make_frame_scene(now.model, {changes->name, core.step_settings.time_step,
                                   changes->end_time.value_or(now.settings.end_time), now.state.gravity});
  make_frame(now.model, now.state, core.work.contacts, sample.frame);
  return sample;
}

Result<RunSample> sample_frame(const std::string& folder, std::optional<Real> time,
                               std::optional<std::int64_t> number) {
  if (auto bad = check_run_folder(folder)) return *bad;
  const Result<FrameReader> reader = FrameReader::open((fs::path(folder) / frame_file_name).string());
  if (!reader) return reader.error();
  const Result<std::size_t> chosen = choose_frame(*reader, number, time);
  if (!chosen) return chosen.error();
  Result<Frame> frame = reader->read_frame(*chosen);
  if (!frame) return frame.error();
  RunSample sample{reader->scene(), *std::move(frame), "frame", reader->path(), {}};
  if (!reader->trouble().empty()) sample.notes.push_back(reader->trouble());
  return sample;
}

}  // namespace scree
