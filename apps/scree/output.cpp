// Writes to standard output and standard error.
#include "output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace scree::command {
namespace {

// Nothing can be done about a standard error that takes no text.
void write_error_line(const std::string& line) { (void)std::fwrite(line.data(), 1, line.size(), stderr); }

}  // namespace

void write(Output& output, std::string_view text) {
  if (output.error != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    output.error = errno != 0 ? errno : EIO;
}

bool finish(Output& output) {
  errno = 0;
  if (output.error == 0 && std::fflush(stdout) != 0) output.error = errno != 0 ? errno : EIO;
  if (output.error == 0) return true;
  complain(fmt::format("cannot write to standard output: {}", std::generic_category().message(output.error)));
  return false;
}

void complain(std::string_view message) { write_error_line(fmt::format("scree: {}\n", message)); }
void remark(std::string_view message) { write_error_line(fmt::format("note: {}\n", message)); }

}  // namespace scree::command
