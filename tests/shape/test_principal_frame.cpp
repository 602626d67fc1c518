// Principal moments and axes: they rebuild the inertia, and the choice of axes is stable.
#include <gtest/gtest.h>

#include <cmath>

#include "math/random.hpp"
#include "math/symmetric_eigen.hpp"
#include "shape/sample_shapes.hpp"

namespace scree {
namespace {

using test::must;

Mat3 diagonal(Vec3 d) { return {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}; }

Mat3 rotated(const Mat3& m, Quat q) {
  const Mat3 r = rotation_matrix(q);
  return r * m * transpose(r);
}

Real difference(const Mat3& a, const Mat3& b) {
  Real sum = 0;
  for (int i = 0; i < 3; ++i) sum += norm(a.row[i] - b.row[i]);
  return sum;
}

TEST(SymmetricEigen, RecoversKnownValuesAndVectors) {
  Random random{11};
  for (int i = 0; i < 1000; ++i) {
    Vec3 values{uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
    if (i % 3 == 0) values.y = values.x;
    if (i % 10 == 0) values.z = values.x;
    const Quat q = rotation(random);
    const Mat3 m = rotated(diagonal(values), q);
    const SymmetricEigen eigen = symmetric_eigen(m);
    EXPECT_LE(eigen.values.x, eigen.values.y);
    EXPECT_LE(eigen.values.y, eigen.values.z);
    for (int k = 0; k < 3; ++k) {
      EXPECT_LE(norm(m * eigen.vectors[k] - eigen.values[k] * eigen.vectors[k]), 1e-14);
      EXPECT_NEAR(norm(eigen.vectors[k]), 1, 1e-14);
      EXPECT_NEAR(dot(eigen.vectors[k], eigen.vectors[(k + 1) % 3]), 0, 1e-14);
    }
  }
}

TEST(SymmetricEigen, DiagonalAndZeroMatrices) {
  const SymmetricEigen eigen = symmetric_eigen(diagonal({3, 1, 2}));
  EXPECT_EQ(eigen.values, (Vec3{1, 2, 3}));
  EXPECT_EQ(eigen.vectors[0], (Vec3{0, 1, 0}));
  EXPECT_EQ(symmetric_eigen(diagonal({0, 0, 0})).values, (Vec3{0, 0, 0}));
}

TEST(PrincipalFrame, RebuildsTheInertiaOfEveryShape) {
  for (const auto& [label, shape] : test::sample_shapes()) {
    const PrincipalFrame frame = principal_frame(shape.mass);
    EXPECT_LE(frame.moments.x, frame.moments.y) << label;
    EXPECT_LE(frame.moments.y, frame.moments.z) << label;
    EXPECT_GT(frame.moments.x, 0) << label;
    const Mat3 rebuilt = rotated(diagonal(frame.moments), frame.shape_from_principal);
    EXPECT_LE(difference(rebuilt, shape.mass.inertia), 1e-12 * frame.moments.z) << label;
  }
}

TEST(PrincipalFrame, FollowsARotationOfTheShape) {
  Random random{12};
  for (const Vec3 moments : {Vec3{1, 2, 3}, Vec3{1, 2.5, 2.5}, Vec3{2, 2, 3}, Vec3{2, 2, 2}}) {
    for (int i = 0; i < 200; ++i) {
      MassProperties mass;
      mass.inertia = rotated(diagonal(moments), rotation(random));
      const PrincipalFrame frame = principal_frame(mass);
      EXPECT_LE(norm(frame.moments - moments), 1e-13);
      const Mat3 rebuilt = rotated(diagonal(frame.moments), frame.shape_from_principal);
      EXPECT_LE(difference(rebuilt, mass.inertia), 1e-12);
      EXPECT_NEAR(norm(frame.shape_from_principal), 1, 1e-15);
      EXPECT_GE(frame.shape_from_principal.w, 0);
    }
  }
}

TEST(PrincipalFrame, EqualMomentsKeepTheShapesAxes) {
  const auto expect_axes = [](const Shape& shape, Vec3 first, Vec3 second, Vec3 third) {
    const Quat q = principal_frame(shape.mass).shape_from_principal;
    EXPECT_LE(norm(rotate(q, {1, 0, 0}) - first), 1e-14);
    EXPECT_LE(norm(rotate(q, {0, 1, 0}) - second), 1e-14);
    EXPECT_LE(norm(rotate(q, {0, 0, 1}) - third), 1e-14);
  };
  const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  expect_axes(must(make_sphere(1)), x, y, z);
  expect_axes(must(make_icosahedron(1)), x, y, z);
  expect_axes(must(make_dodecahedron(3)), x, y, z);
  expect_axes(must(make_cylinder(1, 0.1)), x, y, z);  // a plate: z has the largest moment
  expect_axes(must(make_cylinder(0.1, 5)), z, x, y);  // a needle: z has the smallest
  expect_axes(must(make_prism(7, 1, 0.1)), x, y, z);
}

TEST(PrincipalFrame, SignsAreFixed) {
  // The same axes whatever signs the solver happens to find: largest component positive, right-handed.
  const PrincipalFrame frame = principal_frame(must(make_box({1, 2, 3})).mass);
  const Mat3 r = rotation_matrix(frame.shape_from_principal);
  EXPECT_NEAR(r.row[2].x, 1, 1e-15);   // least moment about z
  EXPECT_NEAR(r.row[1].y, 1, 1e-15);   // then y
  EXPECT_NEAR(r.row[0].z, -1, 1e-15);  // x follows from the handedness
}

TEST(PrincipalFrame, UnboundedSolidKeepsItsAxes) {
  const PrincipalFrame frame = principal_frame(must(make_half_space({0, 0, 1}, 0)).mass);
  EXPECT_EQ(frame.shape_from_principal.w, 1);
  EXPECT_TRUE(std::isinf(frame.moments.x));
}

}  // namespace
}  // namespace scree
