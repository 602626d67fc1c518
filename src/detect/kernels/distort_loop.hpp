// The second half of gjk-td: a tetrahedron of A - B around the origin is distorted until its nearest face
// lies on the surface of A - B (Descantes 2019, Algorithm 3; deviations in gjk_td.hpp).
//
// Faces lie in slots, four of which are looked at side by side (`Four`, see gjk_loop.hpp); a corner's new
// faces take the slots of those it replaces. Each face keeps its plane and the height of its lowest corner:
// no point of the triangle is nearer to the origin, however wrong the normal of a sliver may be.
//
// Lengths in metres, all vectors in A's frame relative to A's centre. `found` is false when there is no room,
// or when a face has no area.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "detect/kernels/gjk_loop.hpp"
#include "math/double_double.hpp"

namespace scree::distortion {

inline constexpr int corner_capacity = 128;  // 50-vertex hulls deep in each other need about 40
inline constexpr int face_capacity = 2 * corner_capacity;
inline constexpr int border_capacity = 128;
// The foot of the origin may miss the triangle it is looked up in by this share of it.
inline constexpr Real foot_slack = 1e-9;

struct DistortTask {
  Simplex start;  // four corners
  Real level;     // m, a corner this little above a face's plane is on it
  Real tilted;    // m, corners of a face that differ by more in height show its normal to be rounding
  Real miss;      // m, feet this close are one
};

// The nearest face at the end.
struct DistortAnswer {
  Corner corner[3];
  Vec3 normal;      // unit, of the triangle
  Real lower;       // m, no point of A - B's surface is nearer to the origin
  Corner under[3];  // a triangle that holds the origin's foot, and where
  Real weight[3];
  bool held = false;  // there is one
  bool found = false;
  int rounds = 0;
};

struct Triangle {
  std::uint8_t corner[3];  // counter-clockwise seen from outside
};

// Nothing is cleared. A slot without a face has a normal of zero and an infinite offset: nothing sees it.
struct Polytope {
  Corner corner[corner_capacity];
  Real x[face_capacity], y[face_capacity], z[face_capacity];  // unit normals
  Real offset[face_capacity];                                 // m, of the lowest corner, along the normal
  Triangle face[face_capacity];
  int corner_count, slot_count;
};
SCREE_HD inline Vec3 normal_of(const Polytope& p, int f) { return {p.x[f], p.y[f], p.z[f]}; }
SCREE_HD inline void set_plane(Polytope& p, int f, Vec3 normal, Real offset) {
  p.x[f] = normal.x;
  p.y[f] = normal.y;
  p.z[f] = normal.z;
  p.offset[f] = offset;
}
// One more slot. They come in fours.
SCREE_HD inline int add_slot(Polytope& p) {
  const int f = p.slot_count++;
  if (f % 4 == 0) {
    for (int i = 0; i < 4; ++i) set_plane(p, f + i, Vec3{}, std::numeric_limits<Real>::infinity());
  }
  return f;
}

// New faces, where they go, and what they replace.
struct Fan {
  Triangle face[border_capacity];
  std::uint8_t slot[border_capacity];
  int count = 0;
};

// The faces nearest to the origin among those in the same lane.
template <class Four>
struct NearestInLanes {
  typename Four::Reals offset;
  typename Four::Truths slot;
};
template <class Four>
SCREE_HD inline int nearest_slot(const NearestInLanes<Four>& nearest) {
  Real offset[4];
  std::int64_t slot[4];
  Four::store(nearest.offset, offset), Four::store(nearest.slot, slot);
  int best = 0;
  for (int i = 1; i < 4; ++i) best = offset[i] < offset[best] ? i : best;
  return static_cast<int>(slot[best]);
}

// Twice the digits set a sliver right. False when it has no area.
SCREE_HD SCREE_COLD inline bool set_sliver(Polytope& p, int f) {
  const Vec3 u = vec(p.corner[p.face[f].corner[0]].at);
  const Vec3 v = vec(p.corner[p.face[f].corner[1]].at);
  const Vec3 w = vec(p.corner[p.face[f].corner[2]].at);
  const Vec3 normal = rounded(scree::cross(exact_difference(v, u), exact_difference(w, u)));
  if (!(norm_squared(normal) > 0)) return false;
  const Vec3 unit = (1 / norm(normal)) * normal;
  const Real at_u = dot(unit, u), at_v = dot(unit, v), at_w = dot(unit, w);
  const Real low = at_v < at_u ? at_v : at_u;
  set_plane(p, f, unit, at_w < low ? at_w : low);
  return true;
}

template <class Four>
SCREE_HD inline FourVectors<Four> corners_of(const Polytope& p, const Triangle* faces, int k) {
  const Corner& a = p.corner[faces[0].corner[k]];
  const Corner& b = p.corner[faces[1].corner[k]];
  const Corner& c = p.corner[faces[2].corner[k]];
  const Corner& d = p.corner[faces[3].corner[k]];
  return {Four::of(a.at.x, b.at.x, c.at.x, d.at.x), Four::of(a.at.y, b.at.y, c.at.y, d.at.y),
          Four::of(a.at.z, b.at.z, c.at.z, d.at.z)};
}

// Planes of the new faces, four at a time. False when one has no area.
template <class Four>
SCREE_HD inline bool set_faces(Polytope& p, Fan& fan, const DistortTask& task,
                               NearestInLanes<Four>& nearest) {
  using Reals = typename Four::Reals;
  using Vectors = FourVectors<Four>;
  for (int i = fan.count; i % 4 != 0; ++i) {
    fan.face[i] = fan.face[fan.count - 1];
    fan.slot[i] = fan.slot[fan.count - 1];
  }
  for (int k = 0; k < fan.count; k += 4) {
    const Vectors u = corners_of<Four>(p, fan.face + k, 0);
    const Vectors v = corners_of<Four>(p, fan.face + k, 1);
    const Vectors w = corners_of<Four>(p, fan.face + k, 2);
    const Vectors normal =
        cross(Vectors{v.x - u.x, v.y - u.y, v.z - u.z}, Vectors{w.x - u.x, w.y - u.y, w.z - u.z});
    const Reals over = Four::over_root(dot(normal, normal));
    const Vectors unit{over * normal.x, over * normal.y, over * normal.z};
    const Reals at_u = dot(unit, u), at_v = dot(unit, v), at_w = dot(unit, w);
    const Reals low = Four::lesser(at_w, Four::lesser(at_v, at_u));
    const Reals tilt = Four::magnitude(at_v - at_u) + Four::magnitude(at_w - at_u);
    Real x[4], y[4], z[4], offset[4], tilts[4];
    Four::store(unit.x, x), Four::store(unit.y, y), Four::store(unit.z, z), Four::store(low, offset);
    Four::store(tilt, tilts);
    for (int i = 0; i < 4; ++i) {
      const int f = fan.slot[k + i];
      p.face[f] = fan.face[k + i];
      p.x[f] = x[i];
      p.y[f] = y[i];
      p.z[f] = z[i];
      p.offset[f] = offset[i];
      if (!(tilts[i] <= task.tilted)) {
        if (!set_sliver(p, f)) return false;
        offset[i] = p.offset[f];
      }
    }
    const std::int64_t slots[4] = {fan.slot[k], fan.slot[k + 1], fan.slot[k + 2], fan.slot[k + 3]};
    const Reals offsets = Four::load(offset);
    const auto less = offsets < nearest.offset;
    nearest.slot = Four::pick(less, Four::load(slots), nearest.slot);
    nearest.offset = Four::pick(less, offsets, nearest.offset);
  }
  return true;
}

template <class Four>
SCREE_HD inline void clear_nearest(NearestInLanes<Four>& nearest) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  nearest.offset = Four::of(infinity, infinity, infinity, infinity);
  nearest.slot = typename Four::Truths{};
}

