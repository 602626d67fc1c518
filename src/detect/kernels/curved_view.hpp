// curved: every shape as a polyhedral core with a smooth skin, and a pair of them seen along a direction.
//
// Support functions add up under Minkowski sums, so one form holds for all shapes:
//   polyhedron, capsule, rounded polyhedron, sphere   core alone (the swept ball shifts the distance only)
//   ellipsoid, superellipsoid                         a point with the body as its skin
//   cylinder                                          its axis, a segment, with a flat disc as its skin
// The core brings kinks (edges, faces, the cylinder's side), the skin curvature. Lengths in metres, all
// vectors in A's frame relative to A's centre unless they are said to be a shape's own.
#pragma once

#include <cmath>
#include <cstdint>

#include "detect/kernels/common_normal_view.hpp"
#include "detect/kernels/minkowski.hpp"
#include "shape/superellipsoid_surface.hpp"

namespace scree::curved_detail {

using common_normal_detail::along_motion;
using common_normal_detail::in_space;
using common_normal_detail::in_tangent;
using common_normal_detail::rounding;
using common_normal_detail::Tangent;
using common_normal_detail::Turn;
using common_normal_detail::View;

// A normal this close to a cylinder's axis is along it: what its own rotation's rounding leaves. (rad)
inline constexpr Real on_axis = 1e-15;

enum class Skin : std::uint8_t { none, body, disc };

struct Part {
  Skin skin = Skin::none;
  Superellipsoid body;               // Skin::body
  Real radius = 0, half_height = 0;  // Skin::disc, m
};
struct Parts {
  Part a, b;
};

SCREE_HD inline Part part_of(const ShapeView& shape) {
  Part part;
  if (has_polyhedral_core(shape)) return part;
  part.skin = shape.type == ShapeType::cylinder ? Skin::disc : Skin::body;
  part.radius = shape.radii.x;
  part.half_height = shape.radii.z;
  if (part.skin == Skin::body) part.body = as_superellipsoid(shape);
  return part;
}

// The core's vertices, in the shape's own frame: a cylinder has the two ends of its axis, a body its centre.
SCREE_HD inline Vec3 core_vertex(const ShapeView& shape, const Part& part, std::int32_t i) {
  if (part.skin == Skin::none) return shape.core.vertices[i];
  if (part.skin == Skin::disc) return {0, 0, i == 0 ? -part.half_height : part.half_height};
  return {};
}
SCREE_HD inline std::int32_t farthest_vertex(const ShapeView& shape, const Part& part, Vec3 own_direction) {
  std::int32_t i = 0;
  if (part.skin == Skin::none) {
    support(shape.core, own_direction, i);
  } else if (part.skin == Skin::disc) {
    i = own_direction.z < 0 ? 0 : 1;
  }
  return i;
}

// Of a pair of core vertices.
struct Corner {
  std::int32_t a = 0, b = 0;
};
SCREE_HD inline bool operator==(Corner s, Corner t) { return s.a == t.a && s.b == t.b; }
SCREE_HD inline Corner farthest_corner(const ShapePair& pair, const Parts& parts, Vec3 direction) {
  return {farthest_vertex(pair.a, parts.a, direction),
          farthest_vertex(pair.b, parts.b, to_b_direction(pair, -direction))};
}

// The skin's point farthest along `own` (unit, the shape's own frame), and how it moves when that turns.
SCREE_HD SCREE_DEVICE_CALL inline CurvedSupport skin_support(const Part& part, Vec3 own) {
  if (part.skin == Skin::body) return curved_support(part.body, own);
  CurvedSupport r;
  const Real width = std::sqrt(own.x * own.x + own.y * own.y);
  if (part.skin == Skin::none || !(width > on_axis)) return r;  // an end disc: its middle
  r.point = {part.radius * (own.x / width), part.radius * (own.y / width), 0};
  // Only the turn about the axis moves a rim's point, by radius / width times the change of the normal.
  r.motion[0].axis = {-own.y / width, own.x / width, 0};
  r.motion[0].radius = part.radius / width;
  return r;
}

// The pair along a unit normal: `view` for the farthest corner, `skins` from A's skin point to B's with the
// translation between the centres.
struct Sight {
  View view;
  Vec3 skins;
  Vec3 skin_a, skin_b;  // each skin's point, from the core's, in A's axes
  Corner corner;
};

SCREE_HD inline Vec3 core_difference(const ShapePair& pair, const Parts& parts, Corner corner) {
  return pair.a_from_b * core_vertex(pair.b, parts.b, corner.b) - core_vertex(pair.a, parts.a, corner.a);
}

SCREE_HD SCREE_DEVICE_CALL inline Sight look(const ShapePair& pair, const Parts& parts, Vec3 normal) {
  using namespace common_normal_detail;
  Sight sight;
  View& v = sight.view;
  v.normal = v.normal_a = normal;
  v.normal_b = to_b_direction(pair, -normal);
  CurvedSupport a = skin_support(parts.a, v.normal_a);
  CurvedSupport b = skin_support(parts.b, v.normal_b);
  sight.corner = {farthest_vertex(pair.a, parts.a, v.normal_a), farthest_vertex(pair.b, parts.b, v.normal_b)};
  sight.skin_a = a.point;
  sight.skin_b = pair.a_from_b * b.point;
  sight.skins = pair.translation + (sight.skin_b - sight.skin_a);
  const Vec3 d = sight.skins + core_difference(pair, parts, sight.corner);
  v.separation = dot(normal, d);
  v.slip = d - v.separation * normal;
  v.slip -= dot(v.slip, normal) * normal;
  // At a body's pole the way a point moves depends on where to: towards the slip.
  const Real slip = norm(v.slip);
  if (slip > 0) {
    const Vec3 towards = (pole_ratio / slip) * v.slip;
    if (parts.a.skin == Skin::body && at_pole(v.normal_a)) {
      v.normal_a = v.normal_a + towards;
      a = curved_support(parts.a.body, v.normal_a);
    }
    if (parts.b.skin == Skin::body && at_pole(v.normal_b)) {
      v.normal_b = v.normal_b - to_b_direction(pair, towards);
      b = curved_support(parts.b.body, v.normal_b);
    }
  }
  for (int k = 0; k < 2; ++k) {
    v.motion[k] = a.motion[k];
    v.motion[2 + k] = b.motion[k];
    v.motion[2 + k].axis = -(pair.a_from_b * b.motion[k].axis);
  }
  return sight;
}

}  // namespace scree::curved_detail
