// summary.json: a run in figures, for people and programs.
#pragma once

#include <scree/energy.hpp>
#include <scree/simulation_data.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

struct RunSummary {
  std::string name;    // of the scene
  std::string status;  // "finished", "stopped by event", "interrupted"
  std::uint64_t steps = 0;
  Real time = 0, end_time = 0, time_step = 0;  // s
  Real wall_seconds = 0;                       // over all interruptions
  std::size_t free_bodies = 0;                 // of the model, those not present included
  std::size_t bodies = 0;                      // of the model, walls and bodies not present included
  Statistics statistics;                       // at the end
  Real max_overlap_ratio = 0;                  // over the whole run
  std::uint64_t particle_steps = 0;
  int threads = 0;
  Energies energies;
  Real balance_error = 0;
  std::uint64_t queries = 0, detection_failures = 0, fallbacks = 0, searches = 0;
  std::uint64_t state_hash = 0;
  std::uint64_t seed = 0;
  std::string algorithm, contact_points;
  std::int64_t peak_memory = 0;      // bytes
  std::int64_t particle_memory = 0;  // bytes: the peak less what the process and the shapes take
  // Where the time of this process went.
  struct StageTime {
    std::string stage;
    Real seconds = 0;
  };
  struct Times {
    std::vector<StageTime> stages;
    Real total = 0;  // s
    std::uint64_t steps = 0, particle_steps = 0, searches = 0;
  } profile;
  struct Happened {
    std::string name;
    Real time = 0;  // s; negative: it has not happened
  };
  std::vector<Happened> events;
  struct Injected {
    std::string name;
    std::uint32_t injected = 0, of = 0;
  };
  std::vector<Injected> injections;
};

// One object, indented, ends with a line break.
std::string to_json(const RunSummary& summary);
// As 16 digits, base 16.
std::string hash_text(std::uint64_t hash);

}  // namespace scree
