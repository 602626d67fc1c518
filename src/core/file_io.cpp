// Reads a whole file with C streams, because they say why they fail (errno).
#include "core/file_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

namespace scree {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

constexpr std::size_t first_chunk = std::size_t{1} << 16;  // bytes

Error cannot_read(const std::string& path, int reason) {
  return {fmt::format("{}: cannot read the file: {}", path, std::generic_category().message(reason))};
}

Error too_large(const std::string& path, std::size_t limit) {
  return {fmt::format("{}: the file is larger than the {} bytes allowed", path, limit)};
}

// Reads until the end, whatever the file system says of the size: pipes and devices say nothing.
Result<std::string> read_all(const std::string& path, std::FILE* file, std::size_t limit) {
  std::error_code unknown_size;
  const auto reported = std::filesystem::file_size(path, unknown_size);
  if (!unknown_size && reported > limit) return too_large(path, limit);
  const std::size_t expected = unknown_size ? 0 : static_cast<std::size_t>(reported);

  std::string bytes;
  std::size_t used = 0;
  // One byte more than expected, so that the end is seen without growing the buffer.
  bytes.resize(std::min(std::max(first_chunk, expected + 1), limit + 1));
  for (;;) {
    errno = 0;
    used += std::fread(bytes.data() + used, 1, bytes.size() - used, file);
    if (std::ferror(file) != 0) return cannot_read(path, errno);
    if (used > limit) return too_large(path, limit);
    if (used < bytes.size()) break;
    bytes.resize(std::min(2 * bytes.size(), limit + 1));
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  if (path.empty()) return Error{"cannot read a file with an empty name"};
  if (path.find('\0') != std::string::npos) {
    return Error{fmt::format("{}: cannot read the file: its name holds a zero byte", path.c_str())};
  }
  std::error_code ignored;
  // Checked first: opening a folder works, and only reading from it fails.
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{fmt::format("{}: is a folder, expected a file", path)};
  }
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    if (errno == ENOENT) return Error{fmt::format("{}: no such file", path)};
    return cannot_read(path, errno);
  }
  try {
    return read_all(path, file.get(), limit);
  } catch (const std::bad_alloc&) {
    return cannot_read(path, ENOMEM);
  }
}

}  // namespace scree
