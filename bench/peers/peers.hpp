// Other libraries as contestants of `narrow`. Each is empty where its library was not found.
//
// Every library keeps its shapes; only poses change. A stands still, B is placed by the relative pose, so
// that answers are in A's axes from A's centre. Tolerances are set as tight as a library still answers with.
#pragma once

#include <vector>

#include "bench/narrow.hpp"

namespace scree::bench {

std::vector<NarrowContestant> libccd_contestants();
std::vector<NarrowContestant> fcl_contestants();
std::vector<NarrowContestant> bullet_contestants();
std::vector<NarrowContestant> ode_contestants();

// Peers take polyhedra only.
inline bool has_polyhedra(const NarrowSet& set) { return set.shapes.front().type == ShapeType::polyhedron; }

}  // namespace scree::bench
