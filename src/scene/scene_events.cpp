// [[event]]: what happens when.
#include <fmt/format.h>

#include <algorithm>

#include "core/file_name.hpp"
#include "scene/names.hpp"
#include "scene/scene_build.hpp"

namespace scree {
namespace {

std::vector<BodyRange> find_bodies(const Section& section, std::string_view key, const SceneBuild& build) {
  std::vector<BodyRange> ranges;
  for (const std::string& name : get_names(section, key)) {
    const auto found = build.names.find(name);
    if (found == build.names.end()) {
      std::vector<std::string_view> known;
      for (const auto& [other, bodies] : build.names) known.push_back(other);
      std::sort(known.begin(), known.end());
      complain(section, key,
               fmt::format("{} names no body, fill, injection or wall; names here: {}{}", in_quotes(name),
                           join_names(known), suggestion(name, known)));
      continue;
    }
    if (key == "add" && found->second.kind == "injection") {
      complain(section, key,
               fmt::format("{} is an injection, whose bodies come in by themselves", in_quotes(name)));
      continue;
    }
    const auto& more = found->second.ranges;
    ranges.insert(ranges.end(), more.begin(), more.end());
  }
  return ranges;
}

void read_actions(const Section& section, const SceneBuild& build, Event& event) {
  if (has(section, "remove")) event.actions.emplace_back(RemoveBodies{find_bodies(section, "remove", build)});
  if (has(section, "add")) event.actions.emplace_back(AddBodies{find_bodies(section, "add", build)});
  if (has(section, "gravity")) event.actions.emplace_back(SetGravity{get_vector(section, "gravity")});
  for (const std::string& name : get_names(section, "start")) {
    const auto motion = find_motion(section, "start", name, build);
    if (!motion) continue;
    const Real start = build.setup.model.motions[*motion].start;
    if (start >= 0) {
      complain(section, "start",
               fmt::format("the motion {} starts by itself, at {} s", in_quotes(name), start));
    }
    event.actions.emplace_back(StartMotion{static_cast<std::uint32_t>(*motion)});
  }
  if (get_flag(section, "stop")) event.actions.emplace_back(StopRun{});
  event.keeps_state = get_flag(section, "checkpoint");
  if (event.keeps_state && !is_file_name(event.name)) {
    complain(
        section, "checkpoint",
        "goes with a name that a file can have: letters, digits, '-', '_', and '.' but not at its start");
  }
  if (event.actions.empty() && !event.keeps_state && section.errors->count == 0) {
    complain(section, "does nothing: give remove, add, gravity, start, checkpoint = true or stop = true");
  }
}

void read_condition(const Section& section, Event& event) {
  if (!has(section, "time") && !has(section, "after") && !has(section, "when")) {
    complain(section, "\"time\", \"after\" or \"when\" is missing: it would never happen");
  }
  either(section, "time", "after", false);
  if (has(section, "delay") && !has(section, "after")) complain(section, "delay", "goes with \"after\"");
  event.delay = has(section, "after") ? get_number(section, "delay") : get_number(section, "time");
  event.when_settled = has(section, "when");
  for (const std::string_view key : {"energy", "hold"}) {
    if (has(section, key) && !event.when_settled) complain(section, key, "goes with when = \"settled\"");
  }
  if (!event.when_settled) return;
  if (!has(section, "energy")) {
    complain(section,
             "\"energy\" is missing: the kinetic energy per particle below which things are settled, "
             "in J");
  }
  event.settled_energy = get_number(section, "energy");
  event.settled_time = get_number(section, "hold");
}

// Which event each one comes after. A chain that leads back to its start would never begin.
void link_events(const std::vector<Section>& sections, std::vector<Event>& events) {
  std::vector<std::string_view> names;
  names.reserve(events.size());
  for (const Event& event : events) names.push_back(event.name);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!sections[i].sound || !has(sections[i], "after")) continue;
    const std::string after = get_text(sections[i], "after");
    const auto found = std::find(names.begin(), names.end(), after);
    if (found == names.end()) {
      complain(sections[i], "after", not_defined(after, "event", names));
    } else {
      events[i].after = static_cast<std::int32_t>(found - names.begin());
    }
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::size_t steps = 0;
    for (std::int32_t at = events[i].after; at >= 0 && steps <= events.size(); at = events[at].after) ++steps;
    if (steps <= events.size()) continue;
    complain(sections[i], "after",
             fmt::format("{} comes after itself, by way of others or at once: it would never "
                         "happen",
                         in_quotes(events[i].name)));
    return;
  }
}

}  // namespace

void read_events(const Section& root, SceneBuild& build) {
  auto& events = build.setup.schedule.events;
  const auto sections = open_members(root, "event", "event");
  for (const Section& section : sections) {
    Event event;
    event.name = name_or_path(section);
    const bool twice = std::any_of(events.begin(), events.end(),
                                   [&](const Event& other) { return other.name == event.name; });
    if (twice) complain(section, "name", fmt::format("{} is given twice", in_quotes(event.name)));
    if (section.sound) {
      read_condition(section, event);
      read_actions(section, build, event);
    }
    events.push_back(event);
  }
  link_events(sections, events);
  build.setup.state.event_time.assign(events.size(), -1);
  build.setup.state.event_since.assign(events.size(), -1);
}

}  // namespace scree
