// Sizes of particles: how they are distributed, and drawing them.
//
// A size is a length (m): the diameter of the ball of the same volume, in the plane of the disc of the same
// area.
#pragma once

#include <scree/real.hpp>

#include <cstdint>
#include <vector>

#include "math/random.hpp"

namespace scree {

// Sizes from low to high, all as likely.
struct SizeBin {
  Real low = 0, high = 0;  // m
  Real share = 1;          // of the number of particles
};

struct SizeDistribution {
  enum class Kind : std::uint8_t { bins, normal, log_normal };
  Kind kind = Kind::bins;
  std::vector<SizeBin> bins;
  // Of the two bells, cut to [min, max] (m). Of the log-normal: of the natural logarithm of the size in m.
  Real mean = 0, deviation = 1;
  Real min = 0, max = 0;
};

SizeDistribution fixed_size(Real size);
// Bins that share the mass (of particles of one shape and density) as their `share` says. A bin's mean cube
// of the size, in the plane its mean square, tells how many particles make up its mass.
SizeDistribution bins_by_mass(const std::vector<SizeBin>& bins_with_mass_shares, int dimension);

Real largest_size(const SizeDistribution& sizes);
// Of a bell before the cut: how much of it lies within [min, max].
Real kept_share(const SizeDistribution& sizes);

Real draw_size(const SizeDistribution& sizes, Random& random);

}  // namespace scree
