#include "bench/zheng_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/must.hpp"

namespace scree::bench {
namespace {

// The paper's tolerance for parallel edges.
constexpr Real one_degree = 3.14159265358979323846 / 180;

// A pair farther apart than d_tol is of no interest, to any of the algorithms.
QueryRequest request_for(const ZhengMotion& motion, bool points) {
  QueryRequest request;
  request.cutoff = motion.tolerance;
  request.parallel_angle = one_degree;
  request.step_motion = motion.step;
  request.describe = points;
  return request;
}

Work first_work(Algorithm algorithm, const ZhengCase& one, int stride, bool points) {
  return [algorithm, &one, stride, points] {
    Contact contact;
    ContactPatch patch;
    for (const ZhengMotion& motion : one.motions) {
      const QueryRequest request = request_for(motion, points);
      for (std::size_t i = 0; i < motion.poses.size(); i += stride) {
        PairCache cache;
        query(algorithm, motion.a, motion.b, motion.poses[i], request, cache, contact,
              points ? &patch : nullptr);
        keep(contact);
      }
    }
  };
}

Work updated_work(Algorithm algorithm, const ZhengCase& one, bool points) {
  return [algorithm, &one, points] {
    Contact contact;
    ContactPatch patch;
    for (const ZhengMotion& motion : one.motions) {
      const QueryRequest request = request_for(motion, points);
      PairCache cache;
      for (const Pose& pose : motion.poses) {
        query(algorithm, motion.a, motion.b, pose, request, cache, contact, points ? &patch : nullptr);
        keep(contact);
      }
    }
  };
}

void set_times(const ZhengCase& one, const ZhengPlan& plan, ZhengRow& row) {
  std::vector<Work> works;
  for (const Algorithm algorithm : zheng_algorithms) {
    for (const bool points : {true, false}) {
      works.push_back(first_work(algorithm, one, plan.first_stride, points));
      works.push_back(updated_work(algorithm, one, points));
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

void add_answer(const Contact& contact, const ContactPatch& patch, const Contact& exact, Real tolerance,
                ZhengOutcome& outcome) {
  ++outcome.queries;
  outcome.failures += ok(contact.status) ? 0 : 1;
  if (!ok(contact.status)) return;
  outcome.fallbacks += contact.fallback ? 1 : 0;
  const bool excluded = contact.beyond_cutoff || contact.distance > tolerance;
  outcome.excluded += excluded ? 1 : 0;
  if (excluded) return;
  ++outcome.types[static_cast<std::size_t>(contact.type)];
  outcome.points += patch.count;
  const Real angle = std::atan2(norm(cross(contact.normal, exact.normal)), dot(contact.normal, exact.normal));
  outcome.sum_angle += angle;
  outcome.worst_angle = std::max(outcome.worst_angle, angle);
  outcome.worst_distance =
      std::max(outcome.worst_distance, std::fabs(contact.distance - exact.distance) / tolerance);
}

}  // namespace

ZhengOutcome zheng_outcome(Algorithm algorithm, const ZhengCase& one) {
  ZhengOutcome outcome;
  for (const ZhengMotion& motion : one.motions) {
    const QueryRequest request = request_for(motion, true);
    PairCache cache, unused;
    for (const Pose& pose : motion.poses) {
      Contact contact, exact;
      ContactPatch patch;
      query(Algorithm::brute_force, motion.a, motion.b, pose, timed_request(), unused, exact);
      query(algorithm, motion.a, motion.b, pose, request, cache, contact, &patch);
      add_answer(contact, patch, exact, motion.tolerance, outcome);
    }
  }
  return outcome;
}

std::vector<ZhengRow> zheng_rows(const ZhengPlan& plan) {
  std::vector<ZhengRow> rows;
  const auto add = [&](const std::string& shapes, const std::vector<ZhengCase>& cases) {
    for (const ZhengCase& one : cases) {
      ZhengRow row{shapes, one.name, one.situation, {}, {}, zheng_outcome(Algorithm::brute_force, one)};
      for (std::size_t k = 0; k < zheng_algorithms.size(); ++k) {
        row.outcomes[k] = zheng_outcome(zheng_algorithms[k], one);
      }
      set_times(one, plan, row);
      rows.push_back(std::move(row));
    }
  };
  for (int k = 0; k < zheng_situation_count; ++k) {
    const auto situation = static_cast<ZhengSituation>(k);
    add("hexahedra", typed_cases(must(make_box({1, 1, 1})), situation, plan.size));
    add("tetrahedra", typed_cases(must(make_tetrahedron(1)), situation, plan.size));
    add("cut box", cut_cases(situation, plan.size));
  }
  return rows;
}

Report run_zheng_pairs(const Options& options) {
  ZhengPlan plan;
  plan.timing.rounds = options.repeat;
  return zheng_report(plan);
}

}  // namespace scree::bench
