// Frames of whole runs: which there are, and that interruptions and threads leave no trace in them.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>

#include "core/file_io.hpp"
#include "output/frame_file.hpp"
#include "sim/run_scene.hpp"
#include "support/scene_texts.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// Bodies come and go, gravity changes, a wall moves.
const std::string busy_scene =
    testing::replaced(testing::box_of_stones, "paraview = false\n", "") + testing::rain_of_gems + R"(
[[wall]]
name = "pusher"
type = "block"
lower = [0.005, 0.05, 0.05]
upper = [0.045, 0.35, 0.6]
motion = "push"
[[motion]]
name = "push"
start = 0.05
[[motion.phase]]
velocity = [0.5, 0, 0]
end = 0.1
[[event]]
name = "lighter"
time = 0.1
gravity = [0, 0, -5]
[[event]]
name = "open"
time = 0.15
remove = "box.x+"
)";

class FrameRunTest : public testing::FolderTest {
 protected:
  [[nodiscard]] std::string scene(const std::string& text) const {
    put(path("scene.toml"), text);
    return path("scene.toml");
  }
  RunOutcome run(const std::string& text, const std::string& out, const RunOptions& options) {
    const auto outcome = run_scene(scene(text), path(out), true, options);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : RunOutcome{};
  }
  RunOutcome resume(const std::string& out, const RunOptions& options) {
    const auto outcome = resume_run(path(out), options);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : RunOutcome{};
  }
  [[nodiscard]] FrameReader frames(const std::string& out) const {
    auto reader = FrameReader::open(path(out + "/frames.scree"));
    EXPECT_TRUE(reader) << reader.error().message;
    return *std::move(reader);
  }
  // Names and bytes of all that shows the run.
  [[nodiscard]] std::map<std::string, std::string> shown(const std::string& out) const {
    std::map<std::string, std::string> files;
    files["frames.scree"] = *read_file(path(out + "/frames.scree"));
    for (const auto& entry : fs::directory_iterator(path(out + "/paraview"))) {
      files[entry.path().filename().string()] = *read_file(entry.path().string());
    }
    return files;
  }
  void expect_same(const std::string& out, const std::string& expected) const {
    const auto a = shown(out), b = shown(expected);
    ASSERT_EQ(a.size(), b.size());
    for (const auto& [name, bytes] : b) EXPECT_EQ(a.count(name) == 1 && a.at(name) == bytes, true) << name;
  }
};

RunOptions on_threads(int threads) {
  RunOptions options;
  options.threads = threads;
  return options;
}

TEST_F(FrameRunTest, HundredAndOneUnlessTheSceneSaysOtherwise) {
  const RunOutcome outcome = run(busy_scene, "r", on_threads(1));
  const FrameReader reader = frames("r");
  EXPECT_EQ(reader.scene().name, "scene");
  EXPECT_EQ(reader.scene().gravity, (Vec3{0, 0, -9.81}));
  EXPECT_EQ(reader.scene().end_time, 0.25);
  ASSERT_EQ(reader.frames().size(), 101U);
  EXPECT_EQ(reader.frames().front().step, 0U);
  EXPECT_EQ(reader.frames().back().step, outcome.steps);
  EXPECT_NEAR(reader.frames()[40].time, 0.1, reader.scene().time_step);
  const std::size_t bodies = body_count(reader.scene());
  EXPECT_EQ(reader.read_frame(0)->body.size(), bodies - 8) << "the rain has not begun";
  EXPECT_EQ(reader.read_frame(50)->time, reader.frames()[50].time);
  EXPECT_EQ(reader.read_frame(100)->body.size(), bodies - 1) << "a side has gone";
  EXPECT_GT(reader.read_frame(100)->pairs.size(), 10U);
  EXPECT_TRUE(fs::exists(path("r/paraview/particles-000100.vtp")));
  EXPECT_FALSE(fs::exists(path("r/paraview/particles-000101.vtp")));

  // The same folder again, with fewer, and none for ParaView: nothing of the old ones is left.
  const std::string fewer =
      testing::replaced(busy_scene, "[output]", "[output]\nframe_interval = 0.1\nparaview = false");
  run(fewer, "r", on_threads(1));
  EXPECT_EQ(frames("r").frames().size(), 4U) << "0, 0.1, 0.2 s and the end";
  EXPECT_FALSE(fs::exists(path("r/paraview")));
  run(testing::replaced(busy_scene, "[output]", "[output]\nframe_interval = \"none\""), "r", on_threads(1));
  EXPECT_FALSE(fs::exists(path("r/frames.scree")));
  EXPECT_FALSE(fs::exists(path("r/paraview")));
  // The command's word counts more.
  RunOptions options = on_threads(1);
  options.frame_interval = 0.05;
  options.paraview = true;
  run(fewer, "r", options);
  EXPECT_EQ(frames("r").frames().size(), 6U);
  EXPECT_TRUE(fs::exists(path("r/paraview/run.pvd")));
  options.frame_interval = 0;
  run(fewer, "r", options);
  EXPECT_FALSE(fs::exists(path("r/frames.scree")));
}