template <class Four>
SCREE_HD inline bool start_from(Polytope& p, const DistortTask& task, NearestInLanes<Four>& nearest) {
  const Corner* corner = task.start.corner;
  const Vec3 a = vec(corner[0].at);
  const Vec3 normal = scree::cross(vec(corner[1].at) - a, vec(corner[2].at) - a);
  const bool below = dot(normal, vec(corner[3].at) - a) < 0;
  // The first three counter-clockwise seen from outside: the fourth lies below them.
  p.corner[0] = corner[0];
  p.corner[1] = corner[below ? 1 : 2];
  p.corner[2] = corner[below ? 2 : 1];
  p.corner[3] = corner[3];
  p.corner_count = 4;
  p.slot_count = 0;
  Fan fan;
  fan.count = 4;
  fan.face[0] = {{0, 1, 2}};
  fan.face[1] = {{0, 3, 1}};
  fan.face[2] = {{1, 3, 2}};
  fan.face[3] = {{2, 3, 0}};
  for (int i = 0; i < 4; ++i) fan.slot[i] = static_cast<std::uint8_t>(add_slot(p));
  clear_nearest(nearest);
  return set_faces(p, fan, task, nearest);
}

// The directed edges around a set of faces: each edge inside the set cancels its reverse.
struct Border {
  struct Edge {
    std::uint8_t from, to;
  } edge[border_capacity];
  int count = 0;
};
SCREE_HD inline bool add_edge(Border& border, std::uint8_t from, std::uint8_t to) {
  for (int i = 0; i < border.count; ++i) {
    if (border.edge[i].from == to && border.edge[i].to == from) {
      border.edge[i] = border.edge[--border.count];
      return true;
    }
  }
  if (border.count == border_capacity) return false;
  border.edge[border.count++] = {from, to};
  return true;
}

