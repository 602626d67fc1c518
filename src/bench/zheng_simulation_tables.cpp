// Tables, bars and plots of `zheng-fall` and `zheng-wall`.
#include <fmt/format.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "bench/zheng_simulations.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr std::size_t ds = 0, fds = 1, fcp = 2, usual = 3;  // of zheng_run_algorithms
constexpr Format count{Style::integer, 0}, ratio{Style::fixed, 2}, small{Style::scientific, 1};

Real ratio_to(const std::vector<ReplayTotals>& totals, std::size_t which) {
  return totals[ds].seconds / totals[which].seconds;
}

ReportTable time_table(const std::vector<ZhengRun>& runs, bool points) {
  ReportTable table{
      points ? "Detection with type and every contact point: time of ds, and its ratio to the others"
             : "Detection of distance and normal only",
      {{"blocks", "", Align::right, count},
       {"states", "", Align::right, count},
       {"queries", "per state", Align::right, {Style::fixed, 0}},
       {"ds", "us per state", Align::right, {Style::fixed, 1}},
       {"ds/fds", "", Align::right, ratio},
       {"paper", "", Align::right, ratio},
       {"ds/fcp", "", Align::right, ratio},
       {"paper", "", Align::right, ratio},
       {"ds/default", "", Align::right, ratio}},
      {}};
  for (const ZhengRun& run : runs) {
    const auto& totals = points ? run.with_points : run.plain;
    const auto states = static_cast<Real>(run.states);
    table.rows.push_back({static_cast<Real>(run.scene.blocks), states,
                          static_cast<Real>(totals[ds].counts.queries) / states,
                          1e6 * totals[ds].seconds / states, ratio_to(totals, fds), run.scene.paper_fds,
                          ratio_to(totals, fcp), run.scene.paper_fcp, ratio_to(totals, usual)});
  }
  return table;
}

// What the algorithms found on the same states.
ReportTable answer_table(const std::vector<ZhengRun>& runs) {
  ReportTable table{"What they found on the same states",
                    {{"blocks", "", Align::right, count},
                     {"algorithm", "", Align::left, {}},
                     {"contact points", "per state", Align::right, {Style::fixed, 1}},
                     {"mean depth", "m", Align::right, {Style::scientific, 3}},
                     {"failures", "", Align::right, count},
                     {"fallbacks", "%", Align::right, {Style::percent, 3}}},
                    {}};
  for (const ZhengRun& run : runs) {
    for (const ReplayTotals& total : run.with_points) {
      const Real points = std::max<Real>(1, static_cast<Real>(total.contacts));
      table.rows.push_back(
          {static_cast<Real>(run.scene.blocks), std::string(name(total.algorithm)),
           static_cast<Real>(total.contacts) / static_cast<Real>(run.states), total.depth / points,
           static_cast<Real>(total.counts.failures),
           static_cast<Real>(total.counts.fallbacks) / static_cast<Real>(total.counts.queries)});
    }
  }
  return table;
}

ReportTable run_table(const std::vector<ZhengRun>& runs) {
  ReportTable table{"The runs",
                    {{"blocks", "", Align::right, count},
                     {"time step", "s", Align::right, {Style::scientific, 1}},
                     {"stable", "s", Align::right, {Style::scientific, 2}},
                     {"steps", "", Align::right, count},
                     {"kinetic energy", "J per block", Align::right, small},
                     {"fall", "J per block", Align::right, {Style::scientific, 2}},
                     {"carried", "of the weight", Align::right, {Style::fixed, 4}},
                     {"worst overlap", "of the size", Align::right, small},
                     {"balance error", "", Align::right, small},
                     {"failures", "", Align::right, count},
                     {"time", "s", Align::right, {Style::fixed, 1}}},
                    {}};
  for (const ZhengRun& run : runs) {
    table.rows.push_back({static_cast<Real>(run.scene.blocks), run.time_step, run.stable_time_step,
                          static_cast<Real>(run.steps), run.samples.back().kinetic, run.fall, run.carried,
                          run.worst_overlap, run.balance_error, static_cast<Real>(run.failures),
                          run.seconds});
  }
  return table;
}

ReportTable wall_table(const std::vector<ZhengRun>& runs) {
  ReportTable table{"The walls at the end",
                    {{"blocks", "", Align::right, count},
                     {"top block", "um", Align::right, {Style::fixed, 3}},
                     {"farthest block", "um", Align::right, {Style::fixed, 3}},
                     {"top block in the last tenth", "um", Align::right, {Style::scientific, 1}}},
                    {}};
  for (const ZhengRun& run : runs) {
    const auto last =
        run.samples.end() - static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, run.samples.size() / 10));
    const auto by_top = [](const ZhengSample& a, const ZhengSample& b) { return a.top < b.top; };
    const auto [low, high] = std::minmax_element(last, run.samples.end(), by_top);
    table.rows.push_back({static_cast<Real>(run.scene.blocks), 1e6 * run.samples.back().top,
                          1e6 * run.farthest, 1e6 * (high->top - low->top)});
  }
  return table;
}

