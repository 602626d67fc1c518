// Principal curvatures of every shape: closed forms, and surfaces sampled about the point.
#include "shape/curvature.hpp"

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <cmath>
#include <limits>

#include "bench/must.hpp"
#include "math/random.hpp"

namespace scree::testing {
using bench::must;
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Real angle = 1e-8;

PrincipalCurvatures at(const Shape& shape, Vec3 normal) { return principal_curvatures(shape, normal, angle); }
void expect(const PrincipalCurvatures& r, Real larger, Real smaller) {
  if (std::isinf(larger)) {
    EXPECT_EQ(r.curvature[0], larger);
  } else {
    EXPECT_NEAR(r.curvature[0], larger, 1e-13 * (1 + larger));
  }
  if (std::isinf(smaller)) {
    EXPECT_EQ(r.curvature[1], smaller);
  } else {
    EXPECT_NEAR(r.curvature[1], smaller, 1e-13 * (1 + smaller));
  }
}
void expect_along(Vec3 direction, Vec3 wanted) { EXPECT_LT(norm(cross(direction, wanted)), 1e-13); }

TEST(Curvature, SpheresAndHalfSpaces) {
  Random random{5, 0};
  for (int i = 0; i < 20; ++i) {
    const Vec3 n = unit_vector(random);
    const PrincipalCurvatures r = at(must(make_sphere(0.25)), n);
    expect(r, 4, 4);
    EXPECT_NEAR(dot(r.direction[0], n), 0, 1e-15);
    EXPECT_NEAR(dot(r.direction[0], r.direction[1]), 0, 1e-15);
  }
  expect(at(must(make_half_space({0, 0, 1}, 0)), {0, 0, 1}), 0, 0);
}

TEST(Curvature, EllipsoidOnItsAxes) {
  // At the end of an axis a of an ellipsoid (a, b, c): a / b^2 and a / c^2.
  const Shape egg = must(make_ellipsoid({1, 2, 3}));
  const PrincipalCurvatures x = at(egg, {1, 0, 0});
  expect(x, 1.0 / 4, 1.0 / 9);
  expect_along(x.direction[0], {0, 1, 0});
  expect_along(x.direction[1], {0, 0, 1});
  expect(at(egg, {0, 0, -1}), 3, 3.0 / 4);
}

TEST(Curvature, SuperellipsoidsFlatAndSharp) {
  expect(at(must(make_superellipsoid({1, 1, 1}, 0.5, 0.5)), {1, 0, 0}), 0, 0);
  expect(at(must(make_superellipsoid({1, 1, 1}, 1.5, 1.5)), {1, 0, 0}), infinity, infinity);
}

TEST(Curvature, CylinderByParts) {
  const Shape drum = must(make_cylinder(0.5, 2));
  expect(at(drum, {0, 0, 1}), 0, 0);
  const PrincipalCurvatures side = at(drum, {3, 4, 0});
  expect(side, 2, 0);
  expect_along(side.direction[0], {-0.8, 0.6, 0});
  expect_along(side.direction[1], {0, 0, 1});
  // On the rim, seen at 30 degrees from the axis: the circle's part across is sin 30 / r.
  const PrincipalCurvatures rim = at(drum, {0.5, 0, std::sqrt(0.75)});
  expect(rim, infinity, 1);
  expect_along(rim.direction[1], {0, 1, 0});
}

TEST(Curvature, PolyhedraAreFlatOrSharp) {
  const Shape box = must(make_box({1, 2, 3}));
  expect(at(box, {0, 0, 1}), 0, 0);
  const PrincipalCurvatures edge = at(box, {1, 2, 0});
  expect(edge, infinity, 0);
  expect_along(edge.direction[1], {0, 0, 1});
  expect(at(box, {1, 1, 1}), infinity, infinity);
}

TEST(Curvature, SweptCoresAreRoundWhereTheCoreIsSharp) {
  const Shape rounded = must(make_rounded_polyhedron(make_box({1, 2, 3})->core->vertices, 0.1));
  expect(at(rounded, {0, -1, 0}), 0, 0);
  const PrincipalCurvatures edge = at(rounded, {0, -1, 2});
  expect(edge, 10, 0);
  expect_along(edge.direction[1], {1, 0, 0});
  expect(at(rounded, {1, 1, 1}), 10, 10);
  const Shape pill = must(make_capsule(0.2, 1));
  expect(at(pill, {1, 1, 0}), 5, 0);
  expect_along(at(pill, {1, 1, 0}).direction[1], {0, 0, 1});
  expect(at(pill, {1, 0, 0.1}), 5, 5);
}

// The support point moves by its radius of curvature times the turn of the normal, along each direction.
TEST(Curvature, SupportPointsMoveByTheRadii) {
  Random random{6, 0};
  const Shape shapes[] = {must(make_ellipsoid({0.5, 0.2, 0.1})),
                          must(make_superellipsoid({0.5, 0.4, 0.3}, 0.7, 1.3)),
                          must(make_superellipsoid({0.3, 0.4, 0.5}, 1.4, 0.6))};
  for (const Shape& shape : shapes) {
    for (int i = 0; i < 30; ++i) {
      const Vec3 n = unit_vector(random);
      if (std::min({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)}) < 0.1) continue;
      const PrincipalCurvatures r = at(shape, n);
      for (int k = 0; k < 2; ++k) {
        const Real h = 1e-5;
        const Vec3 moved =
            support_point(shape, n + h * r.direction[k]) - support_point(shape, n - h * r.direction[k]);
        const Vec3 rate = moved / (2 * h);
        EXPECT_LT(norm(rate - (1 / r.curvature[k]) * r.direction[k]), 1e-6 / r.curvature[k]);
      }
    }
  }
}

}  // namespace
}  // namespace scree::testing
