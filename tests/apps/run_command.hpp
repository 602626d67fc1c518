// Runs the built scree command as a user would, and keeps what it said.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace scree {

struct CommandRun {
  int exit_status = -1;  // -1: it did not end by itself, but by a signal
  std::string output;    // standard output
  std::string errors;    // standard error
  long peak_memory = 0;  // KiB
};

// Root may read every file; as nobody the command may not. Without root there is no choice.
enum class RunAs { self, nobody };

// `output_path` replaces standard output, such as /dev/full; `output` is then empty.
CommandRun run_command(const std::vector<std::string>& arguments, const std::string& output_path = "",
                       RunAs user = RunAs::self);

// The same in two parts, for those who do something to it meanwhile.
struct StartedCommand {
  pid_t process = -1;
  std::filesystem::path folder;  // with what it says
  std::string output_path;
};
StartedCommand start_command(const std::vector<std::string>& arguments, const std::string& output_path = "",
                             RunAs user = RunAs::self);
CommandRun wait_for(const StartedCommand& command);

// Gives each test a folder of its own, and removes it.
class CommandTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  // The path of a new file with this text.
  [[nodiscard]] std::string put(const std::string& name, const std::string& text) const;

  std::filesystem::path folder;
};

inline const std::string demo_path = SCREE_SOURCE_DIR "/scenes/pairs/demo.json";

}  // namespace scree
