#include "analysis/csv_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace scree {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_row = std::size_t{1} << 20;  // bytes; more is no table of a run

// RFC 4180 without line breaks in fields, as csv_text writes them.
void split(std::string_view line, std::vector<std::string>& fields) {
  fields.clear();
  fields.emplace_back();
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
}

std::optional<Real> to_number(std::string_view text) {
  Real value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<CsvReader> CsvReader::open(const std::string& path) {
  CsvReader reader;
  reader.path_ = path;
  std::error_code failed;
  reader.size_ = std::filesystem::file_size(path, failed);
  if (!failed) {
    errno = 0;
    reader.file_.reset(std::fopen(path.c_str(), "rbe"));
  }
  if (!reader.file_) {
    const std::string reason = failed ? failed.message() : std::generic_category().message(errno);
    return Error{fmt::format("{}: cannot read the file: {}", path, reason)};
  }
  if (!reader.next_line(reader.text_)) return Error{fmt::format("{}:1: has no header", path)};
  split(reader.text_, reader.columns_);
  return reader;
}

Result<std::size_t> CsvReader::column(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found != columns_.end()) return static_cast<std::size_t>(found - columns_.begin());
  return Error{
      fmt::format("{}:1: there is no column \"{}\"; columns: {}", path_, name, fmt::join(columns_, ", "))};
}

bool CsvReader::next_line(std::string& line) {
  line.clear();
  for (;;) {
    const std::size_t end = buffer_.find('\n', used_);
    if (end != std::string::npos) {
      line.append(buffer_, used_, end - used_);
      offset_ += end + 1 - used_;
      used_ = end + 1;
      ++line_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return true;
    }
    // The rest of the buffer belongs to a row that goes on, or that was cut.
    buffer_.erase(0, used_);
    used_ = 0;
    const std::uint64_t left = size_ - offset_ - buffer_.size();
    const std::size_t had = buffer_.size();
    if (left == 0 || had > longest_row) return false;
    buffer_.resize(had + std::min<std::uint64_t>(left, buffer_bytes));
    const std::size_t got = std::fread(buffer_.data() + had, 1, buffer_.size() - had, file_.get());
    buffer_.resize(had + got);
    if (got == 0) return false;
  }
}

Result<bool> CsvReader::next(std::vector<std::string>& fields) {
  if (!next_line(text_)) return false;
  split(text_, fields);
  if (fields.size() != columns_.size()) {
    return Error{
        fmt::format("{}:{}: has {} fields, the header has {}", path_, line_, fields.size(), columns_.size())};
  }
  return true;
}

Result<Real> CsvReader::number(const std::vector<std::string>& fields, std::size_t column) const {
  if (const auto value = to_number(fields[column])) return *value;
  return Error{
      fmt::format("{}:{}: {} is \"{}\", not a number", path_, line_, columns_[column], fields[column])};
}

Result<std::optional<Real>> CsvReader::last_first_number() const {
  constexpr std::uint64_t piece = longest_row;
  const std::uint64_t from = size_ > piece ? size_ - piece : 0;
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path_.c_str(), "rbe"));
  std::string end(static_cast<std::size_t>(size_ - from), '\0');
  if (!file || std::fseek(file.get(), static_cast<long>(from), SEEK_SET) != 0) {
    return Error{fmt::format("{}: cannot read the file: {}", path_, std::generic_category().message(errno))};
  }
  end.resize(std::fread(end.data(), 1, end.size(), file.get()));
  end.erase(end.find_last_of('\n') + 1);  // nothing when there is no line break
  if (end.size() < 2) return std::optional<Real>{};
  const std::size_t begin = end.find_last_of('\n', end.size() - 2);
  if (begin == std::string::npos && from == 0) return std::optional<Real>{};  // only the header
  const std::string row = end.substr(begin + 1, end.find(',', begin + 1) - begin - 1);
  if (const auto value = to_number(row)) return value;
  return Error{fmt::format("{}: the last row begins with \"{}\", not with a number", path_, row)};
}

}  // namespace scree
