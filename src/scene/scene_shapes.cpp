// [[shape]]: by type, as in the JSON descriptions, or made of several convex pieces.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "scene/json_reader.hpp"
#include "scene/names.hpp"
#include "scene/scene_build.hpp"

namespace scree {
namespace {

using nlohmann::json;

constexpr std::size_t max_pieces = 1000;

json to_json(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::table: {
      json object = json::object();
      for (std::size_t i = 0; i < node.keys.size(); ++i) object[node.keys[i]] = to_json(node.items[i]);
      return object;
    }
    case TomlNode::Kind::array: {
      json array = json::array();
      for (const TomlNode& item : node.items) array.push_back(to_json(item));
      return array;
    }
    case TomlNode::Kind::integer:
      return node.integer;
    case TomlNode::Kind::number:
      // JSON has no such number; as a text it is shown as it was written.
      return std::isfinite(node.number) ? json(node.number) : json(fmt::format("{}", node.number));
    case TomlNode::Kind::boolean:
      return node.boolean;
    case TomlNode::Kind::text:
    case TomlNode::Kind::other:
      break;
  }
  return node.text;
}

// The line of what a path such as ".vertices[3][0]: ..." leads to, as far as it leads.
int line_at(const TomlNode& node, std::string_view path) {
  if (path.starts_with('[')) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
    if (error != std::errc{} || node.kind != TomlNode::Kind::array || index >= node.items.size()) {
      return node.line;
    }
    path.remove_prefix(end + 1 - path.data());
    return line_at(node.items[index], path);
  }
  if (path.starts_with('.')) path.remove_prefix(1);
  const std::string_view key = path.substr(0, path.find_first_of(".[:"));
  const TomlNode* member = find(node, key);
  return member == nullptr ? node.line : line_at(*member, path.substr(key.size()));
}

// The keys of the scene around a description, which the reader of shapes does not know.
bool is_scene_key(const Section& section, std::string_view key) {
  const KeyRule* rule = find_key(*section.rule, key, section.variant);
  return rule == nullptr || rule->kind != ValueKind::shape_value;
}

// The shape that "type" and its keys describe.
std::optional<Shape> read_typed_shape(const Section& section, const SceneBuild& build) {
  json description = json::object();
  for (std::size_t i = 0; i < section.node->keys.size(); ++i) {
    const std::string& key = section.node->keys[i];
    if (!is_scene_key(section, key)) description[key] = to_json(section.node->items[i]);
  }
  JsonErrors errors;  // without a file: what is left of the message starts with the path
  Shape shape = read_shape({&description, section.path}, build.files, errors);
  if (!errors.first) return shape;
  std::string_view message = errors.first->message;
  message.remove_prefix(2);  // ": "
  const std::string_view below =
      message.starts_with(section.path) ? message.substr(section.path.size()) : std::string_view();
  complain(*section.errors, line_at(*section.node, below), "", message);
  return std::nullopt;
}

std::vector<Vec2> planar_points(const std::vector<Vec3>& points) {
  std::vector<Vec2> planar;
  planar.reserve(points.size());
  for (const Vec3& p : points) planar.push_back(in_plane(p));
  return planar;
}

bool check_dimension(const Section& section, const Shape& shape) {
  const int dimension = section.errors->dimension;
  if (fits_dimension(shape, dimension)) return true;
  complain(section, "type",
           fmt::format("a {} does not go with dimension {}; allowed: shapes of {}", name(shape.type),
                       dimension, dimension == 2 ? "the plane" : "space"));
  return false;
}

// The hull of points on a curved surface in the shape's place.
std::optional<Shape> meshed(const Section& section, Shape shape) {
  if (!has(section, "mesh")) return shape;
  if (shape.type == ShapeType::polyhedron || shape.type == ShapeType::polygon ||
      shape.type == ShapeType::half_space) {
    complain(section, "mesh",
             fmt::format("goes with a curved shape; a {} has no curved surface", name(shape.type)));
    return std::nullopt;
  }
  const TriangleMesh mesh = triangulate(shape, static_cast<int>(get_integer(section, "mesh")));
  auto hull =
      is_planar(shape.type) ? make_polygon(planar_points(mesh.vertices)) : make_polyhedron(mesh.vertices);
  if (hull) return *std::move(hull);
  complain(section, "mesh", hull.error().message);
  return std::nullopt;
}

