// The boxes of `scree bench engine` are what they say, and its report says what was measured.
#include "bench/engine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "bench/engine_speed.hpp"
#include "model/build_model.hpp"
#include "sim/core.hpp"

namespace scree::bench {
namespace {

const Shape& shape_of(const Model& model, BodyId body) {
  return model.shapes[model.piece_shape[model.piece_begin[body]]];
}

TEST(EngineBoxes, PolyhedraComeInEqualPartsAndStartLoose) {
  const auto setup = loose_column(1, BoxShapes::polyhedra);
  std::map<std::size_t, int> by_corners;
  for (BodyId i = 1; i <= particles_per_column; ++i) {
    const Shape& shape = shape_of(setup.model, i);
    ++by_corners[shape.core->vertices.size()];
    const Real diameter = std::cbrt(6 * shape.mass.volume / 3.14159265358979323846);
    EXPECT_GE(diameter, 0.02 * (1 - 1e-12));
    EXPECT_LE(diameter, 0.05 * (1 + 1e-12));
  }
  const std::map<std::size_t, int> wanted{{4, 250}, {5, 250}, {8, 250}, {14, 250}};
  EXPECT_EQ(by_corners, wanted);
  SimulationCore core(setup);
  start(core);
  EXPECT_EQ(core.particles, 1000U);
  EXPECT_LT(point_count(core.work.contacts), 10U);
}

TEST(EngineBoxes, SuperellipsoidsHaveTheVolumesOfThePolyhedraAndFourExponents) {
  const auto curved = loose_column(1, BoxShapes::superellipsoids);
  const auto flat = loose_column(1, BoxShapes::polyhedra);
  std::map<int, int> by_exponent;
  for (BodyId i = 1; i <= particles_per_column; ++i) {
    const Shape& shape = shape_of(curved.model, i);
    ASSERT_EQ(shape.type, ShapeType::superellipsoid);
    EXPECT_EQ(shape.exponents[0], shape.exponents[1]);
    ++by_exponent[static_cast<int>(std::lround(2 / shape.exponents[0]))];
    const Real volume = shape_of(flat.model, i).mass.volume;
    EXPECT_NEAR(shape.mass.volume, volume, 1e-9 * volume);
    EXPECT_NEAR(shape.radii.x / shape.radii.z, 5.0 / 3, 1e-12);
  }
  const std::map<int, int> wanted{{2, 250}, {3, 250}, {4, 250}, {6, 250}};
  EXPECT_EQ(by_exponent, wanted);
  SimulationCore core(curved);
  start(core);
  EXPECT_EQ(point_count(core.work.contacts), 0U);
}

// A copy side by side has the same contacts twice over.
TEST(EngineBoxes, TilesAreCopies) {
  SimulationCore column(loose_column(2, BoxShapes::polyhedra));
  start(column);
  for (int i = 0; i < 30; ++i) advance(column);
  const auto box = tiled(column.setup, 2, 1);
  EXPECT_EQ(body_count(box.model), 2001U);
  EXPECT_EQ(box.model.periodic.length.x, 2 * column_width);
  EXPECT_EQ(box.model.shapes.size(), column.setup.model.shapes.size());
  for (const BodyId i : {1, 500, 1000}) {
    const Vec3 there = own_pose(box.model, box.state, i + 1000).translation;
    const Vec3 here = own_pose(column.setup.model, column.setup.state, i).translation;
    EXPECT_LT(norm(there - here - Vec3{column_width, 0, 0}), 1e-15);
    EXPECT_LT(norm(box.state.velocity[i + 1000] - column.setup.state.velocity[i]), 1e-15);
  }
}

std::map<std::tuple<Real, Real, Real>, Real> masses_by_place(const Setup& box) {
  std::map<std::tuple<Real, Real, Real>, Real> masses;
  for (BodyId i = 1; i < body_count(box.model); ++i) {
    const Vec3 p = box.state.position[i];
    masses[{p.x, p.y, p.z}] = box.model.mass[i];
  }
  return masses;
}

// The same particles at the same places, by other numbers.
TEST(EngineBoxes, CanBeNumberedAtRandom) {
  const auto column = loose_column(2, BoxShapes::polyhedra);
  const auto by_columns = tiled(column, 2, 2), at_random = tiled(column, 2, 2, Numbering::at_random);
  EXPECT_EQ(masses_by_place(at_random).size(), 4000U);
  EXPECT_EQ(masses_by_place(at_random), masses_by_place(by_columns));
  int stayed = 0;
  for (BodyId i = 1; i <= 4000; ++i) {
    stayed += at_random.state.position[i] == by_columns.state.position[i] ? 1 : 0;
  }
  EXPECT_LT(stayed, 20);
}

// Corners in the world: their hull has the particle's volume and lies where the particle is.
TEST(EngineBoxes, ColumnAsJsonHasTheParticles) {
  const auto column = loose_column(3, BoxShapes::polyhedra);
  const auto json = nlohmann::json::parse(column_json(column));
  EXPECT_EQ(json["width"], column_width);
  EXPECT_EQ(json["time_step"], engine_time_step);
  ASSERT_EQ(json["particles"].size(), 1000U);
  for (const BodyId i : {1, 2, 3, 4, 999}) {
    const auto& particle = json["particles"][i - 1];
    std::vector<Vec3> corners;
    for (const auto& v : particle["vertices"])
      corners.push_back({v[0].get<Real>(), v[1].get<Real>(), v[2].get<Real>()});
    const auto hull = make_polyhedron(corners);
    ASSERT_TRUE(hull) << hull.error().message;
    EXPECT_NEAR(hull->mass.volume * json["density"].get<Real>(), column.model.mass[i],
                1e-9 * column.model.mass[i]);
    EXPECT_LT(norm(hull->centre - column.state.position[i]), 1e-12);
    EXPECT_EQ(particle["velocity"][2], column.state.velocity[i].z);
  }
}

BoxSpeed speed(BoxShapes shapes, int particles, int threads, Real time) {
  BoxSpeed box;
  box.shapes = shapes;
  box.particles = particles;
  box.threads = threads;
  box.time = time;
  box.wall_time = 1.25 * time;
  box.bytes = 1500;
  box.profile.seconds = {1, 0.5, 5, 1.5, 1, 1, 0, 0, 0};
  box.profile.steps = 100;
  box.profile.searches = 4;
  return box;
}

const Bar* find_bar(const Report& report, const std::string& part) {
  for (const Bar& bar : report.bars) {
    if (bar.what.find(part) != std::string::npos) return &bar;
  }
  return nullptr;
}

TEST(EngineReport, HasTheBarsOfWhatWasMeasured) {
  EngineSpeeds speeds;
  speeds.fall.seconds = {1, 1, 6, 1, 1, 0, 0, 0, 0};
  speeds.boxes = {
      speed(BoxShapes::polyhedra, 1000, 1, 1.0),    speed(BoxShapes::polyhedra, 4000, 1, 1.6),
      speed(BoxShapes::polyhedra, 4000, 2, 0.8),    speed(BoxShapes::polyhedra, 100'000, 1, 1.2),
      speed(BoxShapes::polyhedra, 100'000, 2, 0.8), speed(BoxShapes::superellipsoids, 1000, 1, 2.0)};
  const Report report = engine_report(speeds);
  const auto expect = [&](const std::string& part, Real measured, bool passed) {
    const Bar* bar = find_bar(report, part);
    ASSERT_NE(bar, nullptr) << part;
    EXPECT_NEAR(bar->measured, measured, 1e-9 * measured) << part;
    EXPECT_EQ(bar->passed, passed) << part;
  };
  expect("4,000 polyhedra, one thread", 625'000, true);
  expect("1,000 superellipsoids, one thread", 500'000, false);
  expect("100,000 over 1,000", 1.2, true);
  expect("4000 polyhedra: two threads over one", 2.0, true);
  expect("100000 polyhedra: two threads over one", 1.5, false);
  expect("settled, one thread: share", 5, true);
  expect("falling, one thread: share", 10, false);
  expect("memory", 1500, true);
  EXPECT_EQ(report.bars.size(), 8U);
  // Boxes, and stages for 4,000, 100,000 and superellipsoids.
  ASSERT_EQ(report.tables.size(), 4U);
  EXPECT_EQ(report.tables[0].rows.size(), speeds.boxes.size());
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  const std::string text = to_text(report);
  EXPECT_NE(text.find("detection"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
}

TEST(EngineReport, KeepsBoxesNumberedAtRandomApart) {
  EngineSpeeds speeds;
  speeds.fall.seconds[2] = 1;
  const auto at_random = [](BoxSpeed box) {
    box.numbering = Numbering::at_random;
    return box;
  };
  speeds.boxes = {at_random(speed(BoxShapes::polyhedra, 100'000, 1, 1.8)),
                  at_random(speed(BoxShapes::polyhedra, 100'000, 2, 1.0)),
                  speed(BoxShapes::polyhedra, 1000, 1, 1.0), speed(BoxShapes::polyhedra, 100'000, 1, 1.2),
                  speed(BoxShapes::polyhedra, 100'000, 2, 0.8)};
  const Report report = engine_report(speeds);
  const auto measured = [&](const std::string& part) {
    const Bar* bar = find_bar(report, part);
    return bar == nullptr ? 0 : bar->measured;
  };
  EXPECT_NEAR(measured("100,000 over 1,000"), 1.2, 1e-9);
  EXPECT_NEAR(measured("100000 polyhedra: two threads over one"), 1.5, 1e-9);
  EXPECT_NEAR(measured("100000 polyhedra numbered at random: two threads over one"), 1.8, 1e-9);
  // Boxes, and stages for 100,000 in either numbering.
  ASSERT_EQ(report.tables.size(), 3U);
  EXPECT_EQ(report.tables[2].title, "Where the time goes, 100000 polyhedra numbered at random");
  EXPECT_NE(to_text(report).find("at random"), std::string::npos);
}

TEST(EngineReport, OfOneBoxHasNoBarsOfOthers) {
  EngineSpeeds speeds;
  speeds.fall.seconds[2] = 1;
  speeds.boxes = {speed(BoxShapes::polyhedra, 1000, 1, 1.0)};
  const Report report = engine_report(speeds);
  EXPECT_EQ(report.bars.size(), 3U);
  EXPECT_EQ(report.tables.size(), 1U);
}

TEST(EngineSpeed, MeasuresABoxOnEachNumberOfThreads) {
  const auto setup = loose_column(1, BoxShapes::polyhedra);
  const auto speeds = measure_box({setup}, {1, 2}, 1);
  ASSERT_EQ(speeds.size(), 2U);
  for (const BoxSpeed& box : speeds) {
    EXPECT_EQ(box.particles, 1000);
    EXPECT_GT(box.time, 0);
#ifndef __SANITIZE_ADDRESS__  // it has a heap of its own, which is not counted
    EXPECT_GT(box.bytes, 500);
    EXPECT_LT(box.bytes, 5000);
#endif
    EXPECT_EQ(box.profile.steps, 500U);
    EXPECT_EQ(box.profile.particle_steps, 500'000U);
  }
  EXPECT_EQ(speeds[0].threads, 1);
  EXPECT_EQ(speeds[1].threads, 2);
}

}  // namespace
}  // namespace scree::bench
