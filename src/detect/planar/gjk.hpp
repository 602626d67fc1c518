// GJK in the plane: the point of A - B nearest to the origin, between two bounds, for host and device.
//
// The simplex is a point or a segment of A - B that holds the nearest point found so far; each step adds the
// support point towards the origin (Gilbert, Johnson & Keerthi 1988). A third point either encloses the
// origin, then the cores overlap, or lets one of the three go. The nearest point is at most as near as A - B
// (upper bound of the distance); the support point's plane lies between A - B and the origin (lower bound).
// Lengths in metres. The limits are those of the method in space.
#pragma once

#include <limits>

#include "detect/kernels/gjk_limits.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree {

struct Simplex2 {
  SupportVertex2 vertex[2];
  int count = 0;
  Real share = 0;  // of vertex[1] in the nearest point
};

struct GjkResult2 {
  GjkOutcome outcome = GjkOutcome::undecided;
  Simplex2 simplex;
  Vec2 nearest;  // of A - B to the origin
  Vec2 lower_normal;
  Real lower_bound = -std::numeric_limits<Real>::infinity();
  int iterations = 0;
};

SCREE_HD inline Vec2 point_on_a(const Simplex2& s) {
  if (s.count == 1) return s.vertex[0].point_a;
  return s.vertex[0].point_a + s.share * (s.vertex[1].point_a - s.vertex[0].point_a);
}

namespace gjk2_detail {

// The simplex of the segment's part nearest to the origin.
SCREE_HD inline Simplex2 nearest_part(const SupportVertex2& p, const SupportVertex2& q) {
  const Vec2 along = q.difference - p.difference;
  const Real t = -dot(p.difference, along);
  const Real length_squared = norm_squared(along);
  if (!(t > 0)) return {{p, {}}, 1, 0};
  if (t >= length_squared) return {{q, {}}, 1, 0};
  return {{p, q}, 2, t / length_squared};
}

SCREE_HD inline Vec2 nearest_point(const Simplex2& s) {
  const Vec2 first = s.vertex[0].difference;
  if (s.count == 1) return first;
  // Across the segment: its two ends differ little from it there, however long it is.
  const Vec2 across = turned_left(s.vertex[1].difference - first);
  return (dot(first, across) / norm_squared(across)) * across;
}

// Whether the triangle of the segment and `w` holds the origin.
SCREE_HD inline bool encloses(const Simplex2& s, const SupportVertex2& w) {
  const Vec2 p = s.vertex[0].difference, q = s.vertex[1].difference, r = w.difference;
  const Real pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
  return (pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0);
}

SCREE_HD inline Simplex2 nearer(const Simplex2& s, const Simplex2& t) {
  return norm_squared(nearest_point(s)) <= norm_squared(nearest_point(t)) ? s : t;
}

}  // namespace gjk2_detail

// `start`: a guess of the normal from A to B, not zero, of any length.
SCREE_HD inline GjkResult2 gjk(const PlanarPair& pair, Vec2 start, const GjkLimits& limits) {
  using namespace gjk2_detail;
  GjkResult2 result;
  result.simplex = {{support(pair, start), {}}, 1, 0};
  result.nearest = result.simplex.vertex[0].difference;
  Real before = std::numeric_limits<Real>::infinity();
  for (; result.iterations < limits.iterations; ++result.iterations) {
    const Real upper = norm(result.nearest);
    if (upper <= limits.near_zero) {
      result.outcome = GjkOutcome::near_or_inside;
      return result;
    }
    const Vec2 normal = -result.nearest / upper;
    const SupportVertex2 w = support(pair, normal);
    const Real lower = -dot(normal, w.difference);
    if (lower > result.lower_bound) {
      result.lower_bound = lower;
      result.lower_normal = normal;
    }
    if (lower > limits.cutoff) {
      result.outcome = GjkOutcome::beyond_cutoff;
      return result;
    }
    Simplex2& s = result.simplex;
    const bool known = same(w, s.vertex[0]) || (s.count == 2 && same(w, s.vertex[1]));
    // No nearer than before: rounding has the last word.
    if (upper - result.lower_bound <= limits.converged || known || !(upper < before)) {
      result.outcome = GjkOutcome::separate;
      return result;
    }
    before = upper;
    if (s.count == 1) {
      s = nearest_part(s.vertex[0], w);
    } else if (encloses(s, w)) {
      result.outcome = GjkOutcome::near_or_inside;
      return result;
    } else {
      s = nearer(nearest_part(s.vertex[0], w), nearest_part(s.vertex[1], w));
    }
    result.nearest = nearest_point(s);
  }
  return result;
}

}  // namespace scree
