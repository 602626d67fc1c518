// scree run: a scene from its file to its end. scree resume: a run that was interrupted.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace scree::command {

struct RunCommandOptions {
  std::string path;  // of the scene; resume: of the run's folder
  std::string out;   // empty: runs/NAME-TIME
  bool force = false;
  bool quiet = false;
  bool profile = false;
  std::optional<int> threads;
  std::optional<double> end_time, checkpoint_interval, frame_interval;  // s
  bool no_frames = false;
  std::optional<bool> paraview;
};

CLI::App* add_run_command(CLI::App& app, RunCommandOptions& options);
CLI::App* add_resume_command(CLI::App& app, RunCommandOptions& options);
// Both return the exit status.
int run_run(const RunCommandOptions& options, Output& output);
int run_resume(const RunCommandOptions& options, Output& output);

}  // namespace scree::command
