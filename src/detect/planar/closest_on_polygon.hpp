// The walk over the outline of a convex polygon (kernels/surface_walk.hpp; Nezami 2006, Sec. 3.6): its edges
// are the sides, and beside a corner lie two of them.
//
// Lengths in metres, all vectors in the polygon's axes from its centre.
#pragma once

#include <initializer_list>

#include "detect/kernels/surface_walk.hpp"

namespace scree {

using SurfacePlace2 = SurfacePlaceOf<Vec2>;

// Case 2: the edge with its ends.
SCREE_HD inline Real closest_on_side(const PolygonView& polygon, std::int32_t edge, Vec2 point,
                                     SurfacePlace2& place) {
  return closest_on_edge(polygon, edge, point, place);
}

// Case 1: the two edges at a corner, of which only one that rises towards the point has a nearer one.
SCREE_HD inline void try_neighbours(const PolygonView& polygon, Vec2 point, SurfacePlace2& place,
                                    Real& distance_squared) {
  const std::int32_t corner = place.index;
  const std::int32_t before = vertex_before(polygon, corner);
  const Vec2 base = polygon.vertices[corner];
  const Vec2 towards = point - base;
  const bool back = dot(towards, polygon.vertices[before] - base) > 0;
  const bool on = dot(towards, polygon.vertices[next_vertex(polygon, corner)] - base) > 0;
  if (back) walk_detail::try_side(polygon, before, point, place, distance_squared);
  if (on) walk_detail::try_side(polygon, corner, point, place, distance_squared);
}

// How many corners (dimension 0) or edges (1) the polygon has; 0 for any other dimension.
SCREE_HD inline std::int32_t feature_count(const PolygonView& polygon, std::int32_t dimension) {
  return dimension == 0 || dimension == 1 ? polygon.vertex_count : 0;
}

SCREE_HD inline void closest_on_feature(const PolygonView& polygon, Vec2 point, SurfacePlace2& place) {
  if (place.dimension == 1) closest_on_edge(polygon, place.index, point, place);
}

// A corner of the feature that the place lies on: an edge begins at the corner of its own number.
SCREE_HD inline std::int32_t vertex_at(const PolygonView&, const SurfacePlace2& place) { return place.index; }

// The corner farthest along `n`, uphill from a corner. May fall short by rounding.
SCREE_HD inline std::int32_t climb(const PolygonView& polygon, std::int32_t start, Vec2 n) {
  std::int32_t best = start;
  Real highest = dot(n, polygon.vertices[start]);
  for (std::int32_t step = 0; step < polygon.vertex_count; ++step) {
    const std::int32_t from = best;
    for (const std::int32_t next : {vertex_before(polygon, from), next_vertex(polygon, from)}) {
      const Real height = dot(n, polygon.vertices[next]);
      if (!(height > highest)) continue;
      highest = height;
      best = next;
    }
    if (best == from) break;
  }
  return best;
}

}  // namespace scree
