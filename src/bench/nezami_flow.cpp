#include "bench/nezami_flow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "bench/paper_scenes.hpp"
#include "output/snapshot.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr Real most_centres = 0.95;
constexpr Real bytes_allowed = 2000;   // per particle
constexpr Real energy_allowed = 1e-2;  // relative
constexpr Real paper_share = 0.95;     // of queries with two iterations or less

// f(centre) for the particles, the value that most of them do not exceed.
template <class F>
Real most_below(const SimulationCore& core, F f) {
  std::vector<Real> values;
  const State& state = core.setup.state;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    if (core.setup.model.mobility[i] == Mobility::dynamic && state.present[i] != 0) {
      values.push_back(f(state.position[i]));
    }
  }
  return percentile(std::move(values), most_centres);
}
Real height(Vec3 p) { return p.z; }
Real away(Vec3 p) { return std::max(p.x, p.y); }

// All pictures of a case from the same place: as the flow's end wants it.
SnapshotView flow_view(Real width, Real height) {
  SnapshotView view;
  view.target = {0.5 * width, 0.5 * width, 0.4 * height};
  view.field = 1.25 * std::max(height, 1.1 * width);
  view.eye = view.target + 3 * view.field * normalized(Vec3{1, 0.55, 0.45});
  view.colour = ColourBy::size;
  return view;
}

}  // namespace

const std::vector<FlowCase>& flow_cases() {
  static const std::vector<FlowCase> cases = {
      {500, "nezami-flow-500", 13.0, 21.0, true},
      {4000, "nezami-flow-4000", {}, {}, true},
      {45000, "nezami-flow-45000", 10.0, 17.0, false},
  };
  return cases;
}

namespace {

// Pictures and window of a run that is complete.
std::optional<Error> look_at_states(const NezamiPlan& plan, KeptRun& run, FlowResult& result) {
  if (auto bad = go_to_event(run, "open")) return bad;
  result.start_height = most_below(*run.core, height);
  if (plan.pictures) {
    const SnapshotView view = flow_view(result.reach, result.start_height);
    add_picture(run, "open", view, result.pictures);
    if (auto bad = go_to_event(run, "flow")) return bad;
    add_picture(run, "flow", view, result.pictures);
    if (auto bad = go_to_end(run)) return bad;
    add_picture(run, "end", view, result.pictures);
    if (auto bad = go_to_event(run, "open")) return bad;
  }
  Result<ReplayWindow> window = replay(run, plan);
  if (!window) return window.error();
  result.window = *std::move(window);
  return std::nullopt;
}

}  // namespace

FlowResult run_flow(const FlowCase& about, const std::string& scene, const NezamiPlan& plan) {
  FlowResult result;
  result.about = about;
  const RunsFolder folder(plan.out);
  Result<KeptRun> run = complete_run(wanted_run(about.scene, scene, plan, folder));
  if (!run) {
    result.error = run.error();
    return result;
  }
  const SimulationCore& core = *run->core;
  result.run = run->figures;
  result.open_time = event_time(core, "open");
  const Real rest_time = event_time(core, "rest");
  result.flow_time = rest_time < 0 ? -1 : rest_time - result.open_time;
  result.end_height = most_below(core, height);
  result.reach = most_below(core, away);
  if (result.open_time < 0) {
    result.error = Error{fmt::format("the particles did not come to rest in the box within {} s",
                                     core.setup.settings.end_time)};
  } else {
    result.error = look_at_states(plan, *run, result);
  }
  return result;
}

