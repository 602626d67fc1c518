// scree new and scree gallery as a user calls them.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "apps/run_command.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

const std::string scenes = SCREE_SOURCE_DIR "/scenes/simulation/";
const std::vector<std::string> names = {"drop-box", "flow", "hopper", "drum",
                                        "bucket",   "wall", "impact", "drum-2d"};

std::string text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

using NewCommand = CommandTest;

TEST_F(NewCommand, GalleryTellsWhatEachSceneIs) {
  const CommandRun run = run_command({"gallery"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  std::size_t at = 0;
  for (const std::string& name : names) {
    const std::string scene = text(scenes + name + ".toml");
    ASSERT_EQ(scene.rfind("# ", 0), 0U) << name;
    const std::string what = scene.substr(2, scene.find('\n') - 2);
    const std::size_t line = run.output.find(name + " ", at);
    ASSERT_NE(line, std::string::npos) << name << " in\n" << run.output;
    EXPECT_EQ(run.output.find(what, line), line + 10) << name;
    at = line;
  }
  EXPECT_NE(run.output.find("scree new"), std::string::npos);
}

TEST_F(NewCommand, EverySceneHasASmallPicture) {
  for (const std::string& name : names) {
    const fs::path picture = SCREE_SOURCE_DIR "/docs/pictures/gallery/" + name + ".png";
    ASSERT_TRUE(fs::exists(picture)) << picture;
    EXPECT_LT(fs::file_size(picture), 150'000U) << picture;
    EXPECT_EQ(text(picture).substr(1, 3), "PNG");
  }
}

TEST_F(NewCommand, WritesSoundScenesWithAHead) {
  for (const std::string& name : names) {
    const std::string path = (folder / (name + "-of-mine.toml")).string();
    const CommandRun run = run_command({"new", (folder / (name + "-of-mine")).string(), "--from", name});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    EXPECT_NE(run.output.find("scree run " + path), std::string::npos) << run.output;
    const std::string written = text(path);
    const std::string scene = text(scenes + name + ".toml");
    ASSERT_GT(written.size(), scene.size());
    EXPECT_TRUE(written.ends_with(scene)) << name;
    EXPECT_EQ(written.rfind("# " + name + "-of-mine.toml: ", 0), 0U);
    for (const char* part : {"scree run ", "scree view runs/"}) {
      EXPECT_LT(written.find(part + name + "-of-mine"), written.size() - scene.size()) << part;
    }
    const CommandRun check = run_command({"check", path});
    EXPECT_EQ(check.exit_status, 0) << check.errors;
  }
}

TEST_F(NewCommand, StartsFromTheSmallestSceneUnlessToldOtherwise) {
  const std::string path = (folder / "mine.toml").string();
  EXPECT_EQ(run_command({"new", path}).exit_status, 0);  // with or without the ending
  EXPECT_TRUE(text(path).ends_with(text(scenes + "drop-box.toml")));
  // A scene of the gallery's own name is that scene.
  EXPECT_EQ(run_command({"new", (folder / "hopper").string()}).exit_status, 0);
  EXPECT_TRUE(text((folder / "hopper.toml").string()).ends_with(text(scenes + "hopper.toml")));
}

TEST_F(NewCommand, NeverOverwrites) {
  const std::string path = put("mine.toml", "precious");
  const CommandRun run = run_command({"new", (folder / "mine").string()});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors, "scree: " + path + ": there is such a file already; choose another name\n");
  EXPECT_EQ(text(path), "precious");
  // Not even the target of a link that leads nowhere.
  fs::create_symlink(folder / "nowhere.toml", folder / "link.toml");
  EXPECT_EQ(run_command({"new", (folder / "link").string()}).exit_status, 2);
  EXPECT_FALSE(fs::exists(folder / "nowhere.toml"));
}

TEST_F(NewCommand, SaysWhatIsWrong) {
  const std::string path = (folder / "mine").string();
  const CommandRun unknown = run_command({"new", path, "--from", "hoper"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_EQ(unknown.errors,
            "scree: --from: \"hoper\" is not in the gallery; there are: drop-box, flow, hopper, drum, "
            "bucket, wall, "
            "impact, drum-2d; did you mean \"hopper\"?\n");
  for (const char* bad : {"", ".toml", ".hidden", "two words", "a/b/"}) {
    const CommandRun run = run_command({"new", (folder / bad).string()});
    EXPECT_EQ(run.exit_status, 2) << bad;
    EXPECT_NE(run.errors.find("cannot be a scene's name"), std::string::npos) << run.errors;
  }
  const CommandRun no_folder = run_command({"new", (folder / "none" / "mine").string()});
  EXPECT_EQ(no_folder.exit_status, 2);
  EXPECT_NE(no_folder.errors.find("mine.toml"), std::string::npos) << no_folder.errors;
  EXPECT_EQ(run_command({"new"}).exit_status, 2);
  EXPECT_TRUE(fs::is_empty(folder));
}

}  // namespace
}  // namespace scree
