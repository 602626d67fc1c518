// The point of a convex surface closest to a given point, by walking over it (Nezami 2006, Sec. 3.4 and,
// in the plane, 3.6), for host and device.
//
// Written once for polyhedra, whose sides are faces, and for polygons, whose sides are edges. Every step
// looks only at the neighbours of where it stands: from a vertex at the sides around it (Case 1), from an
// edge at its two faces (Case 2), from a side at that side with its boundary (Case 3, in the plane Case 2).
// It moves only to a point that is nearer, and stops where no neighbour is. What a side is, and what lies
// around a vertex or edge, is told by closest_on_side() and try_neighbours() of the surface.
//
// Deviations from the text:
// - The last case stops at once on a side that the point lies behind, though that side may be on the far
//   side of the shape. Here the walk then jumps, once, to the side that the point lies highest above. If it
//   lies above none it is inside, and the walk says so.
// - A walk that is sent behind a side twice, or that takes too many steps, ends in a look at all sides.
//
// Lengths in metres, all vectors in the shape's axes from its centre.
#pragma once

#include <scree/contact_data.hpp>

#include <limits>

#include "shape/view.hpp"

namespace scree {

// A point of the surface and the vertex (0), edge (1) or face (2) that it lies on, not on a smaller part.
template <class Vec>
using SurfacePlaceOf = typename PairCacheOf<Vec>::Place;

enum class WalkEnd : std::uint8_t {
  closest,  // the place is the closest point
  inside,   // the point is no farther out than the surface; the place is on the side nearest to it
};

// The sides of a surface.
SCREE_HD inline std::int32_t side_count(const PolyhedronView& core) { return core.face_count; }
SCREE_HD inline std::int32_t side_count(const PolygonView& core) { return core.vertex_count; }
SCREE_HD inline const Plane& side(const PolyhedronView& core, std::int32_t i) { return core.face_planes[i]; }
SCREE_HD inline const Line& side(const PolygonView& core, std::int32_t i) { return core.edge_lines[i]; }
SCREE_HD inline constexpr std::int32_t side_dimension(const PolyhedronView&) { return 2; }
SCREE_HD inline constexpr std::int32_t side_dimension(const PolygonView&) { return 1; }

// The ends of an edge: the first (0) and the second (1).
SCREE_HD inline std::int32_t edge_vertex(const PolyhedronView& core, std::int32_t edge, int end) {
  return core.edges[edge].vertex[end];
}
SCREE_HD inline std::int32_t edge_vertex(const PolygonView& core, std::int32_t edge, int end) {
  return end == 0 ? edge : next_vertex(core, edge);
}

template <class Core, class Vec>
SCREE_HD inline Real height_above(const Core& core, std::int32_t index, Vec point) {
  return dot(side(core, index).normal, point) - side(core, index).offset;
}

SCREE_HD inline SurfacePlaceOf<Vec3> at_vertex(const PolyhedronView& core, std::int32_t vertex) {
  return {core.vertices[vertex], 0, vertex};
}
SCREE_HD inline SurfacePlaceOf<Vec2> at_vertex(const PolygonView& core, std::int32_t vertex) {
  return {core.vertices[vertex], 0, vertex};
}

// The closest point on an edge and its squared distance.
template <class Core, class Vec>
SCREE_HD inline Real closest_on_edge(const Core& core, std::int32_t edge, Vec point,
                                     SurfacePlaceOf<Vec>& place) {
  const std::int32_t first = edge_vertex(core, edge, 0);
  const std::int32_t second = edge_vertex(core, edge, 1);
  const Vec start = core.vertices[first];
  const Vec along = core.vertices[second] - start;
  const Real reach = dot(point - start, along);
  const Real length_squared = norm_squared(along);
  if (!(reach > 0)) {
    place = at_vertex(core, first);
  } else if (!(reach < length_squared)) {
    place = at_vertex(core, second);
  } else {
    place = {start + (reach / length_squared) * along, 1, edge};
  }
  return norm_squared(point - place.point);
}

// The side that the point lies highest above, or the least deep below.
template <class Core, class Vec>
SCREE_HD inline std::int32_t highest_side(const Core& core, Vec point, Real& height) {
  std::int32_t best = 0;
  height = height_above(core, 0, point);
  for (std::int32_t i = 1; i < side_count(core); ++i) {
    const Real h = height_above(core, i, point);
    if (h > height) {
      height = h;
      best = i;
    }
  }
  return best;
}

namespace walk_detail {

inline constexpr int most_steps =
    64;  // a 60-vertex shape needs at most about ten in space, thirty in the plane

// Keeps the side's closest point where it is nearer than the best so far.
template <class Core, class Vec>
SCREE_HD inline void try_side(const Core& core, std::int32_t index, Vec point, SurfacePlaceOf<Vec>& best,
                              Real& best_squared) {
  SurfacePlaceOf<Vec> place;
  const Real distance_squared = closest_on_side(core, index, point, place);
  if (!(distance_squared < best_squared)) return;
  best_squared = distance_squared;
  best = place;
}

template <class Core, class Vec>
SCREE_HD inline WalkEnd look_everywhere(const Core& core, Vec point, SurfacePlaceOf<Vec>& place) {
  Real height = 0;
  const std::int32_t nearest = highest_side(core, point, height);
  if (!(height > 0)) {
    place = {point - height * side(core, nearest).normal, side_dimension(core), nearest};
    return WalkEnd::inside;
  }
  Real least = std::numeric_limits<Real>::infinity();
  for (std::int32_t i = 0; i < side_count(core); ++i) {
    if (height_above(core, i, point) >= 0) try_side(core, i, point, place, least);
  }
  return WalkEnd::closest;
}

}  // namespace walk_detail

// `place` is where the walk starts, a point of the surface, and gets where it ends.
template <class Core, class Vec>
SCREE_HD SCREE_DEVICE_CALL inline WalkEnd walk_to_closest(const Core& core, Vec point,
                                                          SurfacePlaceOf<Vec>& place) {
  using namespace walk_detail;
  bool jumped = false;
  Real distance_squared = norm_squared(point - place.point);
  for (int step = 0; step < most_steps; ++step) {
    if (place.dimension == side_dimension(core)) {
      const std::int32_t index = place.index;
      distance_squared = closest_on_side(core, index, point, place);
      if (place.dimension < side_dimension(core)) continue;
      if (height_above(core, index, point) >= 0) return WalkEnd::closest;
      if (jumped) break;
      jumped = true;
      Real height = 0;
      place.index = highest_side(core, point, height);
      if (height > 0) continue;
      place.point = point - height * side(core, place.index).normal;
      return WalkEnd::inside;
    }
    if (place.dimension == 1) distance_squared = closest_on_edge(core, place.index, point, place);
    const Real before = distance_squared;
    try_neighbours(core, point, place, distance_squared);
    if (!(distance_squared < before)) return WalkEnd::closest;
    const bool on_side = place.dimension == side_dimension(core);
    if (on_side && height_above(core, place.index, point) >= 0) return WalkEnd::closest;
  }
  return look_everywhere(core, point, place);
}

}  // namespace scree