std::optional<Shape> read_single(const Section& section, const SceneBuild& build) {
  auto shape = read_typed_shape(section, build);
  if (shape && !check_dimension(section, *shape)) return std::nullopt;
  return shape ? meshed(section, *std::move(shape)) : std::nullopt;
}

std::optional<Shape> read_piece_shape(const Section& section, const SceneBuild& build) {
  if (!either(section, "shape", "type", true)) return std::nullopt;
  if (has(section, "type")) return read_single(section, build);
  for (const std::string& key : section.node->keys) {
    if (is_scene_key(section, key) && key != "mesh") continue;
    complain(section, key, "goes with \"type\", not with \"shape\"");
    return std::nullopt;
  }
  const std::string name = get_text(section, "shape");
  const auto found = find_shape(section, "shape", name, build);
  if (!found) return std::nullopt;
  if (build.shapes[*found].pieces.size() != 1) {
    complain(section, "shape",
             fmt::format("{} has {} pieces; a piece must be a shape of one", in_quotes(name),
                         build.shapes[*found].pieces.size()));
    return std::nullopt;
  }
  return build.shapes[*found].pieces[0].shape;
}

void read_pieces(const Section& section, const SceneBuild& build, std::vector<BodyPiece>& pieces) {
  for (const std::string& key : section.node->keys) {
    if (is_scene_key(section, key) && key != "mesh") continue;
    complain(section, key, "goes with \"type\", not with \"pieces\"");
  }
  const auto sections = open_members(section, "pieces", "piece");
  if (sections.size() > max_pieces) {
    return complain(section, "pieces",
                    fmt::format("are {}; at most {} are allowed", sections.size(), max_pieces));
  }
  for (const Section& piece : sections) {
    if (!piece.sound) continue;
    const Pose pose{get_turn(piece), get_vector(piece, "position")};
    auto shape = read_piece_shape(piece, build);
    if (!shape) continue;
    if (shape->type == ShapeType::half_space) {
      complain(piece, "a half_space cannot be a piece: it has no bounds");
      continue;
    }
    pieces.push_back({*std::move(shape), pose});
  }
}

void measure(SceneShape& shape) {
  shape.bounded = std::none_of(shape.pieces.begin(), shape.pieces.end(), [](const BodyPiece& piece) {
    return piece.shape.type == ShapeType::half_space;
  });
  if (!shape.bounded) return;
  for (const BodyPiece& piece : shape.pieces) {
    shape.volume += piece.shape.mass.volume;
    shape.centre += piece.shape.mass.volume * transform(piece.body_from_shape, piece.shape.mass.centroid);
  }
  shape.centre = shape.centre / shape.volume;
  for (const BodyPiece& piece : shape.pieces) {
    const Vec3 centre = transform(piece.body_from_shape, piece.shape.centre);
    shape.radius = std::max(shape.radius, norm(centre - shape.centre) + 0.5 * piece.shape.size);
  }
}

// A shape that stands for one which cannot be made, so that references to it are not wrong as well.
BodyPiece stand_in(const Section& section) {
  return {is_planar(section) ? *make_disc(1) : *make_sphere(1), Pose{}};
}

}  // namespace

void read_shapes(const Section& root, SceneBuild& build) {
  for (const Section& section : open_members(root, "shape", "shape")) {
    SceneShape shape;
    shape.name = get_text(section, "name");
    if (build.shape_index.contains(shape.name)) {
      complain(section, "name", fmt::format("{} is given twice", in_quotes(shape.name)));
    }
    if (section.sound && has(section, "pieces")) {
      read_pieces(section, build, shape.pieces);
    } else if (section.sound) {
      if (auto single = read_single(section, build)) shape.pieces.push_back({*std::move(single), Pose{}});
    }
    if (shape.pieces.empty()) shape.pieces.push_back(stand_in(section));
    measure(shape);
    build.shape_index.emplace(shape.name, build.shapes.size());
    build.shapes.push_back(std::move(shape));
  }
}

}  // namespace scree
