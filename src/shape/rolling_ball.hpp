// How large a ball rolls freely inside a superellipsoid, for host and device.
//
// Where every radius of curvature of a convex body is at least R, a ball of radius R that touches the surface
// from inside, anywhere, lies within the body (Blaschke 1916). A lower bound of R in closed form, for
// exponents up to 1 (above, edges have no radius at all):
//
// 1. The support function of the unit body is the nested norm N with q = 2 / (2 - epsilon), 1 < q <= 2. For
//    one exponent, v . Hess(N^2 / 2) v >= (q - 1) |v|^2 (the norm's 2-convexity, by Hoelder's inequality,
//    and |v|_q >= |v|). For two, with f the norm in the plane and a = df . v, the inner section adds
//    (q - 1) |w|^2 at least, with w the part of v in the plane along which f does not change; as
//    |v_plane| <= |a| + |w|, half of |v_plane|^2 is left: (q - 1) / 2, of the lesser q.
// 2. At a unit vector n and for v across it, let w = v - (dN . v / N) n, along which N does not change. As
//    Hess N n = 0, v . Hess N v = w . Hess N w = w . Hess(N^2 / 2) w / N >= (q - 1) |w|^2 / N, |w| >= |v|.
//    On the unit sphere N <= 3^((1 - epsilon) / 2), which lies below its chord.
// 3. With D the semi-axes, Hess at n becomes D Hess(D n) D. Radii of curvature then are at least that of 2
//    times |D v across D n|^2 / |D n| >= least^2 / largest semi-axis.
#pragma once

#include "shape/superellipsoid_surface.hpp"

namespace scree {

// m; 0 where an exponent is above 1. Not the largest, but within a factor of about 2 for equal exponents.
SCREE_HD inline Real rolling_radius(const Superellipsoid& s) {
  const Vec3 r = s.radii;
  const Real least_xy = r.x < r.y ? r.x : r.y, most_xy = r.x < r.y ? r.y : r.x;
  const Real least = least_xy < r.z ? least_xy : r.z, most = most_xy < r.z ? r.z : most_xy;
  const bool even = s.exponents[0] == s.exponents[1];
  const bool first_less = s.exponents[0] < s.exponents[1];
  const Real epsilon = s.exponents[first_less ? 0 : 1];
  if (s.exponents[first_less ? 1 : 0] > 1) return 0;
  constexpr Real root_3 = 1.7320508075688773;
  const Real farthest = root_3 - (root_3 - 1) * epsilon;
  return (even ? Real{1} : Real{0.5}) * epsilon * least * least / ((2 - epsilon) * farthest * most);
}

}  // namespace scree
