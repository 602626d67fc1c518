// GJK: the point of A - B nearest to the origin (Gilbert, Johnson & Keerthi 1988; Feng 2021, App. A).
//
// Deviations, each for exactness near contact:
// - Instead of Johnson's recursion, every sub-simplex is solved on its own and the nearest result is
//   taken, so that a badly shaped simplex costs time, not correctness. Whether a tetrahedron holds
//   the origin is decided by an exact predicate.
// - The nearest point on a triangle is laid along the triangle's normal, the one on a segment is made
//   perpendicular to it. Its direction then stays right when its length is nearly rounding noise.
// - The loop keeps the best lower bound seen with its direction; bounds prove the answer.
// Lengths in metres. Returns `undecided` when bounds do not meet within the iteration limit.
#pragma once

#include <cstdint>
#include <limits>

#include "detect/kernels/gjk_limits.hpp"
#include "detect/kernels/minkowski.hpp"
#include "math/predicates.hpp"

namespace scree {

struct Simplex {
  SupportVertex vertex[4];
  Real weight[4] = {};  // barycentric coordinates of the nearest point
  int count = 0;
};

struct GjkResult {
  Simplex simplex;       // whose hull holds `nearest`
  Vec3 nearest;          // the point of A - B nearest to the origin
  Real lower_bound = 0;  // of the distance
  Vec3 lower_normal;     // unit, from A to B: the direction that proves it
  int iterations = 0;
  GjkOutcome outcome = GjkOutcome::undecided;
};

namespace gjk_detail {

// The nearest point to the origin on a sub-simplex: weights for its vertices, zero for those left out.
struct Nearest {
  Vec3 point;
  Real weight[4] = {};
  Real distance_squared = 0;
};

SCREE_HD inline Nearest on_vertex(const Simplex& s, int i) {
  Nearest n;
  n.point = s.vertex[i].difference;
  n.weight[i] = 1;
  n.distance_squared = norm_squared(n.point);
  return n;
}

SCREE_HD inline void keep_nearer(Nearest& best, const Nearest& other) {
  if (other.distance_squared < best.distance_squared) best = other;
}

// The foot of the origin on segment (i, j), or its nearer end.
SCREE_HD inline Nearest on_segment(const Simplex& s, int i, int j) {
  const Vec3 p = s.vertex[i].difference;
  const Vec3 q = s.vertex[j].difference;
  const Vec3 e = q - p;
  const Real length_squared = norm_squared(e);
  // Measured from the nearer end, so that the foot loses no digits to the farther one.
  const bool from_p = norm_squared(p) <= norm_squared(q);
  const Vec3 base = from_p ? p : q;
  const Real along = from_p ? -dot(p, e) : dot(q, e);
  if (!(along > 0)) return on_vertex(s, from_p ? i : j);
  if (!(along < length_squared)) return on_vertex(s, from_p ? j : i);
  Nearest n;
  n.point = base - (dot(base, e) / length_squared) * e;
  n.point -= (dot(n.point, e) / length_squared) * e;  // perpendicular to rounding
  const Real share = along / length_squared;
  n.weight[i] = from_p ? 1 - share : share;
  n.weight[j] = from_p ? share : 1 - share;
  n.distance_squared = norm_squared(n.point);
  return n;
}

// The foot of the origin on triangle (i, j, k), or the nearest point of its edges.
SCREE_HD SCREE_DEVICE_CALL inline Nearest on_triangle(const Simplex& s, int i, int j, int k) {
  const Vec3 p = s.vertex[i].difference;
  const Vec3 q = s.vertex[j].difference;
  const Vec3 r = s.vertex[k].difference;
  const Vec3 normal = triangle_normal(p, q, r);
  const Real normal_squared = norm_squared(normal);
  if (normal_squared > 0) {
    // q x r = q x (r - q), written with the short edges: small triangles far away keep their digits.
    const Real wp = dot(normal, cross(q, r - q));
    const Real wq = dot(normal, cross(r, p - r));
    const Real wr = dot(normal, cross(p, q - p));
    if (wp > 0 && wq > 0 && wr > 0) {
      // Height from the nearest vertex: the least rounding.
      const Real pp = norm_squared(p);
      const Real qq = norm_squared(q);
      const Real rr = norm_squared(r);
      const Vec3 base = pp <= qq && pp <= rr ? p : (qq <= rr ? q : r);
      const Real sum = wp + wq + wr;
      Nearest n;
      n.point = (dot(normal, base) / normal_squared) * normal;
      n.weight[i] = wp / sum;
      n.weight[j] = wq / sum;
      n.weight[k] = wr / sum;
      n.distance_squared = norm_squared(n.point);
      return n;
    }
  }
  Nearest best = on_segment(s, i, j);
  keep_nearer(best, on_segment(s, j, k));
  keep_nearer(best, on_segment(s, k, i));
  return best;
}

// True when the tetrahedron holds the origin (its surface counts). Otherwise `best` is the nearest
// point of the faces that see the origin on their outer side.
SCREE_HD SCREE_DEVICE_CALL inline bool in_tetrahedron(const Simplex& s, Nearest& best) {
  constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  bool outside = false;
  best.distance_squared = std::numeric_limits<Real>::infinity();
  for (const auto& f : faces) {
    const Vec3 p = s.vertex[f[0]].difference;
    const Vec3 q = s.vertex[f[1]].difference;
    const Vec3 r = s.vertex[f[2]].difference;
    const int inner = orient3d(p, q, r, s.vertex[f[3]].difference);
    const int origin = orient3d(p, q, r, Vec3{});
    if (inner != 0 && inner * origin >= 0) continue;
    outside = true;
    keep_nearer(best, on_triangle(s, f[0], f[1], f[2]));
  }
  return !outside;
}

SCREE_HD inline void reduce(Simplex& s, const Nearest& nearest) {
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if (nearest.weight[i] <= 0) continue;
    s.vertex[kept] = s.vertex[i];
    s.weight[kept++] = nearest.weight[i];
  }
  s.count = kept;
}

}  // namespace gjk_detail

