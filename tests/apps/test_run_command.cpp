// scree run, check and resume as a user calls them: exit status, messages, signals, kill -9.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/run_command.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using testing::replaced;

const std::string stones = testing::box_of_stones + R"(
[[event]]
name = "light"
time = 0.1
gravity = [0, 0, -5]
)";

class RunCommand : public CommandTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream file(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] json summary(const std::string& run) const {
    return json::parse(text(run + "/summary.json"));
  }
  // A scene that runs until it is stopped.
  [[nodiscard]] std::string endless_scene() const {
    return put("endless.toml", replaced(stones, "end_time = 0.25", "end_time = 1e6"));
  }
  // Waits until the run has got somewhere; false after a minute.
  [[nodiscard]] bool wait_for_checkpoint(const std::string& run) const {
    for (int i = 0; i < 6000; ++i) {
      if (fs::exists(folder / run / "checkpoints") && !fs::is_empty(folder / run / "checkpoints"))
        return true;
      usleep(10'000);
    }
    return false;
  }
};

TEST_F(RunCommand, RunsASceneAndSaysWhereTheResultsAre) {
  const CommandRun run = run_command({"run", put("s.toml", stones), "--out", path("r"), "--threads", "1"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output.rfind("finished at ", 0), 0U) << run.output;
  EXPECT_NE(run.output.find("results in " + path("r")), std::string::npos);
  EXPECT_NE(run.output.find("state hash " + summary("r")["state_hash"].get<std::string>()),
            std::string::npos);
  EXPECT_EQ(summary("r")["particles"], 30);

  const CommandRun again = run_command({"run", path("s.toml"), "--out", path("r")});
  EXPECT_EQ(again.exit_status, 2);
  EXPECT_EQ(again.errors,
            "scree: " + path("r") +
                ": there is a run in this folder; choose another --out, or --force to overwrite it\n");
  const CommandRun forced = run_command({"run", path("s.toml"), "--out", path("r"), "--force", "--quiet",
                                         "--end-time", "0.01", "--threads", "2"});
  EXPECT_EQ(forced.exit_status, 0) << forced.errors;
  EXPECT_EQ(forced.output + forced.errors, "");
  EXPECT_NEAR(summary("r")["time"].get<double>(), 0.01, 0.001);
  EXPECT_EQ(summary("r")["threads"], 2);

  const CommandRun longer = run_command({"resume", path("r"), "--end-time", "0.02"});
  EXPECT_EQ(longer.exit_status, 0) << longer.errors;
  EXPECT_NEAR(summary("r")["time"].get<double>(), 0.02, 0.001);
}

TEST_F(RunCommand, PrintsWhereTheTimeWentWhenAsked) {
  const std::string scene = put("s.toml", stones);
  const CommandRun plain = run_command({"run", scene, "--out", path("a"), "--threads", "1"});
  EXPECT_EQ(plain.output.find("detection  "), std::string::npos) << plain.output;
  const CommandRun run =
      run_command({"run", scene, "--out", path("b"), "--threads", "1", "--profile", "--quiet"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.output.rfind("stage  ", 0), 0U) << run.output;
  EXPECT_NE(run.output.find("\ndetection  "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("\ntotal  "), std::string::npos) << run.output;
  EXPECT_EQ(summary("a")["state_hash"], summary("b")["state_hash"]);
}

TEST_F(RunCommand, CheckTellsWhatWouldRun) {
  const CommandRun run = run_command({"check", put("s.toml", stones)});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  for (const char* part :
       {"particles     30\n", "\nshapes  ", "materials     1\n", "\ntime step  ", " s; stable up to ",
        "\nsteps  ", "memory        about ", "event         light: 0.1 s\n"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part << "\n" << run.output;
  }
}

TEST_F(RunCommand, CheckPrintsTheReferenceOfKeys) {
  const CommandRun run = run_command({"check", "--reference"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_NE(run.output.find("end_time"), std::string::npos);
  for (const auto& arguments : {std::vector<std::string>{"check"}, {"check", "a.toml", "--reference"}}) {
    const CommandRun bad = run_command(arguments);
    EXPECT_EQ(bad.exit_status, 2);
    EXPECT_EQ(bad.errors.rfind("scree: check wants a scene, or --reference and no scene", 0), 0U);
  }
}

TEST_F(RunCommand, BadScenesAreRefusedBeforeAnythingIsWritten) {
  const std::string unknown = put("a.toml", replaced(stones, "friction", "frictoin"));
  const std::string unstable = put("b.toml", replaced(stones, "end_time", "time_step = 0.1\nend_time"));
  for (const std::string& scene : {unknown, unstable, path("none.toml")}) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"run", scene, "--out", path("r")}, {"check", scene}}) {
      const CommandRun run = run_command(arguments);
      EXPECT_EQ(run.exit_status, 2) << run.errors;
      EXPECT_EQ(run.output, "");
      EXPECT_EQ(run.errors.rfind("scree: ", 0), 0U) << run.errors;
      EXPECT_FALSE(fs::exists(path("r")));
    }
  }
  EXPECT_NE(run_command({"check", unknown}).errors.find("did you mean \"friction\"?"), std::string::npos);
}

TEST_F(RunCommand, BadFlagsAreRefused) {
  const std::string scene = put("s.toml", stones);
  for (const auto& [flag, value] : {std::pair{"--threads", "-1"},
                                    {"--threads", "x"},
                                    {"--end-time", "0"},
                                    {"--end-time", "-1"},
                                    {"--checkpoint-every", "0"},
                                    {"--out", ""}}) {
    const CommandRun run = run_command({"run", scene, flag, value});
    EXPECT_EQ(run.exit_status, 2) << flag << value;
    EXPECT_NE(run.errors.find("Try \"scree run --help\""), std::string::npos) << run.errors;
  }
  EXPECT_EQ(run_command({"resume", path("none")}).errors, "scree: " + path("none") + ": no such folder\n");
  EXPECT_EQ(run_command({"resume", folder.string()}).errors,
            "scree: " + folder.string() + ": is not the folder of a run: it has no run.json\n");
}

TEST_F(RunCommand, SignalsLeadToACheckpointAndAWayToGoOn) {
  const std::string scene = endless_scene();
  for (const auto& [signal, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    const std::string name = "run" + std::to_string(signal);
    const StartedCommand started = start_command({"run", scene, "--out", path(name), "--threads", "1"});
    ASSERT_TRUE(wait_for_checkpoint(name));
    EXPECT_EQ(run_command({"resume", path(name)}).errors,
              "scree: " + path(name) + ": another scree process is running in this folder\n");
    kill(started.process, signal);
    const CommandRun run = wait_for(started);
    EXPECT_EQ(run.exit_status, status) << run.errors;
    EXPECT_EQ(run.output.rfind("interrupted at ", 0), 0U) << run.output;
    EXPECT_EQ(run.errors, "note: interrupted; to go on: scree resume " + path(name) + "\n");
    EXPECT_EQ(summary(name)["status"], "interrupted");
    const double time = summary(name)["time"];
    const std::string end = std::to_string(time + 0.01);
    EXPECT_EQ(run_command({"resume", path(name), "--end-time", end, "--quiet"}).exit_status, 0);
    EXPECT_NEAR(summary(name)["time"].get<double>(), time + 0.01, 0.001);
  }
}

// Three times kill -9 while it runs; scripts/kill_test.sh does it 50 times.
TEST_F(RunCommand, KilledAndResumedGivesTheSameResults) {
  const std::string scene = put("s.toml", replaced(stones, "end_time = 0.25", "end_time = 0.6"));
  ASSERT_EQ(run_command({"run", scene, "--out", path("whole"), "--quiet"}).exit_status, 0);
  StartedCommand started = start_command({"run", scene, "--out", path("killed"), "--quiet"});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(wait_for_checkpoint("killed"));
    usleep(30'000 * i);
    kill(started.process, SIGKILL);
    const int status = wait_for(started).exit_status;
    if (i == 0) {
      EXPECT_EQ(status, -1) << "it was killed on its way";
    }
    started = start_command({"resume", path("killed"), "--quiet"});
  }
  const CommandRun last = wait_for(started);
  EXPECT_EQ(last.exit_status, 0) << last.errors;
  EXPECT_EQ(summary("killed")["state_hash"], summary("whole")["state_hash"]);
  for (const char* table : {"/table.csv", "/forces.csv", "/events.csv"}) {
    EXPECT_EQ(text(std::string("killed") + table), text(std::string("whole") + table));
  }
}

TEST_F(RunCommand, ResultsThatCannotBeWrittenAreReported) {
  const std::string scene = endless_scene();
  const StartedCommand started = start_command({"run", scene, "--out", path("r"), "--threads", "1"});
  ASSERT_TRUE(wait_for_checkpoint("r"));
  fs::rename(path("r/checkpoints"), path("r/gone"));  // at once, whatever is being written there
  const CommandRun run = wait_for(started);
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.errors.rfind("scree: " + path("r/checkpoints"), 0), 0U) << run.errors;
  EXPECT_NE(run.errors.find("cannot write the file"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace scree
