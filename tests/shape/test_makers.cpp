// Makers: known solids come out right, bad numbers give a message that names them; scaling laws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "shape/sample_shapes.hpp"

namespace scree {
namespace {

using test::must;

constexpr Real pi = std::numbers::pi;
constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

struct Counts {
  std::size_t vertices, edges, faces;
};

void expect_solid(const Shape& shape, Counts counts, Real volume, Vec3 centre) {
  ASSERT_TRUE(shape.core);
  EXPECT_EQ(shape.type, ShapeType::polyhedron);
  EXPECT_EQ(shape.core->vertices.size(), counts.vertices);
  EXPECT_EQ(shape.core->edges.size(), counts.edges);
  EXPECT_EQ(shape.core->face_planes.size(), counts.faces);
  EXPECT_NEAR(shape.mass.volume, volume, 1e-14 * volume);
  EXPECT_EQ(shape.centre, centre);
  EXPECT_EQ(shape.mass.centroid, centre);
}

void expect_equal_edges(const Shape& shape, Real length) {
  for (const PolyhedronEdge& edge : shape.core->edges) {
    EXPECT_NEAR(norm(shape.core->vertices[edge.vertex[0]] - shape.core->vertices[edge.vertex[1]]), length,
                1e-14 * length);
  }
}

TEST(Makers, PlatonicSolids) {
  // Volumes from the solids' own formulas in their edge.
  const Real a = 1.7;
  const Real a3 = a * a * a;
  const Real root5 = std::sqrt(5.0);
  const Shape tetrahedron = must(make_tetrahedron(a));
  const Shape cube = must(make_box({a, a, a}));
  const Shape octahedron = must(make_octahedron(a));
  const Shape icosahedron = must(make_icosahedron(a));
  const Shape dodecahedron = must(make_dodecahedron(a));
  expect_solid(tetrahedron, {4, 6, 4}, a3 / (6 * std::sqrt(2.0)), {});
  expect_solid(cube, {8, 12, 6}, a3, {});
  expect_solid(octahedron, {6, 12, 8}, std::sqrt(2.0) / 3 * a3, {});
  expect_solid(icosahedron, {12, 30, 20}, 5 * (3 + root5) / 12 * a3, {});
  expect_solid(dodecahedron, {20, 30, 12}, (15 + 7 * root5) / 4 * a3, {});
  for (const Shape& shape : {tetrahedron, cube, octahedron, icosahedron, dodecahedron}) {
    expect_equal_edges(shape, a);
  }
}

TEST(Makers, BoxPyramidPrismTetrakisCube) {
  expect_solid(must(make_box({1, 2, 4})), {8, 12, 6}, 8, {});
  expect_solid(must(make_pyramid(2, 3)), {5, 8, 5}, 4, {0, 0, 0.75});
  for (const int n : {3, 4, 5, 6, 40}) {
    const auto count = static_cast<std::size_t>(n);
    expect_solid(must(make_prism(n, 1.5, 2)), {2 * count, 3 * count, count + 2},
                 n * 1.5 * 1.5 * std::sin(2 * pi / n), {});
  }
  expect_solid(must(make_tetrakis_cube(2, 0.4)), {14, 36, 24}, 8 + 6 * 4 * 0.4 / 3, {});
  expect_solid(must(make_tetrakis_cube(2, 1)), {14, 24, 12}, 16, {});  // the rhombic dodecahedron
}

TEST(Makers, BoxPlanesAndInertiaAreExact) {
  const Shape box = must(make_box({1, 2, 4}));
  for (const Plane& plane : box.core->face_planes) {
    EXPECT_EQ(std::fabs(plane.normal.x) + std::fabs(plane.normal.y) + std::fabs(plane.normal.z), 1);
    EXPECT_EQ(plane.offset, std::fabs(dot(plane.normal, {0.5, 1, 2})));
  }
  EXPECT_NEAR(box.mass.inertia.row[0].x, 8 * (4 + 16) / 12.0, 1e-13);
  EXPECT_NEAR(box.mass.inertia.row[1].y, 8 * (1 + 16) / 12.0, 1e-13);
  EXPECT_NEAR(box.mass.inertia.row[2].z, 8 * (1 + 4) / 12.0, 1e-13);
  EXPECT_DOUBLE_EQ(box.size, std::sqrt(21.0));
}

TEST(Makers, CoresOfSweptShapes) {
  const Shape sphere = must(make_sphere(2));
  EXPECT_EQ(sphere.type, ShapeType::sphere);
  EXPECT_EQ(sphere.core->vertices, (std::vector<Vec3>{{0, 0, 0}}));
  EXPECT_EQ(sphere.sweep_radius, 2);
  EXPECT_EQ(sphere.size, 4);

  const Shape capsule = must(make_capsule(0.5, 3));
  EXPECT_EQ(capsule.core->vertices, (std::vector<Vec3>{{0, 0, -1.5}, {0, 0, 1.5}}));
  ASSERT_EQ(capsule.core->edges.size(), 1U);
  EXPECT_EQ(capsule.core->edges[0].vertex[1], 1);
  EXPECT_EQ(capsule.core->edges[0].face[0], -1);
  EXPECT_EQ(capsule.core->vertex_begin, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(capsule.core->vertex_neighbours, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(capsule.size, 4);
}

TEST(Makers, RoundedPolyhedronIsCentredOnItsOwnCentroid) {
  const std::vector<Vec3> points = test::crooked_points();
  const Shape rounded = must(make_rounded_polyhedron(points, 0.4));
  const Shape sharp = must(make_polyhedron(points));
  EXPECT_GT(norm(rounded.centre - sharp.centre), 1e-3);  // uneven rounding moves it
  EXPECT_EQ(rounded.centre, rounded.mass.centroid);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_LE(norm(rounded.centre + rounded.core->vertices[i] - points[i]), 1e-14);
  }
  for (std::size_t f = 0; f < rounded.core->face_planes.size(); ++f) {
    const Plane& plane = rounded.core->face_planes[f];
    for (auto k = rounded.core->face_begin[f]; k < rounded.core->face_begin[f + 1]; ++k) {
      const Vec3 v = rounded.core->vertices[rounded.core->face_vertices[k]];
      EXPECT_NEAR(dot(plane.normal, v), plane.offset, 1e-14);
    }
  }
}

TEST(Makers, HalfSpaceNormalisesItsNormal) {
  const Shape floor = must(make_half_space({0, 0, 2}, 3));
  EXPECT_EQ(floor.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(floor.centre, (Vec3{0, 0, 3}));
  EXPECT_EQ(floor.size, infinity);
  EXPECT_EQ(floor.mass.volume, infinity);
  EXPECT_NEAR(norm(must(make_half_space({1e-300, 1e-300, 0}, 1)).normal), 1, 1e-15);
  EXPECT_NEAR(norm(must(make_half_space({1e300, 1e300, 0}, 1)).normal), 1, 1e-15);
}

std::string message(const Result<Shape>& result) { return result ? "accepted" : result.error().message; }

TEST(Makers, LengthsMustBeFiniteAndPositive) {
  const std::string wanted = " is not allowed; must be a finite length > 0 m";
  EXPECT_EQ(message(make_sphere(-1)), "radius: -1" + wanted);
  EXPECT_EQ(message(make_sphere(0)), "radius: 0" + wanted);
  EXPECT_EQ(message(make_sphere(nan)), "radius: nan" + wanted);
  EXPECT_EQ(message(make_sphere(infinity)), "radius: inf" + wanted);
  EXPECT_EQ(message(make_box({1, -2, 1})), "extents[1]: -2" + wanted);
  EXPECT_EQ(message(make_tetrahedron(0)), "edge: 0" + wanted);
  EXPECT_EQ(message(make_octahedron(-0.5)), "edge: -0.5" + wanted);
  EXPECT_EQ(message(make_icosahedron(nan)), "edge: nan" + wanted);
  EXPECT_EQ(message(make_dodecahedron(-infinity)), "edge: -inf" + wanted);
  EXPECT_EQ(message(make_pyramid(0, 1)), "base: 0" + wanted);
  EXPECT_EQ(message(make_pyramid(1, 0)), "height: 0" + wanted);
  EXPECT_EQ(message(make_prism(5, 0, 1)), "radius: 0" + wanted);
  EXPECT_EQ(message(make_prism(5, 1, -1)), "height: -1" + wanted);
  EXPECT_EQ(message(make_tetrakis_cube(-1, 1)), "edge: -1" + wanted);
  EXPECT_EQ(message(make_tetrakis_cube(1, 0)), "height: 0" + wanted);
  EXPECT_EQ(message(make_superellipsoid({1, 1, 0}, 1, 1)), "radii[2]: 0" + wanted);
  EXPECT_EQ(message(make_ellipsoid({nan, 1, 1})), "radii[0]: nan" + wanted);
  EXPECT_EQ(message(make_cylinder(-3, 1)), "radius: -3" + wanted);
  EXPECT_EQ(message(make_cylinder(3, 0)), "height: 0" + wanted);
  EXPECT_EQ(message(make_capsule(0, 1)), "radius: 0" + wanted);
  EXPECT_EQ(message(make_capsule(1, -1)), "length: -1" + wanted);
  EXPECT_EQ(message(make_rounded_polyhedron(test::crooked_points(), 0)), "radius: 0" + wanted);
  EXPECT_EQ(message(make_sphere(1e200)),
            "radius: 1e+200 is not allowed; must be a length between 1e-50 and 1e+50 m");
}

TEST(Makers, OtherBadNumbersAreNamed) {
  const std::string wanted = " is not allowed; must be > 0 and < 2";
  EXPECT_EQ(message(make_superellipsoid({1, 1, 1}, 0, 1)), "exponents[0]: 0" + wanted);
  EXPECT_EQ(message(make_superellipsoid({1, 1, 1}, 1, 2)), "exponents[1]: 2" + wanted);
  EXPECT_EQ(message(make_superellipsoid({1, 1, 1}, nan, 1)), "exponents[0]: nan" + wanted);
  EXPECT_EQ(message(make_superellipsoid({1, 1, 1}, 1, -0.5)), "exponents[1]: -0.5" + wanted);
  EXPECT_EQ(message(make_prism(2, 1, 1)), "sides: 2 is not allowed; must be between 3 and 1000");
  EXPECT_EQ(message(make_prism(2000000000, 1, 1)),
            "sides: 2000000000 is not allowed; must be between 3 and 1000");
  EXPECT_EQ(message(make_tetrakis_cube(1, 0.6)),
            "height: 0.6 is not allowed; must be at most edge / 2 = 0.5 m, else the solid is not convex");
  EXPECT_EQ(message(make_half_space({0, 0, 0}, 1)),
            "normal: [0, 0, 0] is not allowed; must be finite and not zero");
  EXPECT_EQ(message(make_half_space({0, nan, 0}, 1)),
            "normal: [0, nan, 0] is not allowed; must be finite and not zero");
  EXPECT_EQ(message(make_half_space({0, 0, 1}, infinity)),
            "offset: inf is not allowed; must be a finite length in m");
  const Shape cube = must(make_box({1, 1, 1}));
  EXPECT_EQ(message(scaled(cube, 0)), "factor: 0 is not allowed; must be finite and > 0");
  EXPECT_EQ(message(scaled(cube, nan)), "factor: nan is not allowed; must be finite and > 0");
  EXPECT_NE(message(scaled(cube, 1e200)).find("must be a length between"), std::string::npos);
}

TEST(Makers, SolidsTooThinToBuildGiveAnError) {
  EXPECT_NE(message(make_box({1, 1, 1e-30})).find("extents: "), std::string::npos);
  EXPECT_NE(message(make_pyramid(1, 1e-30)).find("base and height: "), std::string::npos);
  EXPECT_NE(message(make_tetrakis_cube(1, 1e-30)).find("corners remain"), std::string::npos);
}

TEST(Makers, ExtremeButValidNumbersStayFinite) {
  for (const Real scale : {1e-50, 1e-6, 1e6, 1e50}) {
    for (const Shape& shape :
         {must(make_sphere(scale)), must(make_superellipsoid({scale, scale, scale}, 0.1, 1)),
          must(make_cylinder(scale, scale)), must(make_capsule(scale, scale)),
          must(make_box({scale, scale, scale}))}) {
      EXPECT_TRUE(std::isnormal(shape.mass.volume)) << scale;
      EXPECT_TRUE(std::isnormal(shape.mass.inertia.row[0].x)) << scale;
      EXPECT_TRUE(std::isnormal(shape.size)) << scale;
    }
  }
  const Real tiny = std::numeric_limits<Real>::denorm_min();
  EXPECT_NEAR(must(make_superellipsoid({1, 1, 1}, tiny, tiny)).mass.volume, 8, 1e-12);  // a cube
  const Real below2 = std::nextafter(2.0, 0.0);
  EXPECT_NEAR(must(make_superellipsoid({1, 1, 1}, below2, below2)).mass.volume, 4.0 / 3,
              1e-12);  // octahedron
}

TEST(Makers, SizeIsTwiceTheFarthestSurfacePoint) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    Real farthest = 0;
    const TriangleMesh mesh = triangulate(shape, 4000);
    for (const Vec3& v : mesh.vertices) farthest = std::max(farthest, norm(v - shape.centre));
    EXPECT_LE(2 * farthest, shape.size * (1 + 1e-14)) << label;
    EXPECT_GE(2 * farthest, shape.size * (1 - 5e-3)) << label;
  }
}

TEST(Makers, ScalingLaws) {
  const Real f = 2.5;
  for (const auto& [label, shape] : test::sample_shapes()) {
    const Shape large = must(scaled(shape, f));
    EXPECT_EQ(large.type, shape.type);
    EXPECT_DOUBLE_EQ(large.size, f * shape.size) << label;
    EXPECT_NEAR(large.mass.volume, std::pow(f, 3) * shape.mass.volume, 1e-12 * large.mass.volume) << label;
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(large.mass.inertia.row[i][i], std::pow(f, 5) * shape.mass.inertia.row[i][i],
                  1e-12 * large.mass.inertia.row[i][i])
          << label;
    }
    EXPECT_LE(norm(large.centre - f * shape.centre), 1e-15) << label;
    if (shape.core) {
      EXPECT_DOUBLE_EQ(large.core->shortest_edge, f * shape.core->shortest_edge) << label;
    }
    for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{0.3, -0.5, 0.8}, Vec3{-1, -1, -1}}) {
      EXPECT_LE(norm(support_point(large, d) - f * support_point(shape, d)), 1e-13) << label;
      EXPECT_NEAR(inside_outside(large, f * (shape.centre + d)), inside_outside(shape, shape.centre + d),
                  1e-13)
          << label;
    }
  }
}

