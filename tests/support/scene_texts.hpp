// A small scene as text, and how tests change such texts.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace scree::testing {

// Some polyhedra fall into a box with friction and damping: contacts of every kind within a few hundred
// steps.
inline const std::string box_of_stones = R"(
[simulation]
end_time = 0.25
seed = 3
[output]
table_interval = 0.01
checkpoint_interval = 0.05
paraview = false
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

// More of them, over time.
inline const std::string rain_of_gems = R"(
[[injection]]
name = "rain"
shapes = "gem"
size = 0.06
count = 8
start = 0.02
end = 0.2
region = { lower = [0.05, 0.05, 0.7], upper = [0.35, 0.35, 0.95] }
velocity = [0, 0, -1]
)";

// `text` with `to` instead of the first `from`, which it must have.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace scree::testing
