#include "core/round_to_float.hpp"

#include <gtest/gtest.h>
#include <scree/vec.hpp>

namespace scree {
namespace {

// Three at once, as a compiler's vectoriser sees them: plain casts stay unrounded here with g++ 12.
[[gnu::noinline]] Vec3 rounded(Vec3 p) {
  return {round_to_float(p.x), round_to_float(p.y), round_to_float(p.z)};
}

TEST(RoundToFloat, RoundsNeighbouringNumbers) {
  EXPECT_EQ(rounded({0.1, 100.2, 1 + 0x1p-30}), (Vec3{0.1F, 100.2F, 1}));
}

}  // namespace
}  // namespace scree
