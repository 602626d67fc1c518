// Makers of curved shapes and of the half-space, with their mass in closed form.
#include <fmt/format.h>
#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "shape/check.hpp"
#include "shape/hull.hpp"
#include "shape/magnitude.hpp"
#include "shape/polyhedron.hpp"
#include "shape/rounded_mass.hpp"
#include "shape/superellipsoid_moments.hpp"

namespace scree {
namespace {

constexpr Real pi = std::numbers::pi;

Mat3 diagonal(Vec3 d) { return {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}; }

MassProperties superellipsoid_mass(Vec3 radii, Real e1, Real e2) {
  MassProperties mass;
  const Real scale = radii.x * radii.y * radii.z;
  mass.volume = scale * superellipsoid_moment(0, 0, 0, e1, e2);
  const Real xx = scale * radii.x * radii.x * superellipsoid_moment(2, 0, 0, e1, e2);
  const Real yy = scale * radii.y * radii.y * superellipsoid_moment(0, 2, 0, e1, e2);
  const Real zz = scale * radii.z * radii.z * superellipsoid_moment(0, 0, 2, e1, e2);
  mass.inertia = diagonal({yy + zz, zz + xx, xx + yy});
  return mass;
}

// Twice the largest distance of a surface point from the centre, exact: the squares of the coordinates
// enter linearly, first in the xy plane, then with z.
Real superellipsoid_size(Vec3 radii, Real e1, Real e2) {
  const Real scale = largest_magnitude(radii);
  const Vec3 r = radii / scale;
  return 2 * scale * std::sqrt(largest_on_curve(largest_on_curve(r.x * r.x, r.y * r.y, e2), r.z * r.z, e1));
}

std::shared_ptr<const Polyhedron> point_core() {
  Polyhedron point;
  point.vertices = {{0, 0, 0}};
  point.face_begin = {0};
  point.vertex_begin = {0, 0};
  return finished(std::move(point));
}

std::shared_ptr<const Polyhedron> segment_core(Real length) {
  Polyhedron segment;
  segment.vertices = {{0, 0, -length / 2}, {0, 0, length / 2}};
  segment.face_begin = {0};
  segment.edges = {{{0, 1}, {-1, -1}}};
  segment.vertex_begin = {0, 1, 2};
  segment.vertex_neighbours = {1, 0};
  segment.vertex_edges = {0, 0};
  segment.vertex_faces = {-1, -1};
  return finished(std::move(segment));
}

}  // namespace

Result<Shape> make_superellipsoid(Vec3 radii, Real epsilon1, Real epsilon2) {
  if (auto error = check_lengths("radii", radii)) return *error;
  if (auto error = check_exponent("exponents[0]", epsilon1)) return *error;
  if (auto error = check_exponent("exponents[1]", epsilon2)) return *error;
  Shape shape;
  shape.type = ShapeType::superellipsoid;
  shape.radii = radii;
  shape.exponents[0] = epsilon1;
  shape.exponents[1] = epsilon2;
  shape.size = superellipsoid_size(radii, epsilon1, epsilon2);
  shape.mass = superellipsoid_mass(radii, epsilon1, epsilon2);
  return shape;
}

Result<Shape> make_ellipsoid(Vec3 radii) {
  if (auto error = check_lengths("radii", radii)) return *error;
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.radii = radii;
  shape.size = 2 * largest_magnitude(radii);
  const Vec3 squared{radii.x * radii.x, radii.y * radii.y, radii.z * radii.z};
  shape.mass.volume = 4 * pi / 3 * radii.x * radii.y * radii.z;
  shape.mass.inertia = diagonal(shape.mass.volume / 5 *
                                Vec3{squared.y + squared.z, squared.z + squared.x, squared.x + squared.y});
  return shape;
}

Result<Shape> make_sphere(Real radius) {
  if (auto error = check_length("radius", radius)) return *error;
  Shape shape;
  shape.type = ShapeType::sphere;
  shape.sweep_radius = radius;
  shape.core = point_core();
  shape.size = 2 * radius;
  shape.mass.volume = 4 * pi / 3 * radius * radius * radius;
  shape.mass.inertia = diagonal(0.4 * shape.mass.volume * radius * radius * Vec3{1, 1, 1});
  return shape;
}

Result<Shape> make_cylinder(Real radius, Real height) {
  if (auto error = check_length("radius", radius)) return *error;
  if (auto error = check_length("height", height)) return *error;
  Shape shape;
  shape.type = ShapeType::cylinder;
  shape.radii = {radius, radius, height / 2};
  shape.size = 2 * std::hypot(radius, height / 2);
  shape.mass.volume = pi * radius * radius * height;
  const Real across = shape.mass.volume * (3 * radius * radius + height * height) / 12;
  shape.mass.inertia = diagonal({across, across, shape.mass.volume * radius * radius / 2});
  return shape;
}

Result<Shape> make_capsule(Real radius, Real length) {
  if (auto error = check_length("radius", radius)) return *error;
  if (auto error = check_length("length", length)) return *error;
  Shape shape;
  shape.type = ShapeType::capsule;
  shape.sweep_radius = radius;
  shape.core = segment_core(length);
  shape.size = length + 2 * radius;
  const Real r2 = radius * radius;
  const Real barrel = pi * r2 * length;
  const Real caps = 4 * pi / 3 * r2 * radius;
  // A half ball's centroid lies 3r/8 from its flat side: the caps add, over the ball's 2/5 r^2,
  // (L/2)^2 + 2 (L/2)(3r/8) across the axis.
  const Real across = barrel * (3 * r2 + length * length) / 12 +
                      caps * (0.4 * r2 + length * length / 4 + 0.375 * length * radius);
  shape.mass.volume = barrel + caps;
  shape.mass.inertia = diagonal({across, across, barrel * r2 / 2 + caps * 0.4 * r2});
  return shape;
}

Result<Shape> make_rounded_polyhedron(const std::vector<Vec3>& points, Real radius) {
  if (auto error = check_length("radius", radius)) return *error;
  auto hull = convex_hull(points);
  if (!hull) return hull.error();
  Polyhedron& core = hull->polyhedron;
  Shape shape;
  shape.type = ShapeType::rounded_polyhedron;
  shape.sweep_radius = radius;
  shape.mass = rounded_mass(core, radius);
  // Where the core's edges are rounded unevenly the centroid moves away from the core's.
  const Vec3 shift = shape.mass.centroid;
  std::vector<Vec3> vertices = core.vertices;
  for (Vec3& vertex : vertices) vertex -= shift;
  set_vertices(core, std::move(vertices));
  shape.centre = hull->centre + shift;
  shape.mass.centroid = shape.centre;
  shape.size = polyhedron_size(core) + 2 * radius;
  shape.core = finished(std::move(core));
  shape.notes = std::move(hull->notes);
  return shape;
}

// `normal` is brought to unit length first, so that `offset` is a distance whatever its length was. The
// solid is unbounded: its size, volume and moments of inertia are infinite.
Result<Shape> make_half_space(Vec3 normal, Real offset) {
  const Real scale = largest_magnitude(normal);
  if (!is_finite(normal) || !(scale > 0)) {
    return Error{fmt::format("normal: [{}, {}, {}] is not allowed; must be finite and not zero", normal.x,
                             normal.y, normal.z)};
  }
  if (!std::isfinite(offset)) {
    return Error{fmt::format("offset: {} is not allowed; must be a finite length in m", offset)};
  }
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Shape shape;
  shape.type = ShapeType::half_space;
  shape.normal = normalized(normal / scale);
  shape.centre = offset * shape.normal;
  shape.size = infinity;
  shape.mass.volume = infinity;
  shape.mass.centroid = shape.centre;
  shape.mass.inertia = diagonal({infinity, infinity, infinity});
  return shape;
}

}  // namespace scree
