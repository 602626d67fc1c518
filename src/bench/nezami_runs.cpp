#include "bench/nezami_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <scree/contact.hpp>

#include <filesystem>
#include <limits>

#include "bench/measure.hpp"
#include "output/run_summary.hpp"
#include "sim/memory.hpp"

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

RunFigures figures_of(const std::string& scene, const SimulationCore& core, std::size_t heap_before) {
  const Statistics s = statistics(core);
  RunFigures f;
  f.scene = scene;
  f.particles = s.particles;
  f.steps = core.setup.state.step;
  f.time = core.setup.state.time;
  f.wall_seconds = core.run.wall_seconds;
  f.particle_steps_per_second = static_cast<Real>(core.run.particle_steps) / core.run.wall_seconds;
  f.threads = core.exec.threads();
  f.balance_error = energy_balance_error(core);
  f.max_overlap_ratio = core.run.max_overlap_ratio;
  f.end_overlap_ratio = s.max_overlap_ratio;
  f.coordination = s.coordination_number;
  f.failures = core.run.failures;
  const Real held = static_cast<Real>(heap_in_use()) - static_cast<Real>(heap_before);
  f.bytes_per_particle =
      (held - static_cast<Real>(shape_memory(core.setup.model))) / static_cast<Real>(s.particles);
  f.hash = hash_text(state_hash(core.setup.model, core.setup.state));
  return f;
}

ReportTable run_table(const std::vector<RunFigures>& runs) {
  ReportTable table;
  table.title = "The runs, from the first fall to rest.";
  const Format count{Style::integer, 0}, percent{Style::percent, 2};
  table.columns = {{"scene", "", Align::left, {}},
                   {"particles", "", Align::right, count},
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
    table.rows.push_back({r.scene, static_cast<Real>(r.particles), static_cast<Real>(r.steps), r.time,
                          r.wall_seconds, static_cast<Real>(r.threads), r.particle_steps_per_second,
                          r.balance_error, r.max_overlap_ratio, r.end_overlap_ratio, r.coordination,
                          static_cast<Real>(r.failures), r.bytes_per_particle, r.hash});
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
                            over(papers.counts.queries, w.window.steps), papers.seconds, nanoseconds(papers),
                            replay_ratio(w.window.papers_way, k), paper, nanoseconds(run),
                            replay_ratio(w.window.in_run, k), over(papers.contacts, w.window.steps),
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
      "near pair. In the run: whether a pair overlaps, and if so contact type and shared patch too. A "
      "particle "
      "and a plane are answered in closed form by all.",
      "Depth: the sum of all overlaps, compared with the default's, which is exact. cp and fcp find "
      "approximate ones."};
  for (const NamedWindow& w : windows) {
    if (w.window.one_pair_in == 1) continue;
    notes.push_back(fmt::format("{}: one pair in {} took part, the same ones at every step.", w.name,
                                w.window.one_pair_in));
  }
  return notes;
}

RunDirectory::RunDirectory(const std::string& out, const std::string& name) : temporary_(out.empty()) {
  std::filesystem::path parent = out;
  if (temporary_) parent = std::filesystem::temp_directory_path() / fmt::format("scree-bench-{}", getpid());
  path_ = (parent / name).string();
  std::error_code ignored;  // what cannot be made cannot be written to: the run tells
  std::filesystem::create_directories(path_, ignored);
}

RunDirectory::~RunDirectory() {
  if (!temporary_) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  std::filesystem::remove(std::filesystem::path(path_).parent_path(), ignored);
}

Bar failed_run(const std::string& scene, const Error& error) {
  return {fmt::format("{}: {}", scene, error.message), std::numeric_limits<Real>::quiet_NaN(), false};
}

}  // namespace scree::bench
