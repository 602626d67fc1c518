// Holds gjk-epa against brute force over many random pairs and says what it found.
//
//   soak_pairs [--pairs N] [--seed S] [--part K/N]
//
// --part K/N takes every N-th pair from K on, so that N processes share the work. Exit status 1 when a
// pair fails a bar.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "bench/random_pairs.hpp"
#include "core/progress.hpp"
#include "support/pair_check.hpp"
#include "support/soak_arguments.hpp"

namespace {

struct Tally {
  std::uint64_t pairs = 0, failures = 0, fallbacks = 0, overlaps = 0, touches = 0;
  double distance_error = 0, normal_error = 0;
};

}  // namespace

int main(int argc, char** argv) {
  using namespace scree;
  using namespace scree::testing;
  using namespace scree::bench;
  SoakArguments arguments;
  if (!parse_soak_arguments(argc, argv, arguments)) return 2;
  const auto start = std::chrono::steady_clock::now();
  const auto pool = shape_pool();
  std::array<Tally, placement_count> tallies;
  std::uint64_t failures = 0;
  Progress progress("pairs", arguments.pairs);
  for (std::uint64_t i = arguments.part; i < arguments.pairs; i += arguments.parts) {
    const RandomPair pair = random_pair(pool, arguments.seed, i);
    const PairVerdict verdict = check_pair(Algorithm::gjk_epa, pair);
    Tally& tally = tallies[static_cast<std::size_t>(pair.placement)];
    ++tally.pairs;
    tally.fallbacks += verdict.contact.fallback ? 1 : 0;
    tally.overlaps += verdict.contact.state == ContactState::overlap ? 1 : 0;
    tally.touches += verdict.contact.state == ContactState::touch ? 1 : 0;
    tally.distance_error = std::max(tally.distance_error, verdict.distance_error);
    tally.normal_error = std::max(tally.normal_error, verdict.normal_error);
    if (!verdict.complaint.empty()) {
      ++tally.failures;
      if (++failures <= 20) {
        fmt::print("pair {} ({}): {}\n", i, name(pair.placement), verdict.complaint);
      }
    }
    progress.update(i);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  fmt::print("\n{:<11}{:>9}{:>9}{:>9}{:>10}{:>10}{:>17}{:>15}\n", "placement", "pairs", "overlap", "touch",
             "failures", "fallback", "distance (size)", "normal (rad)");
  for (int k = 0; k < placement_count; ++k) {
    const Tally& t = tallies[k];
    fmt::print("{:<11}{:>9}{:>9}{:>9}{:>10}{:>10}{:>17.3g}{:>15.3g}\n", name(static_cast<Placement>(k)),
               t.pairs, t.overlaps, t.touches, t.failures, t.fallbacks, t.distance_error, t.normal_error);
  }
  fmt::print("{} failures, {:.0f} s\n", failures, elapsed.count());
  return failures == 0 ? 0 : 1;
}
