// The folder of a run: made once, overwritten only when asked, held by one process at a time.
#include "output/run_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/file_io.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

using RunFolderTest = testing::FolderTest;

std::string message(const Result<RunFolder>& result) { return result ? "" : result.error().message; }

TEST_F(RunFolderTest, MakesFoldersOnTheWay) {
  const auto run = RunFolder::create(path("a/b"), "x", false);
  ASSERT_TRUE(run) << message(run);
  EXPECT_TRUE(fs::is_directory(path("a/b/checkpoints")));
  EXPECT_EQ(run->file("table.csv"), path("a/b/table.csv"));
}

TEST_F(RunFolderTest, NamesAFolderByItselfAndNeverTwiceTheSame) {
  const fs::path before = fs::current_path();
  fs::current_path(path(""));
  const auto first = RunFolder::create("", "my scene/1", false);
  const auto second = RunFolder::create("", "my scene/1", false);
  fs::current_path(before);
  ASSERT_TRUE(first && second);
  // runs/NAME-YYYYmmdd-HHMMSS
  std::string name = first->path().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }, '0');
  EXPECT_EQ(name, "runs/my-scene-0-00000000-000000") << first->path();
  EXPECT_NE(first->path(), second->path());
}

TEST_F(RunFolderTest, RefusesARunUnlessForced) {
  { ASSERT_TRUE(RunFolder::create(path("r"), "x", false)); }
  put(path("r/run.json"), "{}");
  put(path("r/table.csv"), "old");
  put(path("r/scene.toml"), "old");
  put(path("r/mine.txt"), "keep");
  put(path("r/checkpoints/1.checkpoint"), "old");
  EXPECT_EQ(message(RunFolder::create(path("r"), "x", false)),
            path("r") + ": there is a run in this folder; choose another --out, or --force to overwrite it");
  EXPECT_EQ(*read_file(path("r/table.csv")), "old");
  EXPECT_TRUE(RunFolder::create(path("r"), "x", true));
  EXPECT_FALSE(fs::exists(path("r/table.csv")));
  EXPECT_FALSE(fs::exists(path("r/run.json")));
  EXPECT_TRUE(fs::is_empty(path("r/checkpoints")));
  EXPECT_EQ(*read_file(path("r/mine.txt")), "keep");
}

TEST_F(RunFolderTest, RefusesAFolderOfSomethingElseEvenWhenForced) {
  fs::create_directories(path("other"));
  put(path("other/table.csv"), "mine");
  for (const bool force : {false, true}) {
    EXPECT_EQ(message(RunFolder::create(path("other"), "x", force)),
              path("other") + ": the folder is not empty and not of a run: choose another --out");
  }
  put(path("file"), "");
  EXPECT_EQ(message(RunFolder::create(path("file"), "x", true)),
            path("file") + ": is not a folder; --out wants one");
  EXPECT_EQ(message(RunFolder::create(path("file/below"), "x", true)),
            path("file/below") + ": cannot make the folder: Not a directory");
}

// A lock belongs to an open file: another process, or another opening, does not get it.
TEST_F(RunFolderTest, IsHeldByOne) {
  const std::string held = path("r") + ": another scree process is running in this folder";
  {
    const auto run = RunFolder::create(path("r"), "x", false);
    ASSERT_TRUE(run);
    put(path("r/run.json"), "{}");
    EXPECT_EQ(message(RunFolder::open(path("r"))), held);
    EXPECT_EQ(message(RunFolder::create(path("r"), "x", true)), held);
    EXPECT_TRUE(fs::exists(path("r/run.json")));
  }
  EXPECT_TRUE(RunFolder::open(path("r")));
}

TEST_F(RunFolderTest, OpensOnlyAFolderOfARun) {
  EXPECT_EQ(message(RunFolder::open(path("none"))), path("none") + ": no such folder");
  fs::create_directories(path("other"));
  EXPECT_EQ(message(RunFolder::open(path("other"))),
            path("other") + ": is not the folder of a run: it has no run.json");
}

TEST_F(RunFolderTest, RemovesWhatAKilledProcessLeft) {
  { ASSERT_TRUE(RunFolder::create(path("r"), "x", false)); }
  put(path("r/run.json"), "{}");
  put(path("r/summary.json.12.tmp"), "");
  put(path("r/checkpoints/1.checkpoint.12.tmp"), "");
  ASSERT_TRUE(RunFolder::open(path("r")));
  EXPECT_FALSE(fs::exists(path("r/summary.json.12.tmp")));
  EXPECT_TRUE(fs::is_empty(path("r/checkpoints")));
}

TEST_F(RunFolderTest, KeepsWhatTheCommandLineChanged) {
  const auto run = RunFolder::create(path("r"), "x", false);
  ASSERT_TRUE(run);
  ASSERT_FALSE(write_changes(*run, {"s.toml", "s", 0.1, std::nullopt, 0, false}));
  const auto back = read_changes(*run);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->scene, "s.toml");
  EXPECT_EQ(back->end_time, 0.1);
  EXPECT_FALSE(back->checkpoint_interval);
  EXPECT_EQ(back->frame_interval, 0.0);
  EXPECT_EQ(back->paraview, false);
  for (const char* text : {"", "[]", "{}", R"({"scene":1,"name":"x"})"}) {
    put(path("r/run.json"), text);
    EXPECT_FALSE(read_changes(*run)) << text;
  }
}

TEST_F(RunFolderTest, KeepsTheNewestTwoCheckpoints) {
  const auto run = RunFolder::create(path("r"), "x", false);
  ASSERT_TRUE(run);
  for (const std::uint64_t step : {9, 100, 1000, 20}) put(checkpoint_path(*run, step), "");
  set_aside(checkpoint_path(*run, 1000));
  remove_old_checkpoints(*run);
  EXPECT_EQ(checkpoints_newest_first(*run),
            (std::vector<std::string>{checkpoint_path(*run, 100), checkpoint_path(*run, 20)}));
}

}  // namespace
}  // namespace scree
