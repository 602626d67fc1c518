// common-normal: Newton's steps bent to the superellipsoid's power laws.
//
// In each section of a superellipsoid the point's ratio of coordinates is a power of the normal's. Where the
// power is far from 1 a step that is straight in the normal is absurd in the point or the other way round:
// with epsilon 0.1 the point crosses a whole flat side while the normal turns by 1e-10. Steps are therefore
// taken straight in whichever is the tamer, and each body's own ratios keep all their digits however small.
#pragma once

#include <cmath>

#include "detect/kernels/common_normal_view.hpp"

namespace scree::common_normal_detail {

// Steps that change a ratio of normal components by less of itself are taken as they are.
inline constexpr Real gentle_change = 0.1;
// Radii of curvature are cut here: flat to any precision. (m)
inline constexpr Real flattest = 1e280;

// The relative change of motion k's ratio (smaller component over larger) under c = along_motion.
SCREE_HD inline Real ratio_change(const SurfaceMotion& m, Real c) {
  return m.product != 0 ? (m.first_smaller ? -c : c) / m.product : Real{0};
}

// sign(x) |x|^e
SCREE_HD inline Real power_of(Real x, Real e) {
  return e == 1 || x == 0 ? x : std::copysign(power(std::fabs(x), e), x);
}

// A normal turned so that not it but the point moves evenly, where that is the tamer of the two.
struct Bent {
  Vec3 u;                    // the new normal times the semi-axes, in the body's frame; any length
  Real stiffer[2] = {1, 1};  // by how much each motion's radius grows
};

// A ratio of the normal's components that would change by `change` of itself, as a factor.
SCREE_HD inline Real ratio_factor(const SurfaceMotion& m, Real change, Real& stiffer) {
  const Real power = m.power;
  const Real most = 2 / m.point_ratio;
  stiffer = 1;
  if (power == 1 || std::fabs(change) < gentle_change || (power > 1 && change < 0)) return 1 + change;
  const Real even = 1 + power * change;
  const Real factor = power_of(std::fabs(even) < most ? even : std::copysign(most, even), 1 / power);
  stiffer = std::fabs(even) / std::fabs(factor);
  return factor;
}

// The norm of a normal's part in the plane, over that of its larger component: `ratio` is the smaller one's.
SCREE_HD inline Real plane_reach(const Superellipsoid& s, Real ratio) {
  return s.exponents[1] == 1 ? std::sqrt(1 + ratio * ratio)
                             : plane_norm(1, std::fabs(ratio), 2 - s.exponents[1]);
}

// A turn in ratios: of the components in the plane by `turn`, of z to the plane by `rise` (of themselves).
struct RatioTurn {
  Vec3 u;                     // where from
  Real large = 0, small = 0;  // the components in the plane
  Real turn = 0, rise = 0;
};

// Near the middle of a flat side at a pole the ratio in the plane cannot be told apart from the way out: both
// components move as one vector as long as the point's way out, and in the direction's tamer form.
SCREE_HD SCREE_DEVICE_CALL inline Bent bend_about_pole(const Superellipsoid& s, const SurfaceMotion& plane,
                                                       const SurfaceMotion& z, const RatioTurn& r) {
  Bent bent;
  const bool by_point = plane.power < 1 || r.turn > gentle_change;
  const Real ratio = by_point ? plane.point_ratio : plane.normal_ratio;
  const Real change = by_point ? plane.power * r.turn : r.turn;
  const Real x = 1 + z.power * r.rise - plane.share * change;
  const Real y = ratio * (1 + z.power * r.rise + (1 - plane.share) * change);
  const Real epsilon = by_point ? s.exponents[1] : 2 - s.exponents[1];
  const Real wanted = plane_norm(std::fabs(x), std::fabs(y), epsilon) * power(1 - plane.share, epsilon / 2);
  const Real out = wanted * z.point_ratio < 1 ? wanted : 1 / z.point_ratio;
  if (!(out > 0)) {  // straight to the middle
    bent.u = {0, 0, r.u.z};
    return bent;
  }
  const bool swap = std::fabs(y) > std::fabs(x);
  const Real new_ratio = power_of(swap ? x / y : y / x, by_point ? 1 / plane.power : Real{1});
  const Real way = power_of(out, 1 / z.power);
  bent.stiffer[0] = bent.stiffer[1] = out / way;
  // The plane's norm grows by `way`.
  const Real reach = std::copysign(way, swap ? y : x) * std::fabs(r.large) *
                     (plane_reach(s, plane.normal_ratio) / plane_reach(s, new_ratio));
  const Real large = std::copysign(Real{1}, r.large) * (swap ? reach * new_ratio : reach);
  const Real small = std::copysign(Real{1}, r.small) * (swap ? reach : reach * new_ratio);
  bent.u = plane.first_smaller ? Vec3{small, large, r.u.z} : Vec3{large, small, r.u.z};
  return bent;
}

// Elsewhere each ratio on its own.
SCREE_HD SCREE_DEVICE_CALL inline Bent bend_ratios(const Superellipsoid& s, const SurfaceMotion& plane,
                                                   const SurfaceMotion& z, const RatioTurn& r) {
  Bent bent;
  const Real turned = ratio_factor(plane, r.turn, bent.stiffer[0]);
  const Real risen = ratio_factor(z, r.rise, bent.stiffer[1]);
  // How much the plane's norm grows by the turn alone; to first order where that will do.
  const Real growth = std::fabs(turned - 1) < gentle_change
                          ? 1 + plane.share * (turned - 1)
                          : plane_reach(s, plane.normal_ratio * turned) / plane_reach(s, plane.normal_ratio);
  const Real scale = (z.first_smaller ? risen : Real{1}) / growth;
  const Real large = scale * r.large;
  const Real small = scale * r.small * turned;
  const Real up = z.first_smaller ? r.u.z
                                  : std::copysign(z.normal_ratio, r.u.z) * risen * std::fabs(r.large) *
                                        plane_reach(s, plane.normal_ratio);
  bent.u = plane.first_smaller ? Vec3{small, large, up} : Vec3{large, small, up};
  return bent;
}

// `c0` and `c1`: what the body's two motions see of the turn (along_motion).
SCREE_HD inline Bent bend(const Superellipsoid& s, Vec3 normal, const SurfaceMotion* motion, Real c0,
                          Real c1) {
  const SurfaceMotion& plane = motion[0];
  const SurfaceMotion& z = motion[1];
  RatioTurn r;
  r.u = {s.radii.x * normal.x, s.radii.y * normal.y, s.radii.z * normal.z};
  if (plane.product == 0 || z.product == 0) return {r.u, {1, 1}};  // a pole, and nowhere to go
  r.large = plane.first_smaller ? r.u.y : r.u.x;
  r.small = std::copysign(plane.normal_ratio * r.large, plane.first_smaller ? r.u.x : r.u.y);
  r.turn = ratio_change(plane, c0);
  r.rise = ratio_change(z, c1);
  return z.first_smaller && z.power < 1 ? bend_about_pole(s, plane, z, r) : bend_ratios(s, plane, z, r);
}

SCREE_HD inline Vec3 normal_of(const Superellipsoid& s, Vec3 u) {
  const Vec3 n{u.x / s.radii.x, u.y / s.radii.y, u.z / s.radii.z};
  return normalized(n / largest_magnitude(n));
}

// Newton's turn bent to the surfaces' power laws: each body bends it in its own way, and the flatter one
// counts more.
SCREE_HD SCREE_DEVICE_CALL inline Turn bent_turn(const ShapePair& pair, const Bodies& bodies, const View& v,
                                                 const Tangent& t, Turn turn) {
  bool gentle = true;
  for (int k = 0; k < 4; ++k) {
    const SurfaceMotion& m = v.motion[k];
    gentle = gentle && (m.power == 1 || std::fabs(ratio_change(m, along_motion(t, k, turn))) < gentle_change);
  }
  if (gentle) return turn;
  Real radius[4];
  Turn target[2];
  for (int body = 0; body < 2; ++body) {
    const int k = 2 * body;
    const Superellipsoid& s = body == 0 ? bodies.a : bodies.b;
    const Bent bent = bend(s, body == 0 ? v.normal_a : v.normal_b, v.motion + k, along_motion(t, k, turn),
                           along_motion(t, k + 1, turn));
    const Vec3 own = normal_of(s, bent.u);
    const Vec3 n = body == 0 ? own : -(pair.a_from_b * own);
    const Real along = dot(n, v.normal);
    target[body] = limited(in_tangent(t, n / (along > 0.1 ? along : Real{0.1})));
    for (int i = 0; i < 2; ++i) {
      const Real r = v.motion[k + i].radius * bent.stiffer[i];
      radius[k + i] = r < flattest ? r : flattest;
    }
  }
  const Tangent stiffer = tangent_matrix(v, radius);
  Turn rhs;
  for (int k = 0; k < 4; ++k) {
    const Turn x = in_tangent(stiffer, in_space(t, target[k / 2]));
    const Real y = radius[k] * along_motion(stiffer, k, x);
    rhs.x0 += y * stiffer.axis[k][0];
    rhs.x1 += y * stiffer.axis[k][1];
  }
  // What neither body resists stays Newton's.
  const Real hold = (v.separation > 0 ? v.separation : 0) +
                    1e-3 * (stiffer.m00 < stiffer.m11 ? stiffer.m00 : stiffer.m11) + 1e-30 * pair.size;
  const Turn old = in_tangent(stiffer, in_space(t, turn));
  rhs.x0 += hold * old.x0;
  rhs.x1 += hold * old.x1;
  Turn x;
  return solve(stiffer, hold, rhs, x) ? in_tangent(t, in_space(stiffer, x)) : turn;
}

}  // namespace scree::common_normal_detail
