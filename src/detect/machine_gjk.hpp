// GJK for polyhedra by the machine's vectors (host): the loop of detect/kernels/gjk_loop.hpp, compiled for
// each width of registers. Which one runs is decided when the program starts; the answers do not depend on
// it.
#pragma once

#include "detect/kernels/gjk_answer.hpp"
#include "shape/scan.hpp"

namespace scree::distortion {

using GjkFunction = void (*)(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer);

extern GjkFunction gjk_function;  // that which suits the machine

// Null where the machine does not have such registers.
GjkFunction find_gjk_function(ScanRegisters registers);

}  // namespace scree::distortion
