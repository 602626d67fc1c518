// Random pairs of polygons in every situation that is known to be hard, for tests, soak runs and benchmarks.
#pragma once

#include <scree/shape.hpp>

#include <cstdint>
#include <vector>

#include "bench/random_pairs.hpp"

namespace scree::bench {

struct RandomPlanarPair {
  Shape a, b;
  Pose2 a_from_b;
  Placement placement = Placement::far;
};

// A fixed set of polygons: triangles to 60 corners, rectangles, regular ones, needles 1:40. Of size about 1
// m.
std::vector<Shape> polygon_pool();
// Polygons with nearly equal and nearly collinear corners, off by 1e-13 to 1e-5. Of size about 1 m.
std::vector<Shape> sliver_polygon_pool();

// Pair number `index`: a function of its arguments only.
RandomPlanarPair random_planar_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index);

}  // namespace scree::bench
