// Clipped volumes and solid fractions against closed forms, and against counting points.
#include "analysis/solid_fraction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/clipped_volume.hpp"
#include "analysis/packings.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

Quat about_z(Real angle) { return {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}; }

Surface surface_of(const Shape& shape, const Pose& pose) {
  const Placed one = placed({{shape, pose}});
  return body_surface(one.scene, 0, {one.frame.orientation[0], one.frame.position[0]});
}

TEST(ClippedVolume, OfATurnedCube) {
  const Surface cube = surface_of(*make_box({2, 2, 2}), {about_z(pi / 4), {5, 6, 7}});
  EXPECT_NEAR(volume_of(cube), 8, 1e-12);
  EXPECT_NEAR(volume_in_box(cube, {{0, 0, 0}, {9, 9, 9}}), 8, 1e-12);
  const Real half = std::sqrt(2.);  // of the diagonal
  // A corner of height h of the square section is h^2 large.
  EXPECT_NEAR(volume_in_box(cube, {{0, 0, 0}, {5 - half + 0.5, 9, 9}}), 0.25 * 2, 1e-12);
  EXPECT_NEAR(volume_in_box(cube, {{5, 6, 7}, {9, 9, 9}}), 1, 1e-12);  // an eighth
  EXPECT_EQ(volume_in_box(cube, {{8, 0, 0}, {9, 9, 9}}), 0);
  // Cut on all sides: a box inside it.
  EXPECT_NEAR(volume_in_box(cube, {{4.8, 5.9, 6.5}, {5.2, 6.3, 7.1}}), 0.4 * 0.4 * 0.6, 1e-12);
}

TEST(ClippedVolume, OfABallIsThatOfItsCap) {
  const Surface sphere = surface_of(*make_sphere(2), {{}, {1, 1, 1}});
  const Real volume = 4 * pi / 3 * 8;
  EXPECT_NEAR(volume_of(sphere), volume, 1e-12 * volume);  // enlarged to it
  for (const Real h : {0.5, 1., 2., 3.3}) {
    const Real cap = pi * h * h * (6 - h) / 3;
    EXPECT_NEAR(volume_in_box(sphere, {{-9, -9, -9}, {9, 9, -1 + h}}), cap, 5e-3 * volume) << h;
  }
  EXPECT_NEAR(volume_in_box(sphere, {{1, 1, 1}, {9, 9, 9}}), volume / 8, 5e-3 * volume);
}

// A grid of boxes takes a solid apart without loss, and each part is what counting points says.
TEST(ClippedVolume, PartsAddUpAndAgreeWithCountedPoints) {
  Random random{7, 1, 0};
  const std::vector<Shape> shapes{*make_tetrakis_cube(1, 0.3), *make_octahedron(1.2), *make_pyramid(1, 1.5),
                                  *make_prism(5, 0.7, 1)};
  for (const Shape& shape : shapes) {
    const Pose pose{rotation(random), {0.1, -0.2, 0.3}};
    const Surface surface = surface_of(shape, pose);
    const Bounds own = bounds_of(surface);
    const Pose shape_from_world = inverse(pose);
    constexpr int parts = 3;
    const int points = scaled_count(4000);
    Real sum = 0;
    for (int k = 0; k < parts * parts * parts; ++k) {
      const int at[3] = {k % parts, k / parts % parts, k / parts / parts};
      Bounds box;
      Real box_size = 1;
      for (int i = 0; i < 3; ++i) {
        const Real length = (own.upper[i] - own.lower[i]) / parts;
        box.lower[i] = own.lower[i] + at[i] * length;
        box.upper[i] = box.lower[i] + length;
        box_size *= length;
      }
      const Real found = volume_in_box(surface, box);
      sum += found;
      int inside = 0;
      for (int p = 0; p < points; ++p) {
        Vec3 point;
        for (int i = 0; i < 3; ++i) point[i] = uniform(random, box.lower[i], box.upper[i]);
        inside += inside_outside(shape, transform(shape_from_world, point)) < 1 ? 1 : 0;
      }
      EXPECT_NEAR(found / box_size, static_cast<Real>(inside) / points, 2.5 / std::sqrt(points));
    }
    EXPECT_NEAR(sum, shape.mass.volume, 1e-12);
  }
}

std::vector<std::pair<Shape, Pose>> lattice(const Shape& shape, int n, int dimension) {
  std::vector<std::pair<Shape, Pose>> bodies;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < (dimension == 2 ? 1 : n); ++k) {
        bodies.push_back({shape, {{}, {2. * i + 1, 2. * j + 1, dimension == 2 ? 0 : 2. * k + 1}}});
      }
    }
  }
  return bodies;
}

