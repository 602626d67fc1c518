// When something is written: at which steps.
#pragma once

#include <scree/real.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scree {

// Every `interval` of simulated time, at the step nearest to it. A function of the step alone, so that a run
// that was interrupted writes at the same steps as one that was not.
struct OutputTimes {
  Real interval = 0;   // s, > 0
  Real time_step = 0;  // s

  [[nodiscard]] bool due(std::uint64_t step) const {
    const auto passed = [&](Real s) { return std::floor(s * time_step / interval); };
    const auto s = static_cast<Real>(step);
    return step == 0 || passed(s + 0.5) > passed(s - 0.5);
  }
};

// The first step whose time is `time` (s) or at most half a step before it.
inline std::uint64_t step_at(Real time, Real time_step) {
  return static_cast<std::uint64_t>(std::max(0.0, std::ceil(time / time_step - 0.5)));
}

}  // namespace scree
