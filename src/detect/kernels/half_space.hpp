// Any bounded shape against a half-space: one support call, exact.
//
// Where a flat part of the shape faces the plane, the contact point is the centroid of that part.
// Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree {

namespace half_space_detail {

// The centroid of a face, edge or vertex of the core, in the core's frame.
SCREE_HD inline Vec3 feature_centroid(const PolyhedronView& core, const Contact::Feature& feature) {
  const Vec3 base = core.vertices[feature.vertex[0]];
  if (feature.vertex_count == 1) return base;
  if (feature.vertex_count == 2) return 0.5 * (base + core.vertices[feature.vertex[1]]);
  const std::int32_t begin = core.face_begin[feature.face];
  const Vec3 first = core.vertices[core.face_vertices[begin]];
  Real area = 0;
  Vec3 moment;
  for (std::int32_t k = begin + 1; k + 1 < core.face_begin[feature.face + 1]; ++k) {
    const Vec3 p = core.vertices[core.face_vertices[k]] - first;
    const Vec3 q = core.vertices[core.face_vertices[k + 1]] - first;
    const Real twice = dot(core.face_planes[feature.face].normal, cross(p, q));
    area += twice;
    moment += twice * (p + q);
  }
  return first + moment / (3 * area);
}

// A cylinder's end disc or side line that faces along `n` is flat: its middle, else the support point.
SCREE_HD inline Vec3 cylinder_centroid(Vec3 n, Real angle, Vec3 point) {
  const Real tilt = std::sqrt(n.x * n.x + n.y * n.y);
  if (tilt <= angle) return {0, 0, point.z};
  if (std::fabs(n.z) <= angle) return {point.x, point.y, 0};
  return point;
}

}  // namespace half_space_detail

struct HalfSpaceContact {
  Vec3 point;         // on the shape (with its sweep ball), in the shape's frame
  Real distance = 0;  // signed, along the half-space's normal
  Contact::Feature feature;
  ContactType type = ContactType::smooth;
};

// `normal` (unit, out of the half-space) and `plane_point` are in the shape's frame, relative to its centre.
SCREE_HD SCREE_DEVICE_CALL inline HalfSpaceContact half_space_contact(const ShapeView& shape, Vec3 normal,
                                                                      Vec3 plane_point, Real parallel_angle) {
  using namespace half_space_detail;
  HalfSpaceContact contact;
  std::int32_t vertex = -1;
  const Vec3 lowest = support(shape, -normal, vertex);
  contact.distance = dot(normal, lowest - plane_point) - shape.sweep_radius;
  Vec3 middle = lowest;
  if (has_polyhedral_core(shape)) {
    contact.feature = support_feature(shape.core, -normal, parallel_angle);
    middle = feature_centroid(shape.core, contact.feature);
    if (shape.type != ShapeType::sphere) {
      contact.type = contact.feature.vertex_count == 1   ? ContactType::vertex_face
                     : contact.feature.vertex_count == 2 ? ContactType::edge_face
                                                         : ContactType::face_face;
    }
  } else if (shape.type == ShapeType::cylinder) {
    middle = cylinder_centroid(-normal, parallel_angle, lowest);
  }
  // Within the angle counted as parallel the middle may sit a little above the lowest point.
  middle += dot(normal, lowest - middle) * normal;
  contact.point = middle - shape.sweep_radius * normal;
  return contact;
}

}  // namespace scree
