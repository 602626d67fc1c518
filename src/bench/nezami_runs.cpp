#include "bench/nezami_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <scree/contact.hpp>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

namespace scree::bench {
namespace {

Real nanoseconds(const ReplayTotals& totals) {
  return 1e9 * totals.seconds / static_cast<Real>(totals.counts.queries);
}

Real over(std::uint64_t part, std::uint64_t whole) {
  return static_cast<Real>(part) / static_cast<Real>(whole);
}

}  // namespace

const std::vector<Algorithm>& nezami_replay_algorithms() {
  static const std::vector<Algorithm> algorithms = {Algorithm::common_plane, Algorithm::fast_common_plane,
                                                    Algorithm::shortest_link, Algorithm::automatic};
  return algorithms;
}

NezamiPlan nezami_plan(const Options& options) {
  NezamiPlan plan;
  plan.threads = options.threads;
  plan.out = options.out;
  if (options.steps != 0) plan.steps = options.steps;
  plan.time_step_factor = options.time_step_factor;
  plan.watch = options.watch;
  return plan;
}

std::string with_time_step(std::string scene, Real factor) {
  constexpr std::string_view key = "\ntime_step = ";
  const std::size_t begin = scene.find(key) + key.size();
  const std::size_t end = scene.find('\n', begin);
  const Real time_step = std::strtod(scene.c_str() + begin, nullptr);
  return scene.replace(begin, end - begin, fmt::format("{}", factor * time_step));
}

RunsFolder::RunsFolder(const std::string& out) : path_(out), temporary_(out.empty()) {
  if (!temporary_) return;
  path_ = (std::filesystem::temp_directory_path() / fmt::format("scree-bench-{}", getpid())).string();
  std::error_code ignored;  // what cannot be made cannot be written to: the run tells
  std::filesystem::create_directories(path_, ignored);
}

RunsFolder::~RunsFolder() {
  std::error_code ignored;
  if (temporary_) std::filesystem::remove_all(path_, ignored);
}

WantedRun wanted_run(const std::string& name, const std::string& scene, const NezamiPlan& plan,
                     const RunsFolder& folder) {
  WantedRun wanted{name, scene, {}, plan.threads, plan.watch};
  if (plan.time_step_factor != 1) {
    wanted.name += fmt::format("-step-{:g}", plan.time_step_factor);
    wanted.scene = with_time_step(scene, plan.time_step_factor);
  }
  wanted.folder = (std::filesystem::path(folder.path()) / wanted.name).string();
  return wanted;
}

void add_picture(const KeptRun& run, const std::string& when, const SnapshotView& view,
                 std::vector<ReportFile>& pictures) {
  auto png = render_png(run.core->setup.model, run.core->setup.state, view);
  if (png) pictures.push_back({fmt::format("{}-{}.png", run.figures.scene, when), *std::move(png)});
}

Result<ReplayWindow> replay(KeptRun& run, const NezamiPlan& plan) {
  say(plan.watch, fmt::format("{}: replay of {} steps from {:.4g} s", run.figures.scene, plan.steps,
                              run.core->setup.state.time));
  ReplayWindow window =
      replay_steps(*run.core, nezami_replay_algorithms(), plan.steps, plan.most_pairs, plan.watch.interrupt);
  if (interrupted(plan.watch)) return Error{"interrupted in the replay"};
  return window;
}

ReportTable run_table(const std::vector<RunFigures>& runs) {
  ReportTable table;
  table.title = "The runs, from the first fall to rest.";
  const Format count{Style::integer, 0}, percent{Style::percent, 2};
  table.columns = {{"scene", "", Align::left, {}},
                   {"particles", "", Align::right, count},
                   {"time step", "s", Align::right, {Style::scientific, 2}},
                   {"stable up to", "s", Align::right, {Style::scientific, 2}},
                   {"steps", "", Align::right, count},
                   {"time", "s", Align::right, {Style::fixed, 2}},
                   {"wall time", "s", Align::right, count},
                   {"threads", "", Align::right, count},
                   {"particle-steps", "1/s", Align::right, count},
                   {"energy error", "", Align::right, {Style::scientific, 1}},
                   {"overlap, worst", "%", Align::right, percent},
                   {"at the end", "%", Align::right, percent},
                   {"coordination", "", Align::right, {Style::fixed, 2}},
                   {"failures", "", Align::right, count},
                   {"memory", "B/particle", Align::right, count},
                   {"state hash", "", Align::left, {}}};
  for (const RunFigures& r : runs) {
    table.rows.push_back({r.scene, static_cast<Real>(r.particles), r.time_step, r.stable_step,
                          static_cast<Real>(r.steps), r.time, r.wall_seconds, static_cast<Real>(r.threads),
                          r.particle_steps_per_second, r.balance_error, r.max_overlap_ratio,
                          r.end_overlap_ratio, r.coordination, static_cast<Real>(r.failures),
                          r.bytes_per_particle, r.hash});
  }
  return table;
}

Real replay_ratio(const std::vector<ReplayTotals>& totals, std::size_t which) {
  return totals[replay_cp].seconds / totals[which].seconds;
}

Real share_up_to_two(const ReplayWindow& window) {
  const IterationShares shares = iteration_shares(window.papers_way[replay_slm].counts);
  return shares.up_to_one + shares.two;
}

ReportTable replay_table(const std::string& title, const std::vector<NamedWindow>& windows) {
  ReportTable table;
  table.title = title;
  const Format count{Style::integer, 0}, ns{Style::fixed, 0}, ratio{Style::fixed, 1},
      percent{Style::percent, 2};
  table.columns = {{"window", "", Align::left, {}},
                   {"algorithm", "", Align::left, {}},
                   {"steps", "", Align::right, count},
                   {"queries", "1/step", Align::right, count},
                   {"paper's way", "s", Align::right, {Style::fixed, 3}},
                   {"paper's way", "ns/query", Align::right, ns},
                   {"cp over it", "", Align::right, ratio},
                   {"paper", "", Align::right, {}},
                   {"in the run", "ns/query", Align::right, ns},
                   {"cp over it", "", Align::right, ratio},
                   {"contacts", "1/step", Align::right, count},
                   {"depth, to default", "%", Align::right, percent},
                   {"no answer", "%", Align::right, percent},
                   {"fallback", "%", Align::right, percent}};
  for (const NamedWindow& w : windows) {
    for (std::size_t k = 0; k < w.window.papers_way.size(); ++k) {
      const ReplayTotals& papers = w.window.papers_way[k];
      const ReplayTotals& run = w.window.in_run[k];
      const Cell paper = k == replay_fcp ? w.paper_fcp : (k == replay_slm ? w.paper_slm : Cell{});
      table.rows.push_back({k == 0 ? Cell{w.name} : Cell{}, std::string(name(papers.algorithm)),
                            static_cast<Real>(w.window.steps), over(papers.counts.queries, w.window.steps),
                            papers.seconds, nanoseconds(papers), replay_ratio(w.window.papers_way, k), paper,
                            nanoseconds(run), replay_ratio(w.window.in_run, k),
                            over(papers.contacts, w.window.steps),
                            papers.depth / w.window.papers_way[replay_default].depth,
                            over(papers.counts.failures, papers.counts.queries),
                            over(papers.counts.fallbacks, papers.counts.queries)});
    }
  }
  return table;
}

ReportTable iteration_table(const std::string& title, const std::vector<NamedWindow>& windows,
                            Real paper_share) {
  ReportTable table;
  table.title = title;
  const Format percent{Style::percent, 2};
  table.columns = {
      {"window", "", Align::left, {}},        {"algorithm", "", Align::left, {}},
      {"<= 1", "%", Align::right, percent},   {"2", "%", Align::right, percent},
      {"3 to 5", "%", Align::right, percent}, {"more", "%", Align::right, percent},
      {"<= 2", "%", Align::right, percent},   {"paper: <= 2", "%", Align::right, {Style::percent, 0}}};
  for (const NamedWindow& w : windows) {
    for (std::size_t k = 0; k < w.window.papers_way.size(); ++k) {
      const IterationShares s = iteration_shares(w.window.papers_way[k].counts);
      table.rows.push_back({k == 0 ? Cell{w.name} : Cell{},
                            std::string(name(w.window.papers_way[k].algorithm)), s.up_to_one, s.two,
                            s.three_to_five, s.more, s.up_to_one + s.two,
                            k == replay_slm ? Cell{paper_share} : Cell{}});
    }
  }
  return table;
}

std::vector<std::string> replay_notes(const std::vector<NamedWindow>& windows) {
  std::vector<std::string> notes = {
      "Replay: after every step of the window each algorithm looks at the same pairs of the same state, "
      "with its own caches; processor time of one thread. Paper's way: distance, normal and points of every "
      "near pair. In the run: whether a pair overlaps, and if so contact type and shared patch too; the "
      "default leaves out pairs that cannot have met since it found them apart. A particle and a plane are "
      "answered in closed form by all.",
      "Stable up to: the longest time step that whole faces of the smallest particles stand on each other. "
      "The papers' steps are above it: particles under load then gain energy, which the error shows.",
      "Depth: the sum of all overlaps, compared with the default's, which is exact. cp and fcp find "
      "approximate ones. Pairs that touch at the start begin with the exact normal, as if followed from "
      "before they touched."};
  for (const NamedWindow& w : windows) {
    if (w.window.one_pair_in == 1) continue;
    notes.push_back(fmt::format("{}: one pair in {} took part, the same ones at every step.", w.name,
                                w.window.one_pair_in));
  }
  return notes;
}

Bar failed_run(const std::string& scene, const Error& error) {
  return {fmt::format("{}: {}", scene, error.message), std::numeric_limits<Real>::quiet_NaN(), false};
}

}  // namespace scree::bench
