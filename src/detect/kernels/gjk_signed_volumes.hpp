// gjk-signed-volumes: GJK with the signed volumes of Montanari, Petrinic & Barbieri 2017 (Descantes 2019,
// Sec. 2, Eqs. 1, 3 and 5), as published. The loop and its answers are those of gjk_published.hpp.
//
// From the tetrahedron down, each simplex answers in two steps. First the origin is projected on its affine
// hull; then the barycentric coordinates of that foot are ratios of lengths, areas or volumes: those of
// the simplex with one vertex replaced by the foot, over its own. Lengths are taken along the coordinate
// in which the segment is longest, areas in the coordinate plane in which the triangle is largest, so that
// no digits are lost to an unlucky axis. Where all parts have the sign of the whole, the foot lies inside.
// Otherwise it lies beyond the side across every vertex whose sign differs (0 counts as different): the
// nearest point of those sides is the answer.
//
// Eq. 4 as Descantes prints it, with minors for cofactors, is wrong, as he remarks. Eq. 5 (Cramer's rule) is
// used; for the tetrahedron, whose foot is the origin, it gives the signed cofactors of M's last row.
// Deviations: all sides across such a vertex are tried, whichever vertex is the newest; a segment whose
// foot lies beyond an end keeps that end. Sides of no length or area have no foot: their own sides answer.
// Always gives a nearest point.
#pragma once

#include <limits>

#include "detect/kernels/gjk_published.hpp"

namespace scree {

namespace gjk_signed_volumes_detail {

using gjk_detail::Nearest;

SCREE_HD inline bool same_sign(Real a, Real b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

SCREE_HD inline Nearest none() {
  Nearest nearest;
  nearest.distance_squared = std::numeric_limits<Real>::infinity();
  return nearest;
}

// The coordinate in which the vector is longest.
SCREE_HD inline int longest_axis(Vec3 v) {
  const Real x = std::fabs(v.x);
  const Real y = std::fabs(v.y);
  const Real z = std::fabs(v.z);
  return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

// Twice the signed area of a triangle seen along an axis.
SCREE_HD inline Real area_along(int axis, Vec3 p, Vec3 q, Vec3 r) {
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  return (q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u]);
}

SCREE_HD inline Nearest on_segment(const Simplex& s, int i, int j) {
  const Vec3 p = s.vertex[i].difference;
  const Vec3 q = s.vertex[j].difference;
  const Vec3 edge = q - p;
  const Real length_squared = norm_squared(edge);
  if (!(length_squared > 0)) return gjk_detail::on_vertex(s, i);
  const Vec3 foot = q - (dot(q, edge) / length_squared) * edge;
  const int axis = longest_axis(edge);
  const Real whole = edge[axis];
  const Real part_p = q[axis] - foot[axis];
  const Real part_q = foot[axis] - p[axis];
  if (!same_sign(part_p, whole)) return gjk_detail::on_vertex(s, j);
  if (!same_sign(part_q, whole)) return gjk_detail::on_vertex(s, i);
  Nearest nearest;
  nearest.weight[i] = part_p / whole;
  nearest.weight[j] = part_q / whole;
  gjk_published_detail::set_point(s, nearest);
  return nearest;
}

SCREE_HD inline Nearest on_triangle(const Simplex& s, int i, int j, int k) {
  const Vec3 p = s.vertex[i].difference;
  const Vec3 q = s.vertex[j].difference;
  const Vec3 r = s.vertex[k].difference;
  const Vec3 normal = cross(q - p, r - p);
  const Real normal_squared = norm_squared(normal);
  const Vec3 foot = normal_squared > 0 ? (dot(p, normal) / normal_squared) * normal : Vec3{};
  const int axis = longest_axis(normal);
  const Real whole = normal[axis];
  const Real part_p = area_along(axis, foot, q, r);
  const Real part_q = area_along(axis, p, foot, r);
  const Real part_r = area_along(axis, p, q, foot);
  const bool holds_p = same_sign(part_p, whole);
  const bool holds_q = same_sign(part_q, whole);
  const bool holds_r = same_sign(part_r, whole);
  if (holds_p && holds_q && holds_r) {
    Nearest nearest;
    nearest.weight[i] = part_p / whole;
    nearest.weight[j] = part_q / whole;
    nearest.weight[k] = part_r / whole;
    gjk_published_detail::set_point(s, nearest);
    return nearest;
  }
  Nearest best = none();
  if (!holds_p) gjk_detail::keep_nearer(best, on_segment(s, j, k));
  if (!holds_q) gjk_detail::keep_nearer(best, on_segment(s, i, k));
  if (!holds_r) gjk_detail::keep_nearer(best, on_segment(s, i, j));
  return best;
}

SCREE_HD inline Nearest on_tetrahedron(const Simplex& s) {
  // Each part is six times the volume of the tetrahedron with one vertex replaced by the origin.
  constexpr int side[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  Real part[4];
  Real whole = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec3 p = s.vertex[side[i][0]].difference;
    const Vec3 q = s.vertex[side[i][1]].difference;
    const Vec3 r = s.vertex[side[i][2]].difference;
    const Real determinant = dot(p, cross(q, r));
    part[i] = i % 2 == 0 ? determinant : -determinant;
    whole += part[i];
  }
  Nearest best = none();
  bool inside = true;
  for (int i = 0; i < 4; ++i) {
    if (same_sign(part[i], whole)) continue;
    inside = false;
    gjk_detail::keep_nearer(best, on_triangle(s, side[i][0], side[i][1], side[i][2]));
  }
  if (!inside) return best;
  for (int i = 0; i < 4; ++i) best.weight[i] = part[i] / whole;
  gjk_published_detail::set_point(s, best);
  return best;
}

struct SignedVolumes {
  SCREE_HD SCREE_DEVICE_CALL static Nearest nearest(const Simplex& s) {
    if (s.count == 1) return gjk_detail::on_vertex(s, 0);
    if (s.count == 2) return on_segment(s, 0, 1);
    if (s.count == 3) return on_triangle(s, 0, 1, 2);
    return on_tetrahedron(s);
  }
};

}  // namespace gjk_signed_volumes_detail

SCREE_HD inline Status gjk_signed_volumes(const ShapePair& pair, const QueryRequest& request,
                                          PairCache& cache, Contact& contact, ContactPatch* patch = nullptr) {
  return gjk_published_detail::query<gjk_signed_volumes_detail::SignedVolumes>(
      Algorithm::gjk_signed_volumes, pair, request, cache, contact, patch);
}

}  // namespace scree
