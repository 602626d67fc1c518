#include "bench/wellmann.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "core/progress.hpp"
#include "detect/kernels/common_normal.hpp"
#include "detect/kernels/common_normal_published.hpp"

namespace scree::bench {
namespace {

// Pairs that are in memory at a time: enough for a clock, few enough for the processor's cache.
constexpr std::uint64_t batch_size = 2048;
// How far B moves between a query and the warm one after it (m): a twelfth of the deepest contact.
constexpr Vec3 step_motion{1e-4, -1e-4, 5e-5};
// A direction beats the known one if it separates better by more than rounding (m).
constexpr Real beaten = 1e-12;

// Only whether there is a contact is asked: a bound above zero ends the search (Eq. 14).
QueryRequest contact_request() {
  QueryRequest request = timed_request();
  request.cutoff = 0;
  return request;
}

// The pairs of a batch with their answers by one method.
struct Answers {
  std::vector<Contact> contacts;
  std::vector<PairCache> caches;
};
struct Batch {
  std::vector<WellmannPair> pairs;
  std::vector<OwnShapePair> moved;
  std::array<Answers, wellmann_method_count> answers;
};

void fill(Batch& batch, WellmannSeries series, std::size_t interval, std::uint64_t seed, std::uint64_t first,
          std::uint64_t count) {
  batch.pairs.resize(count);
  batch.moved.resize(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    batch.pairs[i] = wellmann_pair(wellmann_intervals[interval], series, seed, first + i);
    batch.moved[i] = batch.pairs[i].pair;
    batch.moved[i].translation += step_motion;
  }
  for (Answers& answers : batch.answers) {
    answers.contacts.resize(count);
    answers.caches.resize(count);
  }
}

Work cold_work(Batch& batch, WellmannMethod method) {
  return [&batch, method] {
    Answers& answers = batch.answers[static_cast<std::size_t>(method)];
    for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
      answers.caches[i] = PairCache{};
      solve(method, batch.pairs[i].pair, answers.caches[i], answers.contacts[i]);
    }
    keep(answers.contacts.front());
  };
}

Work warm_work(Batch& batch, WellmannMethod method) {
  return [&batch, method] {
    const Answers& answers = batch.answers[static_cast<std::size_t>(method)];
    Contact contact;
    for (std::size_t i = 0; i < batch.moved.size(); ++i) {
      PairCache cache = answers.caches[i];
      solve(method, batch.moved[i], cache, contact);
      keep(contact);
    }
  };
}

// Whether the published method needs a new start, as the paper counts its failures.
bool needs_new_start(const ShapePair& pair) {
  namespace detail = common_normal_published_detail;
  const detail::Problem problem = detail::make_problem(pair);
  const detail::Descent first = detail::descend(problem, {}, 0);
  if (first.ending == detail::Ending::excluded) return false;
  return first.ending != detail::Ending::minimum || !detail::is_contact(problem, first.points);
}

struct Errors {
  std::vector<Real> depth, point, direction;
};

void add_errors(const WellmannPair& known, const Contact& contact, Errors& errors) {
  constexpr Real degrees = 180 / 3.14159265358979323846;
  errors.depth.push_back(std::fabs((contact.distance - known.distance) / known.distance));
  errors.point.push_back(0.5 *
                         (norm(contact.point_a - known.point_a) + norm(contact.point_b - known.point_b)));
  const Real sine = norm(cross(contact.normal, known.direction));
  errors.direction.push_back(degrees * std::atan2(sine, dot(contact.normal, known.direction)));
}

void count(const Batch& batch, WellmannSeries series, std::size_t method, WellmannCell& cell,
           Errors& errors) {
  const bool published = static_cast<WellmannMethod>(method) == WellmannMethod::published;
  for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
    const WellmannPair& known = batch.pairs[i];
    const Contact& contact = batch.answers[method].contacts[i];
    const WellmannOutcome outcome = outcome_of(known, series, contact);
    ++cell.pairs;
    ++cell.outcomes[static_cast<std::size_t>(outcome)];
    ++cell.by_iterations[static_cast<std::size_t>(
        std::clamp(contact.iterations, 0, most_counted_iterations))];
    if (published && needs_new_start(known.pair)) ++cell.new_starts;
    if (series == WellmannSeries::contact && outcome == WellmannOutcome::right)
      add_errors(known, contact, errors);
  }
}

ErrorSummary summary(const std::vector<Real>& errors) {
  return {mean(errors), percentile(errors, 0.5), percentile(errors, 1)};
}

