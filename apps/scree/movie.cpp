// Starts ffmpeg without a shell and waits for it.
#include "movie.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <vector>

namespace scree::command {
namespace {

namespace fs = std::filesystem;

// The exit status of a program that runs in `folder` and reads nothing, or why it could not be started.
Result<int> run_program(std::vector<std::string> arguments, const fs::path& folder) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t process = 0;
  const int failed = posix_spawn(&process, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  const auto error = [&](int reason) {
    return Error{
        fmt::format("{}: cannot be started: {}", arguments[0], std::generic_category().message(reason))};
  };
  if (failed != 0) return error(failed);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return error(errno);
  }
  constexpr int killed = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : killed + WTERMSIG(status);
}

}  // namespace

std::optional<std::string> find_ffmpeg() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    // A name that is not absolute would mean something else in another folder.
    const fs::path program = fs::path(folder) / "ffmpeg";
    if (program.is_absolute() && access(program.c_str(), X_OK) == 0) return program.string();
  }
  return std::nullopt;
}

std::optional<Error> make_movie(const std::string& ffmpeg, const fs::path& folder, std::size_t count,
                                int frames_per_second, const fs::path& movie) {
  std::error_code failed;
  const fs::path target = fs::absolute(movie, failed);
  const fs::path half_done = target.parent_path() / fmt::format(".{}.part.mp4", target.stem().string());
  // Even sizes: players want colours at half the resolution (yuv420p). Relative to the folder, so that no %
  // of a folder's name is taken for a number.
  const Result<int> status = run_program({ffmpeg,
                                          "-nostdin",
                                          "-y",
                                          "-loglevel",
                                          "error",
                                          "-framerate",
                                          std::to_string(frames_per_second),
                                          "-start_number",
                                          "0",
                                          "-i",
                                          "frame-%04d.png",
                                          "-frames:v",
                                          std::to_string(count),
                                          "-vf",
                                          "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                                          "-c:v",
                                          "libx264",
                                          "-crf",
                                          "20",
                                          "-pix_fmt",
                                          "yuv420p",
                                          "-movflags",
                                          "+faststart",
                                          "file:" + half_done.string()},
                                         folder);
  std::optional<Error> bad;
  if (!status) {
    bad = status.error();
  } else if (*status != 0) {
    bad = Error{fmt::format("{}: {} failed with status {}", movie.string(), ffmpeg, *status)};
  } else {
    fs::rename(half_done, target, failed);
    if (failed) bad = Error{fmt::format("{}: cannot be written: {}", movie.string(), failed.message())};
  }
  if (bad) fs::remove(half_done, failed);
  return bad;
}

}  // namespace scree::command
