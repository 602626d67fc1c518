// Principal moments and axes of a shape's inertia.
#include <scree/shape.hpp>

#include <cmath>

#include "math/rotation.hpp"
#include "math/symmetric_eigen.hpp"
#include "shape/magnitude.hpp"

namespace scree {
namespace {

// Moments closer than this, relative to the largest, count as equal: their axes are then free and are
// chosen along the shape's own axes as far as possible, instead of following rounding errors.
constexpr Real equal_moments = 1e-12;

// The sign that makes the largest component positive, the first one where several are equally large.
Vec3 with_fixed_sign(Vec3 axis) {
  const Real threshold = (1 - 1e-6) * largest_magnitude(axis);
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(axis[i]) >= threshold) return axis[i] < 0 ? -axis : axis;
  }
  return axis;
}

// The unit vector across `axis` that is nearest to the shape axis least aligned with it.
Vec3 perpendicular_to(Vec3 axis) {
  int least = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(axis[i]) < std::fabs(axis[least])) least = i;
  }
  Vec3 start;
  start[least] = 1;
  return normalized(start - dot(start, axis) * axis);
}

}  // namespace

PrincipalFrame principal_frame(const MassProperties& mass) {
  PrincipalFrame frame;
  // Scaled to about 1; an unbounded or empty solid has no principal axes and keeps its own.
  Real scale = 0;
  for (const Vec3& row : mass.inertia.row) scale = std::fmax(scale, largest_magnitude(row));
  if (!std::isfinite(scale) || !(scale > 0)) {
    frame.moments = {mass.inertia.row[0].x, mass.inertia.row[1].y, mass.inertia.row[2].z};
    return frame;
  }
  const SymmetricEigen eigen = symmetric_eigen(
      {{mass.inertia.row[0] / scale, mass.inertia.row[1] / scale, mass.inertia.row[2] / scale}});
  frame.moments = scale * eigen.values;

  const Real tolerance = equal_moments * eigen.values.z;
  const bool low_pair = eigen.values.y - eigen.values.x <= tolerance;
  const bool high_pair = eigen.values.z - eigen.values.y <= tolerance;
  if (low_pair && high_pair) return frame;
  Vec3 axis[3];
  if (low_pair) {
    axis[2] = with_fixed_sign(eigen.vectors[2]);
    axis[0] = perpendicular_to(axis[2]);
    axis[1] = cross(axis[2], axis[0]);
  } else {
    axis[0] = with_fixed_sign(eigen.vectors[0]);
    axis[1] = high_pair ? perpendicular_to(axis[0]) : with_fixed_sign(eigen.vectors[1]);
    axis[2] = cross(axis[0], axis[1]);
  }
  frame.shape_from_principal = quaternion_of_axes(axis[0], axis[1], axis[2]);
  return frame;
}

}  // namespace scree