void add_common_bars(const ZhengRun& run, Real most_balance_error, Real most_overlap,
                     std::vector<Bar>& bars) {
  const std::string who(run.scene.name);
  bars.push_back(at_most(who + ": detection failures", static_cast<Real>(run.failures), 0));
  bars.push_back(at_most(who + ": energy balance error", run.balance_error, most_balance_error));
  bars.push_back(at_most(who + ": worst overlap, share of the size", run.worst_overlap, most_overlap));
}

// One line per run.
template <class F>
Plot plot_of(const std::vector<ZhengRun>& runs, const std::string& title, const PlotAxis& x,
             const PlotAxis& y, F&& value) {
  constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle};
  Plot plot{title, x, y, {}};
  for (std::size_t k = 0; k < runs.size(); ++k) {
    PlotSeries line{fmt::format("{} blocks", runs[k].scene.blocks),
                    {},
                    {},
                    static_cast<int>(k),
                    Dash::solid,
                    markers[k % 3]};
    line.marker_every = std::max<int>(1, static_cast<int>(runs[k].samples.size() / 10));
    for (const ZhengSample& sample : runs[k].samples) {
      line.x.push_back(sample.time);
      line.y.push_back(value(sample));
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

void add_pictures(const std::vector<ZhengRun>& runs, Report& report) {
  for (const ZhengRun& run : runs) {
    report.pictures.insert(report.pictures.end(), run.pictures.begin(), run.pictures.end());
  }
}

// Logarithmic: what happens does so at first.
PlotAxis time_axis(const std::vector<ZhengRun>& runs) {
  PlotAxis axis{"time [s]", true, zheng_state_interval, std::nullopt};
  for (const ZhengRun& run : runs) axis.high = std::max(axis.high.value_or(0), run.samples.back().time);
  return axis;
}

const std::string replay_note =
    "Every algorithm finds the contacts of the same states, 0.001 s apart (the paper's step), of the same "
    "neighbours, with caches of its own that it keeps from state to state. The run itself is that of the "
    "default.";

}  // namespace

Report zheng_fall_report(const std::vector<ZhengRun>& runs) {
  Report report;
  report.measures = "detection time while tetrahedra fall onto a floor (Zheng et al. 2017, Sec. 3.2)";
  report.tables = {time_table(runs, true), time_table(runs, false), answer_table(runs), run_table(runs)};
  for (const ZhengRun& run : runs) {
    const std::string who(run.scene.name);
    add_common_bars(run, 1e-2, 0.05, report.bars);
    report.bars.push_back(at_most(who + ": kinetic energy at the end over what gravity has done",
                                  run.samples.back().kinetic / run.fall, 1e-4));
    report.bars.push_back(at_least(who + ": least height of a block's centre [m]", run.lowest, 0));
  }
  report.notes = {
      replay_note,
      "The paper steps implicitly by 0.001 s; explicit steps must be shorter than the stable one. Its 3,000 "
      "steps "
      "are 3 s.",
      "Carried: the force on the floor over the weight of the blocks, at the end. Fall: what gravity has "
      "done.",
  };
  report.plots = {{"zheng-fall-energy", to_svg(plot_of(runs, "Falling tetrahedra", {"time [s]"},
                                                       {"kinetic energy per block [J]", true},
                                                       [](const ZhengSample& s) { return s.kinetic; }))}};
  add_pictures(runs, report);
  return report;
}

Report zheng_wall_report(const std::vector<ZhengRun>& runs) {
  Report report;
  report.measures = "detection time while a wall of blocks stands (Zheng et al. 2017, Sec. 3.2)";
  report.tables = {time_table(runs, true), time_table(runs, false), answer_table(runs), run_table(runs),
                   wall_table(runs)};
  for (const ZhengRun& run : runs) {
    const std::string who(run.scene.name);
    add_common_bars(run, 1e-2, 1e-4, report.bars);
    report.bars.push_back(at_most(who + ": farthest displacement of a block [m]", run.farthest, 1e-4));
    report.bars.push_back(
        at_most(who + ": the floor carries the weight, relative error", std::fabs(run.carried - 1), 1e-3));
  }
  report.notes = {
      replay_note,
      "The paper steps implicitly by 0.001 s; explicit steps must be shorter than the stable one. Its 1,000 "
      "steps "
      "are 1 s.",
      "The walls are put up without load, so the blocks sink a little at first. Top block: how far its "
      "centre "
      "has moved up, and by how much that changed in the last tenth of the run.",
  };
  report.plots = {{"zheng-wall-top", to_svg(plot_of(runs, "Top block of the walls", time_axis(runs),
                                                    {"vertical displacement [um]"},
                                                    [](const ZhengSample& s) { return 1e6 * s.top; }))}};
  add_pictures(runs, report);
  return report;
}

}  // namespace scree::bench
