// The superellipsoid's surface in parameters, in normals and with its curvature, for host and device.
//
// Three views of the same surface (Wellmann 2008; Barr 1981), all relative to the centre, in metres:
// - by the two angles phi of Eqs. 2 and 3: point, normal, first and second derivatives, and Eq. 4, which
//   goes from a normal back to the angles (its tan^-1(x, y) is atan2(y, x));
// - by the outward normal: `curved_support`, the support point together with how it moves when the normal
//   turns. That motion is a sum of two rank-one terms, radius * axis axis^T, without a matrix to invert and
//   finite on the symmetry planes too, where a curvature may be zero or infinite (see below);
// - by the point: `principal_curvatures`.
//
// Exponents: `exponents[0]` shapes the section along z, `exponents[1]` the one in the xy plane. The paper
// numbers them the other way round: its epsilon_1 is our exponents[1].
#pragma once

#include <scree/topology.hpp>
#include <scree/vec.hpp>

#include <cmath>
#include <limits>

#include "shape/superellipsoid.hpp"
#include "shape/view.hpp"

namespace scree {

struct Superellipsoid {
  Vec3 radii;                  // m
  Real exponents[2] = {1, 1};  // along z, in the xy plane
};

// Spheres and ellipsoids are superellipsoids with exponents 1.
SCREE_HD inline bool is_superellipsoid(const ShapeView& shape) {
  return shape.type == ShapeType::superellipsoid || shape.type == ShapeType::ellipsoid ||
         shape.type == ShapeType::sphere;
}
SCREE_HD inline Superellipsoid as_superellipsoid(const ShapeView& shape) {
  const Real r = shape.sweep_radius;
  if (shape.type == ShapeType::sphere) return {{r, r, r}, {1, 1}};
  if (shape.type == ShapeType::ellipsoid) return {shape.radii, {1, 1}};
  return {shape.radii, {shape.exponents[0], shape.exponents[1]}};
}

// ---- By the angles phi1 (in the plane, -pi to pi) and phi2 (towards z, -pi/2 to pi/2) ----

struct SurfaceAngles {
  Real phi1 = 0, phi2 = 0;  // rad
};

namespace surface_detail {

// The sine of pi and the cosine of pi / 2, as rounded angles have them: zero is meant. A power as small as
// 0.1 would make 0.03 of such a number.
inline constexpr Real rounded_zero = 2e-16;

// sign(x) |x|^e of a sine or cosine, an exact zero at zero.
SCREE_HD inline Real circular_power(Real x, Real e) {
  return std::fabs(x) < rounded_zero ? Real{0} : std::copysign(std::pow(std::fabs(x), e), x);
}
SCREE_HD inline Real signed_power(Real x, Real e) {
  return x == 0 ? Real{0} : std::copysign(std::pow(std::fabs(x), e), x);
}

}  // namespace surface_detail

// Eq. 2.
SCREE_HD inline Vec3 surface_point(const Superellipsoid& s, SurfaceAngles angles) {
  using surface_detail::circular_power;
  const Real across = circular_power(std::cos(angles.phi2), s.exponents[0]);
  return {s.radii.x * circular_power(std::cos(angles.phi1), s.exponents[1]) * across,
          s.radii.y * circular_power(std::sin(angles.phi1), s.exponents[1]) * across,
          s.radii.z * circular_power(std::sin(angles.phi2), s.exponents[0])};
}

// Eq. 3: outward, not of unit length.
SCREE_HD inline Vec3 surface_normal(const Superellipsoid& s, SurfaceAngles angles) {
  using surface_detail::circular_power;
  const Real across = circular_power(std::cos(angles.phi2), 2 - s.exponents[0]);
  return {circular_power(std::cos(angles.phi1), 2 - s.exponents[1]) * across / s.radii.x,
          circular_power(std::sin(angles.phi1), 2 - s.exponents[1]) * across / s.radii.y,
          circular_power(std::sin(angles.phi2), 2 - s.exponents[0]) / s.radii.z};
}

// Eq. 4: the angles where the outward normal is `normal` (not zero, any length). On the z axis phi1 is free:
// 0 is given.
SCREE_HD inline SurfaceAngles surface_angles(const Superellipsoid& s, Vec3 normal) {
  using surface_detail::signed_power;
  const Real scale = largest_magnitude(normal);
  const Vec3 u{s.radii.x * (normal.x / scale), s.radii.y * (normal.y / scale),
               s.radii.z * (normal.z / scale)};
  const Real power_plane = 1 / (2 - s.exponents[1]);
  const Real power_z = 1 / (2 - s.exponents[0]);
  SurfaceAngles angles;
  angles.phi1 = std::atan2(signed_power(u.y, power_plane), signed_power(u.x, power_plane));
  // The larger of the two components: nothing is divided by a number near zero. On a tie the first one, as at
  // the poles, where both are zero and the paper's choice would give phi2 = 0.
  const bool by_x = std::fabs(u.x) >= std::fabs(u.y);
  const Real share = std::fabs(by_x ? std::cos(angles.phi1) : std::sin(angles.phi1));
  const Real across = std::pow(std::fabs(by_x ? u.x : u.y), power_z);
  const Real along = signed_power(u.z * std::pow(share, 2 - s.exponents[1]), power_z);
  angles.phi2 = std::atan2(along, across);
  return angles;
}

// The point and its first and second derivatives by the angles. Where a sine or cosine vanishes some of them
// are not finite (exponent below 1 or 2): callers keep away from there.
struct AngleDerivatives {
  Vec3 point;
  Vec3 first[2];   // by phi1, by phi2
  Vec3 second[3];  // 11, 12, 22
};
SCREE_HD inline AngleDerivatives angle_derivatives(const Superellipsoid& s, SurfaceAngles angles) {
  const Real ep = s.exponents[1];
  const Real ez = s.exponents[0];
  const Real t1 = std::tan(angles.phi1);
  const Real t2 = std::tan(angles.phi2);
  AngleDerivatives d;
  const Vec3 p = d.point = surface_point(s, angles);
  d.first[0] = {-ep * t1 * p.x, ep / t1 * p.y, 0};
  d.first[1] = {-ez * t2 * p.x, -ez * t2 * p.y, ez / t2 * p.z};
  // d/dphi of -e tan: -e (1 + tan^2); of e cot: -e (1 + cot^2).
  const auto falling = [](Real e, Real t) { return e * e * t * t - e * (1 + t * t); };
  const auto rising = [](Real e, Real t) { return e * e / (t * t) - e * (1 + 1 / (t * t)); };
  d.second[0] = {falling(ep, t1) * p.x, rising(ep, t1) * p.y, 0};
  d.second[1] = {ep * t1 * ez * t2 * p.x, -ep / t1 * ez * t2 * p.y, 0};
  d.second[2] = {falling(ez, t2) * p.x, falling(ez, t2) * p.y, rising(ez, t2) * p.z};
  return d;
}

// The first and second differential of both angles when the normal turns: for changes a and b of the normal,
// first[k] . a and a . second[k] b, the latter a symmetric matrix. From the logarithms of Eq. 4:
//   dphi1 = delta1 sin cos(phi1) (dn2/n2 - dn1/n1),
//   dphi2 = delta2 sin cos(phi2) (dn3/n3 - cos^2(phi1) dn1/n1 - sin^2(phi1) dn2/n2).
// No component of the normal may be zero.
struct AngleResponse {
  Vec3 first[2];
  Mat3 second[2];
};
namespace surface_detail {

// x outer y, made symmetric.
SCREE_HD inline Mat3 symmetric_product(Vec3 x, Vec3 y) {
  Mat3 m;
  for (int i = 0; i < 3; ++i) m.row[i] = 0.5 * (x[i] * y + y[i] * x);
  return m;
}
SCREE_HD inline Mat3 sum(const Mat3& a, const Mat3& b) {
  return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}

}  // namespace surface_detail
SCREE_HD inline AngleResponse angle_response(const Superellipsoid& s, SurfaceAngles angles, Vec3 normal) {
  using namespace surface_detail;
  const Real delta1 = 1 / (2 - s.exponents[1]);
  const Real delta2 = 1 / (2 - s.exponents[0]);
  const Real s1 = std::sin(angles.phi1), c1 = std::cos(angles.phi1);
  const Real s2 = std::sin(angles.phi2), c2 = std::cos(angles.phi2);
  const Vec3 inverse{1 / normal.x, 1 / normal.y, 1 / normal.z};
  const Vec3 turn{-inverse.x, inverse.y, 0};
  const Vec3 rise{-c1 * c1 * inverse.x, -s1 * s1 * inverse.y, inverse.z};
  AngleResponse r;
  r.first[0] = delta1 * s1 * c1 * turn;
  r.first[1] = delta2 * s2 * c2 * rise;
  const auto diagonal = [](Real x, Real y, Real z) { return Mat3{{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; };
  const Vec3 square{inverse.x * inverse.x, inverse.y * inverse.y, inverse.z * inverse.z};
  r.second[0] = sum(symmetric_product(delta1 * (c1 * c1 - s1 * s1) * r.first[0], turn),
                    diagonal(delta1 * s1 * c1 * square.x, -delta1 * s1 * c1 * square.y, 0));
  const Real sc = delta2 * s2 * c2;
  r.second[1] = sum(symmetric_product(delta2 * (c2 * c2 - s2 * s2) * r.first[1], rise),
                    sum(diagonal(sc * c1 * c1 * square.x, sc * s1 * s1 * square.y, -sc * square.z),
                        symmetric_product(-2 * sc * s1 * c1 * r.first[0], turn)));
  return r;
}

// ---- By the normal ----

// One of the two ways the support point can move. With u = D n, D the semi-axes, a section's two components
// (a, b) of u keep their direction unless u turns in that section, seen as c = axis . dn. The point then
// moves by radius * axis * c.
struct SurfaceMotion {
  Vec3 axis;         // across the normal; its length has no meaning of its own
  Real radius = 0;   // radius * |axis|^2 is a radius of curvature (m)
  Real product = 0;  // a b, in the axis's units: c / product is the relative change of b / a
  Real power = 1;    // the point's ratio is the normal's ratio raised to this: epsilon / (2 - epsilon)
  // Of the smaller component to the larger one, and of the point's; the smaller one's part in the norm.
  Real normal_ratio = 0, point_ratio = 0, share = 0;
  bool first_smaller = false;  // |a| < |b|
};
struct CurvedSupport {
  Vec3 point;      // m, farthest along the normal
  Real reach = 0;  // m, how far that is
  SurfaceMotion motion[2];
};

namespace surface_detail {

// A component of u smaller than this, relative to the other one of its section, counts as this large where
// the motion is computed (never for the point): the flat side of a section (epsilon below 1) has an infinite
// radius of curvature just there, and a number of finite size will do. The section in the plane shares this
// with the section along z, so that no product of both overflows.
inline constexpr Real least_ratio = 1e-280;

// The dual map of one section (see dual_map) with what the motion needs: growth = s_small / s_large over
// small / large.
struct Section {
  Real norm = 0;
  Real s[2] = {};
  Real growth = 0;
  Real small = 0;  // the smaller component, at least `least` times the larger
  Real large = 0;
  bool first_smaller = false;
};
SCREE_HD inline Section section(Real u0, Real u1, Real epsilon, Real least) {
  Section r;
  r.first_smaller = u0 < u1;
  const Real large = r.first_smaller ? u1 : u0;
  const Real small = r.first_smaller ? u0 : u1;
  if (!(large > 0)) return r;
  const Real ratio = small / large;
  Real powered = 0;  // ratio^(q - 1)
  Real s_large = 0;
  if (epsilon == 1) {
    powered = ratio;
    s_large = 1 / std::sqrt(1 + ratio * ratio);
    r.growth = 1;
  } else {
    const Real q1 = epsilon / (2 - epsilon);
    const Real guarded = ratio > least ? ratio : least;
    const Real guarded_power = power(guarded, q1);
    r.growth = guarded_power / guarded;
    powered = ratio > least ? guarded_power : power(ratio, q1);
    s_large = power(1 + ratio * powered, -epsilon / 2);
  }
  const Real s_small = powered * s_large;
  r.norm = large * ((1 + ratio * powered) * s_large);
  r.s[0] = r.first_smaller ? s_small : s_large;
  r.s[1] = r.first_smaller ? s_large : s_small;
  r.large = large;
  r.small = ratio > least ? small : least * large;
  return r;
}

}  // namespace surface_detail

// The point whose outward normal is `normal` (unit), and how it moves when the normal turns:
// dpoint = sum of radius * (axis . dn) * axis over the two motions. Four powers, none where epsilon is 1.
SCREE_HD SCREE_DEVICE_CALL inline CurvedSupport curved_support(const Superellipsoid& s, Vec3 normal) {
  using namespace surface_detail;
  const Vec3 u{s.radii.x * normal.x, s.radii.y * normal.y, s.radii.z * normal.z};
  const Real in_plane_u = std::fabs(u.x) > std::fabs(u.y) ? std::fabs(u.x) : std::fabs(u.y);
  const Real outside = in_plane_u < std::fabs(u.z) ? in_plane_u / std::fabs(u.z) : Real{1};
  const Real least = outside > least_ratio ? least_ratio / outside : Real{1};
  const Section plane = section(std::fabs(u.x), std::fabs(u.y), s.exponents[1], least);
  const Section z = section(plane.norm, std::fabs(u.z), s.exponents[0], least_ratio);
  const Real e0 = std::copysign(plane.s[0], u.x);
  const Real e1 = std::copysign(plane.s[1], u.y);
  CurvedSupport r;
  r.reach = z.norm;
  r.point = {s.radii.x * (z.s[0] * e0), s.radii.y * (z.s[0] * e1), s.radii.z * std::copysign(z.s[1], u.z)};

  // Hessian of a section's norm N(a, b): (q - 1) s_a s_b / (a b N) (-b, a)(-b, a)^T, with
  // s_small / small = growth s_large / large.
  SurfaceMotion& in_plane = r.motion[0];
  SurfaceMotion& along_z = r.motion[1];
  in_plane.power = s.exponents[1] / (2 - s.exponents[1]);
  along_z.power = s.exponents[0] / (2 - s.exponents[0]);
  const auto set_ratios = [](SurfaceMotion& m, const Section& section) {
    m.first_smaller = section.first_smaller;
    m.normal_ratio = section.small / section.large;
    m.point_ratio = section.growth * m.normal_ratio;
    const Real product = m.point_ratio * m.normal_ratio;
    m.share = product / (1 + product);
  };
  set_ratios(along_z, z);
  const Real z_large = z.first_smaller ? z.s[1] : z.s[0];
  along_z.radius = along_z.power * z.growth * (z_large / z.large) * (z_large / z.large) / z.norm;
  if (plane.large > 0) {
    set_ratios(in_plane, plane);
    const Real plane_large = plane.first_smaller ? plane.s[1] : plane.s[0];
    // Axis and product are taken over the larger component: near the poles it may be very small.
    in_plane.radius = in_plane.power * plane.growth * plane_large * plane_large * (z.s[0] / plane.norm);
    in_plane.axis = {-s.radii.x * (u.y / plane.large), s.radii.y * (u.x / plane.large), 0};
    in_plane.product = plane.first_smaller ? std::copysign(plane.small, u.x) * std::copysign(Real{1}, u.y)
                                           : std::copysign(plane.small, u.y) * std::copysign(Real{1}, u.x);
    const Real w = plane.norm > z.small || !z.first_smaller ? plane.norm : z.small;
    along_z.axis = {-s.radii.x * u.z * e0, -s.radii.y * u.z * e1, s.radii.z * w};
    along_z.product = w * (z.first_smaller ? u.z : std::copysign(z.small, u.z));
  } else {
    // The pole: the section's direction is free. Both motions count as equally easy along x and y.
    const Real bound = along_z.radius * u.z * u.z;
    in_plane.axis = {0, s.radii.y, 0};
    along_z.axis = {s.radii.x, 0, 0};
    in_plane.radius = along_z.radius = bound;
    in_plane.product = along_z.product = 0;
  }
  return r;
}

// The point alone. Four powers, none where epsilon is 1.
SCREE_HD inline Vec3 point_with_normal(const Superellipsoid& s, Vec3 normal) {
  using namespace surface_detail;
  const Vec3 u{s.radii.x * normal.x, s.radii.y * normal.y, s.radii.z * normal.z};
  const Section plane = section(std::fabs(u.x), std::fabs(u.y), s.exponents[1], least_ratio);
  const Section z = section(plane.norm, std::fabs(u.z), s.exponents[0], least_ratio);
  return {s.radii.x * (z.s[0] * std::copysign(plane.s[0], u.x)),
          s.radii.y * (z.s[0] * std::copysign(plane.s[1], u.y)), s.radii.z * std::copysign(z.s[1], u.z)};
}

// ---- By the point ----

// Below 1 inside, 1 on the surface, above 1 outside, as superellipsoid_gauge; no power where epsilon is 1.
SCREE_HD inline Real gauge(const Superellipsoid& s, Vec3 point) {
  const auto norm_of = [](Real a, Real b, Real epsilon) {
    return epsilon == 1 ? std::sqrt(a * a + b * b) : plane_norm(a, b, epsilon);
  };
  const Real in_plane =
      norm_of(std::fabs(point.x) / s.radii.x, std::fabs(point.y) / s.radii.y, s.exponents[1]);
  return norm_of(in_plane, std::fabs(point.z) / s.radii.z, s.exponents[0]);
}

// The principal curvatures where the outward normal is `normal` (unit). On symmetry planes a curvature is 0
// (epsilon below 1: a flat side's middle) or infinite (epsilon above 1: an edge), exactly so.
SCREE_HD SCREE_DEVICE_CALL inline PrincipalCurvatures principal_curvatures(const Superellipsoid& s,
                                                                           Vec3 normal) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  constexpr Real flat = 1e100;  // x the largest semi-axis: a radius of curvature no finite surface has
  const CurvedSupport at = curved_support(s, normal);
  // Radii of curvature in the axes of the stronger motion, as the eigenvalues of sum radius axis axis^T.
  const Real strength[2] = {at.motion[0].radius * norm_squared(at.motion[0].axis),
                            at.motion[1].radius * norm_squared(at.motion[1].axis)};
  const int main = strength[0] >= strength[1] ? 0 : 1;
  const Vec3 axis = at.motion[main].axis - dot(at.motion[main].axis, normal) * normal;
  const Vec3 off_normal = std::fabs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 e0 = norm(axis) > 0 ? normalized(axis) : normalized(cross(normal, off_normal));
  const Vec3 e1 = cross(normal, e0);
  const SurfaceMotion& other = at.motion[1 - main];
  const Real x = dot(other.axis, e0);
  const Real y = dot(other.axis, e1);
  const Real m00 = strength[main] + other.radius * x * x;
  const Real m01 = other.radius * x * y;
  const Real m11 = other.radius * y * y;
  const Real limit = flat * largest_magnitude(s.radii);
  PrincipalCurvatures r;
  Real angle = 0;
  Real large = m00;
  Real small = m11;
  if (m00 < limit) {
    const Real half = 0.5 * (m00 - m11);
    const Real root = std::sqrt(half * half + m01 * m01);
    large = 0.5 * (m00 + m11) + root;
    small = large > 0 ? (m00 * m11 - m01 * m01) / large : Real{0};
    angle = 0.5 * std::atan2(2 * m01, m00 - m11);
  } else if (m11 < limit && m00 > 0) {
    small = m11 - m01 * (m01 / m00);
  }
  const auto curvature = [&](Real radius) {
    return radius >= limit ? Real{0} : (radius > largest_magnitude(s.radii) / flat ? 1 / radius : infinity);
  };
  const Vec3 along = std::cos(angle) * e0 + std::sin(angle) * e1;
  r.curvature[0] = curvature(small);
  r.curvature[1] = curvature(large);
  r.direction[0] = cross(normal, along);
  r.direction[1] = along;
  return r;
}

}  // namespace scree
