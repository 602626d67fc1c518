// How right the answers of `narrow` are.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/curved_pairs.hpp"
#include "bench/narrow.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"

namespace scree::bench {
namespace {

constexpr Real unique_margin = 1e-9;  // x size: how much deeper the next normal must be

NarrowReference reference(const Shape& a, const Shape& b, const Pose& pose) {
  Quat rotation;
  const OwnShapePair view = make_pair_view(a, b, pose, rotation);
  NarrowReference exact;
  exact.size = view.size;
  if (a.type == ShapeType::polyhedron) {
    Contact contact;
    BruteForceDetail detail;
    brute_force(view, rotation, QueryRequest{}.parallel_angle, contact, nullptr, &detail);
    exact.distance = contact.distance;
    exact.normal = contact.normal;
    exact.unique = detail.normal_margin > unique_margin * view.size;
    return exact;
  }
  const Reference fine = reference_of({a, b, pose}, {cold_query(Algorithm::automatic, a, b, pose)});
  exact.distance = static_cast<Real>(fine.answer.distance);
  exact.normal = fine.answer.normal;
  exact.unique = true;
  return exact;
}

// How far a point lies outside a polyhedron (m); from its centre, in its axes.
Real outside(const Shape& shape, Vec3 point) {
  Real farthest = 0;
  for (const Plane& plane : shape.core->face_planes) {
    farthest = std::max(farthest, dot(plane.normal, point) - plane.offset);
  }
  return farthest;
}

Real error_of_points(const NarrowSet& set, const NarrowReference& exact, const NarrowAnswer& answer) {
  const auto [a, b] = set.pairs[exact.pair];
  const RelativePose& pose = set.relative[exact.at];
  const Vec3 in_b = transpose_times(pose.a_from_b, answer.point_b - pose.translation);
  return std::max({std::fabs(norm(answer.point_b - answer.point_a) - exact.distance),
                   outside(set.shapes[a], answer.point_a), outside(set.shapes[b], in_b)});
}

// Infinite for what is not a number.
void raise(Real value, Real& worst) {
  worst = std::max(worst, std::isnan(value) ? std::numeric_limits<Real>::infinity() : value);
}

void compare(const NarrowSet& set, const NarrowRow& row, const NarrowReference& exact,
             const NarrowAnswer& answer, NarrowOutcome& outcome) {
  ++outcome.checked;
  if (row.question == NarrowQuestion::separated) return;
  raise(std::fabs(answer.distance - exact.distance) / exact.size, outcome.worst_error);
  if (row.question == NarrowQuestion::distance) {
    raise(error_of_points(set, exact, answer) / exact.size, outcome.worst_error);
  } else if (exact.unique) {
    raise(std::atan2(norm(cross(answer.normal, exact.normal)), dot(answer.normal, exact.normal)),
          outcome.worst_angle);
  }
}

}  // namespace

std::vector<NarrowReference> narrow_references(const NarrowSet& set, std::size_t count) {
  std::vector<NarrowReference> references;
  const std::size_t pairs = set.pairs.size();
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t pair = j * pairs / count;
    const std::size_t at = set.round_trip[j % set.round_trip.size()] * pairs + pair;
    const auto [a, b] = set.pairs[pair];
    NarrowReference exact = reference(set.shapes[a], set.shapes[b], set.poses[at]);
    exact.pair = pair;
    exact.at = at;
    references.push_back(exact);
  }
  return references;
}

NarrowOutcome check_answers(NarrowRunner& runner, const NarrowSet& set, const NarrowRow& row,
                            const std::vector<NarrowReference>& references) {
  NarrowOutcome outcome;
  const std::size_t pairs = set.pairs.size();
  std::vector<const NarrowReference*> of_pair(pairs, nullptr);
  for (const NarrowReference& exact : references) of_pair[exact.pair] = &exact;
  for (const int pose : set.round_trip) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::size_t at = pose * pairs + i;
      const NarrowAnswer answer = runner.answer(i, at);
      ++outcome.queries;
      if (!answer.answered) {
        ++outcome.failures;
        continue;
      }
      outcome.wrong += answer.overlap != row.placement.overlap ? 1 : 0;
      if (of_pair[i] != nullptr && of_pair[i]->at == at) compare(set, row, *of_pair[i], answer, outcome);
    }
  }
  return outcome;
}

}  // namespace scree::bench
