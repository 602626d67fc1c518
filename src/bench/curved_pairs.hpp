// Benchmark `curved`: every pair of shape types with a curved shape in it, time and error, cold and warm.
#pragma once

#include <scree/contact.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/fine_search.hpp"
#include "bench/report.hpp"

namespace scree::bench {

// In this order a half-space is always B.
inline constexpr std::array<ShapeType, 8> curved_types{
    ShapeType::sphere,   ShapeType::capsule,    ShapeType::ellipsoid,          ShapeType::superellipsoid,
    ShapeType::cylinder, ShapeType::polyhedron, ShapeType::rounded_polyhedron, ShapeType::half_space};

struct CurvedPair {
  Shape a, b;
  Pose a_from_b;
};
// Pair number `index`, a function of its arguments only: shapes of about 1 m, apart by up to 0.3 m or
// overlapping by up to 0.1 m; in every fifth the axes are parallel, so that flat sides and edges meet. `a`
// must not be a half-space.
CurvedPair curved_pair(ShapeType a, ShapeType b, std::uint64_t seed, std::uint64_t index);
// The same placement for two given shapes.
CurvedPair placed_pair(Shape a, Shape b, std::uint64_t seed, std::uint64_t index);

// The pairs of types with at least one curved shape, A's type first.
std::vector<std::pair<ShapeType, ShapeType>> curved_type_pairs();
// The algorithms that know curved shapes: those with an answer for two ellipsoids.
std::vector<Algorithm> curved_algorithms();

// The distance by the fine search, or by the separation along an answer's normal, refined, where that is
// larger; `missed`: where it was.
struct Reference {
  FineAnswer answer;
  Real size = 0;  // m, of the larger shape
  bool missed = false;
};
Reference reference_of(const CurvedPair& pair, const std::vector<Contact>& answers);

// One algorithm on a set of pairs.
struct CurvedTally {
  std::string algorithm;
  std::uint64_t pairs = 0;
  std::uint64_t failures = 0;  // no answer
  std::uint64_t fallbacks = 0;
  std::uint64_t wrong_states = 0;        // a contact where there is none, or none where there is one
  Real mean_error = 0, worst_error = 0;  // of the distance, x size, of those that answered
  Real mean_angle = 0;                   // of the normal, degrees
  Real cold_time = 0, warm_time = 0;     // ns
};
struct CurvedCell {
  std::string shapes;  // "sphere, capsule"
  std::uint64_t pairs = 0;
  std::uint64_t overlaps = 0;
  std::uint64_t missed = 0;  // by the fine search
  std::vector<CurvedTally> tallies;
};
CurvedCell measure_curved(ShapeType a, ShapeType b, std::uint64_t pairs, std::uint64_t seed, int repeat);

// The superellipsoids of Feng 2021 and their meshes of 400 vertices: both held against the superellipsoids.
inline constexpr int mesh_vertices = 400;
std::vector<Shape> feng_superellipsoids();
Shape mesh_of(const Shape& shape);
CurvedCell measure_meshes(std::uint64_t pairs, std::uint64_t seed, int repeat);

Report report_of(const std::vector<CurvedCell>& cells, const CurvedCell& meshes);

}  // namespace scree::bench
