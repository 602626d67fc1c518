// The folder of a run, held by one process at a time.
//
//   scene.toml, meshes  a copy of the scene and of the files it names
//   run.json            what the command line changed of it
//   table.csv, forces.csv, events.csv, summary.json, checkpoints/
//   frames.scree, paraview/
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

inline constexpr const char* scene_copy_name = "scene.toml";

class RunFolder {
 public:
  // A new one. `wanted` empty: runs/NAME-TIME with the time in UTC. One that exists and is not empty is an
  // error, unless `force` is set and a run made it: then what the run left is removed.
  static Result<RunFolder> create(const std::string& wanted, const std::string& name, bool force);
  // One with a run in it. Removes what a process that was killed left half-written.
  static Result<RunFolder> open(const std::string& path);

  RunFolder(RunFolder&& other) noexcept;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();  // lets others in

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::optional<Error> lock();

  std::filesystem::path path_;
  int lock_ = -1;
};

// For those who only look. Why it is not the folder of a run; nothing: it is.
std::optional<Error> check_run_folder(const std::string& path);
// Whether a process is at work in the folder of a run.
bool in_use(const std::string& path);

// What the command line changed of the scene, for those who resume the run.
struct RunChanges {
  std::string scene;                                    // the file it came from
  std::string name;                                     // of the scene
  std::optional<double> end_time, checkpoint_interval;  // s
  std::optional<double> frame_interval;                 // s; 0: no frames
  std::optional<bool> paraview;
};
std::optional<Error> write_changes(const RunFolder& folder, const RunChanges& changes);
Result<RunChanges> read_changes(const std::filesystem::path& folder);
inline Result<RunChanges> read_changes(const RunFolder& folder) { return read_changes(folder.path()); }

// Checkpoints by the step they were written at.
std::string checkpoint_path(const RunFolder& folder, std::uint64_t step);
std::vector<std::string> checkpoints_newest_first(const std::filesystem::path& folder);
inline std::vector<std::string> checkpoints_newest_first(const RunFolder& folder) {
  return checkpoints_newest_first(folder.path());
}
// Of the state right after an event that keeps it; stays.
std::string kept_checkpoint_path(const std::filesystem::path& folder, const std::string& event);
inline std::string kept_checkpoint_path(const RunFolder& folder, const std::string& event) {
  return kept_checkpoint_path(folder.path(), event);
}
// The newest two stay: one may turn out to be damaged.
void remove_old_checkpoints(const RunFolder& folder);
// Out of the way of good ones, for someone to look at.
void set_aside(const std::string& damaged_checkpoint);

}  // namespace scree
