// common-normal: the few steps from a normal that is nearly right, as a pair's last one is.
//
// The maximum that common_normal_climb.hpp climbs to, without what makes a climb safe from anywhere: where a
// step is long, the matrix not definite or a surface all but flat, this gives up and the climb takes over.
// Both bodies go side by side, each in its own frame with a normal of its own, where a small component has
// all its digits (common_normal_near_bodies.hpp). What makes it fast:
// - The matrix needs no more than points and normals.
// - A step corrected for the second order (Chebyshev's method) leaves its third power, and the last one may
//   be 1e-6 long.
// - Where components of a normal change by little, a series gives the point anew, exact to rounding. Where
//   they change by much on a flat side, the point is what moves evenly: the step is taken straight in the
//   point. The two normals then differ by a gap that the next step closes.
#pragma once

#include <cmath>

#include "detect/kernels/common_normal_near_bodies.hpp"

namespace scree::common_normal_detail {

inline constexpr int near_limit = 8;  // steps
// A step is the last one if it changes no component of a normal by more of itself: with terms of the second
// order what it leaves is the third power of that, else its square.
inline constexpr Real last_change = 6e-6;
inline constexpr Real last_linear_change = 1e-8;
inline constexpr Real last_turn = 1e-4;  // rad: its fourth power is rounding
// Up to here another step may use the same matrix: what it leaves is the fourth power.
inline constexpr Real chord_change = 1e-4;
// Up to here the second order makes a step better.
inline constexpr Real second_order_change = 0.05;
// From here on a step is taken in the point; with different exponents, which have no such way, not at all.
inline constexpr Real straight_change = 0.1;
inline constexpr Real longest_change = 0.6;
// Longer ones are left to the climb.
inline constexpr Real near_turn = 0.3;   // rad
inline constexpr Real near_shift = 0.5;  // of a point (x its distance from the centre along the normal)
// Radii of curvature: larger ones need axes of their own, still larger ones are left to the climb. (x size)
inline constexpr Real near_flat = 1e4;
inline constexpr Real near_flattest = 1e13;
// A matrix nearer to being singular is left to the climb. (x the product of its diagonal)
inline constexpr Real near_least_determinant = 1e-8;
// Components of A's first normal are at least this.
inline constexpr Real least_component = 1e-10;
// Sizes whose squares and their products are normal numbers. (m)
inline constexpr Real near_least_size = 1e-60, near_largest_size = 1e60;
// Points that miss each other by more have to be settled on flat sides. (x size)
inline constexpr Real settled = 1e-14;

// Two unit vectors across A's normal, and how the bodies' own normals see a turn along them.
struct NearAxes {
  Vec3 e[2];
  Vec3Pair own[2];
};
SCREE_HD inline NearAxes near_axes(const ShapePair& pair, Vec3 n) {
  NearAxes axes;
  // Duff et al. 2017.
  const Real sign = std::copysign(Real{1}, n.z);
  const Real f = -1 / (sign + n.z);
  const Real g = n.x * n.y * f;
  axes.e[0] = {1 + sign * n.x * n.x * f, sign * g, -sign * n.x};
  axes.e[1] = {g, sign + n.y * n.y * f, -n.y};
  for (int k = 0; k < 2; ++k) axes.own[k] = lanes(axes.e[k], to_b_direction(pair, -axes.e[k]));
  return axes;
}
// The first along the flattest side, the second without any part along it: a radius of 1e12 beside one of 1
// then drowns nothing.
SCREE_HD SCREE_COLD inline NearAxes axes_of_flattest(const ShapePair& pair, const NearBodies& s) {
  int body = 0, side = 0;
  for (int k = 1; k < 6; ++k) {
    if (lane(s.stretch, k / 3)[k % 3] > lane(s.stretch, body)[side]) {
      body = k / 3;
      side = k % 3;
    }
  }
  const Vec3 n = lane(s.normal, body);
  Vec3 along = -n[side] * n;
  along[side] += 1;
  along = normalized(along);
  Vec3 across = cross(n, along);
  across[side] = 0;
  NearAxes axes;
  axes.e[0] = body == 0 ? along : -(pair.a_from_b * along);
  axes.e[1] = body == 0 ? across : -(pair.a_from_b * across);
  for (int k = 0; k < 2; ++k) {
    const Vec3 own = k == 0 ? along : across;
    axes.own[k] = lanes(axes.e[k], body == 0 ? to_b_direction(pair, -axes.e[k]) : own);
  }
  return axes;
}
SCREE_HD inline Vec3Pair in_space(const NearAxes& axes, Turn x) {
  return x.x0 * axes.own[0] + x.x1 * axes.own[1];
}
// Of both bodies together.
SCREE_HD inline Turn in_tangent(const NearAxes& axes, const Vec3Pair& v) {
  return {sum_of_lanes(dot(axes.own[0], v)), sum_of_lanes(dot(axes.own[1], v))};
}

// The sum of both bodies' matrices.
struct NearMatrix {
  Real m00, m01, m11;
};
template <Exponents kind>
SCREE_HD inline NearMatrix near_matrix(const NearBodies& s, const NearAxes& axes) {
  const Vec3Pair moved[2] = {moved_by<kind>(s, axes.own[0]), moved_by<kind>(s, axes.own[1])};
  return {sum_of_lanes(dot(moved[0], axes.own[0])), sum_of_lanes(dot(moved[0], axes.own[1])),
          sum_of_lanes(dot(moved[1], axes.own[1]))};
}
// The inverse of matrix + shift; false unless that is positive definite.
struct NearInverse {
  Real i00, i01, i11;
};
SCREE_HD inline bool invert(const NearMatrix& m, Real shift, NearInverse& inverse) {
  const Real m00 = m.m00 + shift;
  const Real m11 = m.m11 + shift;
  const Real product = m00 * m11;
  const Real determinant = product - m.m01 * m.m01;
  const Real f = 1 / determinant;
  inverse = {f * m11, -(f * m.m01), f * m00};
  return m00 > 0 && determinant > near_least_determinant * product;
}
SCREE_HD inline Turn operator*(const NearInverse& i, Turn x) {
  return {i.i00 * x.x0 + i.i01 * x.x1, i.i01 * x.x0 + i.i11 * x.x1};
}
struct Near {
  Vec3 normal, point_a, point_b;
  Real separation = 0;
  int steps = 0;
};

// The answer after a last step. False where its points do not face each other.
SCREE_HD inline bool set_near(const ShapePair& pair, Vec3 normal, const Vec3Pair& points, Near& near) {
  near.normal = normal;
  near.point_a = lane(points, 0);
  near.point_b = from_b_point(pair, lane(points, 1));
  const Vec3 d = near.point_b - near.point_a;
  near.separation = dot(d, near.normal);
  const Real miss = settled * pair.size;
  return norm_squared(d - near.separation * near.normal) <= miss * miss;
}

// A kept normal has few digits: of a component that is zero no more is known than that it is small.
SCREE_HD inline Vec3 off_symmetry_planes(Vec3 n) {
  const auto away = [](Real x) {
    return std::fabs(x) > least_component ? x : std::copysign(least_component, x);
  };
  return {away(n.x), away(n.y), away(n.z)};
}
SCREE_HD inline void normalise(NearBodies& s) {
  s.normal = lanes(1, 1) / square_root(dot(s.normal, s.normal)) * s.normal;
}

// From `start` (of a length near 1) to the maximum, or to a separation beyond the cutoff. False: to be
// climbed. Where it arrives it has not gone astray, whatever the way: a place without slip and with a
// definite matrix is a maximum.
template <Exponents kind>
SCREE_HD SCREE_DEVICE_CALL SCREE_FLAT inline bool search_near(const ShapePair& pair, const Bodies& bodies,
                                                              Vec3 start, Real cutoff, Near& near) {
  start = off_symmetry_planes(start);
  NearBodies s = near_bodies(bodies, start, to_b_direction(pair, -start));
  // Points do not depend on the length of a normal: they need not wait for it to be normalised.
  see<kind>(bodies, s);
  normalise(s);
  bool together = true;  // the two normals are opposite
  for (near.steps = 0; near.steps < near_limit; ++near.steps) {
    const Vec3 n = lane(s.normal, 0);
    NearAxes axes = near_axes(pair, n);
    near.point_a = lane(s.point, 0);
    near.point_b = from_b_point(pair, lane(s.point, 1));
    const Vec3 d = near.point_b - near.point_a;
    near.separation = dot(n, d);
    near.normal = n;
    if (together && near.separation > cutoff) return true;
    const Real flattest = prepare_matrix<kind>(s);
    if (!(flattest < near_flat * pair.size)) {
      if (!(flattest < near_flattest * pair.size)) return false;
      axes = axes_of_flattest(pair, s);
    }
    NearInverse inverse;
    if (!invert(near_matrix<kind>(s, axes), near.separation, inverse)) return false;
    Turn slip{dot(d, axes.e[0]), dot(d, axes.e[1])};
    Vec3Pair gap{};
    if (!together) {
      // A turns by x, B by x less the gap between their normals: (M_A + M_B + s) x = slip + M_B gap.
      gap = lanes(Vec3{}, -lane(s.normal, 1) - to_b_direction(pair, n));
      const Turn moved = in_tangent(axes, moved_by<kind>(s, gap));
      slip = {slip.x0 - moved.x0, slip.x1 - moved.x1};
    }
    Turn x = inverse * slip;
    Vec3Pair dn = in_space(axes, x) + gap;
    const Real turn = std::fabs(x.x0) + std::fabs(x.x1);
    const Real change = size_of_change<kind>(s, dn);
    if (!(turn < near_turn)) return false;
    Vec3Pair besides{};
    if (kind != Exponents::different && together && change < second_order_change) {
      besides = second_order<kind>(s, dn);
      const Turn moved = in_tangent(axes, besides);
      const Turn more = inverse * Turn{-moved.x0, -moved.x1};
      x = {x.x0 + more.x0, x.x1 + more.x1};
      dn = in_space(axes, x);
    }
    if (together && change < (kind == Exponents::different ? last_linear_change : last_change) &&
        turn < last_turn) {
      ++near.steps;
      const Real shorter = 1 - 0.5 * (x.x0 * x.x0 + x.x1 * x.x1);  // to unit length
      return set_near(pair, shorter * (n + lane(dn, 0)), s.point + moved_by<kind>(s, dn) + besides, near);
    }
    if (kind == Exponents::equal && together && change < chord_change && turn < last_turn) {
      near.steps += 2;
      see_by_series(s, times(s.inverse_normal, dn));
      const Real shorter = 1 - 0.5 * (x.x0 * x.x0 + x.x1 * x.x1);
      const Vec3 there = shorter * (n + lane(dn, 0));
      const Vec3 apart = from_b_point(pair, lane(s.point, 1)) - lane(s.point, 0);
      const Real along = shorter * dot(there, apart);  // x is what of `there` lies along the axes
      const Turn rest =
          inverse * Turn{dot(apart, axes.e[0]) - along * x.x0, dot(apart, axes.e[1]) - along * x.x1};
      const Vec3Pair last = in_space(axes, rest);
      return set_near(pair, there + lane(last, 0), s.point + moved_by<kind>(s, last), near);
    }
    if (kind == Exponents::different && !(change < longest_change)) return false;
    if (kind == Exponents::equal && change > straight_change) {
      const Vec3Pair shift = moved_by<kind>(s, dn);
      const Real farthest = larger_lane(s.inverse_reach * s.inverse_reach * dot(shift, shift));
      if (!(farthest < near_shift * near_shift) || larger_lane(s.q) > 1) return false;
      see_by_point(s, s.point + shift);
      together = false;
      continue;
    }
    together = true;
    if (kind == Exponents::equal && change < series_change) {
      see_by_series(s, times(s.inverse_normal, dn));
      s.normal = s.normal + dn;
    } else {
      s.normal = s.normal + dn;
      see<kind>(bodies, s);
    }
    normalise(s);
  }
  return false;
}

SCREE_HD inline bool search_near(const ShapePair& pair, const Bodies& bodies, Vec3 start, Real cutoff,
                                 Near& near) {
  if (!(pair.size > near_least_size && pair.size < near_largest_size)) return false;
  const Real(&a)[2] = bodies.a.exponents;
  const Real(&b)[2] = bodies.b.exponents;
  if (a[0] != a[1] || b[0] != b[1])
    return search_near<Exponents::different>(pair, bodies, start, cutoff, near);
  if (a[0] != 1 || b[0] != 1) return search_near<Exponents::equal>(pair, bodies, start, cutoff, near);
  return search_near<Exponents::one>(pair, bodies, start, cutoff, near);
}

}  // namespace scree::common_normal_detail
