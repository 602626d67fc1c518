#include "output/drawing_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

namespace scree {
namespace {

constexpr int surface_points = 200;
// Triangles that meet at a larger angle are separate parts.
constexpr Real crease = 40 * std::numbers::pi / 180;

// The shape with unit axes that the given one is a stretched copy of.
std::optional<Result<Shape>> unit_shape(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::ellipsoid:
      return make_sphere(1);
    case ShapeType::superellipsoid:
      return make_superellipsoid({1, 1, 1}, shape.exponents[0], shape.exponents[1]);
    case ShapeType::cylinder:
      return make_cylinder(1, 2);
    default:
      return std::nullopt;
  }
}

// Equal for shapes that share a mesh.
std::vector<std::int64_t> key(const Shape& shape) {
  constexpr Real resolution = 1e9;
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(shape.type)};
  const auto add = [&](Real value) { numbers.push_back(std::llround(resolution * value)); };
  if (shape.type == ShapeType::ellipsoid) numbers.front() = static_cast<std::int64_t>(ShapeType::sphere);
  if (shape.type == ShapeType::superellipsoid) {
    add(shape.exponents[0]);
    add(shape.exponents[1]);
  }
  if (unit_shape(shape)) return numbers;
  add(shape.sweep_radius / shape.size);
  for (const Vec3& v : shape.core->vertices) {
    for (int i = 0; i < 3; ++i) add(v[i] / shape.size);
  }
  return numbers;
}

Vec3 triangle_normal(const DrawingMesh& mesh, std::size_t t) {
  const auto& corner = mesh.triangles[t];
  const Vec3 a = mesh.vertices[corner[0]];
  return cross(mesh.vertices[corner[1]] - a, mesh.vertices[corner[2]] - a);  // twice the area long
}

struct Side {
  std::int32_t low, high;  // vertices of an edge
  std::size_t triangle;
};

// An edge and its two triangles.
struct Joint {
  std::int32_t vertex[2];
  std::size_t triangle[2];
};
std::vector<Joint> joints(const DrawingMesh& mesh) {
  std::vector<Side> sides;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax({mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]});
      sides.push_back({low, high, t});
    }
  }
  const auto order = [](const Side& s) { return std::tuple(s.low, s.high, s.triangle); };
  std::sort(sides.begin(), sides.end(), [&](const Side& a, const Side& b) { return order(a) < order(b); });
  std::vector<Joint> found;
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const Side& a = sides[i];
    const Side& b = sides[i + 1];
    if (a.low == b.low && a.high == b.high) found.push_back({{a.low, a.high}, {a.triangle, b.triangle}});
  }
  return found;
}

// Joins triangles across edges without a crease: union by path to the smallest number.
void find_parts(DrawingMesh& mesh) {
  std::vector<std::size_t> root(mesh.triangles.size());
  for (std::size_t t = 0; t < root.size(); ++t) root[t] = t;
  const auto find = [&](std::size_t t) {
    while (root[t] != t) t = root[t] = root[root[t]];
    return t;
  };
  const Real least = std::cos(crease);
  const std::vector<Joint> all = joints(mesh);
  for (const Joint& joint : all) {
    const Vec3 u = triangle_normal(mesh, joint.triangle[0]);
    const Vec3 v = triangle_normal(mesh, joint.triangle[1]);
    if (dot(u, v) < least * norm(u) * norm(v)) continue;
    const auto [low, high] = std::minmax({find(joint.triangle[0]), find(joint.triangle[1])});
    root[high] = low;
  }
  for (std::size_t t = 0; t < root.size(); ++t) mesh.part.push_back(static_cast<std::uint16_t>(find(t)));
  for (const Joint& joint : all) {
    if (mesh.part[joint.triangle[0]] == mesh.part[joint.triangle[1]]) continue;
    mesh.creases.push_back({joint.vertex[0], joint.vertex[1]});
  }
}

// At each corner the mean over the triangles of the same part that meet there, by area.
void find_normals(DrawingMesh& mesh) {
  std::map<std::pair<std::int32_t, std::uint16_t>, Vec3> sums;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const std::int32_t v : mesh.triangles[t]) sums[{v, mesh.part[t]}] += triangle_normal(mesh, t);
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::array<Vec3, 3> normals;
    for (int i = 0; i < 3; ++i) {
      const Vec3 sum = sums[{mesh.triangles[t][i], mesh.part[t]}];
      normals[i] = norm(sum) > 0 ? normalized(sum) : Vec3{0, 0, 1};
    }
    mesh.normals.push_back(normals);
  }
}

DrawingMesh make_mesh(const Shape& shape, Vec3 unit) {
  TriangleMesh surface = triangulate(shape, surface_points);
  DrawingMesh mesh;
  mesh.triangles = std::move(surface.triangles);
  for (const Vec3& v : surface.vertices) {
    const Vec3 from_centre = v - shape.centre;
    mesh.vertices.push_back({from_centre.x / unit.x, from_centre.y / unit.y, from_centre.z / unit.z});
  }
  find_parts(mesh);
  find_normals(mesh);
  return mesh;
}

}  // namespace

Vec3 stretch(const Shape& shape) {
  if (shape.type == ShapeType::sphere) return {shape.sweep_radius, shape.sweep_radius, shape.sweep_radius};
  return unit_shape(shape) ? shape.radii : Vec3{shape.size, shape.size, shape.size};
}

const DrawingMesh& DrawingMeshes::mesh(const Shape& shape) {
  const auto [place, fresh] = meshes_.try_emplace(key(shape));
  if (!fresh) return place->second;
  const auto unit = unit_shape(shape);
  place->second = unit && *unit ? make_mesh(**unit, {1, 1, 1}) : make_mesh(shape, stretch(shape));
  return place->second;
}

}  // namespace scree
