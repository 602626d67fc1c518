// The first half of gjk-td and gjk-td-published (Descantes 2019, Sec. 3): GJK in plain double arithmetic,
// to the distance of two polyhedra or to a tetrahedron of A - B around the origin.
//
// Written for speed: no exact predicate, no cleared buffer, no square root while a step can do without.
// What it says is a guess until the caller has proved it. Deviations from the paper's GJK:
// - The sub-simplex is chosen by signed tests. A new point always takes part in the next sub-simplex, so
//   only those with it are looked at.
// - The nearest point of a triangle is laid along its normal, that of a segment is made perpendicular to
//   it: the direction stays right when the length is nearly rounding noise.
// - GJK need not end in a tetrahedron: the origin may lie on a triangle, a segment or a corner of A - B.
//   `complete` then adds the missing corners.
// Lengths in metres, all vectors in A's frame relative to A's centre. `stalled` when neither bounds nor
// the simplex make progress; the distance found is then an upper bound only.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "detect/kernels/core_support.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree::distortion {

// A vector that arrays do not clear.
struct RawVec {
  Real x, y, z;
};
SCREE_HD inline Vec3 vec(const RawVec& r) { return {r.x, r.y, r.z}; }
SCREE_HD inline RawVec raw(Vec3 v) { return {v.x, v.y, v.z}; }

// A vertex of A - B: vertex `a` of A minus vertex `b` of B.
struct Corner {
  RawVec at;
  std::int32_t a, b;
};
SCREE_HD inline bool same(const Corner& s, const Corner& t) { return s.a == t.a && s.b == t.b; }

// The corner of A - B farthest along `direction` (not zero, of any length).
SCREE_HD inline Corner farthest_corner(const ShapePair& pair, Vec3 direction) {
  Corner c;
  farthest_vertices(pair, direction, c.a, c.b);
  c.at = raw(pair.a.core.vertices[c.a] - from_b_point(pair, pair.b.core.vertices[c.b]));
  return c;
}

struct Simplex {
  Corner corner[4];  // the newest last
  int count;
};

enum class Outcome : std::uint8_t {
  separate,       // the bounds meet
  beyond_cutoff,  // apart by more than the cutoff
  near_zero,      // the simplex, of fewer than four corners, passes through the origin
  inside,         // a tetrahedron holds the origin
  stalled,
};

struct GjkAnswer {
  Simplex simplex;  // whose hull holds `nearest`
  Vec3 nearest;     // the point of the simplex nearest to the origin
  Real lower = 0;   // a lower bound of the distance when beyond the cutoff
  int iterations = 0;
  Outcome outcome = Outcome::stalled;
};

inline constexpr int gjk_limit = 64;  // rounds; polyhedra of 100 vertices need about 10

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
  // Flat to rounding: its sides have no meaning.
  const bool flat = volume * volume <= 1e-28 * norm_squared(ab) * norm_squared(c);
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

SCREE_HD inline void keep_parts(Simplex& s, unsigned parts) {
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if ((parts >> i & 1U) != 0) s.corner[kept++] = s.corner[i];
  }
  s.count = kept;
}

// `start` is a guess of the normal from A to B (not zero); `converged` and `near_zero` in metres.
SCREE_HD SCREE_DEVICE_CALL inline void run_gjk(const ShapePair& pair, Vec3 start, Real cutoff, Real converged,
                                               Real near_zero, GjkAnswer& answer) {
  Simplex& s = answer.simplex;
  s.corner[0] = farthest_corner(pair, start);
  s.count = 1;
  // The guess itself may separate, as the normal of a step ago nearly always does.
  const Real clear = -dot(start, vec(s.corner[0].at));
  const Real start_length = norm(start);
  if (clear > cutoff * start_length) {
    answer.nearest = -start;
    answer.lower = clear / start_length;
    answer.iterations = 1;
    answer.outcome = Outcome::beyond_cutoff;
    return;
  }
  Vec3 v = vec(s.corner[0].at);
  Real vv = norm_squared(v);
  constexpr int most_level_steps = 8;
  int level_steps = 0;
  for (answer.iterations = 1; answer.iterations <= gjk_limit; ++answer.iterations) {
    answer.nearest = v;
    if (vv <= near_zero * near_zero) {
      answer.outcome = Outcome::near_zero;
      return;
    }
    const Corner next = farthest_corner(pair, -v);
    // The plane through it bounds the distance from below by vw / |v|.
    const Real vw = dot(v, vec(next.at));
    const Real length = std::sqrt(vv);
    if (vw > cutoff * length) {
      answer.lower = vw / length;
      answer.outcome = Outcome::beyond_cutoff;
      return;
    }
    bool done = vv - vw <= converged * length;
    for (int i = 0; i < s.count; ++i) done = done || same(next, s.corner[i]);
    if (done) {
      answer.outcome = Outcome::separate;
      return;
    }
    s.corner[s.count++] = next;
    Part part{Vec3{}, 0, 0};
    if (s.count == 2) {
      part = on_segment(s, 0, 1);
    } else if (s.count == 3) {
      const Vec3 p = vec(s.corner[0].at);
      part = on_triangle(s, 0, 1, 2, cross(vec(s.corner[1].at) - p, vec(s.corner[2].at) - p));
    } else if (!outside_tetrahedron(s, part)) {
      answer.outcome = Outcome::inside;
      return;
    }
    // A tiny turn of the direction improves the lower bound, but the distance by less than a rounding:
    // a few steps may go by without visible progress.
    if (!(part.squared < vv)) {
      constexpr Real rounding = 1e-15;
      if (part.squared > (1 + rounding) * vv || ++level_steps > most_level_steps || part.parts == 0) {
        --s.count;
        return;
      }
    }
    keep_parts(s, part.parts);
    v = part.nearest;
    vv = part.squared;
  }
}

