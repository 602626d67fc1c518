// The superellipsoid of Barr (1981): support point, gauge and outward normal, for host and device.
//
// Surface: (|x/a|^p2 + |y/b|^p2)^(p1/p2) + |z/c|^p1 = 1 with p1 = 2/e1, p2 = 2/e2, so the solid is the
// unit ball of the nested norm N(v) = | ( |(x/a, y/b)|_p2 , z/c ) |_p1. Its support function is therefore
// the dual norm, which nests the same way with the dual exponents q = p / (p - 1) = 2 / (2 - e), and the
// support point follows from applying the dual map of the plane twice.
#pragma once

#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <cmath>

#include "math/power.hpp"
#include "shape/magnitude.hpp"

namespace scree {

// For u >= 0 in the plane: its q-norm, and the point `s` >= 0 of the p-norm's unit circle that is farthest
// along u: s_i = (u_i / |u|_q)^(q - 1).
struct DualPair {
  Real norm;
  Real s[2];
};

// `epsilon` in (0, 2) gives p = 2 / epsilon and q = 2 / (2 - epsilon). Only the ratio of the two numbers
// is raised to a power, so nothing overflows; a zero component gives an exact zero.
SCREE_HD inline DualPair dual_map(Real u0, Real u1, Real epsilon) {
  const bool first_larger = u0 >= u1;
  const Real large = first_larger ? u0 : u1;
  if (!(large > 0)) return {0, {0, 0}};
  const Real ratio = (first_larger ? u1 : u0) / large;
  const bool round = epsilon == 1;
  const Real ratio_power = round ? ratio : power(ratio, epsilon / (2 - epsilon));  // ratio^(q - 1)
  const Real sum = 1 + ratio * ratio_power;                                        // 1 + ratio^q
  // sum^(-1/p), as (q - 1) / q = 1/p
  const Real s_large = round ? 1 / std::sqrt(sum) : power(sum, -epsilon / 2);
  const Real s_small = ratio_power * s_large;
  return {large * (sum * s_large),  // large sum^(1/q), as 1 - 1/p = 1/q
          {first_larger ? s_large : s_small, first_larger ? s_small : s_large}};
}

// |(u0, u1)|_p for u >= 0 and p = 2 / epsilon.
SCREE_HD inline Real plane_norm(Real u0, Real u1, Real epsilon) {
  const Real large = u0 >= u1 ? u0 : u1;
  if (!(large > 0)) return large;
  if (std::isinf(large)) return large;
  const Real ratio = (u0 >= u1 ? u1 : u0) / large;
  return large * power(1 + power(ratio, 2 / epsilon), epsilon / 2);
}

// For u >= 0 in space the point s >= 0 of the p-norm's unit sphere that is farthest along u, as dual_map:
// both sections at once, where their exponents are equal.
SCREE_HD inline Vec3 even_dual_point(Vec3 u, Real epsilon) {
  const bool x_first = u.x >= u.y && u.x >= u.z;
  const bool z_first = !x_first && u.z >= u.y;
  const Real large = x_first ? u.x : (z_first ? u.z : u.y);
  if (!(large > 0)) return {};
  const Real q1 = epsilon / (2 - epsilon);
  const Real2 ratio = lanes((x_first ? u.y : u.x) / large, (z_first ? u.y : u.z) / large);
  const Real2 ratio_power = power(ratio, lanes(q1, q1));
  const Real s_large = power(1 + sum_of_lanes(ratio * ratio_power), -epsilon / 2);
  const Real second = ratio_power[0] * s_large;
  const Real third = ratio_power[1] * s_large;
  return {x_first ? s_large : second, x_first ? second : (z_first ? third : s_large),
          z_first ? s_large : third};
}

// The point farthest along `direction` (not zero, any length), relative to the centre.
SCREE_HD inline Vec3 superellipsoid_support(Vec3 radii, const Real (&exponents)[2], Vec3 direction) {
  const Real scale = largest_magnitude(direction);
  const Vec3 u{radii.x * (std::fabs(direction.x) / scale), radii.y * (std::fabs(direction.y) / scale),
               radii.z * (std::fabs(direction.z) / scale)};
  Vec3 s;
  if (exponents[0] == exponents[1] && exponents[0] != 1) {
    s = even_dual_point(u, exponents[0]);
  } else {
    const DualPair in_plane = dual_map(u.x, u.y, exponents[1]);
    const DualPair along_z = dual_map(in_plane.norm, u.z, exponents[0]);
    s = {along_z.s[0] * in_plane.s[0], along_z.s[0] * in_plane.s[1], along_z.s[1]};
  }
  const Vec3 point{radii.x * s.x, radii.y * s.y, radii.z * s.z};
  return {direction.x < 0 ? -point.x : point.x, direction.y < 0 ? -point.y : point.y,
          direction.z < 0 ? -point.z : point.z};
}

// The same in the plane, of |x/a|^(2/epsilon) + |y/b|^(2/epsilon) = 1 with semi-axes a and b.
SCREE_HD inline Vec2 superellipse_support(Vec2 radii, Real epsilon, Vec2 direction) {
  const Real x = std::fabs(direction.x), y = std::fabs(direction.y);
  const Real scale = x >= y ? x : y;
  const DualPair found = dual_map(radii.x * (x / scale), radii.y * (y / scale), epsilon);
  const Vec2 point{radii.x * found.s[0], radii.y * found.s[1]};
  return {direction.x < 0 ? -point.x : point.x, direction.y < 0 ? -point.y : point.y};
}

// The factor by which the solid must grow about its centre to have `point` on its surface: below 1 inside,
// 1 on the surface, above 1 outside. Barr's inside-outside function is gauge^(2/e1).
SCREE_HD inline Real superellipsoid_gauge(Vec3 radii, const Real (&exponents)[2], Vec3 point) {
  const Real in_plane = plane_norm(std::fabs(point.x) / radii.x, std::fabs(point.y) / radii.y, exponents[1]);
  return plane_norm(in_plane, std::fabs(point.z) / radii.z, exponents[0]);
}

}  // namespace scree
