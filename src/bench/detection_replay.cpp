#include "bench/detection_replay.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/measure.hpp"
#include "core/progress.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

// Whether the pair takes part: the same ones however the list changes.
bool takes_part(PiecePair pair, std::uint32_t one_pair_in) {
  Random random{pair.a, pair.b};
  return uniform_index(random, static_cast<int>(one_pair_in)) == 0;
}

}  // namespace

DetectionReplay::DetectionReplay(const ReplaySettings& settings)
    : settings_(settings), memories_(settings.algorithms.size()) {
  for (const Algorithm algorithm : settings.algorithms) totals_.push_back({algorithm, 0, {}, 0, 0});
}

// However many searches there were since the last state, pairs that are still there keep what is known of
// them.
void DetectionReplay::follow(const SimulationCore& core) {
  const PairList& pairs = core.work.pairs;
  if (pairs.searches == searches_) return;
  searches_ = pairs.searches;
  std::vector<PiecePair> chosen;
  for (const PiecePair pair : pairs.pairs) {
    if (takes_part(pair, settings_.one_pair_in)) chosen.push_back(pair);
  }
  std::sort(chosen.begin(), chosen.end());  // so they can be followed, whatever order the run's list has
  Origins origins;
  find_origins(
      pairs_.order, pairs_.pairs, chosen.size(),
      [&](std::size_t i) { return places_of(pairs_.order, chosen[i]); }, origins);
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    follow_pairs(origins, chosen, core.work.geometry.travel, totals_[i].algorithm, memories_[i]);
  }
  pairs_.pairs = std::move(chosen);
}

Real DetectionReplay::detect(const SimulationCore& core, std::size_t which) {
  DetectionSettings settings = core.step_settings.detection;
  settings.algorithm = totals_[which].algorithm;
  settings.describe = settings_.describe;
  settings.cutoff = settings_.all_distances ? std::numeric_limits<Real>::infinity() : 0;
  settings.step_motion = step_motion(core, settings.algorithm, exec_);
  const Real begin = processor_time();
  detect_contacts(core.setup.model, core.work.geometry, pairs_, settings, exec_, memories_[which], scratch_,
                  contacts_, counts_);
  return 1e-9 * (processor_time() - begin);
}

void DetectionReplay::prime(const SimulationCore& core) {
  follow(core);
  for (std::size_t i = 0; i < totals_.size(); ++i) detect(core, i);
  share_normals();
}

// In a run of its own an algorithm would know the normal of a pair from before it touched. `cp` cannot find
// it in an overlap, and would keep a wrong one as long as the pair stays.
void DetectionReplay::share_normals() {
  const auto exact = std::find_if(totals_.begin(), totals_.end(),
                                  [](const ReplayTotals& t) { return t.algorithm == Algorithm::automatic; });
  if (exact == totals_.end()) return;
  const auto& normals = memories_[exact - totals_.begin()].starts;
  for (PairMemory& memory : memories_) {
    for (std::size_t i = 0; i < memory.starts.size(); ++i) {
      if (normals[i].algorithm == 0) continue;
      PairMemory::Start& start = memory.starts[i];
      start.x = normals[i].x;
      start.y = normals[i].y;
      start.z = normals[i].z;
    }
  }
}

void DetectionReplay::measure(const SimulationCore& core) {
  follow(core);
  for (std::size_t k = 0; k < totals_.size(); ++k) {
    const std::size_t which = (k + states_) % totals_.size();
    ReplayTotals& total = totals_[which];
    total.seconds += detect(core, which);
    total.counts += counts_;
    total.contacts += point_count(contacts_);
    for_each_point(contacts_, [&](const ContactPoint& point) { total.depth += point.depth; });
  }
  ++states_;
}

ReplayWindow replay_steps(SimulationCore& core, const std::vector<Algorithm>& algorithms, std::uint64_t steps,
                          std::size_t most_pairs, const std::atomic<int>* interrupt) {
  ReplayWindow window;
  window.steps = steps;
  window.one_pair_in = static_cast<std::uint32_t>(1 + core.work.pairs.pairs.size() / (most_pairs + 1));
  DetectionReplay papers_way({algorithms, false, window.one_pair_in, true});
  DetectionReplay in_run({algorithms, true, window.one_pair_in, false});
  papers_way.prime(core);
  in_run.prime(core);
  Progress progress("steps of the replay", steps);
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (interrupt != nullptr && interrupt->load() != 0) break;
    advance(core);
    papers_way.measure(core);
    in_run.measure(core);
    progress.update(i + 1);
  }
  window.papers_way = papers_way.totals();
  window.in_run = in_run.totals();
  return window;
}

IterationShares iteration_shares(const DetectionCounts& counts) {
  const auto share = [&](int i) {
    return static_cast<Real>(counts.iterations[i]) / static_cast<Real>(counts.queries);
  };
  return {share(0), share(1), share(2), share(3)};
}

}  // namespace scree::bench
