// The searches of fds in the plane for the pair that carries the contact (Zheng 2017, Secs. 2.2 and 2.3).
//
// Over whole polygons: v(i)-e(j), then e(i)-v(j), up to the first pair that proves its answer or excludes the
// contact: a strictly valid entrance with more than d_tol between the two contact planes (Sec. 2.1.4). Around
// a contact: the features at the vertices of its region. The last step's pair alone. A pair that is apart
// ends the search; of overlapping ones a vertex-edge pair does when no other way out can be shorter. Lengths
// in metres.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>

#include "detect/kernels/fds_state.hpp"
#include "detect/planar/polygon_list.hpp"

namespace scree::fds2_detail {

using fds_detail::exclude;
using fds_detail::has_carrier;
using fds_detail::is_done;
using Search2 = fds_detail::SearchOf<Vec2>;

// Whether the overlap of a vertex-edge pair is proved to be the least, so that it may end a search. The edge
// less the vertex lies in A - B at depth d below the origin, reaching to either side by the margin; q is the
// point of A - B farthest the other way. If the triangle of the three holds the disc of radius d about the
// origin, there is no shorter way out.
SCREE_HD inline bool is_least_depth(const PlanarPair& pair, const BasicPair2& p) {
  const PolygonView& a = pair.a.outline;
  const PolygonView& b = pair.b.outline;
  const Vec2 along = turned_left(p.normal);
  const auto way_on_a = [&](std::int32_t v) { return std::fabs(dot(along, a.vertices[v] - p.on_a)); };
  const auto way_on_b = [&](std::int32_t v) {
    return std::fabs(dot(along, from_b_point(pair, b.vertices[v]) - p.on_b));
  };
  const bool edge_of_a = p.a.dimension == 1;
  const Real start = edge_of_a ? way_on_a(p.a.index) : way_on_b(p.b.index);
  const Real end = edge_of_a ? way_on_a(next_vertex(a, p.a.index)) : way_on_b(next_vertex(b, p.b.index));
  const Real margin = start < end ? start : end;
  const Real depth = -p.distance;
  std::int32_t vertex = 0;
  const Vec2 far_a = support(a, -p.normal, vertex);
  const Vec2 q = far_a - from_b_point(pair, support(b, to_b_direction(pair, p.normal), vertex));
  const Real below = -dot(p.normal, q), aside = dot(along, q);
  const auto clear = [&](Real s) {  // of the side from the margin's end to q
    const Real area = margin * below + depth * s;
    const Real length_squared = (margin - s) * (margin - s) + (depth + below) * (depth + below);
    return area > 0 && area * area >= depth * depth * length_squared;
  };
  return clear(aside) && clear(-aside);
}

SCREE_HD inline void keep_edge_pair(const PlanarPair& pair, BasicPair2& p, Search2& search) {
  if (p.entrance == Entrance::strict && p.distance < 0) p.settled = is_least_depth(pair, p);
  keep_carrier(search.carrier, p);
}

// What a vertex meets in edge `e` and, if wanted, the vertex at its start.
SCREE_HD inline void check_edge(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                std::int32_t v, Vec2 point, std::int32_t e, bool with_start, Real reach,
                                Search2& search) {
  BasicPair2 p;
  if (with_start && meet_vertices(pair, facing, fixed_is_a, v, point, e, reach, p)) {
    keep_carrier(search.carrier, p);
  }
  if (meet_edge(pair, facing, fixed_is_a, v, point, e, reach, p)) keep_edge_pair(pair, p, search);
}

// How a vertex lies to the lines of a polygon.
struct Standing {
  int near = 0;                      // n_j: lines within reach ...
  std::int32_t first = 0, last = 0;  // ... and which, if one or two
  bool outside = false;
};

// What a vertex that is not outside meets in the lines within reach.
SCREE_HD inline void check_near(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                std::int32_t v, Vec2 point, const Standing& s, Real reach, Search2& search) {
  const auto check = [&](std::int32_t e, bool with_start) {
    check_edge(pair, facing, fixed_is_a, v, point, e, with_start && !fixed_is_a, reach, search);
  };
  if (s.near == 2) {
    const std::int32_t count = facing.fixed->vertex_count;
    check(s.first, s.first == 0 && s.last == count - 1);
    check(s.last, s.last == s.first + 1);
  } else if (s.near == 1) {
    check(s.first, false);
  } else {
    for (std::int32_t e = 0; e < facing.fixed->vertex_count; ++e) check(e, true);
  }
}

// Every vertex of `moving` against every edge of `fixed` (Fig. 5); vertex pairs are seen from A.
SCREE_HD SCREE_DEVICE_CALL inline void search_vertices(const PlanarPair& pair, const Facing2& facing,
                                                       bool fixed_is_a, Real reach, Search2& search) {
  const PolygonView& fixed = *facing.fixed;
  for (std::int32_t v = 0; v < facing.moving->vertex_count; ++v) {
    const Vec2 point = moving_vertex(facing, v);
    const Vec2 from_centre = point - facing.centre;
    Standing s;
    search.checked += fixed.vertex_count;
    for (std::int32_t e = 0; e < fixed.vertex_count; ++e) {
      const Vec2 n = fixed.edge_lines[e].normal;
      const Real height = dot(n, point) - fixed.edge_lines[e].offset;
      if (height > reach) {
        s.outside = true;
        if (dot(n, from_centre) > 0) continue;
        if (vertex_above(*facing.moving, v, to_moving(facing, n)) != Entrance::strict) continue;
        exclude(pair, fixed_is_a ? n : -(pair.a_from_b * n), height, search);
        return;
      }
      if (!(height >= -reach)) continue;
      if (s.near == 0) s.first = e;
      s.last = e;
      ++s.near;
    }
    if (s.outside || s.near == 0) continue;
    check_near(pair, facing, fixed_is_a, v, point, s, reach, search);
    if (is_done(search)) return;
  }
}

// The region's vertices of `moving` against all features at the region's vertices of `fixed`.
SCREE_HD inline void search_vertices_near(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                          const Region2& of_moving, const Region2& of_fixed, Real reach,
                                          Search2& search) {
  const PolygonView& fixed = *facing.fixed;
  std::int32_t v = of_moving.first;
  for (std::int32_t i = 0; i < of_moving.count; ++i, v = next_vertex(*facing.moving, v)) {
    const Vec2 point = moving_vertex(facing, v);
    std::int32_t e = of_fixed.first;
    check_edge(pair, facing, fixed_is_a, v, point, vertex_before(fixed, e), false, reach, search);
    for (std::int32_t k = 0; k < of_fixed.count; ++k, e = next_vertex(fixed, e)) {
      check_edge(pair, facing, fixed_is_a, v, point, e, !fixed_is_a, reach, search);
    }
  }
  search.checked += std::int64_t{of_moving.count} * (of_fixed.count + 1);
}

SCREE_HD SCREE_DEVICE_CALL inline void search_near(const PlanarPair& pair, const Region2& of_a,
                                                   const Region2& of_b, Real reach, Search2& search) {
  search_vertices_near(pair, facing_b(pair), false, of_a, of_b, reach, search);
  search_vertices_near(pair, facing_a(pair), true, of_b, of_a, reach, search);
}

// The last step's pair, or what its vertex meets now at the ends of the same edge.
SCREE_HD inline void recheck(const PlanarPair& pair, FeatureId a, FeatureId b, Real reach, Search2& search) {
  ++search.checked;
  if (a.dimension != 0 && b.dimension != 0) return;
  const bool fixed_is_a = a.dimension != 0;
  const Facing2 facing = fixed_is_a ? facing_a(pair) : facing_b(pair);
  const FeatureId on = fixed_is_a ? a : b;
  const std::int32_t v = fixed_is_a ? b.index : a.index;
  const Vec2 point = moving_vertex(facing, v);
  BasicPair2 p;
  if (on.dimension == 1 && meet_edge(pair, facing, fixed_is_a, v, point, on.index, reach, p)) {
    keep_edge_pair(pair, p, search);
    return;
  }
  if (meet_vertices(pair, facing, fixed_is_a, v, point, on.index, reach, p)) keep_carrier(search.carrier, p);
  if (on.dimension == 0) return;
  const std::int32_t end = next_vertex(*facing.fixed, on.index);
  if (meet_vertices(pair, facing, fixed_is_a, v, point, end, reach, p)) keep_carrier(search.carrier, p);
}

// The vertex farthest along `n`, by steps to a neighbour from `start`; the outline is gone round once at
// most.
SCREE_HD inline std::int32_t climb(const PolygonView& polygon, std::int32_t start, Vec2 n) {
  const auto height = [&](std::int32_t v) { return dot(n, polygon.vertices[v]); };
  std::int32_t top = start;
  for (std::int32_t i = 0; i < polygon.vertex_count; ++i) {
    const std::int32_t after = next_vertex(polygon, top), before = vertex_before(polygon, top);
    const std::int32_t higher = height(after) > height(before) ? after : before;
    if (!(height(higher) > height(top))) break;
    top = higher;
  }
  return top;
}

// The features at the supporting vertices `top_a` and `top_b` along `normal` (unit).
SCREE_HD inline void search_around(const PlanarPair& pair, Vec2 normal, std::int32_t top_a,
                                   std::int32_t top_b, Real reach, Region2& of_a, Region2& of_b,
                                   Search2& search) {
  open_regions(pair, normal, pair.a.outline.vertices[top_a],
               from_b_point(pair, pair.b.outline.vertices[top_b]), top_a, top_b, reach, of_a, of_b);
  search_near(pair, of_a, of_b, reach, search);
}

}  // namespace scree::fds2_detail
