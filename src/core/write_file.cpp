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

// A file that is open for writing. Calls return 0 or errno.
class OutputFile {
 public:
  OutputFile(const std::string& path, int flags)
      : handle_(open(path.c_str(), flags | O_CLOEXEC, usual_mode)) {
    if (handle_ < 0) error_ = errno;
  }
  ~OutputFile() { close_now(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] int error() const { return error_; }
  void write_all(std::string_view bytes) {
    while (error_ == 0 && !bytes.empty()) {
      const ssize_t written = write(handle_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
  }
  // As the file that will be replaced.
  void take_mode_of(const std::string& path) {
    struct stat old {};
    if (error_ == 0 && stat(path.c_str(), &old) == 0 && fchmod(handle_, old.st_mode) != 0) error_ = errno;
  }
  void to_disk() {
    if (error_ == 0 && fsync(handle_) != 0) error_ = errno;
  }
  void close_now() {
    if (handle_ >= 0 && close(handle_) != 0 && error_ == 0) error_ = errno;
    handle_ = -1;
  }

 private:
  int handle_ = -1;
  int error_ = 0;
};

std::optional<Error> write_directly(const std::string& path, std::string_view bytes) {
  OutputFile file(path, O_WRONLY);
  file.write_all(bytes);
  file.close_now();
  if (file.error() != 0) return cannot_write(path, file.error());
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_writable(const std::string& path) {
  if (auto bad = check_name(path)) return bad;
  if (is_special(path)) return std::nullopt;
  const std::string temporary = temporary_name(target_of(path));
  const OutputFile file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (file.error() != 0) return cannot_write(path, file.error());
  unlink(temporary.c_str());
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::string_view bytes) {
  if (auto bad = check_name(path)) return bad;
  if (is_special(path)) return write_directly(path, bytes);
  const std::string target = target_of(path);
  const std::string temporary = temporary_name(target);
  OutputFile file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  file.take_mode_of(target);
  file.write_all(bytes);
  file.to_disk();
  file.close_now();
  int reason = file.error();
  if (reason == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) reason = errno;
  if (reason == 0) return std::nullopt;
  unlink(temporary.c_str());
  return cannot_write(path, reason);
}

}  // namespace scree
