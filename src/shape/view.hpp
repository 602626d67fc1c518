// Shapes as kernels see them: plain pointers and numbers, for host and device.
//
// All coordinates are relative to the shape's centre. A view borrows from a Shape and must not
// outlive it.
#pragma once

#include <scree/topology.hpp>
#include <scree/vec.hpp>

#include <cstdint>

namespace scree {

// A polyhedron, or the point (one vertex) or segment (two vertices) at the heart of a swept shape.
struct PolyhedronView {
  const Vec3* vertices = nullptr;
  const Real* lanes = nullptr;  // the same coordinates, see Polyhedron::lanes
  const Plane* face_planes = nullptr;
  const std::int32_t* face_begin = nullptr;
  const std::int32_t* face_vertices = nullptr;
  const PolyhedronEdge* edges = nullptr;
  const HalfEdge* half_edges = nullptr;  // same index as face_vertices
  const std::int32_t* vertex_begin = nullptr;
  const std::int32_t* vertex_neighbours = nullptr;
  const std::int32_t* vertex_edges = nullptr;
  const std::int32_t* vertex_faces = nullptr;
  std::int32_t vertex_count = 0;
  std::int32_t lane_count = 0;  // vertices with those that fill up
  std::int32_t face_count = 0;
  std::int32_t edge_count = 0;
  Real shortest_edge = 0;  // m
};

// A polygon, or the point at the heart of a disc: one vertex, no edges.
struct PolygonView {
  const Vec2* vertices = nullptr;    // counter-clockwise
  const Line* edge_lines = nullptr;  // edge i, from vertex i to the next
  std::int32_t vertex_count = 0;
  Real shortest_edge = 0;  // m
};
SCREE_HD inline std::int32_t next_vertex(const PolygonView& polygon, std::int32_t i) {
  return i + 1 < polygon.vertex_count ? i + 1 : 0;
}
SCREE_HD inline std::int32_t vertex_before(const PolygonView& polygon, std::int32_t i) {
  return i > 0 ? i - 1 : polygon.vertex_count - 1;
}

struct ShapeView {
  ShapeType type = ShapeType::sphere;
  Real size = 0;          // m
  Real sweep_radius = 0;  // m
  Vec3 radii;             // m
  Real exponents[2] = {1, 1};
  Vec3 normal;  // half-space
  PolyhedronView core;
  PolygonView outline;
};

// Whether the shape is a polyhedron, segment or point, swept by a ball of `sweep_radius` (may be 0).
SCREE_HD inline bool has_polyhedral_core(const ShapeView& shape) { return shape.core.vertex_count > 0; }
// The same in the plane: a polygon or a point, swept by a disc.
SCREE_HD inline bool has_polygonal_core(const ShapeView& shape) { return shape.outline.vertex_count > 0; }

}  // namespace scree
