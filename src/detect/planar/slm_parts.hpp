// The parts of the shortest link that are the plane's own: the closest points of two features, their normal,
// and how a feature lies along a direction. The search itself is in kernels/slm_link.hpp. Lengths in metres.
#pragma once

#include "detect/kernels/slm_link.hpp"
#include "detect/planar/closest_on_polygon.hpp"

namespace scree {

namespace slm_detail {

using LinkFrame2 = LinkFrameOf<PlanarPair>;
using Link2 = LinkOf<Vec2>;

// Moves both ends of the link to the closest points of the features they lie on.
SCREE_HD inline void take_closest_points(const LinkFrame2& frame, Link2& link) {
  if (link.b.dimension == 0) {
    closest_on_feature(frame.pair.a.outline, link.q, link.a);
    return;
  }
  if (link.a.dimension == 0) {
    closest_on_feature(frame.pair.b.outline, to_b(frame, link.a.point), link.b);
  } else {
    closest_edge_edge(frame, link);
  }
  link.q = to_a(frame, link.b.point);
}

// The features' normal from A to B and the height of Q over P along it; false where PQ has no length.
SCREE_HD inline bool set_normal(const LinkFrame2& frame, Link2& link) {
  const PolygonView& a = frame.pair.a.outline;
  const PolygonView& b = frame.pair.b.outline;
  if (link.a.dimension == 1) {
    link.separation = {a.edge_lines[link.a.index].normal, height_above(a, link.a.index, link.q)};
    return true;
  }
  if (link.b.dimension == 1) {
    link.separation = {-(frame.pair.a_from_b * b.edge_lines[link.b.index].normal),
                       height_above(b, link.b.index, to_b(frame, link.a.point))};
    return true;
  }
  const Vec2 straight = link.q - link.a.point;
  const Real length = norm(straight);
  link.separation = {length > 0 ? straight / length : Vec2{1, 0}, length};
  return length > 0;
}

// How much each edge at a corner rises along `n` (m): the one before it and its own.
struct EdgeRises {
  Real before, own;
};
SCREE_HD inline EdgeRises edge_rises(const PolygonView& polygon, std::int32_t corner, Vec2 n) {
  const Vec2 base = polygon.vertices[corner];
  return {dot(n, polygon.vertices[vertex_before(polygon, corner)] - base),
          dot(n, polygon.vertices[next_vertex(polygon, corner)] - base)};
}

}  // namespace slm_detail

SCREE_HD inline SurfaceFit fit_along(const PolygonView& polygon, const SurfacePlace2& place, Vec2 n,
                                     Real slack) {
  using namespace slm_detail;
  if (place.dimension == 1) return fit_side(polygon, place.index, n);
  const EdgeRises rises = edge_rises(polygon, place.index, n);
  return fit_of_rise(rises.before > rises.own ? rises.before : rises.own, slack);
}

// From a corner to the edge that rises most along `n`. The point stays.
SCREE_HD inline bool widen_along(const PolygonView& polygon, Vec2 n, SurfacePlace2& place) {
  using namespace slm_detail;
  if (place.dimension == 1) return false;
  const std::int32_t corner = place.index;
  const EdgeRises rises = edge_rises(polygon, corner, n);
  const std::int32_t before = vertex_before(polygon, corner);
  const Real slope_before = rises.before / reach(polygon.vertices[before] - place.point);
  const Real slope_own = rises.own / reach(polygon.vertices[next_vertex(polygon, corner)] - place.point);
  if (!(slope_before > 0) && !(slope_own > 0)) return false;
  place.dimension = 1;
  place.index = slope_before > slope_own ? before : corner;
  return true;
}

}  // namespace scree
