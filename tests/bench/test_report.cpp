// A report as text and as JSON, bars, and what is filled in about the machine and the run.
#include "bench/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "bench/benchmarks.hpp"

namespace scree::bench {
namespace {

using nlohmann::json;

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

Report sample() {
  Report report;
  report.name = "sample";
  report.measures = "what a test measures";
  report.machine = {"Abacus 3000", 2, "g++ 0.1"};
  report.parameters = {{"pairs", 100000.0}, {"mode", std::string("cold")}};
  report.tables = {{"First",
                    {{"algorithm", "", Align::left, {}},
                     {"time", "ns", Align::right, {Style::fixed, 1}},
                     {"error", "m", Align::right, {Style::scientific, 1}},
                     {"right", "%", Align::right, {Style::percent, 2}},
                     {"count", "", Align::right, {Style::integer, 0}}},
                    {{std::string("gjk \"x\""), 1.0 / 3, 1.5e-9, 0.123456, 12345678.0},
                     {std::string("none"), nan, 0.0, 1.0, {}}}}};
  report.bars = {below("time [ns]", 12.5, 1000), at_most("error", nan, 1e-14)};
  report.notes = {"A note."};
  report.seconds = 1.25;
  report.peak_memory = std::int64_t{3} << 20;
  return report;
}

TEST(BenchReport, TextRoundsAndAligns) {
  EXPECT_EQ(to_text(sample()),
            "sample: what a test measures\n"
            "Abacus 3000; 2 processors; g++ 0.1\n"
            "pairs 100000, mode cold\n"
            "\n"
            "First\n"
            "\n"
            "algorithm  time [ns]  error [m]  right [%]     count\n"
            "---------  ---------  ---------  ---------  --------\n"
            "gjk \"x\"          0.3    1.5e-09      12.35  12345678\n"
            "none               -          0     100.00\n"
            "\n"
            "pass  time [ns] < 1000: 12.5\n"
            "FAIL  error <= 1e-14: -\n"
            "\n"
            "A note.\n"
            "\n"
            "1.2 s, 3 MiB\n");
}

TEST(BenchReport, JsonKeepsEveryDigit) {
  const json report = json::parse(to_json(sample()));
  EXPECT_EQ(report["benchmark"], "sample");
  EXPECT_EQ(report["measures"], "what a test measures");
  EXPECT_EQ(report["machine"],
            (json{{"processor", "Abacus 3000"}, {"processors", 2}, {"compiler", "g++ 0.1"}}));
  EXPECT_EQ(report["parameters"], (json{{"pairs", 100000}, {"mode", "cold"}}));
  const json& table = report["tables"][0];
  EXPECT_EQ(table["title"], "First");
  EXPECT_EQ(table["columns"][1], (json{{"heading", "time"}, {"unit", "ns"}}));
  const json& row = table["rows"][0];
  EXPECT_EQ(row[0], "gjk \"x\"");
  EXPECT_EQ(row[1].get<Real>(), 1.0 / 3);  // to the last bit
  EXPECT_EQ(row[2].get<Real>(), 1.5e-9);
  EXPECT_EQ(row[3].get<Real>(), 100 * 0.123456);  // in the unit that the column names
  EXPECT_EQ(row[4].dump(), "12345678");
  EXPECT_EQ(table["rows"][1], (json{"none", nullptr, 0, 100, nullptr}));
  EXPECT_EQ(report["bars"][0], (json{{"what", "time [ns] < 1000"}, {"measured", 12.5}, {"passed", true}}));
  EXPECT_EQ(report["bars"][1], (json{{"what", "error <= 1e-14"}, {"measured", nullptr}, {"passed", false}}));
  EXPECT_EQ(report["notes"], json{"A note."});
  EXPECT_EQ(report["seconds"], 1.25);
  EXPECT_EQ(report["peak_memory_bytes"], 3 << 20);
}

TEST(BenchReport, JsonKeepsTheOrderOfItsKeysAndEndsItsLine) {
  const std::string text = to_json(sample());
  EXPECT_EQ(text.back(), '\n');
  std::size_t last = 0;
  for (const char* key :
       {"benchmark", "measures", "machine", "parameters", "tables", "bars", "notes", "seconds"}) {
    const std::size_t at = text.find(std::string("\n  \"") + key + "\":");
    ASSERT_NE(at, std::string::npos) << key;
    EXPECT_GE(at, last) << key;
    last = at;
  }
}

TEST(BenchReport, BarsAtTheirLimit) {
  EXPECT_TRUE(at_most("x", 1, 1).passed);
  EXPECT_FALSE(at_most("x", std::nextafter(1, 2), 1).passed);
  EXPECT_TRUE(at_least("x", 1, 1).passed);
  EXPECT_FALSE(at_least("x", std::nextafter(1, 0), 1).passed);
  EXPECT_FALSE(below("x", 1, 1).passed);
  EXPECT_TRUE(below("x", std::nextafter(1, 0), 1).passed);
  for (const Bar& bar : {at_most("x", nan, 1), at_least("x", nan, 1), below("x", nan, 1)}) {
    EXPECT_FALSE(bar.passed) << bar.what;
  }
}

TEST(BenchReport, MachineIsNamed) {
  const Machine machine = this_machine();
  EXPECT_FALSE(machine.processor.empty());
  EXPECT_GE(machine.processors, 1);
  EXPECT_FALSE(machine.compiler.empty());
}

Report echo(const Options& options) {
  Report report;
  report.parameters = {{"mine", 7.0}};
  report.notes = {std::to_string(options.pairs) + " " + std::to_string(options.seed) + " " +
                  std::to_string(options.repeat)};
  return report;
}

TEST(Benchmarks, DefaultsAreFilledInAndReported) {
  const Benchmark benchmark{"echo", "", 50, true, 3, echo};
  const Report usual = run_benchmark(benchmark, {});
  EXPECT_EQ(usual.notes[0], "50 1 3");
  EXPECT_EQ(usual.name, "echo");
  EXPECT_FALSE(usual.machine.processor.empty());
  EXPECT_GT(usual.peak_memory, 1 << 20);
  ASSERT_EQ(usual.parameters.size(), 4U);
  EXPECT_EQ(usual.parameters[0], (std::pair<std::string, Cell>{"pairs", 50.0}));
  EXPECT_EQ(usual.parameters[3], (std::pair<std::string, Cell>{"mine", 7.0}));
  EXPECT_EQ(run_benchmark(benchmark, {9, 4, 2}).notes[0], "9 4 2");
}

TEST(Benchmarks, FixedPairsHaveNoNumberOfPairs) {
  const Report report = run_benchmark({"echo", "", 0, false, 3, echo}, {});
  ASSERT_EQ(report.parameters.size(), 2U);
  EXPECT_EQ(report.parameters[0].first, "repeat");
}

TEST(Benchmarks, AreFoundByName) {
  for (const Benchmark& benchmark : benchmarks()) {
    EXPECT_EQ(find_benchmark(benchmark.name), &benchmark);
    EXPECT_FALSE(benchmark.summary.empty());
    EXPECT_NE(benchmark.run, nullptr);
    EXPECT_GE(benchmark.default_repeat, 0);
  }
  EXPECT_EQ(find_benchmark("descante"), nullptr);
  EXPECT_EQ(find_benchmark(""), nullptr);
}

}  // namespace
}  // namespace scree::bench
