#include "bench/curved_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/measure.hpp"
#include "bench/must.hpp"
#include "bench/turns.hpp"
#include "core/progress.hpp"
#include "detect/make_pair.hpp"

namespace scree::bench {
namespace {

// A step's motion between a query and the warm one after it.
constexpr Real step_length = 1e-3;  // x size
constexpr Real step_angle = 1e-3;   // rad

Pose moved(const CurvedPair& pair) {
  const Real size = std::isfinite(pair.b.size) ? std::max(pair.a.size, pair.b.size) : pair.a.size;
  const Quat turn = rotation_about(normalized(Vec3{1, -2, 3}), step_angle);
  return {turn * pair.a_from_b.rotation,
          pair.a_from_b.translation + step_length * size * normalized(Vec3{2, 1, -1})};
}

// What an algorithm is asked: these pairs, which may be meshes of those that the reference is for.
struct Contender {
  std::string name;
  Algorithm algorithm = Algorithm::automatic;
  const std::vector<CurvedPair>* pairs = nullptr;
  std::vector<Contact> answers;
  std::vector<PairCache> warm;  // left by the query before, a step away
};

void ask(Contender& contender) {
  const QueryRequest request = timed_request();
  for (const CurvedPair& pair : *contender.pairs) {
    contender.answers.push_back(cold_query(contender.algorithm, pair.a, pair.b, pair.a_from_b));
    PairCache cache;
    Contact contact;
    query(contender.algorithm, pair.a, pair.b, moved(pair), request, cache, contact);
    contender.warm.push_back(cache);
  }
}

Work cold_work(const Contender& contender) {
  return [&contender] {
    for (const CurvedPair& pair : *contender.pairs) {
      keep(cold_query(contender.algorithm, pair.a, pair.b, pair.a_from_b));
    }
  };
}
Work warm_work(const Contender& contender) {
  return [&contender] {
    const QueryRequest request = timed_request();
    Contact contact;
    for (std::size_t i = 0; i < contender.pairs->size(); ++i) {
      const CurvedPair& pair = (*contender.pairs)[i];
      PairCache cache = contender.warm[i];
      query(contender.algorithm, pair.a, pair.b, pair.a_from_b, request, cache, contact);
      keep(contact);
    }
  };
}

CurvedTally tally_of(const Contender& contender, const std::vector<Reference>& references) {
  constexpr Real degrees = 180 / 3.14159265358979323846;
  CurvedTally tally;
  tally.algorithm = contender.name;
  std::vector<Real> errors, angles;
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Contact& answer = contender.answers[i];
    const Reference& reference = references[i];
    ++tally.pairs;
    tally.fallbacks += answer.fallback ? 1 : 0;
    if (!ok(answer.status)) {
      ++tally.failures;
      continue;
    }
    const long double error = std::fabs(answer.distance - reference.answer.distance) / reference.size;
    errors.push_back(static_cast<Real>(error));
    tally.wrong_states += (answer.distance > 0) != (reference.answer.distance > 0) ? 1 : 0;
    const Vec3 n = reference.answer.normal;
    angles.push_back(degrees * std::atan2(norm(cross(answer.normal, n)), dot(answer.normal, n)));
  }
  tally.mean_error = mean(errors);
  tally.worst_error = percentile(errors, 1);
  tally.mean_angle = mean(angles);
  return tally;
}

// Times, references and tallies of contenders that have been asked. The reference is for `pairs`; only
// answers about these very pairs can improve it.
void finish(const std::vector<CurvedPair>& pairs, const std::vector<Contender>& contenders, int repeat,
            CurvedCell& cell) {
  std::vector<Reference> references;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::vector<Contact> answers;
    for (const Contender& contender : contenders) {
      if (contender.pairs == &pairs) answers.push_back(contender.answers[i]);
    }
    references.push_back(reference_of(pairs[i], answers));
    cell.overlaps += references.back().answer.distance < 0 ? 1 : 0;
    cell.missed += references.back().missed ? 1 : 0;
  }
  cell.pairs = pairs.size();
  std::vector<Work> works;
  for (const Contender& contender : contenders) {
    works.push_back(cold_work(contender));
    works.push_back(warm_work(contender));
  }
  const std::vector<Real> times = best_times(works, {repeat});
  const auto number = static_cast<Real>(pairs.size());
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    CurvedTally tally = tally_of(contenders[k], references);
    tally.cold_time = times[2 * k] / number;
    tally.warm_time = times[2 * k + 1] / number;
    cell.tallies.push_back(std::move(tally));
  }
}

