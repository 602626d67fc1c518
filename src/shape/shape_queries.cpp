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

// The largest coordinate along a unit vector given in the shape's own frame.
Real reach(const Shape& shape, const ShapeView& view, Vec3 axis) {
  if (shape.type == ShapeType::half_space) {
    return is_aligned(shape.normal, axis) ? dot(axis, shape.centre) : infinity;
  }
  std::int32_t vertex = -1;
  return dot(axis, shape.centre) + dot(axis, support(view, axis, vertex)) + shape.sweep_radius;
}

std::shared_ptr<const Polyhedron> scaled_core(const Polyhedron& core, Real factor) {
  Polyhedron result = core;
  for (Vec3& vertex : result.vertices) vertex = factor * vertex;
  for (Plane& plane : result.face_planes) plane.offset *= factor;
  result.shortest_edge *= factor;
  return std::make_shared<const Polyhedron>(std::move(result));
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
  }
  return "unknown";
}

Vec3 support_point(const Shape& shape, Vec3 direction) {
  if (shape.type == ShapeType::half_space) return half_space_support(shape, direction);
  const Vec3 unit = normalized(direction / largest_magnitude(direction));
  std::int32_t vertex = -1;
  return shape.centre + (support(make_view(shape), unit, vertex) + shape.sweep_radius * unit);
}

PrincipalCurvatures principal_curvatures(const Shape& shape, Vec3 normal, Real parallel_angle) {
  return principal_curvatures(make_view(shape), normalized(normal), parallel_angle);
}

Real inside_outside(const Shape& shape, Vec3 point) {
  const Vec3 local = point - shape.centre;
  switch (shape.type) {
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
  result.mass.volume *= factor * factor * factor;
  for (Vec3& row : result.mass.inertia.row) {
    row = factor * factor * factor * (factor * factor * row);
  }
  if (shape.core) result.core = scaled_core(*shape.core, factor);
  return result;
}

}  // namespace scree
