// Makers of the shapes of the plane, with their mass in closed form.
#include <fmt/format.h>
#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "shape/check.hpp"
#include "shape/polygon.hpp"
#include "shape/superellipsoid_moments.hpp"

namespace scree {
namespace {

// `corners` about their centroid, which is then at `centre`.
Shape polygon_shape(std::vector<Vec2> corners, Vec2 centre) {
  Polygon polygon = build_polygon(std::move(corners));
  Shape shape;
  shape.type = ShapeType::polygon;
  shape.centre = in_space(centre);
  shape.size = polygon_size(polygon);
  shape.mass = polygon_mass(polygon);
  shape.mass.centroid = shape.centre;
  shape.outline = std::make_shared<const Polygon>(std::move(polygon));
  return shape;
}

// From integrals of x^2 and y^2 over the area.
Mat3 sheet_inertia(Real xx, Real yy) { return {{{yy, 0, 0}, {0, xx, 0}, {0, 0, xx + yy}}}; }

std::shared_ptr<const Polygon> point_outline() {
  Polygon point;
  point.vertices = {{0, 0}};
  return std::make_shared<const Polygon>(std::move(point));
}

}  // namespace

Result<Shape> make_polygon(const std::vector<Vec2>& points) {
  auto hull = convex_hull(points);
  if (!hull) return hull.error();
  const Vec2 centre = in_plane(polygon_mass(build_polygon(hull->corners)).centroid);
  for (Vec2& corner : hull->corners) corner -= centre;
  Shape shape = polygon_shape(std::move(hull->corners), centre);
  shape.notes = std::move(hull->notes);
  return shape;
}

Result<Shape> make_rectangle(Vec2 extents) {
  if (auto error = check_lengths("extents", extents)) return *error;
  const Vec2 h = extents / 2;
  return polygon_shape({{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}}, {});
}

Result<Shape> make_regular_polygon(int sides, Real radius) {
  if (auto error = check_sides(sides)) return *error;
  if (auto error = check_length("radius", radius)) return *error;
  std::vector<Vec2> corners;
  for (int k = 0; k < sides; ++k) {
    const Turn turn = turn_by(2 * std::numbers::pi * k / sides);
    corners.push_back({radius * turn.cosine, radius * turn.sine});
  }
  return polygon_shape(std::move(corners), {});
}

Result<Shape> make_superellipse(Vec2 radii, Real epsilon) {
  if (auto error = check_lengths("radii", radii)) return *error;
  if (auto error = check_exponent("exponent", epsilon)) return *error;
  Shape shape;
  shape.type = ShapeType::superellipse;
  shape.radii = in_space(radii);
  shape.exponents[0] = epsilon;
  shape.exponents[1] = epsilon;
  // The farthest point: the squares of its coordinates enter linearly.
  const Real scale = std::max(radii.x, radii.y);
  const Vec2 r = radii / scale;
  shape.size = 2 * scale * std::sqrt(largest_on_curve(r.x * r.x, r.y * r.y, epsilon));
  const Real area = radii.x * radii.y;
  shape.mass.volume = area * superellipse_moment(0, 0, epsilon);
  shape.mass.inertia = sheet_inertia(area * radii.x * radii.x * superellipse_moment(2, 0, epsilon),
                                     area * radii.y * radii.y * superellipse_moment(0, 2, epsilon));
  return shape;
}

Result<Shape> make_ellipse(Vec2 radii) {
  if (auto error = check_lengths("radii", radii)) return *error;
  Shape shape;
  shape.type = ShapeType::ellipse;
  shape.radii = in_space(radii);
  shape.size = 2 * std::max(radii.x, radii.y);
  shape.mass.volume = std::numbers::pi * radii.x * radii.y;
  shape.mass.inertia =
      sheet_inertia(shape.mass.volume * radii.x * radii.x / 4, shape.mass.volume * radii.y * radii.y / 4);
  return shape;
}

Result<Shape> make_disc(Real radius) {
  if (auto error = check_length("radius", radius)) return *error;
  Shape shape;
  shape.type = ShapeType::disc;
  shape.sweep_radius = radius;
  shape.outline = point_outline();
  shape.size = 2 * radius;
  shape.mass.volume = std::numbers::pi * radius * radius;
  const Real quarter = shape.mass.volume * radius * radius / 4;
  shape.mass.inertia = sheet_inertia(quarter, quarter);
  return shape;
}

Result<Shape> make_half_plane(Vec2 normal, Real offset) { return make_half_space(in_space(normal), offset); }

}  // namespace scree
