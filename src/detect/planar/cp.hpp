// cp in the plane: Cundall's iterative common plane (Cundall 1988, as described by Nezami 2006, Sec. 2, and
// Descantes 2019, Sec. 2 and Algorithm 1).
//
// As in space (kernels/cp.hpp): the line across the line of centroids, or the last one, is tilted by steps
// from 5 deg down to 1e-7 deg, and a tilt is kept where it opens the gap; once more from there, until the
// closest corners stay. A line has one axis to turn about: two tilts in a round instead of four, and no
// second frame. So there are no ridges to stop on. Among lines that leave a gap there is one hill only: a
// climb that meets such a line ends at the common plane.
//
// Deviations, besides those in kernels/common_plane_search.hpp:
// - The last step leaves the line 2e-9 rad off. It is then replaced by the exact one of what it rests on, an
//   edge or two corners, if that has as large a gap.
// - The search also ends when a pass has not opened the gap: corners that are equally close may change with
//   every rounding.
//
// Guarantee: never too shallow. In overlap, and from a bad last line, the climb may end on a lower hill, as
// published. `iterations`: rounds of two tilted lines. Cannot answer: `unsupported_pair` unless both shapes
// are polygons, `not_converged` after `most_rounds` rounds. Lengths in metres, A's frame and centre.
#pragma once

#include <limits>

#include "detect/kernels/common_plane_search.hpp"
#include "detect/planar/common_plane.hpp"

namespace scree {

namespace common_plane_detail {

// How far a polygon reaches along n + t and along n - t.
struct TwoReaches {
  Real plus, minus;
};
SCREE_HD inline TwoReaches reach_of(const PolygonView& polygon, Vec2 n, Vec2 t) {
  constexpr Real lowest = -std::numeric_limits<Real>::infinity();
  TwoReaches reach{lowest, lowest};
  for (std::int32_t i = 0; i < polygon.vertex_count; ++i) {
    const Real on_n = dot(polygon.vertices[i], n);
    const Real on_t = dot(polygon.vertices[i], t);
    reach.plus = on_n + on_t > reach.plus ? on_n + on_t : reach.plus;
    reach.minus = on_n - on_t > reach.minus ? on_n - on_t : reach.minus;
  }
  return reach;
}

// The running search from one start.
struct LineSearch {
  Vec2 normal;
  Real gap = 0;     // m
  Real enough = 0;  // m: the cutoff
  int rounds = 0;
  bool moved = false;
};

// Tilts by k to the left and to the right, from the largest k to the smallest.
SCREE_HD inline void tilt_until_best(const PlanarPair& pair, LineSearch& search) {
  Real k = largest_step;
  Real scale = 1 / std::sqrt(1 + k * k);
  while (k >= smallest_step && search.rounds < most_rounds && search.gap <= search.enough) {
    ++search.rounds;
    const Vec2 n = search.normal;
    const Vec2 t = k * turned_left(n);
    const TwoReaches a = reach_of(pair.a.outline, n, t);
    const TwoReaches b = reach_of(pair.b.outline, to_b_direction(pair, -n), to_b_direction(pair, -t));
    const Real on_n = dot(pair.translation, n);
    const Real on_t = dot(pair.translation, t);
    const Real plus = scale * ((on_n + on_t) - (a.plus + b.plus));
    const Real minus = scale * ((on_n - on_t) - (a.minus + b.minus));
    const Real best = plus >= minus ? plus : minus;
    if (best > search.gap) {
      search.gap = best;
      search.normal = scale * (plus >= minus ? n + t : n - t);
      search.moved = true;
    } else {
      k *= 0.5;
      scale = 1 / std::sqrt(1 + k * k);
    }
  }
}

// The line of the edge or of the two corners that the one across `normal` rests on, if its gap is as large.
SCREE_HD inline Vec2 exact_normal(const PlanarPair& pair, Vec2 normal) {
  const Separation2 snapped = snap_to_features(pair, normal);
  const Vec2 link = -support(pair, normal).difference;
  if (!(dot(normal, link) > tolerance::near_contact * pair.size)) return snapped.normal;
  const Separation2 straight = separation_along(pair, unit_vector_along(link));
  const bool on_edge = !(snapped.normal == normal);
  // Two corners: rounding hides which of the two lines has the larger gap. The one across both is the one.
  const Real enough = on_edge ? snapped.value : snapped.value - tolerance::snap_slack * pair.size;
  return straight.value > enough ? straight.normal : snapped.normal;
}

SCREE_HD SCREE_DEVICE_CALL inline FoundPlane2 search_line(const PlanarPair& pair, Vec2 start, Real cutoff) {
  LineSearch search;
  search.enough = cutoff;
  search.normal = start;
  SupportVertex2 closest = support(pair, start);
  search.gap = -dot(start, closest.difference);
  while (search.rounds < most_rounds) {
    const Real before = search.gap;
    search.moved = false;
    tilt_until_best(pair, search);
    if (!search.moved) break;
    const bool enough = search.gap > cutoff;
    search.normal = normalized(search.normal);
    const SupportVertex2 next = support(pair, search.normal);
    search.gap = -dot(search.normal, next.difference);
    const bool settled = enough || same(next, closest) || !(search.gap > before);
    closest = next;
    if (settled) break;
  }
  const Status status = search.rounds < most_rounds ? Status::ok : Status::not_converged;
  return {exact_normal(pair, search.normal), status, search.rounds};
}

}  // namespace common_plane_detail

SCREE_HD inline Status common_plane(const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                                    Contact2& contact, ContactPatch2* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::common_plane;
  if (!begin_polygons(pair, contact, patch)) return contact.status;
  const FoundPlane2 found = search_line(pair, first_normal(pair, cache, self), cutoff_of(request));
  return answer(pair, request, self, found, cache, contact, patch);
}

}  // namespace scree
