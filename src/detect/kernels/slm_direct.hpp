// The closest points of two features of two polyhedra, in closed form (Nezami 2006, Sec. 3.5.2, App. A).
//
// Two edges: the shortest link of two segments. Two faces: the plane across both cuts a segment out of
// each. An edge and a face: the plane through the edge across the face cuts a segment out of the face.
// Then the shortest link of the two segments. For two faces, and where the plane misses one of them, this
// is a step towards the closest points only; the walks go on from there.
//
// Deviation: the text projects two edges onto a plane parallel to both before it compares lengths. That
// takes the same height off all of them, so here they are compared in space. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/closest_on_polyhedron.hpp"
#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree {

// The pair with B moved elsewhere, for polyhedra that are taken apart.
struct LinkFrame {
  const ShapePair& pair;
  Vec3 translation;  // m, B's centre in A's frame
};
SCREE_HD inline Vec3 to_a(const LinkFrame& frame, Vec3 point_b) {
  return frame.pair.a_from_b * point_b + frame.translation;
}
SCREE_HD inline Vec3 to_b(const LinkFrame& frame, Vec3 point_a) {
  return to_b_direction(frame.pair, point_a - frame.translation);
}
SCREE_HD inline Real separation_in(const LinkFrame& frame, Vec3 normal) {
  return separation(frame.pair, normal) + dot(normal, frame.translation - frame.pair.translation);
}

// A segment from a point of A to a point of B.
struct Link {
  SurfacePlace a, b;      // each in its shape's own axes, from its centre
  Vec3 q;                 // B's end in A's frame
  Separation separation;  // along the normal of the two features
};

