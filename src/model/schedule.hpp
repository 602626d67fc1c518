// What happens when: events and injections, as data. The state says how far they have got.
#pragma once

#include <scree/simulation_data.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace scree {

// Bodies [first, first + count) of the model.
struct BodyRange {
  std::uint32_t first = 0, count = 0;
};

struct RemoveBodies {
  std::vector<BodyRange> bodies;
};
struct AddBodies {
  std::vector<BodyRange> bodies;
};
struct SetGravity {
  Vec3 gravity;  // m/s2
};
struct StartMotion {
  std::uint32_t motion = 0;
};
struct StopRun {};
using Action = std::variant<RemoveBodies, AddBodies, SetGravity, StartMotion, StopRun>;

struct Event {
  std::string name;
  std::int32_t after = -1;  // the event that must have happened before; -1: none
  Real delay = 0;           // s after that event, or after the start: nothing happens earlier
  bool when_settled = false;
  Real settled_energy = 0;  // J, kinetic energy per dynamic body present, ...
  Real settled_time = 0;    // ... below it for this long (s)
  std::vector<Action> actions;
  bool keeps_state = false;  // a run in a folder keeps a checkpoint of the state right after it
};

// Lets bodies in one after the other, each at a random free place of a box with a random orientation.
struct Injection {
  std::string name;
  BodyRange bodies;         // not present at the start
  Real start = 0, end = 0;  // s; they come in evenly. One that finds no place waits
  Bounds region;            // m
  Vec3 velocity;            // m/s
  Vec3 velocity_spread;     // m/s: uniform in +- this
};

struct Schedule {
  std::vector<Event> events;
  std::vector<Injection> injections;
};

}  // namespace scree
