// [[wall]]: half-spaces, plates, boxes, blocks, pipes, and shapes by name.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scene/names.hpp"
#include "scene/scene_build.hpp"
#include "scene/wall_shapes.hpp"

namespace scree {
namespace {

// One body of a wall. Its pieces join the shapes of the scene, out of reach of names.
struct WallPart {
  std::string suffix;  // of its name, such as ".x-"
  std::vector<BodyPiece> pieces;
  Pose pose;
  Real factor = 1;
  std::optional<std::size_t> shape = {};  // of the scene, instead of pieces
};
using Parts = std::vector<WallPart>;

// Makers name their own arguments; of a wall's keys they know "corners" only.
bool append_piece(const Section& section, Result<Shape> shape, std::vector<BodyPiece>& pieces) {
  if (shape) {
    pieces.push_back({*std::move(shape), Pose{}});
    return true;
  }
  const std::string& message = shape.error().message;
  const TomlNode* corners = find(*section.node, "corners");
  if (corners != nullptr && message.starts_with("corners")) {
    complain(*section.errors, corners->line, "", section.path + "." + message);
  } else {
    complain(section, message);
  }
  return false;
}

Parts one_part(const Section& section, Result<Shape> shape, const Pose& pose) {
  WallPart part{"", {}, pose};
  return append_piece(section, std::move(shape), part.pieces) ? Parts{part} : Parts{};
}

Parts read_half_space(const Section& section) {
  return one_part(section, make_half_space(get_direction(section, "normal"), 0),
                  {Quat{}, get_vector(section, "point")});
}

Parts read_plate(const Section& section) {
  const Real thickness = get_number(section, "thickness");
  if (!either(section, "corners", "centre", true)) return {};
  if (has(section, "corners")) {
    for (const std::string_view key : {"extents", "orientation", "axis", "angle"}) {
      if (has(section, key)) complain(section, key, "goes with \"centre\", not with \"corners\"");
    }
    return one_part(section, make_plate(get_points(section, "corners"), thickness), {});
  }
  const auto extents = get_numbers(section, "extents");
  const Pose pose{get_turn(section), get_vector(section, "centre")};
  if (extents.empty()) {
    complain(section, "\"extents\" is missing: it goes with \"centre\"");
    return {};
  }
  return one_part(section, make_plate(extents[0], extents[1], thickness), pose);
}

// The solid lies to the right of the way from one end to the other.
Parts read_segment(const Section& section) {
  const Vec2 from = in_plane(get_vector(section, "from"));
  const Vec2 to = in_plane(get_vector(section, "to"));
  const Real length = norm(to - from);
  if (!(length > 0)) {
    complain(section, "to", "is where \"from\" is; a segment needs a length");
    return {};
  }
  const Vec2 behind = (get_number(section, "thickness") / length) * turned_right(to - from);
  return one_part(section, make_polygon({from, from + behind, to + behind, to}), {});
}

bool check_corners(const Section& section, Vec3 lower, Vec3 upper) {
  for (int i = 0; i < section.errors->dimension; ++i) {
    if (lower[i] < upper[i]) continue;
    complain(section, "upper",
             fmt::format("{} m along {} is not above \"lower\", {} m", upper[i], std::string_view("xyz")[i],
                         lower[i]));
    return false;
  }
  return true;
}

// A rectangle in the plane.
Result<Shape> make_solid_box(const Section& section, Vec3 extents) {
  return is_planar(section) ? make_rectangle(in_plane(extents)) : make_box(extents);
}

Parts read_block(const Section& section) {
  const Vec3 lower = get_vector(section, "lower");
  const Vec3 upper = get_vector(section, "upper");
  if (!check_corners(section, lower, upper)) return {};
  return one_part(section, make_solid_box(section, upper - lower), {Quat{}, 0.5 * (lower + upper)});
}

constexpr std::array<std::string_view, 6> face_names = {"x-", "x+", "y-", "y+", "z-", "z+"};

// A plate around the space inside, as long as the plates beside it are thick: no gaps at the edges.
WallPart face_plate(const Section& section, int face, Vec3 lower, Vec3 upper, Real thickness) {
  const int axis = face / 2;
  Vec3 extents = upper - lower + 2 * thickness * Vec3{1, 1, 1};
  Vec3 centre = 0.5 * (lower + upper);
  extents[axis] = thickness;
  centre[axis] = face % 2 == 0 ? lower[axis] - 0.5 * thickness : upper[axis] + 0.5 * thickness;
  WallPart part{"", {}, {Quat{}, centre}};
  append_piece(section, make_solid_box(section, extents), part.pieces);
  return part;
}

WallPart face_half_space(const Section& section, int face, Vec3 lower, Vec3 upper) {
  const int axis = face / 2;
  Vec3 normal;
  normal[axis] = face % 2 == 0 ? 1 : -1;
  Vec3 point = 0.5 * (lower + upper);
  point[axis] = face % 2 == 0 ? lower[axis] : upper[axis];
  WallPart part{"", {}, {Quat{}, point}};
  append_piece(section, make_half_space(normal, 0), part.pieces);
  return part;
}

Parts read_box(const Section& section) {
  const Vec3 lower = get_vector(section, "lower");
  const Vec3 upper = get_vector(section, "upper");
  const auto closed = get_names(section, "faces");
  const auto open = get_names(section, "open");
  Parts parts;
  if (!check_corners(section, lower, upper)) return parts;
  if (!closed.empty() && !open.empty()) {
    either(section, "faces", "open", false);
    return parts;
  }
  const auto listed = [](const std::vector<std::string>& names, std::string_view face) {
    return std::find(names.begin(), names.end(), face) != names.end();
  };
  const auto thickness = find_number(section, "thickness");
  for (const std::string_view key : {"faces", "open"}) {
    const auto names = get_names(section, key);
    if (!is_planar(section) || (!listed(names, "z-") && !listed(names, "z+"))) continue;
    complain(section, key, "\"z-\" and \"z+\" do not go with dimension 2");
    return parts;
  }
  for (int face = 0; face < 2 * section.errors->dimension; ++face) {
    if (listed(open, face_names[face]) || (!closed.empty() && !listed(closed, face_names[face]))) continue;
    parts.push_back(thickness ? face_plate(section, face, lower, upper, *thickness)
                              : face_half_space(section, face, lower, upper));
    parts.back().suffix = fmt::format(".{}", face_names[face]);
  }
  if (parts.empty()) complain(section, "open", "leaves no face");
  return parts;
}

// The turn that takes the z axis to a unit vector by the shortest way.
Quat turn_z_to(Vec3 axis) {
  if (axis.z < -1 + 1e-12) return {0, 1, 0, 0};
  return normalized(Quat{1 + axis.z, -axis.y, axis.x, 0});
}

Parts read_pipe(const Section& section) {
  const auto sides = static_cast<int>(get_integer(section, "sides"));
  const Real radius = get_number(section, "radius");
  const Real length = get_number(section, "length");
  const Real thickness = get_number(section, "thickness");
  const Pose pose{turn_z_to(get_direction(section, "axis")), get_vector(section, "base")};
  const auto open = get_names(section, "open");
  const auto is_open = [&](std::string_view end) {
    return std::find(open.begin(), open.end(), end) != open.end();
  };
  Parts parts(1, WallPart{".side", {}, pose});
  for (int side = 0; side < sides; ++side) {
    if (!append_piece(section, make_pipe_side(side, sides, radius, length, thickness), parts[0].pieces)) {
      return {};
    }
  }
  if (!is_open("lower")) {
    parts.push_back({".lower", {}, pose});
    append_piece(section, make_pipe_end(sides, radius, thickness), parts.back().pieces);
  }
  if (!is_open("upper")) {
    parts.push_back({".upper", {}, pose * Pose{Quat{}, {0, 0, length + thickness}}});
    append_piece(section, make_pipe_end(sides, radius, thickness), parts.back().pieces);
  }
  return parts;
}

Parts read_ring(const Section& section) {
  const auto sides = static_cast<int>(get_integer(section, "sides"));
  Parts parts(1, WallPart{"", {}, {Quat{}, get_vector(section, "centre")}});
  for (int side = 0; side < sides; ++side) {
    auto piece = make_ring_side(side, sides, get_number(section, "radius"), get_number(section, "thickness"));
    if (!append_piece(section, std::move(piece), parts[0].pieces)) return {};
  }
  return parts;
}

// Which dimension a type of wall is for; 0: both.
int dimension_of(std::string_view type) {
  if (type == "half-space" || type == "plate" || type == "pipe") return 3;
  return type == "half-plane" || type == "segment" || type == "ring" ? 2 : 0;
}

Parts read_parts(const Section& section, std::string_view type, const SceneBuild& build) {
  if (const int dimension = dimension_of(type); dimension != 0 && dimension != section.errors->dimension) {
    complain(section, "type",
             fmt::format("{} goes with dimension {}; allowed here: {}", in_quotes(type), dimension,
                         is_planar(section) ? "half-plane, segment, box, block, ring"
                                            : "half-space, plate, box, block, pipe"));
    return {};
  }
  if (type == "half-space" || type == "half-plane") return read_half_space(section);
  if (type == "segment") return read_segment(section);
  if (type == "ring") return read_ring(section);
  if (type == "plate") return read_plate(section);
  if (type == "box") return read_box(section);
  if (type == "block") return read_block(section);
  if (type == "pipe") return read_pipe(section);
  const auto shape = find_shape(section, "shape", get_text(section, "shape"), build);
  const Pose pose{get_turn(section), get_vector(section, "position")};
  if (!shape) return {};
  if (!build.shapes[*shape].bounded && has(section, "scale")) {
    complain(section, "scale", "does not go with a half_space, which has no size");
  }
  return {{"", {}, pose, get_number(section, "scale"), shape}};
}

// Where the wall's bodies begin, and under which names they are known.
void place_parts(const Section& section, const Parts& parts, BodyPlan plan, SceneBuild& build) {
  const std::string name = plan.name;
  BodyRange all{static_cast<std::uint32_t>(body_count(build.setup.model)), 0};
  for (const WallPart& part : parts) {
    plan.name = name + part.suffix;
    plan.shape = part.shape.value_or(build.shapes.size());
    plan.factor = part.factor;
    if (!part.suffix.empty()) {
      name_bodies(section, plan.name, "wall", {static_cast<std::uint32_t>(all.first + all.count), 1}, build);
    }
    if (build.errors.count > 0 || !room_for(section, 1, build)) continue;
    if (!part.shape) {
      build.shapes.emplace_back();
      build.shapes.back().pieces = part.pieces;
    }
    if (place_body(section, plan, part.pose, {}, {}, build)) ++all.count;
  }
  name_bodies(section, name, "wall", all, build);
  if (build.errors.count == 0) note_source(section, name, all, build);
}

void read_wall(const TomlNode& node, const std::string& path, SceneBuild& build) {
  SceneErrors& errors = build.errors;
  std::string_view type = "shape";
  if (node.kind == TomlNode::Kind::table && find(node, "shape") == nullptr) {
    const auto given = read_variant(node, path, "wall", "type", errors);
    if (!given) return;
    type = *given;
  }
  const Section section = open_section(node, path, "wall", type, errors);
  if (!section.sound) return;
  if (type == "shape" && has(section, "type")) {
    either(section, "shape", "type", true);
    return;
  }
  BodyPlan plan;
  plan.name = name_or_path(section);
  plan.mobility = Mobility::fixed;
  plan.present = get_flag(section, "present");
  const auto material = find_material(section, build);
  if (material) plan.material = *material;
  if (has(section, "motion")) {
    plan.motion = find_motion(section, "motion", get_text(section, "motion"), build).value_or(-1);
    plan.mobility = Mobility::kinematic;
  }
  place_parts(section, read_parts(section, type, build), plan, build);
}

}  // namespace

void read_walls(const Section& root, SceneBuild& build) {
  const TomlNode* walls = member(root, "wall");
  if (walls == nullptr || walls->kind != TomlNode::Kind::array) return;
  for (std::size_t i = 0; i < walls->items.size(); ++i) {
    read_wall(walls->items[i], fmt::format("wall[{}]", i), build);
  }
}

}  // namespace scree
