// Reads shapes from JSON. One table says which types there are, which keys each takes, and who makes it:
// reading, key checking and the messages all follow it.
#include "scene/shape_json.hpp"

#include "core/file_io.hpp"
#include "scene/json_parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scree {
namespace {

enum class KeyKind { number, integer, boolean, text, two_numbers, vector, points, planar_points };
enum class KeyNeed { required, optional };

struct KeyRule {
  std::string_view name;
  KeyKind kind;
  std::string_view meaning;  // for the message when it is missing
  KeyNeed need = KeyNeed::required;
};

using Value = std::variant<Real, int, bool, std::string, std::array<Real, 2>, Vec3, std::vector<Vec3>,
                           std::vector<Vec2>>;
using Values = std::map<std::string_view, Value>;

struct TypeRule {
  std::string_view type;
  std::vector<KeyRule> keys;
  Result<Shape> (*make)(const Values& values, const MeshFiles& files);
};

// The rules above make sure that a required key is there and has its kind.
template <class T>
const T& get(const Values& values, std::string_view key) {
  return std::get<T>(values.at(key));
}
Real get_number(const Values& values, std::string_view key) { return get<Real>(values, key); }
Vec3 get_vector(const Values& values, std::string_view key) { return get<Vec3>(values, key); }

Vec2 get_planar(const Values& values, std::string_view key) {
  const auto& n = get<std::array<Real, 2>>(values, key);
  return {n[0], n[1]};
}

template <class T>
T get_or(const Values& values, std::string_view key, T otherwise) {
  const auto found = values.find(key);
  return found == values.end() ? otherwise : std::get<T>(found->second);
}

Result<Shape> polyhedron_from_file(const Values& values, const MeshFiles& files) {
  const auto& name = get<std::string>(values, "file");
  if (!files.allowed) return Error{"file: mesh files cannot be read here"};
  const auto path = std::filesystem::path(files.folder) / name;
  auto shape = read_polyhedron(path.string(), get_or(values, "hull", false));
  if (!shape) return Error{"file: " + shape.error().message};
  return shape;
}

Result<Shape> polyhedron(const Values& values, const MeshFiles& files) {
  const bool has_vertices = values.contains("vertices");
  const bool has_file = values.contains("file");
  if (has_vertices == has_file) {
    return Error{has_file ? R"(give either "vertices" or "file", not both)"
                          : R"("vertices" is missing: points [x, y, z] in m; or "file": the name of a mesh)"};
  }
  if (has_file) return polyhedron_from_file(values, files);
  if (values.contains("hull"))
    return Error{R"("hull" goes with "file"; of "vertices" the hull is always taken)"};
  return make_polyhedron(get<std::vector<Vec3>>(values, "vertices"));
}

constexpr std::string_view edge_length = "the length of an edge, in m";

const std::vector<TypeRule>& type_rules() {
  using enum KeyKind;
  using enum KeyNeed;
  static const std::vector<TypeRule> rules = {
      {"polyhedron",
       {{"vertices", points, "points [x, y, z] in m", optional},
        {"file", text, "the name of an STL, OBJ or PLY file", optional},
        {"hull", boolean, "whether to take the hull of a mesh that is not convex", optional}},
       polyhedron},
      {"box",
       {{"extents", vector, "three edge lengths in m"}},
       [](const Values& v, const MeshFiles&) { return make_box(get_vector(v, "extents")); }},
      {"tetrahedron",
       {{"edge", number, edge_length}},
       [](const Values& v, const MeshFiles&) { return make_tetrahedron(get_number(v, "edge")); }},
      {"octahedron",
       {{"edge", number, edge_length}},
       [](const Values& v, const MeshFiles&) { return make_octahedron(get_number(v, "edge")); }},
      {"icosahedron",
       {{"edge", number, edge_length}},
       [](const Values& v, const MeshFiles&) { return make_icosahedron(get_number(v, "edge")); }},
      {"dodecahedron",
       {{"edge", number, edge_length}},
       [](const Values& v, const MeshFiles&) { return make_dodecahedron(get_number(v, "edge")); }},
      {"pyramid",
       {{"base", number, "the length of a base edge, in m"}, {"height", number, "the height in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_pyramid(get_number(v, "base"), get_number(v, "height"));
       }},
      {"prism",
       {{"sides", integer, "how many sides, 3 or more"},
        {"radius", number, "from the axis to a corner, in m"},
        {"height", number, "the height in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_prism(get<int>(v, "sides"), get_number(v, "radius"), get_number(v, "height"));
       }},
      {"tetrakis_cube",
       {{"edge", number, "the length of the cube's edge, in m"},
        {"height", number, "the height of each pyramid, in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_tetrakis_cube(get_number(v, "edge"), get_number(v, "height"));
       }},
      {"superellipsoid",
       {{"radii", vector, "three semi-axes in m"},
        {"exponents", two_numbers, "Barr's [epsilon1, epsilon2], each between 0 and 2"}},
       [](const Values& v, const MeshFiles&) {
         const auto& exponents = get<std::array<Real, 2>>(v, "exponents");
         return make_superellipsoid(get_vector(v, "radii"), exponents[0], exponents[1]);
       }},
      {"ellipsoid",
       {{"radii", vector, "three semi-axes in m"}},
       [](const Values& v, const MeshFiles&) { return make_ellipsoid(get_vector(v, "radii")); }},
      {"sphere",
       {{"radius", number, "the radius in m"}},
       [](const Values& v, const MeshFiles&) { return make_sphere(get_number(v, "radius")); }},
      {"cylinder",
       {{"radius", number, "the radius in m"}, {"height", number, "the height in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_cylinder(get_number(v, "radius"), get_number(v, "height"));
       }},
      {"capsule",
       {{"radius", number, "the radius in m"},
        {"length", number, "the axis between the centres of the caps, in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_capsule(get_number(v, "radius"), get_number(v, "length"));
       }},
      {"rounded_polyhedron",
       {{"vertices", points, "points [x, y, z] in m"},
        {"radius", number, "the radius of the swept ball, in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_rounded_polyhedron(get<std::vector<Vec3>>(v, "vertices"), get_number(v, "radius"));
       }},
      {"half_space",
       {{"normal", vector, "the direction out of the solid"},
        {"offset", number, "the plane's distance from the origin along the normal, in m", optional}},
       [](const Values& v, const MeshFiles&) {
         return make_half_space(get_vector(v, "normal"), get_or(v, "offset", Real{0}));
       }},
      {"polygon",
       {{"vertices", planar_points, "points [x, y] in m"}},
       [](const Values& v, const MeshFiles&) { return make_polygon(get<std::vector<Vec2>>(v, "vertices")); }},
      {"rectangle",
       {{"extents", two_numbers, "two edge lengths in m"}},
       [](const Values& v, const MeshFiles&) { return make_rectangle(get_planar(v, "extents")); }},
      {"regular_polygon",
       {{"sides", integer, "how many sides, 3 or more"},
        {"radius", number, "from the middle to a corner, in m"}},
       [](const Values& v, const MeshFiles&) {
         return make_regular_polygon(get<int>(v, "sides"), get_number(v, "radius"));
       }},
      {"superellipse",
       {{"radii", two_numbers, "two semi-axes in m"},
        {"exponent", number, "Barr's epsilon, between 0 and 2"}},
       [](const Values& v, const MeshFiles&) {
         return make_superellipse(get_planar(v, "radii"), get_number(v, "exponent"));
       }},
      {"ellipse",
       {{"radii", two_numbers, "two semi-axes in m"}},
       [](const Values& v, const MeshFiles&) { return make_ellipse(get_planar(v, "radii")); }},
      {"disc",
       {{"radius", number, "the radius in m"}},
       [](const Values& v, const MeshFiles&) { return make_disc(get_number(v, "radius")); }},
      {"half_plane",
       {{"normal", two_numbers, "the direction out of the solid"},
        {"offset", number, "the line's distance from the origin along the normal, in m", optional}},
       [](const Values& v, const MeshFiles&) {
         return make_half_plane(get_planar(v, "normal"), get_or(v, "offset", Real{0}));
       }},
  };
  return rules;
}

// Every bounded shape takes it; a half-space has no size.
constexpr KeyRule scale_rule = {"scale", KeyKind::number, "a factor above 0", KeyNeed::optional};

std::vector<KeyRule> keys_of(const TypeRule& rule) {
  std::vector<KeyRule> keys = rule.keys;
  if (rule.type != "half_space" && rule.type != "half_plane") keys.push_back(scale_rule);
  return keys;
}

std::string_view name_of(KeyKind kind) {
  switch (kind) {
    case KeyKind::number:
      return "number";
    case KeyKind::integer:
      return "whole number";
    case KeyKind::boolean:
      return "true or false";
    case KeyKind::text:
      return "text";
    case KeyKind::two_numbers:
      return "two numbers";
    case KeyKind::vector:
      return "three numbers";
    case KeyKind::points:
      return "points";
    case KeyKind::planar_points:
      return "points of the plane";
  }
  return {};
}

const TypeRule* find_type(const JsonNode& node, JsonErrors& errors) {
  std::vector<std::string_view> types;
  for (const TypeRule& rule : type_rules()) types.push_back(rule.type);
  if (!node.value->is_object()) {
    fail(errors, node.path,
         fmt::format("must be an object that describes a shape, found {}", describe(*node.value)));
    return nullptr;
  }
  const auto type = find_member(node, "type");
  if (!type) {
    fail(errors, node.path, fmt::format("\"type\" is missing: one of {}", join_names(types)));
    return nullptr;
  }
  const std::string name = read_text(*type, errors);
  const auto found = std::find_if(type_rules().begin(), type_rules().end(),
                                  [&](const TypeRule& rule) { return rule.type == name; });
  if (found != type_rules().end()) return &*found;
  fail(errors, type->path,
       fmt::format("{} is not a type of shape; allowed: {}{}", describe(*type->value), join_names(types),
                   suggestion(name, types)));
  return nullptr;
}

Value read_value(KeyKind kind, const JsonNode& node, JsonErrors& errors) {
  switch (kind) {
    case KeyKind::number:
      return read_number(node, errors);
    case KeyKind::integer:
      return read_integer(node, errors);
    case KeyKind::boolean:
      return read_boolean(node, errors);
    case KeyKind::text:
      return read_text(node, errors);
    case KeyKind::two_numbers:
      return read_two_numbers(node, errors);
    case KeyKind::vector:
      return read_vector(node, errors);
    case KeyKind::points:
      return read_points(node, errors);
    case KeyKind::planar_points:
      return read_planar_points(node, errors);
  }
  return {};
}

Values read_values(const JsonNode& node, const TypeRule& rule, JsonErrors& errors) {
  const std::vector<KeyRule> keys = keys_of(rule);
  std::vector<std::string_view> allowed = {"type"};
  for (const KeyRule& key : keys) allowed.push_back(key.name);
  Values values;
  if (!expect_object(node, allowed, fmt::format("type {}", rule.type), errors)) return values;
  for (const KeyRule& key : keys) {
    if (const auto member = find_member(node, key.name)) {
      values.emplace(key.name, read_value(key.kind, *member, errors));
    } else if (key.need == KeyNeed::required) {
      fail(errors, node.path, fmt::format("\"{}\" is missing: {}", key.name, key.meaning));
    }
  }
  return values;
}

Result<Shape> make_shape(const TypeRule& rule, const Values& values, const MeshFiles& files) {
  Result<Shape> shape = rule.make(values, files);
  if (!shape || !values.contains(scale_rule.name)) return shape;
  shape = scaled(*shape, get_number(values, scale_rule.name));
  if (!shape) {
    std::string_view message = shape.error().message;
    constexpr std::string_view argument = "factor: ";  // what the key is called in C++
    if (message.starts_with(argument)) message.remove_prefix(argument.size());
    return Error{fmt::format("{}: {}", scale_rule.name, message)};
  }
  return shape;
}

// Makers' messages open with the key at fault, such as "radius: ..." or "vertices[3]: ...".
bool opens_with_key(std::string_view message, const TypeRule& rule) {
  const std::vector<KeyRule> keys = keys_of(rule);
  return std::any_of(keys.begin(), keys.end(), [&](const KeyRule& key) {
    const std::string_view rest = message.substr(std::min(message.size(), key.name.size()));
    return message.starts_with(key.name) && (rest.starts_with(':') || rest.starts_with('['));
  });
}

}  // namespace

Shape read_shape(const JsonNode& node, const MeshFiles& files, JsonErrors& errors) {
  const TypeRule* rule = find_type(node, errors);
  if (rule == nullptr) return {};
  const Values values = read_values(node, *rule, errors);
  if (errors.first) return {};
  Result<Shape> shape = make_shape(*rule, values, files);
  if (!shape) {
    const std::string& message = shape.error().message;
    const bool joins = opens_with_key(message, *rule) && !node.path.empty();
    fail(errors, joins ? "" : node.path, joins ? node.path + "." + message : message);
    return {};
  }
  return *std::move(shape);
}

std::vector<ShapeTypeKeys> shape_type_keys() {
  std::vector<ShapeTypeKeys> types;
  for (const TypeRule& rule : type_rules()) {
    types.push_back({rule.type, {}});
    for (const KeyRule& key : keys_of(rule)) {
      types.back().keys.push_back({key.name, name_of(key.kind), key.meaning, key.need == KeyNeed::required});
    }
  }
  return types;
}

Result<Shape> parse_shape(const std::string& text, const std::string& file, const MeshFiles& files) {
  const auto document = parse_json(text, file);
  if (!document) return document.error();
  JsonErrors errors{file, {}};
  Shape shape = read_shape({&*document, ""}, files, errors);
  if (errors.first) return *errors.first;
  return shape;
}

Result<Shape> read_shape_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_shape(*text, path, {true, std::filesystem::path(path).parent_path().string()});
}

}  // namespace scree
