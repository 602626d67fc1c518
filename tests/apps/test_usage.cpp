// Tests of the command's face: help, version, and arguments that make no sense.
#include "apps/run_command.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <scree/version.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

namespace scree {
namespace {

// Bad usage: nothing on standard output, one line and a hint on standard error, exit status 2.
void expect_refused(const CommandRun& run, const std::string& part_of_message) {
  EXPECT_EQ(run.exit_status, 2) << run.errors;
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors.substr(0, 7), "scree: ");
  EXPECT_NE(run.errors.find(part_of_message), std::string::npos) << run.errors;
}
void expect_refused_with_hint(const CommandRun& run, const std::string& part_of_message,
                              const std::string& hint) {
  expect_refused(run, part_of_message);
  EXPECT_NE(run.errors.find("\nTry \"" + hint + "\".\n"), std::string::npos) << run.errors;
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 2) << run.errors;
}

TEST(Usage, HelpHasAnExample) {
  const CommandRun run = run_command({"--help"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_NE(run.output.find("Examples:\n  scree new flow && scree run flow.toml"), std::string::npos);
  EXPECT_EQ(run.errors, "");
}

TEST(Usage, EveryCommandHasHelpWithAnExample) {
  for (const std::string command : {"gallery", "new", "check", "run", "resume", "view", "render", "plot",
                                    "analyse", "contact", "shape", "bench"}) {
    const CommandRun run = run_command({command, "--help"});
    EXPECT_EQ(run.exit_status, 0);
    EXPECT_NE(run.output.find("Example:\n  scree " + command), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("Exit status:"), std::string::npos);
    EXPECT_EQ(run.errors, "");
  }
}

TEST(Usage, Version) {
  const CommandRun run = run_command({"--version"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.output, "scree " SCREE_VERSION "\n");
}

TEST(Usage, NoCommandGivesHelpAndFails) {
  const CommandRun run = run_command({});
  expect_refused(run, "no command given");
  EXPECT_NE(run.errors.find("Usage: scree"), std::string::npos);
}

TEST(Usage, UnknownCommand) {
  expect_refused_with_hint(
      run_command({"contct", "x.json"}),
      "unknown command \"contct\"; commands: gallery, new, check, run, resume, view, render, "
      "plot, analyse, contact, shape, bench; did you mean \"contact\"?",
      "scree --help");
}

TEST(Usage, UnknownFlag) {
  expect_refused_with_hint(run_command({"contact", demo_path, "--fast"}), "--fast", "scree contact --help");
  expect_refused_with_hint(run_command({"--fast"}), "--fast", "scree --help");
  expect_refused_with_hint(run_command({"shape", demo_path, "--fast"}), "--fast", "scree shape --help");
}

TEST(Usage, MissingFileArgument) {
  expect_refused_with_hint(run_command({"contact"}), "FILE is required", "scree contact --help");
  expect_refused_with_hint(run_command({"shape"}), "FILE is required", "scree shape --help");
}

TEST(Usage, TooManyFiles) {
  expect_refused_with_hint(run_command({"contact", demo_path, "b.json"}), "b.json", "scree contact --help");
}

TEST(Usage, RepeatMustBeAtLeastOne) {
  for (const std::string repeat : {"0", "-1", "many", "1.5", "99999999999999999999"}) {
    expect_refused_with_hint(run_command({"contact", demo_path, "--repeat", repeat}), "--repeat",
                             "scree contact --help");
  }
}

TEST(Usage, UnknownFormat) {
  expect_refused_with_hint(run_command({"contact", demo_path, "--format", "xml"}), "xml",
                           "scree contact --help");
  expect_refused_with_hint(run_command({"shape", demo_path, "--format", "xml"}), "xml", "scree shape --help");
}

TEST(Usage, UnknownAlgorithm) {
  expect_refused(
      run_command({"contact", demo_path, "--algorithm", "gjk-epo"}),
      "--algorithm: \"gjk-epo\" is not an algorithm; allowed: default, gjk-epa, gjk-td, gjk-td-published, "
      "gjk-johnson, gjk-signed-volumes, cp, cp-revised, fcp, fcp-revised, slm, ds, fds, common-normal, "
      "common-normal-published, curved, brute-force, all; "
      "did "
      "you mean \"gjk-epa\"?\n");
  expect_refused(run_command({"contact", demo_path, "--algorithm", "gjk-epa,"}), "\"\" is not an algorithm");
  expect_refused(run_command({"contact", demo_path, "--algorithm", "gjk-epa,all"}), "\"all\" stands alone");
}

TEST(Usage, FullDiskIsReported) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  const std::vector<std::vector<std::string>> commands = {{"--help"},
                                                          {"--version"},
                                                          {"contact", "--help"},
                                                          {"contact", demo_path},
                                                          {"contact", demo_path, "--format", "json"}};
  for (const auto& arguments : commands) {
    const CommandRun run = run_command(arguments, "/dev/full");
    EXPECT_EQ(run.exit_status, 1);
    EXPECT_EQ(run.errors, "scree: cannot write to standard output: No space left on device\n");
  }
}

// A pipe whose reader is gone before the first word, as after `| head -0`.
TEST(Usage, ClosedPipeIsReported) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const CommandRun run = run_command({"contact", demo_path}, "/dev/fd/" + std::to_string(ends[1]));
  close(ends[1]);
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.errors, "scree: cannot write to standard output: Broken pipe\n");
}

}  // namespace
}  // namespace scree
