// Whether a value has the kind and lies in the range that a rule of the key table asks for.
#pragma once

#include <string>

#include "scene/scene_keys.hpp"
#include "scene/scene_reader.hpp"
#include "scene/toml_tree.hpp"

namespace scree {

void check_value(const TomlNode& node, const std::string& path, const KeyRule& rule, SceneErrors& errors);

}  // namespace scree
