#include "math/random.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

// The published test vectors of Philox 4x32-10.
TEST(Philox, KnownAnswers) {
  const PhiloxBlock zero = philox(0, 0, 0);
  EXPECT_EQ(zero.word[0], 0x6627e8d5U);
  EXPECT_EQ(zero.word[1], 0xe169c58dU);
  EXPECT_EQ(zero.word[2], 0xbc57ac4cU);
  EXPECT_EQ(zero.word[3], 0x9b00dbd8U);
  const std::uint64_t ones = ~std::uint64_t{0};
  const PhiloxBlock full = philox(ones, ones, ones);
  EXPECT_EQ(full.word[0], 0x408f276dU);
  EXPECT_EQ(full.word[1], 0x41c83b0eU);
  EXPECT_EQ(full.word[2], 0xa20bc7c6U);
  EXPECT_EQ(full.word[3], 0x6d5451fdU);
}

TEST(Random, MomentsOfUniformNumbersAndDirections) {
  Random random{5, 6};
  const int count = 100000;
  Real mean = 0;
  Real square = 0;
  Vec3 direction;
  for (int i = 0; i < count; ++i) {
    const Real u = uniform(random);
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    mean += u / count;
    square += u * u / count;
    const Vec3 d = unit_vector(random);
    ASSERT_NEAR(norm(d), 1, 1e-15);
    direction += d / count;
  }
  // Five standard errors.
  EXPECT_NEAR(mean, 0.5, 5 * 0.2887 / std::sqrt(count));
  EXPECT_NEAR(square, 1.0 / 3, 5 * 0.2981 / std::sqrt(count));
  EXPECT_LT(norm(direction), 5 / std::sqrt(count));
}

TEST(Random, RotationsAreUnitAndSpread) {
  Random random{5, 7};
  Vec3 image;
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Quat q = rotation(random);
    ASSERT_NEAR(norm(q), 1, 1e-15);
    image += rotate(q, {0, 0, 1}) / count;
  }
  EXPECT_LT(norm(image), 5 / std::sqrt(count));
}

TEST(Random, StreamsDiffer) {
  Random first{1, 2};
  Random second{1, 3};
  EXPECT_NE(next_bits(first), next_bits(second));
  Random again{1, 2};
  Random same{1, 2};
  EXPECT_EQ(next_bits(again), next_bits(same));
}

}  // namespace
}  // namespace scree
