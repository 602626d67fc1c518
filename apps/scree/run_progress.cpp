#include "run_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "core/progress.hpp"

namespace scree::command {
namespace {

// Between two lines where they stay: in a file or a pipe.
constexpr auto plain_interval = std::chrono::seconds(5);

void to_standard_error(const std::string& text) { (void)std::fputs(text.c_str(), stderr); }

}  // namespace

std::string progress_text(const RunProgress& p) {
  const double share = p.end_time > 0 ? p.time / p.end_time : 1;
  return fmt::format(
      "{} {:3.0f} %  {:.4g} of {:g} s  {:.0f} steps/s  {} particles  {} contacts  balance {:.1e}  {} left",
      progress_bar(share), 100 * share, p.time, p.end_time, p.steps_per_second, p.particles, p.contacts,
      p.balance_error, time_left(p.seconds_left));
}

RunProgressLine::RunProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

RunProgressLine::~RunProgressLine() { wipe(); }

void RunProgressLine::wipe() {
  if (shown_ && terminal_) to_standard_error("\r\033[K");
  shown_ = false;
}

void RunProgressLine::show(const RunProgress& progress) {
  if (terminal_) {
    to_standard_error("\r\033[K" + progress_text(progress));
  } else {
    const auto now = Clock::now();
    if (now - last_ < plain_interval) return;
    last_ = now;
    to_standard_error(progress_text(progress) + "\n");
  }
  shown_ = true;
}

}  // namespace scree::command
