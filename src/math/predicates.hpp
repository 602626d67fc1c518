// orient3d: on which side of a plane through three points a fourth lies, exactly.
//
// Three stages, each tried only when the one before cannot tell: double with an error bound
// (Shewchuk 1997, bound A), double-double, and an exact sum of all partial products held as a
// non-overlapping expansion. The last one makes the sign right for every input that neither
// overflows nor underflows, and gives a true zero for coplanar points.
#pragma once

#include "math/double_double.hpp"

namespace scree {

// A sum of doubles of growing size without overlapping bits: its sign is that of the last term.
template <int capacity>
struct Expansion {
  Real term[capacity];
  int count = 0;
};

// Adds one double exactly (Shewchuk's grow-expansion with elimination of zeros).
template <int capacity>
SCREE_HD inline void add(Expansion<capacity>& e, Real value) {
  int kept = 0;
  for (int i = 0; i < e.count; ++i) {
    const DoubleDouble sum = two_sum(value, e.term[i]);
    if (sum.low != 0) e.term[kept++] = sum.low;
    value = sum.high;
  }
  if (value != 0) e.term[kept++] = value;
  e.count = kept;
}

// Adds sign * a * b * c exactly: four terms.
template <int capacity>
SCREE_HD inline void add_product(Expansion<capacity>& e, Real a, Real b, Real c) {
  const DoubleDouble ab = two_product(a, b);
  const DoubleDouble high = two_product(ab.high, c);
  const DoubleDouble low = two_product(ab.low, c);
  add(e, low.low);
  add(e, low.high);
  add(e, high.low);
  add(e, high.high);
}

template <int capacity>
SCREE_HD inline int sign(const Expansion<capacity>& e) {
  return e.count == 0 ? 0 : (e.term[e.count - 1] > 0 ? 1 : -1);
}

// Adds s * det[p; q; r] exactly.
template <int capacity>
SCREE_HD inline void add_determinant(Expansion<capacity>& e, Real s, Vec3 p, Vec3 q, Vec3 r) {
  add_product(e, s * p.x, q.y, r.z);
  add_product(e, -s * p.x, q.z, r.y);
  add_product(e, s * p.y, q.z, r.x);
  add_product(e, -s * p.y, q.x, r.z);
  add_product(e, s * p.z, q.x, r.y);
  add_product(e, -s * p.z, q.y, r.x);
}

SCREE_HD SCREE_DEVICE_CALL inline int orient3d_exact(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  // (b-a) x (c-a) . (d-a) = det[b c d] - det[a c d] + det[a b d] - det[a b c].
  Expansion<96> e;
  add_determinant(e, 1.0, b, c, d);
  add_determinant(e, -1.0, a, c, d);
  add_determinant(e, 1.0, a, b, d);
  add_determinant(e, -1.0, a, b, c);
  return sign(e);
}

// +1 when d lies on the side of plane (a, b, c) that (b - a) x (c - a) points to, -1 on the other
// side, 0 exactly on the plane.
SCREE_HD SCREE_DEVICE_CALL inline int orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const Vec3 p = b - a;
  const Vec3 q = c - a;
  const Vec3 r = d - a;
  const Real yz = p.y * q.z;
  const Real zy = p.z * q.y;
  const Real zx = p.z * q.x;
  const Real xz = p.x * q.z;
  const Real xy = p.x * q.y;
  const Real yx = p.y * q.x;
  const Real determinant = r.x * (yz - zy) + r.y * (zx - xz) + r.z * (xy - yx);
  const Real permanent = std::fabs(r.x) * (std::fabs(yz) + std::fabs(zy)) +
                         std::fabs(r.y) * (std::fabs(zx) + std::fabs(xz)) +
                         std::fabs(r.z) * (std::fabs(xy) + std::fabs(yx));
  constexpr Real half_ulp = 1.1102230246251565e-16;  // 2^-53
  constexpr Real double_bound = (7 + 56 * half_ulp) * half_ulp;
  if (std::fabs(determinant) > double_bound * permanent) return determinant > 0 ? 1 : -1;
  if (permanent == 0) return 0;

  const DoubleDouble3 pp = exact_difference(b, a);
  const DoubleDouble3 qq = exact_difference(c, a);
  const DoubleDouble3 rr = exact_difference(d, a);
  const DoubleDouble fine = dot(cross(pp, qq), rr);
  // A double-double product or sum is off by less than 2^-100 of its size; fewer than 16 of them
  // follow each other here.
  constexpr Real double_double_bound = 16 * half_ulp * half_ulp * 64;
  if (std::fabs(fine.high) > double_double_bound * permanent) return fine.high > 0 ? 1 : -1;

  const bool differences_exact = pp.x.low == 0 && pp.y.low == 0 && pp.z.low == 0 && qq.x.low == 0 &&
                                 qq.y.low == 0 && qq.z.low == 0 && rr.x.low == 0 && rr.y.low == 0 &&
                                 rr.z.low == 0;
  if (!differences_exact) return orient3d_exact(a, b, c, d);
  Expansion<24> e;
  add_determinant(e, 1.0, p, q, r);
  return sign(e);
}

// The normal (b - a) x (c - a), not normalised, right to rounding even for slivers: double where the
// angle at `a` is open enough, double-double otherwise.
SCREE_HD inline Vec3 triangle_normal(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 p = b - a;
  const Vec3 q = c - a;
  const Vec3 normal = cross(p, q);
  constexpr Real open_sine_squared = 1e-2;
  if (norm_squared(normal) > open_sine_squared * norm_squared(p) * norm_squared(q)) return normal;
  return rounded(cross(exact_difference(b, a), exact_difference(c, a)));
}

}  // namespace scree
