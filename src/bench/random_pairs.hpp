// Random pairs of polyhedra in every situation that is known to be hard, for tests and soak runs.
#pragma once

#include <scree/shape.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace scree::bench {

// How a pair is placed.
enum class Placement : std::uint8_t {
  far,         // apart by about the shapes' sizes
  near,        // two features facing each other across a gap of 1e-10 to 0.1 sizes
  grazing,     // two features touching, up to a few roundings
  shallow,     // two features facing each other, overlapping by 1e-10 to 0.01 sizes
  deep,        // centres close to each other
  contained,   // a small shape inside a large one
  concentric,  // centres in the same place
  identical,   // the same shape in the same or nearly the same place
  aligned,     // parallel axes, positions on a grid: ties everywhere
  turned,      // as aligned, then turned about one axis
};
inline constexpr int placement_count = 10;
std::string_view name(Placement placement);

struct RandomPair {
  Shape a, b;
  Pose a_from_b;
  Placement placement = Placement::far;
};

// A fixed set of shapes: tetrahedra to 60-vertex hulls, boxes, prisms, regular solids, needles 1:40,
// plates 64:1. All of size about 1 m.
std::vector<Shape> shape_pool();

// Shapes with the worst features a hull can have: nearly coplanar, nearly equal and nearly collinear
// points, off by 1e-15 to 1e-5, hence slivers and edges of almost no length. Of size about 1 m.
std::vector<Shape> sliver_pool();

// Pair number `index`: a function of its arguments only.
RandomPair random_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index);

}  // namespace scree::bench
