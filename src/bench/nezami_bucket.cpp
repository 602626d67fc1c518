#include "bench/nezami_bucket.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "bench/paper_scenes.hpp"
#include "core/file_io.hpp"
#include "model/build_model.hpp"
#include "output/snapshot.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr Real paper_share = 0.98;     // of queries with two iterations or less
constexpr Real draft_mean_over = 0.1;  // s, of the plotted line
constexpr const char* bucket_name = "bucket";

std::optional<BodyId> find_bucket(const Model& model) {
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (body_name(model, body) == bucket_name) return static_cast<BodyId>(body);
  }
  return std::nullopt;
}

// kg: particles in the bucket and heaped above it, those whose centres lie over its area and above its lowest
// point. It is out of the pile by then.
Real mass_on_bucket(const SimulationCore& core) {
  const Model& model = core.setup.model;
  const State& state = core.setup.state;
  const auto bucket = find_bucket(model);
  if (!bucket) return 0;
  const Pose world_from_bucket{state.orientation[*bucket], state.position[*bucket]};
  Bounds bounds{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (std::uint32_t p = model.piece_begin[*bucket]; p < model.piece_begin[*bucket + 1]; ++p) {
    for (const Vec3& v : model.shapes[model.piece_shape[p]].core->vertices) {
      const Vec3 x = transform(world_from_bucket, transform(model.body_from_piece[p], v));
      for (int i = 0; i < 3; ++i) {
        bounds.lower[i] = std::min(bounds.lower[i], x[i]);
        bounds.upper[i] = std::max(bounds.upper[i], x[i]);
      }
    }
  }
  Real mass = 0;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    if (model.mobility[i] != Mobility::dynamic || state.present[i] == 0) continue;
    const Vec3 x = state.position[i];
    const auto over = [&](int k) { return x[k] >= bounds.lower[k] && x[k] <= bounds.upper[k]; };
    if (over(0) && over(1) && x.z >= bounds.lower.z) mass += model.mass[i];
  }
  return mass;
}

// Into the bucket from the side of the bin, whose walls are planes, which are not drawn.
SnapshotView bucket_view(const SimulationCore& core) {
  const auto bucket = find_bucket(core.setup.model);
  const Vec3 at = bucket ? core.setup.state.position[*bucket] : Vec3{};
  SnapshotView view;
  view.target = {0.43 * at.x, at.y, 0.14 * at.x};
  view.field = 0.6 * at.x;
  view.eye = view.target + 3 * view.field * normalized(Vec3{0.35, -0.8, 0.65});
  view.colour = ColourBy::size;
  view.walls = WallStyle::solid;
  return view;
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

bool read_number(std::string_view text, Real& value) {
  return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
}

// Pictures and windows of a run that is complete.
std::optional<Error> look_at_states(const NezamiPlan& plan, KeptRun& run, BucketResult& result) {
  if (plan.pictures) {
    if (auto bad = go_to_event(run, "dig")) return bad;
    const SnapshotView view = bucket_view(*run.core);
    add_picture(run, "pile", view, result.pictures);
    for (const BucketPhase& phase : bucket_phases()) {
      if (auto bad = go_to_event(run, phase.name)) return bad;
      add_picture(run, phase.name, view, result.pictures);
    }
    if (auto bad = go_to_end(run)) return bad;
    add_picture(run, "end", view, result.pictures);
  }
  for (std::size_t i = 0; i < bucket_phase_count; ++i) {
    if (auto bad = go_to_event(run, bucket_phases()[i].name)) return bad;
    Result<ReplayWindow> window = replay(run, plan);
    if (!window) return window.error();
    result.windows[i] = *std::move(window);
  }
  return std::nullopt;
}

}  // namespace

const std::vector<BucketCase>& bucket_cases() {
  static const std::vector<BucketCase> cases = {{688, "nezami-bucket-688", true},
                                                {2744, "nezami-bucket-2744", false},
                                                {21952, "nezami-bucket-21952", false}};
  return cases;
}

