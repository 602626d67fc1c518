// fcp in the plane: the fast common plane with its separation step (Nezami 2004, as described by Nezami 2006,
// Sec. 2, and Descantes 2019, Sec. 2 and Algorithm 2).
//
// As in space (kernels/fcp.hpp). With V1 and V2 the corners of A and B closest to the current line, the
// candidates are the perpendicular bisector of V1 and V2 and the lines parallel to the two edges at V1 and
// the two at V2: what is a face, an edge or a pair of edges in space is an edge here. The best one gives the
// next V1 and V2, until they stay. Particles that reach through the first line are first moved apart, across
// it; the gap of the line found is that of the particles in their true places.
//
// Deviations, besides those in kernels/common_plane_candidates.hpp: where both ends of an edge are equally
// close the text takes any. Here the two corners are taken that are nearest to each other along the line.
// With that no better line is left behind: if the first line separates the particles, the last one is the
// common plane. (At V1 and V2 the gap grows towards their bisector; on the way there lies at most the normal
// of an edge at one of them. Where it grows to neither side, no line near it is better, and of lines with a
// gap only one has none better near it.)
//
// Guarantee: never too shallow. In overlap the line is that of the separated particles, right only if the
// first one was; so it is where the first line does not separate what is apart. `iterations`: rounds, each
// over the candidates at one pair of corners. Cannot answer: `unsupported_pair` unless both shapes are
// polygons; `not_converged` after `most_candidate_rounds` rounds. Lengths in metres, A's frame and centre.
#pragma once

#include <initializer_list>
#include <limits>

#include "detect/kernels/fcp.hpp"
#include "detect/planar/common_plane.hpp"

namespace scree {

namespace common_plane_detail {

struct LineCandidates {
  const PlanarPair& pair;
  Vec2 translation;     // m, of B's centre, shifted
  Vec2 normal;          // the best line so far
  Real gap = 0;         // m, its gap
  std::int32_t v1, v2;  // the corners closest to it
  Vec2 v1_to_v2;        // m, at the beginning of the round
};

// The edges' own normals: V1 and V2 alone bound their gaps from above.
SCREE_HD inline void consider_edges(LineCandidates& s, std::int32_t v1, std::int32_t v2) {
  const PolygonView& a = s.pair.a.outline;
  const PolygonView& b = s.pair.b.outline;
  for (const std::int32_t edge : {vertex_before(a, v1), v1}) {
    const Vec2 normal = a.edge_lines[edge].normal;
    if (dot(normal, s.v1_to_v2) > s.gap) measure(s, normal);
  }
  const Vec2 v2_to_v1 = to_b_direction(s.pair, -s.v1_to_v2);
  for (const std::int32_t edge : {vertex_before(b, v2), v2}) {
    const Vec2 normal = b.edge_lines[edge].normal;
    if (dot(normal, v2_to_v1) > s.gap) measure(s, -(s.pair.a_from_b * normal));
  }
}

// The corner and, where its edge is level up to rounding, the other end of it.
struct LevelCorners {
  std::int32_t vertex[2];
  int count = 1;
};
SCREE_HD inline LevelCorners level_corners(const PolygonView& polygon, std::int32_t vertex, Vec2 n,
                                           Real slack) {
  LevelCorners level{{vertex, vertex}};
  Real lowest = slack;
  for (const std::int32_t other : {vertex_before(polygon, vertex), next_vertex(polygon, vertex)}) {
    const Real below = dot(n, polygon.vertices[vertex] - polygon.vertices[other]);
    if (!(below <= lowest)) continue;
    lowest = below;
    level.vertex[1] = other;
    level.count = 2;
  }
  return level;
}

// Of equally close corners those nearest to each other along the line.
SCREE_HD inline void choose_corners(LineCandidates& s) {
  const PolygonView& a = s.pair.a.outline;
  const PolygonView& b = s.pair.b.outline;
  const Real slack = no_distance * s.pair.size;
  const LevelCorners on_a = level_corners(a, s.v1, s.normal, slack);
  const LevelCorners on_b = level_corners(b, s.v2, to_b_direction(s.pair, -s.normal), slack);
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < on_a.count; ++i) {
    for (int k = 0; k < on_b.count; ++k) {
      const Vec2 link =
          (s.pair.a_from_b * b.vertices[on_b.vertex[k]] + s.translation) - a.vertices[on_a.vertex[i]];
      const Real along = std::fabs(cross(s.normal, link));
      if (!(along < least)) continue;
      least = along;
      s.v1 = on_a.vertex[i];
      s.v2 = on_b.vertex[k];
      s.v1_to_v2 = link;
    }
  }
}

// From the line across `start`, with B shifted (m), until the closest corners stay.
SCREE_HD SCREE_DEVICE_CALL inline FoundPlane2 search_candidates(const PlanarPair& pair, Vec2 start,
                                                                Vec2 shift, Real cutoff) {
  const SupportVertex2 first = support(pair, start);
  LineCandidates s{pair,           pair.translation + shift, start, dot(start, shift - first.difference),
                   first.vertex_a, first.vertex_b,           {}};
  std::int32_t v1 = -1;
  std::int32_t v2 = -1;
  const Real same_place = no_distance * pair.size;
  FoundPlane2 found{start, Status::not_converged, 0};
  while (found.iterations < most_candidate_rounds && s.gap <= cutoff) {
    choose_corners(s);
    if (s.v1 == v1 && s.v2 == v2) break;
    ++found.iterations;
    v1 = s.v1;
    v2 = s.v2;
    consider_edges(s, v1, v2);
    const Real length = norm(s.v1_to_v2);
    if (length > same_place && length > s.gap) {
      measure(s, s.v1_to_v2 / length);
      measure(s, -s.v1_to_v2 / length);
    }
  }
  if (found.iterations < most_candidate_rounds) found.status = Status::ok;
  found.normal = s.normal;
  return found;
}

}  // namespace common_plane_detail

SCREE_HD inline Status fast_common_plane(const PlanarPair& pair, const QueryRequest& request,
                                         PairCache2& cache, Contact2& contact,
                                         ContactPatch2* patch = nullptr) {
  using namespace common_plane_detail;
  constexpr Algorithm self = Algorithm::fast_common_plane;
  if (!begin_polygons(pair, contact, patch)) return contact.status;
  const Vec2 start = first_normal(pair, cache, self);
  const Vec2 shift = shift_apart(pair, start);
  const FoundPlane2 found = search_candidates(pair, start, shift, cutoff_when_shifted(shift, request));
  return answer(pair, request, self, found, cache, contact, patch);
}

}  // namespace scree
