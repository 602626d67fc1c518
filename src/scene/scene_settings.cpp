// [simulation], [periodic] and [output].
#include <fmt/format.h>
#include <scree/contact.hpp>

#include <filesystem>
#include <numbers>

#include "scene/scene_build.hpp"

namespace scree {
namespace {

void read_simulation(const Section& section, Settings& settings, State& state) {
  if (has(section, "name")) settings.name = get_text(section, "name");
  settings.end_time = get_number(section, "end_time");
  settings.time_step = find_number(section, "time_step").value_or(0);
  settings.time_step_fraction = get_number(section, "time_step_fraction");
  settings.allow_unstable_step = get_flag(section, "allow_unstable_step");
  settings.algorithm = algorithm_from_name(get_text(section, "detection")).value_or(Algorithm::automatic);
  settings.contact_points =
      get_text(section, "contact_points") == "patch" ? ContactPoints::patch : ContactPoints::one;
  if (const auto angle = find_number(section, "parallel_angle")) {
    settings.parallel_angle = *angle * std::numbers::pi / 180;
  }
  settings.elastic_correction = get_flag(section, "elastic_correction");
  settings.skin = find_number(section, "skin").value_or(0);
  settings.threads = static_cast<int>(get_integer(section, "threads"));
  settings.seed = static_cast<std::uint64_t>(get_integer(section, "seed"));
  const bool falls_along_y = is_planar(section) && !has(section, "gravity");
  state.gravity = falls_along_y ? Vec3{0, -9.81, 0} : get_vector(section, "gravity");
}

void read_periodic(const Section& section, Periodic& periodic) {
  if (!section.sound || !either(section, "length", "upper", true)) return;
  periodic.lower = get_vector(section, "lower");
  const bool by_length = has(section, "length");
  periodic.length = by_length ? get_vector(section, "length") : get_vector(section, "upper") - periodic.lower;
  for (const std::string& axis : get_names(section, "axes")) {
    const int i = axis[0] - 'x';
    if (i == 2 && is_planar(section)) {
      complain(section, "axes", "\"z\" does not go with dimension 2; allowed: x, y");
      continue;
    }
    periodic.axis[i] = true;
    if (periodic.length[i] > 0) continue;
    if (by_length) {
      complain(section, "length",
               fmt::format("{} along {} is out of range; allowed: > 0 m", periodic.length[i], axis));
    } else {
      complain(section, "upper",
               fmt::format("{} along {} is not above \"lower\", {}", periodic.lower[i] + periodic.length[i],
                           axis, periodic.lower[i]));
    }
  }
}

void read_output(const Section& section, Settings& settings) {
  settings.table_interval = find_number(section, "table_interval").value_or(0);
  settings.checkpoint_interval = find_number(section, "checkpoint_interval").value_or(0);
  settings.frame_interval = find_number(section, "frame_interval").value_or(0);
  settings.frames = settings.frame_interval > 0 || !has(section, "frame_interval");
  settings.paraview = get_flag(section, "paraview");
}

}  // namespace

void read_settings(const Section& root, SceneBuild& build) {
  Settings& settings = build.setup.settings;
  settings.name = std::filesystem::path(build.errors.file).stem().string();
  if (has(root, "simulation")) {
    read_simulation(open_member(root, "simulation", "simulation"), settings, build.setup.state);
  }
  if (has(root, "periodic")) {
    read_periodic(open_member(root, "periodic", "periodic"), build.setup.model.periodic);
  }
  if (has(root, "output")) read_output(open_member(root, "output", "output"), settings);
}

}  // namespace scree
