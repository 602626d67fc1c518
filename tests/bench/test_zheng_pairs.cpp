#include "bench/zheng_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/must.hpp"
#include "bench/zheng_measure.hpp"

namespace scree::bench {
namespace {

constexpr ZhengSize small{4, 10};

std::vector<ZhengCase> all_cases(ZhengSituation situation) {
  std::vector<ZhengCase> cases = typed_cases(must(make_box({1, 1, 1})), situation, small);
  for (auto& one : typed_cases(must(make_tetrahedron(1)), situation, small)) cases.push_back(one);
  for (auto& one : cut_cases(situation, small)) cases.push_back(one);
  return cases;
}

// In units of d_tol, by the reference.
Real gap(const ZhengMotion& motion, const Pose& pose, Contact& contact) {
  PairCache cache;
  EXPECT_EQ(query(Algorithm::brute_force, motion.a, motion.b, pose, {}, cache, contact), Status::ok);
  return contact.distance / motion.tolerance;
}

// `least` and `most` in units of d_tol.
void expect_cases(ZhengSituation situation, Real least, Real most) {
  for (const ZhengCase& one : all_cases(situation)) {
    ASSERT_FALSE(one.motions.empty());
    for (const ZhengMotion& motion : one.motions) {
      ASSERT_EQ(motion.poses.size(), 10U);
      for (const Pose& pose : motion.poses) {
        Contact contact;
        const Real found = gap(motion, pose, contact);
        EXPECT_EQ(name(contact.type), name(one.type)) << one.name;
        EXPECT_GT(found, least) << one.name;
        EXPECT_LT(found, most) << one.name;
      }
    }
  }
}
TEST(ZhengCases, HaveTheirTypeInContact) { expect_cases(ZhengSituation::contact, 0, 0.3); }
TEST(ZhengCases, HaveTheirTypeInOverlap) { expect_cases(ZhengSituation::overlap, -0.15, 0); }
TEST(ZhengCases, AreOutOfReachWhenExcluded) { expect_cases(ZhengSituation::excluded, 1.5, 5); }

TEST(ZhengCases, CoverEveryType) {
  const Shape box = must(make_box({1, 1, 1}));
  std::map<ContactType, int> types;
  for (const ZhengCase& one : typed_cases(box, ZhengSituation::contact, small)) ++types[one.type];
  EXPECT_EQ(types.size(), 7U);
  EXPECT_EQ(typed_cases(box, ZhengSituation::overlap, small).size(), 4U);
}

TEST(ZhengCases, StepsAreSmallerThanHalfTheTolerance) {
  for (const ZhengCase& one : all_cases(ZhengSituation::contact)) {
    for (const ZhengMotion& motion : one.motions) {
      Real longest = 0;
      for (std::size_t i = 1; i < motion.poses.size(); ++i) {
        longest = std::max(longest, norm(motion.poses[i].translation - motion.poses[i - 1].translation));
      }
      EXPECT_GT(longest, 0);
      EXPECT_EQ(longest, motion.step);
      EXPECT_LT(2 * motion.step, motion.tolerance);
      EXPECT_DOUBLE_EQ(motion.tolerance,
                       0.05 * std::min(motion.a.core->shortest_edge, motion.b.core->shortest_edge));
    }
  }
}

TEST(ZhengCases, CutsHaveTheNamedShape) {
  const std::map<std::string, std::size_t> corners{{"rectangle, straight", 4},
                                                   {"rectangle, oblique", 4},
                                                   {"triangle", 3},
                                                   {"pentagon", 5},
                                                   {"hexagon", 6}};
  const auto cases = cut_cases(ZhengSituation::contact, small);
  ASSERT_EQ(cases.size(), 5U);
  for (const ZhengCase& one : cases) {
    const ZhengMotion& motion = one.motions.front();
    EXPECT_NEAR(motion.a.mass.volume + motion.b.mass.volume, 3, 1e-14) << one.name;
    const Polyhedron& p = *motion.a.core;
    std::size_t found = 0;
    for (std::size_t f = 0; f < p.face_planes.size(); ++f) {
      if (norm(p.face_planes[f].normal - motion.normal) < 1e-12)
        found = p.face_begin[f + 1] - p.face_begin[f];
    }
    EXPECT_EQ(found, corners.at(one.name)) << one.name;
  }
}

TEST(ZhengOutcome, OfTheReferenceIsRight) {
  const auto cases = typed_cases(must(make_tetrahedron(1)), ZhengSituation::contact, small);
  const std::array<std::int64_t, 7> points{1, 1, 1, 1, 2, 3, 2};  // of each answer, at least
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const ZhengOutcome outcome = zheng_outcome(Algorithm::brute_force, cases[k]);
    EXPECT_EQ(outcome.queries, 40);
    EXPECT_EQ(outcome.failures + outcome.excluded + outcome.fallbacks, 0);
    EXPECT_EQ(outcome.types[static_cast<std::size_t>(cases[k].type)], 40) << cases[k].name;
    EXPECT_GE(outcome.points, 40 * points[k]) << cases[k].name;
    EXPECT_EQ(outcome.worst_angle, 0);
    EXPECT_EQ(outcome.worst_distance, 0);
  }
}

TEST(ZhengOutcome, CountsWhatIsExcludedAndWhatHasNoAnswer) {
  auto cases = typed_cases(must(make_box({1, 1, 1})), ZhengSituation::excluded, small);
  EXPECT_EQ(zheng_outcome(Algorithm::gjk_epa, cases.front()).excluded, 40);
  const ZhengOutcome far = zheng_outcome(Algorithm::brute_force, cases.front());
  EXPECT_EQ(far.excluded, 40);
  EXPECT_EQ(far.points, 0);
  for (ZhengMotion& motion : cases.front().motions) motion.b = must(make_sphere(0.1));
  EXPECT_EQ(zheng_outcome(Algorithm::brute_force, cases.front()).failures, 40);
}

TEST(ZhengReport, HasEveryRow) {
  ZhengPlan plan;
  plan.size = {2, 4};
  plan.timing = {1, 0};
  const Report report = zheng_report(plan);
  ASSERT_EQ(report.tables.size(), 9U);
  const std::array<std::size_t, 9> rows{22, 16, 22, 9, 19, 19, 13, 13, 3};
  for (std::size_t k = 0; k < report.tables.size(); ++k) {
    EXPECT_EQ(report.tables[k].rows.size(), rows[k]) << report.tables[k].title;
    for (const auto& row : report.tables[k].rows) {
      EXPECT_EQ(row.size(), report.tables[k].columns.size()) << report.tables[k].title;
    }
  }
  EXPECT_EQ(std::get<std::string>(report.tables[0].rows[7].back()), "3.7");
  EXPECT_EQ(std::get<std::string>(report.tables[0].rows[15].back()), "2.2");
}

}  // namespace
}  // namespace scree::bench
