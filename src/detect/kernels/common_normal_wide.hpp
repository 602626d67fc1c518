// common-normal: the least depth among all directions, for pairs that overlap.
//
// In overlap the separation has several maxima. First a proof that costs four gauges is tried: the pair's own
// surface about the contact rules out every other direction (surely_deepest). Where it does not, directions
// all over the sphere are either ruled out in whole cones or climbed from.
#pragma once

#include <cmath>
#include <limits>

#include "detect/kernels/common_normal_climb.hpp"

namespace scree::common_normal_detail {

// Another maximum must be better by this to be worth a search. (x size)
inline constexpr Real accepted_gain = 1e-14;

// A convex body inside a superellipsoid whose support function needs no power: the larger of an ellipsoid's
// and of the double pyramid's on the semi-axes.
struct Inner {
  Vec3 radii;
  Real share = 1;  // of the semi-axes: an ellipsoid that fits
};
SCREE_HD inline Inner inner_body(const Superellipsoid& s) {
  Inner inner{s.radii, 1};
  // A section with epsilon above 1 holds the ellipse shrunk by 2^((1 - epsilon) / 2); the tangent of that
  // function at 1.5 lies below it.
  for (const Real epsilon : s.exponents) {
    if (epsilon > 1) inner.share *= 0.8409 - 0.2915 * (epsilon - 1.5);
  }
  return inner;
}
SCREE_HD inline Vec3 inner_support(const Inner& inner, Vec3 n) {
  const Vec3 u{inner.radii.x * n.x, inner.radii.y * n.y, inner.radii.z * n.z};
  const Real length = norm(u);
  const Real reach = inner.share * length;
  const Real x = std::fabs(u.x), y = std::fabs(u.y), z = std::fabs(u.z);
  if (x > reach && x >= y && x >= z) return {std::copysign(inner.radii.x, u.x), 0, 0};
  if (y > reach && y >= z) return {0, std::copysign(inner.radii.y, u.y), 0};
  if (z > reach) return {0, 0, std::copysign(inner.radii.z, u.z)};
  if (!(length > 0)) return {};
  const Real f = inner.share / length;
  return {f * inner.radii.x * u.x, f * inner.radii.y * u.y, f * inner.radii.z * u.z};
}

struct Cone {
  Real cosine = 1, sine = 0;
};

// The grid's cones leave no direction out; their parts, about seven directions 11 degrees apart, neither.
inline constexpr Cone grid_cone{0.9553, 0.2957};  // 17.2 degrees
inline constexpr Cone part_cone{0.9861, 0.1662};  // 9.6 degrees
inline constexpr Real part_tangent = 0.1944;
inline constexpr Real near_cosine = 0.92;    // a maximum this near may be the cone's own
inline constexpr Real same_cosine = 0.9861;  // this near it is
inline constexpr int maxima_kept = 12;

// Looks for a larger separation than the best so far all over the sphere, for pairs that overlap. Flat or
// long bodies have their maxima close together: the directions g are spread evenly in a space where A - B is
// about round, n = L^-T g with L L^T = Q and x^T Q^-1 x = 1 an ellipsoid like A - B.
struct WideSearch {
  Inner inner_a, inner_b;
  Real l[6];         // L: 00, 10, 11, 20, 21, 22
  Real stretch = 0;  // sum of the squared lengths of L^-T e over three perpendicular unit vectors e
  Vec3 maxima[maxima_kept];
  int maxima_count = 0;
};

SCREE_HD inline WideSearch wide_search(const ShapePair& pair, const Bodies& bodies) {
  WideSearch wide{inner_body(bodies.a), inner_body(bodies.b), {}, 0, {}, 0};
  const Vec3 a{bodies.a.radii.x * bodies.a.radii.x, bodies.a.radii.y * bodies.a.radii.y,
               bodies.a.radii.z * bodies.a.radii.z};
  const Vec3 b{bodies.b.radii.x * bodies.b.radii.x, bodies.b.radii.y * bodies.b.radii.y,
               bodies.b.radii.z * bodies.b.radii.z};
  const auto entry = [&](int i, int j) {
    const Vec3 r = pair.a_from_b.row[i];
    const Vec3 s = pair.a_from_b.row[j];
    return (i == j ? a[i] : Real{0}) + r.x * s.x * b.x + r.y * s.y * b.y + r.z * s.z * b.z;
  };
  Real(&l)[6] = wide.l;
  l[0] = std::sqrt(entry(0, 0));
  l[1] = entry(1, 0) / l[0];
  // Never quite flat: rounding may leave nothing of a thin body's square.
  const auto root = [](Real x, Real of) { return std::sqrt(x > 1e-14 * of ? x : 1e-14 * of); };
  l[2] = root(entry(1, 1) - l[1] * l[1], entry(1, 1));
  l[3] = entry(2, 0) / l[0];
  l[4] = (entry(2, 1) - l[3] * l[1]) / l[2];
  l[5] = root(entry(2, 2) - l[3] * l[3] - l[4] * l[4], entry(2, 2));
  return wide;
}
// L^-T g, L^-1 v and L^T n.
SCREE_HD inline Vec3 direction_of(const WideSearch& wide, Vec3 g) {
  const Real(&l)[6] = wide.l;
  const Real z = g.z / l[5];
  const Real y = (g.y - l[4] * z) / l[2];
  return {(g.x - l[1] * y - l[3] * z) / l[0], y, z};
}
SCREE_HD inline Vec3 rounded_point(const WideSearch& wide, Vec3 v) {
  const Real(&l)[6] = wide.l;
  const Real x = v.x / l[0];
  const Real y = (v.y - l[1] * x) / l[2];
  return {x, y, (v.z - l[3] * x - l[4] * y) / l[5]};
}
SCREE_HD inline Vec3 rounded_direction(const WideSearch& wide, Vec3 n) {
  const Real(&l)[6] = wide.l;
  return normalized(Vec3{l[0] * n.x + l[1] * n.y + l[3] * n.z, l[2] * n.y + l[4] * n.z, l[5] * n.z});
}

SCREE_HD inline void remember(WideSearch& wide, Vec3 normal) {
  if (wide.maxima_count < maxima_kept) wide.maxima[wide.maxima_count++] = rounded_direction(wide, normal);
}

// Whether no direction within the cone about g separates better than `best` (negative), given a vector `d`
// from a point of A to a point of B: s(n) <= n . d for every n, so n . d - best |n| must not be positive.
SCREE_HD inline bool excluded(const WideSearch& wide, Vec3 g, Vec3 d, Real best, Real cosine, Real sine) {
  const Vec3 point = rounded_point(wide, d);
  const Real along = dot(g, point);
  const Real length_squared = norm_squared(direction_of(wide, g));
  const Real here = along - best * std::sqrt(length_squared);
  const Real across = wide.stretch > length_squared ? std::sqrt(wide.stretch - length_squared) : Real{0};
  return here * cosine + (norm(point - along * g) - best * across) * sine <= 0;
}

SCREE_HD inline bool near_maximum(const WideSearch& wide, Vec3 g, Real cosine) {
  for (int k = 0; k < wide.maxima_count; ++k) {
    if (dot(g, wide.maxima[k]) > cosine) return true;
  }
  return false;
}

// Whether nothing within the cone about g can be better than the best.
SCREE_HD SCREE_DEVICE_CALL inline bool hopeless(const ShapePair& pair, const Bodies& bodies,
                                                const WideSearch& wide, Vec3 g, Cone cone, Real best) {
  const Vec3 n = direction_of(wide, g);
  const Vec3 n_b = to_b_direction(pair, -n);
  const Vec3 inner = from_b_point(pair, inner_support(wide.inner_b, n_b)) - inner_support(wide.inner_a, n);
  if (excluded(wide, g, inner, best, cone.cosine, cone.sine)) return true;
  const Vec3 d = from_b_point(pair, point_with_normal(bodies.b, n_b)) - point_with_normal(bodies.a, n);
  return excluded(wide, g, d, best, cone.cosine, cone.sine);
}

// Another climb from the direction g, unless nothing within the cone can be better than the best.
SCREE_HD SCREE_DEVICE_CALL inline void try_direction(const ShapePair& pair, const Bodies& bodies,
                                                     WideSearch& wide, Vec3 g, Cone cone, Search& search) {
  const Real best = search.best.separation + accepted_gain * pair.size;
  if (hopeless(pair, bodies, wide, g, cone, best)) return;
  const Search other =
      climb(pair, bodies, normalized(direction_of(wide, g)), {std::numeric_limits<Real>::infinity(), best});
  search.steps += other.steps;
  if (other.given_up) return;
  remember(wide, other.best.normal);
  if (other.converged && other.best.separation > search.best.separation) {
    search.best = other.best;
    search.converged = true;
  }
}

// A cone of the grid: tried at once where the best maximum is not near, else in seven parts, but for those
// that hold a maximum already.
SCREE_HD SCREE_DEVICE_CALL inline void try_cone(const ShapePair& pair, const Bodies& bodies, WideSearch& wide,
                                                Vec3 g, Search& search) {
  const Real best = search.best.separation + accepted_gain * pair.size;
  if (dot(g, rounded_direction(wide, search.best.normal)) < near_cosine) {
    if (!near_maximum(wide, g, same_cosine)) try_direction(pair, bodies, wide, g, grid_cone, search);
    return;
  }
  if (hopeless(pair, bodies, wide, g, grid_cone, best)) return;
  const Vec3 e0 = perpendicular(g);
  const Vec3 e1 = cross(g, e0);
  constexpr Real around[7][2] = {{0, 0},        {1, 0},        {-1, 0},       {0.5, 0.866},
                                 {-0.5, 0.866}, {0.5, -0.866}, {-0.5, -0.866}};
  for (const auto& at : around) {
    const Vec3 part = normalized(g + part_tangent * (at[0] * e0 + at[1] * e1));
    if (!near_maximum(wide, part, same_cosine)) try_direction(pair, bodies, wide, part, part_cone, search);
  }
}

// The middles of flat sides, which may be narrow to find: the axes of a body and, for sections like a
// diamond's, the normals of the double pyramid.
SCREE_HD inline void try_sides(const ShapePair& pair, const Bodies& bodies, WideSearch& wide,
                               const Superellipsoid& s, bool first, Search& search) {
  const auto attempt = [&](Vec3 n) {
    const Vec3 in_a = first ? n : pair.a_from_b * n;
    try_direction(pair, bodies, wide, rounded_direction(wide, in_a), {}, search);
  };
  for (int k = 0; k < 6; ++k) {
    Vec3 axis;
    axis[k / 2] = k % 2 == 0 ? 1 : -1;
    attempt(axis);
  }
  if (!(s.exponents[0] > 1) && !(s.exponents[1] > 1)) return;
  for (int k = 0; k < 8; ++k) {
    attempt({(k & 1) != 0 ? -1 / s.radii.x : 1 / s.radii.x, (k & 2) != 0 ? -1 / s.radii.y : 1 / s.radii.y,
             (k & 4) != 0 ? -1 / s.radii.z : 1 / s.radii.z});
  }
}

SCREE_HD SCREE_DEVICE_CALL inline void search_widely(const ShapePair& pair, const Bodies& bodies,
                                                     Search& search) {
  WideSearch wide = wide_search(pair, bodies);
  for (int k = 0; k < 3; ++k) {
    Vec3 e;
    e[k] = 1;
    wide.stretch += norm_squared(direction_of(wide, e));
  }
  remember(wide, search.best.normal);
  try_sides(pair, bodies, wide, bodies.a, true, search);
  try_sides(pair, bodies, wide, bodies.b, false, search);
  // A grid on the faces of a cube: with these tangents neighbours are 22.5 degrees apart at most.
  constexpr Real tangent[5] = {-1, -0.41421356237309503, 0, 0.41421356237309503, 1};
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      for (int k = 0; k < 5; ++k) {
        if (i % 4 != 0 && j % 4 != 0 && k % 4 != 0) continue;  // inside the cube
        try_cone(pair, bodies, wide, normalized(Vec3{tangent[i], tangent[j], tangent[k]}), search);
      }
    }
  }
}

