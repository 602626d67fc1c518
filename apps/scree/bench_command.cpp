// scree bench: flags, and where the report goes.
#include "bench_command.hpp"

#include "bench/benchmarks.hpp"
#include "bench/report.hpp"
#include "core/file_io.hpp"
#include "exit_status.hpp"
#include "scene/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace scree::command {
namespace {

constexpr std::uint64_t most_pairs = 1'000'000'000;
constexpr std::uint64_t most_seed = std::uint64_t{1} << 53;  // what JSON numbers hold exactly
constexpr int most_repeats = 1'000'000;

std::vector<std::string_view> benchmark_names() {
  std::vector<std::string_view> names;
  for (const bench::Benchmark& benchmark : bench::benchmarks()) names.push_back(benchmark.name);
  return names;
}

std::string benchmark_list() {
  std::size_t width = 0;
  for (const std::string_view name : benchmark_names()) width = std::max(width, name.size());
  std::string list = "Benchmarks:";
  for (const bench::Benchmark& benchmark : bench::benchmarks()) {
    list += fmt::format("\n  {:<{}}  {}", benchmark.name, width, benchmark.summary);
  }
  return list;
}

std::string plot_path(const BenchOptions& options, std::string_view plot) {
  return (std::filesystem::path(options.plot) / fmt::format("{}.svg", plot)).string();
}

// What is wrong with the flags; empty: nothing.
std::string complaint(const BenchOptions& options) {
  if (options.name.empty()) return "no benchmark given\n" + benchmark_list();
  const bench::Benchmark* benchmark = bench::find_benchmark(options.name);
  if (benchmark == nullptr) {
    return fmt::format("\"{}\" is not a benchmark; allowed: {}{}", options.name,
                       join_names(benchmark_names()), suggestion(options.name, benchmark_names()));
  }
  if (options.pairs && benchmark->default_pairs == 0) {
    return fmt::format("--pairs: the number of pairs of {} is fixed", options.name);
  }
  if (options.seed && !benchmark->seeded) {
    return fmt::format("--seed: {} draws nothing at random", options.name);
  }
  // What cannot be written is known before the minutes of a run, not after.
  if (!options.json.empty()) {
    if (const auto unwritable = check_writable(options.json)) return "--json: " + unwritable->message;
  }
  if (!options.plot.empty()) {
    if (benchmark->plots.empty()) return fmt::format("--plot: {} has no plots", options.name);
    for (const std::string_view plot : benchmark->plots) {
      if (const auto unwritable = check_writable(plot_path(options, plot)))
        return "--plot: " + unwritable->message;
    }
  }
  return "";
}

}  // namespace

CLI::App* add_bench_command(CLI::App& app, BenchOptions& options) {
  CLI::App* command = app.add_subcommand(
      "bench", "Measures the contact algorithms: how right and how fast, beside the papers' figures.");
  command->add_option("NAME", options.name, "One of the benchmarks below")->type_name(" ");
  command->add_option("--json", options.json, "Also writes the report to a file, with unrounded numbers")
      ->type_name("FILE")
      ->check([](const std::string& path) { return path.empty() ? "FILE is empty" : ""; });
  command
      ->add_option("--plot", options.plot, "Also writes the plots into a folder, as SVG files; it must exist")
      ->type_name("DIR")
      ->check([](const std::string& path) { return path.empty() ? "DIR is empty" : ""; });
  command->add_option("--pairs", options.pairs, "How many random pairs, where they are random")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, most_pairs).description(""));
  command->add_option("--seed", options.seed, "Another seed gives other random pairs; default 1")
      ->type_name("S")
      ->check(CLI::Range(std::uint64_t{0}, most_seed).description(""));
  command->add_option("--repeat", options.repeat, "Times each query R times and takes the best")
      ->type_name("R")
      ->check(CLI::Range(1, most_repeats).description(""));
  command->footer(benchmark_list() +
                  "\nExample:\n"
                  "  scree bench descantes --json descantes.json\n"
                  "Exit status: 0 done, 1 output failed, 2 bad input. A bar that is missed is part of the "
                  "report.");
  return command;
}

int run_bench(const BenchOptions& options, Output& output) {
  if (const std::string bad = complaint(options); !bad.empty()) {
    complain(bad);
    return exit_bad_input;
  }
  const bench::Report report =
      bench::run_benchmark(*bench::find_benchmark(options.name),
                           {options.pairs.value_or(0), options.seed.value_or(1), options.repeat.value_or(0)});
  write(output, bench::to_text(report));
  bool written = finish(output);
  if (!options.json.empty()) {
    if (const auto failed = write_file(options.json, bench::to_json(report))) {
      complain("--json: " + failed->message);
      written = false;
    }
  }
  if (!options.plot.empty()) {
    for (const bench::ReportPlot& plot : report.plots) {
      if (const auto failed = write_file(plot_path(options, plot.name), plot.svg)) {
        complain("--plot: " + failed->message);
        written = false;
      }
    }
  }
  return written ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
