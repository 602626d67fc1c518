// GJK where signs alone are rounding (gjk_loop.hpp): the part of a simplex nearest to the origin by looking
// at its parts one by one and comparing distances.
//
// - A new corner always takes part in the next simplex, so mostly parts with it are looked at.
// - The nearest point of a triangle is laid along its normal, that of a segment is made perpendicular to
//   it: the direction stays right when the length is nearly rounding noise.
// Lengths in metres. `stalled` when neither bounds nor the simplex make progress; the distance found is then
// an upper bound only.
#pragma once

#include <cmath>
#include <limits>

#include "detect/kernels/gjk_answer.hpp"

namespace scree::distortion {

// The sides of a tetrahedron whose volume is less, compared with its edges, are rounding. (squared)
inline constexpr Real flat_squared = 1e-28;

// The nearest point of a part of the simplex. `parts`: bit i for corner i.
struct Part {
  Vec3 nearest;
  Real squared;
  unsigned parts;
};

SCREE_HD inline void keep_nearer(Part& best, const Part& other) {
  if (other.squared < best.squared) best = other;
}

SCREE_HD inline Part on_segment(const Simplex& s, int i, int j) {
  const Vec3 p = vec(s.corner[i].at);
  const Vec3 q = vec(s.corner[j].at);
  const Vec3 e = q - p;
  const Real length_squared = norm_squared(e);
  const Real pp = norm_squared(p);
  const Real qq = norm_squared(q);
  // Measured from the nearer end, so that the foot loses no digits to the farther one.
  const bool from_p = pp <= qq;
  const Vec3 base = from_p ? p : q;
  const Real base_along = dot(base, e);
  const Real along = from_p ? -base_along : base_along;
  if (!(along > 0)) return {base, from_p ? pp : qq, from_p ? 1U << i : 1U << j};
  const Real over = 1 / length_squared;
  Vec3 foot = base - (base_along * over) * e;
  foot -= (dot(foot, e) * over) * e;  // perpendicular to rounding
  return {foot, norm_squared(foot), 1U << i | 1U << j};
}

// `normal` is that of the triangle, (j - i) x (k - i), of either sign; k is the newest corner.
SCREE_HD inline Part on_triangle(const Simplex& s, int i, int j, int k, Vec3 normal) {
  const Vec3 p = vec(s.corner[i].at);
  const Vec3 q = vec(s.corner[j].at);
  const Vec3 r = vec(s.corner[k].at);
  const Real normal_squared = norm_squared(normal);
  // q x r = q x (r - q), written with the short edges: small triangles far away keep their digits.
  const Real wp = dot(normal, cross(q, r - q));
  const Real wq = dot(normal, cross(r, p - r));
  const Real wr = dot(normal, cross(p, q - p));
  if (wp > 0 && wq > 0 && wr > 0) {
    // Height from the nearest corner: the least rounding.
    const Real pp = norm_squared(p);
    const Real qq = norm_squared(q);
    const Real rr = norm_squared(r);
    const Vec3 base = pp <= qq && pp <= rr ? p : (qq <= rr ? q : r);
    const Real height = dot(normal, base);
    const Vec3 foot = (height / normal_squared) * normal;
    return {foot, norm_squared(foot), 1U << i | 1U << j | 1U << k};
  }
  // The nearest point is on an edge that has the origin on its outer side.
  Part best{Vec3{}, std::numeric_limits<Real>::infinity(), 0};
  const bool none = !(wp <= 0) && !(wq <= 0);
  if (wq <= 0 || none) best = on_segment(s, i, k);
  if (wp <= 0 || none) keep_nearer(best, on_segment(s, j, k));
  if (wr <= 0) keep_nearer(best, on_segment(s, i, j));
  return best;
}

// False when the tetrahedron, whose newest corner is the last one, holds the origin. The face of the
// other three has the newest corner and the origin on the same side: it is not looked at.
SCREE_HD inline bool outside_tetrahedron(const Simplex& s, Part& best) {
  const Vec3 d = vec(s.corner[3].at);
  const Vec3 a = vec(s.corner[0].at) - d;
  const Vec3 b = vec(s.corner[1].at) - d;
  const Vec3 c = vec(s.corner[2].at) - d;
  const Vec3 ab = cross(a, b);
  const Vec3 bc = cross(b, c);
  const Vec3 ca = cross(c, a);
  const Real volume = dot(ab, c);
  const bool flat = volume * volume <= flat_squared * norm_squared(ab) * norm_squared(c);
  const Real side_ab = -dot(ab, d);
  const Real side_bc = -dot(bc, d);
  const Real side_ca = -dot(ca, d);
  best.squared = std::numeric_limits<Real>::infinity();
  bool outside = false;
  if (flat || side_ab * volume < 0) {
    outside = true;
    best = on_triangle(s, 0, 1, 3, ab);
  }
  if (flat || side_bc * volume < 0) {
    outside = true;
    keep_nearer(best, on_triangle(s, 1, 2, 3, bc));
  }
  if (flat || side_ca * volume < 0) {
    outside = true;
    keep_nearer(best, on_triangle(s, 2, 0, 3, ca));
  }
  return outside;
}

// Keeps the part of a simplex that is nearest to the origin, and tells the nearest point and its squared
// distance. False when it is a tetrahedron that holds the origin.
SCREE_HD inline bool keep_nearest_part(Simplex& s, Vec3& nearest, Real& squared) {
  Part part{vec(s.corner[0].at), norm_squared(vec(s.corner[0].at)), 1};
  if (s.count == 2) {
    part = on_segment(s, 0, 1);
  } else if (s.count == 3) {
    const Vec3 p = vec(s.corner[0].at);
    part = on_triangle(s, 0, 1, 2, cross(vec(s.corner[1].at) - p, vec(s.corner[2].at) - p));
  } else if (s.count == 4 && !outside_tetrahedron(s, part)) {
    return false;
  }
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if ((part.parts >> i & 1U) != 0) s.corner[kept++] = s.corner[i];
  }
  s.count = kept;
  nearest = part.nearest;
  squared = part.squared;
  return true;
}