namespace {

ReportTable flow_table(const std::vector<FlowResult>& results) {
  ReportTable table;
  table.title = "The flow. Heights and reach: 95 % of the particles' centres are within.";
  const Format metres{Style::fixed, 2};
  table.columns = {{"particles", "", Align::right, {Style::integer, 0}},
                   {"walls removed at", "s", Align::right, metres},
                   {"flow to rest", "s", Align::right, metres},
                   {"height before", "m", Align::right, metres},
                   {"height after", "m", Align::right, metres},
                   {"reach from the corner", "m", Align::right, metres}};
  for (const FlowResult& r : results) {
    table.rows.push_back({static_cast<Real>(r.run.particles), r.open_time,
                          r.flow_time < 0 ? Cell{"not at rest"} : Cell{r.flow_time}, r.start_height,
                          r.end_height, r.reach});
  }
  return table;
}

ReportPlot ratio_plot(const std::vector<FlowResult>& results) {
  Plot plot;
  plot.title = "Detection in the first steps of the flow";
  plot.x = {"particles", true};
  plot.y = {"time of cp over time of the algorithm", false, 0.0};
  const auto add = [&](const std::string& name, std::size_t which, int colour, Marker marker) {
    PlotSeries series;
    series.name = name;
    series.colour = colour;
    series.marker = marker;
    for (const FlowResult& r : results) {
      series.x.push_back(static_cast<Real>(r.run.particles));
      series.y.push_back(replay_ratio(r.window.papers_way, which));
    }
    plot.series.push_back(std::move(series));
  };
  add("slm", replay_slm, 0, Marker::circle);
  add("fcp", replay_fcp, 1, Marker::square);
  add("default", replay_default, 2, Marker::triangle);
  const auto paper = [&](const std::string& name, int colour, Real first, Real last) {
    PlotSeries series;
    series.name = name;
    series.colour = colour;
    series.dash = Dash::dashed;
    series.x = {500, 45000};
    series.y = {first, last};
    plot.series.push_back(std::move(series));
  };
  paper("slm, paper", 0, 21, 17);
  paper("fcp, paper", 1, 13, 10);
  return {"nezami-flow-ratio", to_svg(plot)};
}

void add_bars(const FlowResult& r, Report& report) {
  const std::string who = fmt::format("{} particles: ", r.run.particles);
  report.bars.push_back(
      at_least(who + "slm, two iterations or less [%]", 100 * share_up_to_two(r.window), 100 * paper_share));
  report.bars.push_back(at_most(who + "energy balance error", r.run.balance_error, energy_allowed));
  // The process itself takes its share of what few particles need.
  if (r.run.particles < 1000) return;
  report.bars.push_back(
      at_most(who + "memory beyond the shapes [B/particle]", r.run.bytes_per_particle, bytes_allowed));
}

}  // namespace

Report flow_report(const std::vector<FlowResult>& results) {
  Report report;
  report.measures = "flow out of a box: the run in full, and detection in its first steps";
  std::vector<FlowResult> done;
  for (const FlowResult& r : results) {
    if (r.error) {
      report.bars.push_back(failed_run(r.about.scene, *r.error));
    } else {
      done.push_back(r);
    }
  }
  if (done.empty()) return report;
  std::vector<RunFigures> runs;
  std::vector<NamedWindow> windows;
  for (const FlowResult& r : done) {
    runs.push_back(r.run);
    windows.push_back(
        {fmt::format("{} particles", r.run.particles), r.window, r.about.paper_fcp, r.about.paper_slm});
    add_bars(r, report);
    report.pictures.insert(report.pictures.end(), r.pictures.begin(), r.pictures.end());
  }
  report.tables = {
      run_table(runs), flow_table(done),
      replay_table("Detection over the first steps of the flow: time, and cp's time over it.", windows),
      iteration_table("Iterations of a query, the paper's way.", windows, paper_share)};
  report.notes = replay_notes(windows);
  report.notes.emplace_back(
      "Not given in the paper, ours: density 2600 kg/m3, restitution 0.5, a size is the diameter of the ball "
      "of the same volume, dropped from the cells of a lattice. The paper's ratios are the ends of its "
      "Fig. 16.");
  report.plots.push_back(ratio_plot(done));
  return report;
}

Report run_nezami_flow(const Options& options) {
  std::vector<FlowResult> results;
  for (const FlowCase& about : flow_cases()) {
    if (options.particles == 0 ? !about.usual : about.particles != options.particles) continue;
    results.push_back(run_flow(about, std::string(paper_scene(about.scene)), nezami_plan(options)));
  }
  return flow_report(results);
}

}  // namespace scree::bench
