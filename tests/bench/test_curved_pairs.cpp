// The benchmark `curved`: its fine search against closed forms, its pairs, meshes and tallies.
#include "bench/curved_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>

#include "bench/measure.hpp"
#include "bench/must.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::bench {
namespace {

FineAnswer search(const Shape& a, const Shape& b, const Pose& a_from_b) {
  Quat rotation;
  const OwnShapePair view = make_pair_view(a, b, a_from_b, rotation);
  return fine_search(view);
}

CurvedTally tally_of(const CurvedCell& cell, const std::string& algorithm) {
  for (const CurvedTally& tally : cell.tallies) {
    if (tally.algorithm == algorithm) return tally;
  }
  return {};  // of no pairs: no test wants that
}

TEST(FineSearch, ClosedForms) {
  const Shape ball = must(make_sphere(0.5));
  const FineAnswer balls = search(ball, ball, {{}, {3, 4, 0}});
  EXPECT_NEAR(static_cast<Real>(balls.distance), 4, 1e-15);
  EXPECT_LT(norm(balls.normal - Vec3{0.6, 0.8, 0}), 1e-8);
  EXPECT_NEAR(static_cast<Real>(search(ball, ball, {{}, {0.3, 0.4, 0}}).distance), -0.5, 1e-16);

  const Shape egg = must(make_ellipsoid({1, 2, 3}));
  EXPECT_NEAR(static_cast<Real>(search(egg, egg, {{}, {2.5, 0, 0}}).distance), 0.5, 1e-16);
  EXPECT_NEAR(static_cast<Real>(search(egg, egg, {}).distance), -2, 1e-15);

  // Faces, edges and a rim: peaks that are not smooth.
  const Shape box = must(make_box({2, 2, 2}));
  EXPECT_NEAR(static_cast<Real>(search(box, box, {{}, {3, 0.5, 0.2}}).distance), 1, 1e-15);
  EXPECT_NEAR(static_cast<Real>(search(box, box, {{}, {3, 3, 0.2}}).distance), std::sqrt(2), 1e-15);
  EXPECT_NEAR(static_cast<Real>(search(box, box, {{}, {1.5, 1.2, 1.75}}).distance), -0.25, 1e-16);
  const Shape drum = must(make_cylinder(1, 2));
  EXPECT_NEAR(static_cast<Real>(search(drum, ball, {{}, {2, 0, 2}}).distance), std::sqrt(2) - 0.5, 1e-15);
  EXPECT_NEAR(static_cast<Real>(search(drum, ball, {{}, {0.2, 0.1, 1.25}}).distance), -0.25, 1e-16);

  const Shape wall = must(make_half_space({0, 0, 2}, 2));
  EXPECT_NEAR(static_cast<Real>(search(egg, wall, {{}, {0, 0, -6}}).distance), 1, 1e-15);
  EXPECT_NEAR(static_cast<Real>(search(egg, wall, {{}, {0, 0, -4}}).distance), -1, 1e-15);
}

TEST(FineSearch, AgreesWithBruteForceOnPolyhedra) {
  const int count = scree::testing::scaled_count(30);
  for (int i = 0; i < count; ++i) {
    const CurvedPair pair = curved_pair(ShapeType::polyhedron, ShapeType::polyhedron, 2, i);
    const Contact exact = cold_query(Algorithm::brute_force, pair.a, pair.b, pair.a_from_b);
    const FineAnswer found = search(pair.a, pair.b, pair.a_from_b);
    ASSERT_NEAR(static_cast<Real>(found.distance), exact.distance, 1e-14) << i;
    ASSERT_LT(norm(found.normal - exact.normal), 1e-6) << i;
  }
}

TEST(FineSearch, RefiningIsNeverWorseAndFindsThePeakNearby) {
  const CurvedPair pair = curved_pair(ShapeType::ellipsoid, ShapeType::superellipsoid, 3, 2);
  Quat rotation;
  const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
  const FineAnswer best = fine_search(view);
  const Vec3 beside = normalized(best.normal + Vec3{1e-4, -2e-4, 1e-4});
  const FineAnswer start{fine_separation(view, beside), beside};
  ASSERT_LT(start.distance, best.distance - 1e-10L);
  const FineAnswer refined = refine(view, start);
  EXPECT_NEAR(static_cast<Real>(refined.distance - best.distance), 0, 1e-16);
  EXPECT_GE(refine(view, best).distance, best.distance);
}

TEST(CurvedPairs, EveryPairOfTypesWithACurvedShape) {
  const auto pairs = curved_type_pairs();
  EXPECT_EQ(pairs.size(), 33U);  // 36 less polyhedron and half-space with each other
  EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), 33U);
  for (const auto& [a, b] : pairs) {
    EXPECT_NE(a, ShapeType::half_space);
    const CurvedPair pair = curved_pair(a, b, 4, 7);
    EXPECT_EQ(pair.a.type, a);
    EXPECT_EQ(pair.b.type, b);
    const Vec3 place = pair.a_from_b.translation;
    EXPECT_EQ(place, curved_pair(a, b, 4, 7).a_from_b.translation);
    EXPECT_FALSE(place == curved_pair(a, b, 4, 8).a_from_b.translation);
    EXPECT_FALSE(place == curved_pair(a, b, 5, 7).a_from_b.translation);
  }
}

