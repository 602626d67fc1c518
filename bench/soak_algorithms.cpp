// Asks every algorithm adversarial queries and says what came back: no NaN, no hang, no index out of range.
//
//   soak_algorithms [--pairs N] [--seed S] [--part K/N]
//
// --part K/N takes every N-th pair from K on, so that N processes share the work. Exit status 1 when an
// answer is not sane.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "bench/adversarial.hpp"
#include "core/progress.hpp"
#include "support/soak_arguments.hpp"

int main(int argc, char** argv) {
  using namespace scree;
  using Clock = std::chrono::steady_clock;
  testing::SoakArguments arguments;
  if (!testing::parse_soak_arguments(argc, argv, arguments)) return 2;

  struct Tally {
    std::uint64_t insane = 0;
    std::chrono::nanoseconds slowest{0}, sum{0};
  };
  const auto start = Clock::now();
  const auto pool = bench::adversarial_pool();
  // Brute force is the reference that soak_pairs runs; it would take nine tenths of the time here.
  std::vector<Algorithm> algorithms = algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron);
  std::erase(algorithms, Algorithm::brute_force);
  std::vector<Tally> tallies(algorithms.size());
  std::uint64_t insane = 0;
  std::uint64_t asked = 0;
  Progress progress("pairs", arguments.pairs);
  for (std::uint64_t i = arguments.part; i < arguments.pairs; i += arguments.parts) {
    const bench::AdversarialQuery query = bench::adversarial_query(pool, arguments.seed, i);
    for (std::size_t k = 0; k < algorithms.size(); ++k) {
      const auto begin = Clock::now();
      const std::string complaint = bench::insane_answer(algorithms[k], query);
      const std::chrono::nanoseconds time = Clock::now() - begin;
      tallies[k].slowest = std::max(tallies[k].slowest, time);
      tallies[k].sum += time;
      if (complaint.empty()) continue;
      ++tallies[k].insane;
      if (++insane <= 20) {
        fmt::print("pair {} ({}), {}: {}\n", i, name(query.pair.placement), name(algorithms[k]), complaint);
      }
    }
    ++asked;
    progress.update(i);
  }
  fmt::print("\n{:<20}{:>8}{:>14}{:>14}\n", "algorithm", "insane", "mean [us]", "slowest [us]");
  for (std::size_t k = 0; k < algorithms.size(); ++k) {
    const auto microseconds = [](std::chrono::nanoseconds time) {
      return 1e-3 * static_cast<double>(time.count());
    };
    fmt::print("{:<20}{:>8}{:>14.1f}{:>14.0f}\n", name(algorithms[k]), tallies[k].insane,
               microseconds(tallies[k].sum) / static_cast<double>(asked), microseconds(tallies[k].slowest));
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  fmt::print("{} insane answers, {:.0f} s\n", insane, elapsed.count());
  return insane == 0 ? 0 : 1;
}
