// Tables, bars and plots of `feng-packing`.
#include <string>
#include <utility>

#include "bench/feng_packing.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr Real kinetic_bar = 1e-6;  // of the drop's energy
constexpr Real overlap_bar = 0.02;  // of the smaller one's size
constexpr Real balance_bar = 1e-2;
constexpr Format count{Style::integer, 0};
constexpr Format two_digits{Style::general, 2};
constexpr Format small{Style::scientific, 1};
constexpr Format share{Style::percent, 2};

Cell number(std::uint64_t value) { return static_cast<Real>(value); }

// s, after which all samples are below the bar; the end if none is.
Real rests_since(const PackingRun& run) {
  Real since = 0;
  for (const PackingSample& sample : run.samples) {
    if (!(sample.kinetic < kinetic_bar * run.drop_energy)) since = sample.time;
  }
  return since;
}

ReportTable rest_table(const std::vector<PackingResult>& results) {
  ReportTable table{"At rest: the state after 5 s",
                    {{"packing", "", Align::left, {}},
                     {"particles", "", Align::right, count},
                     {"paper's", "", Align::right, count},
                     {"outside", "", Align::right, count},
                     {"kinetic energy", "J/particle", Align::right, small},
                     {"of the drop's", "", Align::right, small},
                     {"at rest since", "s", Align::right, {Style::fixed, 2}},
                     {"max overlap", "%", Align::right, share},
                     {"mean overlap", "%", Align::right, share},
                     {"coordination", "", Align::right, {Style::fixed, 2}},
                     {"height", "m", Align::right, {Style::fixed, 2}},
                     {"solid fraction", "", Align::right, {Style::fixed, 3}}},
                    {}};
  for (const auto& [about, run] : results) {
    table.rows.push_back({std::string(about.what), number(run.particles), number(about.paper_particles),
                          number(run.outside), run.kinetic, run.kinetic / run.drop_energy, rests_since(run),
                          run.overlap_ratio, run.mean_overlap, run.coordination, run.height,
                          run.solid_fraction});
  }
  return table;
}

ReportTable run_table(const std::vector<PackingResult>& results) {
  ReportTable table{"The run",
                    {{"packing", "", Align::left, {}},
                     {"time step", "s", Align::right, {Style::scientific, 2}},
                     {"steps", "", Align::right, count},
                     {"last one in", "s", Align::right, {Style::fixed, 2}},
                     {"drop's energy", "J/particle", Align::right, {Style::general, 4}},
                     {"worst overlap", "%", Align::right, share},
                     {"balance error", "", Align::right, small},
                     {"failures", "", Align::right, count},
                     {"time", "s", Align::right, {Style::fixed, 0}},
                     {"particle steps", "1/s", Align::right, two_digits}},
                    {}};
  for (const auto& [about, run] : results) {
    table.rows.push_back({std::string(about.what), run.time_step, number(run.steps), run.injected_by,
                          run.drop_energy, run.worst_overlap, run.balance_error, number(run.failures),
                          run.seconds, run.particle_steps});
  }
  return table;
}

std::vector<Bar> bars(const std::vector<PackingResult>& results) {
  std::vector<Bar> all;
  for (const auto& [about, run] : results) {
    const std::string who(about.what);
    all.push_back(at_least(who + ": particles", static_cast<Real>(run.particles),
                           static_cast<Real>(about.paper_particles)));
    all.push_back(below(who + ": kinetic energy per particle over the drop's", run.kinetic / run.drop_energy,
                        kinetic_bar));
    all.push_back(at_most(who + ": particles outside", static_cast<Real>(run.outside), 0));
    all.push_back(below(who + ": overlap over size", run.overlap_ratio, overlap_bar));
    all.push_back(at_most(who + ": detection failures", static_cast<Real>(run.failures), 0));
    all.push_back(below(who + ": error of the energy balance", run.balance_error, balance_bar));
  }
  return all;
}

// One line for each packing.
ReportPlot plot_of(const std::vector<PackingResult>& results, const std::string& name, Plot plot,
                   Real (*value)(const PackingSample&, const PackingRun&)) {
  constexpr Marker markers[] = {Marker::circle, Marker::square};
  for (std::size_t k = 0; k < results.size(); ++k) {
    PlotSeries line{
        std::string(results[k].about.what), {}, {}, static_cast<int>(k), Dash::solid, markers[k % 2]};
    line.marker_every = static_cast<int>(packing_samples) / 10;
    for (const PackingSample& sample : results[k].run.samples) {
      line.x.push_back(sample.time);
      line.y.push_back(value(sample, results[k].run));
    }
    plot.series.push_back(std::move(line));
  }
  return {name, to_svg(plot)};
}

}  // namespace

Report report_of(const std::vector<PackingResult>& results) {
  Report report;
  report.measures =
      "particles that rain into a box of 5 x 5 x 15 m and come to rest (Feng and Tan 2021, Sec. 5.2)";
  report.tables = {rest_table(results), run_table(results)};
  report.bars = bars(results);
  report.notes = {
      "The drop's energy: what a particle brought in, kinetic and by its height, less what its height leaves "
      "it at the end; the mean over all. Overlap: depth over the smaller one's size, the diameter of the "
      "ball "
      "around it. Outside: the centre of mass beyond a wall. At rest since: after that the kinetic energy is "
      "below 1e-6 of the drop's in all 500 samples of the run.",
      "Height: twice that of the centre of mass. Solid fraction: volume of the particles over that of the "
      "box "
      "up to that height.",
      "Box, numbers, shapes, friction, restitution, normal stiffness and end are the paper's. Its particles "
      "are deposited within 2.5 s; ours fall for a second at most after they came in. Sizes, places, speeds, "
      "the shear stiffness and the time step, a fifth of what single contacts are stable with, are ours; the "
      "paper's 1.25e-5 s is that of its small bodies. It gives no figures but says that the packings are "
      "stable.",
  };
  report.plots = {
      plot_of(results, "feng-packing-settling",
              {"Kinetic energy per particle", {"time [s]"}, {"share of the drop's energy", true}, {}},
              [](const PackingSample& s, const PackingRun& r) { return s.kinetic / r.drop_energy; }),
      plot_of(results, "feng-packing-overlap",
              {"Largest overlap", {"time [s]"}, {"share of the smaller one's size", true}, {}},
              [](const PackingSample& s, const PackingRun&) { return s.overlap_ratio; })};
  return report;
}

}  // namespace scree::bench