TEST(CurvedPairs, SomeAreApartSomeOverlapSomeAreParallel) {
  int overlaps = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const CurvedPair pair = curved_pair(ShapeType::cylinder, ShapeType::ellipsoid, 6, i);
    const Contact c = cold_query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b);
    ASSERT_EQ(c.status, Status::ok);
    overlaps += c.distance < 0 ? 1 : 0;
    if (i % 3 == 0) {
      ASSERT_GT(c.distance, 0);
    }
    // The axis of B along one of A's.
    const Vec3 axis = rotate(pair.a_from_b.rotation, {0, 0, 1});
    const Real largest = std::max({std::fabs(axis.x), std::fabs(axis.y), std::fabs(axis.z)});
    ASSERT_EQ(largest > 1 - 1e-12, i % 5 == 0) << i;
  }
  EXPECT_GT(overlaps, 10);
  EXPECT_LT(overlaps, 50);
}

TEST(CurvedPairs, AlgorithmsAreThoseForCurvedShapes) {
  const std::vector<Algorithm> algorithms = curved_algorithms();
  EXPECT_NE(std::find(algorithms.begin(), algorithms.end(), Algorithm::gjk_epa), algorithms.end());
  EXPECT_EQ(std::find(algorithms.begin(), algorithms.end(), Algorithm::brute_force), algorithms.end());
  EXPECT_EQ(std::find(algorithms.begin(), algorithms.end(), Algorithm::direct_search), algorithms.end());
}

TEST(CurvedPairs, ABetterAnswerImprovesTheReferenceAndIsCounted) {
  const CurvedPair pair = curved_pair(ShapeType::ellipsoid, ShapeType::ellipsoid, 7, 1);
  const Contact answer = cold_query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b);
  const Reference alone = reference_of(pair, {});
  const Reference with = reference_of(pair, {answer});
  EXPECT_FALSE(with.missed);
  EXPECT_GE(with.answer.distance, alone.answer.distance);
  EXPECT_EQ(with.size, std::max(pair.a.size, pair.b.size));
}

TEST(CurvedPairs, TalliesOfGjkEpa) {
  const auto pairs = static_cast<std::uint64_t>(scree::testing::scaled_count(12));
  const std::pair<ShapeType, ShapeType> types[3] = {{ShapeType::sphere, ShapeType::capsule},
                                                    {ShapeType::ellipsoid, ShapeType::cylinder},
                                                    {ShapeType::superellipsoid, ShapeType::half_space}};
  for (const auto& [a, b] : types) {
    const CurvedCell cell = measure_curved(a, b, pairs, 8, 1);
    SCOPED_TRACE(cell.shapes);
    EXPECT_EQ(cell.pairs, pairs);
    EXPECT_EQ(cell.missed, 0U);
    const CurvedTally gjk = tally_of(cell, "gjk-epa");
    EXPECT_EQ(gjk.pairs, pairs);
    EXPECT_EQ(gjk.failures, 0U);
    EXPECT_EQ(gjk.wrong_states, 0U);
    EXPECT_LT(gjk.worst_error, 1e-6);
    EXPECT_LE(gjk.mean_error, gjk.worst_error);
    EXPECT_GT(gjk.cold_time, 0);
    EXPECT_GT(gjk.warm_time, 0);
  }
}

