// Tables of a run, read row by row: they may be larger than the memory, and grow while they are read.
#pragma once

#include <scree/real.hpp>
#include <scree/result.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

class CsvReader {
 public:
  // Reads the header. What is appended later is not seen; a last row that is still being written is left out.
  static Result<CsvReader> open(const std::string& path);

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  // An error names the column and those that there are.
  [[nodiscard]] Result<std::size_t> column(std::string_view name) const;

  // The next row's fields, without their quotes; false after the last one. They hold until the next call.
  Result<bool> next(std::vector<std::string>& fields);
  // A field as a number; an error names file, line and column.
  [[nodiscard]] Result<Real> number(const std::vector<std::string>& fields, std::size_t column) const;
  // The first field of the last whole row; nothing when there is no row.
  [[nodiscard]] Result<std::optional<Real>> last_first_number() const;

  [[nodiscard]] std::uint64_t bytes() const { return size_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return offset_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool next_line(std::string& line);

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::string> columns_;
  std::uint64_t size_ = 0;    // bytes, when it was opened
  std::uint64_t offset_ = 0;  // bytes handed out
  std::uint64_t line_ = 0;    // its number, from 1
  std::string buffer_;
  std::size_t used_ = 0;  // of the buffer
  std::string text_;
};

}  // namespace scree