// Barycentric coordinates of `nearest` in a simplex of one to three corners.
SCREE_HD inline void find_weights(const Simplex& s, Vec3 nearest, Real (&weight)[3]) {
  weight[0] = 1;
  if (s.count == 2) {
    const Vec3 p = vec(s.corner[0].at);
    const Vec3 e = vec(s.corner[1].at) - p;
    weight[1] = dot(nearest - p, e) / norm_squared(e);
    weight[0] = 1 - weight[1];
  } else if (s.count == 3) {
    const Vec3 p = vec(s.corner[0].at);
    const Vec3 q = vec(s.corner[1].at);
    const Vec3 r = vec(s.corner[2].at);
    const Vec3 normal = cross(q - p, r - p);
    const Real over = 1 / norm_squared(normal);
    weight[1] = over * dot(normal, cross(r, p - r));
    weight[2] = over * dot(normal, cross(p, q - p));
    weight[0] = 1 - weight[1] - weight[2];
  }
}

// The point of A that goes with the simplex's point of these weights.
SCREE_HD inline Vec3 point_on_a(const ShapePair& pair, const Corner* corner, int count, const Real* weight) {
  Vec3 point;
  for (int i = 0; i < count; ++i) point += weight[i] * pair.a.core.vertices[corner[i].a];
  return point;
}

// The point of A that goes with GJK's nearest point; not for a tetrahedron.
SCREE_HD inline Vec3 nearest_on_a(const ShapePair& pair, const GjkAnswer& gjk) {
  Real weight[3];
  find_weights(gjk.simplex, gjk.nearest, weight);
  return point_on_a(pair, gjk.simplex.corner, gjk.simplex.count, weight);
}

// How far a point lies off the simplex's corner, line or plane, times its length or area.
SCREE_HD inline Real measure_off(const Simplex& s, Vec3 point) {
  const Vec3 p = vec(s.corner[0].at);
  if (s.count == 1) return norm(point - p);
  const Vec3 e = vec(s.corner[1].at) - p;
  if (s.count == 2) return norm(cross(e, point - p));
  return std::fabs(dot(cross(e, vec(s.corner[2].at) - p), point - p));
}

// Adds corners of A - B to a simplex of one to three until it is a tetrahedron, each the one farthest off
// among a few tried. False when A - B looks flat.
SCREE_HD SCREE_DEVICE_CALL inline bool complete(const ShapePair& pair, Simplex& s) {
  while (s.count < 4) {
    Vec3 axis{1, 0, 0};
    if (s.count > 1) axis = vec(s.corner[1].at) - vec(s.corner[0].at);
    if (s.count == 3) axis = cross(axis, vec(s.corner[2].at) - vec(s.corner[0].at));
    const Real length = norm(axis);
    if (!(length > 0)) return false;
    axis = axis / length;
    const Vec3 across = perpendicular(axis);
    const Vec3 directions[3] = {axis, across, cross(axis, across)};
    // A corner lacks all three directions, a line the two across it, a plane only its normal.
    const int first = s.count == 2 ? 1 : 0;
    const int last = s.count == 3 ? 0 : 2;
    Real most = 0;
    Corner best = s.corner[0];
    for (int k = first; k <= last; ++k) {
      for (int sign = -1; sign <= 1; sign += 2) {
        const Corner c = farthest_corner(pair, sign * directions[k]);
        const Real off = measure_off(s, vec(c.at));
        if (off > most) {
          most = off;
          best = c;
        }
      }
    }
    if (!(most > 0)) return false;
    s.corner[s.count++] = best;
  }
  return true;
}

}  // namespace scree::distortion
