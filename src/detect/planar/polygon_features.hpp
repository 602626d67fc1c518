// Supporting corners and edges of polygonal cores, and exact normals from them, for host and device.
//
// The signed distance of two polygons is attained along an edge's normal or (apart only) the line between two
// corners. An iterated normal close to one of the first kind is replaced by it: it then carries no rounding
// but the shapes' own.
#pragma once

#include <scree/contact_data.hpp>

#include <initializer_list>
#include <limits>

#include "detect/kernels/minkowski.hpp"
#include "detect/tolerances.hpp"

namespace scree {

// Edge i, from vertex i to the next.
SCREE_HD inline Contact2::Feature edge_feature(const PolygonView& polygon, std::int32_t i) {
  Contact2::Feature feature;
  feature.vertex_count = 2;
  feature.vertex[0] = i;
  feature.vertex[1] = next_vertex(polygon, i);
  return feature;
}

// The corner or edge that supports the polygon along the unit vector `n` (its own frame), where edges within
// `angle` (rad) of perpendicular count.
SCREE_HD inline Contact2::Feature support_feature(const PolygonView& polygon, Vec2 n, Real angle) {
  Contact2::Feature feature;
  support(polygon, n, feature.vertex[0]);
  feature.vertex_count = 1;
  if (polygon.vertex_count < 2) return feature;
  const std::int32_t corner = feature.vertex[0];
  Real smallest = angle;
  for (const std::int32_t edge : {corner, vertex_before(polygon, corner)}) {
    const Vec2 normal = polygon.edge_lines[edge].normal;
    const Real tilt = std::fabs(cross(normal, n));
    if (dot(normal, n) <= 0 || tilt > smallest) continue;
    smallest = tilt;
    feature = edge_feature(polygon, edge);
  }
  return feature;
}

// The best separation among the exact edge normals near `normal`, or along `normal` itself if none is as
// good.
SCREE_HD inline Separation2 snap_to_features(const PlanarPair& pair, Vec2 normal) {
  const SupportVertex2 at = support(pair, normal);
  const Separation2 given{normal, -dot(normal, at.difference)};
  Separation2 best{normal, -std::numeric_limits<Real>::infinity()};
  const Real slack = tolerance::snap_slack * pair.size;
  const auto try_edges = [&](const PolygonView& polygon, std::int32_t corner, Vec2 towards, auto to_pair,
                             Real better_by) {
    if (polygon.vertex_count < 2) return;
    for (const std::int32_t edge : {corner, vertex_before(polygon, corner)}) {
      const Vec2 edge_normal = polygon.edge_lines[edge].normal;
      if (dot(edge_normal, towards) <= 0) continue;
      if (std::fabs(cross(edge_normal, towards)) > tolerance::snap_angle) continue;
      const Separation2 s = separation_along(pair, to_pair(edge_normal));
      if (s.value > best.value + better_by) best = s;
    }
  };
  try_edges(
      pair.a.outline, at.vertex_a, normal, [](Vec2 n) { return n; }, 0);
  try_edges(
      pair.b.outline, at.vertex_b, to_b_direction(pair, -normal),
      [&](Vec2 n) { return -(pair.a_from_b * n); }, slack);
  return best.value >= given.value - slack ? best : given;
}

}  // namespace scree
