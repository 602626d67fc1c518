#include "bench/paper_scenes.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "bench/paper_scenes_data.hpp"
#include "scene/scene.hpp"

namespace scree::bench {

std::string_view paper_scene(std::string_view name) {
  for (const PaperScene& scene : paper_scenes()) {
    if (scene.name == name) return scene.text;
  }
  return {};
}

std::vector<std::string_view> paper_scene_names() {
  std::vector<std::string_view> names;
  for (const PaperScene& scene : paper_scenes()) names.push_back(scene.name);
  return names;
}

Setup paper_setup(std::string_view name) {
  Result<Setup> setup = parse_scene(std::string(paper_scene(name)), std::string(name) + ".toml",
                                    {.allowed = false, .folder = {}});
  if (!setup) {
    (void)std::fprintf(stderr, "%s\n", setup.error().message.c_str());
    std::abort();
  }
  return *std::move(setup);
}

}  // namespace scree::bench
