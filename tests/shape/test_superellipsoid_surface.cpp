// The superellipsoid's surface: point, normal and angles lead back to each other over the whole range of
// exponents, on symmetry planes and axes exactly; derivatives agree with finite differences; exponents 1 give
// the ellipsoid.
#include "shape/superellipsoid_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "math/random.hpp"
#include "shape/ellipsoid.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

constexpr Real epsilons[] = {0.1, 0.3, 0.5, 0.9, 1, 1.1, 1.5, 1.7, 1.9};

std::vector<Superellipsoid> bodies() {
  std::vector<Superellipsoid> all;
  for (const Real along_z : epsilons) {
    for (const Real in_plane : epsilons) all.push_back({{0.5, 1.25, 2}, {along_z, in_plane}});
  }
  return all;
}
std::string text(const Superellipsoid& s) {
  return "exponents " + std::to_string(s.exponents[0]) + ", " + std::to_string(s.exponents[1]);
}
Real angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// Axes, the symmetry planes' diagonals, and the octants'.
std::vector<Vec3> special_directions() {
  std::vector<Vec3> all;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x != 0 || y != 0 || z != 0) all.push_back(normalized(Vec3{Real(x), Real(y), Real(z)}));
      }
    }
  }
  return all;
}

TEST(SuperellipsoidSurface, NormalToAnglesToNormalAndPoint) {
  Random random{91, 0};
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    std::vector<Vec3> directions = special_directions();
    for (int i = 0; i < 50; ++i) {
      // Away from the symmetry planes: next to them an angle's last digit is many digits of the point.
      Vec3 n = unit_vector(random);
      for (int k = 0; k < 3; ++k) n[k] += std::copysign(0.1, n[k]);
      directions.push_back(normalized(n));
    }
    // An angle near pi / 2 has lost the digits of its cosine, and with epsilon near 2 most angles are there.
    const bool sharp = s.exponents[0] > 1.4 || s.exponents[1] > 1.4;
    for (const Vec3& n : directions) {
      const SurfaceAngles angles = surface_angles(s, n);
      const Vec3 back = surface_normal(s, angles);
      ASSERT_LT(angle_between(back, n), sharp ? 1e-4 : 1e-10);
      const Vec3 point = surface_point(s, angles);
      ASSERT_NEAR(gauge(s, point), 1, 1e-14);
      const Vec3 support = superellipsoid_support(s.radii, s.exponents, n);
      ASSERT_NEAR(dot(n, point), dot(n, support), 1e-13);
      ASSERT_LT(norm(point - support), 1e-11);
    }
  }
}

TEST(SuperellipsoidSurface, SymmetryPlanesAndAxesAreExact) {
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    for (const Vec3& n : special_directions()) {
      const Vec3 by_angles = surface_point(s, surface_angles(s, n));
      const Vec3 by_normal = curved_support(s, n).point;
      for (int k = 0; k < 3; ++k) {
        if (n[k] != 0) continue;
        ASSERT_EQ(by_angles[k], 0);
        ASSERT_EQ(by_normal[k], 0);
      }
    }
    ASSERT_EQ(curved_support(s, {0, -1, 0}).point.y, -s.radii.y);
    ASSERT_EQ(curved_support(s, {0, 0, 1}).point.z, s.radii.z);
  }
}