void measure_batch(Batch& batch, WellmannSeries series, int repeat,
                   std::array<WellmannCell, wellmann_method_count>& cells) {
  std::vector<Work> works;
  for (std::size_t m = 0; m < wellmann_method_count; ++m) {
    works.push_back(cold_work(batch, static_cast<WellmannMethod>(m)));
  }
  if (series == WellmannSeries::contact) {
    for (std::size_t m = 0; m < wellmann_method_count; ++m) {
      works.push_back(warm_work(batch, static_cast<WellmannMethod>(m)));
    }
  }
  // Nanoseconds of all pairs, summed here and divided by their number at the end.
  const std::vector<Real> times = best_times(works, {repeat, 0});
  for (std::size_t m = 0; m < wellmann_method_count; ++m) {
    cells[m].cold_time += times[m];
    if (series == WellmannSeries::contact) cells[m].warm_time += times[wellmann_method_count + m];
  }
}

}  // namespace

std::string_view name(WellmannMethod method) {
  return method == WellmannMethod::common_normal ? "common-normal" : "common-normal-published";
}

Status solve(WellmannMethod method, const ShapePair& pair, PairCache& cache, Contact& contact) {
  return method == WellmannMethod::common_normal
             ? common_normal(pair, contact_request(), cache, contact)
             : common_normal_published(pair, contact_request(), cache, contact);
}

WellmannOutcome outcome_of(const WellmannPair& known, WellmannSeries series, const Contact& contact) {
  if (!ok(contact.status)) return WellmannOutcome::no_answer;
  const bool excluded = contact.distance > 0;
  if (excluded != (series == WellmannSeries::apart)) return WellmannOutcome::wrong_state;
  if (series == WellmannSeries::apart) return WellmannOutcome::right;
  if (contact.distance < known.distance - wellmann_deeper) return WellmannOutcome::deeper;
  const bool better = separation(known.pair, contact.normal) > known.distance + beaten;
  return better ? WellmannOutcome::known_beaten : WellmannOutcome::right;
}

bool failed(WellmannOutcome outcome) {
  return outcome != WellmannOutcome::right && outcome != WellmannOutcome::known_beaten;
}

std::uint64_t failures(const WellmannCell& cell) {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < wellmann_outcome_count; ++k) {
    if (failed(static_cast<WellmannOutcome>(k))) sum += cell.outcomes[k];
  }
  return sum;
}

Real share_with(const WellmannCell& cell, int iterations) {
  return static_cast<Real>(cell.by_iterations[static_cast<std::size_t>(iterations)]) /
         static_cast<Real>(cell.pairs);
}
Real share_from(const WellmannCell& cell, int iterations) {
  const auto sum =
      std::accumulate(cell.by_iterations.begin() + iterations, cell.by_iterations.end(), std::uint64_t{0});
  return static_cast<Real>(sum) / static_cast<Real>(cell.pairs);
}

WellmannResult measure_wellmann(std::uint64_t pairs, std::uint64_t seed, int repeat) {
  WellmannResult result;
  Progress progress("pairs", pairs * wellmann_series_count * wellmann_interval_count);
  std::uint64_t done = 0;
  Batch batch;
  for (std::size_t s = 0; s < wellmann_series_count; ++s) {
    const auto series = static_cast<WellmannSeries>(s);
    for (std::size_t interval = 0; interval < wellmann_interval_count; ++interval) {
      auto& cells = result[s][interval];
      std::array<Errors, wellmann_method_count> errors;
      for (std::uint64_t first = 0; first < pairs; first += batch_size) {
        const std::uint64_t number = std::min(batch_size, pairs - first);
        fill(batch, series, interval, seed, first, number);
        measure_batch(batch, series, repeat, cells);
        for (std::size_t m = 0; m < wellmann_method_count; ++m) count(batch, series, m, cells[m], errors[m]);
        progress.update(done += number);
      }
      for (std::size_t m = 0; m < wellmann_method_count; ++m) {
        cells[m].depth = summary(errors[m].depth);
        cells[m].point = summary(errors[m].point);
        cells[m].direction = summary(errors[m].direction);
        cells[m].cold_time /= static_cast<Real>(cells[m].pairs);
        cells[m].warm_time /= static_cast<Real>(cells[m].pairs);
      }
    }
  }
  return result;
}

Report run_wellmann(const Options& options) {
  return report_of(measure_wellmann(options.pairs, options.seed, options.repeat));
}

}  // namespace scree::bench
