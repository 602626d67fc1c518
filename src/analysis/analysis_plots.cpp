// The distributions of an analysis as SVG plots.
#include <fmt/format.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <numbers>

#include "analysis/analyse.hpp"
#include "analysis/run_plots.hpp"
#include "analysis/thin_series.hpp"
#include "output/svg_plot.hpp"

namespace scree {
namespace {

// A histogram as steps, with its last bin closed.
PlotSeries steps_of(std::string name, const Histogram& h, const std::vector<Real>& values) {
  PlotSeries line;
  line.name = std::move(name);
  line.steps = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    line.x.push_back(bin_low(h, i));
    line.y.push_back(values[i]);
  }
  line.x.push_back(bin_low(h, values.size()));
  line.y.push_back(values.empty() ? 0 : values.back());
  return line;
}

PlotSeries level_line(std::string name, Real low, Real high, Real value) {
  PlotSeries line{std::move(name), {low, high}, {value, value}};
  line.colour = 4;
  line.dash = Dash::dashed;
  return line;
}

Plot coordination_plot(const Coordination& c) {
  PlotSeries line;
  std::uint64_t all = 0;
  for (const std::uint64_t count : c.particles) all += count;
  for (std::size_t n = 0; n < c.particles.size(); ++n) {
    line.x.push_back(static_cast<Real>(n));
    line.y.push_back(static_cast<Real>(c.particles[n]) / static_cast<Real>(all));
  }
  line.marker = Marker::circle;
  constexpr Real least = 10;  // so many that the numbers on the axis are whole
  return {"Contacts of a particle",
          {"bodies touched [-]", false, 0, std::max(least, line.x.back())},
          {"share of particles [-]", false, 0},
          {line}};
}

Plot solid_plot(const SolidFraction& s, char axis) {
  const Real low = s.layers.front().low, high = s.layers.back().high;
  PlotSeries layers{"layers", {}, {}};
  for (const auto& layer : s.layers) {
    layers.x.push_back(layer.fraction);
    layers.y.push_back(0.5 * (layer.low + layer.high));
  }
  layers.marker = Marker::circle;
  PlotSeries whole{"whole box", {s.whole, s.whole}, {low, high}};
  whole.colour = 4;
  whole.dash = Dash::dashed;
  return {"Solid fraction by height",
          {"solid fraction [-]", false, 0},
          {fmt::format("height {} [m]", axis), false, low, high},
          {layers, whole}};
}

PlotSeries densities(std::string name, const Histogram& h) {
  PlotSeries line{std::move(name), {}, {}};
  for (std::size_t i = 0; i < h.count.size(); ++i) {
    line.x.push_back(bin_low(h, i) + 0.5 * h.width);
    line.y.push_back(density(h, i));
  }
  return line;
}

Plot forces_plot(const ForceDistribution& f, bool tangential) {
  std::vector<PlotSeries> lines{densities("normal", f.normal)};
  lines[0].marker = Marker::circle;
  if (tangential) {
    lines.push_back(densities("tangential", f.tangential));
    lines[1].colour = 1;
    lines[1].dash = Dash::dashed;
    lines[1].marker = Marker::square;
    lines[1].filled = false;
  }
  return {"Contact forces",
          {"force / mean normal force [-]", false, 0},
          {"probability density [-]", true},
          lines};
}

Plot angles_plot(const Orientation& o, int dimension, std::string title, std::string label) {
  std::vector<Real> ratios;
  for (std::size_t i = 0; i < o.angle.count.size(); ++i) {
    const Real low = bin_low(o.angle, i);
    ratios.push_back(static_cast<Real>(o.angle.count[i]) / static_cast<Real>(o.particles) /
                     share_of_directions(low, low + o.angle.width, dimension));
  }
  return {std::move(title),
          {std::move(label), false, 0, 90},
          {"density over that of random directions [-]", false, 0},
          {steps_of("found", o.angle, ratios), level_line("random", 0, 90, 1)}};
}

Plot surface_plot(const Repose& r) {
  PlotSeries all{"surface", {}, {}}, fitted{"fitted", {}, {}};
  for (const auto& place : r.surface) {
    PlotSeries& points = place.fitted ? fitted : all;
    points.x.push_back(place.distance);
    points.y.push_back(place.height);
  }
  all.dash = fitted.dash = Dash::none;
  all.marker = fitted.marker = Marker::circle;
  all.filled = false;
  PlotSeries line{"line", {}, {}};
  for (const Real x : {fitted.x.front(), fitted.x.back()}) {
    line.x.push_back(x);
    line.y.push_back(r.at_zero + r.slope * x);
  }
  line.colour = 1;
  constexpr std::array<const char*, 3> labels{"distance from the axis [m]", "x [m]", "y [m]"};
  PlotAxis along{labels[static_cast<std::size_t>(r.kind)]};
  // Not all of the empty floor around a heap.
  if (r.kind == SurfaceKind::heap) along.high = std::min(r.surface.back().distance, 1.5 * fitted.x.back());
  return {fmt::format("Free surface: {:.1f} degrees", r.angle * 180 / std::numbers::pi),
          along,
          {"height [m]"},
          {all, fitted, line}};
}

std::vector<Plot> flow_plots(const PlaneResult& result) {
  const Real first = result.flow.rows.front().time, last = result.flow.rows.back().time;
  const PlotAxis time = time_axis(first, last);
  ThinSeries forward(first, last), backward(first, last);
  for (const MassFlow::Row& row : result.flow.rows) {
    forward.add(row.time, row.forward);
    backward.add(row.time, row.backward);
  }
  // Over some frames each: particles are few, and come one by one.
  constexpr std::size_t windows = 50;
  const std::size_t frames = (result.flow.rows.size() + windows - 1) / windows;
  PlotSeries rate;
  for (std::size_t i = frames; i < result.flow.rows.size(); i += frames) {
    const MassFlow::Row& before = result.flow.rows[i - frames];
    const MassFlow::Row& row = result.flow.rows[i];
    rate.x.push_back(0.5 * (before.time + row.time));
    rate.y.push_back(flow_rate(before, row));
  }
  PlotSeries there{"along the normal", forward.x(), forward.y()};
  PlotSeries back{"against it", backward.x(), backward.y()};
  style_line(there, 0);
  style_line(back, 1);
  Plot mass, flow;
  mass.title = fmt::format("Mass through the plane {}", result.plane.text);
  flow.title = fmt::format("Mass flow through the plane {}", result.plane.text);
  mass.x = flow.x = time;
  mass.y.label = "mass [kg]";
  flow.y.label = "mass flow [kg/s]";
  mass.series = {there, back};
  flow.series = {rate};
  return {mass, flow};
}

}  // namespace

