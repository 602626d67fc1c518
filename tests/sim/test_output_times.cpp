// The steps at which something is written.
#include "sim/output_times.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace scree {
namespace {

std::vector<std::uint64_t> due_steps(OutputTimes times, std::uint64_t count) {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t step = 0; step < count; ++step) {
    if (times.due(step)) steps.push_back(step);
  }
  return steps;
}

TEST(OutputTimes, AreTheStepsNearestToTheTimes) {
  EXPECT_EQ(due_steps({0.1, 0.025}, 13), (std::vector<std::uint64_t>{0, 4, 8, 12}));
  // 0.1 / 0.03 = 3.33: times 0.1, 0.2, 0.3, 0.4 lie nearest to steps 3, 7, 10, 13.
  EXPECT_EQ(due_steps({0.1, 0.03}, 15), (std::vector<std::uint64_t>{0, 3, 7, 10, 13}));
}

TEST(OutputTimes, ShorterThanAStepIsEveryStep) {
  EXPECT_EQ(due_steps({0.01, 0.03}, 4), (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(OutputTimes, NoTimeIsMissedInALongRun) {
  const OutputTimes times{1e-3, 3.1e-7};
  EXPECT_EQ(due_steps(times, 3'000'001).size(), 931U);  // to 0.93 s
}

TEST(OutputTimes, TheLastStep) {
  EXPECT_EQ(step_at(1, 0.1), 10U);
  EXPECT_EQ(step_at(1, 0.3), 3U);  // 0.9 is nearer than half a step
  EXPECT_EQ(step_at(1, 0.4), 2U);
  EXPECT_EQ(step_at(0, 0.4), 0U);
}

}  // namespace
}  // namespace scree
