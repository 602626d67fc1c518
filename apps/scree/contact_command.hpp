// scree contact: what the pairs of a file say about each other.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace scree::command {

struct ContactOptions {
  std::string file;
  std::string algorithms = "default";  // names between commas, or "all"
  int repeat = 0;                      // 0: no times are taken
  std::string format = "table";
};

CLI::App* add_contact_command(CLI::App& app, ContactOptions& options);
// Returns the exit status.
int run_contact(const ContactOptions& options, Output& output);

}  // namespace scree::command
