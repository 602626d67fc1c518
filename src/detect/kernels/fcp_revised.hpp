// fcp-revised: the fast common plane without the separation step (Descantes 2019, Sec. 2, Algorithm 2).
//
// Starts at the perpendicular bisector of the centroids, or at the last plane, and searches the candidates
// at the closest vertices (common_plane_candidates.hpp, where the deviations are named), with the
// particles where they are: in overlap the closest vertices are those buried deepest.
//
// As published it follows one pair of vertices and stops where no candidate there opens the gap. Where
// several vertices are equally close, another may have a better one: so it fails apart, and most often in
// overlap, where local maxima stop it, too.
//
// `iterations`: rounds, each over all candidates at one pair of vertices. Cannot answer:
// `unsupported_pair` unless both shapes are polyhedra; `not_converged` after `most_candidate_rounds`
// rounds. Lengths in metres, A's frame and centre.
#pragma once

#include "detect/kernels/common_plane_candidates.hpp"

namespace scree {

SCREE_HD inline Status fast_common_plane_revised(const ShapePair& pair, const QueryRequest& request,
                                                 PairCache& cache, Contact& contact,
                                                 ContactPatch* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::fast_common_plane_revised;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Vec3 start = first_normal(pair, cache, self);
  const FoundPlane found = search_candidates(pair, start, Vec3{}, cutoff_of(request));
  return answer(pair, request, self, found, request.parallel_angle, cache, contact, patch);
}

}  // namespace scree