// `start` is a guess of the normal from A to B (not zero).
SCREE_HD SCREE_DEVICE_CALL inline GjkResult gjk(const ShapePair& pair, Vec3 start, const GjkLimits& limits) {
  using namespace gjk_detail;
  GjkResult result;
  Simplex& simplex = result.simplex;
  simplex.vertex[0] = support(pair, start);
  simplex.weight[0] = 1;
  simplex.count = 1;
  result.nearest = simplex.vertex[0].difference;
  result.lower_bound = -std::numeric_limits<Real>::infinity();
  constexpr int most_level_steps = 8;
  int level_steps = 0;
  while (result.iterations < limits.iterations) {
    ++result.iterations;
    const Real distance = norm(result.nearest);
    if (distance <= limits.near_zero) {
      result.outcome = GjkOutcome::near_or_inside;
      return result;
    }
    // The plane through the support point bounds the distance from below.
    const Vec3 normal = -result.nearest / distance;
    const SupportVertex next = support(pair, normal);
    const Real bound = -dot(normal, next.difference);
    if (bound > result.lower_bound) {
      result.lower_bound = bound;
      result.lower_normal = normal;
    }
    if (result.lower_bound > limits.cutoff) {
      result.outcome = GjkOutcome::beyond_cutoff;
      return result;
    }
    if (distance - result.lower_bound <= limits.converged) {
      result.outcome = GjkOutcome::separate;
      return result;
    }
    for (int i = 0; i < simplex.count; ++i) {
      if (same(next, simplex.vertex[i])) {
        result.outcome = GjkOutcome::separate;  // no point of A - B lies nearer; rounding hides the rest
        return result;
      }
    }

    // Add the point and keep the sub-simplex that is nearest to the origin.
    Simplex grown = simplex;
    grown.vertex[grown.count++] = next;
    Nearest nearest;
    if (grown.count == 2) {
      nearest = on_segment(grown, 0, 1);
    } else if (grown.count == 3) {
      nearest = on_triangle(grown, 0, 1, 2);
    } else if (in_tetrahedron(grown, nearest)) {
      simplex = grown;
      result.outcome = GjkOutcome::near_or_inside;
      return result;
    }
    // A tiny turn of the direction improves the lower bound, but the distance only in second order:
    // less than a rounding. So a few steps may go by without visible progress; the bounds tell in the
    // end how good the answer is.
    if (!(nearest.distance_squared < distance * distance)) {
      constexpr Real rounding = 1e-15;
      const bool worse = nearest.distance_squared > (1 + rounding) * distance * distance;
      if (worse || ++level_steps > most_level_steps) {
        result.outcome = GjkOutcome::separate;
        return result;
      }
    }
    reduce(grown, nearest);
    simplex = grown;
    result.nearest = nearest.point;
  }
  return result;
}

}  // namespace scree
