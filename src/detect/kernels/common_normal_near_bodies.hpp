// common-normal: two superellipsoids side by side, each seen along a normal of its own.
//
// A is the first lane, B the second. With q = epsilon / (2 - epsilon) of each section, a body's point p moves
// by H dn when its normal n turns by dn,
//   H = q_plane (diag(p_x / n_x, p_y / n_y, 0) - r r^T / (r . n))
//       + q_z (r r^T / (r . n) + diag(0, 0, p_z / n_z) - p p^T / (p . n)),      r = (p_x, p_y, 0):
// the two motions of curved_support written out. Equal exponents leave q (diag(p_i / n_i) - p p^T / p . n);
// the body then is the unit ball of a p-norm, whose three components are alike: two powers side by side and
// one more give the point, where nested sections need four one after the other. There the second order is as
// simple. With c_i = dn_i / n_i, s1 = p . dn / p . n and s2 = sum(p_i dn_i c_i) / p . n the point moves
// besides by
//   q p_i ((q - 1) c_i^2 / 2 - q c_i s1 + (1 + 2 q) s1^2 / 2 - q s2 / 2).
// And where all c_i are small, the binomial series of (1 + c_i)^q gives the point anew.
#pragma once

#include <cstdint>

#include "detect/kernels/common_normal_view.hpp"
#include "math/power.hpp"

namespace scree::common_normal_detail {

// Up to here the series has all digits.
inline constexpr Real series_change = 8e-3;

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

}  // namespace scree::common_normal_detail
