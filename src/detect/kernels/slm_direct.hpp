// The closest points of two features of two polyhedra, in closed form (Nezami 2006, Sec. 3.5.2, App. A).
//
// Two edges: the shortest link of two segments. Two faces: the plane across both cuts a segment out of
// each. An edge and a face: the plane through the edge across the face cuts a segment out of the face.
// Then the shortest link of the two segments. For two faces, and where the plane misses one of them, this
// is a step towards the closest points only; the walks go on from there.
// Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/closest_on_polyhedron.hpp"
#include "detect/kernels/slm_segments.hpp"

namespace scree {

SCREE_HD inline void closest_on_feature(const PolyhedronView& core, Vec3 point, SurfacePlace& place) {
  if (place.dimension == 1) {
    closest_on_edge(core, place.index, point, place);
  } else if (place.dimension == 2) {
    closest_on_face(core, place.index, point, place);
  }
}

namespace slm_detail {

// Faces tilted less against each other have no plane across both. (sine^2)
inline constexpr Real parallel_faces = 1e-26;

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