TEST(SuperellipsoidSurface, AngleDerivativesMatchDifferences) {
  Random random{92, 0};
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    for (int i = 0; i < 20; ++i) {
      const SurfaceAngles at{uniform(random, 0.3, 1.2) - 1.5 * uniform_index(random, 2),
                             uniform(random, 0.3, 1.2) - 1.5 * uniform_index(random, 2)};
      const AngleDerivatives d = angle_derivatives(s, at);
      const Real h = 1e-5;
      for (int k = 0; k < 2; ++k) {
        const SurfaceAngles more{at.phi1 + (k == 0 ? h : 0), at.phi2 + (k == 1 ? h : 0)};
        const SurfaceAngles less{at.phi1 - (k == 0 ? h : 0), at.phi2 - (k == 1 ? h : 0)};
        const Vec3 first = (surface_point(s, more) - surface_point(s, less)) / (2 * h);
        ASSERT_LT(norm(first - d.first[k]), 1e-7);
        const AngleDerivatives dm = angle_derivatives(s, more);
        const AngleDerivatives dl = angle_derivatives(s, less);
        ASSERT_LT(norm((dm.first[0] - dl.first[0]) / (2 * h) - d.second[k]), 1e-6);
        ASSERT_LT(norm((dm.first[1] - dl.first[1]) / (2 * h) - d.second[k + 1]), 1e-6);
      }
    }
  }
}

TEST(SuperellipsoidSurface, AngleResponseMatchesDifferences) {
  Random random{93, 0};
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    for (int i = 0; i < 20; ++i) {
      Vec3 n = unit_vector(random);
      for (int k = 0; k < 3; ++k) n[k] += std::copysign(0.3, n[k]);
      n = normalized(n);
      const AngleResponse r = angle_response(s, surface_angles(s, n), n);
      const Real h = 1e-5;
      for (int k = 0; k < 3; ++k) {
        Vec3 more = n;
        Vec3 less = n;
        more[k] += h;
        less[k] -= h;
        const SurfaceAngles am = surface_angles(s, more);
        const SurfaceAngles al = surface_angles(s, less);
        ASSERT_NEAR((am.phi1 - al.phi1) / (2 * h), r.first[0][k], 1e-6);
        ASSERT_NEAR((am.phi2 - al.phi2) / (2 * h), r.first[1][k], 1e-6);
        const AngleResponse rm = angle_response(s, am, more);
        const AngleResponse rl = angle_response(s, al, less);
        for (int g = 0; g < 2; ++g) {
          ASSERT_LT(norm((rm.first[g] - rl.first[g]) / (2 * h) - r.second[g].row[k]), 1e-4);
        }
      }
    }
  }
}

TEST(SuperellipsoidSurface, SupportMovesAsItsMotionsSay) {
  Random random{94, 0};
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    for (int i = 0; i < 30; ++i) {
      Vec3 n = unit_vector(random);
      for (int k = 0; k < 3; ++k) n[k] += std::copysign(0.2, n[k]);
      n = normalized(n);
      const CurvedSupport at = curved_support(s, n);
      ASSERT_NEAR(at.reach, dot(n, at.point), 1e-14);
      ASSERT_LT(norm(at.point - superellipsoid_support(s.radii, s.exponents, n)), 1e-14);
      ASSERT_LT(norm(at.point - point_with_normal(s, n)), 1e-15);
      const Vec3 turn = cross(n, unit_vector(random));
      const Real h = 1e-6;
      const Vec3 moved =
          (point_with_normal(s, normalized(n + h * turn)) - point_with_normal(s, normalized(n - h * turn))) /
          (2 * h);
      Vec3 predicted;
      for (const SurfaceMotion& m : at.motion) predicted += m.radius * dot(m.axis, turn) * m.axis;
      ASSERT_LT(norm(moved - predicted), 1e-6 * (1 + norm(predicted)));
      ASSERT_LT(std::fabs(dot(predicted, n)), 1e-12 * (1 + norm(predicted)));
    }
  }
}

