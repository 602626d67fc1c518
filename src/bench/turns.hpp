// Rotations that put one direction on another, for placing pairs.
#pragma once

#include <scree/vec.hpp>

#include <cmath>

namespace scree::bench {

// A turn by `angle` (rad) about a unit vector.
inline Quat rotation_about(Vec3 axis, Real angle) {
  const Real s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

// Takes the unit vector `from` to the unit vector `to`.
inline Quat rotation_between(Vec3 from, Vec3 to) {
  const Real cosine = dot(from, to);
  if (cosine < -0.999999) {  // half a turn about any axis across, then the rest
    const Vec3 other = std::fabs(from.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 axis = normalized(cross(from, other));
    const Quat flip{0, axis.x, axis.y, axis.z};
    const Vec3 flipped = rotate(flip, from);
    const Vec3 rest = cross(flipped, to);
    return normalized(Quat{1 + dot(flipped, to), rest.x, rest.y, rest.z} * flip);
  }
  const Vec3 axis = cross(from, to);
  return normalized(Quat{1 + cosine, axis.x, axis.y, axis.z});
}

}  // namespace scree::bench
