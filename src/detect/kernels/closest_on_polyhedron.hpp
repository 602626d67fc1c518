// The point of a convex polyhedron closest to a given point, by walking over its surface
// (Nezami 2006, Sec. 3.4).
//
// Every step looks only at the neighbours of where it stands: from a vertex at the faces around it
// (Case 1), from an edge at its two faces (Case 2), from a face at that face with its boundary (Case 3).
// It moves only to a point that is nearer, and stops where no neighbour is.
//
// Deviations from the text:
// - Of a vertex's faces only those are searched that have a side rising towards the point: on the others
//   the vertex itself is closest, the slopes of two sides tell.
// - Case 3 stops at once on a face that the point lies behind, though that face may be on the far side of
//   the polyhedron. Here the walk then jumps, once, to the face that the point lies highest above. If it
//   lies above none it is inside, and the walk says so.
// - A walk that is sent behind a face twice, or that takes too many steps, ends in a look at all faces.
//
// Lengths in metres, all vectors in the polyhedron's axes from its centre.
#pragma once

#include <scree/contact_data.hpp>

#include <limits>

#include "shape/view.hpp"

namespace scree {

// A point of the surface and the vertex (0), edge (1) or face (2) that it lies on, not on a smaller part.
using SurfacePlace = PairCache::Place;

enum class WalkEnd : std::uint8_t {
  closest,  // the place is the closest point
  inside,   // the point is no farther out than the surface; the place is on the face nearest to it
};

SCREE_HD inline Real height_above(const PolyhedronView& core, std::int32_t face, Vec3 point) {
  return dot(core.face_planes[face].normal, point) - core.face_planes[face].offset;
}

SCREE_HD inline SurfacePlace at_vertex(const PolyhedronView& core, std::int32_t vertex) {
  return {core.vertices[vertex], 0, vertex};
}

// The closest point on an edge and its squared distance.
SCREE_HD inline Real closest_on_edge(const PolyhedronView& core, std::int32_t edge, Vec3 point,
                                     SurfacePlace& place) {
  const std::int32_t* vertex = core.edges[edge].vertex;
  const Vec3 start = core.vertices[vertex[0]];
  const Vec3 along = core.vertices[vertex[1]] - start;
  const Real reach = dot(point - start, along);
  const Real length_squared = norm_squared(along);
  if (!(reach > 0)) {
    place = at_vertex(core, vertex[0]);
  } else if (!(reach < length_squared)) {
    place = at_vertex(core, vertex[1]);
  } else {
    place = {start + (reach / length_squared) * along, 1, edge};
  }
  return norm_squared(point - place.point);
}

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

namespace walk_detail {

inline constexpr int most_steps = 64;  // a 60-vertex shape needs at most about ten

// Keeps the face's closest point where it is nearer than the best so far.
SCREE_HD inline void try_face(const PolyhedronView& core, std::int32_t face, Vec3 point, SurfacePlace& best,
                              Real& best_squared) {
  SurfacePlace place;
  const Real distance_squared = closest_on_face(core, face, point, place);
  if (!(distance_squared < best_squared)) return;
  best_squared = distance_squared;
  best = place;
}

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
    if (before || now) try_face(core, core.vertex_faces[last], point, place, distance_squared);
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
  if (first) try_face(core, edge.face[0], point, place, distance_squared);
  if (second) try_face(core, edge.face[1], point, place, distance_squared);
}

// The face that the point lies highest above, or the least deep below.
SCREE_HD inline std::int32_t highest_face(const PolyhedronView& core, Vec3 point, Real& height) {
  std::int32_t best = 0;
  height = height_above(core, 0, point);
  for (std::int32_t face = 1; face < core.face_count; ++face) {
    const Real h = height_above(core, face, point);
    if (h > height) {
      height = h;
      best = face;
    }
  }
  return best;
}

SCREE_HD inline WalkEnd look_everywhere(const PolyhedronView& core, Vec3 point, SurfacePlace& place) {
  Real height = 0;
  const std::int32_t nearest = highest_face(core, point, height);
  if (!(height > 0)) {
    place = {point - height * core.face_planes[nearest].normal, 2, nearest};
    return WalkEnd::inside;
  }
  Real least = std::numeric_limits<Real>::infinity();
  for (std::int32_t face = 0; face < core.face_count; ++face) {
    if (height_above(core, face, point) >= 0) try_face(core, face, point, place, least);
  }
  return WalkEnd::closest;
}

}  // namespace walk_detail

// `place` is where the walk starts, a point of the surface, and gets where it ends.
SCREE_HD SCREE_DEVICE_CALL inline WalkEnd walk_to_closest(const PolyhedronView& core, Vec3 point,
                                                          SurfacePlace& place) {
  using namespace walk_detail;
  bool jumped = false;
  Real distance_squared = norm_squared(point - place.point);
  for (int step = 0; step < most_steps; ++step) {
    if (place.dimension == 2) {
      const std::int32_t face = place.index;
      distance_squared = closest_on_face(core, face, point, place);
      if (place.dimension < 2) continue;
      if (height_above(core, face, point) >= 0) return WalkEnd::closest;
      if (jumped) break;
      jumped = true;
      Real height = 0;
      place.index = highest_face(core, point, height);
      if (height > 0) continue;
      place.point = point - height * core.face_planes[place.index].normal;
      return WalkEnd::inside;
    }
    if (place.dimension == 1) distance_squared = closest_on_edge(core, place.index, point, place);
    const Real before = distance_squared;
    if (place.dimension == 1) {
      leave_edge(core, point, place, distance_squared);
    } else {
      leave_vertex(core, point, place, distance_squared);
    }
    if (!(distance_squared < before)) return WalkEnd::closest;
  }
  return look_everywhere(core, point, place);
}

}  // namespace scree
