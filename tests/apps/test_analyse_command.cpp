// scree analyse as a user calls it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/run_command.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class AnalyseCommand : public CommandTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
  void SetUp() override {
    CommandTest::SetUp();
    const CommandRun run =
        run_command({"run", put("s.toml", testing::box_of_stones), "--out", path("r"), "--quiet"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
  }
  [[nodiscard]] std::string refused(const std::vector<std::string>& flags) const {
    std::vector<std::string> arguments{"analyse", path("r")};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const CommandRun run = run_command(arguments);
    EXPECT_EQ(run.exit_status, 2) << flags[0];
    EXPECT_EQ(run.output, "");
    EXPECT_FALSE(fs::exists(path("r/analysis"))) << flags[0];
    return run.errors;
  }
};

TEST_F(AnalyseCommand, PrintsATableAndWritesFiles) {
  const CommandRun run = run_command({"analyse", path("r")});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  for (const char* part :
       {"particles ", "coordination number", "solid fraction", "mean stress", "angle of repose"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part << "\n" << run.output;
  }
  EXPECT_NE(run.output.find("results in " + path("r/analysis")), std::string::npos);
  for (const char* name : {"analysis.json", "solid-fraction.csv", "contact-forces.svg"}) {
    EXPECT_TRUE(fs::exists(path("r/analysis") + "/" + name)) << name;
  }
  fs::create_directory(path("a"));
  std::ofstream(path("a") + "/surface.svg") << "of an earlier time";
  std::ofstream(path("a") + "/mine.svg") << "mine";
  const CommandRun as_json = run_command({"analyse", path("r"), "--format", "json", "--out", path("a"),
                                          "--layers", "3", "--box", "0,0,0,0.4,0.4,0.3"});
  EXPECT_EQ(as_json.exit_status, 0) << as_json.errors;
  const json found = json::parse(as_json.output);
  EXPECT_EQ(found["solid_fraction"]["layers"].size(), 3U);
  EXPECT_EQ(found["box"]["upper_m"][2], 0.3);
  std::ifstream file(path("a") + "/analysis.json");
  EXPECT_EQ(json::parse(file), found);
  EXPECT_FALSE(fs::exists(path("a") + "/surface.svg"));  // no slope this time
  EXPECT_TRUE(fs::exists(path("a") + "/mine.svg"));
}

TEST_F(AnalyseCommand, BadInputIsRefused) {
  const CommandRun none = run_command({"analyse", path("none")});
  EXPECT_EQ(none.exit_status, 2);
  EXPECT_EQ(none.errors, "scree: " + path("none") + ": no such folder\n");
  EXPECT_EQ(refused({"--plane", "w=1"}).rfind("scree: --plane: \"w=1\" is no plane", 0), 0U);
  EXPECT_NE(refused({"--box", "0,0,0,1"}).find("--box: has 4 numbers; 6 are wanted"), std::string::npos);
  EXPECT_NE(refused({"--box", "0,0,1,1,1,0"}).find("--box: along z it goes from 1 to 0 m"),
            std::string::npos);
  EXPECT_NE(refused({"--event", "none"}).find("no state was kept of an event \"none\""), std::string::npos);
  EXPECT_NE(refused({"--time", "1", "--frame", "2"}).find("--help"), std::string::npos);
  EXPECT_NE(refused({"--time", "nan"}).find("--time: nan is no time"), std::string::npos);
  EXPECT_NE(refused({"--surface", "z"}).find("heap"), std::string::npos);
  EXPECT_NE(refused({"--margin", "-1"}).find("--margin"), std::string::npos);
  EXPECT_NE(refused({"--layers", "0"}).find("--layers"), std::string::npos);
  fs::remove(path("r/frames.scree"));
  EXPECT_NE(refused({"--frame", "0"}).find("frames.scree"), std::string::npos);
  EXPECT_NE(refused({"--plane", "z=0.1"}).find("frames.scree"), std::string::npos);
}

TEST_F(AnalyseCommand, WhatCannotBeWrittenIsSaid) {
  const CommandRun blocked = run_command({"analyse", path("r"), "--out", path("s.toml")});
  EXPECT_EQ(blocked.exit_status, 2);
  EXPECT_NE(blocked.errors.find("s.toml"), std::string::npos);
  EXPECT_EQ(run_command({"analyse", path("r")}, "/dev/full").exit_status, 1);
}

}  // namespace
}  // namespace scree
