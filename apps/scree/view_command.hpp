// scree view: a run in the browser.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace scree::command {

struct ViewOptions {
  std::string folder;
  std::optional<int> port;
  bool no_browser = false;
};

CLI::App* add_view_command(CLI::App& app, ViewOptions& options);
// Returns the exit status.
int run_view(const ViewOptions& options, Output& output);

}  // namespace scree::command
