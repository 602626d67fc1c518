// A progress line on standard error, with the time left, for work that takes longer than two seconds.
//
// Silent when standard error is no terminal, and for work that ends sooner.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace scree {

class Progress {
 public:
  // `what` is counted, for example "pairs".
  Progress(std::string what, std::uint64_t total);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Says that `done` of the total are done. Cheap: looks at the clock, rarely writes.
  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
  bool terminal_;
  bool shown_ = false;
};

// [######      ] for a share of the work, 0 to 1.
std::string progress_bar(double share);
// Minutes and seconds.
std::string time_left(double seconds);
// The line's text: a bar, the share, the count and the time left, from the seconds used so far.
std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds);

}  // namespace scree
