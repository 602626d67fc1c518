#include "core/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace scree {

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds) {
  constexpr int width = 30;
  const double share = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const int filled = static_cast<int>(share * width);
  const auto left = static_cast<std::int64_t>(share > 0 ? seconds / share - seconds : 0);
  return fmt::format("[{:#<{}}{:<{}}] {:3.0f} %  {} of {} {}  {}:{:02} left", "", filled, "", width - filled,
                     100 * share, done, total, what, left / 60, left % 60);
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
