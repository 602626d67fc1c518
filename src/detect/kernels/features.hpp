// Supporting features of polyhedral cores, and exact normals from them.
//
// The signed distance of two polyhedra is attained along a face's normal, the common perpendicular of
// two edges, or (apart only) the line between two vertices or a vertex and an edge. An iterated normal
// that is close to one of the first two kinds is replaced by it: it then carries no rounding but the
// shapes' own.
#pragma once

#include <scree/contact_data.hpp>

#include <limits>

#include "detect/kernels/minkowski.hpp"
#include "detect/tolerances.hpp"

namespace scree {

// How many vertices (dimension 0), edges (1) or faces (2) the core has; 0 for any other dimension.
SCREE_HD inline std::int32_t feature_count(const PolyhedronView& core, std::int32_t dimension) {
  return dimension == 0   ? core.vertex_count
         : dimension == 1 ? core.edge_count
         : dimension == 2 ? core.face_count
                          : 0;
}

// The vertex farthest along `n`, uphill from a vertex. May fall short by rounding.
SCREE_HD inline std::int32_t climb(const PolyhedronView& core, std::int32_t start, Vec3 n) {
  std::int32_t best = start;
  Real highest = dot(n, core.vertices[start]);
  for (std::int32_t step = 0; step < core.vertex_count; ++step) {
    const std::int32_t from = best;
    for (std::int32_t k = core.vertex_begin[from]; k < core.vertex_begin[from + 1]; ++k) {
      const Real height = dot(n, core.vertices[core.vertex_neighbours[k]]);
      if (!(height > highest)) continue;
      highest = height;
      best = core.vertex_neighbours[k];
    }
    if (best == from) break;
  }
  return best;
}

// The vertex, edge or face of the core that supports it along the unit vector `n` (the core's frame),
// where directions within `angle` (rad) of perpendicular count.
SCREE_HD SCREE_DEVICE_CALL inline Contact::Feature support_feature(const PolyhedronView& core, Vec3 n,
                                                                   Real angle) {
  Contact::Feature feature;
  support(core, n, feature.vertex[0]);
  feature.vertex_count = 1;
  const std::int32_t begin = core.vertex_begin[feature.vertex[0]];
  const std::int32_t end = core.vertex_begin[feature.vertex[0] + 1];
  Real smallest = angle;
  for (std::int32_t k = begin; k < end; ++k) {
    const std::int32_t face = core.vertex_faces[k];
    if (face < 0 || dot(core.face_planes[face].normal, n) <= 0) continue;
    const Real tilt = norm(cross(core.face_planes[face].normal, n));
    if (tilt > smallest) continue;
    smallest = tilt;
    feature.face = face;
  }
  if (feature.face >= 0) {
    feature.vertex_count = core.face_begin[feature.face + 1] - core.face_begin[feature.face];
    return feature;
  }
  for (std::int32_t k = begin; k < end; ++k) {
    const Vec3 edge = core.vertices[core.vertex_neighbours[k]] - core.vertices[feature.vertex[0]];
    const Real tilt = std::fabs(dot(edge, n)) / norm(edge);
    if (tilt > smallest) continue;
    smallest = tilt;
    feature.vertex[1] = core.vertex_neighbours[k];
    feature.vertex_count = 2;
  }
  return feature;
}

// The best separation among the exact normals near `normal`, or along `normal` itself if none is as good.
SCREE_HD SCREE_DEVICE_CALL inline Separation snap_to_features(const ShapePair& pair, Vec3 normal) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 normal_b = to_b_direction(pair, -normal);
  const SupportVertex at = support(pair, normal);
  const Separation given{normal, -dot(normal, at.difference)};
  Separation best{normal, -std::numeric_limits<Real>::infinity()};
  const Real slack = tolerance::snap_slack * pair.size;

  const std::int32_t a_begin = a.vertex_begin[at.vertex_a];
  const std::int32_t a_end = a.vertex_begin[at.vertex_a + 1];
  const std::int32_t b_begin = b.vertex_begin[at.vertex_b];
  const std::int32_t b_end = b.vertex_begin[at.vertex_b + 1];
  for (std::int32_t k = a_begin; k < a_end; ++k) {
    if (a.vertex_faces[k] < 0) continue;
    const Vec3 face_normal = a.face_planes[a.vertex_faces[k]].normal;
    if (dot(face_normal, normal) <= 0 || norm(cross(face_normal, normal)) > tolerance::snap_angle) continue;
    const Separation s = separation_along(pair, face_normal);
    if (s.value > best.value) best = s;
  }
  for (std::int32_t k = b_begin; k < b_end; ++k) {
    if (b.vertex_faces[k] < 0) continue;
    const Vec3 face_normal = b.face_planes[b.vertex_faces[k]].normal;
    if (dot(face_normal, normal_b) <= 0 || norm(cross(face_normal, normal_b)) > tolerance::snap_angle)
      continue;
    const Separation s = separation_along(pair, -(pair.a_from_b * face_normal));
    if (s.value > best.value + slack) best = s;
  }
  for (std::int32_t k = a_begin; k < a_end; ++k) {
    const Vec3 edge_a = a.vertices[a.vertex_neighbours[k]] - a.vertices[at.vertex_a];
    if (std::fabs(dot(edge_a, normal)) > tolerance::snap_angle * norm(edge_a)) continue;
    for (std::int32_t l = b_begin; l < b_end; ++l) {
      const Vec3 edge_b = b.vertices[b.vertex_neighbours[l]] - b.vertices[at.vertex_b];
      if (std::fabs(dot(edge_b, normal_b)) > tolerance::snap_angle * norm(edge_b)) continue;
      Vec3 common = cross(edge_a, pair.a_from_b * edge_b);
      const Real length = norm(common);
      if (!(length > tolerance::snap_angle * norm(edge_a) * norm(edge_b)))
        continue;  // parallel: no direction
      common = common / (dot(common, normal) < 0 ? -length : length);
      const Separation s = separation_along(pair, common);
      if (s.value > best.value + slack) best = s;
    }
  }
  return best.value >= given.value - slack ? best : given;
}

}  // namespace scree
