// Tables as CSV files (RFC 4180): a header with units in the names, then a row at a time.
//
// The first two columns of a table are time and step. So a run that goes on from a step can cut the table
// back to it, and ends with the same table as a run that was never interrupted.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace scree {

// Quoted where a comma or a quote makes it necessary. A row is always one line: line breaks become spaces.
std::string csv_text(std::string_view text);

// Makes the table anew with its header and those rows of the file, if there is one, whose step is wanted.
// A row that was cut while it was written is dropped.
std::optional<Error> cut_csv(const std::string& path, std::string_view header,
                             const std::function<bool(std::uint64_t step)>& wanted);

// Appends rows to a file that exists.
class CsvAppender {
 public:
  explicit CsvAppender(std::string path);
  ~CsvAppender();
  CsvAppender(const CsvAppender&) = delete;
  CsvAppender& operator=(const CsvAppender&) = delete;

  // Hands the rows over to the system at once: they outlive this process.
  std::optional<Error> append(std::string_view rows);
  // Waits until they are on the disk: they outlive the machine.
  std::optional<Error> to_disk();

 private:
  [[nodiscard]] Error failed(int reason) const;
  std::string path_;
  int handle_;
  int open_error_ = 0;
};

}  // namespace scree
