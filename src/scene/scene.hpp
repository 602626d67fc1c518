// Scene files: everything a simulation starts from, in TOML.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "model/setup.hpp"
#include "scene/shape_json.hpp"

namespace scree {

inline constexpr std::size_t max_scene_bodies = 10'000'000;

// Checks the whole scene and compiles it. The error lists up to 20 problems, one per line, each with the
// file, the line, the key, the value and what is allowed. Whether bodies overlap and the time step is stable
// is not looked at here. Meshes with relative names are looked for beside the file.
Result<Setup> read_scene(const std::string& path);
// The same from a text; `file` is its name in messages.
Result<Setup> parse_scene(const std::string& text, const std::string& file, const MeshFiles& files,
                          std::size_t max_bodies = max_scene_bodies);

// The mesh files the scene at `path` names, as it writes them, each once.
Result<std::vector<std::string>> scene_files(const std::string& path);

// The reference page in Markdown, from the table of keys by which scenes are checked.
std::string scene_reference();

}  // namespace scree
