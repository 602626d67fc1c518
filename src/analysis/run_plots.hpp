// Plots of a run over time, from its tables: what `scree plot` draws.
#pragma once

#include <scree/result.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "output/svg_plot.hpp"

namespace scree {

struct NamedPlot {
  std::string name;  // of the file, without its ending
  Plot plot;
};

// energies, kinetic, balance, contacts, coordination, overlap, speed, forces.
const std::vector<std::string_view>& plot_quantities();

// From table.csv and forces.csv in the folder of a run, finished or not; `quantities` empty: all. Rows are
// read one by one and thinned, so that tables may be of any length.
Result<std::vector<NamedPlot>> plot_run(const std::string& folder,
                                        const std::vector<std::string>& quantities);

// Colour, dash and marker of the n-th line of a plot, which tell it apart without colour too. Some eight
// markers along the line, not where its neighbours have theirs.
void style_line(PlotSeries& line, std::size_t n);

// From the first time to the last, and no further.
PlotAxis time_axis(Real first, Real last);

}  // namespace scree