// Replaces the faces that see the corner, the nearest one among them whatever rounding says, by a fan. False
// when there is no room or a face has no area.
template <class Four>
SCREE_HD inline bool distort(Polytope& p, const DistortTask& task, int visited, const Corner& next,
                             NearestInLanes<Four>& nearest) {
  using Truths = typename Four::Truths;
  if (p.corner_count == corner_capacity) return false;
  const Vec3 at = vec(next.at);
  Border border;
  Fan fan;
  int seen = 0;
  clear_nearest(nearest);
  for (int k = 0; k < p.slot_count; k += 4) {
    const typename Four::Reals offset = Four::load(p.offset + k);
    const FourVectors<Four> normal{Four::load(p.x + k), Four::load(p.y + k), Four::load(p.z + k)};
    const std::int64_t slots[4] = {k, k + 1, k + 2, k + 3};
    const Truths slot = Four::load(slots);
    const Truths sees =
        ((dot(normal, at) - offset) > Four::of(task.level, task.level, task.level, task.level)) |
        Four::equals(slot, visited);
    const Truths less = (offset < nearest.offset) & ~sees;
    nearest.slot = Four::pick(less, slot, nearest.slot);
    nearest.offset = Four::pick(less, offset, nearest.offset);
    for (unsigned bits = Four::bits(sees); bits != 0; bits &= bits - 1) {
      const int f = k + Four::first_bit(bits);
      const Triangle t = p.face[f];
      if (seen == border_capacity || !add_edge(border, t.corner[0], t.corner[1]) ||
          !add_edge(border, t.corner[1], t.corner[2]) || !add_edge(border, t.corner[2], t.corner[0])) {
        return false;
      }
      fan.slot[seen++] = static_cast<std::uint8_t>(f);
    }
  }
  const int apex = p.corner_count++;
  p.corner[apex] = next;
  fan.count = border.count;
  if (p.slot_count + fan.count > face_capacity || fan.count == 0) return false;
  for (int i = 0; i < fan.count; ++i) {
    fan.face[i] = {{border.edge[i].from, border.edge[i].to, static_cast<std::uint8_t>(apex)}};
    if (i >= seen) fan.slot[i] = static_cast<std::uint8_t>(add_slot(p));
  }
  for (int i = fan.count; i < seen; ++i) {
    set_plane(p, fan.slot[i], Vec3{}, std::numeric_limits<Real>::infinity());
  }
  return set_faces(p, fan, task, nearest);
}

// The foot of the origin on a face's plane: its weights (Eq. 6), the least of them returned.
SCREE_HD inline Real foot_weights(const Polytope& p, int f, Real (&weight)[3]) {
  const Vec3 u = vec(p.corner[p.face[f].corner[0]].at);
  const Vec3 v = vec(p.corner[p.face[f].corner[1]].at);
  const Vec3 w = vec(p.corner[p.face[f].corner[2]].at);
  const Vec3 n = normal_of(p, f);
  weight[0] = dot(n, scree::cross(v, w - v));
  weight[1] = dot(n, scree::cross(w, u - w));
  weight[2] = dot(n, scree::cross(u, v - u));
  const Real over = 1 / (weight[0] + weight[1] + weight[2]);
  for (Real& x : weight) x *= over;
  const Real low = weight[0] < weight[1] ? weight[0] : weight[1];
  return low < weight[2] ? low : weight[2];
}

// Where the origin's foot is. Several faces may have their foot in the same place: the one that holds it
// counts.
SCREE_HD inline void find_foot(const Polytope& p, int nearest, Real miss, DistortAnswer& answer) {
  const Vec3 foot = p.offset[nearest] * normal_of(p, nearest);
  int f = nearest;
  answer.held = foot_weights(p, f, answer.weight) >= -foot_slack;
  for (int i = 0; !answer.held && i < p.slot_count; ++i) {
    if (!(norm_squared(p.offset[i] * normal_of(p, i) - foot) <= miss * miss)) continue;
    f = i;
    answer.held = foot_weights(p, f, answer.weight) >= -foot_slack;
  }
  for (int k = 0; k < 3; ++k) answer.under[k] = p.corner[p.face[f].corner[k]];
}

template <class Four, class Support>
SCREE_HD inline void distort_loop(const Support& support, const DistortTask& task, DistortAnswer& answer) {
  Polytope p;
  NearestInLanes<Four> nearest;
  if (!start_from(p, task, nearest)) return;
  for (;;) {  // each round adds a corner, and `distort` refuses when there is no room
    ++answer.rounds;
    const int f = nearest_slot(nearest);
    const Vec3 n = normal_of(p, f);
    const Real lower = p.offset[f];
    const Corner next = support(n);
    const Corner& c0 = p.corner[p.face[f].corner[0]];
    const Corner& c1 = p.corner[p.face[f].corner[1]];
    const Corner& c2 = p.corner[p.face[f].corner[2]];
    const bool own = same(next, c0) || same(next, c1) || same(next, c2);
    if (!own && dot(n, vec(next.at)) - lower > task.level) {
      if (!distort(p, task, f, next, nearest)) return;
      continue;
    }
    answer.corner[0] = c0;
    answer.corner[1] = c1;
    answer.corner[2] = c2;
    answer.normal = n;
    answer.lower = lower;
    find_foot(p, f, task.miss, answer);
    answer.found = true;
    return;
  }
}

}  // namespace scree::distortion
