#include "sim/events.hpp"

namespace scree {
namespace {

// How often a system is looked at that should come to rest.
constexpr std::uint64_t steps_between_looks = 16;

void set_present(SimulationCore& core, const std::vector<BodyRange>& ranges, std::uint8_t present) {
  note_change(core);
  for (const BodyRange& range : ranges) {
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      core.setup.state.present[i] = present;
    }
  }
}

struct Act {
  SimulationCore& core;

  void operator()(const RemoveBodies& action) const { set_present(core, action.bodies, 0); }
  void operator()(const AddBodies& action) const { set_present(core, action.bodies, 1); }
  void operator()(const SetGravity& action) const {
    note_change(core);
    core.setup.state.gravity = action.gravity;
  }
  void operator()(const StartMotion& action) const {
    core.setup.state.motion_start[action.motion] = core.setup.state.time;
  }
  void operator()(const StopRun&) const { core.stop = true; }
};

// Without particles nothing can come to rest: they may still be on their way in.
bool is_settled(const SimulationCore& core, Real bound) {
  if (core.particles == 0) return false;
  return kinetic(energies(core)) < bound * static_cast<Real>(core.particles);
}

// Whether the event's bound has been kept for as long as it wants; notes since when.
bool has_rested(SimulationCore& core, const Event& event, Real& since, Real tolerance) {
  const State& state = core.setup.state;
  if (state.step % steps_between_looks != 0) return false;
  if (!is_settled(core, event.settled_energy)) {
    since = -1;
    return false;
  }
  if (since < 0) since = state.time;
  return state.time - since >= event.settled_time - tolerance;
}

bool is_due(SimulationCore& core, std::size_t index) {
  State& state = core.setup.state;
  const Event& event = core.setup.schedule.events[index];
  if (state.event_time[index] >= 0) return false;
  const Real after = event.after < 0 ? 0 : state.event_time[event.after];
  const Real tolerance = 0.5 * core.step_settings.time_step;
  if (after < 0 || state.time < after + event.delay - tolerance) return false;
  return !event.when_settled || has_rested(core, event, state.event_since[index], tolerance);
}

}  // namespace

void apply_events(SimulationCore& core) {
  State& state = core.setup.state;
  const auto& events = core.setup.schedule.events;
  // An event may make another one due, whichever comes first in the list.
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!is_due(core, i)) continue;
      any = true;
      state.event_time[i] = state.time;
      for (const Action& action : events[i].actions) std::visit(Act{core}, action);
    }
  }
  refresh(core);
}

}  // namespace scree
