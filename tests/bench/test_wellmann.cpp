// The benchmark `wellmann`: its pairs, what counts as a failure, counts that add up, tables and plots.
#include "bench/wellmann.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "bench/benchmarks.hpp"
#include "shape/superellipsoid_surface.hpp"
#include "support/scale.hpp"

namespace scree::bench {
namespace {

constexpr std::size_t apart = 0, contact = 1;

TEST(Wellmann, KnownAnswersAreCommonNormals) {
  for (const SquarenessInterval interval : wellmann_intervals) {
    for (const WellmannSeries series : {WellmannSeries::apart, WellmannSeries::contact}) {
      for (std::uint64_t i = 0; i < 100; ++i) {
        const WellmannPair w = wellmann_pair(interval, series, 3, i);
        ASSERT_EQ(w.distance > 0, series == WellmannSeries::apart);
        ASSERT_LE(w.distance, 0.25);
        ASSERT_GE(w.distance, -1.75e-3);
        // Each point on its surface, the difference along the normal, and as far as the supports say.
        const Vec3 in_b = to_b_direction(w.pair, w.point_b - w.pair.translation);
        ASSERT_NEAR(gauge(as_superellipsoid(w.pair.a), w.point_a), 1, 1e-12);
        ASSERT_NEAR(gauge(as_superellipsoid(w.pair.b), in_b), 1, 1e-12);
        ASSERT_LT(norm(w.point_b - w.point_a - w.distance * w.direction), 1e-14);
        ASSERT_NEAR(separation(w.pair, w.direction), w.distance, 1e-13);
      }
    }
  }
}

TEST(Wellmann, WhatCountsAsAFailure) {
  using O = WellmannOutcome;
  const WellmannPair in_contact = wellmann_pair({1, 1}, WellmannSeries::contact, 4, 0);
  Contact c;
  c.distance = in_contact.distance;
  c.normal = in_contact.direction;
  EXPECT_EQ(outcome_of(in_contact, WellmannSeries::contact, c), O::right);
  c.distance = in_contact.distance - 0.5 * wellmann_deeper;
  EXPECT_EQ(outcome_of(in_contact, WellmannSeries::contact, c), O::right);
  c.distance = in_contact.distance - 2 * wellmann_deeper;
  EXPECT_EQ(outcome_of(in_contact, WellmannSeries::contact, c), O::deeper);
  c.distance = 1e-9;
  EXPECT_EQ(outcome_of(in_contact, WellmannSeries::contact, c), O::wrong_state);
  c.status = Status::not_converged;
  EXPECT_EQ(outcome_of(in_contact, WellmannSeries::contact, c), O::no_answer);

  const WellmannPair far = wellmann_pair({1, 1}, WellmannSeries::apart, 4, 0);
  c = {};
  c.distance = 1e-3;  // a bound is enough
  EXPECT_EQ(outcome_of(far, WellmannSeries::apart, c), O::right);
  c.distance = 0;
  EXPECT_EQ(outcome_of(far, WellmannSeries::apart, c), O::wrong_state);

  EXPECT_FALSE(failed(O::right));
  EXPECT_FALSE(failed(O::known_beaten));
  for (const O o : {O::no_answer, O::wrong_state, O::deeper}) EXPECT_TRUE(failed(o));
}

TEST(Wellmann, AShallowerDirectionBeatsTheKnownOne) {
  WellmannPair w = wellmann_pair({1, 1}, WellmannSeries::contact, 4, 1);
  Contact c;
  c.distance = w.distance;
  c.normal = w.direction;
  w.distance -= 1e-9;  // as if the pair had been said to be deeper than it is
  EXPECT_EQ(outcome_of(w, WellmannSeries::contact, c), WellmannOutcome::known_beaten);
}

TEST(Wellmann, SharesOfIterations) {
  WellmannCell cell;
  cell.pairs = 10;
  cell.by_iterations[0] = 5;
  cell.by_iterations[3] = 4;
  cell.by_iterations[most_counted_iterations] = 1;
  EXPECT_DOUBLE_EQ(share_with(cell, 0), 0.5);
  EXPECT_DOUBLE_EQ(share_with(cell, 1), 0);
  EXPECT_DOUBLE_EQ(share_from(cell, 0), 1);
  EXPECT_DOUBLE_EQ(share_from(cell, 3), 0.5);
  EXPECT_DOUBLE_EQ(share_from(cell, 20), 0.1);
  cell.outcomes = {4, 1, 2, 3, 5};
  EXPECT_EQ(failures(cell), 6U);
}

TEST(Wellmann, CountsAddUpAndCommonNormalDoesNotFail) {
  const auto pairs = static_cast<std::uint64_t>(scree::testing::scaled_count(3000));
  const WellmannResult result = measure_wellmann(pairs, 5, 1);
  for (std::size_t s = 0; s < wellmann_series_count; ++s) {
    for (const auto& cells : result[s]) {
      for (const WellmannCell& cell : cells) {
        EXPECT_EQ(cell.pairs, pairs);
        EXPECT_EQ(std::accumulate(cell.outcomes.begin(), cell.outcomes.end(), std::uint64_t{0}), pairs);
        EXPECT_EQ(std::accumulate(cell.by_iterations.begin(), cell.by_iterations.end(), std::uint64_t{0}),
                  pairs);
        EXPECT_GT(cell.cold_time, 0);
        EXPECT_EQ(cell.warm_time > 0, s == contact);
      }
      EXPECT_EQ(failures(cells[0]), 0U);
      EXPECT_EQ(cells[0].new_starts, 0U);
      // What the line of centres shows depends on the pair alone.
      if (s == apart) {
        EXPECT_EQ(cells[0].by_iterations[0], cells[1].by_iterations[0]);
      } else {
        EXPECT_LT(cells[0].depth.mean, 1e-10);
        EXPECT_LT(cells[0].point.worst, 1e-12);
        EXPECT_LT(cells[0].direction.mean, 1e-6);
        EXPECT_LE(cells[0].direction.median, cells[0].direction.worst);
        EXPECT_LT(cells[1].direction.median, 1e-5);
        EXPECT_GT(cells[1].direction.mean, cells[0].direction.mean);
      }
    }
  }
}

TEST(Wellmann, TheSamePairsAgainForTheSameSeed) {
  const WellmannResult first = measure_wellmann(60, 7, 1);
  const WellmannResult again = measure_wellmann(60, 7, 2);
  const WellmannResult other = measure_wellmann(60, 8, 1);
  for (std::size_t k = 0; k < wellmann_interval_count; ++k) {
    for (std::size_t m = 0; m < wellmann_method_count; ++m) {
      EXPECT_EQ(first[contact][k][m].by_iterations, again[contact][k][m].by_iterations);
      EXPECT_EQ(first[contact][k][m].point.mean, again[contact][k][m].point.mean);
      EXPECT_NE(first[contact][k][m].point.mean, other[contact][k][m].point.mean);
    }
  }
}

TEST(Wellmann, ReportHasThePaperBesideAndItsBarsCanFail) {
  WellmannResult result = measure_wellmann(40, 9, 1);
  const Report report = report_of(result);
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  ASSERT_EQ(report.tables.size(), 5U);
  EXPECT_EQ(report.tables[0].rows.size(), 9U);
  EXPECT_EQ(report.tables[0].rows[2][1], Cell{std::string("paper")});
  EXPECT_EQ(report.tables[0].rows[2][3], Cell{0.881});
  ASSERT_EQ(report.bars.size(), 10U);
  EXPECT_TRUE(report.bars[0].passed);

  auto& cell = result[contact][2][0];
  cell.outcomes[static_cast<std::size_t>(WellmannOutcome::deeper)] = 1;
  cell.depth.mean = 1e-9;
  cell.direction.mean = 1e-5;
  cell.by_iterations[20] = 3;
  const Report bad = report_of(result);
  EXPECT_FALSE(bad.bars[0].passed);
  EXPECT_EQ(bad.bars[0].measured, 1);
  for (std::size_t k = 7; k < 10; ++k) EXPECT_FALSE(bad.bars[k].passed) << bad.bars[k].what;
}

TEST(Wellmann, PlotsAreThoseThatTheBenchmarkNames) {
  const Report report = report_of(measure_wellmann(10, 1, 1));
  const Benchmark* benchmark = find_benchmark("wellmann");
  ASSERT_NE(benchmark, nullptr);
  ASSERT_EQ(report.plots.size(), benchmark->plots.size());
  for (std::size_t i = 0; i < report.plots.size(); ++i) {
    EXPECT_EQ(report.plots[i].name, benchmark->plots[i]);
    EXPECT_EQ(report.plots[i].svg.substr(0, 5), "<svg ");
    EXPECT_NE(report.plots[i].svg.find("published"), std::string::npos);
  }
}

}  // namespace
}  // namespace scree::bench
