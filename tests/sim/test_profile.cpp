// Where the time goes: all of it counted, once, and no result touched by it.
#include "sim/profile.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/file_io.hpp"
#include "sim/checkpoint.hpp"
#include "sim/run_scene.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

using nlohmann::json;
using testing::box_of_stones;

Real of(const Profile& profile, Stage stage) { return profile.seconds[static_cast<std::size_t>(stage)]; }
Real elapsed(ProfileClock::time_point begin) {
  return std::chrono::duration<Real>(ProfileClock::now() - begin).count();
}
// Something that lasts.
void wait_a_little() {
  const auto begin = ProfileClock::now();
  while (ProfileClock::now() - begin < std::chrono::microseconds(50)) {
  }
}

TEST(Profile, StagesThatTakeTurnsShareTheTime) {
  Profile profile;
  StageClock clock(profile);
  wait_a_little();
  clock.add_to(Stage::detection, 3, Stage::law, 1);
  EXPECT_GE(total_seconds(profile), 50e-6);
  EXPECT_NEAR(of(profile, Stage::detection), 3 * of(profile, Stage::law), 1e-12);
  EXPECT_EQ(of(profile, Stage::gather), 0);
}

TEST(Profile, RestIsWhatNoStageHasCounted) {
  Profile profile;
  profile.seconds[0] = 100;  // of before
  const auto begin = ProfileClock::now();
  {
    const RestClock outer(profile);
    wait_a_little();
    {
      const RestClock inner(profile);
      StageClock clock(profile);
      wait_a_little();
      clock.add_to(Stage::motion);
      wait_a_little();
    }
    wait_a_little();
  }
  const Real longest = elapsed(begin);
  EXPECT_GE(of(profile, Stage::motion), 50e-6);
  EXPECT_GE(of(profile, Stage::rest), 150e-6);
  EXPECT_GE(total_seconds(profile) - 100, 200e-6 * (1 - 1e-9));
  EXPECT_LE(total_seconds(profile) - 100, longest * (1 + 1e-9)) << "something was counted twice";
}

TEST(Profile, OfStepsHasEveryStage) {
  for (const int threads : {1, 2}) {
    const auto core = testing::started(box_of_stones, threads);
    const Profile before = core->work.profile;
    const std::uint64_t searches = core->work.pairs.searches;
    const auto begin = ProfileClock::now();
    for (int i = 0; i < 200; ++i) advance(*core);
    const Real longest = elapsed(begin);
    const Profile profile = since(core->work.profile, before);
    EXPECT_EQ(profile.steps, 200U);
    EXPECT_EQ(profile.particle_steps, 200 * core->particles);
    EXPECT_EQ(profile.searches, core->work.pairs.searches - searches);
    EXPECT_GT(profile.searches, 0U);
    for (std::size_t i = 0; i < stage_count; ++i) {
      const auto stage = static_cast<Stage>(i);
      if (stage == Stage::output) continue;  // nothing was written
      EXPECT_GT(of(profile, stage), 0) << name(stage);
    }
    EXPECT_EQ(of(profile, Stage::output), 0);
    EXPECT_LE(total_seconds(profile), longest * (1 + 1e-9));
  }
}

TEST(Profile, NamesDiffer) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < stage_count; ++i) names.insert(name(static_cast<Stage>(i)));
  EXPECT_EQ(names.size(), stage_count);
}

TEST(Profile, TableShowsSharesAndTimesPerParticleAndStep) {
  Profile profile;
  profile.seconds = {0.25, 0, 0.5, 0, 0, 0, 0, 0, 0.25};
  profile.steps = 20;
  profile.particle_steps = 10'000'000;
  profile.searches = 3;
  EXPECT_EQ(profile_text(profile),
            "stage      seconds  share [%]  per particle-step [ns]\n"
            "---------  -------  ---------  ----------------------\n"
            "place        0.250       25.0                    25.0\n"
            "search       0.000        0.0                     0.0\n"
            "detection    0.500       50.0                    50.0\n"
            "law          0.000        0.0                     0.0\n"
            "gather       0.000        0.0                     0.0\n"
            "motion       0.000        0.0                     0.0\n"
            "account      0.000        0.0                     0.0\n"
            "output       0.000        0.0                     0.0\n"
            "rest         0.250       25.0                    25.0\n"
            "total        1.000      100.0                   100.0\n"
            "20 steps, 3 searches for neighbours\n");
  // A run without a step divides by nothing.
  EXPECT_EQ(profile_text({}).find("nan"), std::string::npos);
}

using ProfileFiles = testing::FolderTest;

TEST_F(ProfileFiles, AreNotPartOfCheckpoints) {
  const auto core = testing::started(box_of_stones);
  for (int i = 0; i < 20; ++i) advance(*core);
  ASSERT_FALSE(write_checkpoint(path("a"), *core));
  core->work.profile = {};
  core->work.profile.seconds[2] = 7;
  ASSERT_FALSE(write_checkpoint(path("b"), *core));
  EXPECT_EQ(*read_file(path("a")), *read_file(path("b")));
}

TEST_F(ProfileFiles, AreInTheSummaryAndOfOneProcess) {
  put(path("scene.toml"), box_of_stones);
  RunOptions options;
  options.threads = 1;
  options.end_time = 0.1;
  const auto first = run_scene(path("scene.toml"), path("run"), false, options);
  ASSERT_TRUE(first) << first.error().message;
  const auto summary = [&] { return json::parse(*read_file(path("run/summary.json"))); };
  const json profile = summary()["profile"];
  Real sum = 0;
  for (std::size_t i = 0; i < stage_count; ++i) {
    const std::string key(name(static_cast<Stage>(i)));
    ASSERT_TRUE(profile.contains(key)) << key;
    EXPECT_GT(profile[key].get<Real>(), 0) << key;
    sum += profile[key].get<Real>();
  }
  EXPECT_EQ(profile.size(), stage_count + 4);
  EXPECT_NEAR(profile["total"].get<Real>(), sum, 1e-9 * sum);
  EXPECT_EQ(profile["steps"], first->steps);
  EXPECT_EQ(profile["particle_steps"], 30 * first->steps);
  EXPECT_EQ(first->profile.steps, first->steps);

  options.end_time = 0.15;
  const auto second = resume_run(path("run"), options);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(summary()["profile"]["steps"], second->steps - first->steps);
}

}  // namespace
}  // namespace scree