namespace slm_detail {

// Edges whose directions differ by less than 1e-9 rad have no common perpendicular worth having. (sine^2)
inline constexpr Real parallel_edges = 1e-18;
// ... and faces no plane across both. (sine^2)
inline constexpr Real parallel_faces = 1e-26;

SCREE_HD inline Real clamp_fraction(Real t) { return !(t > 0) ? 0 : (t < 1 ? t : 1); }

// Where the shortest link of two segments ends, as fractions of their lengths: 0 and 1 are their ends.
struct SegmentLink {
  Real on_first, on_second;
};

// Appendix A. The crossing point, or the best of the links from each end to the other segment: these are
// AA1, BB1, CC1, DD1 and, where a foot falls outside, AC, BC, AD, BD.
SCREE_HD SCREE_DEVICE_CALL inline SegmentLink segment_link(Vec3 start_a, Vec3 edge_a, Vec3 start_b,
                                                           Vec3 edge_b) {
  const Vec3 gap = start_b - start_a;
  const Real aa = norm_squared(edge_a);
  const Real bb = norm_squared(edge_b);
  const Vec3 common = cross(edge_a, edge_b);
  const Real sine_squared = norm_squared(common);
  if (sine_squared > parallel_edges * aa * bb) {
    const Real s = dot(cross(gap, edge_b), common);
    const Real t = dot(cross(gap, edge_a), common);
    if (s > 0 && s < sine_squared && t > 0 && t < sine_squared) return {s / sine_squared, t / sine_squared};
  }
  const Real ab = dot(edge_a, edge_b);
  const Real gap_a = dot(gap, edge_a);
  const Real gap_b = dot(gap, edge_b);
  const SegmentLink candidates[4] = {{0, clamp_fraction(-gap_b / bb)},
                                     {1, clamp_fraction((ab - gap_b) / bb)},
                                     {clamp_fraction(gap_a / aa), 0},
                                     {clamp_fraction((gap_a + ab) / aa), 1}};
  SegmentLink best = candidates[0];
  Real least = std::numeric_limits<Real>::infinity();
  for (const SegmentLink& c : candidates) {
    const Real length_squared = norm_squared(gap + c.on_second * edge_b - c.on_first * edge_a);
    if (!(length_squared < least)) continue;
    least = length_squared;
    best = c;
  }
  return best;
}

SCREE_HD inline Vec3 edge_vector(const PolyhedronView& core, std::int32_t edge) {
  return core.vertices[core.edges[edge].vertex[1]] - core.vertices[core.edges[edge].vertex[0]];
}

SCREE_HD inline SurfacePlace place_on_edge(const PolyhedronView& core, std::int32_t edge, Real fraction) {
  if (!(fraction > 0)) return at_vertex(core, core.edges[edge].vertex[0]);
  if (!(fraction < 1)) return at_vertex(core, core.edges[edge].vertex[1]);
  return {core.vertices[core.edges[edge].vertex[0]] + fraction * edge_vector(core, edge), 1, edge};
}

// The part of a line that lies over a face, and the sides it enters and leaves by.
struct Chord {
  Real begin = -std::numeric_limits<Real>::infinity();
  Real end = std::numeric_limits<Real>::infinity();
  std::int32_t begin_edge = -1, end_edge = -1;
};

SCREE_HD SCREE_DEVICE_CALL inline bool cut_face(const PolyhedronView& core, std::int32_t face, Vec3 origin,
                                                Vec3 along, Chord& chord) {
  const Vec3 normal = core.face_planes[face].normal;
  const std::int32_t first = core.face_begin[face];
  const std::int32_t last = core.face_begin[face + 1];
  for (std::int32_t k = first; k < last; ++k) {
    const Vec3 from = core.vertices[core.face_vertices[k]];
    const Vec3 to = core.vertices[core.face_vertices[k + 1 < last ? k + 1 : first]];
    const Vec3 inward = cross(normal, to - from);
    const Real height = dot(inward, origin - from);
    const Real slope = dot(inward, along);
    if (slope > 0 && -height / slope > chord.begin) {
      chord.begin = -height / slope;
      chord.begin_edge = core.half_edges[k].edge;
    } else if (slope < 0 && -height / slope < chord.end) {
      chord.end = -height / slope;
      chord.end_edge = core.half_edges[k].edge;
    } else if (slope == 0 && height < 0) {
      return false;
    }
  }
  return chord.begin < chord.end && chord.begin_edge >= 0 && chord.end_edge >= 0;
}

// Put onto its feature anew: between nearly parallel faces the chords' directions are not exact.
SCREE_HD inline SurfacePlace place_on_chord(const PolyhedronView& core, std::int32_t face, const Chord& chord,
                                            Real fraction, Vec3 point) {
  if (fraction > 0 && fraction < 1) {
    return {point - height_above(core, face, point) * core.face_planes[face].normal, 2, face};
  }
  SurfacePlace place;
  closest_on_edge(core, fraction > 0 ? chord.end_edge : chord.begin_edge, point, place);
  return place;
}

// Case 3, in the frame of the face's shape; `place` takes the edge's shape there.
template <class Place>
SCREE_HD inline void closest_edge_face(const PolyhedronView& edge_core, SurfacePlace& on_edge,
                                       const PolyhedronView& face_core, SurfacePlace& on_face, Place place) {
  const PolyhedronEdge edge = edge_core.edges[on_edge.index];
  const Vec3 start = place(edge_core.vertices[edge.vertex[0]]);
  const Vec3 vector = place(edge_core.vertices[edge.vertex[1]]) - start;
  const Vec3 normal = face_core.face_planes[on_face.index].normal;
  const Vec3 along = vector - dot(vector, normal) * normal;
  const Vec3 foot = start - height_above(face_core, on_face.index, start) * normal;
  Chord chord;
  if (!cut_face(face_core, on_face.index, foot, along, chord)) return;
  const Vec3 chord_start = foot + chord.begin * along;
  const Vec3 chord_vector = (chord.end - chord.begin) * along;
  const SegmentLink link = segment_link(start, vector, chord_start, chord_vector);
  on_edge = place_on_edge(edge_core, on_edge.index, link.on_first);
  on_face = place_on_chord(face_core, on_face.index, chord, link.on_second,
                           chord_start + link.on_second * chord_vector);
}

// Case 2. Parallel faces have no plane across both: the foot of one end on the other face will do.
SCREE_HD inline void closest_face_face(const LinkFrame& frame, Link& link) {
  const PolyhedronView& a = frame.pair.a.core;
  const PolyhedronView& b = frame.pair.b.core;
  const std::int32_t face_a = link.a.index;
  const std::int32_t face_b = link.b.index;
  const Vec3 normal_b = frame.pair.a_from_b * b.face_planes[face_b].normal;
  Vec3 across = cross(a.face_planes[face_a].normal, normal_b);
  const Real sine_squared = norm_squared(across);
  if (!(sine_squared > parallel_faces)) {
    closest_on_face(a, face_a, to_a(frame, link.b.point), link.a);
    closest_on_face(b, face_b, to_b(frame, link.a.point), link.b);
    return;
  }
  across = across / std::sqrt(sine_squared);
  const Vec3 p = link.a.point;
  Vec3 q = to_a(frame, link.b.point);
  q -= dot(q - p, across) * across;
  const Vec3 along_a = cross(across, a.face_planes[face_a].normal);
  const Vec3 along_b = cross(across, normal_b);
  Chord chord_a;
  Chord chord_b;
  const Vec3 local_q = to_b(frame, q);
  const Vec3 local_along_b = to_b_direction(frame.pair, along_b);
  if (!cut_face(a, face_a, p, along_a, chord_a)) return;
  if (!cut_face(b, face_b, local_q, local_along_b, chord_b)) return;
  const SegmentLink found =
      segment_link(p + chord_a.begin * along_a, (chord_a.end - chord_a.begin) * along_a,
                   q + chord_b.begin * along_b, (chord_b.end - chord_b.begin) * along_b);
  const Real at_a = chord_a.begin + found.on_first * (chord_a.end - chord_a.begin);
  const Real at_b = chord_b.begin + found.on_second * (chord_b.end - chord_b.begin);
  link.a = place_on_chord(a, face_a, chord_a, found.on_first, p + at_a * along_a);
  link.b = place_on_chord(b, face_b, chord_b, found.on_second, local_q + at_b * local_along_b);
}

// Case 1.
SCREE_HD inline void closest_edge_edge(const LinkFrame& frame, Link& link) {
  const PolyhedronView& a = frame.pair.a.core;
  const PolyhedronView& b = frame.pair.b.core;
  const std::int32_t edge_a = link.a.index;
  const std::int32_t edge_b = link.b.index;
  const SegmentLink found = segment_link(a.vertices[a.edges[edge_a].vertex[0]], edge_vector(a, edge_a),
                                         to_a(frame, b.vertices[b.edges[edge_b].vertex[0]]),
                                         frame.pair.a_from_b * edge_vector(b, edge_b));
  link.a = place_on_edge(a, edge_a, found.on_first);
  link.b = place_on_edge(b, edge_b, found.on_second);
}

SCREE_HD inline void closest_on_feature(const PolyhedronView& core, Vec3 point, SurfacePlace& place) {
  if (place.dimension == 1) {
    closest_on_edge(core, place.index, point, place);
  } else if (place.dimension == 2) {
    closest_on_face(core, place.index, point, place);
  }
}

// Moves both ends of the link to the closest points of the features they lie on.
SCREE_HD SCREE_DEVICE_CALL inline void take_closest_points(const LinkFrame& frame, Link& link) {
  const PolyhedronView& a = frame.pair.a.core;
  const PolyhedronView& b = frame.pair.b.core;
  if (link.b.dimension == 0) {
    closest_on_feature(a, link.q, link.a);
    return;
  }
  if (link.a.dimension == 0) {
    closest_on_feature(b, to_b(frame, link.a.point), link.b);
  } else if (link.a.dimension == 1 && link.b.dimension == 1) {
    closest_edge_edge(frame, link);
  } else if (link.a.dimension == 2 && link.b.dimension == 2) {
    closest_face_face(frame, link);
  } else if (link.a.dimension == 1) {
    closest_edge_face(a, link.a, b, link.b, [&](Vec3 p) { return to_b(frame, p); });
  } else {
    closest_edge_face(b, link.b, a, link.a, [&](Vec3 p) { return to_a(frame, p); });
  }
  link.q = to_a(frame, link.b.point);
}

}  // namespace slm_detail

}  // namespace scree
