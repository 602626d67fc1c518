// From a Shape to what kernels see of it.
#include "shape/make_view.hpp"

namespace scree {

PolyhedronView make_view(const Polyhedron& polyhedron) {
  PolyhedronView view;
  view.vertices = polyhedron.vertices.data();
  view.lanes = polyhedron.lanes.data();
  view.lane_count = static_cast<std::int32_t>(polyhedron.lanes.size() / 3);
  view.face_planes = polyhedron.face_planes.data();
  view.face_begin = polyhedron.face_begin.data();
  view.face_vertices = polyhedron.face_vertices.data();
  view.edges = polyhedron.edges.data();
  view.half_edges = polyhedron.half_edges.data();
  view.vertex_begin = polyhedron.vertex_begin.data();
  view.vertex_neighbours = polyhedron.vertex_neighbours.data();
  view.vertex_edges = polyhedron.vertex_edges.data();
  view.vertex_faces = polyhedron.vertex_faces.data();
  view.vertex_count = static_cast<std::int32_t>(polyhedron.vertices.size());
  view.face_count = static_cast<std::int32_t>(polyhedron.face_planes.size());
  view.edge_count = static_cast<std::int32_t>(polyhedron.edges.size());
  view.shortest_edge = polyhedron.shortest_edge;
  return view;
}

PolygonView make_view(const Polygon& polygon) {
  return {polygon.vertices.data(), polygon.edge_lines.data(),
          static_cast<std::int32_t>(polygon.vertices.size()), polygon.shortest_edge};
}

ShapeView make_view(const Shape& shape) {
  ShapeView view;
  view.type = shape.type;
  view.size = shape.size;
  view.sweep_radius = shape.sweep_radius;
  view.radii = shape.radii;
  view.exponents[0] = shape.exponents[0];
  view.exponents[1] = shape.exponents[1];
  view.normal = shape.normal;
  if (shape.core) view.core = make_view(*shape.core);
  if (shape.outline) view.outline = make_view(*shape.outline);
  return view;
}

}  // namespace scree