std::vector<NamedFile> analysis_plots(const Analysis& a) {
  std::vector<NamedFile> files;
  const auto add = [&](const std::string& name, const Plot& plot) {
    files.push_back({name + ".svg", to_svg(plot)});
  };
  if (a.coordination) add("coordination", coordination_plot(*a.coordination));
  if (a.solid_fraction) add("solid-fraction", solid_plot(*a.solid_fraction, "xyz"[a.up.axis]));
  if (a.forces) add("contact-forces", forces_plot(*a.forces, a.has_forces));
  if (a.normals) {
    add("contact-normals",
        angles_plot(*a.normals, a.dimension, "Contact normals", "angle of the normal to the vertical [deg]"));
  }
  if (a.orientation) {
    add("orientation", angles_plot(*a.orientation, a.dimension, "Long axes",
                                   "angle of the long axis to the vertical [deg]"));
  }
  if (a.repose) add("surface", surface_plot(*a.repose));
  for (std::size_t i = 0; i < a.planes.size(); ++i) {
    if (a.planes[i].flow.rows.size() < 2) continue;
    const std::vector<Plot> plots = flow_plots(a.planes[i]);
    add(fmt::format("mass-{}", i + 1), plots[0]);
    add(fmt::format("mass-flow-{}", i + 1), plots[1]);
  }
  return files;
}

}  // namespace scree
