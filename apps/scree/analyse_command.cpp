// scree analyse: reads a checkpoint or a frame of a run, writes what it found, and prints a table of it.
#include "analyse_command.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "analysis/analyse.hpp"
#include "exit_status.hpp"

namespace scree::command {
namespace {

constexpr int most_layers = 10000;

// The corners of the box, where one was given.
Result<std::optional<Bounds>> box_of(const std::vector<double>& numbers, int dimension) {
  if (numbers.empty()) return std::optional<Bounds>{};
  const auto d = static_cast<std::size_t>(dimension);
  if (numbers.size() != 2 * d) {
    return Error{
        fmt::format("--box: has {} numbers; {} are wanted, the lower and the upper corner of the box",
                    numbers.size(), 2 * d)};
  }
  Bounds box;
  for (std::size_t i = 0; i < d; ++i) {
    box.lower[static_cast<int>(i)] = numbers[i];
    box.upper[static_cast<int>(i)] = numbers[d + i];
    if (!std::isfinite(numbers[i]) || !std::isfinite(numbers[d + i]) || !(numbers[i] < numbers[d + i])) {
      return Error{fmt::format("--box: along {} it goes from {} to {} m; the first must be less", "xyz"[i],
                               numbers[i], numbers[d + i])};
    }
  }
  return std::optional<Bounds>(box);
}

SurfaceKind surface_of(const std::string& name) {
  if (name == "x") return SurfaceKind::x;
  return name == "y" ? SurfaceKind::y : SurfaceKind::heap;
}

Result<Analysis> analysed(const AnalyseCommandOptions& options) {
  if (options.time && !std::isfinite(*options.time)) {
    return Error{fmt::format("--time: {} is no time; seconds are wanted", *options.time)};
  }
  std::vector<FlowPlane> planes;
  for (const std::string& text : options.planes) {
    const Result<FlowPlane> plane = parse_plane(text);
    if (!plane) return Error{"--plane: " + plane.error().message};
    planes.push_back(*plane);
  }
  const Result<RunSample> sample = options.time || options.frame
                                       ? sample_frame(options.run, options.time, options.frame)
                                       : sample_checkpoint(options.run, options.event);
  if (!sample) return sample.error();
  for (const std::string& note : sample->notes) remark(note);
  const Result<std::optional<Bounds>> box = box_of(options.box, sample->scene.dimension);
  if (!box) return box.error();
  Result<std::vector<PlaneResult>> flows = mass_flows(options.run, planes);
  if (!flows) return flows.error();
  Analysis analysis = analyse(*sample, {options.margin, *box, options.layers, surface_of(options.surface)});
  analysis.planes = *std::move(flows);
  return analysis;
}

}  // namespace

CLI::App* add_analyse_command(CLI::App& app, AnalyseCommandOptions& options) {
  CLI::App* command = app.add_subcommand(
      "analyse", "Coordination, solid fraction, forces, fabric, stress, orientations, slope and mass flow.");
  command->add_option("DIR", options.run, "The folder of the run, finished or still running")
      ->required()
      ->type_name(" ");
  CLI::Option* time =
      command->add_option("--time", options.time, "Looks at the frame nearest to this time (s)")
          ->type_name("T");
  CLI::Option* frame =
      command->add_option("--frame", options.frame, "Looks at this frame, from 0; -1 is the last")
          ->type_name("N");
  CLI::Option* event =
      command->add_option("--event", options.event, "Looks at the checkpoint that this event kept")
          ->type_name("NAME");
  time->excludes(frame)->excludes(event);
  frame->excludes(event);
  command->add_option("--out", options.out, "The folder for the results; default DIR/analysis")
      ->type_name("DIR2")
      ->check([](const std::string& path) { return path.empty() ? "DIR2 is empty" : ""; });
  command->add_option("--format", options.format, "What is printed: a table to read, or analysis.json")
      ->type_name("table|json")
      ->check(CLI::IsMember({"table", "json"}).description(""));
  CLI::Option* margin =
      command
          ->add_option("--margin", options.margin, "How far the box stays inside that of all particles (m)")
          ->type_name("M")
          ->check(CLI::NonNegativeNumber.description(""));
  command->add_option("--box", options.box, "The box to look at (m), lower and upper corner: x,y,z,x,y,z")
      ->type_name("BOX")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->excludes(margin);
  command->add_option("--layers", options.layers, "Layers of the solid fraction by height")
      ->type_name("N")
      ->check(CLI::Range(1, most_layers).description(""));
  command->add_option("--surface", options.surface, "Whose slope: of a heap, or along x or y")
      ->type_name("heap|x|y")
      ->check(CLI::IsMember({"heap", "x", "y"}).description(""));
  command
      ->add_option("--plane", options.planes,
                   "Mass flow through it: z=0.1, or a point and a normal px,py,pz,nx,ny,nz; may come again")
      ->type_name("PLANE")
      ->allow_extra_args(false);
  command->footer(
      "Without --time, --frame and --event the newest checkpoint is looked at.\n"
      "Example:\n  scree analyse runs/hopper --plane z=0.05 --surface x\n"
      "Exit status: 0 done, 1 results could not be written, 2 bad input.");
  return command;
}

int run_analyse(const AnalyseCommandOptions& options, Output& output) {
  const Result<Analysis> analysis = analysed(options);
  if (!analysis) {
    complain(analysis.error().message);
    return exit_bad_input;
  }
  const std::filesystem::path folder = options.out.empty() ? std::filesystem::path(options.run) / "analysis"
                                                           : std::filesystem::path(options.out);
  if (const auto bad = make_folder(folder.string())) {
    complain(bad->message);
    return exit_bad_input;
  }
  const std::vector<NamedFile> files = analysis_files(*analysis);
  remove_files(folder.string(), analysis_file_names(), files);
  if (const auto failed = write_files(folder.string(), files)) {
    complain(failed->message);
    return exit_output_failed;
  }
  write(output, options.format == "json"
                    ? to_json(*analysis)
                    : summary_text(*analysis) + fmt::format("results in {}\n", folder.string()));
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
