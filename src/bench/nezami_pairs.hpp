// Benchmark `nezami-pairs`: two particles in the motion of a dense flow (Nezami 2006, Sec. 5.2), by the
// common plane's three methods and a few others, first-time and warm. The paper times all contacts of a
// simulation; here the pairs of shapes are timed one by one, on motions made for it.
#pragma once

#include <scree/contact.hpp>

#include "bench/measure.hpp"
#include "bench/report.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scree::bench {

// The paper's three first, `cp` before all: the others are compared with it.
inline constexpr std::array<Algorithm, 7> nezami_algorithms{Algorithm::common_plane,
                                                            Algorithm::fast_common_plane,
                                                            Algorithm::shortest_link,
                                                            Algorithm::common_plane_revised,
                                                            Algorithm::fast_common_plane_revised,
                                                            Algorithm::gjk_epa,
                                                            Algorithm::gjk_td};

struct NezamiPlan {
  int paths = 6;          // for each pair of shapes
  int steps = 1000;       // of each path: the paper's figures are of the first 1000 steps of the flow
  int first_stride = 10;  // first-time queries are asked at every tenth step
  int exact_stride = 20;  // answers are compared with the exact ones at every twentieth
  Plan timing;
  std::uint64_t seed = 1;
};

struct FlowPath {
  Shape a, b;
  std::vector<Pose> poses;  // a_from_b
};
// All paths of one pair of shapes; every other path has the shapes swapped.
struct FlowPair {
  std::string name;
  std::vector<FlowPath> paths;
};
// The ten pairs of the four shapes. `standoff` as in MotionSettings: 0 for motion with contacts.
std::vector<FlowPair> flow_pairs(const NezamiPlan& plan, Real standoff);

// The exact answer at every `exact_stride`-th step of each path.
using ExactAnswers = std::vector<std::vector<Contact>>;
ExactAnswers exact_answers(const FlowPair& pair, int stride);

// Errors relative to an overlap say little where it is next to nothing. (x the pair's size)
inline constexpr Real deep_overlap = 1e-4;

// What an algorithm answers along the paths, its cache kept from step to step. The first step of a path,
// which has no cache, is not counted.
struct WarmOutcome {
  std::int64_t queries = 0, failures = 0, fallbacks = 0;
  std::int64_t iterations = 0;                  // of all answered queries
  std::array<std::int64_t, 4> by_iterations{};  // queries with up to 1, with 2, 3 and more iterations
  std::int64_t apart = 0, overlap = 0;          // compared with the exact answer
  std::int64_t wrong_state = 0;                 // among them
  Real worst_apart = 0;                         // largest error of a distance (x the pair's size)
  std::int64_t right_depths = 0;                // of the overlaps: within 1 % or 1e-9 sizes
  Real worst_depth = 0;                         // largest error of an overlap (x the pair's size)
  std::int64_t deep = 0;                        // overlaps deeper than `deep_overlap`, and their errors:
  Real sum_relative = 0, worst_relative = 0;    // x the overlap
  Real sum_angle = 0, worst_angle = 0;          // rad, of the normal in overlap
};
WarmOutcome warm_outcome(Algorithm algorithm, const FlowPair& pair, const ExactAnswers& exact, int stride);
WarmOutcome& operator+=(WarmOutcome& sum, const WarmOutcome& more);

// Nanoseconds per query.
struct NezamiTimes {
  Real first = std::numeric_limits<Real>::quiet_NaN(), warm = std::numeric_limits<Real>::quiet_NaN();
};
// One pair of shapes, or all of them.
struct NezamiRow {
  std::string name;
  std::array<NezamiTimes, nezami_algorithms.size()> times;
  std::array<WarmOutcome, nezami_algorithms.size()> outcomes;
};
struct MotionSet {
  std::string name;
  std::vector<NezamiRow> rows;  // the last one: all pairs
  // Of every exact answer.
  std::int64_t states = 0, overlaps = 0;
  std::vector<Real> gaps;               // x the pair's size
  Real speed = 0, spin = 0;             // m/s and rad/s, means over all steps
  std::array<std::int64_t, 8> types{};  // by ContactType
};

MotionSet measure_motion(const std::string& name, const NezamiPlan& plan, Real standoff);

// Both motions, measured and told (nezami_tables.cpp).
Report nezami_report(const NezamiPlan& plan);

}  // namespace scree::bench
