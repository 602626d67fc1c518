// The gallery: scenes to start from, built into the program.
#pragma once

#include <scree/result.hpp>

#include <string_view>
#include <vector>

namespace scree::command {

struct GalleryScene {
  std::string_view name;
  std::string_view text;  // the scene, as in scenes/simulation/
};

const std::vector<GalleryScene>& gallery();
std::vector<std::string_view> gallery_names();
// An unknown name is answered with those there are.
Result<GalleryScene> find_gallery_scene(std::string_view name);
// What happens in it: the scene's first comment line.
std::string_view description(const GalleryScene& scene);

}  // namespace scree::command
