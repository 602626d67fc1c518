// Solids of walls.
#include "scene/wall_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

// Twice the area vector of a polygon: its length is twice the area, its direction the normal.
Vec3 area_vector(const std::vector<Vec3>& polygon) {
  Vec3 sum;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    sum += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  }
  return sum;
}

// A corner of the regular polygon whose sides' middles lie on the circle of the radius.
Vec3 polygon_corner(int corner, int sides, Real radius, Real z) {
  const Real angle = 2 * std::numbers::pi * (corner + 0.5) / sides;
  const Real reach = radius / std::cos(std::numbers::pi / sides);
  return {reach * std::cos(angle), reach * std::sin(angle), z};
}

}  // namespace

Result<Shape> make_plate(const std::vector<Vec3>& front, Real thickness) {
  if (front.size() < 3) return Error{fmt::format("corners: must be at least three, found {}", front.size())};
  const Vec3 area = area_vector(front);
  Real size = 0;
  for (const Vec3& corner : front) size = std::max(size, norm(corner - front[0]));
  if (!(norm(area) > 1e-9 * size * size)) return Error{"corners: all lie on one line"};
  const Vec3 normal = normalized(area);
  std::vector<Vec3> solid = front;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (std::abs(dot(front[i] - front[0], normal)) > 1e-6 * size) {
      return Error{fmt::format("corners[{}]: does not lie in the plane of the others", i)};
    }
    const Vec3 before = front[(i + front.size() - 1) % front.size()];
    const Vec3 after = front[(i + 1) % front.size()];
    if (dot(cross(front[i] - before, after - front[i]), normal) < -1e-9 * size * size) {
      return Error{fmt::format("corners[{}]: the front is not convex there", i)};
    }
    solid.push_back(front[i] - thickness * normal);
  }
  return make_polyhedron(solid);
}

Result<Shape> make_plate(Real extent_x, Real extent_y, Real thickness) {
  const Real x = 0.5 * extent_x;
  const Real y = 0.5 * extent_y;
  return make_plate({{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, thickness);
}

Result<Shape> make_pipe_side(int side, int sides, Real radius, Real length, Real thickness) {
  std::vector<Vec3> points;
  for (const Real r : {radius, radius + thickness}) {
    for (const Real z : {Real{0}, length}) {
      points.push_back(polygon_corner(side - 1, sides, r, z));
      points.push_back(polygon_corner(side, sides, r, z));
    }
  }
  return make_polyhedron(points);
}

Result<Shape> make_ring_side(int side, int sides, Real radius, Real thickness) {
  std::vector<Vec2> points;
  for (const Real r : {radius, radius + thickness}) {
    points.push_back(in_plane(polygon_corner(side - 1, sides, r, 0)));
    points.push_back(in_plane(polygon_corner(side, sides, r, 0)));
  }
  return make_polygon(points);
}

Result<Shape> make_pipe_end(int sides, Real radius, Real thickness) {
  std::vector<Vec3> points;
  for (int corner = 0; corner < sides; ++corner) {
    points.push_back(polygon_corner(corner, sides, radius + thickness, 0));
    points.push_back(polygon_corner(corner, sides, radius + thickness, -thickness));
  }
  return make_polyhedron(points);
}

}  // namespace scree
