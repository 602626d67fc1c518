// The walk over the surface of a convex polyhedron (surface_walk.hpp): its faces, and what lies around a
// vertex or an edge.
//
// Deviation: of a vertex's faces only those are searched that have a side rising towards the point: on the
// others the vertex itself is closest, the slopes of two sides tell.
//
// Lengths in metres, all vectors in the polyhedron's axes from its centre.
#pragma once

#include "detect/kernels/surface_walk.hpp"

namespace scree {

using SurfacePlace = SurfacePlaceOf<Vec3>;

// The closest point on a face and its squared distance. It lies inside the face, or on one of the sides
// that the point's foot is beyond.
SCREE_HD SCREE_DEVICE_CALL inline Real closest_on_face(const PolyhedronView& core, std::int32_t face,
                                                       Vec3 point, SurfacePlace& place) {
  const Vec3 normal = core.face_planes[face].normal;
  const std::int32_t begin = core.face_begin[face];
  const std::int32_t end = core.face_begin[face + 1];
  Real least = std::numeric_limits<Real>::infinity();
  Vec3 from = core.vertices[core.face_vertices[end - 1]];
  for (std::int32_t k = begin, last = end - 1; k < end; last = k++) {
    const Vec3 to = core.vertices[core.face_vertices[k]];
    const bool beyond = dot(cross(normal, to - from), point - from) < 0;
    from = to;
    if (!beyond) continue;
    SurfacePlace on_side;
    const Real distance_squared = closest_on_edge(core, core.half_edges[last].edge, point, on_side);
    if (!(distance_squared < least)) continue;
    least = distance_squared;
    place = on_side;
  }
  if (least < std::numeric_limits<Real>::infinity()) return least;
  const Real height = height_above(core, face, point);
  place = {point - height * normal, 2, face};
  return height * height;
}

SCREE_HD inline Real closest_on_side(const PolyhedronView& core, std::int32_t face, Vec3 point,
                                     SurfacePlace& place) {
  return closest_on_face(core, face, point, place);
}

namespace walk_detail {

// Case 1. Face k of the fan lies between the edges k and k + 1.
SCREE_HD inline void leave_vertex(const PolyhedronView& core, Vec3 point, SurfacePlace& place,
                                  Real& distance_squared) {
  const Vec3 vertex = place.point;
  const Vec3 towards = point - vertex;
  const std::int32_t begin = core.vertex_begin[place.index];
  const std::int32_t end = core.vertex_begin[place.index + 1];
  const auto rises = [&](std::int32_t k) {
    return dot(towards, core.vertices[core.vertex_neighbours[k]] - vertex) > 0;
  };
  bool before = rises(end - 1);
  for (std::int32_t k = begin, last = end - 1; k < end; last = k++) {
    const bool now = rises(k);
    if (before || now) try_side(core, core.vertex_faces[last], point, place, distance_squared);
    before = now;
  }
}

// Case 2, from a point that is the closest one of the edge.
SCREE_HD inline void leave_edge(const PolyhedronView& core, Vec3 point, SurfacePlace& place,
                                Real& distance_squared) {
  const PolyhedronEdge edge = core.edges[place.index];
  const Vec3 along = core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]];
  const Vec3 towards = point - place.point;
  const bool first = dot(towards, cross(core.face_planes[edge.face[0]].normal, along)) > 0;
  const bool second = dot(towards, cross(along, core.face_planes[edge.face[1]].normal)) > 0;
  if (first) try_side(core, edge.face[0], point, place, distance_squared);
  if (second) try_side(core, edge.face[1], point, place, distance_squared);
}

}  // namespace walk_detail

SCREE_HD inline void try_neighbours(const PolyhedronView& core, Vec3 point, SurfacePlace& place,
                                    Real& distance_squared) {
  if (place.dimension == 1) {
    walk_detail::leave_edge(core, point, place, distance_squared);
  } else {
    walk_detail::leave_vertex(core, point, place, distance_squared);
  }
}

}  // namespace scree
