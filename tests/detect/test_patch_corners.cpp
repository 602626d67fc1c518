// What the corners of a patch count for: as many as the outline has, whatever rounding makes of it.
#include "detect/patch_corners.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace scree {
namespace {

constexpr Real reach = 0.05;

std::vector<Real> counts_of(const std::vector<Vec3>& corners) {
  std::vector<Real> counts(corners.size());
  corner_counts(corners.data(), static_cast<int>(corners.size()), reach, counts.data());
  return counts;
}
Real sum(const std::vector<Real>& counts) { return std::accumulate(counts.begin(), counts.end(), Real{0}); }

TEST(PatchCorners, EachCornerOnItsOwnCountsOne) {
  for (const std::vector<Vec3>& corners : {std::vector<Vec3>{{1, 2, 3}},
                                           {{0, 0, 0}, {1, 0, 0}},
                                           {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}},
                                           {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}) {
    for (const Real count : counts_of(corners)) EXPECT_EQ(count, 1);
  }
}

TEST(PatchCorners, CornersInOnePlaceCountOneTogether) {
  for (const Real apart : {0.0, 1e-17, 1e-12, 1e-6}) {
    // The second one off the outline in any direction.
    for (const Vec3 off : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{1, -1, 0}}) {
      const auto counts =
          counts_of({{0, 0, 0}, {1, 0, 0}, Vec3{1, 0, 0} + apart * off, {1, 1, 0}, {0, 1, 0}});
      EXPECT_NEAR(counts[1] + counts[2], 1, 1e-8) << apart;
      EXPECT_NEAR(sum(counts), 4, 1e-8) << apart;
    }
  }
}

TEST(PatchCorners, APointOnASideCountsNothing) {
  const auto at = [](Real x, Real height) {
    return counts_of({{0, 0, 0}, {x, -height, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  };
  for (const Real x : {0.5, 0.9, 0.96, 0.999, 1 - 1e-7}) {
    EXPECT_NEAR(at(x, 0)[1], 0, 1e-12);
    EXPECT_NEAR(sum(at(x, 0)), 4, 1e-12) << x;
    EXPECT_NEAR(sum(at(x, 1e-9)), 4, 1e-3) << x;
  }
  EXPECT_EQ(at(0.5, 0.1)[1], 1);  // 0.2 rad on either side
  EXPECT_GT(at(0.5, 0.03)[1], at(0.5, 0.02)[1]);
}

// Two squares on each other, one turned: eight corners when they differ, four when they hardly do. The side
// x = 1 of the first is cut at -u and t by sides of the second; at t the outline turns by the angle between
// the squares.
TEST(PatchCorners, TurningOutlinesBringCornersInByAndBy) {
  for (Real turn = 1e-14; turn < 0.7; turn = turn < 0.01 ? 3 * turn : turn + 0.01) {
    const Real t = std::tan(0.5 * turn);
    const Real u = (1 - std::sin(turn)) / std::cos(turn);
    std::vector<Vec3> corners;
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, -1, 0}}) {
      const Vec3 along = cross({0, 0, 1}, axis);
      corners.push_back(axis - u * along);
      corners.push_back(axis + t * along);
    }
    const Real new_ones = std::fmin(1, std::pow(std::sin(turn) / std::sin(0.2), 2));
    EXPECT_NEAR(sum(counts_of(corners)), 4 + 4 * new_ones, 0.06) << turn;
  }
}

}  // namespace
}  // namespace scree
