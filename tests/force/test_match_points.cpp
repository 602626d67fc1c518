#include "force/match_points.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace scree {
namespace {

std::vector<ContactPoint> points_at(const std::vector<Real>& places) {
  std::vector<ContactPoint> points(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) points[i].position = {places[i], 0, 0};
  return points;
}

TEST(MatchPoints, OnePointEachIsTheSameHoweverFar) {
  const PointMatch match = match_points(points_at({1000}), points_at({0}));
  EXPECT_EQ(match.partner[0], 0);
  EXPECT_EQ(match.taken, 1U);
}

TEST(MatchPoints, NearestFirstAndEachOnce) {
  // 1.1 is nearest to 1; 0.8 would like 1 too, but gets 0.
  const PointMatch match = match_points(points_at({0.8, 1.1}), points_at({0, 1}));
  EXPECT_EQ(match.partner[0], 0);
  EXPECT_EQ(match.partner[1], 1);
  EXPECT_EQ(match.taken, 3U);
}

TEST(MatchPoints, MoreOrFewerThanBefore) {
  const PointMatch more = match_points(points_at({0, 1, 2}), points_at({2.1}));
  EXPECT_EQ(more.partner[0], -1);
  EXPECT_EQ(more.partner[1], -1);
  EXPECT_EQ(more.partner[2], 0);
  const PointMatch fewer = match_points(points_at({2.1}), points_at({0, 1, 2}));
  EXPECT_EQ(fewer.partner[0], 2);
  EXPECT_EQ(fewer.taken, 4U);
  EXPECT_EQ(match_points({}, points_at({1})).taken, 0U);
  EXPECT_EQ(match_points(points_at({1}), {}).partner[0], -1);
}

TEST(MatchPoints, TiesGoToTheFirst) {
  const PointMatch match = match_points(points_at({1}), points_at({0, 2}));
  EXPECT_EQ(match.partner[0], 0);
  const PointMatch other = match_points(points_at({0, 2}), points_at({1}));
  EXPECT_EQ(other.partner[0], 0);
  EXPECT_EQ(other.partner[1], -1);
}

TEST(MatchPoints, ManyPointsAreNoHarm) {
  std::vector<Real> places(40);
  for (int i = 0; i < 40; ++i) places[i] = i;
  const PointMatch match = match_points(points_at(places), points_at(places));
  for (int i = 0; i < most_matched_points; ++i) EXPECT_EQ(match.partner[i], i);
}

}  // namespace
}  // namespace scree
