// Benchmark `wellmann`: the validation of Wellmann, Lillie & Wriggers 2008 on pairs with known answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/report.hpp"
#include "bench/wellmann_pairs.hpp"

namespace scree::bench {

inline constexpr std::size_t wellmann_series_count = 2;  // WellmannSeries
inline constexpr std::size_t wellmann_interval_count = wellmann_intervals.size();

// What is compared. The kernels are called directly: a million pairs need no million shapes with their mass.
enum class WellmannMethod : std::uint8_t { common_normal, published };
inline constexpr std::size_t wellmann_method_count = 2;
std::string_view name(WellmannMethod method);
Status solve(WellmannMethod method, const ShapePair& pair, PairCache& cache, Contact& contact);

struct ErrorSummary {
  Real mean = 0, median = 0, worst = 0;
};

// How an answer compares with the known one.
enum class WellmannOutcome : std::uint8_t {
  right,         // errors may be taken
  no_answer,     // a status that is not ok
  wrong_state,   // apart, but not excluded; in contact, but excluded
  deeper,        // a contact deeper than the known one by more than wellmann_deeper
  known_beaten,  // along the answer's normal the bodies are less deep: the known one is not the least depth
};
inline constexpr std::size_t wellmann_outcome_count = 5;
inline constexpr Real wellmann_deeper = 1e-6;  // m; depths go to 1.75e-3 m
WellmannOutcome outcome_of(const WellmannPair& known, WellmannSeries series, const Contact& contact);
// Failures: all but `right` and `known_beaten`.
bool failed(WellmannOutcome outcome);

inline constexpr int most_counted_iterations = 100;

// One method on the pairs of one series and one interval.
struct WellmannCell {
  std::uint64_t pairs = 0;
  std::array<std::uint64_t, wellmann_outcome_count> outcomes{};
  std::array<std::uint64_t, most_counted_iterations + 1> by_iterations{};  // the last one: as many or more
  std::uint64_t new_starts = 0;       // published: the first start did not lead to the answer
  ErrorSummary depth;                 // of the right contacts: relative,
  ErrorSummary point;                 // m, mean of the two points,
  ErrorSummary direction;             // degrees
  Real cold_time = 0, warm_time = 0;  // ns per pair; warm: after a small motion, series 2 only
};
std::uint64_t failures(const WellmannCell& cell);
// Share of the pairs with exactly this many iterations, and with as many or more.
Real share_with(const WellmannCell& cell, int iterations);
Real share_from(const WellmannCell& cell, int iterations);

// [series][interval][method]
using WellmannResult =
    std::array<std::array<std::array<WellmannCell, wellmann_method_count>, wellmann_interval_count>,
               wellmann_series_count>;
// `pairs` for each series and interval.
WellmannResult measure_wellmann(std::uint64_t pairs, std::uint64_t seed, int repeat);
Report report_of(const WellmannResult& result);

// The paper's figures, by interval.
namespace wellmann_paper {
inline constexpr std::array<Real, 3> excluded_at_once{0.881, 0.852, 0.782};
inline constexpr std::array<Real, 3> five_or_more{0.011, 0.011, 0.037};
inline constexpr std::array<Real, 3> not_excluded{28, 24, 456};  // of a million, within 50 iterations
inline constexpr std::array<Real, 3> twenty_or_more{0.004, 0.004, 0.045};
inline constexpr std::array<Real, 3> not_found{193, 198, 9219};  // of a million: none or a local minimum
inline constexpr std::array<Real, 3> depth_error{4.34e-8, 4.40e-8, 3.72e-7};
inline constexpr std::array<Real, 3> point_error{2.34e-6, 2.40e-6, 3.21e-5};      // m
inline constexpr std::array<Real, 3> direction_error{4.21e-3, 5.05e-3, 1.82e-2};  // degrees
}  // namespace wellmann_paper

std::string_view interval_name(std::size_t interval);
std::vector<ReportPlot> wellmann_plots(const WellmannResult& result);

}  // namespace scree::bench
