#include "output/csv_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/file_io.hpp"

namespace scree {
namespace {

// The number in the second column.
std::optional<std::uint64_t> step_of(std::string_view row) {
  const std::size_t comma = row.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::uint64_t step = 0;
  const auto [end, error] = std::from_chars(row.data() + comma + 1, row.data() + row.size(), step);
  const bool whole = end == row.data() + row.size() || *end == ',' || *end == '\n';
  if (error != std::errc() || !whole) return std::nullopt;
  return step;
}

}  // namespace

std::string csv_text(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  if (line.find_first_of(",\"") == std::string::npos) return line;
  std::string quoted = "\"";
  for (const char c : line) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::optional<Error> cut_csv(const std::string& path, std::string_view header,
                             const std::function<bool(std::uint64_t step)>& wanted) {
  std::string kept = fmt::format("{}\n", header);
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    const Result<std::string> old = read_file(path);
    if (!old) return old.error();
    // A row without its line break was cut.
    std::string_view rest = *old;
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      const std::string_view row = rest.substr(0, end + 1);
      rest.remove_prefix(end + 1);
      if (const auto step = step_of(row); step && wanted(*step)) kept += row;
    }
  }
  return write_file(path, kept);
}

CsvAppender::CsvAppender(std::string path)
    : path_(std::move(path)), handle_(open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC)) {
  if (handle_ < 0) open_error_ = errno;
}

CsvAppender::~CsvAppender() {
  if (handle_ >= 0) close(handle_);
}

Error CsvAppender::failed(int reason) const {
  return {fmt::format("{}: cannot write the file: {}", path_, std::generic_category().message(reason))};
}

std::optional<Error> CsvAppender::append(std::string_view rows) {
  if (open_error_ != 0) return failed(open_error_);
  while (!rows.empty()) {
    const ssize_t written = write(handle_, rows.data(), rows.size());
    if (written >= 0) {
      rows.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return failed(errno);
    }
  }
  return std::nullopt;
}

std::optional<Error> CsvAppender::to_disk() {
  if (open_error_ != 0) return failed(open_error_);
  if (fsync(handle_) != 0) return failed(errno);
  return std::nullopt;
}

}  // namespace scree
