// scree gallery: name, what happens, and where a picture is.
#include "gallery_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "exit_status.hpp"
#include "gallery.hpp"

namespace scree::command {
namespace {

namespace fs = std::filesystem;

// Beside an installed program, or in the source tree it was built in. Empty: in neither.
fs::path picture_folder() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  for (fs::path place = program.parent_path(); place.has_relative_path(); place = place.parent_path()) {
    for (const char* folder : {"share/scree/gallery", "docs/pictures/gallery"}) {
      if (fs::is_directory(place / folder, none)) return place / folder;
    }
  }
  return {};
}

}  // namespace

CLI::App* add_gallery_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gallery", "Lists the scenes that scree new can start from.");
  command->footer(
      "Example:\n  scree gallery\n  scree new heap --from flow\nExit status: 0 listed, 1 output failed.");
  return command;
}

int run_gallery(Output& output) {
  const fs::path folder = picture_folder();
  std::error_code none;
  for (const GalleryScene& scene : gallery()) {
    write(output, fmt::format("{:<10}{}\n", scene.name, description(scene)));
    const fs::path picture = folder / fmt::format("{}.png", scene.name);
    if (fs::exists(picture, none)) write(output, fmt::format("{:<10}{}\n", "", picture.string()));
  }
  write(output, "Start from one of them: scree new NAME --from SCENE\n");
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
