// The tables and bars of `nezami-pairs`.
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "bench/coherent_motion.hpp"
#include "bench/nezami_pairs.hpp"

namespace scree::bench {
namespace {

constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();
constexpr std::size_t cp = 0, fcp = 1, slm = 2;  // of nezami_algorithms

// A share of the pair's size: the two then stay clear of each other.
constexpr Real apart_standoff = 0.02;

Real ratio_first(const NezamiRow& row, std::size_t k) { return row.times[cp].first / row.times[k].first; }
Real ratio_warm(const NezamiRow& row, std::size_t k) { return row.times[cp].warm / row.times[k].warm; }

Real share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? not_a_number : static_cast<Real>(part) / static_cast<Real>(whole);
}
Real share_up_to_two(const WarmOutcome& outcome) {
  return share(outcome.by_iterations[0] + outcome.by_iterations[1], outcome.queries);
}

ReportTable motion_table(const std::vector<MotionSet>& sets) {
  ReportTable table;
  table.title = "The motion, by the exact answers. Gaps in percent of the larger particle's size.";
  const Format percent{Style::percent, 1}, gap{Style::percent, 2};
  table.columns = {{"motion", "", Align::left, {}},
                   {"states", "", Align::right, {Style::integer, 0}},
                   {"overlap", "%", Align::right, percent},
                   {"least gap", "%", Align::right, gap},
                   {"median gap", "%", Align::right, gap},
                   {"largest gap", "%", Align::right, gap},
                   {"mean speed", "m/s", Align::right, {}},
                   {"mean spin", "rad/s", Align::right, {}},
                   {"vertex-face", "%", Align::right, percent},
                   {"crossing edges", "%", Align::right, percent},
                   {"others", "%", Align::right, percent}};
  for (const MotionSet& set : sets) {
    const auto type = [&](ContactType t) {
      return share(set.types[static_cast<std::size_t>(t)], set.states);
    };
    const Real faces = type(ContactType::vertex_face), edges = type(ContactType::edge_edge_crossing);
    table.rows.push_back({set.name, static_cast<Real>(set.states), share(set.overlaps, set.states),
                          percentile(set.gaps, 0), percentile(set.gaps, 0.5), percentile(set.gaps, 1),
                          set.speed, set.spin, faces, edges, 1 - faces - edges});
  }
  return table;
}

ReportTable algorithm_table(const MotionSet& set) {
  ReportTable table;
  table.title = fmt::format("All pairs of shapes, {}: time of a query, and cp's time over it.", set.name);
  const Format ns{Style::fixed, 0}, ratio{Style::fixed, 1}, percent{Style::percent, 2};
  table.columns = {
      {"algorithm", "", Align::left, {}},        {"first", "ns", Align::right, ns},
      {"warm", "ns", Align::right, ns},          {"cp/first", "", Align::right, ratio},
      {"cp/warm", "", Align::right, ratio},      {"paper: flow", "", Align::right, {}},
      {"paper: bucket", "", Align::right, {}},   {"iterations, warm", "", Align::right, {Style::fixed, 2}},
      {"no answer", "%", Align::right, percent}, {"fallback", "%", Align::right, percent}};
  const NezamiRow& all = set.rows.back();
  for (std::size_t k = 0; k < nezami_algorithms.size(); ++k) {
    const WarmOutcome& outcome = all.outcomes[k];
    const Cell flow = k == slm ? Cell{"21 to 17"} : k == fcp ? Cell{"13 to 10"} : Cell{};
    const Cell bucket = k == slm ? Cell{"18.1"} : k == fcp ? Cell{"11.8"} : Cell{};
    table.rows.push_back(
        {std::string(name(nezami_algorithms[k])), all.times[k].first, all.times[k].warm, ratio_first(all, k),
         ratio_warm(all, k), flow, bucket, share(outcome.iterations, outcome.queries - outcome.failures),
         share(outcome.failures, outcome.queries), share(outcome.fallbacks, outcome.queries)});
  }
  return table;
}

ReportTable pair_table(const MotionSet& set) {
  ReportTable table;
  table.title =
      fmt::format("Pair by pair, {}: cp's time over fcp's and slm's; slm's iterations, warm.", set.name);
  const Format ns{Style::fixed, 0}, ratio{Style::fixed, 1}, percent{Style::percent, 2};
  table.columns = {{"shapes", "", Align::left, {}},       {"cp first", "ns", Align::right, ns},
                   {"cp warm", "ns", Align::right, ns},   {"fcp first", "", Align::right, ratio},
                   {"fcp warm", "", Align::right, ratio}, {"slm first", "", Align::right, ratio},
                   {"slm warm", "", Align::right, ratio}, {"<= 1", "%", Align::right, percent},
                   {"2", "%", Align::right, percent},     {"3", "%", Align::right, percent},
                   {"more", "%", Align::right, percent},  {"paper: <= 2", "%", Align::right, {}}};
  for (const NezamiRow& row : set.rows) {
    const WarmOutcome& outcome = row.outcomes[slm];
    std::vector<Cell> cells{row.name,
                            row.times[cp].first,
                            row.times[cp].warm,
                            ratio_first(row, fcp),
                            ratio_warm(row, fcp),
                            ratio_first(row, slm),
                            ratio_warm(row, slm)};
    for (const std::int64_t count : outcome.by_iterations) cells.emplace_back(share(count, outcome.queries));
    cells.emplace_back(&row == &set.rows.back() ? Cell{"95 (flow), 98 (bucket)"} : Cell{});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ReportTable error_table(const MotionSet& set) {
  ReportTable table;
  table.title = fmt::format(
      "Errors of the warm answers, {}, in sizes of the larger particle. Right: the overlap is good to 1 %. "
      "Relative: errors in percent of the overlap, where that is more than 1e-4 sizes.",
      set.name);
  const Format count{Style::integer, 0}, small{Style::scientific, 1}, percent{Style::percent, 2};
  table.columns = {{"algorithm", "", Align::left, {}},
                   {"apart", "", Align::right, count},
                   {"gap, worst", "", Align::right, small},
                   {"overlap", "", Align::right, count},
                   {"right", "%", Align::right, percent},
                   {"overlap, worst", "", Align::right, small},
                   {"relative, mean", "%", Align::right, percent},
                   {"worst", "%", Align::right, percent},
                   {"normal, mean", "deg", Align::right, {Style::fixed, 3}},
                   {"worst", "deg", Align::right, {Style::fixed, 3}},
                   {"wrong state", "", Align::right, count}};
  constexpr Real degree = 3.14159265358979323846 / 180;
  // No mean and no worst case where there is no case.
  const auto of = [](std::int64_t cases, Real value) { return cases == 0 ? not_a_number : value; };
  for (std::size_t k = 0; k < nezami_algorithms.size(); ++k) {
    const WarmOutcome& o = set.rows.back().outcomes[k];
    const auto overlaps = static_cast<Real>(o.overlap);
    table.rows.push_back({std::string(name(nezami_algorithms[k])), static_cast<Real>(o.apart),
                          of(o.apart, o.worst_apart), overlaps, share(o.right_depths, o.overlap),
                          of(o.overlap, o.worst_depth),
                          o.sum_relative / of(o.deep, static_cast<Real>(o.deep)),
                          of(o.deep, o.worst_relative), o.sum_angle / of(o.overlap, overlaps) / degree,
                          of(o.overlap, o.worst_angle / degree), static_cast<Real>(o.wrong_state)});
  }
  return table;
}

}  // namespace

Report nezami_report(const NezamiPlan& plan) {
  const std::vector<MotionSet> sets{measure_motion("with contacts", plan, 0),
                                    measure_motion("never in contact", plan, apart_standoff)};
  Report report;
  report.measures = "time, iterations and errors of contact queries along the paths of two particles";
  report.parameters = {{"paths for each pair of shapes", static_cast<Real>(plan.paths)},
                       {"steps of a path", static_cast<Real>(plan.steps)},
                       {"time step [s]", MotionSettings{}.time_step}};
  report.tables.push_back(motion_table(sets));
  for (const MotionSet& set : sets) {
    report.tables.push_back(algorithm_table(set));
    report.tables.push_back(pair_table(set));
    report.tables.push_back(error_table(set));
  }
  const NezamiRow& all = sets.front().rows.back();
  report.bars = {
      at_least("slm, warm: share of queries with <= 2 iterations", share_up_to_two(all.outcomes[slm]), 0.95),
      at_least("slm, warm: cp's time over slm's", ratio_warm(all, slm), 17)};
  report.notes = {
      "first: each query with an empty cache, at every tenth step. warm: the cache is kept along a path.",
      "The paper's ratios are of whole simulations: 500 to 45,000 particles in the flow, 21,952 with the "
      "bucket (mean of its three phases)."};
  return report;
}

}  // namespace scree::bench
