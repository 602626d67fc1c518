// scree render: pictures of a run, and a film of them.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace scree::command {

struct RenderOptions {
  std::string folder;  // of the run
  // Which frames; none given: the last one.
  std::optional<std::int64_t> frame;  // negative: from the end
  std::optional<double> time;         // s
  bool last = false, all = false, movie = false;
  std::string out;  // a file, for several pictures a folder; empty: in the run's folder
  int width = 1200, height = 900;
  std::string colour, range, walls;  // empty: as usual
  std::string view = "usual", eye, target;
  double field = 0;  // m; 0: all that there is
  bool no_legend = false;
  int frames_per_second = 25;
  int threads = 0;
};

CLI::App* add_render_command(CLI::App& app, RenderOptions& options);
// Returns the exit status.
int run_render(const RenderOptions& options, Output& output);

}  // namespace scree::command
