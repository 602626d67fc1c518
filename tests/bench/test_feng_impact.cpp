// The benchmark `feng-impact`: its scenes are the paper's, and a short run keeps its energy.
#include "bench/feng_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bench/benchmarks.hpp"
#include "bench/paper_scenes.hpp"
#include "model/build_model.hpp"

namespace scree::bench {
namespace {

// Eq. 32 on the three superquadrics: a, b, c, n1, n2, lengths times 0.075 m.
TEST(FengImpact, SuperquadricsAreThePapers) {
  constexpr Real of_paper[3][5] = {{1.5, 0.4, 3, 3, 10}, {2, 1, 1, 2, 10}, {2, 1, 1.5, 3, 5}};
  const scree::Setup smooth = paper_setup("feng-impact-smooth");
  const scree::Setup meshes = paper_setup("feng-impact-superquadrics");
  for (std::size_t body = 0; body < 3; ++body) {
    const Real* of_body = of_paper[body];
    const auto equation = [of_body](Vec3 p) {
      const Real a = of_body[0], b = of_body[1], c = of_body[2], n1 = of_body[3], n2 = of_body[4];
      const Vec3 q = p / 0.075;
      const Real plane = std::pow(std::fabs(q.x / a), n2) + std::pow(std::fabs(q.y / b), n2);
      return std::pow(plane, n1 / n2) + std::pow(std::fabs(q.z / c), n1) - 1;
    };
    const Shape& shape = smooth.model.shapes[smooth.model.piece_shape[body]];
    for (const Vec3 direction : {Vec3{1, 2, 3}, Vec3{-2, 0.3, 0.4}, Vec3{0.2, -3, 1}, Vec3{0.1, 0.1, -1}}) {
      EXPECT_NEAR(equation(support_point(shape, direction)), 0, 1e-10);
    }
    const Shape& mesh = meshes.model.shapes[meshes.model.piece_shape[body]];
    ASSERT_TRUE(mesh.core);
    EXPECT_EQ(mesh.core->vertices.size(), 400U);
    for (const Vec3 vertex : mesh.core->vertices) EXPECT_NEAR(equation(vertex + mesh.centre), 0, 1e-10);
    EXPECT_NEAR(smooth.model.mass[body], 2000 * shape.mass.volume, 1e-9);
  }
}

TEST(FengImpact, CasesRunAsThePaperSays) {
  for (const ImpactCase& about : impact_cases()) {
    const scree::Setup setup = paper_setup(about.scene);
    EXPECT_EQ(setup.settings.time_step, 1.25e-5);
    EXPECT_EQ(setup.settings.end_time, 1.25);
    EXPECT_EQ(body_count(setup.model), 9U);  // three and six walls
    EXPECT_EQ(setup.state.velocity[0].z, -1);
    EXPECT_EQ(norm(setup.state.velocity[1]) + norm(setup.state.velocity[2]), 0);
    const ContactParameters& law = setup.model.contact_parameters[0];
    EXPECT_EQ(law.normal_stiffness, 1e6);
    EXPECT_EQ(law.exponent, 1);
    EXPECT_EQ(law.friction, 0);
    EXPECT_EQ(law.restitution, 1);
  }
}

// Through the first collisions, with steps four times the paper's.
TEST(FengImpact, ShortRunKeepsItsEnergy) {
  for (const ImpactCase& about : impact_cases()) {
    const ImpactRun run = run_impact(paper_setup(about.scene), 5e-5, 0.25);
    EXPECT_EQ(run.steps, 5000U);
    EXPECT_GT(run.collisions, 5U) << about.scene;
    EXPECT_LT(run.collisions, 60U) << about.scene;
    EXPECT_GT(run.worst_error, 0);
    EXPECT_LT(run.worst_error, 2e-3) << about.scene;
    EXPECT_GE(run.worst_error, run.end_error);
    EXPECT_GE(2 * run.worst_error, run.worst_jump);
    EXPECT_EQ(run.failures, 0U);
    ASSERT_EQ(run.samples.size(), impact_samples + 1);
    EXPECT_NEAR(run.samples.back().time, 0.25, 1e-9);
    // All energies are from zero up: gravity is counted from the floor.
    for (const ImpactSample& sample : run.samples) {
      EXPECT_GT(sample.energies.gravity, 0);
      EXPECT_NEAR(stored(sample.energies) / run.start_energy, 1, 2e-3);
    }
  }
}

// A ball that bounces between floor and lid: as many collisions as by hand.
TEST(FengImpact, CountsCollisions) {
  scree::Setup setup;
  const int stone = *add_material(setup.model, {"stone", 2000});
  setup.settings.end_time = 1;
  BodyDescription ball;
  ball.pieces = {{*make_sphere(0.05), {}}};
  ball.material = stone;
  ball.world_from_body.translation = {0, 0, 0.5};
  ball.velocity = {0, 0, -3};
  ASSERT_TRUE(add_body(setup.model, setup.state, ball));
  BodyDescription wall;
  wall.mobility = Mobility::fixed;
  wall.pieces = {{*make_half_space({0, 0, 1}, 0), {}}};
  ASSERT_TRUE(add_body(setup.model, setup.state, wall));
  wall.pieces = {{*make_half_space({0, 0, -1}, -1), {}}};
  ASSERT_TRUE(add_body(setup.model, setup.state, wall));
  // 0.9 m from wall to wall at 3 m/s: down after 0.15 s, then every 0.3 s, each bounce some 3 ms long.
  const ImpactRun run = run_impact(setup, 1e-5, 1);
  EXPECT_EQ(run.collisions, 3U);
  EXPECT_EQ(run.switches, 0U);
  EXPECT_LT(run.worst_error, 1e-4);
}

ImpactSeries made_up_series(Real error, Real shortest) {
  ImpactSeries series{std::vector<ImpactRun>(std::size(impact_steps)), {1e-6, error}};
  for (ImpactRun& run : series.runs) {
    run.worst_error = error;
    run.start_energy = 100;
    run.samples = {{0, {}}, {1, {}}};
  }
  series.runs.front().worst_error = 1e-3;
  series.runs.back().worst_error = shortest;
  return series;
}
// The bar for the error is that of the corrected scheme.
ImpactResult made_up(Real error, Real shortest, Real shortest_plain = 1e-5) {
  return {impact_cases()[0], made_up_series(error, shortest), made_up_series(1e-2, shortest_plain)};
}

TEST(FengImpact, BarsCanBeMissed) {
  for (const Bar& bar : report_of({made_up(1e-4, 1e-5)}).bars) EXPECT_TRUE(bar.passed) << bar.what;
  EXPECT_FALSE(report_of({made_up(3e-4, 1e-5)}).bars[0].passed);
  EXPECT_FALSE(report_of({made_up(3e-4, 1e-5)}).bars[1].passed);
  EXPECT_FALSE(report_of({made_up(1e-4, 9e-4)}).bars[2].passed);
  EXPECT_FALSE(report_of({made_up(1e-4, 1e-5, 9e-4)}).bars[3].passed);
}

TEST(FengImpact, OtherStartsAreCloseAndDiffer) {
  const scree::Setup setup = paper_setup("feng-impact-polyhedra");
  const scree::Setup one = with_bodies_moved(setup, 1, 0);
  const scree::Setup two = with_bodies_moved(setup, 1, 1);
  for (std::size_t body = 0; body < 3; ++body) {
    EXPECT_LT(norm(one.state.position[body] - setup.state.position[body]), 1.8e-3);
    EXPECT_GT(norm(one.state.position[body] - two.state.position[body]), 1e-5);
  }
  for (std::size_t wall = 3; wall < 9; ++wall) {
    EXPECT_EQ(norm(one.state.position[wall] - setup.state.position[wall]), 0);
  }
}

TEST(FengImpact, PlotsAreThoseOfTheList) {
  const Benchmark* benchmark = find_benchmark("feng-impact");
  ASSERT_NE(benchmark, nullptr);
  std::vector<ImpactResult> results;
  for (const ImpactCase& about : impact_cases()) {
    results.push_back(made_up(1e-4, 1e-5));
    results.back().about = about;
  }
  const Report report = report_of(results);
  ASSERT_EQ(report.plots.size(), benchmark->plots.size());
  for (std::size_t i = 0; i < report.plots.size(); ++i) EXPECT_EQ(report.plots[i].name, benchmark->plots[i]);
}

}  // namespace
}  // namespace scree::bench
