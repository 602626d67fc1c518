// scree run and scree resume: flags, signals, and what is said at the end.
#include "run_command.hpp"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>

#include "exit_status.hpp"
#include "output/run_summary.hpp"
#include "output/viewer_page.hpp"
#include "run_progress.hpp"
#include "signals.hpp"
#include "sim/run_scene.hpp"

namespace scree::command {
namespace {

constexpr int most_threads = 1024;

void add_common_flags(CLI::App& command, RunCommandOptions& options) {
  command.add_option("--threads", options.threads, "Instead of the scene's; 0: as many as the machine has")
      ->type_name("N")
      ->check(CLI::Range(0, most_threads).description(""));
  command.add_option("--end-time", options.end_time, "Simulated seconds, instead of the scene's")
      ->type_name("T")
      ->check(CLI::PositiveNumber.description(""));
  command
      .add_option("--checkpoint-every", options.checkpoint_interval,
                  "Simulated seconds between checkpoints, instead of the scene's")
      ->type_name("S")
      ->check(CLI::PositiveNumber.description(""));
  CLI::Option* const frame_every = command
                                       .add_option("--frame-every", options.frame_interval,
                                                   "Simulated seconds between frames, instead of the scene's")
                                       ->type_name("S")
                                       ->check(CLI::PositiveNumber.description(""));
  command
      .add_flag("--no-frames", options.no_frames, "Writes no frames: less on the disk, nothing to look at")
      ->excludes(frame_every);
  // Called when given only: a flag bound to an optional would be set by every call (CLI11 2.1).
  CLI::Option* const paraview = command.add_flag_callback(
      "--paraview", [&options] { options.paraview = true; },
      "Frames for ParaView too, whatever the scene says");
  command
      .add_flag_callback(
          "--no-paraview", [&options] { options.paraview = false; }, "No frames for ParaView")
      ->excludes(paraview);
  command.add_flag("--profile", options.profile, "Prints at the end where the time went, stage by stage");
  command.add_flag("--quiet", options.quiet, "No progress and no result, only messages about trouble");
}

constexpr const char* exit_statuses =
    "Exit status: 0 done, 1 results could not be written, 2 bad input, 130 and 143 interrupted by Ctrl-C\n"
    "or SIGTERM: a checkpoint was written, and scree resume goes on from it.";

std::string result_text(const RunOutcome& o) {
  const std::filesystem::path page = std::filesystem::path(o.folder) / viewer_file_name;
  std::error_code none;
  const std::string look =
      std::filesystem::exists(page, none) ? fmt::format("; to look at it: {}", page.string()) : "";
  return fmt::format(
      "{} at {:.6g} s after {} steps, {:.1f} s of work\n"
      "{} particles, {} contacts, largest overlap {:.2e} of the size\n"
      "energy balance error {:.2e}, {} detection failures, state hash {}\n"
      "results in {}{}\n",
      name(o.end), o.time, o.steps, o.wall_seconds, o.statistics.particles, o.statistics.contacts,
      o.max_overlap_ratio, o.balance_error, o.detection_failures, hash_text(o.state_hash), o.folder, look);
}

using Call = std::function<Result<RunOutcome>(const RunOptions&)>;

int run_and_report(const RunCommandOptions& options, Output& output, const Call& call) {
  const std::atomic<int>& caught_signal = catch_signals();
  RunOptions run_options;
  run_options.threads = options.threads;
  run_options.end_time = options.end_time;
  run_options.checkpoint_interval = options.checkpoint_interval;
  run_options.frame_interval = options.no_frames ? 0 : options.frame_interval;
  run_options.paraview = options.paraview;
  run_options.interrupt = &caught_signal;
  Result<RunOutcome> outcome = Error{};
  {
    RunProgressLine line;
    if (!options.quiet) run_options.progress = [&](const RunProgress& progress) { line.show(progress); };
    run_options.note = [](const std::string& text) { remark(text); };
    outcome = call(run_options);
  }
  if (!outcome) {
    complain(outcome.error().message);
    return exit_bad_input;
  }
  if (!outcome->write_error.empty()) {
    complain(outcome->write_error);
    return exit_output_failed;
  }
  if (!options.quiet) write(output, result_text(*outcome));
  if (options.profile) write(output, (options.quiet ? "" : "\n") + profile_text(outcome->profile));
  const bool written = finish(output);
  if (outcome->end == RunEnd::interrupted) {
    remark(fmt::format("interrupted; to go on: scree resume {}", outcome->folder));
    return signal_status + caught_signal;
  }
  return written ? exit_ok : exit_output_failed;
}

}  // namespace

CLI::App* add_run_command(CLI::App& app, RunCommandOptions& options) {
  CLI::App* command = app.add_subcommand("run", "Runs a scene and keeps its results in a folder.");
  command->add_option("SCENE", options.path, "A scene file (TOML)")->required()->type_name(" ");
  command->add_option("--out", options.out, "The folder for the results; default runs/NAME-TIME")
      ->type_name("DIR")
      ->check([](const std::string& path) { return path.empty() ? "DIR is empty" : ""; });
  command->add_flag("--force", options.force, "Overwrites the run that is in the folder");
  add_common_flags(*command, options);
  command->footer(
      fmt::format("Example:\n  scree run scenes/simulation/drop-box.toml --out runs/drop --threads 2\n{}",
                  exit_statuses));
  return command;
}

CLI::App* add_resume_command(CLI::App& app, RunCommandOptions& options) {
  CLI::App* command =
      app.add_subcommand("resume", "Goes on with a run that was interrupted, or makes it longer.");
  command->add_option("DIR", options.path, "The folder of the run")->required()->type_name(" ");
  add_common_flags(*command, options);
  command->footer(fmt::format("Example:\n  scree resume runs/drop --end-time 2\n{}", exit_statuses));
  return command;
}

int run_run(const RunCommandOptions& options, Output& output) {
  return run_and_report(options, output, [&](const RunOptions& run_options) {
    return run_scene(options.path, options.out, options.force, run_options);
  });
}

int run_resume(const RunCommandOptions& options, Output& output) {
  return run_and_report(options, output,
                        [&](const RunOptions& run_options) { return resume_run(options.path, run_options); });
}

}  // namespace scree::command
