// Fabric and stress against closed forms: lattices, known distributions of normals, loaded columns.
#include "analysis/tensors.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/packings.hpp"

namespace scree::testing {
namespace {

constexpr Bounds everywhere{{-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3}};

TEST(Fabric, OfASimpleCubicPackingIsIsotropic) {
  const Packing packing = simple_cubic(4);
  const std::vector<Vec3> normals = normals_in_box(packing, everywhere);
  EXPECT_EQ(normals.size(), 3U * 16 * 3);  // walls do not count
  const Result<Fabric> f = fabric(normals, 3);
  ASSERT_TRUE(f);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(f->tensor.row[i][j], i == j ? 1. / 3 : 0, 1e-15);
  }
  EXPECT_NEAR(f->anisotropy, 0, 1e-14);
  // Two of the four layers: contacts within the box.
  EXPECT_EQ(normals_in_box(packing, {{0, 0, 0}, {8, 8, 3.5}}).size(), 2U * 2 * 12 + 16);
}

TEST(Fabric, OfParallelNormals) {
  const std::vector<Vec3> normals(7, Vec3{0, 0.6, 0.8});
  const Result<Fabric> f = fabric(normals, 3);
  ASSERT_TRUE(f);
  EXPECT_NEAR(f->principal.value[0], 1, 1e-15);
  EXPECT_NEAR(std::fabs(f->principal.direction[0].y), 0.6, 1e-12);
  EXPECT_NEAR(std::fabs(f->principal.direction[0].z), 0.8, 1e-12);
  EXPECT_NEAR(f->anisotropy, 7.5, 1e-12);
  EXPECT_FALSE(fabric({}, 3));
}

// Normals with the density (1 + a cos 2(t - t0)) / 2 pi: a is the anisotropy in the plane.
TEST(Fabric, FindsTheAnisotropyOfAKnownDistribution) {
  constexpr Real a = 0.4, t0 = 0.3;
  constexpr int count = 4000;
  std::vector<Vec3> normals;
  normals.reserve(count);
  for (int i = 0; i < count; ++i) {
    const Real share = 2 * pi * (i + 0.5) / count;
    Real t = share;  // t + a/2 sin 2t = share, by Newton
    for (int k = 0; k < 50; ++k) t -= (t + a / 2 * std::sin(2 * t) - share) / (1 + a * std::cos(2 * t));
    normals.push_back({std::cos(t + t0), std::sin(t + t0), 0});
  }
  const Result<Fabric> f = fabric(normals, 2);
  ASSERT_TRUE(f);
  EXPECT_NEAR(f->anisotropy, a, 1e-6);
  EXPECT_NEAR(std::atan(f->principal.direction[0].y / f->principal.direction[0].x), t0, 1e-6);
  EXPECT_NEAR(f->principal.value[0] + f->principal.value[1], 1, 1e-12);
}

// The same in space, about z: (1 + b (3 cos^2 - 1) / 2) / 4 pi has the tensor 15/2 F' = b diag(-1/2, -1/2,
// 1).
TEST(Fabric, FindsTheAnisotropyInSpace) {
  constexpr Real b = 0.5;
  constexpr int rings = 400, around = 12;
  std::vector<Vec3> normals;
  for (int i = 0; i < rings; ++i) {
    const Real share = (i + 0.5) / rings;  // of directions with less z: c/2 + b (c^3 - c) / 4 + 1/2
    Real c = 2 * share - 1;
    for (int k = 0; k < 50; ++k) {
      c -= (c / 2 + b * (c * c * c - c) / 4 + 0.5 - share) / (0.5 + b * (3 * c * c - 1) / 4);
    }
    const Real s = std::sqrt(1 - c * c);
    for (int k = 0; k < around; ++k) {
      normals.push_back({s * std::cos(2 * pi * k / around), s * std::sin(2 * pi * k / around), c});
    }
  }
  EXPECT_NEAR(fabric(normals, 3)->anisotropy, 1.5 * b, 1e-4);
}

// A column of balls of radius 1 on a floor at z = 0 in a shaft of 3 x 4, each of weight w, a load on top.
Packing column(int balls, Real weight, Real load) {
  Packing packing;
  packing.gravity = {0, 0, -9.81};
  for (int i = 0; i < balls; ++i) packing.particles.push_back(ball({0, 0, 2. * i + 1}, 1));
  for (int i = 0; i <= balls; ++i) {
    const Real force = load + weight * (balls - i);
    const auto below = i == 0 ? wall : static_cast<std::uint32_t>(i - 1);
    const auto above = i == balls ? wall : static_cast<std::uint32_t>(i);
    touch(packing, below, above, {0, 0, 2. * i}, {0, 0, 1}, force);
  }
  return packing;
}
constexpr Bounds shaft(Real low, Real high) { return {{-1.5, -2, low}, {1.5, 2, high}}; }

TEST(Stress, OfALoadedColumnIsTheLoadOverItsSection) {
  const Packing packing = column(5, 0, 24);
  for (const Bounds& box : {shaft(0, 10), shaft(2, 6), shaft(2.7, 2.9), shaft(0.1, 9.3)}) {
    const Result<Stress> s = stress(packing, box);
    ASSERT_TRUE(s);
    EXPECT_NEAR(s->tensor.row[2].z, 24. / 12, 1e-12);
    EXPECT_EQ(s->tensor.row[0].x, 0);
    EXPECT_EQ(s->tensor.row[0].z, 0);
    EXPECT_NEAR(s->mean, 2. / 3, 1e-12);
    EXPECT_NEAR(s->deviator, 2, 1e-12);
    EXPECT_NEAR(std::fabs(s->principal.direction[0].z), 1, 1e-12);
  }
}

// The force on a section is the load and the weights of the balls whose centres lie above.
TEST(Stress, OfAColumnWithWeightIsTheMeanOverTheBox) {
  const Packing packing = column(5, 6, 0);
  EXPECT_NEAR(stress(packing, shaft(1, 9))->tensor.row[2].z, (24 + 18 + 12 + 6) / 4. / 12, 1e-12);
  EXPECT_NEAR(stress(packing, shaft(0, 1))->tensor.row[2].z, 30. / 12, 1e-12);
  EXPECT_NEAR(stress(packing, shaft(2, 4))->tensor.row[2].z, (24 * 1 + 18 * 1) / 2. / 12, 1e-12);
  EXPECT_FALSE(stress(packing, shaft(4, 4)));
}

// Simple cubic under a force of 1 on every contact: pressure 1 / 4 in every direction.
TEST(Stress, OfASimpleCubicPackingIsPressure) {
  const Result<Stress> s = stress(simple_cubic(4), {{0, 0, 0}, {8, 8, 8}});
  ASSERT_TRUE(s);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(s->tensor.row[i][j], i == j ? 0.25 : 0, 1e-13);
  }
  EXPECT_NEAR(s->deviator, 0, 1e-13);
}

