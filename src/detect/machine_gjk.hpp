// GJK for polyhedra by the machine's vectors (host): the loop of detect/kernels/gjk_loop.hpp, compiled for
// each width of registers. Which one runs is decided when the program starts; the answers do not depend on
// it.
#pragma once

#include "detect/kernels/distort_loop.hpp"
#include "shape/scan.hpp"

namespace scree::distortion {

struct MachineLoops {
  void (*gjk)(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer);
  void (*distort)(const ShapePair& pair, const DistortTask& task, DistortAnswer& answer);
};

extern const MachineLoops* machine_loops;  // those that suit the machine

// Null where the machine does not have such registers.
const MachineLoops* find_machine_loops(ScanRegisters registers);

}  // namespace scree::distortion
