// Volume, centroid and inertia of every shape against numerical integration and closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/random.hpp"
#include "shape/hull.hpp"
#include "shape/rounded_mass.hpp"
#include "shape/sample_shapes.hpp"

namespace scree {
namespace {

using test::must;

constexpr Real pi = std::numbers::pi;

// Distance from the centre to the surface along the unit vector `u`, by bisection of inside_outside:
// nothing of the code under test takes part.
Real ray_length(const Shape& shape, Vec3 u) {
  Real inside = 0;
  Real outside = shape.size;
  for (int i = 0; i < 30; ++i) {
    const Real middle = (inside + outside) / 2;
    (inside_outside(shape, shape.centre + middle * u) < 1 ? inside : outside) = middle;
  }
  return (inside + outside) / 2;
}

// Mass of a star-shaped solid: Int f(x) dV = Int f(u) R(u)^(3+degree) / (3+degree) dOmega, by the midpoint
// rule in the polar angle and in the angle about z.
MassProperties integrated_mass(const Shape& shape, int rings) {
  Real volume = 0;
  Vec3 first;
  Mat3 second;
  const int turns = 2 * rings;
  for (int i = 0; i < rings; ++i) {
    const Real t = (i + 0.5) / rings;
    const Real polar = pi * t * t * (3 - 2 * t);  // dense at the poles, where a long shape's R(u) is steep
    const Real z = std::cos(polar);
    const Real r = std::sin(polar);
    const Real weight = r * pi * 6 * t * (1 - t) / rings * 2 * pi / turns;
    for (int j = 0; j < turns; ++j) {
      const Real angle = 2 * pi * (j + 0.5) / turns;
      const Vec3 u{r * std::cos(angle), r * std::sin(angle), z};
      const Real length = ray_length(shape, u);
      const Real cubed = weight * length * length * length;
      volume += cubed / 3;
      first += cubed * length / 4 * u;
      for (int k = 0; k < 3; ++k) second.row[k] += cubed * length * length / 5 * u[k] * u;
    }
  }
  MassProperties mass;
  mass.volume = volume;
  mass.centroid = shape.centre + first / volume;  // should be the centre: no further shift is made
  const Real trace = second.row[0].x + second.row[1].y + second.row[2].z;
  for (int k = 0; k < 3; ++k) {
    mass.inertia.row[k] = -second.row[k];
    mass.inertia.row[k][k] += trace;
  }
  return mass;
}

void expect_same(const MassProperties& a, const MassProperties& b, Real size, Real tolerance,
                 const std::string& label) {
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume) << label;
  EXPECT_LE(norm(a.centroid - b.centroid), tolerance * size) << label;
  Real largest = 0;
  for (int i = 0; i < 3; ++i) largest = std::max(largest, b.inertia.row[i][i]);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(norm(a.inertia.row[i] - b.inertia.row[i]), tolerance * largest) << label << ", row " << i;
  }
}

TEST(Mass, EveryShapeAgainstIntegrationOverRays) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    // The midpoint rule's own error with 120 rings, dominated by kinks of R(u).
    expect_same(shape.mass, integrated_mass(shape, 120), shape.size, 3e-3, label);
  }
}

// Int_0^1 x^power_x y(x) dx below the plane's p-ball y = (1 - x^p)^(1/p), p = 2 / e2, by the midpoint rule in
// t with x = t^2 (3 - 2 t), which flattens both ends.
Real section_moment(Real power_x, Real e2) {
  const int n = 20000;
  Real sum = 0;
  for (int i = 0; i < n; ++i) {
    const Real t = (i + 0.5) / n;
    const Real x = t * t * (3 - 2 * t);
    sum += std::pow(x, power_x) * std::pow(1 - std::pow(x, 2 / e2), e2 / 2) * 6 * t * (1 - t) / n;
  }
  return sum;
}

