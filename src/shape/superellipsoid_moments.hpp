// Integrals and extents of superellipses and superellipsoids that makers need (host).
#pragma once

#include <scree/real.hpp>

#include <algorithm>
#include <cmath>

namespace scree {

// Int x^i y^j over the unit superellipse (semi-axes 1), for even i, j, by Dirichlet's integral:
// 4 G(1+(i+1)h) G(1+(j+1)h) / ((i+1)(j+1) G(1+m h)) with m = i + j + 2, h = epsilon / 2. Written with
// G(1 + t) = t G(t), which has no pole for small exponents.
inline Real superellipse_moment(int i, int j, Real epsilon) {
  const auto gamma1 = [](Real t) { return std::tgamma(1 + t); };
  const Real h = epsilon / 2;
  return 4 * gamma1((i + 1) * h) * gamma1((j + 1) * h) / ((i + 1) * (j + 1) * gamma1((i + j + 2) * h));
}

// Int x^i y^j z^k over the unit superellipsoid (semi-axes 1), for even i, j, k.
//
// The section at height z is the unit superellipse of e2 times rho = (1 - z^p1)^(1/p1); w = z^p1 turns the
// rest into the Beta integral 2 Int_0^1 z^k rho^m dz = e1 B((k+1)h1, 1+m h1).
inline Real superellipsoid_moment(int i, int j, int k, Real e1, Real e2) {
  const auto gamma1 = [](Real t) { return std::tgamma(1 + t); };
  const int m = i + j + 2;
  const Real h1 = e1 / 2;
  const Real along_z = 2 * gamma1((k + 1) * h1) * gamma1(m * h1) / ((k + 1) * gamma1((k + 1 + m) * h1));
  return superellipse_moment(i, j, e2) * along_z;
}

// The largest u A + v B on the plane's curve A^(1/e) + B^(1/e) = 1 with A, B >= 0: Hoelder's dual norm
// while the region below the curve is convex (e < 1), else one of the ends.
inline Real largest_on_curve(Real u, Real v, Real e) {
  const Real large = std::max(u, v);
  if (e >= 1) return large;
  return large * std::pow(1 + std::pow(std::min(u, v) / large, 1 / (1 - e)), 1 - e);
}

}  // namespace scree