const std::array<BucketPhase, bucket_phase_count>& bucket_phases() {
  static const std::array<BucketPhase, bucket_phase_count> phases = {
      {{"translation", 0, 12.54, 18.31}, {"rotation", 5, 11.12, 18.14}, {"lift", 13, 11.68, 18.05}}};
  return phases;
}

Result<std::vector<DraftSample>> read_draft(const std::string& csv, const std::string& name, Real start) {
  std::vector<DraftSample> samples;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < csv.size();) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    const auto cells = split(std::string_view(csv).substr(begin, end - begin));
    begin = end + 1;
    if (++line_number == 1) continue;  // the header
    if (cells.size() < 6) return Error{fmt::format("forces.csv:{}: a row has 9 cells", line_number)};
    if (cells[2] != name) continue;
    DraftSample sample;
    Real fz = 0;
    if (!read_number(cells[0], sample.time) || !read_number(cells[3], sample.draft) ||
        !read_number(cells[5], fz)) {
      return Error{fmt::format("forces.csv:{}: not a number", line_number)};
    }
    sample.time -= start;
    sample.lift = 0 - fz;  // not -0 where nothing touches
    samples.push_back(sample);
  }
  return samples;
}

BucketResult run_bucket(const BucketCase& about, const std::string& scene, const NezamiPlan& plan) {
  BucketResult result;
  result.about = about;
  const RunsFolder folder(plan.out);
  Result<KeptRun> run = complete_run(wanted_run(about.scene, scene, plan, folder));
  if (!run) {
    result.error = run.error();
    return result;
  }
  const SimulationCore& core = *run->core;
  result.run = run->figures;
  result.pile_time = event_time(core, "dig");
  result.dig_time = event_time(core, bucket_phases()[0].name);
  result.load = mass_on_bucket(core);
  if (event_time(core, "end") < 0) {
    result.error = Error{fmt::format("the bucket was not done within {} s", core.setup.settings.end_time)};
    return result;
  }
  const Result<std::string> csv = read_file(run->folder.file("forces.csv"));
  auto draft = csv ? read_draft(*csv, bucket_name, result.dig_time) : csv.error();
  if (!draft) {
    result.error = draft.error();
    return result;
  }
  result.draft = *std::move(draft);
  result.error = look_at_states(plan, *run, result);
  return result;
}

