// [[motion]] and its phases.
#include <fmt/format.h>

#include <numbers>
#include <utility>

#include "scene/names.hpp"
#include "scene/scene_build.hpp"

namespace scree {
namespace {

// The end of a phase without one: later than any simulation ends.
constexpr Real never = largest_scene_number;

MotionPhase read_phase(const Section& section) {
  MotionPhase phase;
  if (!section.sound) return phase;
  phase.name = get_text(section, "name");
  phase.start = get_number(section, "start");
  phase.end = find_number(section, "end").value_or(never);
  phase.axis = get_direction(section, "axis");
  phase.point = get_vector(section, "point");
  if (is_planar(section)) {
    if (has(section, "axis")) complain(section, "axis", "does not go with dimension 2: all turn about z");
    phase.axis = {0, 0, 1};
  }
  if (phase.end <= phase.start) {
    complain(section, "end", fmt::format("{} s is not after \"start\", {} s", phase.end, phase.start));
    return phase;
  }
  either(section, "displacement", "velocity", false);
  either(section, "angle", "rate", false);
  bool moves = false;
  for (const std::string_view key : {"displacement", "velocity", "angle", "rate"}) {
    if (!has(section, key)) continue;
    moves = true;
    if ((key == "displacement" || key == "angle") && !has(section, "end")) {
      complain(section, key, "goes with \"end\", which is missing");
    }
  }
  if (!moves) complain(section, "does nothing: give displacement or velocity, angle or rate, or both");
  for (const std::string_view key : {"axis", "point"}) {
    if (has(section, key) && !has(section, "angle") && !has(section, "rate")) {
      complain(section, key, "goes with \"angle\" or \"rate\"");
    }
  }
  const Real duration = phase.end - phase.start;
  phase.velocity = has(section, "displacement") ? get_vector(section, "displacement") / duration
                                                : get_vector(section, "velocity");
  const Real degrees_per_second =
      has(section, "angle") ? get_number(section, "angle") / duration : get_number(section, "rate");
  phase.rate = degrees_per_second * std::numbers::pi / 180;
  return phase;
}

}  // namespace

void read_motions(const Section& root, SceneBuild& build) {
  auto& motions = build.setup.model.motions;
  for (const Section& section : open_members(root, "motion", "motion")) {
    Motion motion;
    motion.name = get_text(section, "name");
    for (const Motion& other : motions) {
      if (other.name != motion.name) continue;
      complain(section, "name", fmt::format("{} is given twice", in_quotes(motion.name)));
      break;
    }
    motion.start = find_number(section, "start").value_or(-1);
    for (const Section& phase : open_members(section, "phase", "phase")) {
      motion.phases.push_back(read_phase(phase));
    }
    build.setup.state.motion_start.push_back(motion.start);
    motions.push_back(std::move(motion));
  }
}

}  // namespace scree
