// The ellipsoid: support point and gauge, for host and device.
#pragma once

#include <scree/vec.hpp>

#include "shape/magnitude.hpp"

namespace scree {

// The point farthest along `direction` (not zero, any length), relative to the centre:
// D^2 d / |D d| with D the diagonal matrix of the semi-axes.
SCREE_HD inline Vec3 ellipsoid_support(Vec3 radii, Vec3 direction) {
  const Vec3 d = direction / largest_magnitude(direction);
  const Vec3 u{radii.x * d.x, radii.y * d.y, radii.z * d.z};
  const Vec3 unit = normalized(u / largest_magnitude(u));
  return {radii.x * unit.x, radii.y * unit.y, radii.z * unit.z};
}

// Below 1 inside, 1 on the surface, above 1 outside: |D^-1 x|.
SCREE_HD inline Real ellipsoid_gauge(Vec3 radii, Vec3 point) {
  return norm(Vec3{point.x / radii.x, point.y / radii.y, point.z / radii.z});
}

}  // namespace scree
