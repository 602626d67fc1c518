// scree shape: what one shape is like.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace scree::command {

struct ShapeOptions {
  std::string file;
  bool hull = false;
  std::string format = "table";
};

CLI::App* add_shape_command(CLI::App& app, ShapeOptions& options);
// Returns the exit status.
int run_shape(const ShapeOptions& options, Output& output);

}  // namespace scree::command
