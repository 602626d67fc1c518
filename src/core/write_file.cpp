// Writes a whole file by POSIX calls: they say why they fail, and tell when the bytes are on the disk.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file_io.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr mode_t usual_mode = 0666;  // less what the user's mask takes away

Error cannot_write(const std::string& path, int reason) {
  return {fmt::format("{}: cannot write the file: {}", path, std::generic_category().message(reason))};
}

// Where the bytes go first. The process number keeps two runs out of each other's way.
std::string temporary_name(const std::string& target) { return fmt::format("{}.{}.tmp", target, getpid()); }

// What the name stands for: a link is followed, so that the file behind it is replaced, not the link.
std::string target_of(const std::string& path) {
  std::error_code failed;
  const fs::path target = fs::canonical(path, failed);
  return failed ? path : target.string();
}

bool is_special(const std::string& path) {
  std::error_code failed;
  return fs::exists(path, failed) && !fs::is_regular_file(path, failed);
}

std::optional<Error> check_name(const std::string& path) {
  if (path.empty()) return Error{"cannot write a file with an empty name"};
  if (path.find('\0') != std::string::npos) {
    return Error{fmt::format("{}: cannot write the file: its name holds a zero byte", path.c_str())};
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return Error{fmt::format("{}: is a folder, expected a file", path)};
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::exists(folder, ignored)) {
    return Error{fmt::format("{}: cannot write the file: there is no folder {}", path, folder.string())};
  }
  // The folder decides about a new name; what exists may forbid to be changed.
  if (fs::exists(path, ignored) && access(path.c_str(), W_OK) != 0) return cannot_write(path, errno);
  return std::nullopt;
}

// Writes all of it, however often the system asks again. 0, or errno.
int write_all(int handle, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(handle, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int close_file(int handle) { return close(handle) == 0 ? 0 : errno; }

std::optional<Error> write_directly(const std::string& path, std::string_view bytes) {
  const int handle = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (handle < 0) return cannot_write(path, errno);
  int reason = write_all(handle, bytes);
  if (const int closing = close_file(handle); reason == 0) reason = closing;
  if (reason != 0) return cannot_write(path, reason);
  return std::nullopt;
}

int open_new(const std::string& path) {
  return open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, usual_mode);
}

// A new name is on the disk once its folder is. Some file systems cannot say so: that is no failure.
int folder_to_disk(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int handle = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return errno == EACCES ? 0 : errno;  // a folder may be written to and not read
  const int reason = fsync(handle) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
  close(handle);
  return reason;
}

}  // namespace

std::optional<Error> check_writable(const std::string& path) {
  if (auto bad = check_name(path)) return bad;
  if (is_special(path)) return std::nullopt;
  const std::string temporary = temporary_name(target_of(path));
  const int handle = open_new(temporary);
  if (handle < 0) return cannot_write(path, errno);
  close(handle);
  unlink(temporary.c_str());
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::string_view bytes) {
  if (auto bad = check_name(path)) return bad;
  if (is_special(path)) return write_directly(path, bytes);
  WholeFile file(path);
  file.append(bytes);
  return file.commit();
}

WholeFile::WholeFile(const std::string& path) : path_(path), bad_name_(check_name(path)) {
  if (bad_name_) return;
  target_ = target_of(path);
  temporary_ = temporary_name(target_);
  handle_ = open_new(temporary_);
  if (handle_ < 0) error_ = errno;
  // As the file that will be replaced.
  struct stat old {};
  if (error_ == 0 && stat(target_.c_str(), &old) == 0 && fchmod(handle_, old.st_mode) != 0) error_ = errno;
}

WholeFile::~WholeFile() {
  if (handle_ < 0) return;  // committed, or never opened
  close(handle_);
  unlink(temporary_.c_str());
}

void WholeFile::append(std::string_view bytes) {
  if (handle_ >= 0 && error_ == 0) error_ = write_all(handle_, bytes);
}

void WholeFile::overwrite(std::size_t offset, std::string_view bytes) {
  if (handle_ < 0 || error_ != 0) return;
  if (lseek(handle_, static_cast<off_t>(offset), SEEK_SET) < 0) error_ = errno;
  append(bytes);
  if (error_ == 0 && lseek(handle_, 0, SEEK_END) < 0) error_ = errno;
}

std::optional<Error> WholeFile::commit() {
  if (bad_name_) return bad_name_;
  if (handle_ >= 0) {
    if (error_ == 0 && fsync(handle_) != 0) error_ = errno;
    if (const int closing = close_file(handle_); error_ == 0) error_ = closing;
    handle_ = -1;
    if (error_ == 0 && std::rename(temporary_.c_str(), target_.c_str()) != 0) error_ = errno;
    if (error_ != 0) {
      unlink(temporary_.c_str());
    } else {
      error_ = folder_to_disk(target_);
    }
  }
  if (error_ != 0) return cannot_write(path_, error_);
  return std::nullopt;
}

}  // namespace scree
