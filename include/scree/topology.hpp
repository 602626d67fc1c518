// Plain data that names shape types, the parts of a polyhedron and a surface's curvature, for host and
// device.
#pragma once

#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <cstdint>

namespace scree {

enum class ShapeType : std::uint8_t {
  polyhedron,
  superellipsoid,
  ellipsoid,
  sphere,
  cylinder,
  capsule,
  rounded_polyhedron,
  half_space,  // in the plane a half-plane: its normal then lies in it
  polygon,
  disc,
  ellipse,
  superellipse,
};
inline constexpr int shape_type_count = 12;

// Whether the shape lies in the plane z = 0 and only meets others that do, and half-spaces.
SCREE_HD inline bool is_planar(ShapeType type) {
  return type == ShapeType::polygon || type == ShapeType::disc || type == ShapeType::ellipse ||
         type == ShapeType::superellipse;
}

// The points with normal . x <= offset.
struct Plane {
  Vec3 normal;      // unit
  Real offset = 0;  // m
};

// The points of the plane with normal . x <= offset.
struct Line {
  Vec2 normal;      // unit
  Real offset = 0;  // m
};

struct PolyhedronEdge {
  std::int32_t vertex[2];
  std::int32_t face[2];  // face[0] holds the edge as vertex[0] -> vertex[1], face[1] reversed
};

struct HalfEdge {
  std::int32_t origin, twin, next, face, edge;
};

// The principal curvatures of a surface at a point, the larger first, with the direction of each.
struct PrincipalCurvatures {
  Real curvature[2] = {0, 0};  // 1/m
  Vec3 direction[2];           // unit, across the normal
};

}  // namespace scree
