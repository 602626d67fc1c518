// Benchmark `narrow`: one contact query in six situations, beside the least that a query can cost.
//
// Contestants answer the same pairs in the same rounds. Ours are three: the kernel as a simulation calls it,
// the public query(), and the kernel for many pairs at a time. A program that links other libraries adds its
// own and gets the same report with more columns.
#pragma once

#include <scree/contact.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/measure.hpp"
#include "bench/narrow_pairs.hpp"
#include "bench/report.hpp"

namespace scree::bench {

enum class NarrowQuestion : std::uint8_t {
  separated,  // yes or no
  distance,   // and the closest points, of pairs that are apart
  depth,      // and the normal, of pairs that overlap
};

struct NarrowRow {
  std::string_view name;
  NarrowQuestion question = NarrowQuestion::separated;
  bool warm = false;  // the answer may start from the one at the pose before
  NarrowPlacement placement;
  // What we must reach for 8 and 14 vertices.
  Real most_time = 0;    // ns
  Real most_floors = 0;  // x the floor
  // What others need, measured on a machine of this kind: for 4, 8, 14 and 50 vertices (ns).
  std::array<std::string_view, 4> single_precision, double_precision;
};
inline constexpr int narrow_row_count = 6;
const std::array<NarrowRow, narrow_row_count>& narrow_rows();

// What contestants answer. Points and normal in A's axes, from A's centre.
struct NarrowAnswer {
  bool answered = false;  // false: it gave up, and said so
  bool overlap = false;
  Real distance = 0;  // m, signed
  Vec3 normal;        // unit, from A to B
  Vec3 point_a, point_b;
};

// A contestant that is ready for a set of pairs.
class NarrowRunner {
 public:
  NarrowRunner() = default;
  NarrowRunner(const NarrowRunner&) = delete;
  NarrowRunner& operator=(const NarrowRunner&) = delete;
  virtual ~NarrowRunner() = default;
  // Asks every pair at every pose of the round trip: what is timed.
  virtual void run() = 0;
  // Asks one pair. `at`: an index of set.poses.
  virtual NarrowAnswer answer(std::size_t pair, std::size_t at) = 0;
};

struct NarrowContestant {
  std::string name;
  // The set and the row outlive the runner. Null: it has no such query.
  std::function<std::unique_ptr<NarrowRunner>(const NarrowSet&, const NarrowRow&)> prepare;
};

// The runner of an asker, which has `void ask(pair, at)`, inlined into the timed loop, and `answer()`, for
// the last question.
template <class Asker>
class NarrowRunnerOf final : public NarrowRunner {
 public:
  template <class... Arguments>
  explicit NarrowRunnerOf(const NarrowSet& set, Arguments&&... arguments)
      : set_(set), asker_(set, std::forward<Arguments>(arguments)...) {}
  void run() override {
    const std::size_t pairs = set_.pairs.size();
    for (const int pose : set_.round_trip) {
      for (std::size_t i = 0; i < pairs; ++i) {
        asker_.ask(i, pose * pairs + i);
        keep(asker_);
      }
    }
  }
  NarrowAnswer answer(std::size_t pair, std::size_t at) override {
    asker_.ask(pair, at);
    return asker_.answer();
  }

 private:
  const NarrowSet& set_;
  Asker asker_;
};

// Ours: the default algorithm's kernel with the relative pose ready, alone and for many pairs at a time,
// which count for the bars, and query().
NarrowContestant scree_kernel();
NarrowContestant scree_query();
NarrowContestant scree_many();

// The exact answer to one pair at one pose.
struct NarrowReference {
  std::size_t pair = 0, at = 0;  // `at`: an index of set.poses
  Real distance = 0;             // m
  Vec3 normal;
  bool unique = false;  // no other normal is as good
  Real size = 0;        // m
};
// `count` of them, spread over pairs and poses: by brute force, of curved shapes by a fine search.
std::vector<NarrowReference> narrow_references(const NarrowSet& set, std::size_t count);

struct NarrowOutcome {
  std::size_t queries = 0;   // 0: not asked
  std::size_t failures = 0;  // no answer
  std::size_t wrong = 0;     // apart mixed up with overlap
  std::size_t checked = 0;   // of those answered, against the reference
  // Of the distance, and of the closest points where these are asked for: how far outside their shapes they
  // lie, and how much their distance is off. (x size)
  Real worst_error = 0;
  Real worst_angle = 0;  // rad, of the normal in overlap, where it is unique
  Real time = 0;         // ns for a query
};
// Asks everything once, in the order of the timed loop.
NarrowOutcome check_answers(NarrowRunner& runner, const NarrowSet& set, const NarrowRow& row,
                            const std::vector<NarrowReference>& references);

struct NarrowPlan {
  std::size_t pairs = 20'000;
  std::uint64_t seed = 1;
  int rounds = 5;
  Real least_seconds = 5e-3;     // of a round: the floor then finds its pairs in the processor's cache
  std::size_t references = 300;  // of pairs with few vertices; fewer where each takes long
  std::vector<int> vertices{4, 8, 14, 50, 400};
};

struct NarrowCell {
  std::string_view shapes;  // of curved ones; empty: polyhedra
  int vertices = 0;
  const NarrowRow* row = nullptr;
  Real floor = 0;                       // ns; not a number for curved shapes
  std::vector<NarrowOutcome> outcomes;  // one for each contestant
};

// The first three contestants are ours.
std::vector<NarrowCell> measure_narrow(const NarrowPlan& plan,
                                       const std::vector<NarrowContestant>& contestants);
Report narrow_report(const NarrowPlan& plan, const std::vector<NarrowContestant>& contestants,
                     const std::vector<NarrowCell>& cells);
// Ours and `others`, measured and reported.
Report run_narrow_with(const NarrowPlan& plan, const std::vector<NarrowContestant>& others);

}  // namespace scree::bench
