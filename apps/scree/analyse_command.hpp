// scree analyse: what the particles of a run are like at one time, and what flows.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scree::command {

struct AnalyseCommandOptions {
  std::string run;  // the folder of the run
  std::string out;  // empty: RUN/analysis
  std::string format = "table";
  std::optional<double> time;         // s, of a frame
  std::optional<std::int64_t> frame;  // its number
  std::optional<std::string> event;   // whose kept checkpoint is looked at
  std::optional<double> margin;       // m
  std::vector<double> box;            // m, lower and upper corner
  int layers = 0;
  std::string surface = "heap";
  std::vector<std::string> planes;
};

CLI::App* add_analyse_command(CLI::App& app, AnalyseCommandOptions& options);
// Returns the exit status.
int run_analyse(const AnalyseCommandOptions& options, Output& output);

}  // namespace scree::command
