// Small systems for the tests of whole simulations, as scenes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "scene/scene.hpp"
#include "sim/core.hpp"
#include "support/scene_texts.hpp"

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
