// Small systems for the tests of whole simulations, as scenes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "scene/scene.hpp"
#include "sim/core.hpp"

namespace scree::testing {

// Balls of 0.1 m and a floor at z = 0, both called by their names. Soft, so that steps are long.
inline const std::string ball_and_floor = R"(
[simulation]
end_time = 1
time_step = 1e-3
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e4
shear_stiffness = 5e3
friction = 0.4
restitution = 0.5
tangential_restitution = 0.5
[[shape]]
name = "ball"
type = "sphere"
radius = 0.1
[[wall]]
name = "floor"
type = "half-space"
point = [0, 0, 0]
normal = [0, 0, 1]
)";

// Some polyhedra fall into a box with friction and damping: contacts of every kind within a few hundred
// steps.
inline const std::string box_of_stones = R"(
[simulation]
end_time = 0.25
seed = 3
[output]
table_interval = 0.01
checkpoint_interval = 0.05
[[material]]
name = "stone"
density = 2000
normal_stiffness = 2e4
shear_stiffness = 1e4
friction = 0.5
restitution = 0.4
tangential_restitution = 0.4
[[shape]]
name = "cube"
type = "box"
extents = [1, 1, 1]
[[shape]]
name = "gem"
type = "octahedron"
edge = 1
[[fill]]
name = "stones"
shapes = ["cube", "gem"]
size = 0.07
region = { lower = [0.05, 0, 0], upper = [0.4, 0.4, 0.5] }
count = 30
velocity = [0, 0, -2]
velocity_spread = [0.5, 0.5, 0.5]
[[wall]]
name = "box"
type = "box"
lower = [0, 0, 0]
upper = [0.4, 0.4, 1]
open = ["z+"]
)";

inline Setup setup_of(const std::string& scene) {
  Result<Setup> setup = parse_scene(scene, "test.toml", {});
  if (!setup) {
    ADD_FAILURE() << setup.error().message;
    return {};
  }
  return *std::move(setup);
}

inline std::unique_ptr<SimulationCore> started(const std::string& scene, int threads = 1) {
  auto core = std::make_unique<SimulationCore>(setup_of(scene), threads);
  start(*core);
  return core;
}

inline void advance_to(SimulationCore& core, Real time) {
  while (core.setup.state.time < time && !core.stop) advance(core);
}

inline std::uint64_t hash_of(const SimulationCore& core) {
  return state_hash(core.setup.model, core.setup.state);
}

}  // namespace scree::testing
