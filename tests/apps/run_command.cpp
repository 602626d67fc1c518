// Starts the command in a child process with its output going to files.
#include "apps/run_command.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace scree {
namespace {

std::filesystem::path new_folder() {
  std::string name = testing::TempDir() + "scree_command_XXXXXX";
  return mkdtemp(name.data()) != nullptr ? name : std::string();
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// In the child: only calls that are safe after fork.
[[noreturn]] void become_command(char* const* arguments, const char* output, const char* errors, RunAs user) {
  // Opened before the change of user, who may not be let into the folders on the way.
  const int program = open(arguments[0], O_RDONLY | O_CLOEXEC);
  const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  constexpr uid_t nobody = 65534;
  const bool changed = user == RunAs::self || geteuid() != 0 || (setgid(nobody) == 0 && setuid(nobody) == 0);
  if (changed && out >= 0 && err >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0) {
    fexecve(program, arguments, environ);
  }
  _exit(127);
}

}  // namespace

StartedCommand start_command(const std::vector<std::string>& arguments, const std::string& output_path,
                             RunAs user) {
  StartedCommand command;
  command.folder = new_folder();
  command.output_path = output_path;
  const std::string output = output_path.empty() ? (command.folder / "output").string() : output_path;
  const std::string errors = (command.folder / "errors").string();
  std::vector<std::string> words = {SCREE_COMMAND_PATH};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  command.process = fork();
  if (command.process == 0) become_command(pointers.data(), output.c_str(), errors.c_str(), user);
  return command;
}

CommandRun wait_for(const StartedCommand& command) {
  CommandRun run;
  int status = 0;
  rusage usage{};
  const pid_t child = command.process;
  if (child > 0 && wait4(child, &status, 0, &usage) == child && WIFEXITED(status)) {
    run.exit_status = WEXITSTATUS(status);
  }
  run.peak_memory = usage.ru_maxrss;
  if (command.output_path.empty()) run.output = contents(command.folder / "output");
  run.errors = contents(command.folder / "errors");
  std::filesystem::remove_all(command.folder);
  return run;
}

CommandRun run_command(const std::vector<std::string>& arguments, const std::string& output_path,
                       RunAs user) {
  return wait_for(start_command(arguments, output_path, user));
}

void CommandTest::SetUp() {
  folder = new_folder();
  ASSERT_FALSE(folder.empty());
}

void CommandTest::TearDown() { std::filesystem::remove_all(folder); }

std::string CommandTest::put(const std::string& name, const std::string& text) const {
  std::ofstream(folder / name, std::ios::binary) << text;
  return (folder / name).string();
}

}  // namespace scree