TEST(SolidFraction, OfASimpleCubicPackingIsPiOverSix) {
  const Placed spheres = placed(lattice(*make_sphere(1), 5, 3));
  const Packing packing = make_packing(spheres.scene, spheres.frame);
  EXPECT_NEAR(mean_diameter(packing), 2, 1e-12);
  const Result<Bounds> outer = particle_box(spheres.scene, spheres.frame);
  ASSERT_TRUE(outer);
  EXPECT_NEAR(outer->lower.x, 0, 0.02);  // of the meshes
  EXPECT_NEAR(outer->upper.z, 10, 0.02);
  // Cut between the balls, and through them: symmetry gives the same.
  for (const Bounds& box : {Bounds{{2, 2, 2}, {8, 8, 8}}, {{1, 1, 1}, {9, 9, 9}}, {{0, 3, 5}, {10, 7, 9}}}) {
    const auto s = solid_fraction(spheres.scene, spheres.frame, packing, {{0, 0, 0}, {10, 10, 10}}, box, 5);
    ASSERT_TRUE(s);
    EXPECT_NEAR(s->whole, pi / 6, 2e-3);
    ASSERT_EQ(s->layers.size(), 5U);
    for (const auto& layer : s->layers) EXPECT_NEAR(layer.fraction, pi / 6, 2e-3);
    EXPECT_NEAR(s->layers[1].low, 2, 1e-12);
    EXPECT_NEAR(s->layers[1].high, 4, 1e-12);
  }
  // The usual margin is one mean diameter.
  const Result<Bounds> inner = inner_box(*outer, packing, std::nullopt);
  ASSERT_TRUE(inner);
  EXPECT_NEAR(inner->lower.y - outer->lower.y, 2, 1e-12);
  EXPECT_NEAR(outer->upper.y - inner->upper.y, 2, 1e-12);
  const Result<Bounds> none = inner_box(*outer, packing, 5.1);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("a margin of 5.1 m leaves nothing"), std::string::npos);
}

TEST(SolidFraction, LayersOfBoxesAreExact) {
  // A slab of 4 x 4 x 1 under a slab of half the width: full, then half full.
  const Placed slabs =
      placed({{*make_box({4, 4, 1}), {{}, {2, 2, 0.5}}}, {*make_box({2, 4, 1}), {{}, {1, 2, 1.5}}}});
  const Packing packing = make_packing(slabs.scene, slabs.frame);
  const Bounds all{{0, 0, 0}, {4, 4, 2}};
  const auto s = solid_fraction(slabs.scene, slabs.frame, packing, all, all, 4);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->whole, 0.75, 1e-12);
  const Real expected[4] = {1, 1, 0.5, 0.5};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(s->layers[k].fraction, expected[k], 1e-12);
}

TEST(SolidFraction, CountsWhatComesInAgainAcrossAPeriod) {
  Periodic periodic;
  periodic.axis[0] = periodic.axis[1] = true;
  periodic.length = {4, 4, 0};
  const Placed cube = placed({{*make_box({1, 1, 1}), {about_z(0.3), {0.1, 3.9, 2}}}}, 3, periodic);
  const Packing packing = make_packing(cube.scene, cube.frame);
  const Result<Bounds> outer = particle_box(cube.scene, cube.frame);
  ASSERT_TRUE(outer);
  EXPECT_EQ(outer->upper.x, 4);
  EXPECT_NEAR(outer->upper.z, 2.5, 1e-12);
  const auto s = solid_fraction(cube.scene, cube.frame, packing, *outer, *outer, 1);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->whole, 1. / 16, 1e-12);
  EXPECT_NEAR(s->layers[0].fraction, 1. / 16, 1e-12);
}

TEST(SolidFraction, InThePlaneIsOfAreas) {
  const Placed discs = placed(lattice(*make_disc(1), 4, 2), 2);
  const Packing packing = make_packing(discs.scene, discs.frame);
  EXPECT_NEAR(mean_diameter(packing), 2, 1e-12);
  const Bounds box{{2, 1, 0}, {6, 7, 0}};
  const auto s = solid_fraction(discs.scene, discs.frame, packing, {{0, 0, 0}, {8, 8, 0}}, box, 4);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->whole, pi / 4, 2e-3);
  for (const auto& layer : s->layers) EXPECT_NEAR(layer.fraction, pi / 4, 2e-3);

  const Placed square = placed({{*make_rectangle({2, 2}), {about_z(pi / 4), {0, 0, 0}}}}, 2);
  const Packing one = make_packing(square.scene, square.frame);
  const Bounds quarter{{0, 0, 0}, {2, 2, 0}};
  EXPECT_NEAR(solid_fraction(square.scene, square.frame, one, quarter, quarter, 1)->whole, 0.25, 1e-12);
}

TEST(SolidFraction, WithoutParticlesThereIsNoBox) {
  EXPECT_EQ(particle_box({}, {}).error().message, "there are no particles");
}

}  // namespace
}  // namespace scree::testing
