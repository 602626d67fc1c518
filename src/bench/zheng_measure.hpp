// How the cases of `zheng-pairs` and `zheng-planar` are timed and judged: the same in space and in the plane.
#pragma once

#include <scree/contact.hpp>

#include "bench/measure.hpp"
#include "bench/zheng_cases.hpp"
#include "bench/zheng_pairs.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/run_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace scree::bench {
namespace zheng_detail {

// What a query of a motion's shapes takes and gives.
template <class Motion>
struct Answers {
  using Vec = decltype(Motion::normal);
  using Contact = ContactOf<Vec>;
  using Cache = PairCacheOf<Vec>;
  using Patch = std::conditional_t<std::is_same_v<Vec, Vec3>, ContactPatch, ContactPatch2>;
  using Placements =
      std::conditional_t<std::is_same_v<Vec, Vec3>, std::vector<Pose>, std::vector<OwnPlanarPair>>;
};

// The paper's tolerance for parallel edges.
inline constexpr Real one_degree = 3.14159265358979323846 / 180;

// A pair farther apart than d_tol is of no interest, to any of the algorithms.
template <class Motion>
QueryRequest request_for(const Motion& motion, bool points) {
  QueryRequest request;
  request.cutoff = motion.tolerance;
  request.parallel_angle = one_degree;
  request.step_motion = motion.step;
  request.describe = points;
  return request;
}

// What is timed: in space the query; in the plane, where changing to A's frame takes as long as a kernel, the
// kernel alone, as the simulation calls it.
inline const std::vector<Pose>& placements(const ZhengMotion& motion) { return motion.poses; }
inline std::vector<OwnPlanarPair> placements(const ZhengPlanarMotion& motion) {
  std::vector<OwnPlanarPair> pairs;
  for (const Pose2& pose : motion.poses) pairs.push_back(make_pair_view(motion.a, motion.b, pose));
  return pairs;
}
inline void ask(Algorithm algorithm, const ZhengMotion& motion, const Pose& pose, const QueryRequest& request,
                PairCache& cache, Contact& contact, ContactPatch* patch) {
  query(algorithm, motion.a, motion.b, pose, request, cache, contact, patch);
}
inline void ask(Algorithm algorithm, const ZhengPlanarMotion&, const PlanarPair& pair,
                const QueryRequest& request, PairCache2& cache, Contact2& contact, ContactPatch2* patch) {
  run_kernel(algorithm, pair, request, cache, contact, patch);
}

// First detection at every `stride`-th placement with an empty cache, or updated detection at each.
template <class Motion>
Work detection_work(Algorithm algorithm, const ZhengCaseOf<Motion>& one,
                    const std::vector<typename Answers<Motion>::Placements>& placed, bool first, int stride,
                    bool points) {
  return [algorithm, &one, &placed, first, stride, points] {
    typename Answers<Motion>::Contact contact;
    typename Answers<Motion>::Patch patch;
    for (std::size_t m = 0; m < one.motions.size(); ++m) {
      const QueryRequest request = request_for(one.motions[m], points);
      typename Answers<Motion>::Cache cache;
      for (std::size_t i = 0; i < placed[m].size(); i += first ? stride : 1) {
        if (first) cache = {};
        ask(algorithm, one.motions[m], placed[m][i], request, cache, contact, points ? &patch : nullptr);
        keep(contact);
      }
    }
  };
}

template <class Motion>
void set_times(const ZhengCaseOf<Motion>& one, const ZhengPlan& plan, ZhengRow& row) {
  std::vector<typename Answers<Motion>::Placements> placed;
  for (const Motion& motion : one.motions) placed.push_back(placements(motion));
  std::vector<Work> works;
  for (const Algorithm algorithm : zheng_algorithms) {
    for (const bool points : {true, false}) {
      for (const bool first : {true, false}) {
        works.push_back(detection_work(algorithm, one, placed, first, plan.first_stride, points));
      }
    }
  }
  const std::vector<Real> best = best_times(works, plan.timing);
  const auto steps = static_cast<Real>(one.motions.front().poses.size());
  const Real updated = static_cast<Real>(one.motions.size()) * steps;
  const Real first = static_cast<Real>(one.motions.size()) * std::ceil(steps / plan.first_stride);
  for (std::size_t k = 0; k < zheng_algorithms.size(); ++k) {
    if (row.outcomes[k].failures == row.outcomes[k].queries) continue;  // no answer has no time
    const Real* const times = &best[4 * k];
    row.times[k].points = {times[0] / first, times[1] / updated};
    row.times[k].plain = {times[2] / first, times[3] / updated};
  }
}

inline Real angle_between(Vec3 u, Vec3 v) { return std::atan2(norm(cross(u, v)), dot(u, v)); }
inline Real angle_between(Vec2 u, Vec2 v) { return std::atan2(std::fabs(cross(u, v)), dot(u, v)); }

template <class Vec>
void add_answer(const ContactOf<Vec>& contact, int points, const ContactOf<Vec>& exact, Real tolerance,
                ZhengOutcome& outcome) {
  ++outcome.queries;
  outcome.failures += ok(contact.status) ? 0 : 1;
  if (!ok(contact.status)) return;
  outcome.fallbacks += contact.fallback ? 1 : 0;
  const bool excluded = contact.beyond_cutoff || contact.distance > tolerance;
  outcome.excluded += excluded ? 1 : 0;
  if (excluded) return;
  ++outcome.types[static_cast<std::size_t>(contact.type)];
  outcome.points += points;
  const Real angle = angle_between(contact.normal, exact.normal);
  outcome.sum_angle += angle;
  outcome.worst_angle = std::max(outcome.worst_angle, angle);
  outcome.worst_distance =
      std::max(outcome.worst_distance, std::fabs(contact.distance - exact.distance) / tolerance);
}

}  // namespace zheng_detail

// What the algorithm finds along the motions of the case, its cache kept from step to step.
template <class Motion>
ZhengOutcome zheng_outcome(Algorithm algorithm, const ZhengCaseOf<Motion>& one) {
  using namespace zheng_detail;
  using Answer = Answers<Motion>;
  ZhengOutcome outcome;
  for (const Motion& motion : one.motions) {
    const QueryRequest request = request_for(motion, true);
    typename Answer::Cache cache, unused;
    for (const auto& pose : motion.poses) {
      typename Answer::Contact contact, exact;
      typename Answer::Patch patch;
      query(Algorithm::brute_force, motion.a, motion.b, pose, timed_request(), unused, exact);
      query(algorithm, motion.a, motion.b, pose, request, cache, contact, &patch);
      add_answer(contact, patch.count, exact, motion.tolerance, outcome);
    }
  }
  return outcome;
}

// Every algorithm on every case, asked and timed, as rows of the table.
template <class Motion>
void add_zheng_rows(const std::string& shapes, const std::vector<ZhengCaseOf<Motion>>& cases,
                    const ZhengPlan& plan, std::vector<ZhengRow>& rows) {
  for (const ZhengCaseOf<Motion>& one : cases) {
    ZhengRow row{shapes, one.name, one.situation, {}, {}, zheng_outcome(Algorithm::brute_force, one)};
    for (std::size_t k = 0; k < zheng_algorithms.size(); ++k) {
      row.outcomes[k] = zheng_outcome(zheng_algorithms[k], one);
    }
    zheng_detail::set_times(one, plan, row);
    rows.push_back(std::move(row));
  }
}

}  // namespace scree::bench
