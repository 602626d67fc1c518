// cp: Cundall's iterative common plane (Cundall 1988, as described by Nezami 2006, Sec. 2, and Descantes
// 2019, Sec. 2, whose Algorithm 1 without its outer loop over starts it is).
//
// Starts at the perpendicular bisector of the centroids, or at the last plane, and tilts it by steps from
// 5 deg down to 1e-7 deg (common_plane_search.hpp, where the deviations are named). The step range is the
// same with a warm start: the texts name no other.
//
// As published it climbs to the nearest local maximum of the gap and may stop on a ridge that neither
// frame's four directions follow: the answer is a lower bound of the signed distance, often a good one,
// and in overlap sometimes a wrong plane altogether (Descantes 2019, Fig. 2).
//
// `iterations`: rounds of four tilted planes. Cannot answer: `unsupported_pair` unless both shapes are
// polyhedra, `not_converged` after `most_rounds` rounds. Lengths in metres, A's frame and centre.
#pragma once

#include "detect/kernels/common_plane_search.hpp"

namespace scree {

SCREE_HD inline Status common_plane(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                    Contact& contact, ContactPatch* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::common_plane;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const FoundPlane found = search_plane(pair, first_normal(pair, cache, self), cutoff_of(request));
  const Real parallel = std::fmax(request.parallel_angle, plane_accuracy);
  return answer(pair, request, self, found, parallel, cache, contact, patch);
}

}  // namespace scree
