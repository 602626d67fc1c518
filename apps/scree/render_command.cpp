// scree render: what the flags say, the pictures of the frames asked for, and the film.
#include "render_command.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/file_io.hpp"
#include "exec/exec.hpp"
#include "exit_status.hpp"
#include "movie.hpp"
#include "output/choose_frame.hpp"
#include "output/run_pictures.hpp"
#include "picture_files.hpp"
#include "scene/names.hpp"

namespace scree::command {
namespace {

namespace fs = std::filesystem;

constexpr int largest_side = 4096;  // pixels, as the renderer has it
constexpr int most_threads = 1024, fastest_film = 240;

// Numbers with commas between them, all finite.
template <std::size_t count>
Result<std::array<Real, count>> parse_numbers(const std::string& text, std::string_view flag,
                                              std::string_view shape) {
  std::array<Real, count> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    const bool sound = error == std::errc() && std::isfinite(numbers[i]);
    const bool follows = i + 1 < count ? next < end && *next == ',' : next == end;
    if (!sound || !follows) {
      return Error{fmt::format("{}: {} is not {}", flag, in_quotes(text), shape)};
    }
    at = next + 1;
  }
  return numbers;
}

Result<Vec3> parse_vector(const std::string& text, std::string_view flag) {
  const auto numbers = parse_numbers<3>(text, flag, "three numbers X,Y,Z");
  if (!numbers) return numbers.error();
  return Vec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

// One of several by its name.
template <class T>
Result<T> find_named(const std::string& wanted, std::string_view flag, const std::vector<T>& all) {
  std::vector<std::string_view> names;
  for (const T value : all) {
    names.push_back(name(value));
    if (names.back() == wanted) return value;
  }
  return Error{fmt::format("{}: {} is unknown; allowed: {}{}", flag, in_quotes(wanted), join_names(names),
                           suggestion(wanted, names))};
}

struct NamedDirection {
  std::string_view name;
  Vec3 towards_eye;
};
constexpr std::array<NamedDirection, 7> directions{{{"usual", {0, 0, 0}},
                                                    {"front", {0, -1, 0}},
                                                    {"back", {0, 1, 0}},
                                                    {"left", {-1, 0, 0}},
                                                    {"right", {1, 0, 0}},
                                                    {"top", {0, 0, 1}},
                                                    {"bottom", {0, 0, -1}}}};

Result<ViewDirection> parse_direction(const std::string& text) {
  std::vector<std::string_view> names;
  for (const NamedDirection& direction : directions) {
    if (text == direction.name) return ViewDirection{direction.towards_eye, {}};
    names.push_back(direction.name);
  }
  const Result<Vec3> given = parse_vector(text, "--view");
  if (given && norm(*given) > 0) return ViewDirection{*given, {}};
  return Error{fmt::format("--view: {} is unknown; allowed: {} or X,Y,Z, a direction towards the eye{}",
                           in_quotes(text), join_names(names), suggestion(text, names))};
}

// What the flags say about the place of the eye, on top of the view that shows everything.
std::optional<Error> place_eye(const RenderOptions& options, const Model& model, SnapshotView& view) {
  const bool moved = !options.eye.empty() || !options.target.empty() || options.view != "usual";
  if (model.dimension == 2 && moved) {
    return Error{"--view, --eye, --target: a scene in the plane is seen from straight above"};
  }
  if (!options.target.empty()) {
    const Result<Vec3> target = parse_vector(options.target, "--target");
    if (!target) return target.error();
    view.eye += *target - view.target;
    view.target = *target;
  }
  if (!options.eye.empty()) {
    const Result<Vec3> eye = parse_vector(options.eye, "--eye");
    if (!eye) return eye.error();
    // The same angle of view: nearer things then look larger.
    view.field *= norm(*eye - view.target) / norm(view.eye - view.target);
    view.eye = *eye;
  }
  if (options.field > 0) view.field = options.field;
  return std::nullopt;
}

Result<SnapshotView> make_view(const RenderOptions& options, const RunPictures& run) {
  const Result<ViewDirection> direction = parse_direction(options.view);
  if (!direction) return direction.error();
  Result<SnapshotView> view = run.fit(*direction, options.width, options.height);
  if (!view) return view;
  if (auto bad = place_eye(options, run.model(), *view)) return *bad;
  view->legend = !options.no_legend;
  if (!options.walls.empty()) {
    const Result<WallStyle> walls = find_named(options.walls, "--walls", all_wall_styles());
    if (!walls) return walls.error();
    view->walls = *walls;
  }
  if (!options.colour.empty()) {
    const Result<ColourBy> colour = find_named(options.colour, "--colour", all_colourings());
    if (!colour) return colour.error();
    view->colour = *colour;
  }
  if (!options.range.empty()) {
    const auto range = parse_numbers<2>(options.range, "--range", "two numbers LOW,HIGH");
    if (!range) return range.error();
    view->colour_low = (*range)[0];
    view->colour_high = (*range)[1];
    if (!(view->colour_low < view->colour_high)) {
      return Error{fmt::format("--range: {} is not below {}", view->colour_low, view->colour_high)};
    }
  } else if (has_scale(view->colour)) {
    const auto range = run.colour_range(view->colour);
    if (!range) return range.error();
    view->colour_low = range->first;
    view->colour_high = range->second;
  }
  return view;
}

int fail(const Error& error, int status) {
  complain(error.message);
  return status;
}

int render_one(const RenderOptions& options, const RunPictures& run, const SnapshotView& view,
               Output& output) {
  const Result<std::size_t> frame = choose_frame(run.reader(), options.frame, options.time);
  if (!frame) return fail(frame.error(), exit_bad_input);
  fs::path file = options.out;
  if (file.empty()) {
    const fs::path folder = fs::path(options.folder) / picture_folder_name;
    if (auto bad = make_folder(folder)) return fail(*bad, exit_output_failed);
    file = folder / picture_name(*frame);
  }
  DrawingMeshes meshes;
  const Result<std::string> png = run.render(*frame, view, meshes);
  if (!png) return fail(png.error(), exit_bad_input);
  if (auto bad = write_file(file.string(), *png)) return fail(*bad, exit_output_failed);
  write(output, fmt::format("{}: frame {} of 0 to {}, at {:.6g} s\n", file.string(), *frame,
                            run.frames().size() - 1, run.frames()[*frame].time));
  return finish(output) ? exit_ok : exit_output_failed;
}

int render_all(const RenderOptions& options, const RunPictures& run, const SnapshotView& view,
               Output& output) {
  const std::optional<std::string> ffmpeg = find_ffmpeg();
  if (options.movie && !ffmpeg) {
    return fail({"--movie: ffmpeg is not on the PATH; --all makes the pictures without it"}, exit_bad_input);
  }
  const fs::path base = options.out.empty() ? fs::path(options.folder) : fs::path(options.out);
  const fs::path folder = base / picture_folder_name;
  if (auto bad = make_folder(folder)) return fail(*bad, exit_output_failed);
  Exec exec(options.threads);
  if (auto bad = write_pictures(run, view, folder, exec)) return fail(*bad, exit_output_failed);
  write(output, fmt::format("{}: {} pictures\n", folder.string(), run.frames().size()));
  if (ffmpeg) {
    const fs::path movie = base / "movie.mp4";
    if (auto bad = make_movie(*ffmpeg, folder, run.frames().size(), options.frames_per_second, movie)) {
      return fail(*bad, exit_output_failed);
    }
    write(output, fmt::format("{}: {:.1f} s\n", movie.string(),
                              static_cast<double>(run.frames().size()) / options.frames_per_second));
  } else {
    remark("no movie: ffmpeg is not on the PATH");
  }
  return finish(output) ? exit_ok : exit_output_failed;
}

std::string not_empty(const std::string& text) { return text.empty() ? "is empty" : ""; }

void add_choice_of_frames(CLI::App& command, RenderOptions& options) {
  CLI::Option* frame =
      command.add_option("--frame", options.frame, "This frame, counted from 0; negative: from the end")
          ->type_name("N");
  CLI::Option* time =
      command.add_option("--time", options.time, "The frame nearest to this time (s)")->type_name("T");
  CLI::Option* last = command.add_flag("--last", options.last, "The last frame: what is done without a flag");
  CLI::Option* all =
      command.add_flag("--all", options.all, "All frames, and a movie where ffmpeg is on the PATH");
  CLI::Option* movie = command.add_flag("--movie", options.movie, "As --all, but refuses without ffmpeg");
  for (CLI::Option* many : {all, movie}) {
    for (CLI::Option* one : {frame, time, last}) many->excludes(one);
  }
  frame->excludes(time)->excludes(last);
  time->excludes(last);
}

void add_looks(CLI::App& command, RenderOptions& options) {
  for (const auto& [flag, side, text] : {std::tuple{"--width", &options.width, "Pixels; default 1200"},
                                         {"--height", &options.height, "Pixels; default 900"}}) {
    command.add_option(flag, *side, text)
        ->type_name("N")
        ->check(CLI::Range(16, largest_side).description(""));
  }
  command
      .add_option("--colour,--color", options.colour,
                  "Of particles, by: name, shape, size, speed, angular-speed, energy, contacts")
      ->type_name("BY")
      ->check(not_empty);
  command.add_option("--range", options.range, "Ends of the colour scale, in SI units")
      ->type_name("LOW,HIGH")
      ->check(not_empty);
  command.add_flag("--no-legend", options.no_legend, "Does not say in the picture what colours mean");
  command.add_option("--walls", options.walls, "Walls as: edges, glass, solid, hidden")
      ->type_name("HOW")
      ->check(not_empty);
}

void add_place_of_eye(CLI::App& command, RenderOptions& options) {
  command
      .add_option("--view", options.view,
                  "From: usual, front, back, left, right, top, bottom, or X,Y,Z, a direction towards the eye")
      ->type_name("FROM");
  command.add_option("--eye", options.eye, "Where the eye is (m)")->type_name("X,Y,Z")->check(not_empty);
  command.add_option("--target", options.target, "What is in the middle of the picture (m)")
      ->type_name("X,Y,Z")
      ->check(not_empty);
  command.add_option("--field", options.field, "Height of what is seen at the target (m)")
      ->type_name("M")
      ->check(CLI::PositiveNumber.description(""));
}

}  // namespace

CLI::App* add_render_command(CLI::App& app, RenderOptions& options) {
  CLI::App* command = app.add_subcommand("render", "Makes pictures of a run, and a movie of them.");
  command->add_option("DIR", options.folder, "The folder of the run")->required()->type_name(" ");
  add_choice_of_frames(*command, options);
  command
      ->add_option("--out", options.out,
                   "The picture's file, for several a folder; default: DIR/pictures/frame-0012.png, and "
                   "DIR/movie.mp4")
      ->type_name("PATH")
      ->check(not_empty);
  add_looks(*command, options);
  add_place_of_eye(*command, options);
  command->add_option("--fps", options.frames_per_second, "Frames of the movie per second; default 25")
      ->type_name("N")
      ->check(CLI::Range(1, fastest_film).description(""));
  command->add_option("--threads", options.threads, "Pictures at a time; default: as many as the machine has")
      ->type_name("N")
      ->check(CLI::Range(0, most_threads).description(""));
  command->footer(
      "Example:\n  scree render runs/flow --time 1.2 --colour speed\n  scree render runs/flow --all --walls "
      "edges --view 1,-2,0.5\nExit status: 0 done, 1 pictures could not be written, 2 bad input.");
  return command;
}

int run_render(const RenderOptions& options, Output& output) {
  const Result<RunPictures> run = RunPictures::open(options.folder);
  if (!run) return fail(run.error(), exit_bad_input);
  if (!run->reader().trouble().empty()) remark(run->reader().trouble());
  const Result<SnapshotView> view = make_view(options, *run);
  if (!view) return fail(view.error(), exit_bad_input);
  return options.all || options.movie ? render_all(options, *run, *view, output)
                                      : render_one(options, *run, *view, output);
}

}  // namespace scree::command
