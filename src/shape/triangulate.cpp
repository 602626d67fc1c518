// Triangle meshes of shapes: exact for polyhedra, the hull of surface points for curved shapes.
#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shape/hull.hpp"
#include "shape/make_view.hpp"
#include "shape/support.hpp"

namespace scree {
namespace {

constexpr int fewest_points = 8;

// Unit vectors spread evenly over the sphere: equal steps in z, turned by the golden angle each.
std::vector<Vec3> golden_spiral(int count) {
  const Real golden_angle = std::numbers::pi * (3 - std::sqrt(Real{5}));
  std::vector<Vec3> directions;
  directions.reserve(count);
  for (int i = 0; i < count; ++i) {
    const Real z = 1 - (2 * i + 1) / static_cast<Real>(count);
    const Real r = std::sqrt(1 - z * z);
    directions.push_back({r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z});
  }
  return directions;
}

// Each face cut into a fan from its first vertex.
TriangleMesh fan_mesh(const Polyhedron& polyhedron, Vec3 centre) {
  TriangleMesh mesh;
  mesh.vertices.reserve(polyhedron.vertices.size());
  for (const Vec3& vertex : polyhedron.vertices) mesh.vertices.push_back(centre + vertex);
  for (std::size_t f = 0; f < polyhedron.face_planes.size(); ++f) {
    const std::int32_t* loop = polyhedron.face_vertices.data() + polyhedron.face_begin[f];
    const std::int32_t count = polyhedron.face_begin[f + 1] - polyhedron.face_begin[f];
    for (std::int32_t k = 1; k + 1 < count; ++k) mesh.triangles.push_back({loop[0], loop[k], loop[k + 1]});
  }
  return mesh;
}

// Empty where the points are too flat to have a hull.
TriangleMesh hull_mesh(const std::vector<Vec3>& points) {
  const auto hull = convex_hull(points);
  return hull ? fan_mesh(hull->polyhedron, hull->centre) : TriangleMesh{};
}

// The mesh of the shape with semi-axes 1, stretched: an affine map keeps a hull a hull, so that needles
// and plates come out as well as balls.
TriangleMesh smooth_mesh(const Shape& shape, int points) {
  std::vector<Vec3> surface = golden_spiral(points);
  if (shape.type == ShapeType::superellipsoid) {
    for (Vec3& p : surface) p = superellipsoid_support({1, 1, 1}, shape.exponents, p);
  }
  const Vec3 radii = shape.type == ShapeType::sphere
                         ? Vec3{shape.sweep_radius, shape.sweep_radius, shape.sweep_radius}
                         : shape.radii;
  TriangleMesh mesh = hull_mesh(surface);
  for (Vec3& v : mesh.vertices) v = shape.centre + Vec3{radii.x * v.x, radii.y * v.y, radii.z * v.z};
  return mesh;
}

// A cylinder's support points all lie on its two rims: a prism on half of the points each.
TriangleMesh cylinder_mesh(const Shape& shape, int points) {
  TriangleMesh mesh;
  const int n = std::max(points / 2, 3);
  for (const int side : {-1, 1}) {
    for (int k = 0; k < n; ++k) {
      const Real angle = 2 * std::numbers::pi * k / n;
      mesh.vertices.push_back(shape.centre + Vec3{shape.radii.x * std::cos(angle),
                                                  shape.radii.x * std::sin(angle), side * shape.radii.z});
    }
  }
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    mesh.triangles.push_back({k, next, n + next});
    mesh.triangles.push_back({k, n + next, n + k});
  }
  for (int k = 1; k + 1 < n; ++k) {
    mesh.triangles.push_back({0, k + 1, k});
    mesh.triangles.push_back({n, n + k, n + k + 1});
  }
  return mesh;
}

// Where the flat faces of a swept polyhedron end, and points along the round edges between them.
void append_feature_points(const Polyhedron& core, Real radius, Real spacing, std::vector<Vec3>& points) {
  for (std::size_t f = 0; f < core.face_planes.size(); ++f) {
    for (std::int32_t k = core.face_begin[f]; k < core.face_begin[f + 1]; ++k) {
      points.push_back(core.vertices[core.face_vertices[k]] + radius * core.face_planes[f].normal);
    }
  }
  for (const PolyhedronEdge& edge : core.edges) {
    if (edge.face[0] < 0) continue;
    const Vec3 n0 = core.face_planes[edge.face[0]].normal;
    const Vec3 n1 = core.face_planes[edge.face[1]].normal;
    const Real angle = std::atan2(norm(cross(n0, n1)), dot(n0, n1));
    const int steps = static_cast<int>(std::ceil(angle / spacing));
    for (int s = 1; s < steps; ++s) {
      const Real t = static_cast<Real>(s) / steps;
      const Vec3 u = normalized(std::sin((1 - t) * angle) * n0 + std::sin(t * angle) * n1);
      for (const std::int32_t v : edge.vertex) points.push_back(core.vertices[v] + radius * u);
    }
  }
}

TriangleMesh swept_mesh(const Shape& shape, int points) {
  // The spiral's points lie about this far apart on the unit sphere.
  const Real spacing = std::sqrt(4 * std::numbers::pi / points);
  std::vector<Vec3> surface;
  append_feature_points(*shape.core, shape.sweep_radius, spacing, surface);
  const int rest = points - static_cast<int>(surface.size());
  const PolyhedronView core = make_view(*shape.core);
  for (const Vec3& u : golden_spiral(std::max(rest, points / 2))) {
    std::int32_t vertex = -1;
    surface.push_back(support(core, u, vertex) + shape.sweep_radius * u);
  }
  TriangleMesh mesh = hull_mesh(surface);
  for (Vec3& v : mesh.vertices) v += shape.centre;
  return mesh;
}

// A fan in the plane, over the corners of a polygon or over points whose normals turn evenly.
TriangleMesh planar_mesh(const Shape& shape, int points) {
  TriangleMesh mesh;
  if (shape.type == ShapeType::polygon) {
    for (const Vec2& v : shape.outline->vertices) mesh.vertices.push_back(shape.centre + in_space(v));
  } else {
    for (int k = 0; k < points; ++k) {
      const Turn turn = turn_by(2 * std::numbers::pi * k / points);
      mesh.vertices.push_back(support_point(shape, {turn.cosine, turn.sine, 0}));
    }
  }
  for (int k = 1; k + 1 < static_cast<int>(mesh.vertices.size()); ++k) {
    mesh.triangles.push_back({0, k, k + 1});
  }
  return mesh;
}

}  // namespace

TriangleMesh triangulate(const Shape& shape, int points) {
  points = std::max(points, fewest_points);
  switch (shape.type) {
    case ShapeType::polyhedron:
      return fan_mesh(*shape.core, shape.centre);
    case ShapeType::superellipsoid:
    case ShapeType::ellipsoid:
    case ShapeType::sphere:
      return smooth_mesh(shape, points);
    case ShapeType::cylinder:
      return cylinder_mesh(shape, points);
    case ShapeType::capsule:
    case ShapeType::rounded_polyhedron:
      return swept_mesh(shape, points);
    case ShapeType::polygon:
    case ShapeType::disc:
    case ShapeType::ellipse:
    case ShapeType::superellipse:
      return planar_mesh(shape, points);
    case ShapeType::half_space:
      break;
  }
  return {};
}

}  // namespace scree
