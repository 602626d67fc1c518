// The loops over vertices and faces for every width of registers that the machine has.
#pragma once

#include <vector>

#include "detect/machine_loops.hpp"

namespace scree::testing {

// The narrowest first.
inline std::vector<const distortion::MachineLoops*> all_loops() {
  std::vector<const distortion::MachineLoops*> all;
  for (const auto registers : {RegisterWidth::baseline, RegisterWidth::avx2, RegisterWidth::avx512}) {
    if (const auto* found = distortion::find_machine_loops(registers)) all.push_back(found);
  }
  return all;
}

}  // namespace scree::testing
