// Slopes of heaps and beds that were built with a known one.
#include "analysis/angle_of_repose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "analysis/packings.hpp"
#include "math/random.hpp"

namespace scree::testing {
namespace {

constexpr Real degree = pi / 180;

// Balls of diameter 1 on a lattice, shaken a little, wherever `top` (the surface's height) is above them.
Packing heap_below(const std::function<Real(Real x, Real y)>& top, Real wide, Real deep) {
  Packing packing;
  packing.gravity = {0, 0, -9.81};
  Random random{3, 1, 0};
  for (Real x = -wide; x <= wide; x += 1) {
    for (Real y = -deep; y <= deep; y += 1) {
      for (Real z = 0.5; z < top(x, y) - 0.5; z += 1) {
        packing.particles.push_back(ball(
            {x + uniform(random, -0.3, 0.3), y + uniform(random, -0.3, 0.3), z + uniform(random, 0, 0.3)},
            0.5));
      }
    }
  }
  return packing;
}

std::function<Real(Real, Real)> cone(Real angle, Real height, Vec3 axis = {}) {
  return [=](Real x, Real y) { return height - std::tan(angle) * std::hypot(x - axis.x, y - axis.y); };
}

TEST(AngleOfRepose, OfACone) {
  for (const Real angle : {20., 30., 38.}) {
    const Packing packing = heap_below(cone(angle * degree, 12), 34, 34);
    const Result<Repose> r = angle_of_repose(packing, SurfaceKind::heap);
    ASSERT_TRUE(r) << r.error().message;
    EXPECT_NEAR(r->angle / degree, angle, 1.2) << angle;
    EXPECT_LT(r->slope, 0);
    EXPECT_NEAR(r->centre.x, 0, 0.3);
    EXPECT_NEAR(r->centre.y, 0, 0.3);
  }
}

TEST(AngleOfRepose, ItsPlaceAndStraysDoNotMatter) {
  Packing packing = heap_below(cone(30 * degree, 12, {6, -5, 0}), 34, 34);
  const Result<Repose> alone = angle_of_repose(packing, SurfaceKind::heap);
  ASSERT_TRUE(alone);
  EXPECT_NEAR(alone->centre.x, 6, 0.3);
  EXPECT_NEAR(alone->centre.y, -5, 0.3);
  EXPECT_NEAR(alone->angle / degree, 30, 1.2);
  // Some have rolled far away, one still flies.
  for (int i = 0; i < 20; ++i) packing.particles.push_back(ball({500. + 30 * i, 40. * i, 0.5}, 0.5));
  packing.particles.push_back(ball({6, -5, 400}, 0.5));
  const Result<Repose> strays = angle_of_repose(packing, SurfaceKind::heap);
  ASSERT_TRUE(strays) << strays.error().message;
  EXPECT_NEAR(strays->angle, alone->angle, 0.5 * degree);
}

TEST(AngleOfRepose, InThePlaneAndWithGravityAlongY) {
  Packing packing;
  packing.dimension = 2;
  packing.gravity = {0, -9.81, 0};
  for (Real x = -40; x <= 40; x += 1) {
    for (Real y = 0.5; y < 20 - std::tan(25 * degree) * std::fabs(x) - 0.5; y += 1) {
      packing.particles.push_back({{x, y, 0}, {}, 1, pi / 4, {}, false});
    }
  }
  const Result<Repose> r = angle_of_repose(packing, SurfaceKind::heap);
  ASSERT_TRUE(r) << r.error().message;
  EXPECT_NEAR(r->angle / degree, 25, 1.5);
  EXPECT_EQ(angle_of_repose(packing, SurfaceKind::y).error().message, "y is not a level axis");
}

TEST(AngleOfRepose, AlongAnAxis) {
  const Packing packing = heap_below([](Real x, Real) { return 12 + std::tan(22 * degree) * x; }, 20, 6);
  const Result<Repose> x = angle_of_repose(packing, SurfaceKind::x);
  ASSERT_TRUE(x) << x.error().message;
  EXPECT_NEAR(x->angle / degree, 22, 1);
  EXPECT_GT(x->slope, 0);
  EXPECT_NEAR(angle_of_repose(packing, SurfaceKind::y)->angle / degree, 0, 3);
  const Packing flat = heap_below([](Real, Real) { return 6.; }, 20, 6);
  EXPECT_NEAR(angle_of_repose(flat, SurfaceKind::x)->angle / degree, 0, 1);
}

TEST(AngleOfRepose, WhereThereIsNoneItIsSaid) {
  const Packing box = heap_below([](Real, Real) { return 8.; }, 10, 10);
  const Result<Repose> flat = angle_of_repose(box, SurfaceKind::heap);
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().message.rfind("no slope: ", 0), 0U) << flat.error().message;
  const Result<Repose> low =
      angle_of_repose(heap_below([](Real, Real) { return 2.; }, 10, 10), SurfaceKind::heap);
  ASSERT_FALSE(low);
  EXPECT_NE(low.error().message.find("mean diameters high"), std::string::npos) << low.error().message;
  EXPECT_FALSE(angle_of_repose({}, SurfaceKind::heap));
  Packing one;
  one.particles = {ball({}, 1)};
  EXPECT_FALSE(angle_of_repose(one, SurfaceKind::heap));
  EXPECT_FALSE(angle_of_repose(one, SurfaceKind::x));
}

TEST(RobustLine, OneOutlierDoesNotTurnIt) {
  const FittedLine exact = robust_line({0, 1, 2, 3, 4}, {1, 3, 5, 7, 9});
  EXPECT_DOUBLE_EQ(exact.slope, 2);
  EXPECT_DOUBLE_EQ(exact.at_zero, 1);
  EXPECT_DOUBLE_EQ(exact.residual, 0);
  EXPECT_DOUBLE_EQ(exact.explained, 1);
  const FittedLine bent = robust_line({0, 1, 2, 3, 4, 5, 6}, {1, 3, 5, 100, 9, 11, 13});
  EXPECT_DOUBLE_EQ(bent.slope, 2);
  EXPECT_DOUBLE_EQ(bent.at_zero, 1);
}

}  // namespace
}  // namespace scree::testing
