// Reads contact files.
#include "scene/pair_file.hpp"

#include "core/file_io.hpp"
#include "scene/json_parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace scree {
namespace {

std::vector<std::string_view> names_of(const std::vector<NamedShape>& shapes) {
  std::vector<std::string_view> names(shapes.size());
  std::transform(shapes.begin(), shapes.end(), names.begin(),
                 [](const NamedShape& s) { return std::string_view(s.name); });
  return names;
}

std::optional<JsonNode> require(const JsonNode& object, std::string_view key, std::string_view what,
                                JsonErrors& errors) {
  auto member = find_member(object, key);
  if (!member) fail(errors, object.path, fmt::format("\"{}\" is missing: {}", key, what));
  return member;
}

std::vector<NamedShape> read_shapes(const JsonNode& node, const MeshFiles& files, JsonErrors& errors) {
  std::vector<NamedShape> shapes;
  if (!node.value->is_object()) {
    fail(errors, node.path,
         fmt::format("must be an object of named shapes, found {}", describe(*node.value)));
    return shapes;
  }
  for (const auto& [name, value] : node.value->items()) {
    shapes.push_back({name, read_shape({&value, member_path(node.path, name)}, files, errors)});
    if (errors.first) break;
  }
  return shapes;
}

// `shapes` is in the order of names, as JSON objects are kept.
std::size_t read_shape_name(const JsonNode& node, const std::vector<NamedShape>& shapes, JsonErrors& errors) {
  const std::string name = read_text(node, errors);
  const auto found = std::lower_bound(shapes.begin(), shapes.end(), name,
                                      [](const NamedShape& s, const std::string& n) { return s.name < n; });
  if (found != shapes.end() && found->name == name) return static_cast<std::size_t>(found - shapes.begin());
  if (!errors.first) {
    const auto names = names_of(shapes);
    fail(errors, node.path,
         fmt::format("{} is not defined; shapes here: {}{}", describe(*node.value), join_names(names),
                     suggestion(name, names)));
  }
  return 0;
}

// Two numbers for a shape of the plane; a half-space may be in either.
Vec3 read_position(const JsonNode& node, ShapeType type, JsonErrors& errors) {
  const bool two = node.value->is_array() && node.value->size() == 2;
  if (!is_planar(type) && !(type == ShapeType::half_space && two)) return read_vector(node, errors);
  const auto p = read_two_numbers(node, errors);
  return {p[0], p[1], 0};
}

PlacedShape read_placed_shape(const JsonNode& node, const std::vector<NamedShape>& shapes,
                              JsonErrors& errors) {
  PlacedShape placed;
  if (!expect_object(node, {"shape", "position", "orientation", "angle"}, "a placed shape", errors))
    return placed;
  if (const auto name = require(node, "shape", "the name of one of \"shapes\"", errors)) {
    placed.shape = read_shape_name(*name, shapes, errors);
  }
  if (errors.first) return placed;
  const ShapeType type = shapes[placed.shape].shape.type;
  if (const auto position = find_member(node, "position")) {
    placed.world_from_shape.translation = read_position(*position, type, errors);
  }
  const auto orientation = find_member(node, "orientation");
  const auto angle = find_member(node, "angle");
  if (orientation && (angle || is_planar(type))) {
    fail(errors, orientation->path,
         angle ? R"(give either "orientation" or "angle", not both)"
               : fmt::format(R"(does not go with a {}; give "angle", in deg)", name(type)));
  } else if (orientation) {
    placed.world_from_shape.rotation = read_orientation(*orientation, errors);
  } else if (angle) {
    placed.world_from_shape.rotation =
        in_space(turn_by(read_number(*angle, errors) * std::numbers::pi / 180));
  }
  return placed;
}

PlacedPair read_pair(const JsonNode& node, const std::vector<NamedShape>& shapes, JsonErrors& errors) {
  PlacedPair pair;
  if (!expect_object(node, {"a", "b"}, "a pair", errors)) return pair;
  const auto a = require(node, "a", "the first placed shape", errors);
  const auto b = require(node, "b", "the second placed shape", errors);
  if (a) pair.a = read_placed_shape(*a, shapes, errors);
  if (b) pair.b = read_placed_shape(*b, shapes, errors);
  return pair;
}

std::vector<PlacedPair> read_pairs(const JsonNode& node, const std::vector<NamedShape>& shapes,
                                   JsonErrors& errors) {
  std::vector<PlacedPair> pairs;
  if (!node.value->is_array()) {
    fail(errors, node.path, fmt::format("must be an array of pairs, found {}", describe(*node.value)));
    return pairs;
  }
  pairs.reserve(node.value->size());
  for (const auto& value : *node.value) {
    pairs.push_back(read_pair({&value, element_path(node.path, pairs.size())}, shapes, errors));
    if (errors.first) break;
  }
  return pairs;
}

}  // namespace

Result<PairFile> parse_pairs(const std::string& text, const std::string& file, const MeshFiles& files) {
  const auto document = parse_json(text, file);
  if (!document) return document.error();
  JsonErrors errors{file, {}};
  PairFile result;
  const JsonNode root{&*document, ""};
  if (expect_object(root, {"shapes", "pairs"}, "a contact file", errors)) {
    const auto shapes = require(root, "shapes", "an object of named shapes", errors);
    const auto pairs = require(root, "pairs", "an array of placed pairs", errors);
    if (shapes) result.shapes = read_shapes(*shapes, files, errors);
    if (pairs && !errors.first) result.pairs = read_pairs(*pairs, result.shapes, errors);
  }
  if (errors.first) return *errors.first;
  return result;
}

Result<PairFile> read_pair_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_pairs(*text, path, {true, std::filesystem::path(path).parent_path().string()});
}

}  // namespace scree
