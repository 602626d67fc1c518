// The Minkowski difference A - B of two shapes, seen through its support points (Feng 2021, Eq. 23).
//
// Coordinates are A's, relative to A's centre. Swept balls are left out: they only shift the signed
// distance of the cores by their radii. The origin lies outside A - B when the cores are apart.
#pragma once

#include "shape/support.hpp"
#include "shape/view.hpp"

namespace scree {

struct ShapePair {
  ShapeView a, b;
  Mat3 a_from_b;     // rotation
  Vec3 translation;  // m, B's centre in A's frame
  Real size = 0;     // m, the larger of the two sizes that are finite: what tolerances refer to
};

// A point of A - B on its surface and where it comes from.
struct SupportVertex {
  Vec3 difference;                            // m, point on A minus point on B
  Vec3 point_a;                               // m
  std::int32_t vertex_a = -1, vertex_b = -1;  // indices, for polyhedral cores
};

SCREE_HD inline Vec3 to_b_direction(const ShapePair& pair, Vec3 direction) {
  return transpose_times(pair.a_from_b, direction);
}
SCREE_HD inline Vec3 from_b_point(const ShapePair& pair, Vec3 point_b) {
  return pair.a_from_b * point_b + pair.translation;
}

// The point of A - B farthest along `direction` (not zero, of any length).
SCREE_HD SCREE_DEVICE_CALL inline SupportVertex support(const ShapePair& pair, Vec3 direction) {
  SupportVertex s;
  s.point_a = support(pair.a, direction, s.vertex_a);
  const Vec3 point_b = support(pair.b, to_b_direction(pair, -direction), s.vertex_b);
  s.difference = s.point_a - from_b_point(pair, point_b);
  return s;
}

// Whether two support vertices are the same point.
SCREE_HD inline bool same(const SupportVertex& s, const SupportVertex& t) {
  if (s.vertex_a >= 0 && s.vertex_b >= 0) return s.vertex_a == t.vertex_a && s.vertex_b == t.vertex_b;
  return s.difference == t.difference;
}

// How far B stays clear of A along the unit vector `normal` (negative: by how much it does not).
// The signed distance of the cores is the largest value over all normals.
SCREE_HD inline Real separation(const ShapePair& pair, Vec3 normal) {
  return -dot(normal, support(pair, normal).difference);
}

// A unit vector perpendicular to the unit vector `n`.
SCREE_HD inline Vec3 perpendicular(Vec3 n) {
  const Real x = std::fabs(n.x);
  const Real y = std::fabs(n.y);
  const Real z = std::fabs(n.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : (y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
  return normalized(cross(n, axis));
}

}  // namespace scree
