// The scenes that are built into the benchmarks: the same text as the files, and each can run.
#include "bench/paper_scenes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/file_io.hpp"
#include "scene/scene.hpp"
#include "sim/check_setup.hpp"

namespace scree::bench {
namespace {

namespace fs = std::filesystem;

TEST(PaperScenes, AreTheFiles) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SCREE_SOURCE_DIR) / "scenes/papers")) {
    if (entry.path().extension() != ".toml") continue;
    ++files;
    const Result<std::string> text = read_file(entry.path().string());
    ASSERT_TRUE(text);
    EXPECT_EQ(paper_scene(entry.path().stem().string()), *text) << entry.path();
  }
  EXPECT_EQ(paper_scene_names().size(), files);
  EXPECT_TRUE(paper_scene("no-such-scene").empty());
}

TEST(PaperScenes, OfFengCanRun) {
  for (const std::string_view name : paper_scene_names()) {
    if (!name.starts_with("feng-")) continue;
    const scree::Setup setup = paper_setup(name);
    Exec exec(1);
    const auto bad = check_setup(setup, exec);
    EXPECT_FALSE(bad) << bad->message;
  }
}

}  // namespace
}  // namespace scree::bench
