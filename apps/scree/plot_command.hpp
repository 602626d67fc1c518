// scree plot: the tables of a run as SVG plots.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace scree::command {

struct PlotOptions {
  std::string run;  // the folder of the run
  std::string out;  // empty: RUN/plots
  std::vector<std::string> quantities;
};

CLI::App* add_plot_command(CLI::App& app, PlotOptions& options);
// Returns the exit status.
int run_plot(const PlotOptions& options, Output& output);

}  // namespace scree::command
