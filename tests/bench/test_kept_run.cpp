#include "bench/kept_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "bench/must.hpp"
#include "bench/nezami_runs.hpp"
#include "core/file_io.hpp"
#include "output/run_summary.hpp"
#include "support/temp_folder.hpp"

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
checkpoint = true

[[event]]
name = "later"
after = "open"
delay = 0.02
checkpoint = true

[[event]]
name = "end"
after = "open"
delay = 0.05
stop = true
)";

class KeptRunTest : public scree::testing::FolderTest {
 protected:
  [[nodiscard]] WantedRun wanted(const std::string& folder) const {
    return {"small", small_scene, path(folder), 1, {}};
  }
  static std::string hash(const KeptRun& run) {
    return hash_text(state_hash(run.core->setup.model, run.core->setup.state));
  }
};

TEST_F(KeptRunTest, GoesToTheStatesThatEventsKept) {
  KeptRun run = must(complete_run(wanted("a")));
  EXPECT_NEAR(run.core->setup.state.time, 0.15, 1e-9);
  EXPECT_NEAR(event_time(*run.core, "open"), 0.1, 1e-9);
  EXPECT_LT(event_time(*run.core, "no such event"), 0);
  const std::string end = hash(run);
  EXPECT_EQ(run.figures.hash, end);
  EXPECT_EQ(run.figures.steps, 1500U);
  EXPECT_EQ(run.figures.particles, 12U);
  EXPECT_EQ(run.figures.time_step, 1e-4);
  EXPECT_GT(run.figures.wall_seconds, 0);

  ASSERT_FALSE(go_to_event(run, "open"));
  EXPECT_NEAR(run.core->setup.state.time, 0.1, 1e-9);
  // The event has happened: one wall less pushes.
  const auto& present = run.core->setup.state.present;
  EXPECT_EQ(std::count(present.begin(), present.end(), 0), 1);
  ASSERT_FALSE(go_to_event(run, "later"));
  EXPECT_NEAR(run.core->setup.state.time, 0.12, 1e-9);
  while (!run.core->stop) advance(*run.core);
  EXPECT_EQ(hash(run), end);
  const auto missing = go_to_event(run, "end");
  ASSERT_TRUE(missing);
  EXPECT_NE(missing->message.find("end.kept"), std::string::npos) << missing->message;
}

TEST_F(KeptRunTest, TakesUpARun) {
  const std::string end = must(complete_run(wanted("whole"))).figures.hash;

  // As `scree run --end-time 0.11` leaves it, between the two events.
  put(path("small.toml"), small_scene);
  RunOptions options;
  options.end_time = 0.11;
  ASSERT_TRUE(run_scene(path("small.toml"), path("parts"), false, options));
  KeptRun run = must(complete_run(wanted("parts")));
  EXPECT_EQ(run.figures.hash, end);
  EXPECT_EQ(hash(run), end);
  EXPECT_FALSE(go_to_event(run, "open"));
  EXPECT_FALSE(go_to_event(run, "later"));
  EXPECT_EQ(must(read_file(path("whole/forces.csv"))), must(read_file(path("parts/forces.csv"))));
}

TEST_F(KeptRunTest, GoesOnAfterAnInterrupt) {
  const std::string end = must(complete_run(wanted("whole"))).figures.hash;
  WantedRun stopped = wanted("parts");
  const std::atomic<int> signal = 2;
  stopped.watch.interrupt = &signal;
  const Result<KeptRun> nothing = complete_run(stopped);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message, "interrupted at 0 s");
  EXPECT_EQ(must(complete_run(wanted("parts"))).figures.hash, end);

  // It is complete: there is nothing to interrupt.
  std::string said;
  stopped.watch.note = [&](const std::string& text) { said += text; };
  EXPECT_EQ(must(complete_run(stopped)).figures.hash, end);
  EXPECT_NE(said.find("is complete"), std::string::npos) << said;
}

TEST_F(KeptRunTest, TellsWhatCannotBeKept) {
  put(path("file"), "");
  const Result<KeptRun> run = complete_run(wanted("file"));
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("file: is not a folder"), std::string::npos) << run.error().message;
}

TEST_F(KeptRunTest, RefusesARunOfAnotherScene) {
  must(complete_run(wanted("a")));
  WantedRun other = wanted("a");
  other.scene = with_time_step(other.scene, 0.5);
  const Result<KeptRun> run = complete_run(other);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("of another scene than small"), std::string::npos)
      << run.error().message;
}

TEST(NezamiRuns, ChangesTheTimeStepOfAScene) {
  EXPECT_EQ(with_time_step("[simulation]\ntime_step = 1.5e-4\n# time_step = 7\n", 0.5),
            "[simulation]\ntime_step = 7.5e-05\n# time_step = 7\n");
}

TEST(NezamiRuns, NamesTheFolderOfARunByItsTimeStep) {
  NezamiPlan plan;
  const RunsFolder runs("some/where");
  EXPECT_EQ(wanted_run("flow", small_scene, plan, runs).folder, "some/where/flow");
  plan.time_step_factor = 0.25;
  const WantedRun quarter = wanted_run("flow", small_scene, plan, runs);
  EXPECT_EQ(quarter.folder, "some/where/flow-step-0.25");
  EXPECT_NE(quarter.scene.find("time_step = 2.5e-05"), std::string::npos);
}

}  // namespace
}  // namespace scree::bench
