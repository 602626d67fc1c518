// How far A - B reaches along a direction, for two polyhedral cores: by the machine's vectors on the host.
#pragma once

#include <cstdint>

#include "detect/kernels/minkowski.hpp"
#ifndef __CUDA_ARCH__
#include "shape/scan.hpp"
#endif

namespace scree {

// The farthest vertex of each core along `direction` (not zero, of any length; A's frame), the first of
// equals.
SCREE_HD inline void farthest_vertices(const ShapePair& pair, Vec3 direction, std::int32_t& vertex_a,
                                       std::int32_t& vertex_b) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 direction_b = to_b_direction(pair, -direction);
#ifdef __CUDA_ARCH__
  support(a, direction, vertex_a);
  support(b, direction_b, vertex_b);
#else
  scan_functions->farthest({a.lanes, a.lane_count, direction}, {b.lanes, b.lane_count, direction_b}, vertex_a,
                           vertex_b);
#endif
}

// The largest direction . x of the points x of A - B. (m x the direction's length)
SCREE_HD inline Real reach_of_difference(const ShapePair& pair, Vec3 direction) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 direction_b = to_b_direction(pair, -direction);
#ifdef __CUDA_ARCH__
  std::int32_t vertex = 0;
  const Real reach =
      dot(support(a, direction, vertex), direction) + dot(support(b, direction_b, vertex), direction_b);
#else
  const Real reach =
      scan_functions->reach({a.lanes, a.lane_count, direction}, {b.lanes, b.lane_count, direction_b});
#endif
  return reach - dot(direction, pair.translation);
}

}  // namespace scree