// The points that prove a depth: three that reach this far across the normal and one this far below, both x
// depth. Sharp surfaces need the narrow one.
struct Ring {
  Real reach, below;
};
inline constexpr Ring wide_ring{4, 20};
inline constexpr Ring narrow_ring{2.6, 8};
inline constexpr Real flattest_cap = 0.5;  // least height of the ring over the origin (x depth)
// A motion's radius goes with its ratio to the power - 1. Where the ratio changes by less than this within
// the cap (over power - 1 where that is more), the radius keeps the share below.
inline constexpr Real steady_change = 0.5;
inline constexpr Real steady_share = 0.6;

// Rules out other directions, seen from one body with its contact point and outward normal. A - B holds every
// point of A less B's contact point: three about A's own contact point, and one deep below it. Where the
// tetrahedron of these holds the ball of radius `depth` about the origin, but for the ball's cap at the
// contact, every direction outside that cap has at least this depth. Returns the angle of that cap (rad), or
// a negative number where the ball is not held.
SCREE_HD SCREE_DEVICE_CALL inline Real open_cap(const Superellipsoid& s, Vec3 point, Vec3 normal, Real depth,
                                                Ring ring) {
  constexpr Real around[3][2] = {{1, 0}, {-0.5, 0.86602540378443865}, {-0.5, -0.86602540378443865}};
  const Vec3 deep = point - ring.below * depth * normal;
  if (!(gauge(s, deep) < 1)) return -1;
  const Vec3 e0 = perpendicular(normal);
  const Vec3 e1 = cross(normal, e0);
  Vec3 corner[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3 beside = point + ring.reach * depth * (around[k][0] * e0 + around[k][1] * e1);
    corner[k] = beside / gauge(s, beside) - point + depth * normal;
  }
  const Vec3 below = (1 - ring.below) * depth * normal;
  const auto height = [](Vec3 p, Vec3 q, Vec3 r) {
    const Vec3 across = cross(q - p, r - p);
    return dot(across, p) / norm(across);
  };
  const bool held = height(corner[0], below, corner[1]) >= depth &&
                    height(corner[1], below, corner[2]) >= depth &&
                    height(corner[2], below, corner[0]) >= depth;
  // Along a direction at the angle x from the normal some corner reaches o cos x + b sin x at least, x depth,
  // with o the lowest corner's height and b half the ring's reach, less what the surface's curvature takes.
  Real lowest = 1;
  for (const Vec3& c : corner) {
    const Real h = dot(c, normal) / depth;
    lowest = h < lowest ? h : lowest;
  }
  if (!held || !(lowest > flattest_cap)) return -1;
  return (lowest > 0.8 ? 1.1 : 1.3) * (1 - lowest) / (0.48 * ring.reach);
}

