#include "bench/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "core/progress.hpp"

namespace scree::bench {
namespace {

// The pair that all works ask about; one at a time, so that a run of any length needs no memory for them.
struct Current {
  RandomPair pair;
  std::vector<Contact> answers;  // in the order of the algorithms
};

std::vector<Algorithm> reference_last() {
  std::vector<Algorithm> algorithms = algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron);
  std::stable_partition(algorithms.begin(), algorithms.end(),
                        [](Algorithm a) { return a != Algorithm::brute_force; });
  return algorithms;
}

std::vector<Work> works_on(Current& current, const std::vector<Algorithm>& algorithms) {
  std::vector<Work> works;
  for (std::size_t k = 0; k < algorithms.size(); ++k) {
    works.emplace_back([&current, algorithm = algorithms[k], k] {
      current.answers[k] = cold_query(algorithm, current.pair.a, current.pair.b, current.pair.a_from_b);
      keep(current.answers[k]);
    });
  }
  return works;
}

void count(const Contact& answer, const Contact& exact, Real size, Real nanoseconds, AgreementTally& tally) {
  ++tally.pairs;
  ++tally.by_status[static_cast<std::size_t>(answer.status)];
  tally.nanoseconds.push_back(nanoseconds);
  if (!ok(answer.status)) return;
  const Real error = std::fabs(answer.distance - exact.distance) / size;
  const bool state = answer.state == exact.state;
  const bool right = state && error <= right_distance;
  tally.right += right ? 1 : 0;
  tally.unaided += right && !answer.fallback ? 1 : 0;
  tally.wrong_state += state ? 0 : 1;
  tally.fallbacks += answer.fallback ? 1 : 0;
  tally.worst_error = std::max(tally.worst_error, error);
}

// As many pairs for each class; what does not divide by four goes to the first ones.
std::uint64_t wanted(std::uint64_t pairs, std::size_t pair_class) {
  return pairs / pair_class_count + (pair_class < pairs % pair_class_count ? 1 : 0);
}

// Whether a pair of this placement could still be used.
bool useful(Placement placement, const std::array<std::uint64_t, pair_class_count>& missing) {
  for (const ContactState state : {ContactState::separate, ContactState::touch, ContactState::overlap}) {
    const auto pair_class = class_of(placement, state);
    if (pair_class && missing[static_cast<std::size_t>(*pair_class)] > 0) return true;
  }
  return false;
}

std::string failures(const AgreementTally& tally) {
  std::string text;
  for (int k = 1; k < status_count; ++k) {
    const std::uint64_t number = tally.by_status[static_cast<std::size_t>(k)];
    if (number == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(static_cast<Status>(k)), number);
  }
  return text.empty() ? "none" : text;
}

Real share(std::uint64_t part, std::uint64_t whole) {
  return static_cast<Real>(part) / static_cast<Real>(whole);
}

ReportTable table(const std::string& title, const std::vector<Algorithm>& algorithms,
                  const std::vector<AgreementTally>& tallies) {
  constexpr Format percent{Style::percent, 3};
  constexpr Format count_format{Style::integer, 0};
  ReportTable result{title,
                     {{"algorithm", "", Align::left, {}},
                      {"promise", "", Align::left, {}},
                      {"right", "%", Align::right, percent},
                      {"unaided", "%", Align::right, percent},
                      {"wrong", "", Align::right, count_format},
                      {"wrong state", "", Align::right, count_format},
                      {"worst error", "sizes", Align::right, {Style::scientific, 1}},
                      {"failures", "", Align::left, {}},
                      {"fallback", "%", Align::right, percent},
                      {"mean time", "ns", Align::right, count_format},
                      {"99.9 % time", "ns", Align::right, count_format}},
                     {}};
  for (std::size_t k = 0; k < algorithms.size(); ++k) {
    const AgreementTally& t = tallies[k];
    if (t.pairs == 0) continue;
    const std::uint64_t answered = t.by_status[0];
    std::vector<Cell> row = {std::string(name(algorithms[k])), std::string(name(guarantee(algorithms[k]))),
                             share(t.right, t.pairs), share(t.unaided, t.pairs),
                             static_cast<Real>(answered - t.right)};
    if (answered == 0) {
      row.resize(result.columns.size());
      row[7] = failures(t);
    } else {
      row.insert(row.end(),
                 {static_cast<Real>(t.wrong_state), t.worst_error, failures(t), share(t.fallbacks, t.pairs),
                  mean(t.nanoseconds), percentile(t.nanoseconds, 0.999)});
    }
    result.rows.push_back(std::move(row));
  }
  return result;
}

ReportTable class_table(const AgreementResult& result) {
  constexpr Format number{Style::integer, 0};
  ReportTable table{"The pairs",
                    {{"class", "", Align::left, {}},
                     {"separate", "", Align::right, number},
                     {"touch", "", Align::right, number},
                     {"overlap", "", Align::right, number}},
                    {}};
  for (int c = 0; c < pair_class_count; ++c) {
    const auto& states = result.states[static_cast<std::size_t>(c)];
    table.rows.push_back({std::string(name(static_cast<PairClass>(c))), static_cast<Real>(states[0]),
                          static_cast<Real>(states[1]), static_cast<Real>(states[2])});
  }
  return table;
}

}  // namespace

