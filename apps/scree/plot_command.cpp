// scree plot: reads the tables of a run, finished or not, and writes one SVG file per quantity.
#include "plot_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "analysis/run_plots.hpp"
#include "analysis/write_files.hpp"
#include "exit_status.hpp"
#include "scene/json_reader.hpp"

namespace scree::command {

CLI::App* add_plot_command(CLI::App& app, PlotOptions& options) {
  CLI::App* command = app.add_subcommand("plot", "Plots the tables of a run as SVG pictures.");
  command->add_option("DIR", options.run, "The folder of the run, finished or still running")
      ->required()
      ->type_name(" ");
  command->add_option("--out", options.out, "The folder for the plots; default DIR/plots")
      ->type_name("DIR2")
      ->check([](const std::string& path) { return path.empty() ? "DIR2 is empty" : ""; });
  command
      ->add_option("--quantity", options.quantities,
                   fmt::format("Only these, separated by commas: {}", fmt::join(plot_quantities(), ", ")))
      ->type_name("Q")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->footer(
      "Example:\n  scree plot runs/drop --quantity energies,speed\nExit status: 0 done, 1 plots could not be "
      "written, 2 bad input.");
  return command;
}

int run_plot(const PlotOptions& options, Output& output) {
  const auto& known = plot_quantities();
  for (const std::string& quantity : options.quantities) {
    if (std::find(known.begin(), known.end(), quantity) != known.end()) continue;
    complain(fmt::format("--quantity: unknown quantity \"{}\"; quantities: {}{}", quantity, join_names(known),
                         suggestion(quantity, known)));
    return exit_bad_input;
  }
  const Result<std::vector<NamedPlot>> plots = plot_run(options.run, options.quantities);
  if (!plots) {
    complain(plots.error().message);
    return exit_bad_input;
  }
  const std::filesystem::path folder =
      options.out.empty() ? std::filesystem::path(options.run) / "plots" : std::filesystem::path(options.out);
  if (const auto bad = make_folder(folder.string())) {
    complain(bad->message);
    return exit_bad_input;
  }
  std::vector<NamedFile> files;
  files.reserve(plots->size());
  for (const NamedPlot& plot : *plots) files.push_back({plot.name + ".svg", to_svg(plot.plot)});
  if (const auto failed = write_files(folder.string(), files)) {
    complain(failed->message);
    return exit_output_failed;
  }
  for (const NamedFile& file : files) write(output, fmt::format("{}\n", (folder / file.name).string()));
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
