// The Minkowski difference A - B of two shapes, seen through its support points (Feng 2021, Eq. 23).
//
// Coordinates are A's, relative to A's centre. Swept balls are left out: they only shift the signed
// distance of the cores by their radii. The origin lies outside A - B when the cores are apart.
#pragma once

#include "shape/support.hpp"
#include "shape/view.hpp"

namespace scree {

// In space (Vec3, Mat3) or in the plane (Vec2, Turn). Borrows the views.
template <class Vector, class Rotation>
struct PairOf {
  using Vec = Vector;
  const ShapeView& a;
  const ShapeView& b;
  Rotation a_from_b;
  Vec translation;  // m, B's centre in A's frame
  Real size = 0;    // m, the larger of the two sizes that are finite: what tolerances refer to
};
using ShapePair = PairOf<Vec3, Mat3>;
using PlanarPair = PairOf<Vec2, Turn>;

// A pair that holds its views.
template <class Vector, class Rotation>
struct OwnPairOf {
  using Vec = Vector;
  ShapeView a, b;
  Rotation a_from_b;
  Vec translation;
  Real size = 0;

  SCREE_HD operator PairOf<Vector, Rotation>() const& { return {a, b, a_from_b, translation, size}; }
  operator PairOf<Vector, Rotation>() && = delete;  // its views would be gone
};
using OwnShapePair = OwnPairOf<Vec3, Mat3>;
using OwnPlanarPair = OwnPairOf<Vec2, Turn>;

// The polyhedra or polygons at the hearts of a pair's shapes, for what is written once for both.
SCREE_HD inline const PolyhedronView& core_a(const ShapePair& pair) { return pair.a.core; }
SCREE_HD inline const PolyhedronView& core_b(const ShapePair& pair) { return pair.b.core; }
SCREE_HD inline const PolygonView& core_a(const PlanarPair& pair) { return pair.a.outline; }
SCREE_HD inline const PolygonView& core_b(const PlanarPair& pair) { return pair.b.outline; }

// A point of A - B on its surface and where it comes from.
template <class Vec>
struct SupportVertexOf {
  Vec difference;                             // m, point on A minus point on B
  Vec point_a;                                // m
  std::int32_t vertex_a = -1, vertex_b = -1;  // indices, for polyhedral and polygonal cores
};
using SupportVertex = SupportVertexOf<Vec3>;
using SupportVertex2 = SupportVertexOf<Vec2>;

template <class Pair>
SCREE_HD inline auto to_b_direction(const Pair& pair, typename Pair::Vec direction) {
  return transpose_times(pair.a_from_b, direction);
}
template <class Pair>
SCREE_HD inline auto from_b_point(const Pair& pair, typename Pair::Vec point_b) {
  return pair.a_from_b * point_b + pair.translation;
}

// The point of A - B farthest along `direction` (not zero, of any length).
template <class Pair>
SCREE_HD SCREE_DEVICE_CALL inline SupportVertexOf<typename Pair::Vec> support(const Pair& pair,
                                                                              typename Pair::Vec direction) {
  SupportVertexOf<typename Pair::Vec> s;
  s.point_a = support(pair.a, direction, s.vertex_a);
  const auto point_b = support(pair.b, to_b_direction(pair, -direction), s.vertex_b);
  s.difference = s.point_a - from_b_point(pair, point_b);
  return s;
}

// Whether two support vertices are the same point.
template <class Vec>
SCREE_HD inline bool same(const SupportVertexOf<Vec>& s, const SupportVertexOf<Vec>& t) {
  if (s.vertex_a >= 0 && s.vertex_b >= 0) return s.vertex_a == t.vertex_a && s.vertex_b == t.vertex_b;
  return s.difference == t.difference;
}

// How far B stays clear of A along the unit vector `normal` (negative: by how much it does not).
// The signed distance of the cores is the largest value over all normals.
template <class Pair>
SCREE_HD inline Real separation(const Pair& pair, typename Pair::Vec normal) {
  return -dot(normal, support(pair, normal).difference);
}

// A unit normal from A to B with the cores' separation along it (m).
template <class Vec>
struct SeparationOf {
  Vec normal;
  Real value = 0;
};
using Separation = SeparationOf<Vec3>;
using Separation2 = SeparationOf<Vec2>;

template <class Pair>
SCREE_HD inline SeparationOf<typename Pair::Vec> separation_along(const Pair& pair,
                                                                  typename Pair::Vec normal) {
  return {normal, separation(pair, normal)};
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
