// fcp: the fast common plane with its separation step (Nezami 2004, as described by Nezami 2006, Sec. 2,
// and Descantes 2019, Sec. 2).
//
// Starts at the perpendicular bisector of the centroids, or at the last plane. If the particles reach
// through it they are moved apart, across it, to a small gap. The candidates at the closest vertices are
// then searched (common_plane_candidates.hpp, where the deviations are named); the gap of the plane found
// is that of the particles in their true places.
//
// As published, which fails in two ways. In overlap the plane is that of the separated particles: right
// only if the first plane was (Descantes 2019, Fig. 4). And where several vertices are equally close any
// one is taken, though the better plane may lie at another.
//
// `iterations`: rounds, each over all candidates at one pair of vertices. Cannot answer:
// `unsupported_pair` unless both shapes are polyhedra; `not_converged` after `most_candidate_rounds`
// rounds. Lengths in metres, A's frame and centre.
#pragma once

#include <limits>

#include "detect/kernels/common_plane_candidates.hpp"

namespace scree {

namespace common_plane_detail {

// The gap to which overlapping particles are moved apart. Small, so that they stay near their places,
// and large enough for the direction between two vertices to keep its digits. (x size)
inline constexpr Real separated_gap = 1e-4;

// How far B is moved: not at all where the plane across the unit vector `start` separates the two. (m)
template <class Pair, class Vec>
SCREE_HD inline Vec shift_apart(const Pair& pair, Vec start) {
  const Real gap = separation(pair, start);
  return gap > 0 ? Vec{} : (separated_gap * pair.size - gap) * start;
}
// ... and the gap that ends the search early: none for particles out of their places.
template <class Vec>
SCREE_HD inline Real cutoff_when_shifted(Vec shift, const QueryRequest& request) {
  return shift == Vec{} ? cutoff_of(request) : std::numeric_limits<Real>::infinity();
}

}  // namespace common_plane_detail

SCREE_HD inline Status fast_common_plane(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                         Contact& contact, ContactPatch* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::fast_common_plane;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Vec3 start = first_normal(pair, cache, self);
  const Vec3 shift = shift_apart(pair, start);
  const FoundPlane found = search_candidates(pair, start, shift, cutoff_when_shifted(shift, request));
  return answer(pair, request, self, found, request.parallel_angle, cache, contact, patch);
}

}  // namespace scree
