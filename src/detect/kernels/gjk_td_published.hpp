// gjk-td-published: tetrahedron distortion as printed (Descantes 2019, Sec. 3.2, Algorithm 3). For
// comparison only: it is wrong for many pairs that overlap. Use gjk-td.
//
// GJK gives the distance of polyhedra apart, or a tetrahedron of A - B around the origin. Its four faces
// are the first set Sigma. In each round the face of Sigma with the smallest distance d_p of its plane is
// visited. When the corner of A - B farthest along its normal is one of its own, it is the answer (lines 9
// to 14). Else it gives way to the three faces that join its edges to that corner, save those that Sigma
// holds or that were visited before (lines 16 to 28). Its neighbours stay, even those that the new corner
// sees: the faces may then cross, and a plane inside A - B can pass for its surface, or the surface's
// nearest part can be missing.
//
// What the text leaves open, or would end in a division by zero:
// - GJK may end with the origin on a corner, a segment or a triangle: corners of A - B are added until there
//   is a tetrahedron.
// - A normal points away from the origin. With the origin on the face it points away from the vertex that
//   the face does not have: the fourth one of the tetrahedron, the third one of the face that gave way.
// - Three corners on a line make no face: it is left out.
// - The text's bound of 3 (v_A + v_B) - 8 visits rests on a Minkowski difference with v_A + v_B vertices; it
//   may have v_A v_B. The number of faces is capped instead.
// - Eqs. 8 to 10 divide by a determinant that is zero when the origin lies on the last face.
// Cannot answer: `not_converged` when the cap is reached, no face is left, the determinant is zero or
// numbers overflow; `unsupported_pair` unless both shapes are polyhedra. No warm start of its own: the last
// normal is GJK's first direction. Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>
#include <limits>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/tetrahedron_distortion.hpp"
#include "detect/tolerances.hpp"

