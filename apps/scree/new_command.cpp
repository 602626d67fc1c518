// scree new: a scene of the gallery with a head that says what to do with it.
#include "new_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "core/file_io.hpp"
#include "core/file_name.hpp"
#include "exit_status.hpp"
#include "gallery.hpp"
#include "scene/names.hpp"

namespace scree::command {
namespace {

namespace fs = std::filesystem;

constexpr const char* ending = ".toml";
constexpr const char* usual_scene = "drop-box";

std::string head(const fs::path& file, const GalleryScene& scene) {
  const std::string name = file.filename().string();
  const std::string stem = file.stem().string();
  const std::string check = "scree check " + name, run = "scree run " + name;
  const std::string view = fmt::format("scree view runs/{}-TIME", stem);
  return fmt::format(
      "# {0}: a scene for scree, begun from \"{1}\" of the gallery. Change what you like, then\n"
      "#\n"
      "#   {2:<{5}}  is it sound, and what would run\n"
      "#   {3:<{5}}  runs it; results go to a new folder, runs/{6}-TIME\n"
      "#   {4:<{5}}  shows it in the browser, also while it runs\n"
      "#\n"
      "# All keys a scene may have: scree check --reference\n"
      "\n",
      name, scene.name, check, run, view, view.size(), stem);
}

std::optional<Error> check_name(const fs::path& file) {
  if (is_file_name(file.filename().string()) && file.stem() != "") return std::nullopt;
  return Error{
      fmt::format("NAME: {} cannot be a scene's name; allowed: letters, digits, _, - and . (not first)",
                  in_quotes(file.stem().string()))};
}

// The one asked for, else the one of the same name.
Result<GalleryScene> choose_scene(const NewOptions& options, const std::string& name) {
  if (!options.from.empty()) return find_gallery_scene(options.from);
  const Result<GalleryScene> namesake = find_gallery_scene(name);
  return namesake ? namesake : find_gallery_scene(usual_scene);
}

std::optional<Error> write_new(const fs::path& file, const GalleryScene& scene) {
  std::error_code none;
  if (fs::exists(fs::symlink_status(file, none))) {
    return Error{fmt::format("{}: there is such a file already; choose another name", file.string())};
  }
  return write_file(file.string(), head(file, scene) + std::string(scene.text));
}

}  // namespace

CLI::App* add_new_command(CLI::App& app, NewOptions& options) {
  CLI::App* command = app.add_subcommand("new", "Writes a commented scene to start from.");
  command->add_option("NAME", options.name, "Of the scene: NAME.toml is written")->required()->type_name(" ");
  command
      ->add_option(
          "--from", options.from,
          fmt::format("Which scene of the gallery; scree gallery lists them. Default: the one called "
                      "NAME, or {}",
                      usual_scene))
      ->type_name("SCENE");
  command->footer(
      "Example:\n  scree new heap --from flow\nA file that exists is never overwritten.\nExit status: 0 the "
      "scene is there, 1 output failed, 2 bad input.");
  return command;
}

int run_new(const NewOptions& options, Output& output) {
  fs::path file = options.name;
  if (file.extension() != ending) file += ending;
  const Result<GalleryScene> scene = choose_scene(options, file.stem().string());
  std::optional<Error> bad = scene ? check_name(file) : scene.error();
  if (!bad) bad = write_new(file, *scene);
  if (bad) {
    complain(bad->message);
    return exit_bad_input;
  }
  write(output, fmt::format("{0}: {1}\nNext: scree run {0}\n", file.string(), description(*scene)));
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
