#include "output/run_folder.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/file_io.hpp"
#include "core/file_name.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* lock_name = ".lock";  // also tells that a folder was made for a run
constexpr const char* changes_name = "run.json";
constexpr const char* checkpoint_ending = ".checkpoint";
constexpr std::size_t checkpoints_kept = 2;

Error cannot_make(const fs::path& path, const std::error_code& why) {
  return {fmt::format("{}: cannot make the folder: {}", path.string(), why.message())};
}

// Letters that are safe in a file name everywhere; others become '-'.
std::string file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return !is_file_name_letter(c); }, '-');
  return is_file_name(text) ? text : "run" + text;
}

// runs/NAME-TIME, with a number behind it when another run began in the same second.
Result<fs::path> make_default_folder(const std::string& name) {
  std::error_code failed;
  fs::create_directories("runs", failed);
  if (failed) return cannot_make("runs", failed);
  const std::string stem =
      fmt::format("{}-{:%Y%m%d-%H%M%S}", file_name(name), fmt::gmtime(std::time(nullptr)));
  for (int i = 1;; ++i) {
    const fs::path path = fs::path("runs") / (i == 1 ? stem : fmt::format("{}-{}", stem, i));
    if (fs::create_directory(path, failed)) return path;
    if (failed && failed != std::errc::file_exists) return cannot_make(path, failed);
  }
}

// What the folder must be like before a run may begin in it.
std::optional<Error> check_wanted(const fs::path& path, bool force) {
  std::error_code failed;
  if (!fs::exists(path, failed)) {
    fs::create_directories(path, failed);
    if (failed) return cannot_make(path, failed);
    return std::nullopt;
  }
  if (!fs::is_directory(path, failed)) {
    return Error{fmt::format("{}: is not a folder; --out wants one", path.string())};
  }
  if (fs::is_empty(path, failed) && !failed) return std::nullopt;
  if (failed) return Error{fmt::format("{}: cannot read the folder: {}", path.string(), failed.message())};
  if (!fs::exists(path / lock_name, failed)) {
    return Error{
        fmt::format("{}: the folder is not empty and not of a run: choose another --out", path.string())};
  }
  if (force) return std::nullopt;
  return Error{fmt::format(
      "{}: there is a run in this folder; choose another --out, or --force to overwrite it", path.string())};
}

void remove_results(const fs::path& folder) {
  std::error_code ignored;
  for (const char* name : {changes_name, "table.csv", "forces.csv", "events.csv", "end.png", "summary.json",
                           "frames.scree", "viewer.html", "movie.mp4"}) {
    fs::remove(folder / name, ignored);
  }
  for (const char* name : {"checkpoints", "paraview", "plots", "analysis", "pictures"}) {
    fs::remove_all(folder / name, ignored);
  }
}

void remove_half_written(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".tmp") fs::remove(entry.path(), ignored);
  }
}

}  // namespace

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

std::optional<Error> RunFolder::lock() {
  lock_ = ::open(file(lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    return Error{fmt::format("{}: cannot write into the folder: {}", path_.string(),
                             std::generic_category().message(errno))};
  }
  // Who asks whether the folder is in use holds the lock for a moment.
  constexpr int tries = 5;
  constexpr useconds_t moment = 2000;  // us
  for (int k = 0; flock(lock_, LOCK_EX | LOCK_NB) != 0; ++k) {
    if (k < tries) {
      usleep(moment);
      continue;
    }
    return Error{fmt::format("{}: another scree process is running in this folder", path_.string())};
  }
  return std::nullopt;
}

Result<RunFolder> RunFolder::create(const std::string& wanted, const std::string& name, bool force) {
  fs::path path = wanted;
  if (wanted.empty()) {
    auto made = make_default_folder(name);
    if (!made) return made.error();
    path = *made;
  } else if (auto bad = check_wanted(path, force)) {
    return *bad;
  }
  RunFolder folder(std::move(path));
  if (auto bad = folder.lock()) return *bad;
  remove_results(folder.path_);
  std::error_code failed;
  fs::create_directories(folder.path_ / "checkpoints", failed);
  if (failed) return cannot_make(folder.path_ / "checkpoints", failed);
  return folder;
}

Result<RunFolder> RunFolder::open(const std::string& path) {
  if (auto bad = check_run_folder(path)) return *bad;
  RunFolder folder{fs::path(path)};
  if (auto bad = folder.lock()) return *bad;
  std::error_code ignored;
  fs::create_directories(folder.path_ / "checkpoints", ignored);
  remove_half_written(folder.path_);
  remove_half_written(folder.path_ / "checkpoints");
  remove_half_written(folder.path_ / "paraview");
  return folder;
}

std::optional<Error> check_run_folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return Error{fmt::format("{}: no such folder", path)};
  if (!fs::exists(fs::path(path) / changes_name, ignored)) {
    return Error{fmt::format("{}: is not the folder of a run: it has no {}", path, changes_name)};
  }
  return std::nullopt;
}

bool in_use(const std::string& path) {
  const int lock = ::open((fs::path(path) / lock_name).c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool held = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(lock);  // lets go of it
  return held;
}

std::optional<Error> write_changes(const RunFolder& folder, const RunChanges& changes) {
  Json json{{"scene", changes.scene}, {"name", changes.name}};
  if (changes.end_time) json["end_time"] = *changes.end_time;
  if (changes.checkpoint_interval) json["checkpoint_interval"] = *changes.checkpoint_interval;
  if (changes.frame_interval) json["frame_interval"] = *changes.frame_interval;
  if (changes.paraview) json["paraview"] = *changes.paraview;
  return write_file(folder.file(changes_name),
                    json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<RunChanges> read_changes(const fs::path& folder) {
  const std::string path = (folder / changes_name).string();
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  for (const char* key : {"scene", "name"}) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_string()) {
      return Error{fmt::format("{}: is not what scree wrote: \"{}\" is missing or no text", path, key)};
    }
  }
  const auto has = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
  RunChanges changes;
  changes.scene = json["scene"].get<std::string>();
  changes.name = json["name"].get<std::string>();
  if (has("end_time")) changes.end_time = json["end_time"].get<double>();
  if (has("checkpoint_interval")) changes.checkpoint_interval = json["checkpoint_interval"].get<double>();
  if (has("frame_interval")) changes.frame_interval = json["frame_interval"].get<double>();
  if (json.contains("paraview") && json["paraview"].is_boolean()) {
    changes.paraview = json["paraview"].get<bool>();
  }
  return changes;
}

std::string checkpoint_path(const RunFolder& folder, std::uint64_t step) {
  // So many digits that the order of names is the order of steps.
  return folder.file(fmt::format("checkpoints/{:020}{}", step, checkpoint_ending));
}

std::string kept_checkpoint_path(const fs::path& folder, const std::string& event) {
  return (folder / fmt::format("checkpoints/{}.kept", event)).string();
}

std::vector<std::string> checkpoints_newest_first(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder / "checkpoints", ignored)) {
    if (entry.path().extension() == checkpoint_ending) found.push_back(entry.path().string());
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

void remove_old_checkpoints(const RunFolder& folder) {
  const auto all = checkpoints_newest_first(folder);
  std::error_code ignored;
  for (std::size_t i = checkpoints_kept; i < all.size(); ++i) fs::remove(all[i], ignored);
}

void set_aside(const std::string& damaged_checkpoint) {
  std::error_code ignored;
  fs::rename(damaged_checkpoint, damaged_checkpoint + ".damaged", ignored);
}

}  // namespace scree
