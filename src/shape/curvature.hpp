// Principal curvatures of every shape where its outward normal is given, for host and device.
//
// Curved contact laws (Hertz) want the radii of curvature at the contact point. A flat part has curvature 0,
// a sharp edge an infinite one across it, a sharp corner two. On a swept core the ball's radius takes the
// place of sharp: faces stay flat, edges become part of a cylinder, corners part of a sphere. A cylinder's
// rim is sharp across, and along it the circle curves by 1/r times the normal's part across the axis
// (Meusnier). Which part is meant follows from the normal alone: one within `angle` (rad) of a flat part's
// belongs to that part, as contact queries count it (QueryRequest::parallel_angle). Lengths in metres,
// vectors in the shape's own axes.
#pragma once

#include <cmath>
#include <limits>

#include "shape/superellipsoid_surface.hpp"
#include "shape/support.hpp"
#include "shape/view.hpp"

namespace scree {

namespace curvature_detail {

// `first` along the unit vector `axis`, across the normal, `second` across both; the larger comes first.
SCREE_HD inline PrincipalCurvatures along_and_across(Vec3 normal, Vec3 axis, Real first, Real second) {
  PrincipalCurvatures r;
  const Vec3 tangent = normalized(axis - dot(axis, normal) * normal);
  const int at = first >= second ? 0 : 1;
  r.curvature[at] = first;
  r.curvature[1 - at] = second;
  r.direction[at] = tangent;
  r.direction[1 - at] = cross(normal, tangent);
  return r;
}
SCREE_HD inline PrincipalCurvatures equal_all_round(Vec3 normal, Real curvature) {
  const Real x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : (y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
  return along_and_across(normal, axis, curvature, curvature);
}

SCREE_HD inline PrincipalCurvatures of_cylinder(Real radius, Vec3 normal, Real angle) {
  const Real width = std::sqrt(normal.x * normal.x + normal.y * normal.y);
  if (width <= angle) return equal_all_round(normal, 0);
  if (std::fabs(normal.z) <= angle) return along_and_across(normal, {0, 0, 1}, 0, 1 / radius);
  const Vec3 around{-normal.y / width, normal.x / width, 0};
  return along_and_across(normal, around, width / radius, std::numeric_limits<Real>::infinity());
}

// A core swept by a ball; radius 0: the core itself.
SCREE_HD inline PrincipalCurvatures of_core(const PolyhedronView& core, Real radius, Vec3 normal,
                                            Real angle) {
  const Real sharp = radius > 0 ? 1 / radius : std::numeric_limits<Real>::infinity();
  std::int32_t vertex = 0;
  const Vec3 corner = support(core, normal, vertex);
  if (core.vertex_count == 1) return equal_all_round(normal, sharp);
  Vec3 edge;
  Real smallest = angle;
  for (std::int32_t k = core.vertex_begin[vertex]; k < core.vertex_begin[vertex + 1]; ++k) {
    const std::int32_t face = core.vertex_faces[k];
    if (face >= 0 && dot(core.face_planes[face].normal, normal) > 0 &&
        norm(cross(core.face_planes[face].normal, normal)) <= angle)
      return equal_all_round(normal, 0);
    const Vec3 along = core.vertices[core.vertex_neighbours[k]] - corner;
    const Real tilt = std::fabs(dot(along, normal)) / norm(along);
    if (tilt > smallest) continue;
    smallest = tilt;
    edge = along;
  }
  if (!(norm_squared(edge) > 0)) return equal_all_round(normal, sharp);
  return along_and_across(normal, normalized(edge), 0, sharp);
}

// The curvature of the superellipse |x/a|^p + |y/b|^p = 1, p = 2 / epsilon, where its outward normal is
// given: (F_xx F_y^2 + F_yy F_x^2) / |grad F|^3, the mixed derivative being zero.
SCREE_HD inline Real of_superellipse(Vec2 radii, Real epsilon, Vec2 normal) {
  const Vec2 at = superellipse_support(radii, epsilon, normal);
  const Real p = 2 / epsilon;
  const Real x = std::fabs(at.x) / radii.x, y = std::fabs(at.y) / radii.y;
  const Vec2 first{p * std::pow(x, p - 1) / radii.x, p * std::pow(y, p - 1) / radii.y};
  const Vec2 second{p * (p - 1) * std::pow(x, p - 2) / (radii.x * radii.x),
                    p * (p - 1) * std::pow(y, p - 2) / (radii.y * radii.y)};
  const Real bend =
      (first.y == 0 ? 0 : second.x * first.y * first.y) + (first.x == 0 ? 0 : second.y * first.x * first.x);
  const Real slope = norm(first);
  return bend / (slope * slope * slope);
}

// A shape of the plane bends in it only: along z its curvature is 0.
SCREE_HD inline PrincipalCurvatures of_planar(const ShapeView& shape, Vec3 normal, Real angle) {
  const Vec2 n = in_plane(normal);
  Real bend = 0;
  if (shape.type == ShapeType::disc) {
    bend = 1 / shape.sweep_radius;
  } else if (shape.type == ShapeType::polygon) {
    bend = std::numeric_limits<Real>::infinity();
    for (std::int32_t i = 0; i < shape.outline.vertex_count; ++i) {
      const Vec2 edge_normal = shape.outline.edge_lines[i].normal;
      if (dot(edge_normal, n) > 0 && std::fabs(cross(edge_normal, n)) <= angle) bend = 0;
    }
  } else {
    bend = of_superellipse(in_plane(shape.radii), shape.exponents[0], n);
  }
  return along_and_across(normal, {0, 0, 1}, 0, bend);
}

}  // namespace curvature_detail

// Where the outward normal is `normal` (unit). The larger curvature first; directions are unit, across the
// normal.
SCREE_HD SCREE_DEVICE_CALL inline PrincipalCurvatures principal_curvatures(const ShapeView& shape,
                                                                           Vec3 normal, Real angle) {
  using namespace curvature_detail;
  if (is_planar(shape.type)) return of_planar(shape, normal, angle);
  switch (shape.type) {
    case ShapeType::half_space:
      return equal_all_round(normal, 0);
    case ShapeType::cylinder:
      return of_cylinder(shape.radii.x, normal, angle);
    case ShapeType::ellipsoid:
    case ShapeType::superellipsoid:
      return principal_curvatures(as_superellipsoid(shape), normal);
    default:
      return of_core(shape.core, shape.sweep_radius, normal, angle);
  }
}

}  // namespace scree
