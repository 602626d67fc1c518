// Takes pairs of polyhedra through contact in small steps, asks the default algorithm at each step from what
// it kept at the last, and says what it found.
//
//   soak_warm [--pairs N] [--seed S] [--part K/N]
//
// Every pair makes 1,000 steps. Each answer is held against a cold search by gjk-epa, one in a thousand
// against brute force. --part K/N takes every N-th pair from K on, so that N processes share the work. Exit
// status 1 when an answer fails a bar.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "core/progress.hpp"
#include "support/pair_check.hpp"
#include "support/soak_arguments.hpp"
#include "support/warm_path.hpp"

namespace {

using namespace scree;

constexpr int steps_per_pair = 1000;
constexpr std::uint64_t steps_per_reference = 997;  // no divisor of the steps of a pair: any of them
constexpr int types = static_cast<int>(ContactType::smooth);

struct Tally {
  std::uint64_t steps = 0, overlaps = 0, touches = 0, fallbacks = 0, references = 0, failures = 0;
  std::uint64_t state_changes = 0;
  std::uint64_t type_changes[types][types] = {};
  double distance_error = 0, normal_error = 0;  // x size and rad, against brute force
};

void count_changes(const Contact& before, const Contact& now, Tally& tally) {
  if (before.state != now.state) ++tally.state_changes;
  ++tally.type_changes[static_cast<int>(before.type)][static_cast<int>(now.type)];
}

void take_path(testing::WarmPath path, std::uint64_t index, Tally& tally) {
  PairCache cache;
  Contact last;
  for (int step = 0; step < steps_per_pair; ++step) {
    Contact contact;
    std::string complaint;
    if (tally.steps % steps_per_reference == 0) {
      const testing::PairVerdict verdict = testing::check_pair(Algorithm::automatic, path.pair, cache);
      contact = verdict.contact;
      complaint = verdict.complaint;
      tally.distance_error = std::max(tally.distance_error, verdict.distance_error);
      tally.normal_error = std::max(tally.normal_error, verdict.normal_error);
      ++tally.references;
    } else {
      query(Algorithm::automatic, path.pair.a, path.pair.b, path.pair.a_from_b, {}, cache, contact);
      complaint = testing::differs_from_cold(path.pair, contact);
    }
    ++tally.steps;
    tally.overlaps += contact.state == ContactState::overlap ? 1 : 0;
    tally.touches += contact.state == ContactState::touch ? 1 : 0;
    tally.fallbacks += contact.fallback ? 1 : 0;
    if (!complaint.empty() && ++tally.failures <= 20) {
      fmt::print("pair {} ({}), step {}: {}\n", index, name(path.pair.placement), step, complaint);
    }
    if (step > 0 && contact.type != ContactType::smooth) count_changes(last, contact, tally);
    last = contact;
    testing::move_on(contact, path);
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::SoakArguments arguments;
  arguments.pairs = 10'000;
  if (!testing::parse_soak_arguments(argc, argv, arguments)) return 2;
  const auto start = std::chrono::steady_clock::now();
  const auto pool = bench::shape_pool();
  Tally tally;
  Progress progress("pairs", arguments.pairs);
  for (std::uint64_t i = arguments.part; i < arguments.pairs; i += arguments.parts) {
    take_path(testing::warm_path(pool, arguments.seed, i), i, tally);
    progress.update(i);
  }
  fmt::print("{} steps: {} in overlap, {} touching; {} changes of state, {} full searches\n", tally.steps,
             tally.overlaps, tally.touches, tally.state_changes, tally.fallbacks);
  fmt::print("{} against brute force: distance off by {:.3g} sizes, normal by {:.3g} rad at most\n",
             tally.references, tally.distance_error, tally.normal_error);
  fmt::print("\nfrom one type to the next:\n{:<20}", "");
  for (int to = 0; to < types; ++to) fmt::print("{:>20}", name(static_cast<ContactType>(to)));
  for (int from = 0; from < types; ++from) {
    fmt::print("\n{:<20}", name(static_cast<ContactType>(from)));
    for (int to = 0; to < types; ++to) fmt::print("{:>20}", tally.type_changes[from][to]);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  fmt::print("\n{} failures, {:.0f} s\n", tally.failures, elapsed.count());
  return tally.failures == 0 ? 0 : 1;
}
