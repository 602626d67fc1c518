// Scenes for tests, as text.
#pragma once

#include <string>

#include "scene/scene.hpp"

namespace scree::testing {

// Twelve lines: what every scene needs, and a shape. No bodies.
inline const std::string scene_start = R"([simulation]
end_time = 1

[[material]]
name = "stone"
density = 2000

[[shape]]
name = "cube"
type = "box"
extents = [0.1, 0.1, 0.1]

)";
// Four lines.
inline const std::string scene_body = "[[body]]\nshape = \"cube\"\n\n\n";

inline Result<Setup> parse(const std::string& text, std::size_t max_bodies = 100'000) {
  return parse_scene(text, "s.toml", {false, ""}, max_bodies);
}
// The start and more.
inline Result<Setup> parse_more(const std::string& text) { return parse(scene_start + text); }

inline std::string message(const Result<Setup>& setup) { return setup ? "accepted" : setup.error().message; }

}  // namespace scree::testing
