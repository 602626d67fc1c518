#include "bench/nezami_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "bench/paper_scenes.hpp"
#include "sim/check_setup.hpp"
#include "support/scene_texts.hpp"

namespace scree::bench {
namespace {

// The scene of 500 particles with fewer of them.
std::string few_particles(int count) {
  return scree::testing::replaced(std::string(paper_scene("nezami-flow-500")), "count = 500",
                                  "count = " + std::to_string(count));
}

TEST(NezamiFlow, ScenesHaveThePapersParticles) {
  for (const FlowCase& about : flow_cases()) {
    if (about.particles > 10'000) continue;  // as the others, but slow to read
    const scree::Setup setup = paper_setup(about.scene);
    const Model& model = setup.model;
    EXPECT_EQ(setup.settings.time_step, 1.3e-4);
    EXPECT_LT(setup.settings.time_step, stable_time_step(model)) << about.scene;
    std::size_t particles = 0, small = 0;
    std::map<std::size_t, std::size_t> by_vertices;
    for (std::size_t i = 0; i < body_count(model); ++i) {
      if (model.mobility[i] != Mobility::dynamic) continue;
      const Shape& shape = model.shapes[model.piece_shape[model.piece_begin[i]]];
      const Real diameter = std::cbrt(6 * shape.mass.volume / 3.14159265358979323846);
      EXPECT_GE(diameter, 0.020 * (1 - 1e-9));
      EXPECT_LE(diameter, 0.050 * (1 + 1e-9));
      ++particles;
      small += diameter < 0.038 ? 1 : 0;
      ++by_vertices[shape.core->vertices.size()];
    }
    EXPECT_EQ(particles, about.particles);
    // Half of them, within three deviations of a fair coin.
    EXPECT_NEAR(static_cast<Real>(small), 0.5 * static_cast<Real>(particles),
                1.5 * std::sqrt(static_cast<Real>(particles)));
    for (const std::size_t vertices : {4, 5, 8, 14}) {
      EXPECT_NEAR(static_cast<Real>(by_vertices[vertices]), 0.25 * static_cast<Real>(particles), 8)
          << vertices;
    }
    const ContactParameters contact = model.contact_parameters[0];
    EXPECT_EQ(contact.normal_stiffness, 130e3);
    EXPECT_EQ(contact.shear_stiffness, 102e3);
    EXPECT_NEAR(contact.friction, std::tan(35 * 3.14159265358979323846 / 180), 1e-12);
  }
}

TEST(NezamiFlow, ASceneStartsWithoutOverlap) {
  const scree::Setup setup = paper_setup("nezami-flow-500");
  Exec exec(1);
  const auto bad = check_setup(setup, exec);
  EXPECT_FALSE(bad) << bad->message;
}

TEST(NezamiFlow, AFewParticlesFlowToRest) {
  NezamiPlan plan;
  plan.threads = 1;
  plan.steps = 30;
  const FlowResult result = run_flow(flow_cases()[0], few_particles(24), plan);
  ASSERT_FALSE(result.error) << result.error->message;
  EXPECT_EQ(result.run.particles, 24U);
  EXPECT_GT(result.open_time, 0.5);
  EXPECT_GT(result.flow_time, 0.5);
  EXPECT_LT(result.run.end_overlap_ratio, 0.02);
  EXPECT_GT(result.reach, 0.1);
  EXPECT_EQ(result.window.steps, 30U);
  ASSERT_EQ(result.window.papers_way.size(), 4U);
  const auto& totals = result.window.papers_way;
  EXPECT_GT(totals[replay_default].contacts, 100U);
  EXPECT_EQ(totals[replay_slm].contacts, totals[replay_default].contacts);
  EXPECT_NEAR(totals[replay_slm].depth, totals[replay_default].depth, 1e-9 * totals[replay_default].depth);
  EXPECT_EQ(result.pictures.size(), 3U);

  const Report report = flow_report({result});
  ASSERT_EQ(report.tables.size(), 4U);
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  EXPECT_EQ(report.tables[2].rows.size(), 4U);
  EXPECT_EQ(report.plots.size(), 1U);
  EXPECT_EQ(report.bars.size(), 2U);
}

TEST(NezamiFlow, WhatDoesNotComeToRestIsSaid) {
  const std::string scene = scree::testing::replaced(few_particles(4), "end_time = 8", "end_time = 0.01");
  NezamiPlan plan;
  plan.threads = 1;
  const FlowResult result = run_flow(flow_cases()[0], scene, plan);
  ASSERT_TRUE(result.error);
  const Report report = flow_report({result});
  ASSERT_EQ(report.bars.size(), 1U);
  EXPECT_FALSE(report.bars[0].passed);
  EXPECT_NE(report.bars[0].what.find("nezami-flow-500: the particles did not come to rest"),
            std::string::npos)
      << report.bars[0].what;
}

}  // namespace
}  // namespace scree::bench
