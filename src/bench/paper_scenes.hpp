// The scenes of scenes/papers/, built into the program: a benchmark runs from any folder, and there is one
// source of each scene.
#pragma once

#include <string_view>
#include <vector>

#include "model/setup.hpp"

namespace scree::bench {

// The text of scenes/papers/NAME.toml; empty when there is none.
std::string_view paper_scene(std::string_view name);
std::vector<std::string_view> paper_scene_names();  // sorted

// The scene, compiled. Ends the program with a message when it does not exist or is not valid: tests see
// that all of them are.
Setup paper_setup(std::string_view name);

}  // namespace scree::bench
