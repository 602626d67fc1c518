// Nezami's search for the common plane among a few candidates at the closest vertices (Nezami 2004, as
// described by Nezami 2006, Sec. 2, and Descantes 2019, Sec. 2; Algorithm 2, lines 5 to 31).
//
// With V1 and V2 the vertices of A and B closest to the current plane, the candidates are the
// perpendicular bisector of V1 and V2 (PB), the faces at V1 and at V2, the planes parallel to an edge at
// V1 and one at V2 (P12), and the planes parallel to one edge at V1 or V2 that deviate least from PB (P1,
// P2). The best one gives the next V1 and V2, until they stay.
//
// Deviations from Algorithm 2:
// - Line 8 overwrites the best normal by that of PB, which would then be returned if no candidate is
//   better. PB is one candidate among the others here.
// - PB, P12, P1 and P2 are tried with both signs: the text leaves them open, and in overlap V1V2 points
//   from B to A. Face normals have the sign of their particle.
// - PB and what follows from it are left out when V1 and V2 are closer than rounding; so are pairs of
//   parallel edges (line 12).
// - A candidate is only measured if it can win: V1, V2 and their neighbours alone bound its gap from
//   above. That needs no square root and settles most of them.
// - The loop ends when V1 and V2 stay. Candidates depend on nothing else, so the normal stays, too.
// Face normals are the stored ones and P12 comes from the original edges: an answer carries only rounding.
//
// `shift` (m) displaces B. Lengths in metres, A's frame and centre. Cannot finish: `not_converged` after
// `most_candidate_rounds` rounds, with the best plane so far; the gap grows with every round.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>

#include "detect/kernels/common_plane.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree::common_plane_detail {

inline constexpr int most_candidate_rounds = 256;
// Two vertices closer than this lie in the same place. (x size)
inline constexpr Real no_distance = 1e-15;
// Directions at a smaller angle are parallel: their cross product would be rounding. (rad)
inline constexpr Real no_angle = 1e-14;

struct CandidateSearch {
  const ShapePair& pair;
  Vec3 translation;         // m, of B's centre, shifted
  Vec3 normal;              // the best plane so far
  Real gap = 0;             // m, its gap
  std::int32_t v1, v2;      // the vertices closest to it
  std::int32_t at_a, at_b;  // v1 and v2 at the beginning of the round: where the candidates come from
  Vec3 v1_to_v2;            // m, then
};

// How far some vertices of a core reach against and along a direction.
struct Range {
  Real low, high;
};
SCREE_HD inline Range local_range(const PolyhedronView& core, std::int32_t vertex, Vec3 direction) {
  const Real here = dot(core.vertices[vertex], direction);
  Range range{here, here};
  for (std::int32_t k = core.vertex_begin[vertex]; k < core.vertex_begin[vertex + 1]; ++k) {
    const Real height = dot(core.vertices[core.vertex_neighbours[k]], direction);
    range.low = height < range.low ? height : range.low;
    range.high = height > range.high ? height : range.high;
  }
  return range;
}

// x |x|: orders numbers as they are and spares the square root of what they are compared with.
SCREE_HD inline Real signed_square(Real x) { return x * std::fabs(x); }

// Measures the plane across the unit vector `n` and keeps it if it is the best; in the plane a line.
template <class Search, class Vec>
SCREE_HD SCREE_DEVICE_CALL inline void measure(Search& s, Vec n) {
  std::int32_t v1 = 0;
  std::int32_t v2 = 0;
  const Vec n_in_b = to_b_direction(s.pair, n);
  const Vec point_a = support(core_a(s.pair), n, v1);
  const Vec point_b = support(core_b(s.pair), -n_in_b, v2);
  const Real gap = dot(n, s.translation) + dot(n_in_b, point_b) - dot(n, point_a);
  if (!(gap > s.gap)) return;
  s.gap = gap;
  s.normal = n;
  s.v1 = v1;
  s.v2 = v2;
}

// A candidate along `c` of any length, with both signs.
SCREE_HD SCREE_DEVICE_CALL inline void consider(CandidateSearch& s, Vec3 c) {
  const Real length_squared = norm_squared(c);
  const Real limit = signed_square(s.gap) * length_squared;
  const Real between = dot(c, s.v1_to_v2);
  if (!(between * between > limit)) return;
  const Range a = local_range(s.pair.a.core, s.at_a, c);
  const Range b = local_range(s.pair.b.core, s.at_b, to_b_direction(s.pair, c));
  const Real offset = dot(c, s.translation);
  const bool forwards = signed_square(offset + b.low - a.high) > limit;
  const bool backwards = signed_square(a.low - b.high - offset) > limit;
  if (!forwards && !backwards) return;
  const Vec3 n = c / std::sqrt(length_squared);
  if (forwards) measure(s, n);
  if (backwards) measure(s, -n);
}

