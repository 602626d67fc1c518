// common-normal: the few steps from a normal that is nearly right, as a pair's last one is.
//
// The maximum that common_normal_climb.hpp climbs to, without what makes a climb safe from anywhere: where a
// step is long, the matrix not definite or a surface all but flat, this gives up and the climb takes over.
// Both bodies go side by side, each in its own frame with a normal of its own, where a small component has
// all its digits. What makes it fast:
// - The matrix needs no more than points and normals. With q = epsilon / (2 - epsilon) of each section, a
//   body's point p moves by H dn when its normal n turns by dn,
//     H = q_plane (diag(p_x / n_x, p_y / n_y, 0) - r r^T / (r . n))
//         + q_z (r r^T / (r . n) + diag(0, 0, p_z / n_z) - p p^T / (p . n)),      r = (p_x, p_y, 0):
//   the two motions of curved_support written out. Equal exponents leave q (diag(p_i / n_i) - p p^T / p . n).
// - With equal exponents the body is the unit ball of a p-norm, whose three components are alike: two powers
//   side by side and one more, where nested sections need four one after the other.
// - There the second order is as simple. With c_i = dn_i / n_i, s1 = p . dn / p . n and
//   s2 = sum(p_i dn_i c_i) / p . n the point moves besides by
//     q p_i ((q - 1) c_i^2 / 2 - q c_i s1 + (1 + 2 q) s1^2 / 2 - q s2 / 2).
//   A step corrected for it (Chebyshev's method) leaves its third power, and the last one may be 1e-6 long.
//   After one of 1e-4 another with the same matrix is the last.
// - Where components of a normal change by little, the binomial series of (1 + c_i)^q gives the point anew,
//   exact to rounding. Where they change by much on a flat side, the point is what moves evenly: the step is
//   taken straight in the point. The two normals then differ by a gap that the next step closes.
#pragma once

#include <cmath>
#include <cstdint>

#include "detect/kernels/common_normal_view.hpp"
#include "math/power.hpp"

