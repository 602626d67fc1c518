// scree check: whether a scene can run, and what would.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace scree::command {

struct CheckOptions {
  std::string path;
  bool reference = false;
};

CLI::App* add_check_command(CLI::App& app, CheckOptions& options);
// Returns the exit status.
int run_check(const CheckOptions& options, Output& output);

}  // namespace scree::command
