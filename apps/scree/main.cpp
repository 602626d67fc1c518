// The scree command: arguments to sub-commands, and one line for arguments that make no sense.
#include <scree/version.hpp>

#include "bench_command.hpp"
#include "check_command.hpp"
#include "contact_command.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "run_command.hpp"
#include "scene/json_reader.hpp"
#include "shape_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace scree::command {
namespace {

int print(Output& output, std::string_view text) {
  write(output, text);
  return finish(output) ? exit_ok : exit_output_failed;
}

// One line, and where to look further.
int refuse(const std::string& message, const std::string& help) {
  std::string line = message.substr(0, message.find('\n'));
  complain(fmt::format("{}\nTry \"{} --help\".", line, help));
  return exit_bad_input;
}

int run(int count, char** arguments) {
  CLI::App app("Discrete element simulation and contact detection for convex shapes.", "scree");
  app.set_version_flag("--version", std::string(SCREE_VERSION));
  app.require_subcommand(0, 1);
  app.footer(
      "Examples:\n  scree run scenes/simulation/drop-box.toml\n  scree contact scenes/pairs/demo.json\nEach "
      "command has its own --help.");
  RunCommandOptions run_options;
  CheckOptions check_options;
  RunCommandOptions resume_options;
  ContactOptions contact_options;
  ShapeOptions shape_options;
  BenchOptions bench_options;
  const CLI::App* scene_run = add_run_command(app, run_options);
  const CLI::App* check = add_check_command(app, check_options);
  const CLI::App* resume = add_resume_command(app, resume_options);
  const CLI::App* contact = add_contact_command(app, contact_options);
  const CLI::App* shape = add_shape_command(app, shape_options);
  const CLI::App* bench = add_bench_command(app, bench_options);
  const std::vector<std::string_view> commands = {"run", "check", "resume", "contact", "shape", "bench"};

  Output output;
  const std::string first = count > 1 ? arguments[1] : "";
  const bool is_command = std::find(commands.begin(), commands.end(), first) != commands.end();
  if (!first.empty() && first[0] != '-' && !is_command) {
    return refuse(fmt::format("unknown command \"{}\"; commands: {}{}", first, join_names(commands),
                              suggestion(first, commands)),
                  "scree");
  }
  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) {
    return print(output, is_command ? app.get_subcommand(first)->help("scree") : app.help());
  } catch (const CLI::CallForVersion&) {
    return print(output, fmt::format("scree {}\n", SCREE_VERSION));
  } catch (const CLI::ParseError& error) {
    return refuse(error.what(), is_command ? "scree " + first : "scree");
  }
  if (scene_run->parsed()) return run_run(run_options, output);
  if (check->parsed()) return run_check(check_options, output);
  if (resume->parsed()) return run_resume(resume_options, output);
  if (contact->parsed()) return run_contact(contact_options, output);
  if (shape->parsed()) return run_shape(shape_options, output);
  if (bench->parsed()) return run_bench(bench_options, output);
  complain("no command given\n" + app.help());
  return exit_bad_input;
}

}  // namespace
}  // namespace scree::command

int main(int count, char** arguments) {
  // A reader that goes away (head, less) is then an error of write, which says so.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return scree::command::run(count, arguments);
  } catch (const std::exception& error) {
    scree::command::complain(error.what());
    return scree::command::exit_bad_input;
  }
}
