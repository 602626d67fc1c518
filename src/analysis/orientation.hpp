// How the long axes of particles are turned.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <span>

#include "analysis/histogram.hpp"
#include "analysis/tensors.hpp"

namespace scree {

struct Orientation {
  std::uint64_t particles = 0;  // that have a long axis
  Mat3 order;                   // mean of (3 u u - 1) / 2; in the plane of 2 u u - 1
  PrincipalValues principal;    // its largest value is the nematic order parameter, 1: all axes are parallel
  Real vertical_order = 0;      // the order along the vertical: 1 all upright, -1/2 (in the plane -1) all lie
  Real mean_angle = 0;          // rad, to the vertical; 1 (in the plane pi / 4) for all directions alike
  Histogram angle;              // degrees to the vertical, 0 to 90
};

inline constexpr int angle_bins = 18;

// Of unit vectors, whose sign does not matter. An error when there are none.
Result<Orientation> orientation(std::span<const Vec3> axes, Vec3 up, int dimension);

// What share of all directions makes an angle from `low` to `high` (degrees, up to 90) with the vertical.
Real share_of_directions(Real low, Real high, int dimension);

}  // namespace scree