namespace scree::common_normal_detail {

inline constexpr int near_limit = 8;  // steps
// A step is the last one if it changes no component of a normal by more of itself: with terms of the second
// order what it leaves is the third power of that, else its square.
inline constexpr Real last_change = 6e-6;
inline constexpr Real last_linear_change = 1e-8;
inline constexpr Real last_turn = 1e-4;  // rad: its fourth power is rounding
// Up to here another step may use the same matrix: what it leaves is the fourth power.
inline constexpr Real chord_change = 1e-4;
// Up to here the series has all digits.
inline constexpr Real series_change = 8e-3;
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

enum class Exponents : std::uint8_t { one, equal, different };  // of each body

// A in the first lane, B in the second, each in its own frame with its own outward normal.
struct NearBodies {
  Vec3Pair radii;                // m
  Real2 q, q_plane, minus_half;  // along z, in the plane; -epsilon / 2 along z
  Vec3Pair normal, point;        // m
  // For the matrix.
  Vec3Pair inverse_normal;
  Vec3Pair stretch;     // p_i / n_i (m)
  Real2 inverse_reach;  // 1 / p . n (1/m)
  Real2 uneven;         // (q_z - q_plane) / r . n (1/m)
};

SCREE_HD inline NearBodies near_bodies(const Bodies& bodies, Vec3 normal_a, Vec3 normal_b) {
  NearBodies s;
  s.radii = lanes(bodies.a.radii, bodies.b.radii);
  const Real2 z = lanes(bodies.a.exponents[0], bodies.b.exponents[0]);
  const Real2 plane = lanes(bodies.a.exponents[1], bodies.b.exponents[1]);
  const Real2 two = lanes(2, 2);
  s.q = z / (two - z);
  s.q_plane = plane / (two - plane);
  s.minus_half = -0.5 * z;
  s.normal = lanes(normal_a, normal_b);
  return s;
}

// Three numbers of which the largest comes first, and the way back.
struct LargestFirst {
  Real2 largest, second, third;
  Mask2 x_first, z_first;
};
SCREE_HD inline LargestFirst largest_first(const Vec3Pair& v) {
  const Mask2 x_first = (v.x >= v.y) & (v.x >= v.z);
  const Mask2 z_first = ~x_first & (v.z >= v.y);
  return {select(x_first, v.x, select(z_first, v.z, v.y)), select(x_first, v.y, v.x),
          select(z_first, v.y, v.z), x_first, z_first};
}
SCREE_HD inline Vec3Pair in_own_order(const LargestFirst& o) {
  return {select(o.x_first, o.largest, o.second),
          select(o.x_first, o.second, select(o.z_first, o.third, o.largest)),
          select(o.z_first, o.largest, o.third)};
}

// The p-norm's support point, in two rounds of powers: with u the normal times the semi-axes and t the point
// over them, both up to a factor, t_i = u_i^q, and t_i (u . t)^(-epsilon / 2) lies on the unit body, with u
// and t over their largest components. Either of the two may be known.
struct EvenPowers {
  LargestFirst known, other;
  Real2 sum;
};
SCREE_HD inline EvenPowers even_powers(const Vec3Pair& known, Real2 exponent) {
  EvenPowers p;
  p.known = largest_first(magnitude(known));
  const Real2 one = lanes(1, 1);
  p.known.second = p.known.second / p.known.largest;
  p.known.third = p.known.third / p.known.largest;
  p.known.largest = one;
  p.other = p.known;
  p.other.second = power(p.known.second, exponent);
  p.other.third = power(p.known.third, exponent);
  p.sum = one + (p.known.second * p.other.second + p.known.third * p.other.third);
  return p;
}
SCREE_HD inline void see_even(NearBodies& s) {
  const EvenPowers p = even_powers(times(s.radii, s.normal), s.q);
  s.point = with_sign(times(s.radii, power(p.sum, s.minus_half) * in_own_order(p.other)), s.normal);
}
// Points that are not on the surfaces yet give points and normals.
SCREE_HD SCREE_COLD inline void see_by_point(NearBodies& s, const Vec3Pair& point) {
  const Real2 one = lanes(1, 1);
  const Vec3Pair inverse{one / s.radii.x, one / s.radii.y, one / s.radii.z};
  const EvenPowers p = even_powers(times(inverse, point), one / s.q);
  s.point = with_sign(times(s.radii, power(p.sum, s.minus_half) * in_own_order(p.known)), point);
  const Vec3Pair n = times(inverse, in_own_order(p.other));
  s.normal = with_sign(one / square_root(dot(n, n)) * n, point);
}
SCREE_HD inline void see_ellipsoids(NearBodies& s) {
  const Vec3Pair u = times(s.radii, s.normal);
  s.point = times(s.radii, lanes(1, 1) / square_root(dot(u, u)) * u);
}
SCREE_HD inline void see_sections(const Bodies& bodies, NearBodies& s) {
  s.point =
      lanes(point_with_normal(bodies.a, lane(s.normal, 0)), point_with_normal(bodies.b, lane(s.normal, 1)));
}
template <Exponents kind>
SCREE_HD inline void see(const Bodies& bodies, NearBodies& s) {
  if constexpr (kind == Exponents::one) see_ellipsoids(s);
  if constexpr (kind == Exponents::equal) see_even(s);
  if constexpr (kind == Exponents::different) see_sections(bodies, s);
}

// (1 + x)^a - 1 to rounding, for |x| and |a x| up to about 2 series_change. The coefficients need not wait
// for x.
struct Binomial {
  Real2 c[8];
};
SCREE_HD inline Binomial binomial(Real2 a) {
  Binomial b;
  b.c[0] = a;
  for (int k = 1; k < 8; ++k) b.c[k] = b.c[k - 1] * ((1.0 / (k + 1)) * (a - Real(k)));
  return b;
}
SCREE_HD inline Real2 value(const Binomial& b, Real2 x) {
  const Real2 x2 = x * x;
  return x * (((b.c[0] + b.c[1] * x) + x2 * (b.c[2] + b.c[3] * x)) +
              (x2 * x2) * ((b.c[4] + b.c[5] * x) + x2 * (b.c[6] + b.c[7] * x)));
}
// The points once each component of the normals has changed by `change` of itself.
SCREE_HD inline void see_by_series(NearBodies& s, const Vec3Pair& change) {
  const Binomial power = binomial(s.q);
  const Vec3Pair gain{value(power, change.x), value(power, change.y), value(power, change.z)};
  const Vec3Pair all = change + gain + times(change, gain);
  const Real2 growth = s.inverse_reach * dot(times(s.normal, s.point), all);
  const Real2 common = value(binomial(s.minus_half), growth);
  const Vec3Pair commons{common, common, common};
  s.point = s.point + times(s.point, gain + commons + common * gain);
}

// What the matrix needs. Returns about the largest radius of curvature (m): not a number or infinite where a
// normal lies in a symmetry plane.
template <Exponents kind>
SCREE_HD inline Real prepare_matrix(NearBodies& s) {
  const Real2 one = lanes(1, 1);
  s.inverse_reach = one / dot(s.normal, s.point);
  if constexpr (kind == Exponents::one) {
    s.stretch = s.inverse_reach * times(s.radii, s.radii);
  } else {
    s.inverse_normal = {one / s.normal.x, one / s.normal.y, one / s.normal.z};
    s.stretch = times(s.point, s.inverse_normal);
  }
  if constexpr (kind == Exponents::different)
    s.uneven = (s.q - s.q_plane) / (s.normal.x * s.point.x + s.normal.y * s.point.y);
  return sum_of_lanes(s.stretch.x + s.stretch.y + s.stretch.z);
}
// H v in each body's frame.
template <Exponents kind>
SCREE_HD inline Vec3Pair moved_by(const NearBodies& s, const Vec3Pair& v) {
  if constexpr (kind == Exponents::one) {
    const Real2 along = -(s.inverse_reach * dot(s.point, v));
    return times(s.stretch, v) + along * s.point;
  } else if constexpr (kind == Exponents::equal) {
    const Real2 along = -(s.inverse_reach * dot(s.point, v));
    return s.q * (times(s.stretch, v) + along * s.point);
  } else {
    const Real2 z = -(s.q * (s.inverse_reach * dot(s.point, v)));
    const Real2 plane = z + s.uneven * (s.point.x * v.x + s.point.y * v.y);
    return {s.q_plane * s.stretch.x * v.x + plane * s.point.x,
            s.q_plane * s.stretch.y * v.y + plane * s.point.y, s.q * s.stretch.z * v.z + z * s.point.z};
  }
}
// What the points move by besides, in the second order.
template <Exponents kind>
SCREE_HD inline Vec3Pair second_order(const NearBodies& s, const Vec3Pair& dn) {
  const Real2 one = lanes(1, 1);
  const Vec3Pair pc = times(s.stretch, dn);
  const Real2 s1 = s.inverse_reach * dot(s.point, dn);
  if constexpr (kind == Exponents::one) {
    const Real2 s2 = s.inverse_reach * dot(pc, dn);
    return (1.5 * (s1 * s1) - 0.5 * s2) * s.point + (-s1) * pc;
  } else {
    const Vec3Pair pcc = times(pc, times(s.inverse_normal, dn));
    const Real2 s2 = s.inverse_reach * dot(times(s.normal, pcc), lanes(Vec3{1, 1, 1}, Vec3{1, 1, 1}));
    const Real2 common = 0.5 * ((one + 2 * s.q) * (s1 * s1) - s.q * s2);
    return s.q * (0.5 * (s.q - one) * pcc + (common * s.point + (-(s.q * s1)) * pc));
  }
}

// By how much of themselves components of the normals change, at most; of ellipsoids, those of the points.
template <Exponents kind>
SCREE_HD inline Real size_of_change(const NearBodies& s, const Vec3Pair& dn) {
  if constexpr (kind == Exponents::one) {
    const Vec3Pair c = magnitude(s.inverse_reach * times(s.radii, dn));
    return larger_lane(larger(larger(c.x, c.y), c.z));
  } else {
    const Vec3Pair c = magnitude(times(s.inverse_normal, dn));
    const Real2 one = lanes(1, 1);
    return larger_lane(larger(larger(c.x, c.y), c.z) * larger(one, larger(s.q, s.q_plane)));
  }
}

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
