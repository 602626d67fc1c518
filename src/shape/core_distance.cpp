// Signed distance from a point to a polyhedron, segment, polygon or point.
#include "shape/core_distance.hpp"

#include <algorithm>
#include <limits>

namespace scree {
namespace {

template <class Vec>
Real distance_to_segment(Vec start, Vec end, Vec point) {
  const Vec span = end - start;
  const Real t = std::clamp(dot(point - start, span) / norm_squared(span), Real{0}, Real{1});
  return norm(point - start - t * span);
}

// Whether the point lies above the face, seen along the face's normal.
bool projects_into_face(const Polyhedron& core, std::size_t face, Vec3 point) {
  const Vec3 normal = core.face_planes[face].normal;
  for (std::int32_t k = core.face_begin[face]; k < core.face_begin[face + 1]; ++k) {
    const Vec3 start = core.vertices[core.face_vertices[k]];
    const Vec3 end = core.vertices[core.half_edges[core.half_edges[k].next].origin];
    if (dot(cross(end - start, point - start), normal) < 0) return false;
  }
  return true;
}

}  // namespace

Real signed_distance(const Polyhedron& core, Vec3 point) {
  if (core.edges.empty()) return norm(point - core.vertices[0]);
  Real outermost = -std::numeric_limits<Real>::infinity();
  for (const Plane& plane : core.face_planes) {
    outermost = std::max(outermost, dot(plane.normal, point) - plane.offset);
  }
  if (!core.face_planes.empty() && outermost <= 0) return outermost;  // the nearest plane is a face's

  // Outside, the nearest point is on an edge (ends included) or inside a face below the point.
  Real nearest = std::numeric_limits<Real>::infinity();
  for (const PolyhedronEdge& edge : core.edges) {
    nearest = std::min(
        nearest, distance_to_segment(core.vertices[edge.vertex[0]], core.vertices[edge.vertex[1]], point));
  }
  for (std::size_t f = 0; f < core.face_planes.size(); ++f) {
    const Real height = dot(core.face_planes[f].normal, point) - core.face_planes[f].offset;
    if (height > 0 && height < nearest && projects_into_face(core, f, point)) nearest = height;
  }
  return nearest;
}

Real signed_distance(const Polygon& outline, Vec2 point) {
  if (outline.edge_lines.empty()) return norm(point - outline.vertices[0]);
  Real outermost = -std::numeric_limits<Real>::infinity();
  for (const Line& line : outline.edge_lines) {
    outermost = std::max(outermost, dot(line.normal, point) - line.offset);
  }
  if (outermost <= 0) return outermost;
  Real nearest = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < outline.vertices.size(); ++i) {
    const Vec2 next = outline.vertices[(i + 1) % outline.vertices.size()];
    nearest = std::min(nearest, distance_to_segment(outline.vertices[i], next, point));
  }
  return nearest;
}

}  // namespace scree