TEST(Mass, SuperellipsoidAgainstSections) {
  for (const Real e1 : {0.05, 0.4, 1.0, 1.5, 1.95}) {
    for (const Real e2 : {0.05, 0.6, 1.0, 1.4, 1.95}) {
      // Volume and Int z^2: sections of area 4 A rho^2.
      const Real area = 4 * section_moment(0, e2);
      const Real xx_section = 4 * section_moment(2, e2);
      Real volume = 0;
      Real zz = 0;
      Real xx = 0;
      const int n = 20000;
      for (int i = 0; i < n; ++i) {
        const Real t = (i + 0.5) / n;
        const Real z = t * t * (3 - 2 * t);
        const Real rho = std::pow(1 - std::pow(z, 2 / e1), e1 / 2);
        const Real dz = 2 * 6 * t * (1 - t) / n;
        volume += area * rho * rho * dz;
        zz += area * rho * rho * z * z * dz;
        xx += xx_section * rho * rho * rho * rho * dz;
      }
      const Vec3 r{1.3, 0.8, 2};
      const MassProperties mass = must(make_superellipsoid(r, e1, e2)).mass;
      const Real scale = r.x * r.y * r.z;
      const Real tolerance = 1e-6;
      EXPECT_NEAR(mass.volume, scale * volume, tolerance * mass.volume) << e1 << ' ' << e2;
      const Vec3 diagonal = scale * Vec3{r.y * r.y * xx + r.z * r.z * zz, r.x * r.x * xx + r.z * r.z * zz,
                                         (r.x * r.x + r.y * r.y) * xx};
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(mass.inertia.row[k][k], diagonal[k], tolerance * diagonal[k]) << e1 << ' ' << e2;
      }
    }
  }
}

TEST(Mass, SuperellipsoidWithExponentsOneIsTheEllipsoid) {
  const Vec3 r{0.5, 1, 2};
  expect_same(must(make_superellipsoid(r, 1, 1)).mass, must(make_ellipsoid(r)).mass, 4, 1e-14, "ellipsoid");
  expect_same(must(make_ellipsoid({2, 2, 2})).mass, must(make_sphere(2)).mass, 4, 1e-14, "sphere");
  // Small exponents: a box, and a cylinder with e2 = 1.
  expect_same(must(make_superellipsoid(r, 1e-9, 1e-9)).mass, must(make_box(2 * r)).mass, 4, 1e-8, "box");
  expect_same(must(make_superellipsoid({2, 2, 3}, 1e-9, 1)).mass, must(make_cylinder(2, 6)).mass, 6, 1e-8,
              "cylinder");
}

// A box with half extents (a, b, c) swept by r, from the second moments of each piece written out by hand:
// Int x^2 over the box, slabs, quarter cylinders joined to whole cylinders, and the ball's eighths.
Real rounded_box_xx(Vec3 half, Real r) {
  const auto [a, b, c] = half;
  const Real box = 8 * a * b * c * a * a / 3;
  // Slabs on +-x: Int from a to a + r; slabs on +-y and +-z: as in the box.
  const Real slab_x = 2 * (2 * b) * (2 * c) * (std::pow(a + r, 3) - a * a * a) / 3;
  const Real slabs_yz = (2 * r * (2 * a) * (2 * c) + 2 * r * (2 * a) * (2 * b)) * a * a / 3;
  // Edges along x: the four quarters make a cylinder of length 2a.
  const Real edges_x = pi * r * r * 2 * a * a * a / 3;
  // Edges along y and z: quarters at x = +-a: x = a + s with Int s = r^3/3 and Int s^2 = pi r^4/16 each.
  const Real quarter = a * a * pi * r * r / 4 + 2 * a * r * r * r / 3 + pi * r * r * r * r / 16;
  const Real edges_yz = 4 * (2 * b + 2 * c) * quarter;
  // Corners: Int s over an eighth of a ball = pi r^4 / 16, Int s^2 = (4 pi/15 r^5)/8.
  const Real corners =
      8 * (a * a * pi * r * r * r / 6 + 2 * a * pi * r * r * r * r / 16 + pi * std::pow(r, 5) / 30);
  return box + slab_x + slabs_yz + edges_x + edges_yz + corners;
}

std::vector<Vec3> box_points(Vec3 half) {
  std::vector<Vec3> points;
  for (const int s : {0, 1, 2, 3, 4, 5, 6, 7}) {
    points.push_back(
        {(s & 1) != 0 ? half.x : -half.x, (s & 2) != 0 ? half.y : -half.y, (s & 4) != 0 ? half.z : -half.z});
  }
  return points;
}

