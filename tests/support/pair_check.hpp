// Compares an algorithm's answer for a pair of polyhedra or polygons with the brute-force one.
#pragma once

#include <scree/contact.hpp>

#include <cstdint>
#include <string>

#include "bench/random_pairs.hpp"
#include "bench/random_polygons.hpp"

namespace scree::testing {

// The bars of exactness (relative to the larger size, or rad).
inline constexpr Real distance_bar = 1e-12;
inline constexpr Real normal_bar = 1e-6;
inline constexpr Real normal_needs_depth = 1e-9;   // a shallower contact's normal is not compared
inline constexpr Real normal_needs_margin = 1e-9;  // nor one that others nearly equal

template <class Vec>
struct PairVerdictOf {
  std::string complaint;    // empty: all is well
  Real distance_error = 0;  // x size
  Real normal_error = 0;    // rad, 0 where it is not compared
  ContactOf<Vec> contact;   // the algorithm's answer
};
using PairVerdict = PairVerdictOf<Vec3>;
using PairVerdict2 = PairVerdictOf<Vec2>;

// Asks `algorithm` and brute force about the pair and holds the answer against every bar: status,
// state, distance, normal, and points that lie on the surfaces and fit normal and distance.
// Normals are left out for shapes with features smaller than rounding: there they are not unique.
enum class Normals : std::uint8_t { compared, left_out };
PairVerdict check_pair(Algorithm algorithm, const bench::RandomPair& pair,
                       Normals normals = Normals::compared);
// The same from what the algorithm kept of earlier queries.
PairVerdict check_pair(Algorithm algorithm, const bench::RandomPair& pair, PairCache& cache,
                       Normals normals = Normals::compared);
PairVerdict2 check_pair(Algorithm algorithm, const bench::RandomPlanarPair& pair,
                        Normals normals = Normals::compared);

}  // namespace scree::testing
