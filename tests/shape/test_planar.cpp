// Shapes of the plane: makers, mass, support points, bounds, curvature, meshes.
#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "math/random.hpp"
#include "shape/sample_shapes.hpp"

namespace scree {
namespace {

using test::must;
using test::NamedShape;

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

Vec2 unit(Real angle) { return {std::cos(angle), std::sin(angle)}; }

// Without any symmetry, away from its own origin.
std::vector<Vec2> crooked_corners() { return {{2, 1}, {3.1, 1.2}, {3.4, 2.2}, {2.2, 2.9}, {1.8, 2}}; }

std::vector<NamedShape> planar_shapes() {
  return {{"polygon", must(make_polygon(crooked_corners()))},
          {"rectangle", must(make_rectangle({2, 0.5}))},
          {"hexagon", must(make_regular_polygon(6, 1.5))},
          {"disc", must(make_disc(0.7))},
          {"ellipse", must(make_ellipse({0.5, 1.2}))},
          {"superellipse, block", must(make_superellipse({1, 0.7}, 0.3))},
          {"superellipse, cushion", must(make_superellipse({0.4, 1.1}, 0.8))},
          {"superellipse, pointed", must(make_superellipse({1.2, 1}, 1.6))}};
}

std::string message(const Result<Shape>& result) { return result ? "no error" : result.error().message; }

TEST(PlanarMakers, RefuseBadInput) {
  const std::string length = "must be a finite length > 0 m";
  const auto has = [](const Result<Shape>& result, const std::string& key, const std::string& allowed) {
    const std::string text = message(result);
    EXPECT_EQ(text.find(key + ":"), 0U) << text;
    EXPECT_NE(text.find(allowed), std::string::npos) << text;
  };
  for (const Real bad : {0.0, -1.0, infinity, not_a_number}) {
    has(make_disc(bad), "radius", length);
    has(make_rectangle({1, bad}), "extents[1]", length);
    has(make_ellipse({bad, 1}), "radii[0]", length);
    has(make_superellipse({1, bad}, 1), "radii[1]", length);
    has(make_regular_polygon(4, bad), "radius", length);
  }
  has(make_disc(1e51), "radius", "must be a length between");
  for (const int bad : {-1, 0, 2, 1001}) has(make_regular_polygon(bad, 1), "sides", "between 3 and 1000");
  for (const Real bad : {0.0, -1.0, 2.0, infinity, not_a_number}) {
    has(make_superellipse({1, 1}, bad), "exponent", "must be > 0 and < 2");
  }
  EXPECT_FALSE(make_half_plane({0, 0}, 1));
  EXPECT_FALSE(make_half_plane({not_a_number, 1}, 1));
  EXPECT_FALSE(make_half_plane({1, 0}, infinity));
}

TEST(PlanarMakers, PolygonsNeedAnArea) {
  const auto text = [](const std::vector<Vec2>& points) { return message(make_polygon(points)); };
  EXPECT_EQ(text({}), "vertices: 0 distinct points; a polygon needs at least 3");
  EXPECT_EQ(text({{0, 0}, {1, 0}, {0, 0}}), "vertices: 2 distinct points; a polygon needs at least 3");
  EXPECT_NE(text({{0, 0}, {1, 1}, {2, 2}, {3, 3}}).find("all 4 points are collinear"), std::string::npos);
  EXPECT_NE(text({{0, 0}, {1, 0}, {0.5, 1e-17}}).find("collinear"), std::string::npos);
  EXPECT_EQ(text({{0, 0}, {1, 0}, {not_a_number, 1}}).find("vertices[2]: [nan, 1] is not allowed"), 0U);
  EXPECT_EQ(text({{0, 0}, {1e60, 0}, {1, 1}}).find("vertices[1]: "), 0U);
  EXPECT_NE(text({{0, 0}, {1e-60, 0}, {0, 1e-60}}).find("must span at least"), std::string::npos);
}

TEST(PlanarMakers, PolygonsAreHullsInOrder) {
  // In any order, with a point inside, one on an edge and one twice.
  const Shape shape = must(make_polygon({{1, 1}, {0, 0}, {0.3, 0.4}, {1, 0}, {0.5, 0}, {0, 1}, {1, 0}}));
  ASSERT_EQ(shape.outline->vertices.size(), 4U);
  EXPECT_EQ(shape.notes, (std::vector<std::string>{"1 duplicate points were merged",
                                                   "2 points that are no corners of the hull were dropped"}));
  EXPECT_LT(norm(shape.centre - Vec3{0.5, 0.5, 0}), 1e-15);
  // Counter-clockwise, the first of the input first.
  const Vec2 wanted[] = {{0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}};
  for (int i = 0; i < 4; ++i) EXPECT_LT(norm(shape.outline->vertices[i] - wanted[i]), 1e-15) << i;
  EXPECT_TRUE(must(make_polygon(crooked_corners())).notes.empty());
}

TEST(PlanarMakers, EdgesBoundThePolygon) {
  Random random{5};
  for (int i = 0; i < 2000; ++i) {
    std::vector<Vec2> points;
    for (int k = 3 + uniform_index(random, 20); k > 0; --k) {
      points.push_back({uniform(random, 5, 6), uniform(random, -1, 1)});
    }
    const Shape shape = must(make_polygon(points));
    const Polygon& p = *shape.outline;
    const std::size_t n = p.vertices.size();
    Real shortest = infinity;
    Real farthest = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec2 from = p.vertices[k], to = p.vertices[(k + 1) % n];
      const Line& line = p.edge_lines[k];
      EXPECT_NEAR(norm(line.normal), 1, 1e-15);
      EXPECT_NEAR(dot(line.normal, from), line.offset, 1e-15);
      EXPECT_NEAR(dot(line.normal, to), line.offset, 1e-15);
      EXPECT_GT(cross(to - from, p.vertices[(k + 2) % n] - to), 0);
      for (const Vec2& q : points) {
        EXPECT_LE(dot(line.normal, q - in_plane(shape.centre)), line.offset + 1e-14);
      }
      shortest = std::min(shortest, norm(to - from));
      farthest = std::max(farthest, norm(from));
    }
    EXPECT_EQ(p.shortest_edge, shortest);
    EXPECT_EQ(shape.size, 2 * farthest);
  }
}

// Integrals over the shape by horizontal strips: their ends are given.
struct Moments {
  Real area = 0, x = 0, y = 0, xx = 0, yy = 0;
};
template <class Ends>
Moments integrate(Real low, Real high, Ends ends) {
  constexpr int strips = 200000;
  Moments m;
  for (int i = 0; i < strips; ++i) {
    // Finer towards both ends, where an outline may be steep.
    const Real t = M_PI * (i + 0.5) / strips;
    const Real y = 0.5 * (low + high) - 0.5 * (high - low) * std::cos(t);
    const Real dy = 0.5 * (high - low) * std::sin(t) * M_PI / strips;
    const auto [left, right] = ends(y);
    m.area += (right - left) * dy;
    m.x += (right * right - left * left) / 2 * dy;
    m.y += (right - left) * y * dy;
    m.xx += (right * right * right - left * left * left) / 3 * dy;
    m.yy += (right - left) * y * y * dy;
  }
  return m;
}
void expect_mass(const Shape& shape, const Moments& m, Real accuracy) {
  const Vec2 centroid{m.x / m.area, m.y / m.area};
  const Real polar = m.xx + m.yy - m.area * dot(centroid, centroid);
  EXPECT_NEAR(shape.mass.volume, m.area, accuracy * m.area);
  EXPECT_LT(norm(in_plane(shape.mass.centroid) - centroid), accuracy);
  EXPECT_EQ(shape.mass.centroid, shape.centre);
  EXPECT_NEAR(shape.mass.inertia.row[2].z, polar, accuracy * polar);
  EXPECT_EQ(shape.mass.inertia.row[2].x, 0);
  EXPECT_EQ(shape.mass.inertia.row[2].y, 0);
}

TEST(PlanarMass, OfPolygons) {
  Random random{7};
  for (int i = 0; i < 5; ++i) {
    std::vector<Vec2> corners(9);
    for (Vec2& corner : corners) corner = Vec2{1, -2} + unit(uniform(random, 0, 2 * M_PI));
    const Shape shape = must(make_polygon(corners));
    Real low = infinity, high = -infinity;
    for (const Vec2& v : corners) {
      low = std::min(low, v.y);
      high = std::max(high, v.y);
    }
    // Where the lines of all edges leave the horizontal.
    expect_mass(shape,
                integrate(low, high,
                          [&](Real y) {
                            Real left = -infinity, right = infinity;
                            for (const Line& line : shape.outline->edge_lines) {
                              const Vec2 n = line.normal;
                              const Real x = (line.offset + dot(n, in_plane(shape.centre)) - n.y * y) / n.x;
                              (n.x > 0 ? right : left) = n.x > 0 ? std::min(right, x) : std::max(left, x);
                            }
                            return std::pair(left, right);
                          }),
                1e-8);
  }
}

TEST(PlanarMass, InClosedForm) {
  const Shape rectangle = must(make_rectangle({3, 2}));
  EXPECT_NEAR(rectangle.mass.volume, 6, 1e-14);
  EXPECT_NEAR(rectangle.mass.inertia.row[2].z, 6 * (9 + 4) / 12.0, 1e-14);
  EXPECT_NEAR(rectangle.mass.inertia.row[0].x, 6 * 4 / 12.0, 1e-14);
  EXPECT_NEAR(rectangle.mass.inertia.row[1].y, 6 * 9 / 12.0, 1e-14);
  for (const int sides : {3, 4, 6, 12, 1000}) {
    const Shape shape = must(make_regular_polygon(sides, 2));
    const Real area = 0.5 * sides * 4 * std::sin(2 * M_PI / sides);
    EXPECT_NEAR(shape.mass.volume, area, 1e-12);
    EXPECT_NEAR(shape.mass.inertia.row[2].z, area * 4 / 6 * (2 + std::cos(2 * M_PI / sides)), 1e-12);
    EXPECT_LT(norm(shape.centre), 1e-14);
  }
  const Shape disc = must(make_disc(3));
  EXPECT_NEAR(disc.mass.volume, 9 * M_PI, 1e-13);
  EXPECT_NEAR(disc.mass.inertia.row[2].z, 81 * M_PI / 2, 1e-12);
  const Shape ellipse = must(make_ellipse({3, 2}));
  EXPECT_NEAR(ellipse.mass.volume, 6 * M_PI, 1e-13);
  EXPECT_NEAR(ellipse.mass.inertia.row[2].z, 6 * M_PI * 13 / 4, 1e-12);
}

TEST(PlanarMass, OfSuperellipses) {
  const Vec2 radii{1.3, 0.6};
  for (const Real epsilon : {0.1, 0.5, 1.0, 1.4, 1.9}) {
    const Real p = 2 / epsilon;
    const Shape shape = must(make_superellipse(radii, epsilon));
    expect_mass(shape,
                integrate(-radii.y, radii.y,
                          [&](Real y) {
                            const Real rest = 1 - std::pow(std::fabs(y) / radii.y, p);
                            const Real x = radii.x * std::pow(std::max(rest, 0.0), 1 / p);
                            return std::pair(-x, x);
                          }),
                1e-6);
  }
  // With an exponent of 1 it is the ellipse.
  EXPECT_NEAR(must(make_superellipse(radii, 1)).mass.inertia.row[2].z,
              must(make_ellipse(radii)).mass.inertia.row[2].z, 1e-14);
}

// Points of the outline, by the shapes' own formulas.
std::vector<Vec2> outline_points(const Shape& shape) {
  std::vector<Vec2> points;
  if (shape.type == ShapeType::polygon) {
    const auto& v = shape.outline->vertices;
    for (std::size_t i = 0; i < v.size(); ++i) {
      for (int k = 0; k < 100; ++k) points.push_back(v[i] + (k / 100.0) * (v[(i + 1) % v.size()] - v[i]));
    }
  }
  for (int i = 0; i < 1000 && points.size() < 1000 && shape.type != ShapeType::polygon; ++i) {
    const Vec2 u = unit(2 * M_PI * i / 1000);
    const auto power = [&](Real x) { return std::copysign(std::pow(std::fabs(x), shape.exponents[0]), x); };
    points.push_back(shape.type == ShapeType::disc
                         ? shape.sweep_radius * u
                         : Vec2{shape.radii.x * power(u.x), shape.radii.y * power(u.y)});
  }
  for (Vec2& p : points) p += in_plane(shape.centre);
  return points;
}

TEST(PlanarQueries, SupportPointsAndInsideAgainstTheOutline) {
  Random random{9};
  for (const auto& [label, shape] : planar_shapes()) {
    SCOPED_TRACE(label);
    const std::vector<Vec2> outline = outline_points(shape);
    const Vec2 centre = in_plane(shape.centre);
    for (const Vec2& p : outline) {
      EXPECT_NEAR(inside_outside(shape, in_space(p)), 1, 1e-13);
      EXPECT_LT(inside_outside(shape, in_space(centre + 0.999 * (p - centre))), 1);
      EXPECT_GT(inside_outside(shape, in_space(centre + 1.001 * (p - centre))), 1);
      EXPECT_LE(norm(p - centre), shape.size / 2 * (1 + 1e-14));
    }
    Real farthest = 0;
    for (const Vec2& p : outline) farthest = std::max(farthest, norm(p - centre));
    EXPECT_NEAR(2 * farthest, shape.size, 1e-4 * shape.size);
    for (int i = 0; i < 500; ++i) {
      const Vec2 n = unit(uniform(random, 0, 2 * M_PI));
      const Vec3 point = support_point(shape, in_space(std::pow(10, uniform(random, -200, 200)) * n));
      EXPECT_EQ(point.z, 0);
      EXPECT_NEAR(inside_outside(shape, point), 1, 1e-13);
      Real highest = -infinity;
      for (const Vec2& p : outline) highest = std::max(highest, dot(n, p));
      EXPECT_GE(dot(n, in_plane(point)), highest - 1e-14);
      EXPECT_LE(dot(n, in_plane(point)), highest + 1e-2 * shape.size);
    }
    EXPECT_LT(inside_outside(shape, shape.centre), 1);
    EXPECT_EQ(inside_outside(shape, shape.centre + Vec3{0, 0, 1e-9}), infinity);
  }
}

TEST(PlanarQueries, BoundsTouchTheOutline) {
  Random random{10};
  for (const auto& [label, shape] : planar_shapes()) {
    SCOPED_TRACE(label);
    for (int i = 0; i < 100; ++i) {
      const Pose2 pose{turn_by(uniform(random, 0, 2 * M_PI)),
                       {uniform(random, -9, 9), uniform(random, -9, 9)}};
      const Bounds box = bounds(shape, in_space(pose));
      Vec2 lower{infinity, infinity}, upper{-infinity, -infinity};
      for (const Vec2& p : outline_points(shape)) {
        const Vec2 q = transform(pose, p);
        lower = {std::min(lower.x, q.x), std::min(lower.y, q.y)};
        upper = {std::max(upper.x, q.x), std::max(upper.y, q.y)};
      }
      const Real slack = 1e-2 * shape.size;
      for (const auto& [is, should] :
           {std::pair(box.lower.x, lower.x), std::pair(box.lower.y, lower.y),
            std::pair(-box.upper.x, -upper.x), std::pair(-box.upper.y, -upper.y)}) {
        EXPECT_LE(is, should + 1e-13);
        EXPECT_GE(is, should - slack);
      }
      EXPECT_EQ(box.lower.z, 0);
      EXPECT_EQ(box.upper.z, 0);
    }
  }
}

TEST(PlanarQueries, ScaledShapesKeepTheirThickness) {
  for (const auto& [label, shape] : planar_shapes()) {
    SCOPED_TRACE(label);
    const Shape large = must(scaled(shape, 10));
    EXPECT_EQ(large.type, shape.type);
    EXPECT_NEAR(large.size, 10 * shape.size, 1e-13 * large.size);
    EXPECT_NEAR(large.mass.volume, 1e2 * shape.mass.volume, 1e-13 * large.mass.volume);
    EXPECT_NEAR(large.mass.inertia.row[2].z, 1e4 * shape.mass.inertia.row[2].z,
                1e-13 * large.mass.inertia.row[2].z);
    EXPECT_LT(norm(large.centre - 10 * shape.centre), 1e-13);
    for (int i = 0; i < 20; ++i) {
      const Vec3 n = in_space(unit(i));
      EXPECT_LT(norm(support_point(large, n) - 10 * support_point(shape, n)), 1e-13 * large.size);
    }
    if (shape.outline && shape.type == ShapeType::polygon) {
      EXPECT_NEAR(large.outline->shortest_edge, 10 * shape.outline->shortest_edge, 1e-13);
    }
  }
}

TEST(PlanarQueries, TrianglesCoverTheShape) {
  for (const auto& [label, shape] : planar_shapes()) {
    SCOPED_TRACE(label);
    const TriangleMesh mesh = triangulate(shape, 2000);
    Real area = 0;
    for (const auto& t : mesh.triangles) {
      const Vec3 p = mesh.vertices[t[0]];
      const Vec3 normal = 0.5 * cross(mesh.vertices[t[1]] - p, mesh.vertices[t[2]] - p);
      EXPECT_GE(normal.z, -1e-15);  // faces z
      EXPECT_EQ(normal.x, 0);
      EXPECT_EQ(normal.y, 0);
      area += normal.z;
    }
    const bool exact = shape.type == ShapeType::polygon;
    EXPECT_NEAR(area, shape.mass.volume, (exact ? 1e-14 : 1e-3) * shape.mass.volume);
    for (const Vec3& v : mesh.vertices) EXPECT_NEAR(inside_outside(shape, v), 1, 1e-13);
  }
}

// The support point moves along the outline by the radius of curvature x the angle of the normal.
TEST(PlanarCurvature, AgainstFiniteDifferences) {
  Random random{12};
  for (const NamedShape& named : planar_shapes()) {
    const Shape& shape = named.shape;
    if (shape.type == ShapeType::polygon) continue;
    SCOPED_TRACE(named.label);
    for (int i = 0; i < 300; ++i) {
      const Real angle = uniform(random, 0, 2 * M_PI);
      const Real h = 1e-5;
      const auto at = [&](Real a) { return in_plane(support_point(shape, in_space(unit(a)))); };
      const Real off_axis = std::min(std::fabs(std::sin(angle)), std::fabs(std::cos(angle)));
      if (off_axis < 0.02) continue;  // there a superellipse is flat or sharp
      const Real radius = norm(at(angle + h) - at(angle - h)) / (2 * h);
      const PrincipalCurvatures found = principal_curvatures(shape, in_space(unit(angle)));
      EXPECT_NEAR(found.curvature[0], 1 / radius, 1e-4 / radius);
      EXPECT_EQ(found.curvature[1], 0);
      // Along the outline, and along z.
      EXPECT_NEAR(std::fabs(cross(in_plane(found.direction[0]), unit(angle))), 1, 1e-14);
      EXPECT_NEAR(std::fabs(found.direction[1].z), 1, 1e-14);
    }
  }
}

TEST(PlanarCurvature, AtKnownPlaces) {
  const auto bend = [](const Shape& shape, Vec2 n) {
    return principal_curvatures(shape, in_space(n)).curvature[0];
  };
  EXPECT_NEAR(bend(must(make_disc(0.25)), {1, 2}), 4, 1e-14);
  const Shape ellipse = must(make_ellipse({2, 1}));
  EXPECT_NEAR(bend(ellipse, {1, 0}), 2, 1e-14);      // a / b^2
  EXPECT_NEAR(bend(ellipse, {0, -1}), 0.25, 1e-14);  // b / a^2
  const Shape square = must(make_rectangle({1, 1}));
  EXPECT_EQ(bend(square, {0, 1}), 0);
  EXPECT_EQ(bend(square, {1e-9, 1}), 0);
  EXPECT_EQ(bend(square, {0.01, 1}), infinity);
  // Flat across an axis below exponent 1, sharp above.
  EXPECT_EQ(bend(must(make_superellipse({1, 2}, 0.5)), {1, 0}), 0);
  EXPECT_EQ(bend(must(make_superellipse({1, 2}, 1.5)), {1, 0}), infinity);
  EXPECT_EQ(bend(must(make_superellipse({1, 2}, 1.5)), {0, -1}), infinity);
  EXPECT_EQ(bend(must(make_half_plane({0, 1}, 0)), {0, 1}), 0);
}

// Of a sheet the axis across it is the one of the largest moment, to either side of it.
TEST(PlanarPrincipalFrame, TheLargestMomentIsAboutZ) {
  Random random{13};
  std::vector<NamedShape> shapes = planar_shapes();
  for (int i = 0; i < 500; ++i) {
    std::vector<Vec2> corners(7);
    for (Vec2& corner : corners) corner = {uniform(random, 0, 1), uniform(random, 0, 2)};
    shapes.push_back({"random", must(make_polygon(corners))});
  }
  for (const auto& [label, shape] : shapes) {
    const PrincipalFrame frame = principal_frame(shape.mass);
    const Vec3 axis = rotate(frame.shape_from_principal, {0, 0, 1});
    EXPECT_LT(std::hypot(axis.x, axis.y), 1e-15) << label;
    EXPECT_NEAR(std::fabs(axis.z), 1, 1e-15) << label;
    // The axes in the sheet make the product of inertia vanish.
    const Vec3 first = rotate(frame.shape_from_principal, {1, 0, 0});
    EXPECT_LT(norm(shape.mass.inertia * first - frame.moments.x * first), 1e-14 * frame.moments.z) << label;
    EXPECT_NEAR(frame.moments.z, shape.mass.inertia.row[2].z, 1e-14 * frame.moments.z) << label;
  }
}

}  // namespace
}  // namespace scree
