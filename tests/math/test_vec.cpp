#include <scree/vec.hpp>

#include <gtest/gtest.h>

#include "math/random.hpp"

namespace scree {
namespace {

TEST(Pose, ComposesAndInverts) {
  Random random{3, 1};
  for (int trial = 0; trial < 1000; ++trial) {
    const Pose a_from_b{rotation(random), 3 * unit_vector(random)};
    const Pose b_from_c{rotation(random), 2 * unit_vector(random)};
    const Vec3 p = 5 * unit_vector(random);
    EXPECT_LT(norm(transform(a_from_b * b_from_c, p) - transform(a_from_b, transform(b_from_c, p))), 1e-14);
    EXPECT_LT(norm(transform(inverse(a_from_b), transform(a_from_b, p)) - p), 1e-14);
    const Pose relative = relative_pose(a_from_b, a_from_b * b_from_c);
    EXPECT_LT(norm(transform(relative, p) - transform(b_from_c, p)), 1e-14);
  }
}

TEST(Quat, TurnsAsItsMatrixAndRightHanded) {
  const Real h = std::sqrt(0.5);
  const Quat quarter_about_z{h, 0, 0, h};
  EXPECT_LT(norm(rotate(quarter_about_z, {1, 0, 0}) - Vec3{0, 1, 0}), 1e-15);
  const Quat quarter_about_x{h, h, 0, 0};
  // First about z, then about x: the product reads right to left.
  EXPECT_LT(norm(rotate(quarter_about_x * quarter_about_z, {1, 0, 0}) - Vec3{0, 0, 1}), 1e-15);
}

TEST(Mat3, TransposeUndoesARotation) {
  Random random{3, 2};
  const Mat3 m = rotation_matrix(rotation(random));
  const Mat3 product = transpose(m) * m;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(product.row[i][k], i == k ? 1 : 0, 1e-15);
  }
  const Vec3 v{1, 2, 3};
  EXPECT_LT(norm(transpose_times(m, v) - transpose(m) * v), 1e-15);
}

TEST(Quat, IsNormalisedWhateverItsLength) {
  for (const Real scale : {1e-300, 1e-160, 1.0, 1e160, 1e300}) {
    const Quat q = normalized(Quat{0.5 * scale, -0.5 * scale, 0.5 * scale, 0.5 * scale});
    EXPECT_DOUBLE_EQ(norm(q), 1);
    EXPECT_DOUBLE_EQ(q.x, -0.5);
  }
  EXPECT_FALSE(std::isfinite(norm(normalized(Quat{0, 0, 0, 0}))));
  EXPECT_FALSE(std::isfinite(norm(normalized(Quat{INFINITY, 0, 0, 0}))));
}

}  // namespace
}  // namespace scree
