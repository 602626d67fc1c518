// Detection by several algorithms on the states of one run.
//
// The run itself goes on with its own algorithm. After a step every algorithm finds the contacts of the same
// pieces at the same places from the same list of pairs, with pair caches of its own, which it keeps from
// state to state as it would in a run. So all of them answer the same questions, and no error of one can
// lead to states that are easier for another.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/detect_contacts.hpp"
#include "sim/core.hpp"

namespace scree::bench {

// What one algorithm did, over all states that were measured.
struct ReplayTotals {
  Algorithm algorithm = Algorithm::automatic;
  Real seconds = 0;  // of one processor
  DetectionCounts counts;
  std::uint64_t contacts = 0;  // points found
  Real depth = 0;              // m, the sum of their depths
};

struct ReplaySettings {
  std::vector<Algorithm> algorithms;
  // With contact type and shared patch, as the run wants them; without, an algorithm only finds distance,
  // normal and points.
  bool describe = false;
  // Of so many pairs one takes part, the same one from state to state.
  std::uint32_t one_pair_in = 1;
  // Of pairs that are apart the distance too, as papers on the algorithms want it. A run only wants to know
  // that they do not overlap.
  bool all_distances = false;
};

class DetectionReplay {
 public:
  explicit DetectionReplay(const ReplaySettings& settings);

  // Fills the caches by a state that does not count. Pairs that touch start from the default's normal, where
  // that is among the algorithms.
  void prime(const SimulationCore& core);
  // The algorithms take turns at being the first.
  void measure(const SimulationCore& core);

  [[nodiscard]] std::uint64_t states() const { return states_; }  // measured so far
  [[nodiscard]] const std::vector<ReplayTotals>& totals() const { return totals_; }

 private:
  void follow(const SimulationCore& core);
  Real detect(const SimulationCore& core, std::size_t which);
  void share_normals();

  ReplaySettings settings_;
  Exec exec_{1};
  PairList pairs_;  // those that take part; only the pairs
  DetectionScratch scratch_;
  ContactList contacts_;
  DetectionCounts counts_;
  std::vector<ReplayTotals> totals_;
  std::vector<PairMemory> memories_;  // of each algorithm
  std::uint64_t searches_ = 0;        // of the list that was followed last
  std::uint64_t states_ = 0;
};

// What a stretch of a run gave.
struct ReplayWindow {
  std::uint64_t steps = 0;
  std::uint32_t one_pair_in = 1;
  std::vector<ReplayTotals> papers_way;  // distances of all pairs, contacts not described
  std::vector<ReplayTotals> in_run;      // overlaps only, described
};
// Takes the run `steps` further and measures after each of them. Of more than `most_pairs` pairs only a part
// is looked at. Ends early once `interrupt` is not 0.
ReplayWindow replay_steps(SimulationCore& core, const std::vector<Algorithm>& algorithms, std::uint64_t steps,
                          std::size_t most_pairs, const std::atomic<int>* interrupt = nullptr);

// Shares of the queries that took so many iterations.
struct IterationShares {
  Real up_to_one = 0, two = 0, three_to_five = 0, more = 0;
};
IterationShares iteration_shares(const DetectionCounts& counts);

}  // namespace scree::bench
