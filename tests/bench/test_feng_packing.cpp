// The benchmark `feng-packing`: its scenes are the paper's, and what it says about a packing.
#include "bench/feng_packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bench/benchmarks.hpp"
#include "bench/paper_scenes.hpp"

namespace scree::bench {
namespace {

TEST(FengPacking, CasesAreThePapers) {
  for (const PackingCase& about : packing_cases()) {
    const scree::Setup setup = paper_setup(about.scene);
    EXPECT_EQ(setup.settings.end_time, 5);
    EXPECT_EQ(std::count(setup.model.mobility.begin(), setup.model.mobility.end(), Mobility::dynamic),
              static_cast<std::ptrdiff_t>(about.paper_particles));
    ASSERT_EQ(setup.schedule.injections.size(), 1U);
    EXPECT_EQ(setup.schedule.injections[0].start, 0);
    // The last ones start at most 13 m above the floor, at 7 m/s or more, and are down by 2.6 s.
    const Injection& rain = setup.schedule.injections[0];
    EXPECT_LE(rain.region.upper.z, 13);
    EXPECT_LE(rain.velocity.z + rain.velocity_spread.z, -7);
    EXPECT_LE(rain.end, 1.6);
    const ContactParameters& law = setup.model.contact_parameters[0];
    EXPECT_EQ(law.normal_stiffness, 1e6);
    EXPECT_EQ(law.friction, 0.5);
    EXPECT_EQ(law.restitution, 0.1);
    EXPECT_EQ(law.tangential_restitution, 0.1);
  }
}

// The first few particles of the rain, on their way down.
const scree::Setup& first_moments() {
  static const scree::Setup setup = [] {
    scree::Setup made = paper_setup("feng-packing-superquadrics");
    made.settings.end_time = 0.1;
    return made;
  }();
  return setup;
}

TEST(FengPacking, AFallIsNoRest) {
  const PackingRun run = run_packing(first_moments(), 1);
  EXPECT_EQ(run.expected, 987U);
  EXPECT_GT(run.particles, 50U);
  EXPECT_LT(run.particles, 70U);  // 987 in 1.6 s
  EXPECT_EQ(run.outside, 0U);
  EXPECT_EQ(run.failures, 0U);
  EXPECT_LE(run.injected_by, 0.1 + run.time_step);
  // All that they have lost by height, and came in with, is motion.
  EXPECT_NEAR(run.kinetic / run.drop_energy, 1, 0.01);
  EXPECT_LT(run.balance_error, 1e-3);
  const Report report = report_of({{packing_cases()[0], run}});
  ASSERT_EQ(report.bars.size(), 6U);
  EXPECT_FALSE(report.bars[0].passed);  // not all are in
  EXPECT_FALSE(report.bars[1].passed);  // nor at rest
  EXPECT_TRUE(report.bars[2].passed);
}

TEST(FengPacking, DoesNotDependOnThreads) {
  const PackingRun one = run_packing(first_moments(), 1);
  const PackingRun two = run_packing(first_moments(), 2);
  EXPECT_EQ(one.kinetic, two.kinetic);
  EXPECT_EQ(one.drop_energy, two.drop_energy);
}

TEST(FengPacking, BarsCanBeMissed) {
  PackingRun good;
  good.particles = good.expected = 987;
  good.drop_energy = 1000;
  good.kinetic = 1e-4;
  good.overlap_ratio = 0.01;
  good.balance_error = 1e-4;
  for (const Bar& bar : report_of({{packing_cases()[0], good}}).bars) EXPECT_TRUE(bar.passed) << bar.what;
  const auto misses = [&](std::size_t bar, auto&& change) {
    PackingRun bad = good;
    change(bad);
    const std::vector<Bar> bars = report_of({{packing_cases()[0], bad}}).bars;
    for (std::size_t i = 0; i < bars.size(); ++i) EXPECT_EQ(bars[i].passed, i != bar) << bars[i].what;
  };
  misses(0, [](PackingRun& run) { run.particles = 986; });
  misses(1, [](PackingRun& run) { run.kinetic = 2e-3; });
  misses(2, [](PackingRun& run) { run.outside = 1; });
  misses(3, [](PackingRun& run) { run.overlap_ratio = 0.03; });
  misses(4, [](PackingRun& run) { run.failures = 1; });
  misses(5, [](PackingRun& run) { run.balance_error = 2e-2; });
}

TEST(FengPacking, PlotsAreThoseOfTheList) {
  const Benchmark* benchmark = find_benchmark("feng-packing");
  ASSERT_NE(benchmark, nullptr);
  PackingRun run;
  run.samples = {{0, 1, 1e-3}, {1, 0.5, 1e-3}};
  run.drop_energy = 1;
  const Report report = report_of({{packing_cases()[0], run}});
  ASSERT_EQ(report.plots.size(), benchmark->plots.size());
  for (std::size_t i = 0; i < report.plots.size(); ++i) EXPECT_EQ(report.plots[i].name, benchmark->plots[i]);
}

}  // namespace
}  // namespace scree::bench
