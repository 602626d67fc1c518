// scree bench: the benchmarks by name.
#pragma once

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace scree::command {

struct BenchOptions {
  std::string name;
  std::string json;  // a file for the report; empty: none
  std::string plot;  // a folder for plots and pictures; empty: none
  std::string out;   // a folder for tables and checkpoints; empty: none
  std::optional<std::uint64_t> pairs, seed, particles, steps;
  std::optional<int> repeat, threads;
  std::optional<double> time_step_factor;
};

CLI::App* add_bench_command(CLI::App& app, BenchOptions& options);
// Returns the exit status.
int run_bench(const BenchOptions& options, Output& output);

}  // namespace scree::command
