// The simulations of Zheng 2017: the scenes are what they say, the walls stand, and all algorithms see the
// same contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "bench/paper_scenes.hpp"
#include "bench/zheng_simulations.hpp"
#include "exec/exec.hpp"
#include "sim/check_setup.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

std::size_t block_count(const Model& model) {
  std::size_t count = 0;
  for (const Mobility mobility : model.mobility) count += mobility == Mobility::dynamic ? 1 : 0;
  return count;
}

TEST(ZhengSimulations, ScenesAreAsThePaperSays) {
  Exec exec(1);
  for (const auto* const list : {&zheng_falls(), &zheng_walls()}) {
    for (const ZhengScene& scene : *list) {
      const auto setup = paper_setup(scene.name);
      const Model& model = setup.model;
      ASSERT_EQ(block_count(model), scene.blocks) << scene.name;
      const auto bad = check_setup(setup, exec);
      ASSERT_FALSE(bad) << bad->message;
      const bool wall = list == &zheng_walls();
      EXPECT_EQ(model.contact_parameters[0].normal_stiffness, wall ? 1e10 : 1e5);
      // The paper's step is too long for explicit stepping; ours leaves room for many contacts per block.
      EXPECT_LT(stable_time_step(model), zheng_state_interval);
      EXPECT_LE(setup.settings.time_step, 0.2 * stable_time_step(model));
      EXPECT_NEAR(setup.settings.end_time, (wall ? 1000 : 3000) * zheng_state_interval, 1e-12);
      for (std::size_t body = 0; body < body_count(model) && !wall; ++body) {
        if (model.mobility[body] != Mobility::dynamic) continue;
        const Shape& shape = model.shapes[model.piece_shape[model.piece_begin[body]]];
        EXPECT_EQ(shape.core->vertices.size(), 4U);
        EXPECT_NEAR(shape.mass.volume, 1.7e-4, 0.2 * 1.7e-4);
      }
    }
  }
}

// Put up without load, the wall sinks into its springs and comes to rest. Then gravity has done twice the
// work that the springs hold (Clapeyron), and the floor carries the weight.
TEST(ZhengSimulations, AWallStands) {
  auto setup = paper_setup("zheng-wall-15");
  setup.settings.time_step = 2e-5;  // long enough for a small wall
  const Real end = 0.04;
  const ZhengRun run =
      run_zheng_scene(zheng_walls()[0], setup, end, {.threads = 1, .measure = false, .pictures = false});
  EXPECT_NEAR(run.carried, 1, 1e-3);
  EXPECT_LT(run.farthest, 1e-4);
  EXPECT_LT(run.samples.back().top, 0);
  EXPECT_LT(run.balance_error, 1e-2);
  EXPECT_EQ(run.failures, 0U);
  ASSERT_EQ(run.samples.size(), 40U);
  EXPECT_NEAR(run.samples.back().time, end, 1e-12);

  SimulationCore core(std::move(setup));
  start(core);
  const Real before = energies(core).gravity;
  while (core.setup.state.time < end - 1e-9) advance(core);
  const Energies now = energies(core);
  EXPECT_LT(kinetic(now), 1e-4 * now.elastic);
  EXPECT_NEAR(now.elastic + now.shear, 0.5 * (before - now.gravity), 0.05 * now.elastic);
}

TEST(ZhengSimulations, AlgorithmsAnswerTheSameStates) {
  for (const char* const name : {"zheng-wall-15", "zheng-fall-64"}) {
    auto setup = paper_setup(name);
    if (std::string(name) == "zheng-fall-64") setup.state.gravity = {0, 0, -300};  // on the floor at once
    const ZhengRun run = run_zheng_scene(zheng_falls()[0], std::move(setup), 0.03,
                                         {.threads = 1, .measure = true, .pictures = false});
    EXPECT_EQ(run.states, 30U);
    ASSERT_EQ(run.with_points.size(), zheng_run_algorithms.size());
    const ReplayTotals& usual = run.with_points.back();
    EXPECT_GT(usual.contacts, 0U) << name;
    for (std::size_t k = 0; k < zheng_run_algorithms.size(); ++k) {
      for (const auto* const totals : {&run.with_points, &run.plain}) {
        EXPECT_EQ((*totals)[k].algorithm, zheng_run_algorithms[k]);
        // The default leaves pairs alone that cannot have met yet, the others are asked about all of them.
        if (zheng_run_algorithms[k] == Algorithm::automatic) {
          EXPECT_LT((*totals)[k].counts.queries, (*totals)[0].counts.queries) << name;
        } else {
          EXPECT_EQ((*totals)[k].counts.queries, (*totals)[0].counts.queries) << name;
        }
        EXPECT_GT((*totals)[k].seconds, 0);
      }
      // A wall has faces in contact only: there all of them agree.
      if (std::string(name) == "zheng-wall-15") {
        EXPECT_EQ(run.with_points[k].contacts, usual.contacts);
      }
    }
  }
}

TEST(ZhengSimulations, ReportsPutThePaperBeside) {
  ZhengRun run;
  run.scene = zheng_walls()[1];
  run.states = 10;
  run.samples = {{0.001, 1e-3, -1e-6}, {0.002, 1e-9, -2e-6}};
  run.carried = 1;
  for (const Real seconds : {8.0, 2.0, 4.0, 1.0}) {
    ReplayTotals total;
    total.seconds = seconds;
    total.counts.queries = 100;
    run.with_points.push_back(total);
    run.plain.push_back(total);
  }
  const Report report = zheng_wall_report({run});
  const auto& row = report.tables.front().rows.front();
  EXPECT_EQ(std::get<Real>(row[4]), 4);     // ds/fds
  EXPECT_EQ(std::get<Real>(row[5]), 4.98);  // the paper's
  EXPECT_EQ(std::get<Real>(row[6]), 2);     // ds/fcp
  EXPECT_EQ(std::get<Real>(row[8]), 8);     // ds/default
  for (const Bar& bar : report.bars) EXPECT_TRUE(bar.passed) << bar.what;
  run.carried = 0.9;
  bool failed = false;
  for (const Bar& bar : zheng_wall_report({run}).bars) failed = failed || !bar.passed;
  EXPECT_TRUE(failed);
  ASSERT_EQ(report.plots.size(), 1U);
  EXPECT_NE(report.plots[0].svg.find("vertical displacement"), std::string::npos);
}

}  // namespace
}  // namespace scree::bench
