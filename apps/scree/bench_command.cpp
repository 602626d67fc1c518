// scree bench: flags, and where the report goes.
#include "bench_command.hpp"

#include "bench/benchmarks.hpp"
#include "bench/report.hpp"
#include "core/file_io.hpp"
#include "exit_status.hpp"
#include "run_progress.hpp"
#include "scene/json_reader.hpp"
#include "signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace scree::command {
namespace {

constexpr std::uint64_t most_pairs = 1'000'000'000;
constexpr std::uint64_t most_seed = std::uint64_t{1} << 53;  // what JSON numbers hold exactly
constexpr int most_repeats = 1'000'000;
constexpr int most_threads = 1024;
constexpr double least_factor = 1e-3;  // of time steps

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

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}
std::string plot_path(const BenchOptions& options, std::string_view plot) {
  return path_in(options.plot, fmt::format("{}.svg", plot));
}

// What is wrong with the flags of benchmarks that run scenes; empty: nothing.
std::string scene_complaint(const BenchOptions& options, const bench::Benchmark& benchmark) {
  if (options.particles) {
    const auto& cases = benchmark.cases;
    if (cases.empty()) return fmt::format("--particles: {} has no cases to choose from", options.name);
    if (std::find(cases.begin(), cases.end(), *options.particles) == cases.end()) {
      return fmt::format("--particles: {} has no case of {}; allowed: {}", options.name, *options.particles,
                         fmt::join(cases, ", "));
    }
  }
  if (!benchmark.replays) {
    if (options.steps) return fmt::format("--steps: {} replays no steps of a run", options.name);
    if (options.time_step_factor) return fmt::format("--time-step: {} has its own", options.name);
  }
  if (benchmark.runs_scenes) {
    // Checkpoints and tables go there: better known now than after an hour.
    if (options.out.empty()) return "";
    const auto unwritable = check_writable(path_in(options.out, "checkpoint"));
    return unwritable ? "--out: " + unwritable->message : "";
  }
  if (!options.out.empty())
    return fmt::format("--out: {} has no tables or checkpoints to keep", options.name);
  if (options.threads) return fmt::format("--threads: {} uses one thread", options.name);
  return "";
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
  if (options.repeat && benchmark->default_repeat == 0) {
    return fmt::format("--repeat: {} times nothing by repeating it", options.name);
  }
  if (std::string bad = scene_complaint(options, *benchmark); !bad.empty()) return bad;
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

bench::RunWatch watch_runs() {
  bench::RunWatch watch;
  watch.interrupt = &catch_signals();
  auto line = std::make_shared<RunProgressLine>();
  watch.progress = [line](const RunProgress& progress) { line->show(progress); };
  watch.note = [line](const std::string& text) {
    line->wipe();
    remark(text);
  };
  return watch;
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
      ->add_option("--plot", options.plot,
                   "Also writes plots (SVG) and pictures (PNG) into a folder; it must exist")
      ->type_name("DIR")
      ->check([](const std::string& path) { return path.empty() ? "DIR is empty" : ""; });
  command
      ->add_option(
          "--out", options.out,
          "Of benchmarks that run scenes: keeps tables and checkpoints in a folder, which must exist, and "
          "goes on from there when called again")
      ->type_name("DIR")
      ->check([](const std::string& path) { return path.empty() ? "DIR is empty" : ""; });
  command->add_option("--particles", options.particles, "Runs only the case with so many particles")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, most_pairs).description(""));
  command->add_option("--threads", options.threads, "Of benchmarks that run scenes; 0, the default: all")
      ->type_name("N")
      ->check(CLI::Range(0, most_threads).description(""));
  command
      ->add_option("--steps", options.steps,
                   "Of nezami-flow and nezami-bucket: how many steps are replayed by all algorithms; default "
                   "1000")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, most_pairs).description(""));
  command
      ->add_option("--time-step", options.time_step_factor,
                   "Of nezami-flow and nezami-bucket: a factor on the scene's time step; default 1")
      ->type_name("F")
      ->check(CLI::Range(least_factor, 1.0).description(""));
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
  bench::Options wanted;
  wanted.pairs = options.pairs.value_or(0);
  wanted.seed = options.seed.value_or(1);
  wanted.repeat = options.repeat.value_or(0);
  wanted.particles = options.particles.value_or(0);
  wanted.threads = options.threads.value_or(0);
  wanted.out = options.out;
  wanted.steps = options.steps.value_or(0);
  wanted.time_step_factor = options.time_step_factor.value_or(1);
  const bench::Benchmark& benchmark = *bench::find_benchmark(options.name);
  if (benchmark.replays) wanted.watch = watch_runs();
  const bench::Report report = bench::run_benchmark(benchmark, wanted);
  if (bench::interrupted(wanted.watch)) {
    remark(options.out.empty() ? "interrupted; with --out a run can be taken up again"
                               : "interrupted; the same command goes on from here");
    return signal_status + wanted.watch.interrupt->load();
  }
  write(output, bench::to_text(report));
  bool written = finish(output);
  const auto keep = [&](std::string_view flag, const std::string& path, const std::string& bytes) {
    const auto failed = write_file(path, bytes);
    if (!failed) return;
    complain(fmt::format("{}: {}", flag, failed->message));
    written = false;
  };
  if (!options.json.empty()) keep("--json", options.json, bench::to_json(report));
  if (!options.plot.empty()) {
    for (const bench::ReportPlot& plot : report.plots)
      keep("--plot", plot_path(options, plot.name), plot.svg);
    for (const bench::ReportFile& picture : report.pictures) {
      keep("--plot", path_in(options.plot, picture.name), picture.bytes);
    }
  }
  if (!options.out.empty()) {
    for (const bench::ReportFile& table : report.data)
      keep("--out", path_in(options.out, table.name), table.bytes);
  }
  return written ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
