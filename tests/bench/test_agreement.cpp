// The agreement of algorithms: classes of pairs, and counts that add up.
#include "bench/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/scale.hpp"

namespace scree::bench {
namespace {

TEST(Agreement, ClassesFollowPlacementAndState) {
  using S = ContactState;
  EXPECT_EQ(class_of(Placement::far, S::separate), PairClass::separated);
  EXPECT_EQ(class_of(Placement::near, S::separate), PairClass::separated);
  EXPECT_EQ(class_of(Placement::near, S::touch), std::nullopt);
  EXPECT_EQ(class_of(Placement::shallow, S::overlap), PairClass::shallow);
  EXPECT_EQ(class_of(Placement::shallow, S::separate), std::nullopt);
  for (const Placement deep :
       {Placement::deep, Placement::contained, Placement::concentric, Placement::identical}) {
    EXPECT_EQ(class_of(deep, S::overlap), PairClass::deep);
    EXPECT_EQ(class_of(deep, S::separate), std::nullopt);
  }
  for (const S state : {S::separate, S::touch, S::overlap}) {
    EXPECT_EQ(class_of(Placement::aligned, state), PairClass::parallel);
    EXPECT_EQ(class_of(Placement::turned, state), PairClass::parallel);
    EXPECT_EQ(class_of(Placement::grazing, state), std::nullopt);
  }
}

TEST(Agreement, CountsAddUp) {
  const auto pairs = static_cast<std::uint64_t>(scree::testing::scaled_count(402));
  const AgreementResult result = measure_agreement(pairs, 5, 1);
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < pair_class_count; ++c) {
    const auto& states = result.states[c];
    const std::uint64_t in_class = std::accumulate(states.begin(), states.end(), std::uint64_t{0});
    EXPECT_LE(in_class, pairs / 4 + 1);
    EXPECT_GE(in_class, pairs / 4);
    sum += in_class;
    ASSERT_EQ(result.tallies[c].size(), result.algorithms.size());
    for (const AgreementTally& tally : result.tallies[c]) {
      EXPECT_EQ(tally.pairs, in_class);
      EXPECT_EQ(tally.nanoseconds.size(), in_class);
      EXPECT_EQ(std::accumulate(tally.by_status.begin(), tally.by_status.end(), std::uint64_t{0}), in_class);
      EXPECT_LE(tally.right + tally.wrong_state, tally.by_status[0]);
      EXPECT_LE(tally.fallbacks, tally.by_status[0]);
      EXPECT_LE(tally.unaided, tally.right);
      EXPECT_LE(tally.right, tally.unaided + tally.fallbacks);
    }
  }
  EXPECT_EQ(sum, pairs);
  using S = ContactState;
  const auto number = [&](PairClass c, S s) {
    return result.states[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
  };
  EXPECT_EQ(number(PairClass::separated, S::touch) + number(PairClass::separated, S::overlap), 0U);
  EXPECT_EQ(number(PairClass::shallow, S::touch) + number(PairClass::shallow, S::separate), 0U);
  EXPECT_EQ(number(PairClass::deep, S::touch) + number(PairClass::deep, S::separate), 0U);
}

TEST(Agreement, ExactAlgorithmsAreRightAndTheReferenceHasNoError) {
  const AgreementResult result =
      measure_agreement(static_cast<std::uint64_t>(scree::testing::scaled_count(200)), 6, 1);
  for (std::size_t k = 0; k < result.algorithms.size(); ++k) {
    if (result.algorithms[k] != Algorithm::gjk_epa && result.algorithms[k] != Algorithm::brute_force)
      continue;
    for (const auto& tallies : result.tallies) {
      EXPECT_EQ(tallies[k].right, tallies[k].pairs);
      EXPECT_LT(tallies[k].worst_error, 1e-12);
      if (result.algorithms[k] == Algorithm::brute_force) {
        EXPECT_EQ(tallies[k].worst_error, 0);
      }
    }
  }
}

TEST(Agreement, TheSamePairsAgainForTheSameSeed) {
  const AgreementResult first = measure_agreement(40, 7, 1);
  const AgreementResult again = measure_agreement(40, 7, 2);
  EXPECT_EQ(first.states, again.states);
  for (std::size_t c = 0; c < pair_class_count; ++c) {
    for (std::size_t k = 0; k < first.algorithms.size(); ++k) {
      EXPECT_EQ(first.tallies[c][k].right, again.tallies[c][k].right);
      EXPECT_EQ(first.tallies[c][k].worst_error, again.tallies[c][k].worst_error);
    }
  }
}

// Tallies made by hand: what the tables must say about them.
TEST(Agreement, ReportSumsUpTheClasses) {
  AgreementResult result;
  result.algorithms = {Algorithm::gjk_epa, Algorithm::direct_search};
  for (std::size_t c = 0; c < pair_class_count; ++c) {
    AgreementTally good;
    good.pairs = 10;
    good.right = 9 - c;
    good.wrong_state = c;
    good.fallbacks = 1;
    good.unaided = 8 - c;
    good.by_status = {9, 0, 0, 1};
    good.worst_error = 1e-3 * static_cast<Real>(c + 1);
    good.nanoseconds.assign(10, 100.0 * static_cast<Real>(c + 1));
    AgreementTally silent;
    silent.pairs = 10;
    silent.by_status = {0, 0, 10, 0};
    silent.nanoseconds.assign(10, 5);
    result.tallies[c] = {good, silent};
    result.states[c] = {10, 0, 0};
  }
  const Report report = report_of(result);
  ASSERT_EQ(report.tables.size(), 6U);
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  const ReportTable& all = report.tables.back();
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(all.rows[0][0], Cell{std::string("gjk-epa")});
  EXPECT_NEAR(std::get<Real>(all.rows[0][2]), 30.0 / 40, 1e-15);    // right
  EXPECT_NEAR(std::get<Real>(all.rows[0][3]), 26.0 / 40, 1e-15);    // unaided
  EXPECT_EQ(all.rows[0][4], Cell{6.0});                             // wrong
  EXPECT_EQ(all.rows[0][5], Cell{6.0});                             // wrong state
  EXPECT_EQ(all.rows[0][6], Cell{4e-3});                            // worst error
  EXPECT_EQ(all.rows[0][7], Cell{std::string("not-converged 4")});  // failures
  EXPECT_NEAR(std::get<Real>(all.rows[0][8]), 0.1, 1e-15);          // fallback
  EXPECT_NEAR(std::get<Real>(all.rows[0][9]), 250, 1e-12);          // mean time
  EXPECT_EQ(all.rows[0][10], Cell{400.0});                          // 99.9th percentile
  EXPECT_EQ(all.rows[1][2], Cell{0.0});
  EXPECT_EQ(all.rows[1][7], Cell{std::string("unsupported-pair 40")});
  EXPECT_EQ(all.rows[1][9], Cell{});  // no answer has no time
}

}  // namespace
}  // namespace scree::bench