std::string_view name(PairClass pair_class) {
  constexpr std::array<std::string_view, pair_class_count> names{"separated", "shallow", "deep", "parallel"};
  return names[static_cast<std::size_t>(pair_class)];
}

std::optional<PairClass> class_of(Placement placement, ContactState exact) {
  switch (placement) {
    case Placement::far:
    case Placement::near:
      return exact == ContactState::separate ? std::optional(PairClass::separated) : std::nullopt;
    case Placement::shallow:
      return exact == ContactState::overlap ? std::optional(PairClass::shallow) : std::nullopt;
    case Placement::deep:
    case Placement::contained:
    case Placement::concentric:
    case Placement::identical:
      return exact == ContactState::overlap ? std::optional(PairClass::deep) : std::nullopt;
    case Placement::aligned:
    case Placement::turned:
      return PairClass::parallel;
    case Placement::grazing:
      break;
  }
  return std::nullopt;
}

void add(AgreementTally& sum, const AgreementTally& other) {
  sum.pairs += other.pairs;
  sum.right += other.right;
  sum.wrong_state += other.wrong_state;
  sum.fallbacks += other.fallbacks;
  sum.unaided += other.unaided;
  for (std::size_t k = 0; k < status_count; ++k) sum.by_status[k] += other.by_status[k];
  sum.worst_error = std::max(sum.worst_error, other.worst_error);
  sum.nanoseconds.insert(sum.nanoseconds.end(), other.nanoseconds.begin(), other.nanoseconds.end());
}

AgreementResult measure_agreement(std::uint64_t pairs, std::uint64_t seed, int repeat) {
  AgreementResult result;
  result.algorithms = reference_last();
  std::array<std::uint64_t, pair_class_count> missing{};
  for (std::size_t c = 0; c < pair_class_count; ++c) {
    missing[c] = wanted(pairs, c);
    result.tallies[c].resize(result.algorithms.size());
  }
  const std::vector<Shape> pool = shape_pool();
  const Real overhead = clock_overhead();
  Current current;
  current.answers.resize(result.algorithms.size());
  std::vector<Work> works = works_on(current, result.algorithms);
  const std::vector<Work> reference = {works.back()};
  works.pop_back();
  std::vector<Real> times, reference_time;
  Progress progress("pairs", pairs);
  std::uint64_t done = 0;
  for (std::uint64_t index = 0; done < pairs; ++index) {
    current.pair = random_pair(pool, seed, index);
    if (!useful(current.pair.placement, missing)) continue;
    best_call_times(reference, 1, overhead, reference_time);
    const Contact& exact = current.answers.back();
    const auto pair_class = class_of(current.pair.placement, exact.state);
    if (!pair_class || missing[static_cast<std::size_t>(*pair_class)] == 0) continue;
    const auto c = static_cast<std::size_t>(*pair_class);
    --missing[c];
    ++result.states[c][static_cast<std::size_t>(exact.state)];
    best_call_times(works, repeat, overhead, times);
    times.push_back(reference_time.front());
    const Real size = std::max(current.pair.a.size, current.pair.b.size);
    for (std::size_t k = 0; k < times.size(); ++k) {
      count(current.answers[k], exact, size, times[k], result.tallies[c][k]);
    }
    progress.update(++done);
  }
  return result;
}

Report report_of(const AgreementResult& result) {
  Report report;
  report.measures =
      "how often every algorithm agrees with brute force on random pairs of polyhedra, and how fast";
  report.tables.push_back(class_table(result));
  std::vector<AgreementTally> all(result.algorithms.size());
  for (int c = 0; c < pair_class_count; ++c) {
    const auto& tallies = result.tallies[static_cast<std::size_t>(c)];
    for (std::size_t k = 0; k < all.size(); ++k) add(all[k], tallies[k]);
    report.tables.push_back(
        table(fmt::format("Class {}", name(static_cast<PairClass>(c))), result.algorithms, tallies));
  }
  report.tables.push_back(table("All classes", result.algorithms, all));
  report.notes = {
      fmt::format("Right: an answer, the state right, the distance within {:g} of the larger shape's size.",
                  right_distance),
      "Fallback: an exact method gave the answer instead. Unaided: right without that. Wrong: an answer that "
      "is not right. Failures by name: no answer.",
      "Separated: placements far and near, apart. Shallow: two features facing each other, overlapping by "
      "1e-10 to 0.01 sizes. Deep: centres close, contained, concentric, identical. Parallel: axes parallel, "
      "places on a grid, or then turned about one axis; apart, touching or overlapping.",
      "Times: single queries without a warm start, without contact type and patch; the best of `repeat` "
      "calls less the clock's own time, all algorithms in turn. brute-force is called once for each pair."};
  return report;
}

Report run_agreement(const Options& options) {
  return report_of(measure_agreement(options.pairs, options.seed, options.repeat));
}

}  // namespace scree::bench
