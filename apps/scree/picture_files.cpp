#include "picture_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <vector>

#include "core/file_io.hpp"
#include "core/progress.hpp"

namespace scree::command {
namespace {

namespace fs = std::filesystem;

// What all threads share.
struct Work {
  const RunPictures& run;
  const SnapshotView& view;
  const fs::path& folder;
  Progress progress;  // of the first thread alone
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::vector<std::optional<Error>> errors;  // one per thread
};

std::optional<Error> write_picture(const Work& work, std::size_t frame, DrawingMeshes& meshes) {
  const Result<std::string> png = work.run.render(frame, work.view, meshes);
  if (!png) return png.error();
  return write_file((work.folder / picture_name(frame)).string(), *png);
}

void work_off(Work& work, int thread) {
  DrawingMeshes meshes;
  const std::size_t count = work.run.frames().size();
  for (std::size_t frame = take(work.next); frame < count && !work.failed; frame = take(work.next)) {
    work.errors[thread] = write_picture(work, frame, meshes);
    if (work.errors[thread]) work.failed = true;
    if (thread == 0) work.progress.update(frame);
  }
}

void remove_further(const fs::path& folder, std::size_t count) {
  std::error_code none;
  for (std::size_t frame = count; fs::remove(folder / picture_name(frame), none); ++frame) {
  }
}

}  // namespace

std::string picture_name(std::size_t frame) { return fmt::format("frame-{:04}.png", frame); }

std::optional<Error> make_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!failed) return std::nullopt;
  return Error{fmt::format("{}: cannot be made: {}", folder.string(), failed.message())};
}

std::optional<Error> write_pictures(const RunPictures& run, const SnapshotView& view, const fs::path& folder,
                                    Exec& exec) {
  const std::size_t count = run.frames().size();
  Work work{run, view, folder, Progress("pictures", count), {}, {}, {}};
  work.errors.resize(exec.threads());
  exec.on_all_threads([](void* context, int thread) { work_off(*static_cast<Work*>(context), thread); },
                      &work);
  for (const std::optional<Error>& error : work.errors) {
    if (error) return error;
  }
  remove_further(folder, count);
  return std::nullopt;
}

}  // namespace scree::command
