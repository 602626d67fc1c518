// Cundall's search for the common plane: tilt it a little, keep the tilt that opens the gap most, and
// halve the tilt when none does (Cundall 1988; Descantes 2019, Sec. 2 and Algorithm 1, lines 4 to 28).
//
// Deviations from Algorithm 1:
// - Tilted normals are divided by sqrt(1 + k^2), not by 1 + k^2: they have to be unit vectors.
// - The frame turns with the normal. The text keeps p and q, which after the first accepted tilt are no
//   longer perpendicular to n, and the tilted normals then no longer unit vectors.
// - gap_max starts as the gap of the first plane, found anyway (line 5), instead of -1000: a first plane
//   that is already right is not left for a worse one. It starts anew for every start; see cp_revised.hpp.
// - Step 10^-7 of line 2 is in degrees, as Sec. 4.1 says.
// The four gaps of a round come from one pass over the vertices. Angles in radians, lengths in metres.
// Cannot finish: `not_converged` after `most_rounds` rounds, with the best plane so far.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>
#include <limits>

#include "detect/kernels/common_plane.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree::common_plane_detail {

inline constexpr Real largest_step = 0.087488663525924;       // tan 5 deg
inline constexpr Real smallest_step = 1.7453292519943296e-9;  // tan 1e-7 deg
// Rounds of four tilts that one start may take; about 60 do where nothing is left to improve.
inline constexpr int most_rounds = 4096;
// What the last step leaves of a normal's error, with room for the flat top of a vertex-vertex gap,
// where rounding hides what a tilt of 1e-8 changes. (rad)
inline constexpr Real plane_accuracy = 1e-7;

// An orthonormal frame, n the plane's normal.
struct Frame {
  Vec3 n, p, q;
};

SCREE_HD inline Frame frame_around(Vec3 n) {
  const Vec3 p = perpendicular(n);
  return {n, p, cross(n, p)};
}
SCREE_HD inline Frame seen_from_b(const ShapePair& pair, const Frame& f) {
  return {to_b_direction(pair, f.n), to_b_direction(pair, f.p), to_b_direction(pair, f.q)};
}

// How far a core reaches along n + k p, n - k p, n + k q and n - k q.
struct Reach {
  Real along[4];
};
SCREE_HD inline Reach reach_of(const PolyhedronView& core, const Frame& f, Real k) {
  constexpr Real lowest = -std::numeric_limits<Real>::infinity();
  const Vec3 kp = k * f.p;
  const Vec3 kq = k * f.q;
  Real plus_p = lowest;
  Real minus_p = lowest;
  Real plus_q = lowest;
  Real minus_q = lowest;
  for (std::int32_t i = 0; i < core.vertex_count; ++i) {
    const Vec3 v = core.vertices[i];
    const Real on_n = dot(v, f.n);
    const Real on_p = dot(v, kp);
    const Real on_q = dot(v, kq);
    plus_p = on_n + on_p > plus_p ? on_n + on_p : plus_p;
    minus_p = on_n - on_p > minus_p ? on_n - on_p : minus_p;
    plus_q = on_n + on_q > plus_q ? on_n + on_q : plus_q;
    minus_q = on_n - on_q > minus_q ? on_n - on_q : minus_q;
  }
  return {{plus_p, minus_p, plus_q, minus_q}};
}

// The best of the four tilts by k: its gap, and which it is.
struct Tilt {
  Real gap = 0;
  int which = 0;
};
SCREE_HD inline Tilt best_tilt(const ShapePair& pair, const Frame& f, const Frame& towards_a, Real k,
                               Real scale) {
  const Reach a = reach_of(pair.a.core, f, k);
  const Reach b = reach_of(pair.b.core, towards_a, k);
  const Real on_n = dot(pair.translation, f.n);
  const Real on_p = k * dot(pair.translation, f.p);
  const Real on_q = k * dot(pair.translation, f.q);
  const Real gap[4] = {(on_n + on_p) - (a.along[0] + b.along[0]), (on_n - on_p) - (a.along[1] + b.along[1]),
                       (on_n + on_q) - (a.along[2] + b.along[2]), (on_n - on_q) - (a.along[3] + b.along[3])};
  Tilt best{gap[0], 0};
  for (int i = 1; i < 4; ++i) {
    if (gap[i] > best.gap) best = {gap[i], i};
  }
  best.gap *= scale;
  return best;
}

// Turns the frame by a tilt; `scale` is 1 / sqrt(1 + k^2).
SCREE_HD inline void turn(Frame& f, int which, Real k, Real scale) {
  const Real step = which % 2 == 0 ? k : -k;
  Vec3& side = which < 2 ? f.p : f.q;
  const Vec3 n = f.n;
  f.n = scale * (n + step * side);
  side = scale * (side - step * n);
}

// The running search from one start.
struct PlaneSearch {
  Frame frame;
  Real gap = 0;
  Real enough = 0;  // m: the cutoff
  int rounds = 0;
  bool moved = false;
};

// Lines 9 to 26, with the frame as it is.
SCREE_HD inline void tilt_until_best(const ShapePair& pair, PlaneSearch& search) {
  Frame towards_a = seen_from_b(pair, {-search.frame.n, -search.frame.p, -search.frame.q});
  Real k = largest_step;
  Real scale = 1 / std::sqrt(1 + k * k);
  while (k >= smallest_step && search.rounds < most_rounds && search.gap <= search.enough) {
    ++search.rounds;
    const Tilt best = best_tilt(pair, search.frame, towards_a, k, scale);
    if (best.gap > search.gap) {
      search.gap = best.gap;
      search.moved = true;
      turn(search.frame, best.which, k, scale);
      turn(towards_a, best.which, k, scale);
    } else {
      k *= 0.5;
      scale = 1 / std::sqrt(1 + k * k);
    }
  }
}

// Lines 4 to 28: from one start, until a pass over both frames leaves the closest vertices as they were.
SCREE_HD SCREE_DEVICE_CALL inline FoundPlane search_plane(const ShapePair& pair, Vec3 start, Real cutoff) {
  constexpr Real root_half = 0.70710678118654752;
  PlaneSearch search;
  search.enough = cutoff;
  Vec3 normal = start;
  SupportVertex closest = support(pair, normal);
  while (search.rounds < most_rounds) {
    search.frame = frame_around(normal);
    search.gap = -dot(normal, closest.difference);
    search.moved = false;
    tilt_until_best(pair, search);
    const Frame f = search.frame;
    search.frame = {f.n, root_half * (f.p + f.q), root_half * (f.q - f.p)};
    tilt_until_best(pair, search);
    if (!search.moved) break;
    normal = normalized(search.frame.n);
    const SupportVertex next = support(pair, normal);
    const bool settled = same(next, closest) || search.gap > cutoff;
    closest = next;
    if (settled) break;
  }
  const Status status = search.rounds < most_rounds ? Status::ok : Status::not_converged;
  return {normal, status, search.rounds};
}

}  // namespace scree::common_plane_detail
