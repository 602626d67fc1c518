// How far A - B reaches along a direction, for two polyhedral cores: by the machine's vectors on the host.
#pragma once

#include <cstdint>

#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"
#ifndef __CUDA_ARCH__
#include "detect/machine_loops.hpp"
#endif

namespace scree {

// The farthest vertex of each core along `direction` (not zero, of any length; A's frame), the first of
// equals.
SCREE_HD inline void farthest_vertices(const ShapePair& pair, Vec3 direction, std::int32_t& vertex_a,
                                       std::int32_t& vertex_b) {
#ifdef __CUDA_ARCH__
  support(pair.a.core, direction, vertex_a);
  support(pair.b.core, to_b_direction(pair, -direction), vertex_b);
#else
  distortion::machine_loops->farthest(pair, direction, vertex_a, vertex_b);
#endif
}

// The largest direction . x of the points x of A - B. (m x the direction's length)
SCREE_HD inline Real reach_of_difference(const ShapePair& pair, Vec3 direction) {
#ifdef __CUDA_ARCH__
  const Vec3 direction_b = to_b_direction(pair, -direction);
  std::int32_t vertex = 0;
  return dot(support(pair.a.core, direction, vertex), direction) +
         dot(support(pair.b.core, direction_b, vertex), direction_b) - dot(direction, pair.translation);
#else
  return distortion::machine_loops->reach(pair, direction);
#endif
}

// How a kernel looks for vertices where it may not know which registers the machine has.
struct AnyMachine {
  SCREE_HD static Real reach(const ShapePair& pair, Vec3 direction) {
    return reach_of_difference(pair, direction);
  }
  // The vertex of a core farthest along `n` (its frame), which was `start` a little earlier.
  SCREE_HD static std::int32_t farthest(const PolyhedronView& core, std::int32_t start, Vec3 n) {
    return climb(core, start, n);
  }
};

}  // namespace scree
