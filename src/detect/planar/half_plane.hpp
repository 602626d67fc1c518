// Any bounded shape of the plane against a half-plane: one support call, exact, for host and device.
//
// Where an edge of the shape faces the line, the contact point is its middle and its ends are the patch.
// Lengths in metres.
#pragma once

#include "detect/planar/planar_contact.hpp"

namespace scree {

namespace half_plane_detail {

// `normal` (unit, out of the half-plane) in the shape's frame.
struct Touching {
  Vec2 lowest;   // m, on the core, in the shape's frame
  Vec2 ends[2];  // of the edge that faces the line
  int count = 1;
  Contact2::Feature feature;
  ContactType type = ContactType::smooth;
};

SCREE_HD inline Touching touching_part(const ShapeView& shape, Vec2 normal, Real parallel_angle) {
  Touching t;
  std::int32_t vertex = -1;
  t.lowest = support(shape, -normal, vertex);
  t.ends[0] = t.lowest;
  if (!has_polygonal_core(shape)) return t;
  t.feature = support_feature(shape.outline, -normal, parallel_angle);
  t.count = t.feature.vertex_count;
  for (int k = 0; k < t.count; ++k) t.ends[k] = shape.outline.vertices[t.feature.vertex[k]];
  if (shape.type == ShapeType::polygon) {
    t.type = t.count == 1 ? ContactType::vertex_edge : ContactType::edge_edge_parallel;
  }
  return t;
}

}  // namespace half_plane_detail

// One of the shapes is a half-plane. Two of them, or one that cuts the plane at an angle: `unsupported_pair`.
SCREE_HD inline Status solve_half_plane(const PlanarPair& pair, Real parallel_angle, Contact2& contact,
                                        ContactPatch2* patch) {
  using namespace half_plane_detail;
  const bool first = pair.a.type == ShapeType::half_space;
  const ShapeView& wall = first ? pair.a : pair.b;
  const ShapeView& shape = first ? pair.b : pair.a;
  if (shape.type == ShapeType::half_space || wall.normal.z != 0) {
    return contact.status = Status::unsupported_pair;
  }
  // All in A's frame; `out` points out of the wall.
  const Vec2 out = first ? in_plane(wall.normal) : pair.a_from_b * in_plane(wall.normal);
  const Vec2 on_wall = first ? Vec2{} : pair.translation;
  const Touching t = touching_part(shape, first ? to_b_direction(pair, out) : out, parallel_angle);
  const auto place = [&](Vec2 p) { return first ? from_b_point(pair, p) : p; };

  const Vec2 lowest = place(t.lowest);
  contact.iterations = 1;
  contact.normal = first ? out : -out;
  contact.distance = dot(out, lowest - on_wall) - shape.sweep_radius;
  contact.type = t.type;
  (first ? contact.feature_b : contact.feature_a) = t.feature;
  set_state(pair, contact);
  // Within the angle counted as parallel an end may sit a little above the lowest point.
  const auto on_shape = [&](Vec2 p) { return p + (dot(out, lowest - p) - shape.sweep_radius) * out; };
  const Vec2 middle = on_shape(t.count == 1 ? place(t.ends[0]) : 0.5 * (place(t.ends[0]) + place(t.ends[1])));
  const Vec2 below = middle - contact.distance * out;
  contact.point_a = first ? below : middle;
  contact.point_b = first ? middle : below;
  if (patch == nullptr) return contact.status;
  patch->count = t.count;
  for (int k = 0; k < t.count; ++k) {
    patch->points[k] = on_shape(place(t.ends[k])) - 0.5 * contact.distance * out;
    patch->distances[k] = contact.distance;
    patch->types[k] = t.type == ContactType::smooth ? ContactType::smooth : ContactType::vertex_edge;
  }
  return contact.status;
}

}  // namespace scree
