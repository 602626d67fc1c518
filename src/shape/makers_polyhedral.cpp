// Makers of polyhedra from a few lengths: box, Platonic solids, pyramid, prism, tetrakis cube.
#include <fmt/format.h>
#include <scree/shape.hpp>

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "shape/check.hpp"
#include "shape/hull.hpp"
#include "shape/polyhedron.hpp"

namespace scree {
namespace {

// The hull of points that are all corners and whose centroid is known exactly. The coordinates about
// that centroid are used as they are, so that a symmetric shape stays symmetric to the last digit.
Result<Shape> make_about(const std::vector<Vec3>& corners, Vec3 centroid, const std::string& key) {
  auto hull = convex_hull(corners);
  if (!hull) return Error{key + ": these lengths give no solid: " + hull.error().message};
  Polyhedron& polyhedron = hull->polyhedron;
  if (polyhedron.vertices.size() != corners.size()) {
    return Error{fmt::format("{}: these lengths differ too much; only {} of {} corners remain", key,
                             polyhedron.vertices.size(), corners.size())};
  }
  std::vector<Vec3> vertices;  // the hull keeps the order of its points
  vertices.reserve(corners.size());
  for (const Vec3& corner : corners) vertices.push_back(corner - centroid);
  set_vertices(polyhedron, std::move(vertices));

  Shape shape;
  shape.type = ShapeType::polyhedron;
  shape.centre = centroid;
  shape.size = polyhedron_size(polyhedron);
  shape.mass = polyhedron_mass(polyhedron);
  shape.mass.centroid = centroid;
  shape.core = finished(std::move(polyhedron));
  return shape;
}

// (+-x, +-y, +-z).
void append_box_corners(Vec3 half, std::vector<Vec3>& points) {
  for (const int sz : {-1, 1}) {
    for (const int sy : {-1, 1}) {
      for (const int sx : {-1, 1}) points.push_back({sx * half.x, sy * half.y, sz * half.z});
    }
  }
}

// (0, +-s, +-l) and its cyclic shifts: the corners of three crossed rectangles.
void append_crossed_rectangles(Real s, Real l, std::vector<Vec3>& points) {
  for (const int sl : {-1, 1}) {
    for (const int ss : {-1, 1}) {
      points.push_back({0, ss * s, sl * l});
      points.push_back({sl * l, 0, ss * s});
      points.push_back({ss * s, sl * l, 0});
    }
  }
}

void append_axis_points(Real r, std::vector<Vec3>& points) {
  for (const int s : {-1, 1}) {
    points.push_back({s * r, 0, 0});
    points.push_back({0, s * r, 0});
    points.push_back({0, 0, s * r});
  }
}

}  // namespace

Result<Shape> make_box(Vec3 extents) {
  if (auto error = check_lengths("extents", extents)) return *error;
  std::vector<Vec3> points;
  append_box_corners(extents / 2, points);
  return make_about(points, {}, "extents");
}

Result<Shape> make_tetrahedron(Real edge) {
  if (auto error = check_length("edge", edge)) return *error;
  const Real c = edge / (2 * std::numbers::sqrt2);  // every other corner of a cube
  return make_about({{c, c, c}, {c, -c, -c}, {-c, c, -c}, {-c, -c, c}}, {}, "edge");
}

Result<Shape> make_octahedron(Real edge) {
  if (auto error = check_length("edge", edge)) return *error;
  std::vector<Vec3> points;
  append_axis_points(edge / std::numbers::sqrt2, points);
  return make_about(points, {}, "edge");
}

Result<Shape> make_icosahedron(Real edge) {
  if (auto error = check_length("edge", edge)) return *error;
  std::vector<Vec3> points;
  append_crossed_rectangles(edge / 2, edge / 2 * std::numbers::phi, points);
  return make_about(points, {}, "edge");
}

Result<Shape> make_dodecahedron(Real edge) {
  if (auto error = check_length("edge", edge)) return *error;
  const Real c = edge / 2 * std::numbers::phi;  // half the edge of the cube on eight of the corners
  std::vector<Vec3> points;
  append_box_corners({c, c, c}, points);
  append_crossed_rectangles(c / std::numbers::phi, c * std::numbers::phi, points);
  return make_about(points, {}, "edge");
}

Result<Shape> make_pyramid(Real base, Real height) {
  if (auto error = check_length("base", base)) return *error;
  if (auto error = check_length("height", height)) return *error;
  const Real c = base / 2;
  const std::vector<Vec3> points{{c, c, 0}, {-c, c, 0}, {-c, -c, 0}, {c, -c, 0}, {0, 0, height}};
  return make_about(points, {0, 0, height / 4}, "base and height");
}

Result<Shape> make_prism(int sides, Real radius, Real height) {
  if (auto error = check_sides(sides)) return *error;
  if (auto error = check_length("radius", radius)) return *error;
  if (auto error = check_length("height", height)) return *error;
  std::vector<Vec3> points;
  for (const int s : {-1, 1}) {
    for (int k = 0; k < sides; ++k) {
      const Real angle = 2 * std::numbers::pi * k / sides;
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), s * height / 2});
    }
  }
  return make_about(points, {}, "radius and height");
}

Result<Shape> make_tetrakis_cube(Real edge, Real height) {
  if (auto error = check_length("edge", edge)) return *error;
  if (auto error = check_length("height", height)) return *error;
  // At edge / 2 pyramids of neighbouring faces become coplanar (a rhombic dodecahedron).
  if (height > edge / 2) {
    return Error{fmt::format(
        "height: {} is not allowed; must be at most edge / 2 = {} m, else the solid is not convex", height,
        edge / 2)};
  }
  std::vector<Vec3> points;
  append_box_corners({edge / 2, edge / 2, edge / 2}, points);
  append_axis_points(edge / 2 + height, points);
  return make_about(points, {}, "edge and height");
}

}  // namespace scree
