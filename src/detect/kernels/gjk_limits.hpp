// When GJK stops and what it then knows, in space and in the plane, for host and device.
#pragma once

#include <scree/real.hpp>

#include <cstdint>

namespace scree {

enum class GjkOutcome : std::uint8_t { separate, beyond_cutoff, near_or_inside, undecided };

struct GjkLimits {
  Real cutoff = 0;     // m, stop once the distance is known to be larger
  Real converged = 0;  // m, stop once the bounds agree this well
  Real near_zero = 0;  // m, stop once the nearest point is this near
  int iterations = 0;
};

}  // namespace scree
