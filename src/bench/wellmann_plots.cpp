// The plots of `wellmann`: Figs. 5 and 6 of the paper, and what the second one leaves in the dark.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench/wellmann.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr std::size_t apart = 0, contact = 1;  // WellmannSeries
constexpr std::array<Marker, wellmann_interval_count> markers{Marker::circle, Marker::square,
                                                              Marker::triangle};

// A line for each method and interval: `share` at 0 to `last` iterations.
std::vector<PlotSeries> lines(const WellmannResult& result, std::size_t series, int last,
                              Real (*share)(const WellmannCell&, int)) {
  std::vector<PlotSeries> all;
  for (std::size_t m = 0; m < wellmann_method_count; ++m) {
    for (std::size_t k = 0; k < wellmann_interval_count; ++k) {
      PlotSeries line;
      line.name = fmt::format("{}, ε {}", m == 0 ? "common-normal" : "published", interval_name(k));
      for (int i = 0; i <= last; ++i) {
        line.x.push_back(i);
        line.y.push_back(share(result[series][k][m], i));
      }
      line.colour = static_cast<int>(k);
      line.dash = m == 0 ? Dash::solid : Dash::dashed;
      line.marker = markers[k];
      line.filled = m == 0;
      all.push_back(std::move(line));
    }
  }
  return all;
}

constexpr int paper_colour = 4;  // black

Plot exclusion_plot(const WellmannResult& result) {
  Plot plot{"Apart: share of pairs excluded after i iterations",
            {"iterations i"},
            {"share of pairs", true, 1e-6, 1},
            {}};
  plot.series = lines(result, apart, 10, share_with);
  PlotSeries paper{"paper, i = 0", {}, {}, paper_colour, Dash::none, Marker::cross};
  for (const Real share : wellmann_paper::excluded_at_once) {
    paper.x.push_back(0);
    paper.y.push_back(share);
  }
  plot.series.push_back(std::move(paper));
  return plot;
}

Plot convergence_plot(const WellmannResult& result) {
  Plot plot{"In contact: share of pairs that converged after i iterations",
            {"iterations i"},
            {"share of pairs"},
            {}};
  plot.series = lines(result, contact, 20, share_with);
  return plot;
}

// The paper gives two points of each curve in words: 20 or more, and more than 50.
Plot remaining_plot(const WellmannResult& result) {
  constexpr int last = 50;
  Plot plot{"In contact: share of pairs that need i or more iterations",
            {"iterations i"},
            {"share of pairs", true, 1e-6, 1},
            {}};
  plot.series = lines(result, contact, last, share_from);
  for (PlotSeries& line : plot.series) line.marker_every = 5;
  for (std::size_t k = 0; k < wellmann_interval_count; ++k) {
    plot.series.push_back({fmt::format("paper, ε {}", interval_name(k)),
                           {20, last},
                           {wellmann_paper::twenty_or_more[k], 1e-6 * wellmann_paper::not_found[k]},
                           paper_colour,
                           Dash::none,
                           markers[k],
                           false});
  }
  return plot;
}

}  // namespace

std::vector<ReportPlot> wellmann_plots(const WellmannResult& result) {
  return {{"wellmann-exclusion", to_svg(exclusion_plot(result))},
          {"wellmann-convergence", to_svg(convergence_plot(result))},
          {"wellmann-remaining", to_svg(remaining_plot(result))}};
}

}  // namespace scree::bench
