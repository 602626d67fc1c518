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
  std::int32_t face_count = 0;
  std::int32_t edge_count = 0;
  Real shortest_edge = 0;  // m
};

struct ShapeView {
  ShapeType type = ShapeType::sphere;
  Real size = 0;          // m
  Real sweep_radius = 0;  // m
  Vec3 radii;             // m
  Real exponents[2] = {1, 1};
  Vec3 normal;  // half-space
  PolyhedronView core;
};

// Whether the shape is a polyhedron, segment or point, swept by a ball of `sweep_radius` (may be 0).
SCREE_HD inline bool has_polyhedral_core(const ShapeView& shape) { return shape.core.vertex_count > 0; }

}  // namespace scree
