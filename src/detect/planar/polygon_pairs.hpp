// Basic contact pairs of two polygons, vertex-vertex and vertex-edge, and their valid entrances (Zheng 2017,
// Secs. 2.1.1, 2.1.3, 2.1.4): shared by ds and fds in the plane.
//
// A vertex enters an edge validly when both edges at the vertex point out of the edge's half-plane; the
// edge's normal is the entrance normal. Two vertices enter validly when one of them enters an edge at the
// other; their normal is the average of the normals of all such entrances. A pair counts when its points lie
// within the reach d_tol and its entrance is valid. A vertex within reach of an end of an edge makes a pair
// with that end, not with the edge: the paper's n_j = 2. Two lines that meet at an obtuse angle may both lie
// within reach far from their common vertex; so n_j only says what to look at (fds), the distance decides.
//
// Frames, normals and the two grades of a valid entrance are those of kernels/entrance.hpp. Lengths in
// metres.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>
#include <cstdint>

#include "detect/kernels/contact_pairs.hpp"

namespace scree {

using BasicPair2 = BasicPairOf<Vec2>;
using Facing2 = FacingOf<PolygonView, Vec2, Turn>;

SCREE_HD inline Facing2 facing_a(const PlanarPair& pair) {
  return {&pair.a.outline, &pair.b.outline, pair.a_from_b, pair.translation};
}
SCREE_HD inline Facing2 facing_b(const PlanarPair& pair) {
  const Turn b_from_a = inverse(pair.a_from_b);
  return {&pair.b.outline, &pair.a.outline, b_from_a, -(b_from_a * pair.translation)};
}

// Whether the angle at a vertex lies above the line through it with normal `n` (the polygon's frame).
SCREE_HD inline Entrance vertex_above(const PolygonView& polygon, std::int32_t v, Vec2 n) {
  const Vec2 at = polygon.vertices[v];
  if (dot(n, at) > 0) return Entrance::invalid;  // the centre lies below: the rough test
  const Vec2 onward = polygon.vertices[next_vertex(polygon, v)] - at;
  const Entrance first = grade(dot(n, onward), onward);
  if (first == Entrance::invalid) return first;
  const Vec2 back = polygon.vertices[vertex_before(polygon, v)] - at;
  return worse(first, grade(dot(n, back), back));
}

// Vertex `v` of moving against vertex `w` of fixed: by the two edges at each.
SCREE_HD inline Entrance vertex_vertex_entrance(const Facing2& facing, std::int32_t v, std::int32_t w,
                                                Vec2& normal, bool& averaged) {
  const PolygonView& fixed = *facing.fixed;
  const PolygonView& moving = *facing.moving;
  NormalListOf<Vec2> list;
  const std::int32_t at_w[] = {vertex_before(fixed, w), w};
  for (const std::int32_t e : at_w) {
    const Vec2 n = fixed.edge_lines[e].normal;
    add_normal(list, vertex_above(moving, v, to_moving(facing, n)), n);
  }
  const std::int32_t at_v[] = {vertex_before(moving, v), v};
  for (const std::int32_t e : at_v) {
    const Vec2 n = -(facing.rotation * moving.edge_lines[e].normal);
    add_normal(list, vertex_above(fixed, w, -n), n);
  }
  return average_normal(list, normal, averaged);
}

// A pair of vertex `v` of moving with a vertex or edge of fixed, in A's frame.
SCREE_HD inline BasicPair2 pair_of_vertex(const PlanarPair& pair, bool fixed_is_a, std::int32_t v,
                                          FeatureId on, Vec2 point, Vec2 foot, Vec2 normal) {
  BasicPair2 p;
  if (fixed_is_a) {
    p.a = on;
    p.b = {0, v};
    p.on_a = foot;
    p.on_b = point;
    p.normal = normal;
  } else {
    p.a = {0, v};
    p.b = on;
    p.on_a = pair.a.outline.vertices[v];
    p.on_b = from_b_point(pair, foot);
    p.normal = -(pair.a_from_b * normal);
  }
  return p;
}

namespace polygon_pairs_detail {

SCREE_HD SCREE_DEVICE_CALL inline bool enter_vertex(const PlanarPair& pair, const Facing2& facing,
                                                    bool fixed_is_a, std::int32_t v, Vec2 point,
                                                    std::int32_t w, BasicPair2& found) {
  Vec2 normal;
  bool averaged = false;
  const Entrance entrance = vertex_vertex_entrance(facing, v, w, normal, averaged);
  if (entrance == Entrance::invalid) return false;
  const Vec2 at = facing.fixed->vertices[w];
  found = pair_of_vertex(pair, fixed_is_a, v, {0, w}, point, at, normal);
  found.entrance = entrance;
  found.averaged = averaged;
  found.distance = dot(normal, point - at);
  return true;
}

SCREE_HD SCREE_DEVICE_CALL inline bool enter_edge(const PlanarPair& pair, const Facing2& facing,
                                                  bool fixed_is_a, std::int32_t v, Vec2 point, std::int32_t e,
                                                  Real height, BasicPair2& found) {
  const Vec2 normal = facing.fixed->edge_lines[e].normal;
  const Entrance entrance = vertex_above(*facing.moving, v, to_moving(facing, normal));
  if (entrance == Entrance::invalid) return false;
  found = pair_of_vertex(pair, fixed_is_a, v, {1, e}, point, point - height * normal, normal);
  found.entrance = entrance;
  found.distance = height;
  return true;
}

// Whether a point at `height` (m) over the line of edge `e` lies over the edge itself, with no end of it
// within reach. Nearest to an end: a matter of the vertex there.
SCREE_HD inline bool is_over_edge(const PolygonView& polygon, std::int32_t e, Vec2 point, Real height,
                                  Real reach) {
  const Vec2 along = turned_left(polygon.edge_lines[e].normal);
  const Real from_start = dot(along, point - polygon.vertices[e]);
  const Real to_end = dot(along, polygon.vertices[next_vertex(polygon, e)] - point);
  const Real margin = from_start < to_end ? from_start : to_end;
  return margin > 0 && margin * margin + height * height > reach * reach;
}

}  // namespace polygon_pairs_detail

// Vertex `v` of moving, at `point` (m, fixed's frame), and vertex `w` of fixed. False: they make no pair.
// Most pairs end at the first test: the rest is kept out of the loops.
SCREE_HD inline bool meet_vertices(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                   std::int32_t v, Vec2 point, std::int32_t w, Real reach,
                                   BasicPair2& found) {
  if (!(norm_squared(point - facing.fixed->vertices[w]) <= reach * reach)) return false;
  return polygon_pairs_detail::enter_vertex(pair, facing, fixed_is_a, v, point, w, found);
}

// The same with edge `e` of fixed.
SCREE_HD inline bool meet_edge(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a, std::int32_t v,
                               Vec2 point, std::int32_t e, Real reach, BasicPair2& found) {
  using namespace polygon_pairs_detail;
  const Line& line = facing.fixed->edge_lines[e];
  const Real height = dot(line.normal, point) - line.offset;
  if (!(std::fabs(height) <= reach) || !is_over_edge(*facing.fixed, e, point, height, reach)) return false;
  return enter_edge(pair, facing, fixed_is_a, v, point, e, height, found);
}

}  // namespace scree
