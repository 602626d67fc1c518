#include "gallery.hpp"

#include <fmt/format.h>

#include <string>

#include "scene/names.hpp"

namespace scree::command {

std::vector<std::string_view> gallery_names() {
  std::vector<std::string_view> names;
  for (const GalleryScene& scene : gallery()) names.push_back(scene.name);
  return names;
}

Result<GalleryScene> find_gallery_scene(std::string_view name) {
  for (const GalleryScene& scene : gallery()) {
    if (scene.name == name) return scene;
  }
  const auto names = gallery_names();
  return Error{fmt::format("--from: {} is not in the gallery; there are: {}{}", in_quotes(name),
                           join_names(names), suggestion(name, names))};
}

std::string_view description(const GalleryScene& scene) {
  const std::string_view line = scene.text.substr(0, scene.text.find('\n'));
  return line.substr(line.find_first_not_of("# "));
}

}  // namespace scree::command
