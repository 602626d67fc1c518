// Tests of `scree bench` from the outside: what it lists, what it refuses, where the report goes.
#include <gtest/gtest.h>
#include <unistd.h>

#include "apps/run_command.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace scree {
namespace {

using nlohmann::json;

class BenchCommand : public CommandTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
  [[nodiscard]] int files() const {
    return static_cast<int>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
  }
};

const std::vector<std::string> names = {
    "descantes", "nezami-pairs", "nezami-planar", "zheng-pairs", "zheng-planar",  "agreement",  "wellmann",
    "curved",    "feng-impact",  "feng-packing",  "nezami-flow", "nezami-bucket", "zheng-fall", "zheng-wall"};

void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
  const CommandRun run = run_command(arguments);
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors.substr(0, message.size()), message);
}

TEST_F(BenchCommand, HelpHasAnExampleAndEveryBenchmarkOnALine) {
  const CommandRun run = run_command({"bench", "--help"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.errors, "");
  EXPECT_NE(run.output.find("Example:\n  scree bench descantes --json "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("Exit status:"), std::string::npos);
  for (const std::string& name : names) {
    EXPECT_NE(run.output.find("\n  " + name + " "), std::string::npos) << name;
  }
}

TEST_F(BenchCommand, WithoutANameListsThem) {
  const CommandRun run = run_command({"bench"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_TRUE(run.errors.starts_with("scree: no benchmark given\nBenchmarks:\n  descantes ")) << run.errors;
  for (const std::string& name : names) {
    EXPECT_NE(run.errors.find("\n  " + name + " "), std::string::npos) << name;
  }
}

TEST_F(BenchCommand, UnknownNameSuggestsTheNearest) {
  expect_refused(
      {"bench", "descants"},
      "scree: \"descants\" is not a benchmark; allowed: descantes, nezami-pairs, nezami-planar, "
      "zheng-pairs, zheng-planar, agreement, wellmann, curved, narrow, engine, feng-impact, "
      "feng-packing, nezami-flow, nezami-bucket, zheng-fall, zheng-wall; did you mean \"descantes\"?\n");
}

TEST_F(BenchCommand, NumbersMustMakeSense) {
  for (const std::string flag : {"--pairs", "--repeat"}) {
    for (const std::string value : {"0", "-1", "many", "99999999999999999999"}) {
      const CommandRun run = run_command({"bench", "agreement", flag, value});
      EXPECT_EQ(run.exit_status, 2) << flag << " " << value;
      EXPECT_NE(run.errors.find(flag), std::string::npos) << run.errors;
      EXPECT_NE(run.errors.find("Try \"scree bench --help\"."), std::string::npos) << run.errors;
    }
  }
  EXPECT_EQ(run_command({"bench", "agreement", "--seed", "x"}).exit_status, 2);
  expect_refused({"bench", "descantes", "--pairs", "3"},
                 "scree: --pairs: the number of pairs of descantes is fixed\n");
  expect_refused({"bench", "descantes", "--seed", "3"}, "scree: --seed: descantes draws nothing at random\n");
}

TEST_F(BenchCommand, AFileThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const std::string here = folder.string();
  expect_refused({"bench", "descantes", "--json", here},
                 "scree: --json: " + here + ": is a folder, expected a file\n");
  expect_refused({"bench", "descantes", "--json", path("no/file.json")},
                 "scree: --json: " + path("no/file.json") + ": cannot write the file: there is no folder " +
                     path("no") + "\n");
  expect_refused({"bench", "descantes", "--json", ""}, "scree: --json: FILE is empty\n");
  EXPECT_EQ(files(), 0);
}

TEST_F(BenchCommand, AFolderThatMayNotBeWrittenIsRefusedBeforeTheRun) {
  std::filesystem::permissions(folder,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const CommandRun run =
      run_command({"bench", "descantes", "--json", path("report.json")}, "", RunAs::nobody);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors,
            "scree: --json: " + path("report.json") + ": cannot write the file: Permission denied\n");
}

TEST_F(BenchCommand, ReportGoesToTheFileAndTheScreen) {
  const std::string file = put("report.json", "what was there before");
  const CommandRun run =
      run_command({"bench", "agreement", "--pairs", "20", "--seed", "3", "--repeat", "1", "--json", file});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.output.substr(0, 11), "agreement: ");
  EXPECT_NE(run.output.find("pairs 20, seed 3, repeat 1\n"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("\nAll classes\n"), std::string::npos);
  std::ifstream stream(file);
  const json report = json::parse(stream);
  EXPECT_EQ(report["benchmark"], "agreement");
  EXPECT_EQ(report["parameters"], (json{{"pairs", 20}, {"seed", 3}, {"repeat", 1}}));
  EXPECT_EQ(report["tables"].size(), 6U);
  EXPECT_EQ(files(), 1);  // nothing else is left
}

TEST_F(BenchCommand, PlotsGoIntoTheFolder) {
  const CommandRun run =
      run_command({"bench", "wellmann", "--pairs", "20", "--repeat", "1", "--plot", folder.string()});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(files(), 3);
  for (const std::string name : {"wellmann-exclusion", "wellmann-convergence", "wellmann-remaining"}) {
    std::ifstream stream(path(name + ".svg"));
    std::string word;
    stream >> word;
    EXPECT_EQ(word, "<svg") << name;
  }
}

TEST_F(BenchCommand, PlotsThatCannotBeWrittenAreRefusedBeforeTheRun) {
  expect_refused({"bench", "descantes", "--plot", folder.string()},
                 "scree: --plot: descantes has no plots\n");
  expect_refused({"bench", "wellmann", "--plot", ""}, "scree: --plot: DIR is empty\n");
  const std::string missing = path("no");
  expect_refused({"bench", "wellmann", "--plot", missing},
                 "scree: --plot: " + missing +
                     "/wellmann-exclusion.svg: cannot write the file: there is no folder " + missing + "\n");
  EXPECT_EQ(files(), 0);
}

TEST_F(BenchCommand, FlagsOfSceneRunsMustFitTheBenchmark) {
  expect_refused({"bench", "nezami-flow", "--particles", "77"},
                 "scree: --particles: nezami-flow has no case of 77; allowed: 500, 4000, 45000\n");
  expect_refused({"bench", "descantes", "--particles", "500"},
                 "scree: --particles: descantes has no cases to choose from\n");
  expect_refused({"bench", "descantes", "--threads", "2"}, "scree: --threads: descantes uses one thread\n");
  expect_refused({"bench", "descantes", "--out", folder.string()},
                 "scree: --out: descantes has no tables or checkpoints to keep\n");
  expect_refused({"bench", "nezami-flow", "--repeat", "2"},
                 "scree: --repeat: nezami-flow times nothing by repeating it\n");
  expect_refused({"bench", "zheng-fall", "--steps", "10"},
                 "scree: --steps: zheng-fall replays no steps of a run\n");
  expect_refused({"bench", "zheng-fall", "--time-step", "0.5"},
                 "scree: --time-step: zheng-fall has its own\n");
  expect_refused({"bench", "nezami-flow", "--steps", "0"}, "scree: --steps: ");
  expect_refused({"bench", "nezami-flow", "--time-step", "2"}, "scree: --time-step: ");
  expect_refused({"bench", "nezami-flow", "--out", ""}, "scree: --out: DIR is empty\n");
  const std::string missing = path("no");
  expect_refused({"bench", "nezami-flow", "--out", missing},
                 "scree: --out: " + missing + "/checkpoint: cannot write");
  EXPECT_EQ(files(), 0);
}

// A run that Ctrl-C ended is there for the same command to go on with.
TEST_F(BenchCommand, InterruptedRunsStayInTheirFolder) {
  const StartedCommand command = start_command(
      {"bench", "nezami-flow", "--particles", "500", "--threads", "1", "--out", folder.string()});
  const std::string started = path("nezami-flow-500/table.csv");
  for (int i = 0; i < 1000 && !std::filesystem::exists(started); ++i) usleep(20'000);
  kill(command.process, SIGINT);
  const CommandRun run = wait_for(command);
  EXPECT_EQ(run.exit_status, 128 + SIGINT);
  EXPECT_EQ(run.output, "");
  EXPECT_NE(run.errors.find("interrupted; the same command goes on from here"), std::string::npos)
      << run.errors;
  const auto checkpoints = std::filesystem::directory_iterator(path("nezami-flow-500/checkpoints"));
  EXPECT_NE(checkpoints, std::filesystem::directory_iterator());
}

TEST_F(BenchCommand, FullDiskIsReported) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  const std::string file = path("report.json");
  const CommandRun screen =
      run_command({"bench", "agreement", "--pairs", "4", "--repeat", "1", "--json", file}, "/dev/full");
  EXPECT_EQ(screen.exit_status, 1);
  EXPECT_EQ(screen.errors, "scree: cannot write to standard output: No space left on device\n");
  EXPECT_TRUE(std::filesystem::exists(file));  // the minutes of a run are not lost with the screen
  const CommandRun disk =
      run_command({"bench", "agreement", "--pairs", "4", "--repeat", "1", "--json", "/dev/full"});
  EXPECT_EQ(disk.exit_status, 1);
  EXPECT_EQ(disk.errors, "scree: --json: /dev/full: cannot write the file: No space left on device\n");
}

}  // namespace
}  // namespace scree
