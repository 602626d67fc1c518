#include "bench/nezami_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "bench/must.hpp"

namespace scree::bench {
namespace {

NezamiPlan small_plan() {
  NezamiPlan plan;
  plan.paths = 3;
  plan.steps = 41;
  plan.timing = {1, 0};
  return plan;
}

TEST(NezamiPairs, AreTheTenPairsOfFourShapes) {
  const auto pairs = flow_pairs(small_plan(), 0);
  std::set<std::string> names;
  for (const FlowPair& pair : pairs) {
    names.insert(pair.name);
    ASSERT_EQ(pair.paths.size(), 3U);
    for (const FlowPath& path : pair.paths) EXPECT_EQ(path.poses.size(), 41U);
  }
  EXPECT_EQ(names.size(), 10U);
  const FlowPair& mixed = pairs[1];
  EXPECT_EQ(mixed.name, "tetrahedron - pyramid");
  EXPECT_EQ(mixed.paths[0].a.core->vertices.size(), 4U);
  EXPECT_EQ(mixed.paths[1].a.core->vertices.size(), 5U);  // swapped
}

TEST(NezamiPairs, ReferenceHasNoError) {
  const auto pairs = flow_pairs(small_plan(), 0);
  for (const FlowPair& pair : pairs) {
    const ExactAnswers exact = exact_answers(pair, 20);
    ASSERT_EQ(exact.size(), 3U);
    EXPECT_EQ(exact[0].size(), 3U);
    const WarmOutcome outcome = warm_outcome(Algorithm::brute_force, pair, exact, 20);
    EXPECT_EQ(outcome.queries, 3 * 40);
    EXPECT_EQ(outcome.failures + outcome.fallbacks + outcome.wrong_state, 0);
    EXPECT_EQ(outcome.apart + outcome.overlap, 3 * 2);
    EXPECT_EQ(outcome.by_iterations[0], outcome.queries);
    EXPECT_EQ(outcome.iterations, outcome.queries);
    EXPECT_EQ(outcome.worst_apart, 0);
    EXPECT_EQ(outcome.worst_depth, 0);
    EXPECT_EQ(outcome.worst_relative, 0);
    EXPECT_EQ(outcome.right_depths, outcome.overlap);
    EXPECT_EQ(outcome.worst_angle, 0);
  }
}

TEST(NezamiPairs, ErrorsAreSeen) {
  const auto pairs = flow_pairs(small_plan(), 0);
  const FlowPair& pair = pairs[7];
  ExactAnswers exact = exact_answers(pair, 20);
  for (auto& path : exact) {
    for (Contact& contact : path) {
      contact.distance = -0.5 * std::max(pair.paths[0].a.size, pair.paths[0].b.size);
      contact.normal = -contact.normal;
      contact.state = ContactState::overlap;
    }
  }
  const WarmOutcome outcome = warm_outcome(Algorithm::gjk_epa, pair, exact, 20);
  EXPECT_EQ(outcome.overlap, 6);
  EXPECT_EQ(outcome.deep, 6);
  EXPECT_EQ(outcome.right_depths, 0);
  EXPECT_GT(outcome.worst_depth, 0.3);
  EXPECT_GT(outcome.worst_relative, 0.9);
  EXPECT_LT(outcome.worst_relative, 1.1);
  EXPECT_NEAR(outcome.sum_relative, 6, 0.5);
  EXPECT_NEAR(outcome.worst_angle, 3.14159265358979, 1e-6);
  EXPECT_NEAR(outcome.sum_angle, 6 * 3.14159265358979, 1e-5);
}

TEST(NezamiPairs, CountsWhatHasNoAnswer) {
  auto pairs = flow_pairs(small_plan(), 0);
  const ExactAnswers exact = exact_answers(pairs[0], 20);
  for (FlowPath& path : pairs[0].paths) path.b = must(make_sphere(0.01));
  const WarmOutcome outcome = warm_outcome(Algorithm::brute_force, pairs[0], exact, 20);
  EXPECT_EQ(outcome.failures, outcome.queries);
  EXPECT_EQ(outcome.apart + outcome.overlap, 0);
}

TEST(NezamiPairs, OutcomesAddUp) {
  const auto pairs = flow_pairs(small_plan(), 0);
  WarmOutcome sum;
  std::int64_t iterations = 0;
  Real worst = 0;
  for (const FlowPair& pair : pairs) {
    const WarmOutcome one = warm_outcome(Algorithm::gjk_epa, pair, exact_answers(pair, 20), 20);
    iterations += one.iterations;
    worst = std::max(worst, one.worst_apart);
    sum += one;
  }
  EXPECT_EQ(sum.queries, 10 * 3 * 40);
  EXPECT_EQ(std::accumulate(sum.by_iterations.begin(), sum.by_iterations.end(), std::int64_t{0}),
            sum.queries);
  EXPECT_EQ(sum.iterations, iterations);
  EXPECT_EQ(sum.worst_apart, worst);
  EXPECT_LT(sum.worst_apart, 1e-13);
}

TEST(NezamiReport, HasEveryRowAndBar) {
  NezamiPlan plan = small_plan();
  plan.paths = 1;
  plan.steps = 21;
  const Report report = nezami_report(plan);
  ASSERT_EQ(report.tables.size(), 7U);
  const std::array<std::size_t, 7> rows{2, 7, 11, 7, 7, 11, 7};
  for (std::size_t k = 0; k < report.tables.size(); ++k) {
    EXPECT_EQ(report.tables[k].rows.size(), rows[k]) << report.tables[k].title;
    for (const auto& row : report.tables[k].rows) {
      EXPECT_EQ(row.size(), report.tables[k].columns.size()) << report.tables[k].title;
    }
  }
  // gjk-epa has an answer and a time on every pair.
  EXPECT_GT(std::get<Real>(report.tables[1].rows[5][1]), 0);
  EXPECT_GT(std::get<Real>(report.tables[1].rows[5][2]), 0);
  EXPECT_EQ(report.bars.size(), 2U);
}

}  // namespace
}  // namespace scree::bench
