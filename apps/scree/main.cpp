// The scree command: arguments to sub-commands, and one line for arguments that make no sense.
#include <scree/version.hpp>

#include "analyse_command.hpp"
#include "bench_command.hpp"
#include "check_command.hpp"
#include "contact_command.hpp"
#include "exit_status.hpp"
#include "gallery_command.hpp"
#include "new_command.hpp"
#include "output.hpp"
#include "plot_command.hpp"
#include "render_command.hpp"
#include "run_command.hpp"
#include "scene/json_reader.hpp"
#include "shape_command.hpp"
#include "view_command.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <functional>
#include <memory>
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

struct Command {
  CLI::App* app;
  std::function<int(Output&)> run;  // returns the exit status
};

// The flags go to options that live as long as the command.
template <class Options>
Command make_command(CLI::App& app, CLI::App* (*add)(CLI::App&, Options&),
                     int (*run)(const Options&, Output&)) {
  const auto options = std::make_shared<Options>();
  return {add(app, *options), [options, run](Output& output) { return run(*options, output); }};
}

// In the order of the help text.
std::vector<Command> add_commands(CLI::App& app) {
  return {
      {add_gallery_command(app), run_gallery},
      make_command(app, add_new_command, run_new),
      make_command(app, add_check_command, run_check),
      make_command(app, add_run_command, run_run),
      make_command(app, add_resume_command, run_resume),
      make_command(app, add_view_command, run_view),
      make_command(app, add_render_command, run_render),
      make_command(app, add_plot_command, run_plot),
      make_command(app, add_analyse_command, run_analyse),
      make_command(app, add_contact_command, run_contact),
      make_command(app, add_shape_command, run_shape),
      make_command(app, add_bench_command, run_bench),
  };
}

int run(int count, char** arguments) {
  CLI::App app("Discrete element simulation and contact detection for convex shapes.", "scree");
  app.set_version_flag("--version", std::string(SCREE_VERSION));
  app.require_subcommand(0, 1);
  app.footer(
      "Examples:\n  scree new flow && scree run flow.toml --out runs/flow && scree view runs/flow\n"
      "  scree contact scenes/pairs/demo.json\nEach command has its own --help.");
  const std::vector<Command> commands = add_commands(app);
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.app->get_name());

  Output output;
  const std::string first = count > 1 ? arguments[1] : "";
  const bool is_command = std::find(names.begin(), names.end(), first) != names.end();
  if (!first.empty() && first[0] != '-' && !is_command) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    return refuse(fmt::format("unknown command \"{}\"; commands: {}{}", first, join_names(known),
                              suggestion(first, known)),
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
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run(output);
  }
  complain("no command given\n" + app.help());
  return exit_bad_input;
}

// Bytes from which an allocation has pages of its own, given back when it is freed.
constexpr int own_pages_from = 1 << 18;

}  // namespace
}  // namespace scree::command

int main(int count, char** arguments) {
  // A reader that goes away (head, less) is then an error of write, which says so.
  std::signal(SIGPIPE, SIG_IGN);
#ifdef M_MMAP_THRESHOLD
  // Long lists that grow must not leave holes in the heap, as they do where glibc chooses the bound.
  mallopt(M_MMAP_THRESHOLD, scree::command::own_pages_from);
#endif
  try {
    return scree::command::run(count, arguments);
  } catch (const std::exception& error) {
    scree::command::complain(error.what());
    return scree::command::exit_bad_input;
  }
}
