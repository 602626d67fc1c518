// slm in the plane: the common plane of two convex polygons by their shortest link (Nezami 2006, Sec. 3.6).
//
// As in space (kernels/slm.hpp), and by the same code: going to and fro between the closest points, each
// found by a walk over the outline; closed forms for the features at hand; a link accepted by proof
// (kernels/slm_link.hpp); polygons in contact moved apart along the last normal (kernels/slm_solve.hpp). Here
// an edge is what a face is in space, so that two features are closest at a corner of one of them: nothing is
// left of the slow creep between faces, and the closed form of two edges is exact.
//
// Deviations from the text: as in space.
//
// Guarantee: exact apart and touching, by proof or by the exact solver of gjk-epa (`Contact2::fallback`); in
// overlap never too shallow. Warm start: the last link's features and the last normal. Cannot answer:
// `unsupported_pair` unless both shapes are polygons. Lengths in metres, all vectors in A's frame relative to
// A's centre, places in their shape's own.
#pragma once

#include <limits>

#include "detect/kernels/slm_solve.hpp"
#include "detect/planar/gjk_epa.hpp"
#include "detect/planar/slm_parts.hpp"

namespace scree {

namespace slm_detail {

SCREE_HD inline CoreContact2 exact_contact(const LinkFrame2& frame, Vec2 start) {
  return gjk_epa2_detail::solve_polygonal(frame.pair, start, std::numeric_limits<Real>::infinity());
}

}  // namespace slm_detail

SCREE_HD inline Status shortest_link(const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                                     Contact2& contact, ContactPatch2* patch = nullptr) {
  if (!begin_polygons(pair, contact, patch)) return contact.status;
  const CoreContact2 core = slm_detail::contact_by_link(pair, request, cache);
  set_polygonal_contact(pair, core, request, request.parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree
