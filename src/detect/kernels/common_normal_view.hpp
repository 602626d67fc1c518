// common-normal: two superellipsoids seen along a direction, and the small linear algebra across it.
//
// Lengths in metres, all vectors in A's frame relative to A's centre unless they are said to be a body's own.
#pragma once

#include <cmath>

#include "detect/kernels/minkowski.hpp"
#include "shape/superellipsoid_surface.hpp"

namespace scree::common_normal_detail {

// What the rounding of a point or of a separation is worth. (x size)
inline constexpr Real rounding = 1e-16;
inline constexpr Real longest_step = 0.7;  // rad
// How far from a pole its neighbourhood is looked at: nothing beside any normal, far from underflow.
inline constexpr Real pole_ratio = 1e-140;
SCREE_HD inline bool at_pole(Vec3 normal) { return normal.x == 0 && normal.y == 0; }

struct Bodies {
  Superellipsoid a, b;
};

// The pair seen along one direction.
struct View {
  Vec3 normal;
  Vec3 normal_a, normal_b;  // where the motions were taken, in each body's frame
  Vec3 point_a, point_b;
  Real separation = 0;
  Vec3 slip;                // the part of point_b - point_a across the normal
  SurfaceMotion motion[4];  // two of A, two of B; axes in A's frame
};

// Along a normal of A and one of B, each in its body's frame, which should be opposite.
SCREE_HD SCREE_DEVICE_CALL inline View look_apart(const ShapePair& pair, const Bodies& bodies, Vec3 normal_a,
                                                  Vec3 normal_b) {
  View v;
  v.normal = normal_a;
  CurvedSupport a = curved_support(bodies.a, normal_a);
  CurvedSupport b = curved_support(bodies.b, normal_b);
  v.point_a = a.point;
  v.point_b = from_b_point(pair, b.point);
  const Vec3 d = v.point_b - v.point_a;
  v.separation = dot(v.normal, d);
  v.slip = d - v.separation * v.normal;
  v.slip -= dot(v.slip, v.normal) * v.normal;
  // At a pole the way a point moves depends on where to: towards the slip.
  const Real slip = norm(v.slip);
  if (slip > 0) {
    const Vec3 towards = (pole_ratio / slip) * v.slip;
    if (at_pole(normal_a)) a = curved_support(bodies.a, normal_a = normal_a + towards);
    if (at_pole(normal_b)) b = curved_support(bodies.b, normal_b = normal_b - to_b_direction(pair, towards));
  }
  v.normal_a = normal_a;
  v.normal_b = normal_b;
  for (int k = 0; k < 2; ++k) {
    v.motion[k] = a.motion[k];
    v.motion[2 + k] = b.motion[k];
    v.motion[2 + k].axis = -(pair.a_from_b * b.motion[k].axis);
  }
  return v;
}
SCREE_HD inline View look(const ShapePair& pair, const Bodies& bodies, Vec3 normal) {
  return look_apart(pair, bodies, normal, to_b_direction(pair, -normal));
}

// A symmetric 2 x 2 matrix in the tangent plane, the sum of radius * axis axis^T, in axes along and across
// its largest term. A radius of 1e60 beside one of 1 then loses nothing: the large one's axis has no part
// across.
struct Tangent {
  Vec3 e[2];
  Real m00 = 0, m01 = 0, m11 = 0;
  Real axis[4][2] = {};  // the motions' axes
};
struct Turn {
  Real x0 = 0, x1 = 0;
};

SCREE_HD inline Tangent tangent_matrix(const View& v, const Real (&radius)[4]) {
  Tangent t;
  int main = 0;
  Real largest = -1;
  for (int k = 0; k < 4; ++k) {
    const Real strength = radius[k] * norm_squared(v.motion[k].axis);
    if (strength > largest) {
      largest = strength;
      main = k;
    }
  }
  const Vec3 axis = v.motion[main].axis - dot(v.motion[main].axis, v.normal) * v.normal;
  const Real length = norm(axis);
  t.e[0] = length > 0 ? axis / length : perpendicular(v.normal);
  t.e[1] = cross(v.normal, t.e[0]);
  for (int k = 0; k < 4; ++k) {
    t.axis[k][0] = dot(v.motion[k].axis, t.e[0]);
    t.axis[k][1] = k == main ? 0 : dot(v.motion[k].axis, t.e[1]);
    t.m00 += radius[k] * t.axis[k][0] * t.axis[k][0];
    t.m01 += radius[k] * t.axis[k][0] * t.axis[k][1];
    t.m11 += radius[k] * t.axis[k][1] * t.axis[k][1];
  }
  return t;
}
SCREE_HD inline Tangent tangent_matrix(const View& v) {
  const Real radius[4] = {v.motion[0].radius, v.motion[1].radius, v.motion[2].radius, v.motion[3].radius};
  return tangent_matrix(v, radius);
}

// (matrix + shift) x = rhs, for a positive definite left side; false otherwise.
SCREE_HD inline bool solve(const Tangent& t, Real shift, Turn rhs, Turn& x) {
  const Real m00 = t.m00 + shift;
  if (!(m00 > 0)) return false;
  const Real factor = t.m01 / m00;
  const Real m11 = (t.m11 - factor * t.m01) + shift;
  if (!(m11 > 0)) return false;
  x.x1 = (rhs.x1 - factor * rhs.x0) / m11;
  x.x0 = (rhs.x0 - t.m01 * x.x1) / m00;
  return std::isfinite(x.x0) && std::isfinite(x.x1);
}

SCREE_HD inline Turn in_tangent(const Tangent& t, Vec3 v) { return {dot(v, t.e[0]), dot(v, t.e[1])}; }
SCREE_HD inline Vec3 in_space(const Tangent& t, Turn x) { return x.x0 * t.e[0] + x.x1 * t.e[1]; }
// How motion k sees the turn: its axis times the change of the normal, with all digits.
SCREE_HD inline Real along_motion(const Tangent& t, int k, Turn x) {
  return t.axis[k][0] * x.x0 + t.axis[k][1] * x.x1;
}
SCREE_HD inline Real length(Turn x) { return std::sqrt(x.x0 * x.x0 + x.x1 * x.x1); }
SCREE_HD inline Turn limited(Turn x) {
  const Real l = length(x);
  const Real f = l > longest_step ? longest_step / l : Real{1};
  return {f * x.x0, f * x.x1};
}

}  // namespace scree::common_normal_detail
