// Timing: who is called how often and in which order. No test measures time.
#include "bench/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace scree::bench {
namespace {

// The order of calls, with runs of the same letter as one.
struct Log {
  std::string calls;
  Work work(char letter) {
    return [this, letter] {
      if (calls.empty() || calls.back() != letter) calls += letter;
    };
  }
};

TEST(Measure, BestTimesTakesTheWorksInTurn) {
  Log log;
  const std::vector<Real> times = best_times({log.work('a'), log.work('b')}, {3, 1e-6});
  EXPECT_EQ(log.calls, "abababab");  // once to find the number of repeats, then three rounds
  ASSERT_EQ(times.size(), 2U);
  for (const Real time : times) EXPECT_TRUE(time >= 0 && std::isfinite(time));
}

TEST(Measure, BestTimesRepeatsUntilARoundIsLongEnough) {
  std::int64_t calls = 0;
  best_times({[&] { ++calls; }}, {1, 1e-3});
  EXPECT_GT(calls, 100);
}

TEST(Measure, CallTimesAskOnceAndInTurn) {
  Log log;
  int calls = 0;
  const Work a = [&, inner = log.work('a')] {
    ++calls;
    inner();
  };
  std::vector<Real> times;
  best_call_times({a, log.work('b')}, 4, 0, times);
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(log.calls, "abababab");
  ASSERT_EQ(times.size(), 2U);
  for (const Real time : times) EXPECT_TRUE(time >= 0 && std::isfinite(time));
}

TEST(Measure, CallTimesAreNeverNegative) {
  std::vector<Real> times;
  best_call_times({[] {}}, 1, 1e9, times);
  EXPECT_EQ(times[0], 0);
}

TEST(Measure, ClockOverheadIsATime) {
  const Real overhead = clock_overhead();
  EXPECT_TRUE(overhead >= 0 && overhead < 1e6) << overhead;
}

TEST(Measure, PercentileIsTheNearestRank) {
  std::vector<Real> values;
  for (int i = 1000; i > 0; --i) values.push_back(i);
  EXPECT_EQ(percentile(values, 0.999), 999);
  EXPECT_EQ(percentile(values, 0.5), 500);
  EXPECT_EQ(percentile(values, 0), 1);
  EXPECT_EQ(percentile(values, 1), 1000);
  EXPECT_EQ(percentile({7}, 0.999), 7);
  EXPECT_EQ(percentile({1, 2}, 0.999), 2);
  EXPECT_TRUE(std::isnan(percentile({}, 0.5)));
}

TEST(Measure, Mean) {
  EXPECT_EQ(mean({1, 2, 6}), 3);
  EXPECT_TRUE(std::isnan(mean({})));
}

}  // namespace
}  // namespace scree::bench
