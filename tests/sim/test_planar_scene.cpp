// All that a scene can do, in the plane: periodic, injected, moved, changed by events, kept and resumed.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "sim/checkpoint.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

using testing::advance_to;
using testing::hash_of;
using testing::started;

using PlanarRun = testing::FolderTest;

// Periodic along x: what goes out on one side comes in on the other. A paddle of two pieces turns in the
// middle, grains of all shapes lie in a lattice and rain in, gravity leans over, the shelf under the lattice
// goes.
std::string busy_scene(const std::string& algorithm, const std::string& points) {
  return R"(
[simulation]
dimension = 2
end_time = 1
detection = ")" +
         algorithm + "\"\ncontact_points = \"" + points + R"("
[periodic]
axes = "x"
length = [1, 0]
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e6
shear_stiffness = 5e5
friction = 0.4
restitution = 0.5
tangential_restitution = 0.5
[[shape]]
name = "stone"
type = "polygon"
vertices = [[0, 0], [1.1, -0.2], [1.7, 0.5], [0.4, 1.3]]
[[shape]]
name = "brick"
type = "rectangle"
extents = [2, 1]
[[shape]]
name = "coin"
type = "disc"
radius = 1
[[shape]]
name = "egg"
type = "ellipse"
radii = [1.5, 1]
[[shape]]
name = "tile"
type = "superellipse"
radii = [1, 1]
exponent = 0.4
[[shape]]
name = "angle"
pieces = [
  { type = "rectangle", extents = [0.4, 0.04] },
  { type = "rectangle", extents = [0.04, 0.18], position = [0, 0.11] },
]
[[fill]]
name = "grains"
shapes = ["stone", "brick", "coin", "egg", "tile"]
size = { distribution = "uniform", min = 0.03, max = 0.05 }
region = { lower = [0.05, 0.75], upper = [0.95, 1.1] }
velocity = [1, 0]
count = 40
[[injection]]
name = "rain"
shapes = ["stone", "coin"]
size = 0.04
count = 20
end = 0.5
region = { lower = [0, 1.4], upper = [1, 1.8] }
velocity = [0, -1]
velocity_spread = [0.5, 0.2]
[[body]]
name = "paddle"
shape = "angle"
position = [0.5, 0.35]
motion = "turning"
[[motion]]
name = "turning"
start = 0.1
[[motion.phase]]
point = [0.5, 0.35]
rate = 180
[[wall]]
name = "floor"
type = "half-plane"
normal = [0, 1]
[[wall]]
name = "shelf"
type = "segment"
from = [0.02, 0.7]
to = [0.98, 0.7]
thickness = 0.03
[[event]]
time = 0.15
remove = "shelf"
[[event]]
time = 0.3
gravity = [2, -9]
)";
}

TEST_F(PlanarRun, GoesOnBitForBitOnAnyNumberOfThreads) {
  for (const auto& [algorithm, points] : {std::pair{"default", "patch"},
                                          {"default", "one"},
                                          {"slm", "one"},
                                          {"fds", "one"},
                                          {"fcp", "patch"}}) {
    const std::string scene = busy_scene(algorithm, points);
    const auto whole = started(scene);
    advance_to(*whole, 0.25);
    ASSERT_FALSE(write_checkpoint(path("c"), *whole));
    advance_to(*whole, 0.6);
    ASSERT_GT(point_count(whole->work.contacts), 10U);
    const auto resumed = started(scene, 2);
    const auto failed = read_checkpoint(path("c"), *resumed);
    ASSERT_FALSE(failed) << failed->message;
    advance_to(*resumed, 0.6);
    EXPECT_EQ(hash_of(*resumed), hash_of(*whole)) << algorithm;
    if (std::string(algorithm) == "default") {
      EXPECT_LT(energy_balance_error(*whole), 5e-3);
    }
  }
}

TEST_F(PlanarRun, StaysInThePlaneAndComesIn) {
  const auto core = started(busy_scene("default", "patch"));
  advance_to(*core, 0.55);
  EXPECT_EQ(core->run.failures, 0U);
  EXPECT_EQ(core->setup.state.injected[0], 20U);
  for (std::size_t i = 0; i < body_count(core->setup.model); ++i) {
    EXPECT_EQ(core->setup.state.position[i].z, 0);
    EXPECT_EQ(core->setup.state.velocity[i].z, 0);
    EXPECT_EQ(core->setup.state.orientation[i].x, 0);
    EXPECT_EQ(core->setup.state.orientation[i].y, 0);
    EXPECT_EQ(core->setup.state.angular_momentum[i].x, 0);
    if (core->setup.model.mobility[i] == Mobility::dynamic) {
      EXPECT_GT(core->setup.state.position[i].y, -0.01) << "fallen through the floor";
    }
  }
  // The paddle has turned by 180 deg/s for 0.45 s.
  ASSERT_EQ(body_name(core->setup.model, 0), "paddle");
  const Real half_angle = 0.5 * std::numbers::pi * (core->setup.state.time - 0.1);
  EXPECT_NEAR(std::fabs(core->setup.state.orientation[0].z), std::sin(half_angle), 1e-9);
}

}  // namespace
}  // namespace scree
