// A disk that fills up while a run writes to it: the message, and what is left to go on from.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/run_command.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

using nlohmann::json;

// A small disk in memory. Mounting one takes rights that not everybody has.
class FullDisk : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    disk = (folder / "disk").string();
    std::filesystem::create_directory(disk);
    mounted = mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=400k") == 0;
    if (!mounted) GTEST_SKIP() << "may not mount a disk here";
  }
  void TearDown() override {
    if (mounted) umount(disk.c_str());
    CommandTest::TearDown();
  }
  [[nodiscard]] static json summary(const std::string& run) {
    std::ifstream file(run + "/summary.json");
    return json::parse(file);
  }

  std::string disk;
  bool mounted = false;
};

TEST_F(FullDisk, EndsARunWithAMessageAndKeepsItsCheckpoints) {
  const std::string scene = put("s.toml", testing::box_of_stones);
  const std::string whole = (folder / "whole").string(), run = disk + "/r";
  const std::vector<std::string> often = {"--frame-every", "0.001", "--threads", "1", "--quiet"};
  const auto with_flags = [&](std::vector<std::string> words) {
    words.insert(words.end(), often.begin(), often.end());
    return words;
  };
  ASSERT_EQ(run_command(with_flags({"run", scene, "--out", whole})).exit_status, 0);

  const CommandRun full = run_command(with_flags({"run", scene, "--out", run}));
  EXPECT_EQ(full.exit_status, 1);
  EXPECT_NE(full.errors.find("No space left on device"), std::string::npos) << full.errors;
  EXPECT_EQ(full.errors.find('\n'), full.errors.size() - 1) << full.errors;
  EXPECT_FALSE(std::filesystem::exists(run + "/summary.json"));

  // With more room it goes on, to the same end.
  ASSERT_EQ(mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
  const CommandRun on = run_command({"resume", run, "--threads", "1", "--quiet"});
  EXPECT_EQ(on.exit_status, 0) << on.errors;
  EXPECT_EQ(summary(run)["state_hash"], summary(whole)["state_hash"]);
  const auto bytes = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  };
  EXPECT_EQ(bytes(run + "/frames.scree"), bytes(whole + "/frames.scree"));
  EXPECT_EQ(bytes(run + "/table.csv"), bytes(whole + "/table.csv"));
}

}  // namespace
}  // namespace scree
