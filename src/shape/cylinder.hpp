// The cylinder with its axis along z: support point and gauge, for host and device.
//
// Its numbers are radii = (r, r, half height), relative to the centre.
#pragma once

#include <scree/vec.hpp>

#include <cmath>

namespace scree {

// The point farthest along `direction` (not zero, any length). Where a whole cap or a whole line of the
// side is farthest, its middle is returned, so that mirrored directions give mirrored points.
SCREE_HD inline Vec3 cylinder_support(Vec3 radii, Vec3 direction) {
  Vec3 point;
  const Real width =
      std::fabs(direction.x) >= std::fabs(direction.y) ? std::fabs(direction.x) : std::fabs(direction.y);
  if (width > 0) {
    // Dividing by the larger component first keeps the squares away from overflow and underflow.
    const Real x = direction.x / width;
    const Real y = direction.y / width;
    const Real scale = radii.x / std::sqrt(x * x + y * y);
    point.x = scale * x;
    point.y = scale * y;
  }
  if (direction.z > 0) point.z = radii.z;
  if (direction.z < 0) point.z = -radii.z;
  return point;
}

// Below 1 inside, 1 on the surface, above 1 outside.
SCREE_HD inline Real cylinder_gauge(Vec3 radii, Vec3 point) {
  const Real x = point.x / radii.x;
  const Real y = point.y / radii.y;
  const Real side = std::sqrt(x * x + y * y);
  const Real cap = std::fabs(point.z) / radii.z;
  return side >= cap ? side : cap;
}

}  // namespace scree