TEST_F(FrameRunTest, RefusesIntervalsThatCannotBe) {
  for (const char* value : {"0", "-1", "\"never\""}) {
    const auto refused = run_scene(
        scene(testing::replaced(busy_scene, "[output]", std::string("[output]\nframe_interval = ") + value)),
        path("r"), false, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("output.frame_interval"), std::string::npos)
        << refused.error().message;
    EXPECT_FALSE(fs::exists(path("r")));
  }
}

TEST_F(FrameRunTest, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
  RunOptions options = on_threads(1);
  options.frame_interval = 0.0171;
  run(busy_scene, "whole", options);
  options.threads = 2;
  run(busy_scene, "two", options);
  expect_same("two", "whole");

  std::atomic<int> interrupt = 1;
  options.interrupt = &interrupt;
  EXPECT_EQ(run(busy_scene, "cut", options).end, RunEnd::interrupted);
  // Each end leaves a frame of its own, which is none of the whole run's.
  for (const double end : {0.004, 0.0312, 0.0991, 0.16}) {
    RunOptions part = on_threads(end < 0.05 ? 1 : 2);
    part.end_time = end;
    EXPECT_EQ(resume("cut", part).end, RunEnd::finished);
    EXPECT_NEAR(frames("cut").frames().back().time, end, 1e-3);
    EXPECT_EQ(frames("cut").scene().end_time, end);
  }
  RunOptions rest;
  rest.end_time = 0.25;
  resume("cut", rest);
  expect_same("cut", "whole");
  // Nothing is left to do, and nothing changes.
  resume("cut", {});
  expect_same("cut", "whole");
}

TEST_F(FrameRunTest, AreTheSameAfterAKill) {
  RunOptions options = on_threads(1);
  options.frame_interval = 0.02;
  run(busy_scene, "whole", options);
  fs::copy(path("whole"), path("killed"), fs::copy_options::recursive);
  // As if it had been killed shortly after its last but one checkpoint, within a frame.
  std::vector<fs::path> checkpoints;
  for (const auto& entry : fs::directory_iterator(path("killed/checkpoints")))
    checkpoints.push_back(entry.path());
  std::sort(checkpoints.begin(), checkpoints.end());
  fs::remove(checkpoints.back());
  fs::resize_file(path("killed/frames.scree"), fs::file_size(path("killed/frames.scree")) - 100);
  fs::remove(path("killed/paraview/run.pvd"));
  put(path("killed/paraview/run.pvd.tmp"), "half of it");
  put(path("killed/paraview/points-000012.vtp"), "half of it");
  resume("killed", {});
  expect_same("killed", "whole");
}

TEST_F(FrameRunTest, AFullDiskEndsTheRunAndLeavesItsCheckpoints) {
  RunOptions options = on_threads(1);
  options.frame_interval = 0.0005;
  options.paraview = false;
  run(busy_scene, "whole", options);
  const auto needed = fs::file_size(path("whole/frames.scree"));
  ASSERT_GT(needed, 400000U);

  // No file may grow beyond half of that: writing fails as on a full disk.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limited = before;
  limited.rlim_cur = needed / 2;
  setrlimit(RLIMIT_FSIZE, &limited);
  const RunOutcome outcome = run(busy_scene, "full", options);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(outcome.end, RunEnd::interrupted);
  EXPECT_NE(outcome.write_error.find("frames.scree: cannot write the file"), std::string::npos)
      << outcome.write_error;
  const FrameReader reader = frames("full");
  EXPECT_EQ(reader.trouble(), "") << "only whole frames";
  EXPECT_GT(reader.frames().size(), 100U);
  EXPECT_LT(reader.frames().size(), 400U);

  // With room again it goes on.
  EXPECT_EQ(resume("full", {}).write_error, "");
  EXPECT_EQ(*read_file(path("full/frames.scree")), *read_file(path("whole/frames.scree")));
}

TEST_F(FrameRunTest, WhatIsInTheWayIsNamed) {
  RunOptions half = on_threads(1);
  half.end_time = 0.1;
  half.frame_interval = 0.05;
  run(busy_scene, "r", half);
  fs::remove_all(path("r/paraview"));
  put(path("r/paraview"), "");
  RunOptions rest;
  rest.end_time = 0.25;
  const RunOutcome outcome = resume("r", rest);
  EXPECT_NE(outcome.write_error.find("r/paraview: cannot make the folder"), std::string::npos)
      << outcome.write_error;
  EXPECT_FALSE(fs::is_empty(path("r/checkpoints")));
  fs::remove(path("r/paraview"));
  EXPECT_EQ(resume("r", rest).write_error, "");
}

}  // namespace
}  // namespace scree
