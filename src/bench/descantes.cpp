#include "bench/descantes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "bench/benchmarks.hpp"
#include "core/progress.hpp"

namespace scree::bench {
namespace {

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real right_bar = 1e-6;  // relative error of an overlap that counts as right in the summary

DescantesOutcome outcome(Algorithm algorithm, const DescantesPair& pair) {
  DescantesOutcome result;
  result.algorithm = algorithm;
  result.contact = cold_query(algorithm, pair.a, pair.b, {{}, pair.b_position});
  const Contact& c = result.contact;
  if (!ok(c.status)) {
    result.normal_error = result.normal_angle = result.overlap_error = result.relative_error = nan;
    return result;
  }
  const Vec3 off = c.normal - pair.normal;
  result.normal_error = (std::fabs(off.x) + std::fabs(off.y) + std::fabs(off.z)) / 3;
  result.normal_angle = std::atan2(norm(cross(c.normal, pair.normal)), dot(c.normal, pair.normal));
  result.overlap_error = -c.distance - pair.overlap;
  result.relative_error = std::fabs(result.overlap_error) / pair.overlap;
  return result;
}

// The times of all algorithms on one pair, in turn.
void add_times(const DescantesPair& pair, const Plan& plan, std::vector<DescantesOutcome>& outcomes) {
  std::vector<Work> works;
  works.reserve(outcomes.size());
  for (const DescantesOutcome& o : outcomes) {
    works.emplace_back([algorithm = o.algorithm, &pair] {
      keep(cold_query(algorithm, pair.a, pair.b, {{}, pair.b_position}));
    });
  }
  const std::vector<Real> times = best_times(works, plan);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    outcomes[i].nanoseconds = ok(outcomes[i].contact.status) ? times[i] : nan;
  }
}

std::size_t index_of(const DescantesResult& result, Algorithm algorithm) {
  const auto found = std::find(result.algorithms.begin(), result.algorithms.end(), algorithm);
  return static_cast<std::size_t>(found - result.algorithms.begin());
}

std::string figure(const DescantesPair& pair) { return fmt::format("Fig. {}", pair.figure); }

constexpr Format error_format{Style::scientific, 1};
constexpr Format ratio_format{Style::fixed, 1};
constexpr Format time_format{Style::fixed, 0};

ReportTable exact_table(const DescantesResult& result) {
  constexpr Format digits{Style::fixed, 15};
  ReportTable table{"The pairs and their exact answers (Table 1)",
                    {{"pair", "", Align::left, {}},
                     {"contact", "", Align::left, {}},
                     {"normal x", "", Align::right, digits},
                     {"y", "", Align::right, digits},
                     {"z", "", Align::right, digits},
                     {"overlap", "m", Align::right, digits}},
                    {}};
  for (const DescantesPair& pair : result.pairs) {
    table.rows.push_back(
        {figure(pair), std::string(pair.contact), pair.normal.x, pair.normal.y, pair.normal.z, pair.overlap});
  }
  return table;
}

ReportTable outcome_table(const DescantesResult& result) {
  ReportTable table{"Every algorithm on every pair",
                    {{"pair", "", Align::left, {}},
                     {"algorithm", "", Align::left, {}},
                     {"status", "", Align::left, {}},
                     {"normal error", "", Align::right, error_format},
                     {"angle", "rad", Align::right, error_format},
                     {"overlap error", "m", Align::right, error_format},
                     {"relative", "", Align::right, error_format},
                     {"time", "ns", Align::right, time_format},
                     {"/ gjk-td", "", Align::right, ratio_format},
                     {"iterations", "", Align::right, {Style::integer, 0}}},
                    {}};
  const std::size_t reference = index_of(result, Algorithm::gjk_td);
  for (std::size_t p = 0; p < result.pairs.size(); ++p) {
    for (const DescantesOutcome& o : result.outcomes[p]) {
      table.rows.push_back(
          {figure(result.pairs[p]), std::string(name(o.algorithm)),
           std::string(ok(o.contact.status) ? name(o.contact.state) : name(o.contact.status)), o.normal_error,
           o.normal_angle, o.overlap_error, o.relative_error, o.nanoseconds,
           o.nanoseconds / result.outcomes[p][reference].nanoseconds,
           static_cast<Real>(o.contact.iterations)});
    }
  }
  return table;
}

// One algorithm over all pairs.
struct Summary {
  int answered = 0, right = 0, fallbacks = 0;
  Real normal_error = 0, relative_error = 0;  // the worst; NaN when a pair has no answer
  Real nanoseconds = 0, ratio = 0;            // means
};
Summary summary(const DescantesResult& result, Algorithm algorithm) {
  const std::size_t k = index_of(result, algorithm);
  const std::size_t reference = index_of(result, Algorithm::gjk_td);
  Summary s;
  for (const auto& row : result.outcomes) {
    const DescantesOutcome& o = row[k];
    const auto count = static_cast<Real>(result.outcomes.size());
    s.answered += ok(o.contact.status) ? 1 : 0;
    s.right += o.contact.state == ContactState::overlap && o.relative_error <= right_bar ? 1 : 0;
    s.fallbacks += o.contact.fallback ? 1 : 0;
    s.nanoseconds += o.nanoseconds / count;
    s.ratio += o.nanoseconds / row[reference].nanoseconds / count;
    // Written so that a NaN stays.
    if (!(o.normal_error <= s.normal_error)) s.normal_error = o.normal_error;
    if (!(o.relative_error <= s.relative_error)) s.relative_error = o.relative_error;
  }
  if (s.answered < static_cast<int>(result.pairs.size())) s.normal_error = s.relative_error = nan;
  return s;
}

ReportTable summary_table(const DescantesResult& result) {
  constexpr Format count{Style::integer, 0};
  ReportTable table{"All pairs together",
                    {{"algorithm", "", Align::left, {}},
                     {"answered", "", Align::right, count},
                     {"right", "", Align::right, count},
                     {"fallback", "", Align::right, count},
                     {"worst normal error", "", Align::right, error_format},
                     {"worst relative", "", Align::right, error_format},
                     {"mean time", "ns", Align::right, time_format},
                     {"mean / gjk-td", "", Align::right, ratio_format}},
                    {}};
  for (const Algorithm algorithm : result.algorithms) {
    const Summary s = summary(result, algorithm);
    table.rows.push_back({std::string(name(algorithm)), Real(s.answered), Real(s.right), Real(s.fallbacks),
                          s.normal_error, s.relative_error, s.nanoseconds, s.ratio});
  }
  return table;
}

ReportTable paper_table(const DescantesResult& result) {
  constexpr Format microseconds{Style::fixed, 3};
  ReportTable table{"Times beside the paper's (Table 2; Core i7-6700HQ, 2.60 GHz, Fortran)",
                    {{"pair", "", Align::left, {}},
                     {"gjk-td", "us", Align::right, microseconds},
                     {"in the paper", "us", Align::right, microseconds},
                     {"fcp-revised / gjk-td", "", Align::right, ratio_format},
                     {"fcp in the paper", "", Align::right, ratio_format},
                     {"cp-revised / gjk-td", "", Align::right, ratio_format},
                     {"cp in the paper", "", Align::right, ratio_format}},
                    {}};
  const std::size_t td = index_of(result, Algorithm::gjk_td);
  const std::size_t fcp = index_of(result, Algorithm::fast_common_plane_revised);
  const std::size_t cp = index_of(result, Algorithm::common_plane_revised);
  std::vector<Real> means(table.columns.size() - 1, 0);
  for (std::size_t p = 0; p < result.pairs.size(); ++p) {
    const DescantesPair& pair = result.pairs[p];
    const Real time = result.outcomes[p][td].nanoseconds;
    const std::vector<Real> values = {1e-3 * time,
                                      pair.paper_gjk_td,
                                      result.outcomes[p][fcp].nanoseconds / time,
                                      pair.paper_fcp_revised / pair.paper_gjk_td,
                                      result.outcomes[p][cp].nanoseconds / time,
                                      pair.paper_cp_revised / pair.paper_gjk_td};
    std::vector<Cell> row = {figure(pair)};
    for (std::size_t i = 0; i < values.size(); ++i) {
      row.emplace_back(values[i]);
      means[i] += values[i] / static_cast<Real>(result.pairs.size());
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<Cell> last = {std::string("mean")};
  last.insert(last.end(), means.begin(), means.end());
  table.rows.push_back(std::move(last));
  return table;
}

std::vector<Bar> bars(const DescantesResult& result) {
  constexpr Real exact = 1e-14;
  constexpr Real nearly = 1e-8;
  std::vector<Bar> all;
  const auto add = [&](Algorithm algorithm, Real limit) {
    const Summary s = summary(result, algorithm);
    all.push_back(
        at_most(fmt::format("{}: relative error of the overlap", name(algorithm)), s.relative_error, limit));
    all.push_back(at_most(fmt::format("{}: error of the normal", name(algorithm)), s.normal_error, limit));
  };
  for (const Algorithm a : {Algorithm::gjk_td, Algorithm::fast_common_plane_revised, Algorithm::gjk_epa}) {
    add(a, exact);
  }
  add(Algorithm::common_plane_revised, nearly);
  all.push_back(below("gjk-td: mean time [ns]", summary(result, Algorithm::gjk_td).nanoseconds, 1000));
  return all;
}

}  // namespace

DescantesResult measure_descantes(const Plan& plan) {
  DescantesResult result;
  result.pairs = descantes_pairs();
  result.algorithms = algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron);
  Progress progress("pairs", result.pairs.size());
  for (const DescantesPair& pair : result.pairs) {
    std::vector<DescantesOutcome> outcomes;
    outcomes.reserve(result.algorithms.size());
    for (const Algorithm algorithm : result.algorithms) outcomes.push_back(outcome(algorithm, pair));
    add_times(pair, plan, outcomes);
    result.outcomes.push_back(std::move(outcomes));
    progress.update(result.outcomes.size());
  }
  return result;
}

Report report_of(const DescantesResult& result) {
  Report report;
  report.measures =
      "normal, overlap and time of nine overlapping pairs with known answers (Descantes et al. 2019)";
  report.tables = {exact_table(result), outcome_table(result), summary_table(result), paper_table(result)};
  report.bars = bars(result);
  report.notes = {
      "Normal error: mean absolute difference of the components. Overlap error: positive is too deep.",
      fmt::format("Right: state overlap, and the overlap right to {:g} of itself.", right_bar),
      "Times: one query without a warm start, without contact type and patch, all algorithms in turn.",
      "The mean of a round of a millisecond or more counts, and the best of `repeat` rounds.",
      "The mean ratio is the mean of the nine ratios, as in the paper.",
      "The paper draws its pairs without numbers: these are our own with the same answers.",
      "In Fig. 10a a vertex meets a face close to its edge."};
  return report;
}

Report run_descantes(const Options& options) {
  Plan plan;
  plan.rounds = options.repeat;
  return report_of(measure_descantes(plan));
}

}  // namespace scree::bench
