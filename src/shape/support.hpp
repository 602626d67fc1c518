// Support points of every bounded shape without its sweep ball, in space and in the plane, for host and
// device.
//
// A half-space has no farthest point along most directions and is not handled here: kernels treat it
// apart, by its normal and the plane through the view's origin.
#pragma once

#include "shape/cylinder.hpp"
#include "shape/ellipsoid.hpp"
#include "shape/superellipsoid.hpp"
#include "shape/view.hpp"

namespace scree {

// The vertex farthest along `direction` (not zero, any length), relative to the centre. `vertex` is its
// index, the first one where several are equally far.
SCREE_HD inline Vec3 support(const PolyhedronView& polyhedron, Vec3 direction, std::int32_t& vertex) {
  vertex = 0;
  Real farthest = dot(polyhedron.vertices[0], direction);
  for (std::int32_t i = 1; i < polyhedron.vertex_count; ++i) {
    const Real distance = dot(polyhedron.vertices[i], direction);
    if (distance > farthest) {
      farthest = distance;
      vertex = i;
    }
  }
  return polyhedron.vertices[vertex];
}

// The corner of a polygon farthest along `direction` (not zero, any length), the first one of several.
SCREE_HD inline Vec2 support(const PolygonView& polygon, Vec2 direction, std::int32_t& vertex) {
  vertex = 0;
  Real farthest = dot(polygon.vertices[0], direction);
  for (std::int32_t i = 1; i < polygon.vertex_count; ++i) {
    const Real distance = dot(polygon.vertices[i], direction);
    if (distance > farthest) {
      farthest = distance;
      vertex = i;
    }
  }
  return polygon.vertices[vertex];
}

// Of an ellipse or superellipse; apart, so that the loop over corners is small enough to be copied into its
// callers.
SCREE_HD SCREE_DEVICE_CALL inline Vec2 oval_support(const ShapeView& shape, Vec2 direction) {
  if (shape.type == ShapeType::ellipse) return in_plane(ellipsoid_support(shape.radii, in_space(direction)));
  return superellipse_support(in_plane(shape.radii), shape.exponents[0], direction);
}

// As in space, for the shapes of the plane.
SCREE_HD inline Vec2 support(const ShapeView& shape, Vec2 direction, std::int32_t& vertex) {
  if (has_polygonal_core(shape)) return support(shape.outline, direction, vertex);
  vertex = -1;
  return oval_support(shape, direction);
}

// The point of the shape without its sweep ball that is farthest along `direction` (not zero, any
// length), relative to the centre. `vertex` is its index in the polyhedral core, or -1 without one.
// Of a shape of the plane: where the direction, seen in the plane, leads. Not for half-spaces.
SCREE_HD inline Vec3 support(const ShapeView& shape, Vec3 direction, std::int32_t& vertex) {
  if (has_polyhedral_core(shape)) return support(shape.core, direction, vertex);
  if (is_planar(shape.type)) {
    if (direction.x == 0 && direction.y == 0) return {};
    return in_space(support(shape, in_plane(direction), vertex));
  }
  vertex = -1;
  if (shape.type == ShapeType::cylinder) return cylinder_support(shape.radii, direction);
  if (shape.type == ShapeType::ellipsoid) return ellipsoid_support(shape.radii, direction);
  return superellipsoid_support(shape.radii, shape.exponents, direction);
}

}  // namespace scree
