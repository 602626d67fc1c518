// scree new: a scene to start from.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace scree::command {

struct NewOptions {
  std::string name;  // of the scene; a folder may come before it
  std::string from;  // empty: the one called `name`, or the usual one
};

CLI::App* add_new_command(CLI::App& app, NewOptions& options);
// Returns the exit status.
int run_new(const NewOptions& options, Output& output);

}  // namespace scree::command
