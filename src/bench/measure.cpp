#include "bench/measure.hpp"

#include <malloc.h>
#include <time.h>  // NOLINT(modernize-deprecated-headers): clock_gettime is POSIX

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace scree::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<Real, std::nano>;

constexpr Real unmeasured = std::numeric_limits<Real>::infinity();
constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

// Nanoseconds by a clock on the wall, which is read in a tenth of the time: for single calls, too short to be
// interrupted often.
Real wall_time() { return Nanoseconds(Clock::now().time_since_epoch()).count(); }

// The loop that every time comes from.
template <Real (*Now)()>
Real time_of(const Work& work, std::int64_t count) {
  const Real begin = Now();
  for (std::int64_t i = 0; i < count; ++i) work();
  return Now() - begin;
}

// How often a work must be repeated to last long enough.
std::int64_t needed_count(const Work& work, Real least_nanoseconds) {
  std::int64_t count = 1;
  for (;;) {
    const Real time = time_of<processor_time>(work, count);
    if (time >= least_nanoseconds) return count;
    // Twice as many at least; not many times too many, should the first ones have been fast by chance.
    const Real factor = std::clamp(1.2 * least_nanoseconds / std::max(time, 1.0), 2.0, 100.0);
    count = static_cast<std::int64_t>(std::ceil(static_cast<Real>(count) * factor));
  }
}

}  // namespace

Real processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<Real>(now.tv_sec) + static_cast<Real>(now.tv_nsec);
}

std::size_t heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

std::vector<Real> best_times(const std::vector<Work>& works, const Plan& plan) {
  std::vector<std::int64_t> counts;
  counts.reserve(works.size());
  for (const Work& work : works) counts.push_back(needed_count(work, 1e9 * plan.least_seconds));
  std::vector<Real> best(works.size(), unmeasured);
  for (int round = 0; round < std::max(1, plan.rounds); ++round) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      best[i] =
          std::min(best[i], time_of<processor_time>(works[i], counts[i]) / static_cast<Real>(counts[i]));
    }
  }
  return best;
}

Real clock_overhead() {
  const Work nothing = [] { keep(0); };
  Real best = unmeasured;
  for (int i = 0; i < 10'000; ++i) best = std::min(best, time_of<wall_time>(nothing, 1));
  return best;
}

void best_call_times(const std::vector<Work>& works, int rounds, Real overhead, std::vector<Real>& times) {
  times.assign(works.size(), unmeasured);
  for (int round = 0; round < std::max(1, rounds); ++round) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      times[i] = std::min(times[i], std::max(0.0, time_of<wall_time>(works[i], 1) - overhead));
    }
  }
}

Real percentile(std::vector<Real> values, Real share) {
  if (values.empty()) return not_a_number;
  const Real rank = std::ceil(share * static_cast<Real>(values.size()));
  const auto index =
      static_cast<std::ptrdiff_t>(std::clamp(rank - 1, 0.0, static_cast<Real>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<std::size_t>(index)];
}

Real mean(const std::vector<Real>& values) {
  if (values.empty()) return not_a_number;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<Real>(values.size());
}

}  // namespace scree::bench