TEST(Stress, ShearForcesGiveShearStress) {
  Packing packing;
  packing.particles = {ball({0, 0, 0}, 1), ball({0, 0, 2}, 1)};
  touch(packing, 0, 1, {0, 0, 1}, {0, 0, 1}, 1);
  packing.contacts[0].force = {3, 0, 0};
  const Result<Stress> s = stress(packing, {{-1, -1, -1}, {1, 1, 3}});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->tensor.row[0].z, 3. * 2 / 16, 1e-14);  // f_x l_z
  EXPECT_EQ(s->tensor.row[2].x, 0);
}

TEST(Stress, InThePlaneAndAcrossAPeriod) {
  Packing packing;
  packing.dimension = 2;
  packing.periodic.axis[0] = true;
  packing.periodic.length = {4, 0, 0};
  packing.particles = {ball({1, 1, 0}, 1), ball({3, 1, 0}, 1)};
  touch(packing, 0, 1, {2, 1, 0}, {1, 0, 0}, 5);
  touch(packing, 1, 0, {4, 1, 0}, {1, 0, 0}, 5);  // over the end of the period
  const Result<Stress> s = stress(packing, {{0, 0, 0}, {4, 2, 0}});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->volume, 8, 1e-15);
  EXPECT_NEAR(s->tensor.row[0].x, 5. / 2, 1e-14);
  EXPECT_NEAR(s->mean, 5. / 4, 1e-14);
  EXPECT_NEAR(s->deviator, 5. / 4, 1e-14);
}

TEST(Stress, VelocitiesAboutTheirMeanGiveTheKineticPart) {
  Packing packing;
  packing.particles = {ball({0, 0, 0}, 1), ball({0, 0, 2}, 1), ball({0, 0, 50}, 1)};
  packing.particles[0].velocity = {10 + 3, 0, 0};
  packing.particles[1].velocity = {10 - 3, 0, 0};
  packing.particles[2].velocity = {1e6, 0, 0};  // outside
  const Result<Stress> s = stress(packing, {{-1, -1, -1}, {1, 1, 3}});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->kinetic.row[0].x, 2 * 9. / 16, 1e-12);
  EXPECT_EQ(s->kinetic.row[1].y, 0);
}

}  // namespace
}  // namespace scree::testing
