// What the readers of a scene's parts share.
#include "scene/scene_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/names.hpp"

namespace scree {
namespace {

template <class Things>
std::vector<std::string_view> names_of(const Things& things) {
  std::vector<std::string_view> names;
  for (const auto& thing : things) {
    if (!thing.name.empty()) names.push_back(thing.name);  // shapes of walls have none
  }
  return names;
}

template <class Things>
std::optional<std::size_t> find_named(const Section& section, std::string_view key, std::string_view name,
                                      std::string_view what, const Things& things) {
  const auto found =
      std::find_if(things.begin(), things.end(), [&](const auto& thing) { return thing.name == name; });
  if (found != things.end()) return static_cast<std::size_t>(found - things.begin());
  complain(section, key, not_defined(name, what, names_of(things)));
  return std::nullopt;
}

// The shape's pieces, scaled, as shapes of the model: made once for each factor.
Result<std::vector<std::uint32_t>> scaled_shapes(std::size_t shape, Real factor, SceneBuild& build) {
  const auto known = build.scaled.find({shape, factor});
  if (known != build.scaled.end()) return known->second;
  std::vector<Shape> made;
  made.reserve(build.shapes[shape].pieces.size());
  for (const BodyPiece& piece : build.shapes[shape].pieces) {
    auto one = factor == 1 ? Result<Shape>(piece.shape) : scaled(piece.shape, factor);
    if (!one) return one.error();
    made.push_back(*std::move(one));
  }
  std::vector<std::uint32_t> ids;
  ids.reserve(made.size());
  for (Shape& one : made) ids.push_back(add_shape(build.setup.model, std::move(one)));
  build.scaled.emplace(std::pair(shape, factor), ids);
  return ids;
}

}  // namespace

Real equivalent_diameter(const SceneShape& shape) {
  if (is_planar(shape.pieces[0].shape.type)) return std::sqrt(4 * shape.volume / std::numbers::pi);
  return std::cbrt(6 * shape.volume / std::numbers::pi);
}

std::optional<int> find_material(const Section& section, const SceneBuild& build) {
  const auto& materials = build.setup.model.materials;
  if (!has(section, "material")) {
    if (materials.size() == 1) return 0;
    // A scene without materials is complained about once, not for each body.
    if (!materials.empty()) {
      complain(section,
               fmt::format("\"material\" is missing; materials here: {}", join_names(names_of(materials))));
    }
    return std::nullopt;
  }
  const auto found = find_named(section, "material", get_text(section, "material"), "material", materials);
  return found ? std::optional(static_cast<int>(*found)) : std::nullopt;
}

std::optional<std::size_t> find_shape(const Section& section, std::string_view key, std::string_view name,
                                      const SceneBuild& build) {
  const auto found = build.shape_index.find(std::string(name));
  if (found != build.shape_index.end()) return found->second;
  complain(section, key, not_defined(name, "shape", names_of(build.shapes)));
  return std::nullopt;
}

std::optional<int> find_motion(const Section& section, std::string_view key, std::string_view name,
                               const SceneBuild& build) {
  const auto found = find_named(section, key, name, "motion", build.setup.model.motions);
  return found ? std::optional(static_cast<int>(*found)) : std::nullopt;
}

std::string name_or_path(const Section& section) {
  return has(section, "name") ? get_text(section, "name") : section.path;
}

void name_bodies(const Section& section, const std::string& name, std::string_view kind, BodyRange bodies,
                 SceneBuild& build) {
  const auto [at, fresh] = build.names.try_emplace(name, NamedBodies{kind, {}});
  if (!fresh && (kind != "body" || at->second.kind != "body")) {
    complain(section, "name",
             fmt::format("{} is given twice; it names a {} before", in_quotes(name), at->second.kind));
    return;
  }
  auto& ranges = at->second.ranges;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == bodies.first) {
    ranges.back().count += bodies.count;
  } else if (bodies.count > 0) {
    ranges.push_back(bodies);
  }
}

void note_source(const Section& section, std::string_view name, BodyRange bodies, SceneBuild& build) {
  build.setup.sources.push_back({bodies, fmt::format("{}:{}: {} {}", build.errors.file, section.node->line,
                                                     section.rule->name, in_quotes(name))});
}

bool place_body(const Section& section, const BodyPlan& plan, const Pose& world_from_own, Vec3 velocity,
                Vec3 angular_velocity, SceneBuild& build) {
  const auto ids = scaled_shapes(plan.shape, plan.factor, build);
  if (!ids) {
    complain(section,
             fmt::format("the shape {} cannot be scaled by {}: {}", in_quotes(build.shapes[plan.shape].name),
                         plan.factor, ids.error().message));
    return false;
  }
  BodyDescription body;
  body.name = plan.name;
  for (const BodyPiece& piece : build.shapes[plan.shape].pieces) {
    body.pieces.push_back(
        {Shape{}, {piece.body_from_shape.rotation, plan.factor * piece.body_from_shape.translation}});
  }
  body.material = plan.material;
  body.mobility = plan.mobility;
  body.world_from_body = world_from_own;
  body.velocity = velocity;
  body.angular_velocity = angular_velocity;
  body.present = plan.present;
  const auto id = add_body(build.setup.model, build.setup.state, body, *ids);
  if (!id) {
    complain(section, id.error().message);
    return false;
  }
  if (plan.motion >= 0) set_motion(build.setup.model, build.setup.state, *id, plan.motion);
  return true;
}

bool room_for(const Section& section, std::size_t more, SceneBuild& build) {
  const std::size_t bodies = body_count(build.setup.model);
  if (bodies <= build.max_bodies && more <= build.max_bodies - bodies) return true;
  complain(section, fmt::format("makes {} bodies, with {} before it; a scene holds at most {}", more, bodies,
                                build.max_bodies));
  return false;
}

}  // namespace scree
