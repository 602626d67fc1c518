// Long axes of bodies, and how they are turned.
#include "analysis/orientation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/long_axis.hpp"
#include "analysis/packings.hpp"

namespace scree::testing {
namespace {

constexpr Vec3 up{0, 0, 1};

TEST(LongAxis, IsThatOfTheShape) {
  const Quat turn = normalized(Quat{0.9, 0.1, 0.3, -0.2});
  const Vec3 z = rotate(turn, {0, 0, 1});
  const std::vector<std::pair<Shape, Pose>> bodies{{*make_capsule(1, 2), {turn, {}}},
                                                   {*make_box({1, 1, 1.2}), {turn, {9, 0, 0}}},
                                                   {*make_ellipsoid({1, 2, 4}), {turn, {0, 9, 0}}},
                                                   {*make_box({2, 2, 2}), {turn, {0, 0, 9}}},
                                                   {*make_sphere(1), {turn, {0, 0, 19}}},
                                                   {*make_cylinder(2, 0.5), {turn, {0, 0, 29}}},
                                                   {*make_box({1, 1, 1.04}), {turn, {0, 0, 39}}}};
  const Placed all = placed(bodies);
  const Packing packing = make_packing(all.scene, all.frame);
  ASSERT_EQ(packing.particles.size(), 7U);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(packing.particles[i].is_long) << i;
    EXPECT_NEAR(std::fabs(dot(packing.particles[i].long_axis, z)), 1, 1e-9) << i;
  }
  for (std::size_t i = 3; i < 7; ++i) EXPECT_FALSE(packing.particles[i].is_long) << i;
}

TEST(LongAxis, InThePlane) {
  const Quat turn{std::cos(0.2), 0, 0, std::sin(0.2)};  // by 0.4
  const Placed all = placed({{*make_rectangle({1, 3}), {turn, {}}},
                             {*make_ellipse({2, 1}), {turn, {9, 0, 0}}},
                             {*make_disc(1), {turn, {0, 9, 0}}},
                             {*make_rectangle({1, 1}), {turn, {0, 19, 0}}}},
                            2);
  const Packing packing = make_packing(all.scene, all.frame);
  ASSERT_EQ(packing.particles.size(), 4U);
  EXPECT_NEAR(std::fabs(dot(packing.particles[0].long_axis, Vec3{-std::sin(0.4), std::cos(0.4), 0})), 1,
              1e-9);
  EXPECT_NEAR(std::fabs(dot(packing.particles[1].long_axis, Vec3{std::cos(0.4), std::sin(0.4), 0})), 1, 1e-6);
  EXPECT_FALSE(packing.particles[2].is_long);
  EXPECT_FALSE(packing.particles[3].is_long);
}

// Points spread evenly over the sphere (Fibonacci's lattice).
std::vector<Vec3> even_directions(int count) {
  std::vector<Vec3> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Real z = 1 - (2. * i + 1) / count, angle = i * pi * (3 - std::sqrt(5.));
    all.push_back({std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z});
  }
  return all;
}

TEST(Orientation, OfEvenDirectionsHasNoOrder) {
  const Result<Orientation> o = orientation(even_directions(20000), up, 3);
  ASSERT_TRUE(o);
  EXPECT_NEAR(o->principal.value[0], 0, 1e-3);
  EXPECT_NEAR(o->vertical_order, 0, 1e-3);
  EXPECT_NEAR(o->mean_angle, 1, 1e-3);  // the mean of the angle over the sphere is one radian
  for (std::size_t i = 0; i < o->angle.count.size(); ++i) {
    const Real low = bin_low(o->angle, i);
    const Real expected = 20000 * share_of_directions(low, low + o->angle.width, 3);
    EXPECT_NEAR(static_cast<Real>(o->angle.count[i]), expected, 4 + 0.01 * expected);
  }
}

TEST(Orientation, SignsDoNotMatterAndParallelAxesHaveOrderOne) {
  const Vec3 u{0.6, 0, 0.8};
  const Result<Orientation> o = orientation(std::vector<Vec3>{u, -u, u}, up, 3);
  ASSERT_TRUE(o);
  EXPECT_NEAR(o->principal.value[0], 1, 1e-12);
  EXPECT_NEAR(std::fabs(dot(o->principal.direction[0], u)), 1, 1e-9);
  EXPECT_NEAR(o->vertical_order, (3 * 0.64 - 1) / 2, 1e-12);
  EXPECT_NEAR(o->mean_angle, std::acos(0.8), 1e-12);
  EXPECT_EQ(o->angle.count[7], 3U);  // 36.9 degrees
}

TEST(Orientation, OfLyingAxes) {
  std::vector<Vec3> axes;
  axes.reserve(360);
  for (int i = 0; i < 360; ++i) axes.push_back({std::cos(i * pi / 180), std::sin(i * pi / 180), 0});
  const Result<Orientation> o = orientation(axes, up, 3);
  ASSERT_TRUE(o);
  EXPECT_NEAR(o->vertical_order, -0.5, 1e-12);
  EXPECT_NEAR(o->principal.value[0], 0.25, 1e-12);
  EXPECT_EQ(o->angle.count.back(), 360U);

  // In the plane the same axes are all directions alike.
  const Result<Orientation> planar = orientation(axes, {0, 1, 0}, 2);
  ASSERT_TRUE(planar);
  EXPECT_NEAR(planar->principal.value[0], 0, 1e-12);
  EXPECT_NEAR(planar->vertical_order, 0, 1e-12);
  EXPECT_NEAR(planar->mean_angle, pi / 4, 1e-3);
  EXPECT_NEAR(orientation(std::vector<Vec3>(3, Vec3{1, 0, 0}), {0, 1, 0}, 2)->vertical_order, -1, 1e-12);
  EXPECT_FALSE(orientation({}, up, 3));
}

TEST(Upwards, IsAgainstGravity) {
  EXPECT_EQ(upwards(3, {0, 0, -9.81}).axis, 2);
  EXPECT_EQ(upwards(3, {0, 0, -9.81}).sign, 1);
  EXPECT_EQ(upwards(3, {9, 0, -2}).axis, 0);
  EXPECT_EQ(upwards(3, {9, 0, -2}).sign, -1);
  EXPECT_EQ(upwards(3, {}).axis, 2);
  EXPECT_EQ(upwards(2, {}).axis, 1);
  EXPECT_EQ(upwards(2, {0, -9.81, 0}).axis, 1);
}

}  // namespace
}  // namespace scree::testing
