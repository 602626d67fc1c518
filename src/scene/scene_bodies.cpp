// [[body]]: bodies one by one.
#include <fmt/format.h>

#include "scene/names.hpp"
#include "scene/scene_build.hpp"

namespace scree {
namespace {

Mobility mobility_from_name(std::string_view name) {
  if (name == "fixed") return Mobility::fixed;
  return name == "kinematic" ? Mobility::kinematic : Mobility::dynamic;
}

bool read_motion_of(const Section& section, const SceneBuild& build, BodyPlan& plan) {
  plan.mobility = mobility_from_name(get_text(section, "mobility"));
  if (!has(section, "motion")) return true;
  const auto motion = find_motion(section, "motion", get_text(section, "motion"), build);
  if (!motion) return false;
  if (has(section, "mobility") && plan.mobility != Mobility::kinematic) {
    complain(section, "mobility",
             fmt::format("{} does not go with a \"motion\"; allowed: kinematic",
                         in_quotes(get_text(section, "mobility"))));
    return false;
  }
  for (const std::string_view key : {"velocity", "angular_velocity"}) {
    if (!has(section, key)) continue;
    complain(section, key, "does not go with a \"motion\", which prescribes it");
    return false;
  }
  plan.mobility = Mobility::kinematic;
  plan.motion = *motion;
  return true;
}

bool read_factor(const Section& section, const SceneShape& shape, BodyPlan& plan) {
  if (has(section, "size") && has(section, "scale")) return either(section, "size", "scale", false);
  if (!shape.bounded) {
    for (const std::string_view key : {"size", "scale"}) {
      if (!has(section, key)) continue;
      complain(section, key, "does not go with a half_space, which has no size");
      return false;
    }
    if (plan.mobility == Mobility::dynamic) {
      complain(section, "shape",
               fmt::format("{} is a half_space, which cannot be dynamic; mobility must be "
                           "fixed or kinematic",
                           in_quotes(shape.name)));
      return false;
    }
  }
  if (has(section, "size")) plan.factor = get_number(section, "size") / equivalent_diameter(shape);
  if (has(section, "scale")) plan.factor = get_number(section, "scale");
  return true;
}

void read_body(const Section& section, SceneBuild& build) {
  BodyPlan plan;
  plan.name = name_or_path(section);
  const BodyRange bodies{static_cast<std::uint32_t>(body_count(build.setup.model)), 1};
  name_bodies(section, plan.name, "body", bodies, build);
  if (!section.sound) return;
  const auto shape = find_shape(section, "shape", get_text(section, "shape"), build);
  const auto material = find_material(section, build);
  const Pose pose{get_turn(section), get_vector(section, "position")};
  const bool moved = read_motion_of(section, build, plan);
  if (!shape || !material || !moved) return;
  plan.shape = *shape;
  plan.material = *material;
  plan.present = get_flag(section, "present");
  if (!read_factor(section, build.shapes[*shape], plan) || !room_for(section, 1, build)) return;
  if (build.errors.count > 0) return;
  if (!place_body(section, plan, pose, get_vector(section, "velocity"), get_spin(section, "angular_velocity"),
                  build)) {
    return;
  }
  note_source(section, plan.name, bodies, build);
  if (plan.mobility == Mobility::dynamic && plan.present) {
    const SceneShape& s = build.shapes[plan.shape];
    build.balls.push_back({transform(pose, plan.factor * s.centre), plan.factor * s.radius});
  }
}

}  // namespace

void read_bodies(const Section& root, SceneBuild& build) {
  for (const Section& section : open_members(root, "body", "body")) read_body(section, build);
}

}  // namespace scree
