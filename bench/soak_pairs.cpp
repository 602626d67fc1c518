// Holds gjk-epa and gjk-td against brute force over many random pairs and says what it found.
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
#include <vector>

#include "bench/random_pairs.hpp"
#include "core/progress.hpp"
#include "support/pair_check.hpp"
#include "support/soak_arguments.hpp"

namespace {

struct Tally {
  std::uint64_t pairs = 0, failures = 0, fallbacks = 0, overlaps = 0, touches = 0;
  double distance_error = 0, normal_error = 0;
};

using scree::Algorithm;
using scree::Progress;
using scree::Shape;

// Prints what it found; the number of pairs that fail a bar.
std::uint64_t soak(Algorithm algorithm, const std::vector<Shape>& pool,
                   const scree::testing::SoakArguments& arguments) {
  using namespace scree::bench;
  const auto start = std::chrono::steady_clock::now();
  std::array<Tally, placement_count> tallies;
  std::uint64_t failures = 0;
  Progress progress(std::string(name(algorithm)) + ": pairs", arguments.pairs);
  for (std::uint64_t i = arguments.part; i < arguments.pairs; i += arguments.parts) {
    const RandomPair pair = random_pair(pool, arguments.seed, i);
    const auto verdict = scree::testing::check_pair(algorithm, pair);
    Tally& tally = tallies[static_cast<std::size_t>(pair.placement)];
    ++tally.pairs;
    tally.fallbacks += verdict.contact.fallback ? 1 : 0;
    tally.overlaps += verdict.contact.state == scree::ContactState::overlap ? 1 : 0;
    tally.touches += verdict.contact.state == scree::ContactState::touch ? 1 : 0;
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
  fmt::print("\n{}\n{:<11}{:>9}{:>9}{:>9}{:>10}{:>10}{:>17}{:>15}\n", name(algorithm), "placement", "pairs",
             "overlap", "touch", "failures", "fallback", "distance (size)", "normal (rad)");
  for (int k = 0; k < placement_count; ++k) {
    const Tally& t = tallies[k];
    fmt::print("{:<11}{:>9}{:>9}{:>9}{:>10}{:>10}{:>17.3g}{:>15.3g}\n", name(static_cast<Placement>(k)),
               t.pairs, t.overlaps, t.touches, t.failures, t.fallbacks, t.distance_error, t.normal_error);
  }
  fmt::print("{} failures, {:.0f} s\n", failures, elapsed.count());
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  scree::testing::SoakArguments arguments;
  if (!scree::testing::parse_soak_arguments(argc, argv, arguments)) return 2;
  const auto pool = scree::bench::shape_pool();
  std::uint64_t failures = 0;
  for (const Algorithm algorithm : {Algorithm::gjk_epa, Algorithm::gjk_td}) {
    failures += soak(algorithm, pool, arguments);
  }
  return failures == 0 ? 0 : 1;
}
