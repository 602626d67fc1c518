// scree gallery: the scenes to start from.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>

namespace scree::command {

CLI::App* add_gallery_command(CLI::App& app);
// Returns the exit status.
int run_gallery(Output& output);

}  // namespace scree::command
