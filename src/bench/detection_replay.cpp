#include "bench/detection_replay.hpp"

#include <limits>

#include "bench/measure.hpp"
#include "core/progress.hpp"

namespace scree::bench {
namespace {

constexpr PiecePair nobody{std::numeric_limits<std::uint32_t>::max(),
                           std::numeric_limits<std::uint32_t>::max()};

}  // namespace

DetectionReplay::DetectionReplay(const ReplaySettings& settings)
    : settings_(settings), caches_(settings.algorithms.size()) {
  for (const Algorithm algorithm : settings.algorithms) totals_.push_back({algorithm, 0, {}, 0, 0});
}

// A slot whose pair has changed starts anew, however many searches there were since the last state.
void DetectionReplay::follow_pairs(const PairList& pairs) {
  if (pairs.searches == searches_) return;
  searches_ = pairs.searches;
  pairs_.pairs.clear();
  pairs_.slot.clear();
  holder_.resize(pairs.slot_count, nobody);
  for (auto& caches : caches_) caches.resize(pairs.slot_count);
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    const std::uint32_t slot = pairs.slot[i];
    if (slot % settings_.one_pair_in != 0) continue;
    pairs_.pairs.push_back(pairs.pairs[i]);
    pairs_.slot.push_back(slot);
    if (holder_[slot] == pairs.pairs[i]) continue;
    holder_[slot] = pairs.pairs[i];
    for (auto& caches : caches_) caches[slot] = PairCache{};
  }
}

Real DetectionReplay::detect(const SimulationCore& core, std::size_t which) {
  DetectionSettings settings = core.step_settings.detection;
  settings.algorithm = totals_[which].algorithm;
  settings.describe = settings_.describe;
  settings.cutoff = settings_.all_distances ? std::numeric_limits<Real>::infinity() : 0;
  settings.step_motion = step_motion(core, settings.algorithm);
  const Real begin = processor_time();
  detect_contacts(core.setup.model, core.work.geometry, pairs_, settings, exec_, caches_[which], scratch_,
                  contacts_, counts_);
  return 1e-9 * (processor_time() - begin);
}

void DetectionReplay::prime(const SimulationCore& core) {
  follow_pairs(core.work.pairs);
  for (std::size_t i = 0; i < totals_.size(); ++i) detect(core, i);
}

void DetectionReplay::measure(const SimulationCore& core) {
  follow_pairs(core.work.pairs);
  for (std::size_t k = 0; k < totals_.size(); ++k) {
    const std::size_t which = (k + states_) % totals_.size();
    ReplayTotals& total = totals_[which];
    total.seconds += detect(core, which);
    total.counts += counts_;
    total.contacts += contacts_.points.size();
    for (const ContactPoint& point : contacts_.points) total.depth += point.depth;
  }
  ++states_;
}

ReplayWindow replay_steps(SimulationCore& core, const std::vector<Algorithm>& algorithms, std::uint64_t steps,
                          std::size_t most_pairs) {
  ReplayWindow window;
  window.steps = steps;
  window.one_pair_in = static_cast<std::uint32_t>(1 + core.work.pairs.pairs.size() / (most_pairs + 1));
  DetectionReplay papers_way({algorithms, false, window.one_pair_in, true});
  DetectionReplay in_run({algorithms, true, window.one_pair_in, false});
  papers_way.prime(core);
  in_run.prime(core);
  Progress progress("steps of the replay", steps);
  for (std::uint64_t i = 0; i < steps; ++i) {
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
