// Benchmark `agreement`: random pairs by every algorithm, held against brute force.
#pragma once

#include <scree/contact.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/random_pairs.hpp"
#include "bench/report.hpp"

namespace scree::bench {

// What a pair tests.
enum class PairClass : std::uint8_t {
  separated,  // placements far and near, apart
  shallow,    // placement shallow: features facing each other, overlapping by 1e-10 to 0.01 sizes
  deep,       // placements deep, contained, concentric and identical, overlapping
  parallel,   // placements aligned and turned: parallel faces and edges, apart, touching or overlapping
};
inline constexpr int pair_class_count = 4;
std::string_view name(PairClass pair_class);
// From how a pair was placed and how it lies; nothing: it belongs to no class. Pairs made to graze each
// other belong to none: there is one bit of truth in their distance. Touching pairs are in `parallel`.
std::optional<PairClass> class_of(Placement placement, ContactState exact);

inline constexpr Real right_distance = 1e-9;  // x size: errors up to this are right

inline constexpr int status_count = 4;

// One algorithm on the pairs of one class.
struct AgreementTally {
  std::uint64_t pairs = 0;
  std::uint64_t right = 0;        // answered, state right, distance right
  std::uint64_t wrong_state = 0;  // answered, but separate, touch and overlap mixed up
  std::uint64_t fallbacks = 0;    // an exact method gave the answer
  std::uint64_t unaided = 0;      // right without that
  std::array<std::uint64_t, status_count> by_status{};
  Real worst_error = 0;           // x size, among those that answered
  std::vector<Real> nanoseconds;  // of each pair
};
// Adds the counts and times of another class.
void add(AgreementTally& sum, const AgreementTally& other);

struct AgreementResult {
  std::vector<Algorithm> algorithms;
  std::array<std::vector<AgreementTally>, pair_class_count> tallies;  // [class][algorithm]
  // How the pairs of each class lie: separate, touch, overlap.
  std::array<std::array<std::uint64_t, 3>, pair_class_count> states{};
};
AgreementResult measure_agreement(std::uint64_t pairs, std::uint64_t seed, int repeat);
Report report_of(const AgreementResult& result);

}  // namespace scree::bench
