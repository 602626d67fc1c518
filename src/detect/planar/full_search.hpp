// The signed distance of two polygonal cores by looking at every pair of features, for host and device.
//
// The safety net under iterative methods: without iteration, never in doubt. Overlap: the best separation
// over all edge normals of both (the edges of A - B have no other normals). Apart: the least distance of all
// pairs of a corner and an edge. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/minkowski.hpp"
#include "detect/tolerances.hpp"

namespace scree {

struct FullSearchResult2 {
  Separation2 separation;  // the signed distance of the cores and its normal
  Vec2 point_a;            // nearest point of A, when apart
};

namespace full_search2_detail {

SCREE_HD inline Separation2 best_axis(const PlanarPair& pair) {
  Separation2 best{Vec2{1, 0}, -std::numeric_limits<Real>::infinity()};
  const auto keep_better = [&](Vec2 normal) {
    const Separation2 s = separation_along(pair, normal);
    if (s.value > best.value) best = s;
  };
  const PolygonView& a = pair.a.outline;
  const PolygonView& b = pair.b.outline;
  for (std::int32_t i = 0; a.vertex_count > 1 && i < a.vertex_count; ++i) {
    keep_better(a.edge_lines[i].normal);
  }
  for (std::int32_t i = 0; b.vertex_count > 1 && i < b.vertex_count; ++i) {
    keep_better(-(pair.a_from_b * b.edge_lines[i].normal));
  }
  return best;
}

SCREE_HD inline Vec2 nearest_on_segment(Vec2 from, Vec2 to, Vec2 point) {
  const Vec2 along = to - from;
  const Real t = dot(point - from, along);
  const Real length_squared = norm_squared(along);
  if (!(t > 0)) return from;
  return t >= length_squared ? to : from + (t / length_squared) * along;
}

struct Nearest {
  Real distance_squared = std::numeric_limits<Real>::infinity();
  Vec2 point_a, point_b;
};

// Each corner with each edge; a single corner is an edge of no length.
SCREE_HD inline Nearest nearest_points(const PlanarPair& pair) {
  const PolygonView& a = pair.a.outline;
  const PolygonView& b = pair.b.outline;
  Nearest best;
  const auto keep_nearer = [&](Vec2 point_a, Vec2 point_b) {
    const Real d = norm_squared(point_b - point_a);
    if (d < best.distance_squared) best = {d, point_a, point_b};
  };
  for (std::int32_t j = 0; j < b.vertex_count; ++j) {
    const Vec2 b0 = from_b_point(pair, b.vertices[j]);
    const Vec2 b1 = from_b_point(pair, b.vertices[next_vertex(b, j)]);
    for (std::int32_t i = 0; i < a.vertex_count; ++i) {
      const Vec2 a0 = a.vertices[i];
      keep_nearer(a0, nearest_on_segment(b0, b1, a0));
      keep_nearer(nearest_on_segment(a0, a.vertices[next_vertex(a, i)], b0), b0);
    }
  }
  return best;
}

}  // namespace full_search2_detail

SCREE_HD SCREE_DEVICE_CALL inline FullSearchResult2 full_search(const PlanarPair& pair) {
  using namespace full_search2_detail;
  const Separation2 axis = best_axis(pair);
  if (axis.value <= 0 && pair.a.outline.vertex_count + pair.b.outline.vertex_count > 2) {
    return {axis, support(pair, axis.normal).point_a};
  }
  const Nearest nearest = nearest_points(pair);
  const Real distance = std::sqrt(nearest.distance_squared);
  // Too near for the line between the points to be a direction: the best axis is as good.
  if (!(distance > tolerance::near_contact * pair.size)) {
    if (axis.value > -std::numeric_limits<Real>::infinity()) return {axis, nearest.point_a};
    return {{Vec2{1, 0}, 0}, nearest.point_a};  // two points in one place
  }
  // An edge's own normal is more exact than the difference of two points.
  if (axis.value >= distance - tolerance::snap_slack * pair.size) return {axis, nearest.point_a};
  return {{(nearest.point_b - nearest.point_a) / distance, distance}, nearest.point_a};
}

}  // namespace scree
