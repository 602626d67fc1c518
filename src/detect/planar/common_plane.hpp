// The answer of the common plane algorithms in the plane from the line they found, for host and device.
//
// What they share with those in space is in kernels/common_plane.hpp. Lengths in metres, A's frame and
// centre.
#pragma once

#include "detect/kernels/common_plane.hpp"
#include "detect/planar/planar_contact.hpp"

namespace scree::common_plane_detail {

using FoundPlane2 = FoundPlaneOf<Vec2>;

// Keeps the line for the next query and answers from it.
SCREE_HD inline Status answer(const PlanarPair& pair, const QueryRequest& request, Algorithm algorithm,
                              const FoundPlane2& found, PairCache2& cache, Contact2& contact,
                              ContactPatch2* patch) {
  const CoreContact2 core = contact_across(pair, request, found, request.parallel_angle);
  if (core.status == Status::not_finite) return contact.status = core.status;
  keep_direction(cache, algorithm, found.normal);
  set_polygonal_contact(pair, core, request, request.parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree::common_plane_detail
