#include "core/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace scree {

std::string progress_bar(double share) {
  constexpr int width = 30;
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
  return fmt::format("[{:#<{}}{:<{}}]", "", filled, "", width - filled);
}

std::string time_left(double seconds) {
  const auto left = static_cast<std::int64_t>(seconds);
  return fmt::format("{}:{:02}", left / 60, left % 60);
}

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds) {
  const double share = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  return fmt::format("{} {:3.0f} %  {} of {} {}  {} left", progress_bar(share), 100 * share, done, total,
                     what, time_left(share > 0 ? seconds / share - seconds : 0));
}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) (void)std::fputs("\r\033[K", stderr);
}

void Progress::update(std::uint64_t done) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  (void)std::fputs(("\r\033[K" + progress_line(what_, done, total_, elapsed.count())).c_str(), stderr);
}

}  // namespace scree
