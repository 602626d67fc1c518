// The benchmark `narrow` with other libraries on the same pairs in the same rounds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include "bench/benchmarks.hpp"
#include "bench/report.hpp"
#include "core/file_io.hpp"
#include "peers.hpp"

namespace {

using namespace scree::bench;

Report run_with_peers(const Options& options) {
  std::vector<NarrowContestant> peers;
  for (const auto& found : {libccd_contestants(), fcl_contestants(), bullet_contestants(), ode_contestants()})
    peers.insert(peers.end(), found.begin(), found.end());
  NarrowPlan plan;
  plan.pairs = options.pairs;
  plan.seed = options.seed;
  plan.rounds = options.repeat;
  return run_narrow_with(plan, peers);
}

int run(int argc, char** argv) {
  constexpr std::uint64_t most_pairs = 1'000'000;
  constexpr int most_repeats = 1'000'000, bad_input = 2;
  CLI::App app{
      "Contact queries by scree, libccd, FCL, Bullet and ODE, as far as they are installed, on the same "
      "pairs."};
  Options options;
  std::string json;
  app.add_option("--pairs", options.pairs, "How many random pairs; default 20000")
      ->check(CLI::Range(std::uint64_t{1}, most_pairs));
  app.add_option("--seed", options.seed, "Another seed gives other pairs; default 1");
  app.add_option("--repeat", options.repeat, "Rounds of timing, of which the best counts; default 3")
      ->check(CLI::Range(1, most_repeats));
  app.add_option("--json", json, "Also writes the report to a file, with unrounded numbers");
  app.footer("Example:\n  scree_bench_peers --pairs 2000 --json peers.json");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : bad_input;
  }
  if (!json.empty()) {
    if (const auto unwritable = scree::check_writable(json)) {
      fmt::print(stderr, "--json: {}\n", unwritable->message);
      return bad_input;
    }
  }
  const Benchmark benchmark{"narrow-peers", "", 20'000, true, 3, run_with_peers};
  const Report report = run_benchmark(benchmark, options);
  fmt::print("{}", to_text(report));
  if (json.empty()) return 0;
  const auto failed = scree::write_file(json, to_json(report));
  if (failed) fmt::print(stderr, "--json: {}\n", failed->message);
  return failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
