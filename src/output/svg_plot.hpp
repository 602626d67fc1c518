// A plot of lines, steps and points as an SVG picture: axes with units, a legend, linear or logarithmic.
//
// Series differ by colour, dash and marker, so that a print in black shows them too. Text has its own room:
// the legend stands beside the data, and numbers on an axis are thinned until they have space.
#pragma once

#include <scree/real.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scree {

enum class Marker : std::uint8_t { none, circle, square, triangle, diamond, cross };
enum class Dash : std::uint8_t { solid, dashed, dotted, dash_dotted, none };  // none: markers only

struct PlotSeries {
  std::string name;  // in the legend; empty: not there
  std::vector<Real> x, y;
  int colour = 0;  // one of eight, counted round
  Dash dash = Dash::solid;
  Marker marker = Marker::none;
  bool filled = true;    // the markers
  int marker_every = 1;  // only every so many points have one
  int marker_from = 0;   // the first point that has one
  bool steps = false;    // a value holds until the next one
};

struct PlotAxis {
  std::string label;  // with its unit: "time [s]"
  bool logarithmic = false;
  std::optional<Real> low = std::nullopt;  // as the data want if not given
  std::optional<Real> high = std::nullopt;
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotSeries> series;
};

// Points that an axis cannot show (not finite, not positive on a logarithmic one, beyond a given end) are
// left out, and the line has a gap there. Ends with a line break; the same text for the same plot.
std::string to_svg(const Plot& plot);

// Round numbers that divide [low, high] into about `count` parts, none outside; powers of ten on a
// logarithmic axis.
std::vector<Real> axis_ticks(Real low, Real high, bool logarithmic, int count);

}  // namespace scree