TEST(Makers, PolyhedraKnowTheirShortestEdge) {
  EXPECT_DOUBLE_EQ(must(make_box({3, 0.5, 2})).core->shortest_edge, 0.5);
  EXPECT_DOUBLE_EQ(must(make_tetrahedron(0.25)).core->shortest_edge, 0.25);
  EXPECT_DOUBLE_EQ(must(make_prism(6, 2, 30)).core->shortest_edge, 2);
  EXPECT_DOUBLE_EQ(must(make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 3, 0}, {0, 0, 4}})).core->shortest_edge,
                   1);
}

TEST(Makers, ScaledShapesEqualThoseMadeAtThatScale) {
  const Shape a = must(scaled(must(make_superellipsoid({1, 2, 3}, 0.5, 0.7)), 2));
  const Shape b = must(make_superellipsoid({2, 4, 6}, 0.5, 0.7));
  EXPECT_EQ(a.radii, b.radii);
  EXPECT_NEAR(a.mass.volume, b.mass.volume, 1e-12 * b.mass.volume);
  const Shape plane = must(scaled(must(make_half_space({0, 1, 0}, 3)), 2));
  EXPECT_EQ(plane.centre, (Vec3{0, 6, 0}));
}

TEST(Makers, EveryShapeTypeHasItsName) {
  EXPECT_EQ(name(ShapeType::polyhedron), "polyhedron");
  EXPECT_EQ(name(ShapeType::superellipsoid), "superellipsoid");
  EXPECT_EQ(name(ShapeType::ellipsoid), "ellipsoid");
  EXPECT_EQ(name(ShapeType::sphere), "sphere");
  EXPECT_EQ(name(ShapeType::cylinder), "cylinder");
  EXPECT_EQ(name(ShapeType::capsule), "capsule");
  EXPECT_EQ(name(ShapeType::rounded_polyhedron), "rounded_polyhedron");
  EXPECT_EQ(name(ShapeType::half_space), "half_space");
}

}  // namespace
}  // namespace scree