// Those algorithms that know this pair of types.
std::vector<Contender> contenders_for(const std::vector<CurvedPair>& pairs) {
  std::vector<Contender> contenders;
  for (const Algorithm algorithm : curved_algorithms()) {
    Contender contender{std::string(name(algorithm)), algorithm, &pairs, {}, {}};
    ask(contender);
    const bool unknown = std::all_of(contender.answers.begin(), contender.answers.end(),
                                     [](const Contact& c) { return c.status == Status::unsupported_pair; });
    if (!unknown) contenders.push_back(std::move(contender));
  }
  return contenders;
}

}  // namespace

std::vector<Algorithm> curved_algorithms() {
  const Shape egg = must(make_ellipsoid({1, 2, 3}));
  std::vector<Algorithm> algorithms;
  for (const Algorithm algorithm : all_algorithms()) {
    const Contact contact = cold_query(algorithm, egg, egg, {{}, {7, 0, 0}});
    if (contact.status != Status::unsupported_pair) algorithms.push_back(algorithm);
  }
  return algorithms;
}

Reference reference_of(const CurvedPair& pair, const std::vector<Contact>& answers) {
  Quat rotation;
  const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
  Reference reference{fine_search(view), view.size, false};
  const bool flat = pair.a.type == ShapeType::half_space || pair.b.type == ShapeType::half_space;
  if (flat) return reference;  // one direction only, nothing to search
  // Beyond this the search has missed a peak, and not only some digits.
  const long double missed = 1e-15L * view.size;
  for (const Contact& answer : answers) {
    if (!ok(answer.status) || !(norm_squared(answer.normal) > 0.5)) continue;
    const long double along = fine_separation(view, answer.normal);
    if (!(along > reference.answer.distance)) continue;
    reference.missed = reference.missed || along > reference.answer.distance + missed;
    reference.answer = refine(view, {along, answer.normal});
  }
  return reference;
}

CurvedCell measure_curved(ShapeType a, ShapeType b, std::uint64_t pairs, std::uint64_t seed, int repeat) {
  std::vector<CurvedPair> all;
  for (std::uint64_t i = 0; i < pairs; ++i) all.push_back(curved_pair(a, b, seed, i));
  CurvedCell cell;
  cell.shapes = fmt::format("{}, {}", name(a), name(b));
  finish(all, contenders_for(all), repeat, cell);
  return cell;
}

CurvedCell measure_meshes(std::uint64_t pairs, std::uint64_t seed, int repeat) {
  const std::vector<Shape> shapes = feng_superellipsoids();
  std::vector<Shape> meshes;
  meshes.reserve(shapes.size());
  for (const Shape& shape : shapes) meshes.push_back(mesh_of(shape));
  std::vector<CurvedPair> exact, meshed;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const std::size_t a = i % shapes.size();
    const std::size_t b = i / shapes.size() % shapes.size();
    exact.push_back(placed_pair(shapes[a], shapes[b], seed, i));
    // A mesh need not have its centroid where the shape has it; its own frame is the same.
    meshed.push_back({meshes[a], meshes[b], exact.back().a_from_b});
  }
  CurvedCell cell;
  cell.shapes = "superellipsoids of Feng 2021";
  std::vector<Contender> contenders = contenders_for(exact);
  Contender mesh{"gjk-epa on meshes", Algorithm::gjk_epa, &meshed, {}, {}};
  ask(mesh);
  contenders.push_back(std::move(mesh));
  finish(exact, contenders, repeat, cell);
  return cell;
}

Report run_curved_pairs(const Options& options) {
  const auto types = curved_type_pairs();
  Progress progress("pairs of types", types.size() + 1);
  std::vector<CurvedCell> cells;
  for (const auto& [a, b] : types) {
    cells.push_back(measure_curved(a, b, options.pairs, options.seed, options.repeat));
    progress.update(cells.size());
  }
  return report_of(cells, measure_meshes(options.pairs, options.seed, options.repeat));
}

}  // namespace scree::bench
