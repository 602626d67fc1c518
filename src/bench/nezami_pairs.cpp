#include "bench/nezami_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/coherent_motion.hpp"

namespace scree::bench {
namespace {

Real angle_between(Vec3 u, Vec3 v) { return std::atan2(norm(cross(u, v)), dot(u, v)); }

Real pair_size(const FlowPath& path) { return std::max(path.a.size, path.b.size); }

void compare(const Contact& contact, const Contact& exact, Real size, WarmOutcome& outcome) {
  outcome.wrong_state += contact.state != exact.state ? 1 : 0;
  const Real error = std::fabs(contact.distance - exact.distance);
  if (exact.state != ContactState::overlap) {
    ++outcome.apart;
    outcome.worst_apart = std::max(outcome.worst_apart, error / size);
    return;
  }
  ++outcome.overlap;
  const Real depth = -exact.distance;
  outcome.right_depths += error <= std::max(0.01 * depth, 1e-9 * size) ? 1 : 0;
  outcome.worst_depth = std::max(outcome.worst_depth, error / size);
  if (depth > deep_overlap * size) {
    ++outcome.deep;
    outcome.sum_relative += error / depth;
    outcome.worst_relative = std::max(outcome.worst_relative, error / depth);
  }
  const Real angle = angle_between(contact.normal, exact.normal);
  outcome.sum_angle += angle;
  outcome.worst_angle = std::max(outcome.worst_angle, angle);
}

// Both works of an algorithm on one path: queries never seen before, and the path as a whole. A work is
// no longer than a path: the longer it is, the less likely a round goes undisturbed.
Work first_work(Algorithm algorithm, const FlowPath& path, int stride) {
  return [algorithm, &path, stride] {
    for (std::size_t i = 0; i < path.poses.size(); i += stride) {
      keep(cold_query(algorithm, path.a, path.b, path.poses[i]));
    }
  };
}
Work warm_work(Algorithm algorithm, const FlowPath& path) {
  return [algorithm, &path] {
    const QueryRequest request = timed_request();
    PairCache cache;
    Contact contact;
    for (const Pose& pose : path.poses) {
      query(algorithm, path.a, path.b, pose, request, cache, contact);
      keep(contact);
    }
  };
}

NezamiRow measure(const FlowPair& pair, const ExactAnswers& exact, const NezamiPlan& plan) {
  NezamiRow row;
  row.name = pair.name;
  const Real first = plan.paths * std::ceil(static_cast<Real>(plan.steps) / plan.first_stride);
  const Real warm = static_cast<Real>(plan.paths) * plan.steps;
  for (std::size_t k = 0; k < nezami_algorithms.size(); ++k) {
    row.outcomes[k] = warm_outcome(nezami_algorithms[k], pair, exact, plan.exact_stride);
    // No answer has no time.
    if (row.outcomes[k].failures < row.outcomes[k].queries) row.times[k] = {0, 0};
  }
  for (const FlowPath& path : pair.paths) {
    std::vector<Work> works;
    for (const Algorithm algorithm : nezami_algorithms) {
      works.push_back(first_work(algorithm, path, plan.first_stride));
      works.push_back(warm_work(algorithm, path));
    }
    const std::vector<Real> best = best_times(works, plan.timing);
    for (std::size_t k = 0; k < nezami_algorithms.size(); ++k) {
      row.times[k].first += best[2 * k] / first;
      row.times[k].warm += best[2 * k + 1] / warm;
    }
  }
  return row;
}

// Every pair of shapes has as many queries as the others, so that the mean is the time of all of them.
NezamiRow all_pairs(const std::vector<NezamiRow>& rows) {
  NezamiRow all;
  all.name = "all";
  for (std::size_t k = 0; k < nezami_algorithms.size(); ++k) {
    all.times[k] = {0, 0};
    for (const NezamiRow& row : rows) {
      all.times[k].first += row.times[k].first / static_cast<Real>(rows.size());
      all.times[k].warm += row.times[k].warm / static_cast<Real>(rows.size());
      all.outcomes[k] += row.outcomes[k];
    }
  }
  return all;
}

void add_states(const FlowPair& pair, const ExactAnswers& exact, MotionSet& set) {
  for (std::size_t p = 0; p < pair.paths.size(); ++p) {
    for (const Contact& contact : exact[p]) {
      ++set.states;
      set.overlaps += contact.state == ContactState::overlap ? 1 : 0;
      set.gaps.push_back(contact.distance / pair_size(pair.paths[p]));
      ++set.types[static_cast<std::size_t>(contact.type)];
    }
  }
}

void add_speeds(const std::vector<FlowPair>& pairs, Real time_step, MotionSet& set) {
  Real moves = 0, way = 0, turn = 0;
  for (const FlowPair& pair : pairs) {
    for (const FlowPath& path : pair.paths) {
      for (std::size_t i = 1; i < path.poses.size(); ++i) {
        const Pose move = path.poses[i] * inverse(path.poses[i - 1]);
        const Vec3 centre = transform(path.poses[i - 1], path.b.centre);
        way += norm(transform(move, centre) - centre);
        turn += 2 * std::atan2(norm(Vec3{move.rotation.x, move.rotation.y, move.rotation.z}),
                               std::fabs(move.rotation.w));
        ++moves;
      }
    }
  }
  set.speed = way / (moves * time_step);
  set.spin = turn / (moves * time_step);
}

}  // namespace

std::vector<FlowPair> flow_pairs(const NezamiPlan& plan, Real standoff) {
  MotionSettings settings;
  settings.steps = plan.steps;
  settings.standoff = standoff;
  std::vector<FlowPair> pairs;
  std::uint64_t index = 0;
  for (int i = 0; i < flow_shape_count; ++i) {
    for (int k = i; k < flow_shape_count; ++k) {
      FlowPair pair;
      pair.name = fmt::format("{} - {}", flow_shape_name(i), flow_shape_name(k));
      for (int p = 0; p < plan.paths; ++p, ++index) {
        FlowPath path;
        path.a = flow_shape(i, flow_diameter(plan.seed, 2 * index));
        path.b = flow_shape(k, flow_diameter(plan.seed, 2 * index + 1));
        if (p % 2 == 1) std::swap(path.a, path.b);
        settings.face_to_face = p % 3 == 2;
        settings.speed = settings.face_to_face ? 0.03 : MotionSettings{}.speed;
        settings.spin = settings.face_to_face ? 2 : MotionSettings{}.spin;
        path.poses = coherent_motion(path.a, path.b, settings, plan.seed, index);
        pair.paths.push_back(std::move(path));
      }
      pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

ExactAnswers exact_answers(const FlowPair& pair, int stride) {
  ExactAnswers answers;
  for (const FlowPath& path : pair.paths) {
    std::vector<Contact>& of_path = answers.emplace_back();
    for (std::size_t i = 0; i < path.poses.size(); i += stride) {
      PairCache cache;
      query(Algorithm::brute_force, path.a, path.b, path.poses[i], {}, cache, of_path.emplace_back());
    }
  }
  return answers;
}

WarmOutcome warm_outcome(Algorithm algorithm, const FlowPair& pair, const ExactAnswers& exact, int stride) {
  WarmOutcome outcome;
  for (std::size_t p = 0; p < pair.paths.size(); ++p) {
    const FlowPath& path = pair.paths[p];
    PairCache cache;
    for (std::size_t i = 0; i < path.poses.size(); ++i) {
      Contact contact;
      query(algorithm, path.a, path.b, path.poses[i], timed_request(), cache, contact);
      if (i == 0) continue;
      ++outcome.queries;
      if (!ok(contact.status)) {
        ++outcome.failures;
        continue;
      }
      outcome.fallbacks += contact.fallback ? 1 : 0;
      outcome.iterations += contact.iterations;
      ++outcome.by_iterations[std::clamp(contact.iterations, 1, 4) - 1];
      if (i % stride == 0) compare(contact, exact[p][i / stride], pair_size(path), outcome);
    }
  }
  return outcome;
}

WarmOutcome& operator+=(WarmOutcome& sum, const WarmOutcome& more) {
  sum.queries += more.queries;
  sum.failures += more.failures;
  sum.fallbacks += more.fallbacks;
  sum.iterations += more.iterations;
  for (std::size_t i = 0; i < sum.by_iterations.size(); ++i) sum.by_iterations[i] += more.by_iterations[i];
  sum.apart += more.apart;
  sum.overlap += more.overlap;
  sum.wrong_state += more.wrong_state;
  sum.worst_apart = std::max(sum.worst_apart, more.worst_apart);
  sum.right_depths += more.right_depths;
  sum.worst_depth = std::max(sum.worst_depth, more.worst_depth);
  sum.deep += more.deep;
  sum.sum_relative += more.sum_relative;
  sum.worst_relative = std::max(sum.worst_relative, more.worst_relative);
  sum.sum_angle += more.sum_angle;
  sum.worst_angle = std::max(sum.worst_angle, more.worst_angle);
  return sum;
}

MotionSet measure_motion(const std::string& name, const NezamiPlan& plan, Real standoff) {
  MotionSet set;
  set.name = name;
  const std::vector<FlowPair> pairs = flow_pairs(plan, standoff);
  for (const FlowPair& pair : pairs) {
    const ExactAnswers exact = exact_answers(pair, plan.exact_stride);
    add_states(pair, exact, set);
    set.rows.push_back(measure(pair, exact, plan));
  }
  add_speeds(pairs, MotionSettings{}.time_step, set);
  set.rows.push_back(all_pairs(set.rows));
  return set;
}

Report run_nezami_pairs(const Options& options) {
  NezamiPlan plan;
  plan.timing.rounds = options.repeat;
  plan.seed = options.seed;
  return nezami_report(plan);
}

}  // namespace scree::bench
