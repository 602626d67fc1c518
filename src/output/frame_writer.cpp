#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/file_io.hpp"
#include "output/frame_codec.hpp"
#include "output/frame_file.hpp"
#include "output/frame_record.hpp"

namespace scree {
namespace {

std::string make_head(const FrameScene& scene, BlockCompressor& compressor) {
  Exec alone(1);
  std::string head = frame_file_header();
  append_record(RecordKind::scene, encode_scene(scene), compressor, alone, head);
  append_record(RecordKind::bodies, encode_bodies(scene), compressor, alone, head);
  return head;
}

// The old file's frames behind another head: as when a resumed run got another end time.
std::optional<Error> replace_head(const std::string& path, const std::string& head, const FrameReader& old,
                                  std::size_t kept) {
  WholeFile file(path);
  file.append(head);
  for (std::size_t k = 0; k < kept; ++k) {
    const Result<std::string> record = old.read_record(k);
    if (!record) return record.error();
    file.append(*record);
  }
  return file.commit();
}

}  // namespace

FrameWriter::FrameWriter(std::string path, const FrameScene& scene, std::uint64_t step)
    : path_(std::move(path)), radius_(scene.radius) {
  open_error_ = make_or_cut(scene, step);
  if (open_error_) return;
  handle_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (handle_ < 0 || ftruncate(handle_, static_cast<off_t>(end_)) != 0) open_error_ = failed(errno);
}

FrameWriter::~FrameWriter() {
  if (handle_ >= 0) close(handle_);
}

std::optional<Error> FrameWriter::make_or_cut(const FrameScene& scene, std::uint64_t step) {
  const std::string head = make_head(scene, compressor_);
  end_ = head.size();
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return write_file(path_, head);
  const Result<FrameReader> old = FrameReader::open(path_);
  // Bodies are the same in all states of a scene.
  if (!old || old->scene().piece_mesh != scene.piece_mesh || body_count(old->scene()) != body_count(scene)) {
    return write_file(path_, head);
  }
  const auto& frames = old->frames();
  const auto first_cut =
      std::find_if(frames.begin(), frames.end(), [&](const FrameEntry& frame) { return frame.step >= step; });
  frames_.assign(frames.begin(), first_cut);
  for (FrameEntry& frame : frames_) {
    frame.offset = end_;
    end_ += frame.bytes;
  }
  const Result<std::string> old_head = old->read_head();
  if (old_head && *old_head == head) return std::nullopt;
  return replace_head(path_, head, *old, frames_.size());
}

Error FrameWriter::failed(int reason) const {
  return {fmt::format("{}: cannot write the file: {}", path_, std::generic_category().message(reason))};
}

std::optional<Error> FrameWriter::append(const Frame& frame, Exec& exec) {
  if (open_error_) return open_error_;
  encode_frame(frame, radius_, contents_);
  record_.clear();
  append_record(RecordKind::frame, contents_, compressor_, exec, record_);
  std::string_view rest = record_;
  for (auto place = static_cast<off_t>(end_); !rest.empty();) {
    const ssize_t written = pwrite(handle_, rest.data(), rest.size(), place);
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
      place += written;
    } else if (errno != EINTR) {
      const Error error = failed(errno);
      // Readers would take half a record for one that is still being written.
      [[maybe_unused]] const int ignored = ftruncate(handle_, static_cast<off_t>(end_));
      return error;
    }
  }
  frames_.push_back({frame.time, frame.step, end_, record_.size()});
  end_ += record_.size();
  return std::nullopt;
}

std::optional<Error> FrameWriter::to_disk() {
  if (open_error_) return open_error_;
  if (fsync(handle_) != 0) return failed(errno);
  return std::nullopt;
}

}  // namespace scree