// Whether s has one maximum only within `angle` of v: the matrix stays definite, counting only motions whose
// radii keep most of their size over that angle.
SCREE_HD inline bool one_maximum_within(const View& v, Real angle) {
  Real radius[4];
  for (int k = 0; k < 4; ++k) {
    const SurfaceMotion& m = v.motion[k];
    const Real change = angle * norm(m.axis) * (m.power > 2 ? m.power - 1 : Real{1});
    radius[k] = change < steady_change * std::fabs(m.product) || m.power == 1 ? steady_share * m.radius : 0;
  }
  Turn x;
  return solve(tangent_matrix(v, radius), v.separation, {}, x);
}

// Whether no other direction can separate better than the maximum v.
SCREE_HD inline bool surely_deepest(const ShapePair& pair, const Bodies& bodies, const View& v) {
  const Real depth = -v.separation;
  const Vec3 point_b = to_b_direction(pair, v.point_b - pair.translation);
  const Vec3 normal_b = to_b_direction(pair, -v.normal);
  const auto proven = [&](Ring ring) {
    const Real from_a = open_cap(bodies.a, v.point_a, v.normal, depth, ring);
    if (from_a >= 0 && one_maximum_within(v, from_a)) return true;
    const Real from_b = open_cap(bodies.b, point_b, normal_b, depth, ring);
    return from_b >= 0 && one_maximum_within(v, from_b);
  };
  return proven(wide_ring) || proven(narrow_ring);
}

}  // namespace scree::common_normal_detail
