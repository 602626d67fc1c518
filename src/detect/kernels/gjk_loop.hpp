// The loop of GJK, which finds the nearest part of a simplex by looking at all its parts at once.
//
// A new corner w is always one of the nearest part's corners, and the origin is on its side of the corners
// before it. So there are seven parts: three triangles and three edges at w, and w itself. All are looked at
// side by side, in the four lanes of `Four`: the corners x, y, z of before are lanes 0 to 2, a missing one is
// w once more, whose edge then is zero and no part of its own. Which part is nearest is told by signs alone
// (the parts' regions do not overlap), without a branch: the machine could not guess it. The direction to
// the nearest point comes as a cross product, of any length: nothing is divided on the way, and it stays
// across its triangle or edge when the distance is nearly rounding.
//
// Where the origin is as good as on the simplex, or the simplex as good as flat, signs are rounding, and no
// progress is made: the loop ends as `stalled` with the simplex of before, and gjk_careful.hpp goes on. What
// it says is a guess until the caller has proved it.
//
// `Four` has four numbers (Four::Reals) and four truths (Four::Truths) with what plain_four.hpp has; products
// and sums are the same for every one, so are the answers. `Support` finds corners of A - B.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "detect/kernels/gjk_answer.hpp"

namespace scree::distortion {

// Four vectors, lane by lane.
template <class Four>
struct FourVectors {
  typename Four::Reals x, y, z;
};
template <class Four>
SCREE_HD inline FourVectors<Four> cross(const FourVectors<Four>& a, const FourVectors<Four>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Four>
SCREE_HD inline FourVectors<Four> cross(const FourVectors<Four>& a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Four>
SCREE_HD inline typename Four::Reals dot(const FourVectors<Four>& a, const FourVectors<Four>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Four>
SCREE_HD inline typename Four::Reals dot(const FourVectors<Four>& a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
// Lanes 0, 1, 2 become 1, 2, 0.
template <class Four>
SCREE_HD inline FourVectors<Four> next_lanes(const FourVectors<Four>& a) {
  return {Four::next(a.x), Four::next(a.y), Four::next(a.z)};
}

// The same the other way round, of lanes as bits.
SCREE_HD inline unsigned previous_lanes(unsigned bits) { return (bits << 1U | bits >> 2U) & 7U; }

// What is left of the lanes when the nearest part is 0 to 2: the triangle of an edge and the next, 4 to 6: an
// edge, 7: the new corner, which is lane 3. `no_part`: before the first corner.
struct Kept {
  std::int64_t lane[4];
  std::int64_t used[4];  // -1: yes, 0: no
  std::int64_t open[4];  // all -1: has no inside yet, with one corner more
  int count;
};
inline constexpr int no_part = 3, corner_part = 7;
SCREE_HD inline const Kept& kept_of(int part) {
  static constexpr Kept table[8] = {{{0, 1, 3, 3}, {-1, -1, -1, 0}, {0, 0, 0, 0}, 3},
                                    {{1, 2, 3, 3}, {-1, -1, -1, 0}, {0, 0, 0, 0}, 3},
                                    {{2, 0, 3, 3}, {-1, -1, -1, 0}, {0, 0, 0, 0}, 3},
                                    {{3, 3, 3, 3}, {0, 0, 0, 0}, {-1, -1, -1, -1}, 0},
                                    {{0, 3, 3, 3}, {-1, -1, 0, 0}, {-1, -1, -1, -1}, 2},
                                    {{1, 3, 3, 3}, {-1, -1, 0, 0}, {-1, -1, -1, -1}, 2},
                                    {{2, 3, 3, 3}, {-1, -1, 0, 0}, {-1, -1, -1, -1}, 2},
                                    {{3, 3, 3, 3}, {-1, 0, 0, 0}, {-1, -1, -1, -1}, 1}};
  return table[part];
}

// A simplex in lanes, the direction to its nearest point (`v`, of any length) and the distance times that
// length.
template <class Four>
struct LaneSimplex {
  FourVectors<Four> at;
  typename Four::Truths names;  // of the corners
  int part;                     // the nearest
  bool inside;                  // the four corners hold the origin
  Vec3 v;
  Real height;
};

// Fills up the lanes with a new corner and finds the nearest part; no lane is given up yet.
template <class Four>
SCREE_HD inline void add_corner(LaneSimplex<Four>& s, Vec3 w, std::int64_t name) {
  using Reals = typename Four::Reals;
  using Truths = typename Four::Truths;
  using Vectors = FourVectors<Four>;
  const Truths used = Four::load(kept_of(s.part).used);
  s.at = {Four::pick(used, s.at.x, w.x), Four::pick(used, s.at.y, w.y), Four::pick(used, s.at.z, w.z)};
  s.names = Four::pick(used, s.names, name);
  const Vectors edge{s.at.x - w.x, s.at.y - w.y, s.at.z - w.z};
  const Vectors next_edge = next_lanes(edge);
  const Vectors normal = cross(edge, next_edge);
  const Vectors moment = cross(edge, w);
  const Reals side = dot(normal, w);
  // Before the plane of a triangle: on the other side than the third edge. A triangle alone has no inside.
  const Reals volume = dot(normal, next_lanes(next_edge));
  const unsigned before = Four::bits((side * volume > Reals{}) | Four::load(kept_of(s.part).open)) & 7U;
  s.inside = before == 0;
  if (s.inside) return;
  const unsigned within_first = Four::bits(dot(normal, moment) < Reals{});
  const unsigned within_second = Four::bits(dot(normal, next_lanes(moment)) > Reals{});
  const unsigned triangles = before & within_first & within_second;
  const unsigned edges = Four::bits(dot(edge, w) < Reals{}) & ~within_first & ~previous_lanes(within_second) &
                         (before | previous_lanes(before));
  const int part = Four::first_bit(triangles | edges << 4U | 1U << corner_part);
  const Vectors across = cross(edge, moment);
  const Reals outward = Four::sign(side);
  Real x[8], y[8], z[8], height[8];
  Four::store(outward * normal.x, x), Four::store(outward * normal.y, y), Four::store(outward * normal.z, z);
  Four::store(-across.x, x + 4), Four::store(-across.y, y + 4), Four::store(-across.z, z + 4);
  Four::store(outward * side, height), Four::store(dot(moment, moment), height + 4);
  x[7] = w.x;
  y[7] = w.y;
  z[7] = w.z;
  height[7] = norm_squared(w);
  s.v = {x[part], y[part], z[part]};
  s.height = height[part];
  s.part = part;
}

// Gives up the lanes that are not of the nearest part.
template <class Four>
SCREE_HD inline void keep_part(LaneSimplex<Four>& s) {
  const typename Four::Truths lanes = Four::load(kept_of(s.part).lane);
  s.at = {Four::permute(s.at.x, lanes), Four::permute(s.at.y, lanes), Four::permute(s.at.z, lanes)};
  s.names = Four::permute(s.names, lanes);
}

// The corners of the first lanes.
template <class Four>
SCREE_HD inline void copy_corners(const LaneSimplex<Four>& s, int count, Simplex& to) {
  Real x[4], y[4], z[4];
  std::int64_t names[4];
  Four::store(s.at.x, x), Four::store(s.at.y, y), Four::store(s.at.z, z), Four::store(s.names, names);
  to.count = count;
  for (int i = 0; i < 4; ++i) {
    to.corner[i] = {
        {x[i], y[i], z[i]}, static_cast<std::int32_t>(names[i] >> 32), static_cast<std::int32_t>(names[i])};
  }
}
SCREE_HD inline std::int64_t name_of(const Corner& c) { return static_cast<std::int64_t>(c.a) << 32 | c.b; }

template <class Four, class Support>
SCREE_HD inline void gjk_loop(const Support& support, const GjkTask& task, GjkAnswer& answer) {
  LaneSimplex<Four> s;
  s.at = FourVectors<Four>{};
  s.names = Four::load(kept_of(no_part).open);  // -1: that of no corner
  s.part = no_part;
  s.inside = false;
  s.v = -task.start;
  s.height = std::numeric_limits<Real>::infinity();
  Real least = std::numeric_limits<Real>::infinity();
  Outcome outcome = Outcome::stalled;
  int rounds = 0;
  int count = 0;
  Corner next;
  for (; rounds <= gjk_limit; ++rounds) {
    next = support(-s.v);
    const Vec3 w = vec(next.at);
    // The plane through it bounds the distance from below by vw / |v|.
    const Real vw = dot(s.v, w);
    const Real length = norm(s.v);
    count = kept_of(s.part).count;
    if (vw > task.cutoff * length) {
      answer.lower = vw / length;
      outcome = Outcome::beyond_cutoff;
      break;
    }
    const std::int64_t name = name_of(next);
    if (s.height - vw <= task.converged * length || Four::holds(s.names, name)) {
      outcome = Outcome::separate;
      break;
    }
    add_corner(s, w, name);
    if (s.inside) {
      count = 4;
      outcome = Outcome::inside;
      break;
    }
    const Real squared = s.height * (s.height / norm_squared(s.v));  // in range for any distance
    if (!(squared < least)) break;
    least = squared;
    keep_part(s);
    if (squared <= task.near_zero * task.near_zero) {
      count = kept_of(s.part).count;
      outcome = Outcome::near_zero;
      break;
    }
  }
  answer.iterations = rounds > 0 ? rounds : 1;
  answer.outcome = outcome;
  copy_corners(s, count, answer.simplex);
  if (count == 0) {  // the first direction separates
    answer.simplex.corner[0] = next;
    answer.simplex.count = 1;
    answer.nearest = s.v;
    return;
  }
  answer.nearest = (s.height / norm_squared(s.v)) * s.v;
}

}  // namespace scree::distortion
