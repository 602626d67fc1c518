// The validation pairs of Wellmann 2008: superellipsoids placed so that the contact is known beforehand.
//
// A stands at the origin, a contact direction and B's rotation are drawn at random, and B is put where its
// point with the opposite normal lies at the wanted distance along the direction (the paper's "Validation").
#pragma once

#include <scree/contact.hpp>

#include <array>
#include <cstdint>

#include "detect/kernels/minkowski.hpp"

namespace scree::bench {

enum class WellmannSeries : std::uint8_t {
  apart,    // distance from (0, 0.25) m: how soon is a contact excluded?
  contact,  // penetration from (0, 1.75e-3) m: how well is it found?
};
// Squareness intervals 1 to 3 (Table I).
struct SquarenessInterval {
  Real low, high;
};
inline constexpr std::array<SquarenessInterval, 3> wellmann_intervals{{{1, 1}, {0.7, 1.3}, {0.3, 1.7}}};

struct WellmannPair {
  OwnShapePair pair;
  Real distance = 0;  // m, signed: negative in contact
  Vec3 direction;     // unit, from A to B
  Vec3 point_a, point_b;
};

// Pair number `index`: a function of its arguments only. The known answer is a common normal, Eq. 5; where a
// surface is sharper than the penetration is deep it need not be the least depth.
WellmannPair wellmann_pair(SquarenessInterval squareness, WellmannSeries series, std::uint64_t seed,
                           std::uint64_t index);

}  // namespace scree::bench