// Goes on from a simplex where GJK stalled, from its corners alone. `support` finds corners of A - B.
template <class Support>
SCREE_HD SCREE_COLD inline void gjk_with_care(const Support& support, const GjkTask& task,
                                              GjkAnswer& answer) {
  constexpr Real rounding = 1e-15;
  constexpr int most_level_steps = 8;
  Simplex& s = answer.simplex;
  Real squared = 0;
  keep_nearest_part(s, answer.nearest, squared);
  int level_steps = 0;
  for (; answer.iterations <= gjk_limit; ++answer.iterations) {
    if (squared <= task.near_zero * task.near_zero) {
      answer.outcome = Outcome::near_zero;
      return;
    }
    const Corner next = support(-answer.nearest);
    const Real vw = dot(answer.nearest, vec(next.at));
    const Real length = std::sqrt(squared);
    if (vw > task.cutoff * length) {
      answer.lower = vw / length;
      answer.outcome = Outcome::beyond_cutoff;
      return;
    }
    bool done = squared - vw <= task.converged * length;
    for (int i = 0; i < s.count; ++i) done = done || same(next, s.corner[i]);
    if (done) {
      answer.outcome = Outcome::separate;
      return;
    }
    Simplex grown = s;
    grown.corner[grown.count++] = next;
    Vec3 nearest;
    const Real least = squared;
    if (!keep_nearest_part(grown, nearest, squared)) {
      s = grown;
      answer.outcome = Outcome::inside;
      return;
    }
    // A tiny turn of the direction improves the lower bound, but the distance by less than a rounding: a few
    // steps may go by without visible progress.
    if (!(squared < least)) {
      if (squared > (1 + rounding) * least || ++level_steps > most_level_steps || grown.count == 0) return;
    }
    s = grown;
    answer.nearest = nearest;
  }
}

}  // namespace scree::distortion