namespace {

// The mean over a stretch of time: single contacts come and go within milliseconds.
std::vector<DraftSample> smoothed(const std::vector<DraftSample>& samples) {
  std::vector<DraftSample> means;
  for (std::size_t begin = 0; begin < samples.size();) {
    std::size_t end = begin;
    DraftSample mean;
    while (end < samples.size() && samples[end].time < samples[begin].time + draft_mean_over) {
      mean.time += samples[end].time;
      mean.draft += samples[end].draft;
      mean.lift += samples[end].lift;
      ++end;
    }
    const auto count = static_cast<Real>(end - begin);
    means.push_back({mean.time / count, mean.draft / count, mean.lift / count});
    begin = end;
  }
  return means;
}

// s: the bucket comes near before the first phase.
Real set_out(const BucketResult& result) { return result.pile_time - result.dig_time; }

ReportPlot draft_plot(const BucketResult& result) {
  Plot plot;
  plot.title = fmt::format("Force of {} particles on the bucket", result.run.particles);
  plot.x = {"time [s]"};
  plot.y = {"force [N]"};
  PlotSeries draft, lift;
  draft.name = "against its way";
  lift.name = "downwards";
  lift.colour = 1;
  lift.dash = Dash::dashed;
  for (const DraftSample& sample : smoothed(result.draft)) {
    if (sample.time < set_out(result)) continue;
    draft.x.push_back(sample.time);
    draft.y.push_back(sample.draft);
    lift.x.push_back(sample.time);
    lift.y.push_back(sample.lift);
  }
  plot.series = {draft, lift};
  return {result.about.scene + "-draft", to_svg(plot)};
}

ReportFile draft_table(const BucketResult& result) {
  std::string csv = "time_s,draft_N,lift_N\n";
  for (const DraftSample& s : result.draft) {
    if (s.time >= set_out(result)) csv += fmt::format("{:.5g},{:.6g},{:.6g}\n", s.time, s.draft, s.lift);
  }
  return {result.about.scene + "-draft.csv", csv};
}

ReportTable force_table(const std::vector<BucketResult>& results) {
  ReportTable table;
  table.title = "The force on the bucket in each phase, and what it holds at the end.";
  const Format newtons{Style::fixed, 1};
  table.columns = {{"particles", "", Align::right, {Style::integer, 0}},
                   {"pile at rest", "s", Align::right, {Style::fixed, 2}},
                   {"draft, 0 to 8 s: mean", "N", Align::right, newtons},
                   {"largest", "N", Align::right, newtons},
                   {"draft, 5 to 16 s: mean", "N", Align::right, newtons},
                   {"weight, last second: mean", "N", Align::right, newtons},
                   {"load", "kg", Align::right, {Style::fixed, 2}}};
  for (const BucketResult& r : results) {
    const auto mean = [&](Real from, Real to, Real DraftSample::*what) {
      Real sum = 0;
      Real count = 0;
      for (const DraftSample& s : r.draft) {
        if (s.time < from || s.time > to) continue;
        sum += s.*what;
        ++count;
      }
      return sum / count;
    };
    Real largest = 0;
    for (const DraftSample& s : smoothed(r.draft)) {
      if (s.time >= 0 && s.time <= 8) largest = std::max(largest, s.draft);
    }
    table.rows.push_back({static_cast<Real>(r.run.particles), r.pile_time, mean(0, 8, &DraftSample::draft),
                          largest, mean(5, 16, &DraftSample::draft), mean(19, 20, &DraftSample::lift),
                          r.load});
  }
  return table;
}

std::vector<NamedWindow> windows_of(const BucketResult& r) {
  std::vector<NamedWindow> windows;
  for (std::size_t i = 0; i < bucket_phase_count; ++i) {
    const BucketPhase& phase = bucket_phases()[i];
    windows.push_back(
        {fmt::format("{}, {}", r.run.particles, phase.name), r.windows[i], phase.paper_fcp, phase.paper_slm});
  }
  return windows;
}

}  // namespace

Report bucket_report(const std::vector<BucketResult>& results) {
  Report report;
  report.measures = "a bucket digs into a pile: the run in full, detection in each phase, the draft force";
  std::vector<BucketResult> done;
  for (const BucketResult& r : results) {
    if (r.error) {
      report.bars.push_back(failed_run(r.about.scene, *r.error));
    } else {
      done.push_back(r);
    }
  }
  if (done.empty()) return report;
  std::vector<RunFigures> runs;
  std::vector<NamedWindow> windows;
  for (const BucketResult& r : done) {
    runs.push_back(r.run);
    for (const NamedWindow& window : windows_of(r)) {
      report.bars.push_back(at_least(window.name + ": slm, two iterations or less [%]",
                                     100 * share_up_to_two(window.window), 100 * paper_share));
      windows.push_back(window);
    }
    report.pictures.insert(report.pictures.end(), r.pictures.begin(), r.pictures.end());
    report.plots.push_back(draft_plot(r));
    report.data.push_back(draft_table(r));
  }
  report.tables = {
      run_table(runs), force_table(done),
      replay_table("Detection over the first steps of each phase: time, and cp's time over it.", windows),
      iteration_table("Iterations of a query, the paper's way.", windows, paper_share)};
  report.notes = replay_notes(windows);
  report.notes.emplace_back(
      "Not given in the paper, ours: the bucket's form; restitution 0.5; a size is the diameter of the ball "
      "of the same volume. The paper's time step asks for particles of 20,000 kg/m3 instead of 2600: forces "
      "are 7.7 times those of rock.");
  return report;
}

Report run_nezami_bucket(const Options& options) {
  std::vector<BucketResult> results;
  for (const BucketCase& about : bucket_cases()) {
    if (options.particles == 0 ? !about.usual : about.particles != options.particles) continue;
    results.push_back(run_bucket(about, std::string(paper_scene(about.scene)), nezami_plan(options)));
  }
  return bucket_report(results);
}

}  // namespace scree::bench
