#include "core/progress.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

TEST(Progress, LineShowsShareCountAndTimeLeft) {
  EXPECT_EQ(progress_line("pairs", 50, 200, 30.0),
            "[#######                       ]  25 %  50 of 200 pairs  1:30 left");
  EXPECT_EQ(progress_line("pairs", 200, 200, 7.0),
            "[##############################] 100 %  200 of 200 pairs  0:00 left");
  EXPECT_EQ(progress_line("pairs", 0, 0, 0.0),
            "[##############################] 100 %  0 of 0 pairs  0:00 left");
}

// Standard error of a test run is no terminal: nothing may be written there.
TEST(Progress, IsSilentWithoutATerminal) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress("pairs", 10);
    for (std::uint64_t i = 0; i < 10; ++i) progress.update(i);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace scree