namespace scree {

namespace gjk_td_published_detail {

using distortion::Corner;
using distortion::farthest_corner;
using distortion::raw;
using distortion::RawVec;
using distortion::vec;

// A face whose plane is nearer to the origin has no side that points away from it. (x size)
inline constexpr Real on_face = 1e-14;

inline constexpr int corner_capacity = 256;
// Visited or not. A visit adds three at most: room for all visits that the text allows two shapes with 120
// vertices together.
inline constexpr int face_capacity = 1088;

struct Face {
  std::int16_t corner[3];  // ascending
  bool visited;
  RawVec normal;  // unit
  Real distance;  // m, d_p
};

// Sigma and the visited faces together. Nothing is cleared.
struct FaceSet {
  Corner corner[corner_capacity];
  Face face[face_capacity];
  int corner_count, face_count;
  Real on_face;  // m
};

SCREE_HD inline void sort(std::int16_t (&c)[3]) {
  const auto order = [&](int i, int j) {
    if (c[i] <= c[j]) return;
    const std::int16_t kept = c[i];
    c[i] = c[j];
    c[j] = kept;
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
}

// Lines 3, 4 and 21 to 23. `inner` is the vertex the face must turn its back on. False when full.
SCREE_HD inline bool add_face(FaceSet& set, int i, int j, int k, int inner) {
  Face f;
  f.corner[0] = static_cast<std::int16_t>(i);
  f.corner[1] = static_cast<std::int16_t>(j);
  f.corner[2] = static_cast<std::int16_t>(k);
  sort(f.corner);
  for (int m = 0; m < set.face_count; ++m) {
    const Face& g = set.face[m];
    if (g.corner[0] == f.corner[0] && g.corner[1] == f.corner[1] && g.corner[2] == f.corner[2]) return true;
  }
  const Vec3 u = vec(set.corner[i].at);
  const Vec3 normal = cross(vec(set.corner[j].at) - u, vec(set.corner[k].at) - u);
  const Real squared = norm_squared(normal);
  if (!(squared > 0)) return true;
  if (set.face_count == face_capacity) return false;
  const Vec3 unit = normal / std::sqrt(squared);
  const Real offset = dot(unit, u);
  const bool on_it = std::fabs(offset) <= set.on_face;
  const bool inwards = on_it ? dot(unit, vec(set.corner[inner].at) - u) > 0 : offset < 0;
  f.normal = raw(inwards ? -unit : unit);
  f.distance = std::fabs(offset);
  f.visited = false;
  set.face[set.face_count++] = f;
  return true;
}

SCREE_HD inline void start_from(FaceSet& set, const distortion::Simplex& s) {
  for (int i = 0; i < 4; ++i) set.corner[i] = s.corner[i];
  set.corner_count = 4;
  set.face_count = 0;
  add_face(set, 0, 1, 2, 3);
  add_face(set, 0, 1, 3, 2);
  add_face(set, 0, 2, 3, 1);
  add_face(set, 1, 2, 3, 0);
}

// Line 9; -1 when Sigma is empty.
SCREE_HD inline int nearest_face(const FaceSet& set) {
  int nearest = -1;
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < set.face_count; ++i) {
    if (set.face[i].visited || !(set.face[i].distance < least)) continue;
    nearest = i;
    least = set.face[i].distance;
  }
  return nearest;
}

// The index of the corner, added when it is new; -1 when there is no room.
SCREE_HD inline int find_or_add(FaceSet& set, const Corner& c) {
  for (int i = 0; i < set.corner_count; ++i) {
    const Corner& known = set.corner[i];
    if (same(known, c) || vec(known.at) == vec(c.at)) return i;
  }
  if (set.corner_count == corner_capacity) return -1;
  set.corner[set.corner_count] = c;
  return set.corner_count++;
}

SCREE_HD inline Real determinant(Vec3 a, Vec3 b, Vec3 c) { return dot(a, cross(b, c)); }

// Lines 11 to 13. False when the system is singular.
SCREE_HD inline bool answer_from(const ShapePair& pair, const FaceSet& set, const Face& f,
                                 CoreContact& contact) {
  const Corner corner[3] = {set.corner[f.corner[0]], set.corner[f.corner[1]], set.corner[f.corner[2]]};
  const Vec3 s1 = vec(corner[0].at);
  const Vec3 s2 = vec(corner[1].at);
  const Vec3 s3 = vec(corner[2].at);
  const Vec3 n = vec(f.normal);
  const Vec3 v = dot(s1, n) * n;  // Eq. 7
  const Real whole = determinant(s1, s2, s3);
  const Real weight[3] = {determinant(v, s2, s3) / whole, determinant(s1, v, s3) / whole,
                          determinant(s1, s2, v) / whole};  // Eqs. 8 to 10
  const Vec3 witness = distortion::point_on_a(pair, corner, 3, weight);
  if (!is_finite(witness)) return false;
  contact.separation = {n, -f.distance};
  contact.witness_a = witness;
  return true;
}

// Algorithm 3 from line 1 on. False when it finds no answer.
SCREE_HD SCREE_DEVICE_CALL inline bool distort(const ShapePair& pair, const distortion::Simplex& start,
                                               CoreContact& contact) {
  FaceSet set;
  set.on_face = on_face * pair.size;
  start_from(set, start);
  // A face is visited once.
  for (int visit = 0; visit < face_capacity; ++visit) {
    ++contact.iterations;
    const int p = nearest_face(set);
    if (p < 0) return false;
    const Face f = set.face[p];
    const int e = find_or_add(set, farthest_corner(pair, vec(f.normal)));
    if (e < 0) return false;
    const int i = f.corner[0];
    const int j = f.corner[1];
    const int k = f.corner[2];
    if (e == i || e == j || e == k) return answer_from(pair, set, f, contact);
    set.face[p].visited = true;
    if (!add_face(set, i, j, e, k) || !add_face(set, j, k, e, i) || !add_face(set, i, k, e, j)) return false;
  }
  return false;
}

SCREE_HD inline CoreContact solve(const ShapePair& pair, Vec3 start, Real cutoff) {
  CoreContact contact;
  distortion::GjkAnswer gjk;
  distortion::run_gjk(
      pair, {start, cutoff, tolerance::converged * pair.size, tolerance::near_contact * pair.size}, gjk);
  contact.iterations = gjk.iterations;
  const bool inside =
      gjk.outcome == distortion::Outcome::inside || gjk.outcome == distortion::Outcome::near_zero;
  if (inside) {
    const bool found = distortion::complete(pair, gjk.simplex) && distort(pair, gjk.simplex, contact);
    if (!found) contact.status = Status::not_converged;
    return contact;
  }
  const Real length = norm(gjk.nearest);
  const Vec3 witness = distortion::nearest_on_a(pair, gjk);
  if (!(length > 0) || !std::isfinite(length) || !is_finite(witness)) {  // squares that overflow
    contact.status = Status::not_converged;
    return contact;
  }
  contact.beyond_cutoff = gjk.outcome == distortion::Outcome::beyond_cutoff;
  contact.separation = {-gjk.nearest / length, contact.beyond_cutoff ? gjk.lower : length};
  contact.witness_a = witness;
  return contact;
}

}  // namespace gjk_td_published_detail

SCREE_HD inline Status gjk_td_published(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                        Contact& contact, ContactPatch* patch = nullptr) {
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  const Vec3 start = start_direction(pair, cache, Algorithm::gjk_td_published);
  const CoreContact core = gjk_td_published_detail::solve(pair, start, cutoff);
  if (ok(core.status)) keep_direction(cache, Algorithm::gjk_td_published, core.separation.normal);
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree
