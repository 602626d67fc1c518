#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "output/frame_codec.hpp"
#include "output/frame_file.hpp"
#include "output/frame_record.hpp"

namespace scree {
namespace {

// So much of a record is read to find its time. More than enough for the tables of a compressed block.
constexpr std::uint64_t beginning_bytes = 4096;

std::uint64_t size_of(int handle) {
  struct stat status {};
  return fstat(handle, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

FrameReader::FrameReader(FrameReader&& other) noexcept { *this = std::move(other); }

FrameReader& FrameReader::operator=(FrameReader&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(handle_, other.handle_);
  std::swap(scene_, other.scene_);
  std::swap(frames_, other.frames_);
  std::swap(head_bytes_, other.head_bytes_);
  std::swap(end_, other.end_);
  std::swap(last_header_, other.last_header_);
  std::swap(trouble_, other.trouble_);
  return *this;
}

FrameReader::~FrameReader() {
  if (handle_ >= 0) close(handle_);
}

Result<FrameReader> FrameReader::open(const std::string& path) {
  FrameReader reader;
  reader.path_ = path;
  if (auto bad = reader.open_file()) return *bad;
  return reader;
}

std::optional<Error> FrameReader::open_file() {
  handle_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  const auto cannot = [&](int why) {
    return Error{fmt::format("{}: cannot read the file: {}", path_, std::generic_category().message(why))};
  };
  if (handle_ < 0) return cannot(errno);
  struct stat status {};
  if (fstat(handle_, &status) != 0) return cannot(errno);
  if (!S_ISREG(status.st_mode)) return Error{fmt::format("{}: is not a file of frames", path_)};
  if (auto bad = read_scene_records()) return bad;
  find_frames();
  return std::nullopt;
}

Result<std::string> FrameReader::read_bytes(std::uint64_t offset, std::uint64_t bytes) const {
  std::string read(bytes, '\0');
  std::size_t got = 0;
  while (got < bytes) {
    const ssize_t n = pread(handle_, read.data() + got, bytes - got, static_cast<off_t>(offset + got));
    if (n > 0) {
      got += static_cast<std::size_t>(n);
    } else if (n == 0) {
      break;
    } else if (errno != EINTR) {
      return Error{
          fmt::format("{}: cannot read the file: {}", path_, std::generic_category().message(errno))};
    }
  }
  read.resize(got);
  return read;
}

std::optional<Error> FrameReader::read_scene_records() {
  const auto bad = [&](const std::string& what) { return Error{fmt::format("{}: {}", path_, what)}; };
  const Result<std::string> first = read_bytes(0, file_header_bytes);
  if (!first) return first.error();
  if (const std::string wrong = check_file_header(*first); !wrong.empty()) return bad(wrong);
  std::uint64_t at = file_header_bytes;
  std::string contents[2];
  for (const RecordKind kind : {RecordKind::scene, RecordKind::bodies}) {
    const Result<std::string> header_bytes = read_bytes(at, record_header_bytes);
    if (!header_bytes) return header_bytes.error();
    const auto header = read_record_header(*header_bytes);
    if (!header || header->kind != kind || at + record_bytes(*header) > size_of(handle_)) {
      return bad(fmt::format("byte {}: the record that describes the {} is cut off or damaged", at,
                             kind == RecordKind::scene ? "scene" : "bodies"));
    }
    const Result<std::string> record = read_bytes(at, record_bytes(*header));
    if (!record) return record.error();
    Result<std::string> decoded = read_contents(*record);
    if (!decoded) return bad(fmt::format("byte {}: {}", at, decoded.error().message));
    contents[kind == RecordKind::scene ? 0 : 1] = *std::move(decoded);
    at += record_bytes(*header);
    last_header_ = *header_bytes;
  }
  Result<FrameScene> scene = decode_scene(contents[0], contents[1]);
  if (!scene) return bad(scene.error().message);
  scene_ = *std::move(scene);
  head_bytes_ = end_ = at;
  return std::nullopt;
}

void FrameReader::find_frames() {
  trouble_.clear();
  const std::uint64_t size = size_of(handle_);
  const auto stop = [&](std::string_view why) {
    trouble_ =
        fmt::format("{}: byte {}: {}; {} frames before it are whole", path_, end_, why, frames_.size());
  };
  while (end_ < size) {
    const Result<std::string> begin = read_bytes(end_, record_header_bytes + beginning_bytes);
    if (!begin) return stop(begin.error().message);
    if (begin->size() < record_header_bytes) return stop("the last record is cut off");
    const auto header = read_record_header(*begin);
    if (!header || header->kind != RecordKind::frame)
      return stop("the header of a frame's record is damaged");
    if (record_bytes(*header) > size - end_) return stop("the last record is cut off");
    const std::string contents = read_beginning(*header, *begin, frame_header_bytes);
    if (contents.size() < frame_header_bytes) return stop("the record of a frame is damaged");
    FrameEntry entry;
    std::memcpy(&entry.time, contents.data(), sizeof entry.time);
    std::memcpy(&entry.step, contents.data() + sizeof entry.time, sizeof entry.step);
    entry.offset = end_;
    entry.bytes = record_bytes(*header);
    if (!frames_.empty() && !(entry.step > frames_.back().step))
      return stop("a frame is not later than the one before");
    frames_.push_back(entry);
    end_ += entry.bytes;
    last_header_ = begin->substr(0, record_header_bytes);
  }
}

Result<std::string> FrameReader::read_head() const { return read_bytes(0, head_bytes_); }

Result<std::string> FrameReader::read_record(std::size_t k) const {
  if (k >= frames_.size()) {
    return Error{fmt::format("{}: there is no frame {}; it has {}", path_, k, frames_.size())};
  }
  return read_bytes(frames_[k].offset, frames_[k].bytes);
}

Result<Frame> FrameReader::read_frame(std::size_t k) const {
  const Result<std::string> record = read_record(k);
  if (!record) return record.error();
  const auto bad = [&](const Error& error) {
    return Error{fmt::format("{}: frame {} at byte {}: {}", path_, k, frames_[k].offset, error.message)};
  };
  const Result<std::string> contents = read_contents(*record);
  if (!contents) return bad(contents.error());
  Result<Frame> frame = decode_frame(*contents, scene_);
  if (!frame) return bad(frame.error());
  return frame;
}

// The same file, not cut behind our back.
bool FrameReader::is_as_before() const {
  struct stat ours {
  }, named{};
  if (fstat(handle_, &ours) != 0 || stat(path_.c_str(), &named) != 0) return false;
  if (ours.st_ino != named.st_ino || ours.st_dev != named.st_dev) return false;
  if (static_cast<std::uint64_t>(ours.st_size) < end_) return false;
  const std::uint64_t last = frames_.empty() ? 0 : frames_.back().offset;
  if (last == 0) return true;
  const Result<std::string> header = read_bytes(last, record_header_bytes);
  return header && *header == last_header_;
}

Result<bool> FrameReader::refresh() {
  if (!is_as_before()) {
    Result<FrameReader> anew = open(path_);
    if (!anew) return anew.error();
    *this = *std::move(anew);
    return true;
  }
  const std::size_t before = frames_.size();
  find_frames();
  return frames_.size() != before;
}

}  // namespace scree
