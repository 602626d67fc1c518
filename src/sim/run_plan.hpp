// What a run writes and when, from its scene and from what the command line changed of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "output/run_folder.hpp"
#include "output/run_tables.hpp"
#include "sim/core.hpp"
#include "sim/output_times.hpp"

namespace scree {

// Everything that does not change while a run goes on.
struct RunPlan {
  Real end_time = 0;  // s
  std::uint64_t end_step = 0;
  OutputTimes table, checkpoints;
  std::optional<OutputTimes> frames;  // nothing: none are written
  bool paraview = false;              // each frame too
  Vec3 gravity;                       // m/s2, at the start
  std::vector<NamedWall> walls;
  std::int64_t memory_before = 0;  // bytes, of the process before it read the scene
};

// `gravity` (m/s2) at the start.
RunPlan make_plan(const SimulationCore& core, const RunChanges& changes, Vec3 gravity,
                  std::int64_t memory_before);

}  // namespace scree