SCREE_HD inline void consider_face(CandidateSearch& s, Vec3 normal) {
  if (dot(normal, s.v1_to_v2) > s.gap) measure(s, normal);
}

// P1 or P2: the plane parallel to the edge whose normal is closest to V1V2. Made perpendicular to the
// edge twice, since the first result may be much shorter than V1V2 and carry its rounding.
SCREE_HD inline void consider_edge(CandidateSearch& s, Vec3 edge) {
  const Real length_squared = norm_squared(edge);
  Vec3 across = s.v1_to_v2 - (dot(s.v1_to_v2, edge) / length_squared) * edge;
  across -= (dot(across, edge) / length_squared) * edge;
  if (norm_squared(across) > no_angle * no_angle * norm_squared(s.v1_to_v2)) consider(s, across);
}

SCREE_HD inline Vec3 edge_at(const PolyhedronView& core, std::int32_t vertex, std::int32_t k) {
  return core.vertices[core.vertex_neighbours[k]] - core.vertices[vertex];
}

// Lines 7 to 30: every candidate at the closest vertices v1 and v2.
SCREE_HD SCREE_DEVICE_CALL inline void consider_all(CandidateSearch& s) {
  const std::int32_t v1 = s.at_a;
  const std::int32_t v2 = s.at_b;
  const PolyhedronView& a = s.pair.a.core;
  const PolyhedronView& b = s.pair.b.core;
  const std::int32_t a_end = a.vertex_begin[v1 + 1];
  const std::int32_t b_end = b.vertex_begin[v2 + 1];
  const Real same_place = no_distance * s.pair.size;
  const bool has_bisector = norm_squared(s.v1_to_v2) > same_place * same_place;
  if (has_bisector) consider(s, s.v1_to_v2);
  for (std::int32_t k = a.vertex_begin[v1]; k < a_end; ++k) {
    consider_face(s, a.face_planes[a.vertex_faces[k]].normal);
    if (has_bisector) consider_edge(s, edge_at(a, v1, k));
  }
  for (std::int32_t l = b.vertex_begin[v2]; l < b_end; ++l) {
    consider_face(s, -(s.pair.a_from_b * b.face_planes[b.vertex_faces[l]].normal));
    const Vec3 edge_b = s.pair.a_from_b * edge_at(b, v2, l);
    if (has_bisector) consider_edge(s, edge_b);
    const Real parallel = no_angle * no_angle * norm_squared(edge_b);
    for (std::int32_t k = a.vertex_begin[v1]; k < a_end; ++k) {
      const Vec3 edge_a = edge_at(a, v1, k);
      const Vec3 common = cross(edge_a, edge_b);
      if (norm_squared(common) > parallel * norm_squared(edge_a)) consider(s, common);
    }
  }
}

// From the plane `start`, with B shifted, until the closest vertices stay.
SCREE_HD SCREE_DEVICE_CALL inline FoundPlane search_candidates(const ShapePair& pair, Vec3 start, Vec3 shift,
                                                               Real cutoff) {
  const SupportVertex first = support(pair, start);
  CandidateSearch s{pair,
                    pair.translation + shift,
                    start,
                    dot(start, shift - first.difference),
                    first.vertex_a,
                    first.vertex_b,
                    -1,
                    -1,
                    {}};
  FoundPlane found{start, Status::not_converged, 0};
  while (found.iterations < most_candidate_rounds && s.gap <= cutoff) {
    if (s.v1 == s.at_a && s.v2 == s.at_b) break;
    ++found.iterations;
    s.at_a = s.v1;
    s.at_b = s.v2;
    s.v1_to_v2 =
        (pair.a_from_b * pair.b.core.vertices[s.at_b] + s.translation) - pair.a.core.vertices[s.at_a];
    consider_all(s);
  }
  if (found.iterations < most_candidate_rounds) found.status = Status::ok;
  found.normal = s.normal;
  return found;
}

}  // namespace scree::common_plane_detail