TEST(Mass, RoundedBoxInClosedForm) {
  const Vec3 half{0.5, 0.7, 1.1};
  for (const Real r : {1e-3, 0.2, 1.0, 30.0}) {
    const MassProperties mass = must(make_rounded_polyhedron(box_points(half), r)).mass;
    const auto [a, b, c] = half;
    const Real volume = 8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * pi * r * r * (a + b + c) +
                        4 * pi / 3 * r * r * r;
    EXPECT_NEAR(mass.volume, volume, 1e-13 * volume);
    EXPECT_LE(norm(mass.centroid), 1e-14 * (1 + r));
    const Real xx = rounded_box_xx({a, b, c}, r);
    const Real yy = rounded_box_xx({b, c, a}, r);
    const Real zz = rounded_box_xx({c, a, b}, r);
    const Vec3 wanted{yy + zz, zz + xx, xx + yy};
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(mass.inertia.row[i][i], wanted[i], 1e-13 * wanted[i]);
      EXPECT_LE(std::fabs(mass.inertia.row[i][(i + 1) % 3]), 1e-13 * wanted[i]);
    }
  }
}

TEST(Mass, RoundedShapesTendToBallAndCapsule) {
  // A core that is small against the radius leaves a ball; a thin needle of a core a capsule.
  const Real small = 1e-9;
  const MassProperties ball = must(make_rounded_polyhedron(box_points({small, small, small}), 1)).mass;
  MassProperties sphere = must(make_sphere(1)).mass;
  expect_same(ball, sphere, 2, 2e-8, "sphere");
  const MassProperties needle = must(make_rounded_polyhedron(box_points({small, small, 0.75}), 0.5)).mass;
  expect_same(needle, must(make_capsule(0.5, 1.5)).mass, 2.5, 2e-8, "capsule");
}

TEST(Mass, RoundedCrookedPolyhedronAgainstFineIntegration) {
  const Shape shape = must(make_rounded_polyhedron(test::crooked_points(), 0.4));
  expect_same(shape.mass, integrated_mass(shape, 300), shape.size, 1e-6, "rounded");
}

TEST(Mass, RoundedVolumeIsSteinersPolynomial) {
  const auto hull = convex_hull(test::crooked_points());
  ASSERT_TRUE(hull);
  // A cubic in r with leading coefficient 4 pi / 3: its third difference is 8 pi times the step cubed.
  const auto volume = [&](Real r) { return rounded_mass(hull->polyhedron, r).volume; };
  const Real h = 0.5;
  EXPECT_NEAR(volume(3 * h) - 3 * volume(2 * h) + 3 * volume(h) - hull->mass.volume, 8 * pi * h * h * h,
              1e-12);
}

TEST(Mass, RotatedAndShiftedPointsGiveRotatedMass) {
  Random random{21};
  const std::vector<Vec3> box = box_points({0.5, 1, 1.5});
  for (int i = 0; i < 50; ++i) {
    const Pose pose{rotation(random),
                    {uniform(random, -3, 3), uniform(random, -3, 3), uniform(random, -3, 3)}};
    for (const bool crooked : {false, true}) {
      for (const Real radius : {0.0, 0.3}) {
        const std::vector<Vec3> points = crooked ? test::crooked_points() : box;
        std::vector<Vec3> moved;
        moved.reserve(points.size());
        for (const Vec3& p : points) moved.push_back(transform(pose, p));
        const auto make = [&](const std::vector<Vec3>& p) {
          return radius > 0 ? make_rounded_polyhedron(p, radius) : make_polyhedron(p);
        };
        const MassProperties at_home = must(make(points)).mass;
        const Mat3 r = rotation_matrix(pose.rotation);
        const MassProperties wanted{at_home.volume, transform(pose, at_home.centroid),
                                    r * at_home.inertia * transpose(r)};
        expect_same(must(make(moved)).mass, wanted, 3, 1e-13, crooked ? "crooked" : "box");
      }
    }
  }
}

}  // namespace
}  // namespace scree
