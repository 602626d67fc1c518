// What can be asked of any shape: its name, support points, inside-outside value, bounds, a scaled copy.
#include <fmt/format.h>
#include <scree/shape.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "shape/check.hpp"
#include "shape/core_distance.hpp"
#include "shape/curvature.hpp"
#include "shape/magnitude.hpp"
#include "shape/make_view.hpp"
#include "shape/polyhedron.hpp"
#include "shape/support.hpp"

namespace scree {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

// A half-space is bounded only along its normal; a rotated normal is there within rounding.
constexpr Real alignment_tolerance = 1e-15;

bool is_aligned(Vec3 normal, Vec3 unit_direction) {
  return dot(normal, unit_direction) > 0 && norm(cross(normal, unit_direction)) <= alignment_tolerance;
}

Vec3 half_space_support(const Shape& shape, Vec3 direction) {
  if (is_aligned(shape.normal, normalized(direction / largest_magnitude(direction)))) return shape.centre;
  Vec3 point = shape.centre;
  for (int i = 0; i < 3; ++i) {
    if (direction[i] != 0) point[i] = std::copysign(infinity, direction[i]);
  }
  return point;
}

// The point of a shape of the plane farthest along the unit vector `unit`, relative to its centre. Nothing
// of it lies off the plane.
Vec3 planar_support(const ShapeView& view, Vec3 unit) {
  const Real along = std::hypot(unit.x, unit.y);
  if (!(along > 0)) return {};
  const Vec2 direction = in_plane(unit) / along;
  std::int32_t vertex = -1;
  return in_space(support(view, direction, vertex) + view.sweep_radius * direction);
}

// The point farthest along a unit vector, relative to the centre. Not for half-spaces.
Vec3 centred_support(const ShapeView& view, Vec3 unit) {
  if (is_planar(view.type)) return planar_support(view, unit);
  std::int32_t vertex = -1;
  return support(view, unit, vertex) + view.sweep_radius * unit;
}

// The largest coordinate along a unit vector given in the shape's own frame.
Real reach(const Shape& shape, const ShapeView& view, Vec3 axis) {
  if (shape.type == ShapeType::half_space) {
    return is_aligned(shape.normal, axis) ? dot(axis, shape.centre) : infinity;
  }
  if (is_planar(shape.type)) return dot(axis, shape.centre) + dot(axis, planar_support(view, axis));
  std::int32_t vertex = -1;
  return dot(axis, shape.centre) + dot(axis, support(view, axis, vertex)) + shape.sweep_radius;
}

std::shared_ptr<const Polygon> scaled_outline(const Polygon& outline, Real factor) {
  Polygon result = outline;
  for (Vec2& vertex : result.vertices) vertex = factor * vertex;
  for (Line& line : result.edge_lines) line.offset *= factor;
  result.shortest_edge *= factor;
  return std::make_shared<const Polygon>(std::move(result));
}

std::shared_ptr<const Polyhedron> scaled_core(const Polyhedron& core, Real factor) {
  Polyhedron result = core;
  for (Vec3& vertex : result.vertices) vertex = factor * vertex;
  for (Plane& plane : result.face_planes) plane.offset *= factor;
  result.shortest_edge *= factor;
  return finished(std::move(result));
}

}  // namespace

std::string_view name(ShapeType type) {
  switch (type) {
    case ShapeType::polyhedron:
      return "polyhedron";
    case ShapeType::superellipsoid:
      return "superellipsoid";
    case ShapeType::ellipsoid:
      return "ellipsoid";
    case ShapeType::sphere:
      return "sphere";
    case ShapeType::cylinder:
      return "cylinder";
    case ShapeType::capsule:
      return "capsule";
    case ShapeType::rounded_polyhedron:
      return "rounded_polyhedron";
    case ShapeType::half_space:
      return "half_space";
    case ShapeType::polygon:
      return "polygon";
    case ShapeType::disc:
      return "disc";
    case ShapeType::ellipse:
      return "ellipse";
    case ShapeType::superellipse:
      return "superellipse";
  }
  return "unknown";
}

Vec3 support_point(const Shape& shape, Vec3 direction) {
  if (shape.type == ShapeType::half_space) return half_space_support(shape, direction);
  const Vec3 unit = normalized(direction / largest_magnitude(direction));
  return shape.centre + centred_support(make_view(shape), unit);
}

PrincipalCurvatures principal_curvatures(const Shape& shape, Vec3 normal, Real parallel_angle) {
  return principal_curvatures(make_view(shape), normalized(normal), parallel_angle);
}

Real inside_outside(const Shape& shape, Vec3 point) {
  const Vec3 local = point - shape.centre;
  if (is_planar(shape.type) && point.z != shape.centre.z) return infinity;
  switch (shape.type) {
    case ShapeType::ellipse:
    case ShapeType::superellipse:
      return plane_norm(std::fabs(local.x) / shape.radii.x, std::fabs(local.y) / shape.radii.y,
                        shape.exponents[0]);
    case ShapeType::polygon:
    case ShapeType::disc:
      return 1 + (signed_distance(*shape.outline, in_plane(local)) - shape.sweep_radius) / shape.size;
    case ShapeType::superellipsoid:
      return superellipsoid_gauge(shape.radii, shape.exponents, local);
    case ShapeType::ellipsoid:
      return ellipsoid_gauge(shape.radii, local);
    case ShapeType::cylinder:
      return cylinder_gauge(shape.radii, local);
    case ShapeType::half_space:
      return 1 + dot(shape.normal, local);
    default:
      return 1 + (signed_distance(*shape.core, local) - shape.sweep_radius) / shape.size;
  }
}

Bounds bounds(const Shape& shape, const Pose& world_from_shape) {
  const ShapeView view = make_view(shape);
  const Mat3 rotation = rotation_matrix(world_from_shape.rotation);
  Bounds box;
  for (int i = 0; i < 3; ++i) {
    box.upper[i] = world_from_shape.translation[i] + reach(shape, view, rotation.row[i]);
    box.lower[i] = world_from_shape.translation[i] - reach(shape, view, -rotation.row[i]);
  }
  return box;
}

Result<Shape> scaled(const Shape& shape, Real factor) {
  if (!std::isfinite(factor) || factor <= 0) {
    return Error{fmt::format("factor: {} is not allowed; must be finite and > 0", factor)};
  }
  Shape result = shape;
  result.centre = factor * shape.centre;
  if (!is_finite(result.centre)) {
    return Error{fmt::format("factor: {} is not allowed; it moves the shape out of range", factor)};
  }
  result.mass.centroid = result.centre;
  if (shape.type == ShapeType::half_space) return result;

  if (auto error = check_length("scaled size", factor * shape.size)) return *error;
  result.size *= factor;
  result.sweep_radius *= factor;
  result.radii = factor * shape.radii;
  const Real thickness = is_planar(shape.type) ? 1 : factor;  // that of the plane does not grow
  result.mass.volume *= factor * factor * thickness;
  for (Vec3& row : result.mass.inertia.row) {
    row = factor * factor * thickness * (factor * factor * row);
  }
  if (shape.outline) result.outline = scaled_outline(*shape.outline, factor);
  if (shape.core) result.core = scaled_core(*shape.core, factor);
  return result;
}

}  // namespace scree
