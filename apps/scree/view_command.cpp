#include "view_command.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>

#include "exit_status.hpp"
#include "signals.hpp"
#include "view_server.hpp"

namespace scree::command {
namespace {

constexpr int usual_port = 8137;
constexpr int most_port = 65535;

// Where there is a desktop: its browser. Elsewhere people open the address themselves.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", argument = address;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  (void)posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ);
}

// The port asked for, or the usual one, or, where nobody asked for one, any that is free.
std::optional<int> choose_port(ViewServer& server, const ViewOptions& options) {
  if (options.port) return server.bind(*options.port);
  const std::optional<int> usual = server.bind(usual_port);
  return usual ? usual : server.bind(0);
}

}  // namespace

CLI::App* add_view_command(CLI::App& app, ViewOptions& options) {
  CLI::App* command = app.add_subcommand("view", "Shows a run in the browser, finished or still going on.");
  command->add_option("DIR", options.folder, "The folder of the run")->required()->type_name(" ");
  command
      ->add_option(
          "--port", options.port,
          fmt::format("Of 127.0.0.1; 0: any that is free. Default: {}, or any if it is taken", usual_port))
      ->type_name("N")
      ->check(CLI::Range(0, most_port).description(""));
  command->add_flag("--no-browser", options.no_browser, "Only prints the address");
  command->footer(
      "Example:\n  scree view runs/drop\nThe address works on this machine only. Ctrl-C ends it. Without a "
      "server: open DIR/viewer.html,\nwhich is written when a run ends.\n"
      "Exit status: 0 ended by Ctrl-C, 2 bad input or the port is taken.");
  return command;
}

int run_view(const ViewOptions& options, Output& output) {
  Result<ViewServer> server = ViewServer::open(options.folder);
  if (!server) {
    complain(server.error().message);
    return exit_bad_input;
  }
  const std::optional<int> port = choose_port(*server, options);
  if (!port) {
    complain(
        fmt::format("--port {}: the port is taken or not allowed; choose another one, or 0 for any that "
                    "is free",
                    options.port.value_or(0)));
    return exit_bad_input;
  }
  const std::atomic<int>& caught_signal = catch_signals();
  const std::string address = fmt::format("http://127.0.0.1:{}/", *port);
  write(output, fmt::format("{} is at {}\nCtrl-C ends it.\n", options.folder, address));
  if (!finish(output)) return exit_output_failed;
  if (!options.no_browser) open_browser(address);
  server->serve(caught_signal);
  return exit_ok;
}

}  // namespace scree::command
