// The first half of gjk-td and gjk-td-published (Descantes 2019, Sec. 3): GJK in plain double arithmetic,
// to the distance of two polyhedra or to a tetrahedron of A - B around the origin.
//
// Written for speed: no exact predicate, no cleared buffer. What it says is a guess until the caller has
// proved it. Deviations from the paper's GJK:
// - The nearest part of a simplex is found by signs, all parts side by side (gjk_loop.hpp).
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
#include "detect/kernels/distort_loop.hpp"
#include "detect/kernels/gjk_answer.hpp"
#include "detect/kernels/gjk_careful.hpp"
#include "detect/kernels/minkowski.hpp"
#ifdef __CUDA_ARCH__
#include "detect/kernels/plain_four.hpp"
#else
#include "detect/machine_loops.hpp"
#endif

namespace scree::distortion {

// The corner of A - B farthest along `direction` (not zero, of any length).
SCREE_HD inline Corner farthest_corner(const ShapePair& pair, Vec3 direction) {
  Corner c;
  farthest_vertices(pair, direction, c.a, c.b);
  c.at = raw(pair.a.core.vertices[c.a] - from_b_point(pair, pair.b.core.vertices[c.b]));
  return c;
}

// The foot of the origin on the line of two corners, to the last digits: it is what is answered when corners
// or edges are nearest. Measured from the nearer corner, so that it loses none to the farther one.
SCREE_HD inline Vec3 foot_on_segment(const Simplex& s) {
  const Vec3 p = vec(s.corner[0].at);
  const Vec3 q = vec(s.corner[1].at);
  const Vec3 e = q - p;
  const Real over = 1 / norm_squared(e);
  const Vec3 nearer = norm_squared(p) <= norm_squared(q) ? p : q;
  const Vec3 foot = nearer - (dot(nearer, e) * over) * e;
  return foot - (dot(foot, e) * over) * e;  // perpendicular to rounding
}

// What is left to do when the loop has ended.
SCREE_HD inline void finish_gjk(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
  if (answer.outcome == Outcome::stalled) {
    gjk_with_care([&](Vec3 direction) { return farthest_corner(pair, direction); }, task, answer);
  }
  const bool ended = answer.outcome == Outcome::separate || answer.outcome == Outcome::stalled;
  if (ended && answer.simplex.count == 2) answer.nearest = foot_on_segment(answer.simplex);
}

SCREE_HD inline void run_gjk(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
#ifdef __CUDA_ARCH__
  gjk_loop<PlainFour>([&](Vec3 direction) { return farthest_corner(pair, direction); }, task, answer);
#else
  machine_loops->gjk(pair, task, answer);
#endif
  finish_gjk(pair, task, answer);
}

// The second half of gjk-td.
SCREE_HD inline void run_distortion(const ShapePair& pair, const DistortTask& task, DistortAnswer& answer) {
#ifdef __CUDA_ARCH__
  distort_loop<PlainFour>([&](Vec3 direction) { return farthest_corner(pair, direction); }, task, answer);
#else
  machine_loops->distort(pair, task, answer);
#endif
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
  Real weight[3] = {0, 0, 0};
  find_weights(gjk.simplex, gjk.nearest, weight);
  return point_on_a(pair, gjk.simplex.corner, gjk.simplex.count < 3 ? gjk.simplex.count : 3, weight);
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
