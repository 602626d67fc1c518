#include "output/run_summary.hpp"

#include <fmt/format.h>
#include <scree/version.hpp>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/machine.hpp"

namespace scree {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN.
Json number(Real value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json share(Real part, Real whole) { return whole > 0 ? number(part / whole) : Json(nullptr); }

Json energy_json(const Energies& e) {
  return {{"translation", number(e.translation)},
          {"rotation", number(e.rotation)},
          {"gravity", number(e.gravity)},
          {"elastic", number(e.elastic)},
          {"shear", number(e.shear)},
          {"friction", number(e.friction)},
          {"damping", number(e.damping)},
          {"work", number(e.work)},
          {"supplied", number(e.supplied)}};
}

void add_state(Json& json, const RunSummary& s) {
  json["particles"] = s.statistics.particles;
  json["bodies"] = s.bodies;
  json["contacts"] = s.statistics.contacts;
  json["coordination_number"] = number(s.statistics.coordination_number);
  json["max_speed"] = number(s.statistics.max_speed);
  json["mean_overlap_ratio"] = number(s.statistics.mean_overlap_ratio);
  json["max_overlap_ratio"] = number(s.max_overlap_ratio);
  json["energy"] = energy_json(s.energies);
  json["energy_balance_error"] = number(s.balance_error);
  json["state_hash"] = hash_text(s.state_hash);
}

Json profile_json(const RunSummary::Times& profile) {
  Json json = Json::object();
  for (const auto& [stage, seconds] : profile.stages) json[stage] = number(seconds);
  json["total"] = number(profile.total);
  json["steps"] = profile.steps;
  json["particle_steps"] = profile.particle_steps;
  json["searches"] = profile.searches;
  return json;
}

void add_work(Json& json, const RunSummary& s) {
  json["algorithm"] = s.algorithm;
  json["contact_points"] = s.contact_points;
  json["queries"] = s.queries;
  json["detection_failures"] = s.detection_failures;
  json["fallbacks"] = s.fallbacks;
  json["searches"] = s.searches;
  json["seed"] = s.seed;
  json["threads"] = s.threads;
  json["wall_seconds"] = number(s.wall_seconds);
  json["particle_steps_per_second"] = share(static_cast<Real>(s.particle_steps), s.wall_seconds);
  json["profile"] = profile_json(s.profile);
  json["peak_memory_bytes"] = s.peak_memory;
  json["bytes_per_particle"] = share(static_cast<Real>(s.particle_memory), static_cast<Real>(s.free_bodies));
}

void add_schedule(Json& json, const RunSummary& s) {
  Json events = Json::array();
  for (const auto& event : s.events) {
    events.push_back({{"name", event.name}, {"time", event.time < 0 ? Json(nullptr) : number(event.time)}});
  }
  Json injections = Json::array();
  for (const auto& i : s.injections) {
    injections.push_back({{"name", i.name}, {"injected", i.injected}, {"of", i.of}});
  }
  json["events"] = std::move(events);
  json["injections"] = std::move(injections);
}

}  // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string to_json(const RunSummary& s) {
  Json json{{"scene", s.name}, {"status", s.status}};
  json["steps"] = s.steps;
  json["time"] = number(s.time);
  json["end_time"] = number(s.end_time);
  json["time_step"] = number(s.time_step);
  add_state(json, s);
  add_work(json, s);
  add_schedule(json, s);
  const Machine machine = this_machine();
  json["scree"] = SCREE_VERSION;
  json["build"] = machine.compiler;
  json["machine"] = {{"processor", machine.processor}, {"processors", machine.processors}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree
