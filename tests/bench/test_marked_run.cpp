#include "bench/marked_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "bench/must.hpp"
#include "core/file_io.hpp"
#include "scene/scene.hpp"

namespace scree::bench {
namespace {

constexpr const char* small_scene = R"(
[simulation]
end_time = 0.2
time_step = 1e-4

[[material]]
name = "rock"
density = 2600
normal_stiffness = 1e5
shear_stiffness = 8e4
friction = 0.6
restitution = 0.5

[[shape]]
name = "cube"
type = "box"
extents = [0.04, 0.04, 0.04]

[[fill]]
name = "cubes"
shapes = ["cube"]
region = { lower = [0, 0, 0], upper = [0.15, 0.15, 0.3] }
count = 12

[[wall]]
name = "box"
type = "box"
lower = [0, 0, 0]
upper = [0.15, 0.15, 1]
open = ["z+"]

[[event]]
name = "open"
time = 0.1
remove = ["box.x+"]

[[event]]
name = "end"
after = "open"
delay = 0.05
stop = true
)";

Setup small_setup() { return must(parse_scene(small_scene, "small.toml", {})); }

class MarkedRunTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("marked-run-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  MarkedRun run_in(const std::string& name) {
    MarkedRun run;
    run.folder = (folder_ / name).string();
    std::filesystem::create_directories(run.folder);
    run.marks = {{"start", "open", 0}, {"later", "open", 0.02}};
    run.force_interval = 1e-3;
    return run;
  }
  static std::uint64_t hash(const SimulationCore& core) {
    return state_hash(core.setup.model, core.setup.state);
  }

  std::filesystem::path folder_;
};

TEST_F(MarkedRunTest, KeepsTheStatesAtItsMarks) {
  const MarkedRun run = run_in("a");
  SimulationCore core(small_setup());
  ASSERT_FALSE(run_with_marks(run, core));
  EXPECT_NEAR(core.setup.state.time, 0.15, 1e-9);
  EXPECT_NEAR(event_time(core, "open"), 0.1, 1e-9);
  EXPECT_LT(event_time(core, "no such event"), 0);
  const std::uint64_t end = hash(core);
  EXPECT_GT(core.run.wall_seconds, 0);

  ASSERT_FALSE(go_to_mark(run, "start", core));
  EXPECT_NEAR(core.setup.state.time, 0.1, 1e-9);
  // The event has happened: one wall less pushes.
  const auto absent = std::count(core.setup.state.present.begin(), core.setup.state.present.end(), 0);
  EXPECT_EQ(absent, 1);
  ASSERT_FALSE(go_to_mark(run, "later", core));
  EXPECT_NEAR(core.setup.state.time, 0.12, 1e-9);
  while (!core.stop) advance(core);
  EXPECT_EQ(hash(core), end);
}

TEST_F(MarkedRunTest, GoesOnWhereItWasInterrupted) {
  const MarkedRun whole = run_in("whole");
  SimulationCore core(small_setup());
  ASSERT_FALSE(run_with_marks(whole, core));

  MarkedRun parts = run_in("parts");
  int steps = 0;
  parts.go_on = [&](const SimulationCore&) { return ++steps % 400 != 0; };
  std::uint64_t last = 0;
  for (int i = 0; i < 4; ++i) {
    SimulationCore part(small_setup());
    ASSERT_FALSE(run_with_marks(parts, part));
    last = hash(part);
  }
  EXPECT_EQ(steps, 1500);
  EXPECT_EQ(last, hash(core));
  EXPECT_EQ(must(read_file(forces_of(whole))), must(read_file(forces_of(parts))));
  EXPECT_FALSE(std::filesystem::exists(checkpoint_of(parts, "latest")));

  // It is complete: nothing is run again.
  SimulationCore again(small_setup());
  ASSERT_FALSE(run_with_marks(parts, again));
  EXPECT_EQ(steps, 1500);
  EXPECT_EQ(hash(again), hash(core));
}

TEST_F(MarkedRunTest, TellsWhatCannotBeKept) {
  MarkedRun run = run_in("a");
  run.folder += "/not/there";
  SimulationCore core(small_setup());
  const auto error = run_with_marks(run, core);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("not/there"), std::string::npos) << error->message;
}

TEST_F(MarkedRunTest, RefusesCheckpointsOfAnotherScene) {
  const MarkedRun run = run_in("a");
  SimulationCore core(small_setup());
  ASSERT_FALSE(run_with_marks(run, core));
  scree::Setup other = small_setup();
  other.model.mass[0] *= 2;
  other.settings.time_step = 5e-5;
  SimulationCore changed(std::move(other));
  EXPECT_TRUE(run_with_marks(run, changed));
}

}  // namespace
}  // namespace scree::bench
