// scree plot as a user calls it.
#include <gtest/gtest.h>

#include <fstream>

#include "apps/run_command.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

class PlotCommand : public CommandTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
  void run_stones() const {
    const CommandRun run = run_command(
        {"run", put("s.toml", testing::box_of_stones), "--out", path("r"), "--end-time", "0.1", "--quiet"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
  }
};

TEST_F(PlotCommand, WritesPlotsAndTheirNames) {
  run_stones();
  const CommandRun all = run_command({"plot", path("r")});
  EXPECT_EQ(all.exit_status, 0) << all.errors;
  EXPECT_EQ(all.errors, "");
  for (const char* name : {"energies", "kinetic", "balance", "contacts", "coordination", "overlap", "speed",
                           "forces", "force-box.z-"}) {
    const std::string file = path("r/plots/" + std::string(name) + ".svg");
    EXPECT_TRUE(fs::exists(file)) << file;
    EXPECT_NE(all.output.find(file + "\n"), std::string::npos) << all.output;
  }
  const CommandRun some =
      run_command({"plot", "--quantity", "speed,overlap", path("r"), "--out", path("deep/er")});
  EXPECT_EQ(some.exit_status, 0) << some.errors;
  EXPECT_EQ(std::distance(fs::directory_iterator(path("deep/er")), fs::directory_iterator{}), 2);
}

TEST_F(PlotCommand, BadInputIsRefused) {
  const CommandRun none = run_command({"plot", path("none")});
  EXPECT_EQ(none.exit_status, 2);
  EXPECT_EQ(none.errors, "scree: " + path("none") + ": no such folder\n");
  run_stones();
  const CommandRun unknown = run_command({"plot", path("r"), "--quantity", "sped"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_EQ(unknown.errors.rfind("scree: --quantity: unknown quantity \"sped\"", 0), 0U) << unknown.errors;
  EXPECT_NE(unknown.errors.find("did you mean \"speed\"?"), std::string::npos) << unknown.errors;
  const CommandRun blocked = run_command({"plot", path("r"), "--out", path("s.toml")});
  EXPECT_EQ(blocked.exit_status, 2);
  EXPECT_NE(blocked.errors.find("s.toml"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("r/plots")));
  std::ofstream(path("r/table.csv"), std::ios::app) << "x\n";
  const CommandRun broken = run_command({"plot", path("r")});
  EXPECT_EQ(broken.exit_status, 2);
  EXPECT_NE(broken.errors.find("table.csv:"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("r/plots")));
}

TEST_F(PlotCommand, HelpHasAnExample) {
  const CommandRun help = run_command({"plot", "--help"});
  EXPECT_EQ(help.exit_status, 0);
  EXPECT_NE(help.output.find("Example:\n  scree plot "), std::string::npos) << help.output;
}

}  // namespace
}  // namespace scree