TEST(CurvedPairs, SuperellipsoidsOfFengFollowHisEquation) {
  struct Constants {
    Real a, b, c, n1, n2;
  };
  const Constants constants[] = {{1.5, 0.4, 3, 3, 10}, {2, 1, 1, 2, 10}, {2, 1, 1.5, 3, 5}};
  const std::vector<Shape> shapes = feng_superellipsoids();
  ASSERT_EQ(shapes.size(), std::size(constants));
  Random random{32, 0};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto [a, b, c, n1, n2] = constants[i];
    for (int k = 0; k < 20; ++k) {
      const Vec3 x = support_point(shapes[i], unit_vector(random)) / 0.075;
      const Real in_plane = std::pow(std::fabs(x.x / a), n2) + std::pow(std::fabs(x.y / b), n2);
      EXPECT_NEAR(std::pow(in_plane, n1 / n2) + std::pow(std::fabs(x.z / c), n1), 1, 1e-12);
    }
  }
}

TEST(CurvedPairs, MeshesLieInsideTheirShapes) {
  for (const Shape& shape : feng_superellipsoids()) {
    const Shape mesh = mesh_of(shape);
    EXPECT_NEAR(static_cast<Real>(mesh.core->vertices.size()), mesh_vertices, 2);
    for (const Vec3& v : mesh.core->vertices) ASSERT_NEAR(inside_outside(shape, mesh.centre + v), 1, 1e-6);
    EXPECT_LT(mesh.mass.volume, shape.mass.volume);
    EXPECT_GT(mesh.mass.volume, 0.9 * shape.mass.volume);
  }
  const CurvedCell cell = measure_meshes(static_cast<std::uint64_t>(scree::testing::scaled_count(9)), 9, 1);
  ASSERT_GE(cell.tallies.size(), 2U);
  const CurvedTally& mesh = cell.tallies.back();
  EXPECT_EQ(mesh.algorithm, "gjk-epa on meshes");
  EXPECT_EQ(mesh.failures, 0U);
  EXPECT_GT(mesh.mean_error, 1e-5);  // a mesh is not the shape
  EXPECT_LT(mesh.worst_error, 0.05);
  const CurvedTally exact = tally_of(cell, "gjk-epa");
  EXPECT_EQ(exact.pairs, cell.pairs);
  EXPECT_LT(exact.worst_error, 1e-6);
}

// Tallies made by hand: what the tables and bars must say about them.
TEST(CurvedPairs, ReportSumsUp) {
  CurvedCell cell;
  cell.shapes = "a, b";
  cell.pairs = 10;
  cell.overlaps = 4;
  cell.missed = 1;
  CurvedTally tally;
  tally.algorithm = "gjk-epa";
  tally.pairs = 10;
  tally.failures = 2;
  tally.wrong_states = 1;
  tally.worst_error = 1e-7;
  cell.tallies = {tally};
  CurvedCell other = cell;
  other.tallies[0].worst_error = 1e-8;
  CurvedCell meshes = cell;
  meshes.missed = 0;
  const Report report = report_of({cell, other}, meshes);
  ASSERT_EQ(report.tables.size(), 3U);
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  ASSERT_EQ(report.tables[0].rows.size(), 1U);  // the others know none of these pairs
  EXPECT_TRUE(report.bars.empty());
  const auto& row = report.tables[0].rows[0];
  EXPECT_EQ(row[0], Cell{std::string("gjk-epa")});
  EXPECT_EQ(row[1], Cell{2.0});
  EXPECT_EQ(row[2], Cell{20.0});
  EXPECT_EQ(row[3], Cell{4.0});
  EXPECT_EQ(row[4], Cell{2.0});
  EXPECT_EQ(row[5], Cell{1e-7});
  EXPECT_EQ(report.tables[1].rows.size(), 2U);
  EXPECT_EQ(report.tables[2].rows.size(), 1U);
  EXPECT_NE(report.notes[0].find("20 pairs, 8 of them overlapping, and 10 with meshes"), std::string::npos);
  EXPECT_NE(report.notes[1].find("in 2 pairs"), std::string::npos) << report.notes[1];
}

}  // namespace
}  // namespace scree::bench
