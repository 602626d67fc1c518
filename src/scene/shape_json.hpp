// Shapes described in JSON: {"type": "box", "extents": [1, 2, 3]} and so on.
#pragma once

#include <scree/shape.hpp>

#include "scene/json_reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace scree {

// What a description's "file" key may do.
struct MeshFiles {
  bool allowed = true;  // false: any mesh file is refused, and nothing outside the text is read
  std::string folder;   // relative names start here
};

// The shape a node describes. Returns a default shape and notes the complaint when it cannot be made.
Shape read_shape(const JsonNode& node, const MeshFiles& files, JsonErrors& errors);

// The keys of each type beside "type", for reference pages.
struct ShapeKey {
  std::string_view name, value, meaning;
  bool required = true;
};
struct ShapeTypeKeys {
  std::string_view type;
  std::vector<ShapeKey> keys;
};
std::vector<ShapeTypeKeys> shape_type_keys();

// A text, or a file, that holds one description and nothing else.
Result<Shape> parse_shape(const std::string& text, const std::string& file, const MeshFiles& files);
Result<Shape> read_shape_file(const std::string& path);

}  // namespace scree
