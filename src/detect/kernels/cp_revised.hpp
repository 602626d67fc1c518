// cp-revised: Cundall's common plane from three starts (Descantes 2019, Sec. 2, Algorithm 1).
//
// The search of `cp` (common_plane_search.hpp) runs from the perpendicular bisector of the centroids and
// from two planes at right angles to it and to each other; the plane with the largest gap is the answer.
//
// Deviations from Algorithm 1, besides those of the search:
// - Each start has its own gap_max and the best plane is kept in the end, as the paper's text says. As
//   printed, gap_max lives on: the second and third start could then move only where a single tilt of
//   theirs beats what the first has found.
// - The planes at right angles hold both centroids, so A has no side of theirs, and the sign of p12 and
//   q12 is open; at p12 itself it makes no difference for particles with a centre of symmetry. The first
//   tilt towards n12, the only way to have the centroids on the right sides, is tried with either sign,
//   and the start with the larger gap there is taken.
// - A warm start takes the last plane in place of the bisector; the other two starts stay.
//
// `iterations`: rounds of four tilted planes, of all starts together. Cannot answer: `unsupported_pair`
// unless both shapes are polyhedra, `not_converged` when the best plane's start used up its rounds.
// Lengths in metres, A's frame and centre.
#pragma once

#include "detect/kernels/common_plane_search.hpp"

namespace scree {

namespace common_plane_detail {

// A plane through both centroids, seen from the side from which the first tilt towards the bisector's
// normal opens the gap more. Both are unit vectors.
SCREE_HD inline Vec3 better_side(const ShapePair& pair, Vec3 normal, Vec3 bisector) {
  const Vec3 tilt = largest_step * bisector;
  const Real forwards = separation(pair, normalized(normal + tilt));
  const Real backwards = separation(pair, normalized(tilt - normal));
  return backwards > forwards ? -normal : normal;
}

SCREE_HD inline void search_again(const ShapePair& pair, Vec3 start, Real cutoff, FoundPlane& best,
                                  Real& gap) {
  if (gap > cutoff) return;
  FoundPlane found = search_plane(pair, start, cutoff);
  const Real found_gap = separation(pair, found.normal);
  found.iterations += best.iterations;
  best.iterations = found.iterations;
  if (!(found_gap > gap)) return;
  best = found;
  gap = found_gap;
}

}  // namespace common_plane_detail

SCREE_HD inline Status common_plane_revised(const ShapePair& pair, const QueryRequest& request,
                                            PairCache& cache, Contact& contact,
                                            ContactPatch* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::common_plane_revised;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Real cutoff = cutoff_of(request);
  FoundPlane best;
  Real gap = -std::numeric_limits<Real>::infinity();
  const Frame frame = frame_around(bisector_normal(pair));
  search_again(pair, first_normal(pair, cache, self), cutoff, best, gap);
  search_again(pair, better_side(pair, frame.p, frame.n), cutoff, best, gap);
  search_again(pair, better_side(pair, frame.q, frame.n), cutoff, best, gap);
  const Real parallel = std::fmax(request.parallel_angle, plane_accuracy);
  return answer(pair, request, self, best, parallel, cache, contact, patch);
}

}  // namespace scree
