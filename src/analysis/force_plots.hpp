// Plots of the forces on walls and moved bodies, from forces.csv.
#pragma once

#include <scree/result.hpp>

#include <string>
#include <vector>

#include "analysis/run_plots.hpp"

namespace scree {

// `forces`: how large the force on each wall is. `force-NAME`: its components, for each wall. Of many walls
// the eight with the largest forces are shown, of the first 64. Components that are zero on all walls are
// left out. Nothing for a run without walls.
Result<std::vector<NamedPlot>> plot_forces(const std::string& path);

}  // namespace scree
