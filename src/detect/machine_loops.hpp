// GJK for polyhedra by the machine's vectors (host): the loop of detect/kernels/gjk_loop.hpp, compiled for
// each width of registers. Which one runs is decided when the program starts; the answers do not depend on
// it.
#pragma once

#include "core/registers.hpp"
#include "detect/kernels/distort_loop.hpp"

namespace scree::distortion {

struct MachineLoops {
  // The largest direction . x of the points x of A - B. (m x the direction's length)
  Real (*reach)(const ShapePair& pair, const Vec3& direction);
  // The farthest vertex of each core along a direction in A's frame, the first of equals.
  void (*farthest)(const ShapePair& pair, const Vec3& direction, std::int32_t& vertex_a,
                   std::int32_t& vertex_b);
  void (*gjk)(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer);
  void (*distort)(const ShapePair& pair, const DistortTask& task, DistortAnswer& answer);
};

extern const MachineLoops* machine_loops;  // those that suit the machine

// Null where the machine does not have such registers.
const MachineLoops* find_machine_loops(RegisterWidth registers);

}  // namespace scree::distortion
