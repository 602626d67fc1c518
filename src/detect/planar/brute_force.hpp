// The reference of the plane: signed distance by looking at everything, in 80-bit arithmetic (host).
//
// Shares no code with the kernels up to the final description. For polygons and discs.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/brute_force.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree {

Status brute_force(const PlanarPair& pair, Real parallel_angle, Contact2& contact,
                   ContactPatch2* patch = nullptr, BruteForceDetail* detail = nullptr);

}  // namespace scree
