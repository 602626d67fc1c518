#include "bench/zheng_planar.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <map>

#include "bench/must.hpp"
#include "bench/zheng_measure.hpp"

namespace scree::bench {
namespace {

constexpr ZhengSize small{4, 10};

// `least` and `most` in units of d_tol; type and gap by the reference.
void expect_cases(ZhengSituation situation, Real least, Real most) {
  for (const auto& [shapes, shape] : zheng_polygons()) {
    for (const ZhengPlanarCase& one : planar_cases(shape, situation, small)) {
      ASSERT_EQ(one.motions.size(), 4U);
      for (const ZhengPlanarMotion& motion : one.motions) {
        ASSERT_EQ(motion.poses.size(), 10U);
        for (const Pose2& pose : motion.poses) {
          PairCache2 cache;
          Contact2 contact;
          query(Algorithm::brute_force, motion.a, motion.b, pose, {}, cache, contact);
          ASSERT_EQ(contact.status, Status::ok);
          EXPECT_EQ(name(contact.type), name(one.type)) << shapes << ' ' << one.name;
          EXPECT_GT(contact.distance / motion.tolerance, least) << shapes << ' ' << one.name;
          EXPECT_LT(contact.distance / motion.tolerance, most) << shapes << ' ' << one.name;
        }
      }
    }
  }
}
TEST(ZhengPlanarCases, HaveTheirTypeInContact) { expect_cases(ZhengSituation::contact, 0, 0.3); }
TEST(ZhengPlanarCases, HaveTheirTypeInOverlap) { expect_cases(ZhengSituation::overlap, -0.15, 0); }
TEST(ZhengPlanarCases, AreOutOfReachWhenExcluded) { expect_cases(ZhengSituation::excluded, 1.5, 5); }

TEST(ZhengPlanarCases, CoverEveryTypeAndPolygon) {
  const std::map<std::string, std::size_t> sides{
      {"triangle", 3}, {"square", 4}, {"hexagon", 6}, {"12-gon", 12}};
  ASSERT_EQ(zheng_polygons().size(), sides.size());
  for (const auto& [shapes, shape] : zheng_polygons()) {
    EXPECT_EQ(shape.outline->vertices.size(), sides.at(shapes));
    std::map<ContactType, int> types;
    for (const ZhengPlanarCase& one : planar_cases(shape, ZhengSituation::contact, small)) ++types[one.type];
    EXPECT_EQ(types.size(), 3U);
    EXPECT_EQ(planar_cases(shape, ZhengSituation::overlap, small).size(), 2U);
  }
}

TEST(ZhengPlanarCases, StepsAreSmallerThanHalfTheTolerance) {
  for (const auto& [shapes, shape] : zheng_polygons()) {
    for (const ZhengPlanarCase& one : planar_cases(shape, ZhengSituation::contact, small)) {
      for (const ZhengPlanarMotion& motion : one.motions) {
        Real longest = 0;
        for (std::size_t i = 1; i < motion.poses.size(); ++i) {
          longest = std::max(longest, norm(motion.poses[i].translation - motion.poses[i - 1].translation));
        }
        EXPECT_GT(longest, 0) << shapes;
        EXPECT_EQ(longest, motion.step);
        EXPECT_LT(2 * motion.step, motion.tolerance);
      }
    }
  }
}

// ds and fds find the type, both points of a segment, and the exact distance where the normal is an edge's.
TEST(ZhengPlanarOutcome, OfTheSearchesIsRight) {
  for (const auto& [shapes, shape] : zheng_polygons()) {
    for (const auto situation : {ZhengSituation::contact, ZhengSituation::overlap}) {
      for (const ZhengPlanarCase& one : planar_cases(shape, situation, small)) {
        for (const Algorithm algorithm : {Algorithm::brute_force, Algorithm::direct_search,
                                          Algorithm::fast_direct_search, Algorithm::gjk_epa}) {
          const ZhengOutcome outcome = zheng_outcome(algorithm, one);
          EXPECT_EQ(outcome.queries, 40);
          EXPECT_EQ(outcome.failures + outcome.excluded + outcome.fallbacks, 0) << shapes << ' ' << one.name;
          EXPECT_EQ(outcome.types[static_cast<std::size_t>(one.type)], 40) << shapes << ' ' << one.name;
          EXPECT_EQ(outcome.points, one.type == ContactType::edge_edge_parallel ? 80 : 40);
          if (one.type == ContactType::vertex_vertex) continue;
          EXPECT_LT(outcome.worst_angle, 1e-12);
          EXPECT_LT(outcome.worst_distance, 1e-12);
        }
      }
    }
  }
}

TEST(ZhengPlanarReport, HasEveryRow) {
  ZhengPlan plan;
  plan.size = {2, 4};
  plan.timing = {1, 0};
  const Report report = zheng_planar_report(plan);
  const std::array<std::size_t, 9> rows{16, 12, 16, 12, 12, 12, 8, 8, 4};
  ASSERT_EQ(report.tables.size(), rows.size());
  for (std::size_t k = 0; k < report.tables.size(); ++k) {
    EXPECT_EQ(report.tables[k].rows.size(), rows[k]) << report.tables[k].title;
    for (const auto& row : report.tables[k].rows) {
      EXPECT_EQ(row.size(), report.tables[k].columns.size()) << report.tables[k].title;
    }
  }
}

}  // namespace
}  // namespace scree::bench
