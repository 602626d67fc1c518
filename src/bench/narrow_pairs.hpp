// The pairs of `narrow`: random polyhedra, superellipsoids and ellipsoids of size about 1 m, placed at a
// known gap or depth, still or in coherent motion.
#pragma once

#include <scree/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree::bench {

// How many different shapes a set is drawn from. Few enough for a processor's cache, as in a simulation where
// many particles share a shape; the pairs are many, so that no branch predictor learns them.
inline constexpr int narrow_shape_count = 32;

// Hulls of points on ellipsoids: exactly `vertices` of them, none flat. Centred at the origin.
std::vector<Shape> narrow_polyhedra(int vertices, std::uint64_t seed);
// |x/a|^n + |y/b|^n + |z/c|^n = 1 with n = 2, 3, 4 and 6 in equal parts.
std::vector<Shape> narrow_superellipsoids(std::uint64_t seed);
std::vector<Shape> narrow_ellipsoids(std::uint64_t seed);

// How the pairs of a set stand: `least` and `largest` bound the gap, or the depth in overlap (x the larger
// size; evenly spread exponents), at each of `poses` poses. From one pose to the next B's centre moves by
// about `narrow_step` sizes and B turns by `narrow_step` rad, each about its own steady direction; along the
// normal it moves as the gap wants.
struct NarrowPlacement {
  bool overlap = false;
  Real least = 0, largest = 0;
  int poses = 1;
};
inline constexpr Real narrow_step = 1e-3;

// B seen from A, between the centres of the two: what kernels take.
struct RelativePose {
  Mat3 a_from_b;
  Vec3 translation;  // m
};

struct NarrowSet {
  std::vector<Shape> shapes;                        // all of one type
  std::vector<std::array<std::uint32_t, 2>> pairs;  // A and B
  int poses_per_pair = 1;
  std::vector<Pose> poses;             // number k of pair i: [k * pairs.size() + i]
  std::vector<RelativePose> relative;  // the same poses
  std::vector<Vec3> first_normals;     // of each pair, at its first pose, in A's axes
  // The order in which the poses are asked: there and back, so that it can go on for ever in small steps.
  std::vector<int> round_trip;
};

// A function of its arguments only.
NarrowSet narrow_set(std::vector<Shape> shapes, const NarrowPlacement& placement, std::size_t pairs,
                     std::uint64_t seed);

}  // namespace scree::bench