TEST(SuperellipsoidSurface, ExponentsOneAreTheEllipsoid) {
  Random random{95, 0};
  const Superellipsoid s{{0.5, 1.25, 2}, {1, 1}};
  for (int i = 0; i < 200; ++i) {
    const Vec3 n = i < 26 ? special_directions()[i] : unit_vector(random);
    ASSERT_LT(norm(curved_support(s, n).point - ellipsoid_support(s.radii, n)), 1e-15);
    ASSERT_LT(norm(surface_point(s, surface_angles(s, n)) - ellipsoid_support(s.radii, n)), 1e-14);
  }
  // At the end of a semi-axis a the curvatures are a / b^2 and a / c^2.
  const PrincipalCurvatures c = principal_curvatures(s, {0, 0, 1});
  EXPECT_NEAR(c.curvature[0], 2 / 0.25, 1e-13);
  EXPECT_NEAR(c.curvature[1], 2 / (1.25 * 1.25), 1e-14);
  EXPECT_NEAR(std::fabs(c.direction[0].x), 1, 1e-14);
  EXPECT_NEAR(std::fabs(c.direction[1].y), 1, 1e-14);
  const Superellipsoid ball{{0.7, 0.7, 0.7}, {1, 1}};
  for (int i = 0; i < 50; ++i) {
    const PrincipalCurvatures round = principal_curvatures(ball, unit_vector(random));
    ASSERT_NEAR(round.curvature[0], 1 / 0.7, 1e-12);
    ASSERT_NEAR(round.curvature[1], 1 / 0.7, 1e-12);
  }
}

TEST(SuperellipsoidSurface, PrincipalCurvaturesAreThoseOfTheNormalsTurn) {
  Random random{96, 0};
  for (const Superellipsoid& s : bodies()) {
    SCOPED_TRACE(text(s));
    for (int i = 0; i < 20; ++i) {
      Vec3 n = unit_vector(random);
      for (int k = 0; k < 3; ++k) n[k] += std::copysign(0.3, n[k]);
      n = normalized(n);
      const PrincipalCurvatures c = principal_curvatures(s, n);
      ASSERT_GE(c.curvature[0], c.curvature[1]);
      ASSERT_GT(c.curvature[1], 0);
      for (int k = 0; k < 2; ++k) {
        ASSERT_NEAR(norm(c.direction[k]), 1, 1e-12);
        const Real h = 1e-6;
        const Vec3 moved = (point_with_normal(s, normalized(n + h * c.direction[k])) -
                            point_with_normal(s, normalized(n - h * c.direction[k]))) /
                           (2 * h);
        ASSERT_LT(norm(c.curvature[k] * moved - c.direction[k]), 1e-5 * (1 + c.curvature[k]));
      }
    }
  }
}

TEST(SuperellipsoidSurface, FlatSidesAndEdgesHaveNamedCurvatures) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  const Superellipsoid box{{1, 2, 3}, {0.4, 0.4}};
  for (const Vec3& n : {Vec3{1, 0, 0}, Vec3{0, -1, 0}}) {
    const PrincipalCurvatures c = principal_curvatures(box, n);
    EXPECT_EQ(c.curvature[0], 0);
    EXPECT_EQ(c.curvature[1], 0);
  }
  const Superellipsoid octahedron{{1, 2, 3}, {1.6, 1.6}};
  const PrincipalCurvatures corner = principal_curvatures(octahedron, {1, 0, 0});
  EXPECT_EQ(corner.curvature[0], infinity);
  EXPECT_EQ(corner.curvature[1], infinity);
  // Flat along z, an ellipse in the plane: a cylinder's side.
  const Superellipsoid drum{{1, 2, 3}, {0.4, 1}};
  const PrincipalCurvatures side = principal_curvatures(drum, {1, 0, 0});
  EXPECT_NEAR(side.curvature[0], 1.0 / 4, 1e-14);
  EXPECT_EQ(side.curvature[1], 0);
  EXPECT_NEAR(std::fabs(side.direction[0].y), 1, 1e-14);
}

TEST(SuperellipsoidSurface, GaugeAgreesWithTheSupportFunctions) {
  Random random{97, 0};
  for (const Superellipsoid& s : bodies()) {
    for (int i = 0; i < 20; ++i) {
      const Vec3 x = 3 * uniform(random) * unit_vector(random);
      ASSERT_NEAR(gauge(s, x), superellipsoid_gauge(s.radii, s.exponents, x), 1e-14 * (1 + norm(x)));
    }
  }
}

}  // namespace
}  // namespace scree::testing
