// The nine pairs have the exact answers of Table 1, and show the failures the paper speaks of.
#include "bench/descantes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bench/benchmarks.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "scene/pair_file.hpp"

namespace scree::bench {
namespace {

// Table 1 as printed: 15 significant digits.
struct Printed {
  std::string_view figure;
  Vec3 normal;
  Real overlap;
};
const std::vector<Printed> table_1 = {
    {"2", {0, 1, 0}, 0.25},
    {"4", {0.992277876713668, -0.124034734589208, 0}, 4.02601271993386},
    {"5f", {0.894427190999916, -0.447213595499958, 0}, 0.223606797749979},
    {"7", {0.894427190999916, -0.447213595499958, 0}, 1.1180339887499},
    {"8a", {0.894427190999916, -0.447213595499958, 0}, 1.1180339887499},
    {"10a", {0, 0, -1}, 0.100000024},
    {"10b", {-0.168309951548722, 0.950616325200044, -0.260768791217108}, 0.572082006256242},
    {"10c", {0.832050294337844, -0.554700196225229, 0}, 0.554700196225229},
    {"10d", {0.970142500145332, 0, -0.242535625036333}, 0.485071250072666},
};

void expect_components_near(Vec3 a, Vec3 b, Real tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(DescantesPairs, StateTheAnswersOfTable1) {
  const auto pairs = descantes_pairs();
  ASSERT_EQ(pairs.size(), table_1.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    SCOPED_TRACE(table_1[i].figure);
    EXPECT_EQ(pairs[i].figure, table_1[i].figure);
    expect_components_near(pairs[i].normal, table_1[i].normal, 0.51e-15);
    EXPECT_NEAR(pairs[i].overlap / table_1[i].overlap, 1, 5e-15);
  }
}

TEST(DescantesPairs, HaveTheStatedAnswers) {
  for (const DescantesPair& pair : descantes_pairs()) {
    SCOPED_TRACE(pair.figure);
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, {{}, pair.b_position}, rotation);
    Contact exact;
    BruteForceDetail detail;
    ASSERT_EQ(brute_force(view, rotation, QueryRequest{}.parallel_angle, exact, nullptr, &detail),
              Status::ok);
    EXPECT_EQ(exact.state, ContactState::overlap);
    EXPECT_EQ(name(exact.type), pair.contact);
    EXPECT_LT(std::fabs(-detail.distance / static_cast<long double>(pair.overlap) - 1), 1e-15L);
    expect_components_near(exact.normal, pair.normal, 1e-15);
  }
}

// How far B must move along a unit vector to leave A, for every direction that could be the least.
Real overlap_along(const DescantesPair& pair, Vec3 n) {
  return dot(n, support_point(pair.a, n)) - dot(n, support_point(pair.b, -n) + pair.b_position);
}
std::vector<Vec3> candidate_normals(const DescantesPair& pair) {
  std::vector<Vec3> all;
  const Polyhedron& a = *pair.a.core;
  const Polyhedron& b = *pair.b.core;
  for (const Plane& face : a.face_planes) all.push_back(face.normal);
  for (const Plane& face : b.face_planes) all.push_back(-face.normal);
  for (const PolyhedronEdge& e : a.edges) {
    for (const PolyhedronEdge& f : b.edges) {
      const Vec3 n = cross(a.vertices[e.vertex[1]] - a.vertices[e.vertex[0]],
                           b.vertices[f.vertex[1]] - b.vertices[f.vertex[0]]);
      if (norm(n) > 1e-9) all.insert(all.end(), {normalized(n), -normalized(n)});
    }
  }
  return all;
}

TEST(DescantesPairs, EveryOtherDirectionIsClearlyWorse) {
  for (const DescantesPair& pair : descantes_pairs()) {
    SCOPED_TRACE(pair.figure);
    EXPECT_NEAR(overlap_along(pair, pair.normal) / pair.overlap, 1, 1e-14);
    for (const Vec3& n : candidate_normals(pair)) {
      if (dot(n, pair.normal) < 0.999) {
        EXPECT_GT(overlap_along(pair, n), 1.04 * pair.overlap);
      }
    }
  }
}

// The scene file is for looking at them: the same pairs.
TEST(DescantesPairs, AreThoseOfTheSceneFile) {
  const auto file = read_pair_file(SCREE_SOURCE_DIR "/scenes/pairs/descantes.json");
  ASSERT_TRUE(file) << file.error().message;
  const auto pairs = descantes_pairs();
  ASSERT_EQ(file->pairs.size(), pairs.size());
  const auto expect_same = [](const Shape& x, const Shape& y) {
    EXPECT_EQ(norm(x.centre - y.centre), 0);
    ASSERT_EQ(x.core->vertices.size(), y.core->vertices.size());
    for (std::size_t i = 0; i < x.core->vertices.size(); ++i) {
      EXPECT_EQ(norm(x.core->vertices[i] - y.core->vertices[i]), 0);
    }
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    SCOPED_TRACE(pairs[i].figure);
    const PlacedPair& placed = file->pairs[i];
    expect_same(file->shapes[placed.a.shape].shape, pairs[i].a);
    expect_same(file->shapes[placed.b.shape].shape, pairs[i].b);
    EXPECT_EQ(norm(placed.a.world_from_shape.translation), 0);
    EXPECT_EQ(norm(placed.b.world_from_shape.translation - pairs[i].b_position), 0);
    EXPECT_EQ(placed.b.world_from_shape.rotation.w, 1);
  }
}

// The overlap that an algorithm finds, as a multiple of the exact one.
Real found_overlap(Algorithm algorithm, std::string_view figure) {
  for (const DescantesPair& pair : descantes_pairs()) {
    if (pair.figure != figure) continue;
    const Contact contact = cold_query(algorithm, pair.a, pair.b, {{}, pair.b_position});
    EXPECT_EQ(contact.status, Status::ok);
    return -contact.distance / pair.overlap;
  }
  ADD_FAILURE() << "no such figure";
  return 0;
}

// Figs. 2 and 4: a common plane that leaves the shapes deeper in each other than need be.
TEST(DescantesPairs, PublishedCommonPlanesAreWrongWhereThePaperSaysSo) {
  EXPECT_NEAR(found_overlap(Algorithm::common_plane, "2"), 3, 1e-6);
  EXPECT_GT(found_overlap(Algorithm::fast_common_plane, "4"), 1.3);
}

// Figs. 7 and 8a: GJK's last tetrahedron has no face on the surface of A - B.
TEST(DescantesPairs, PublishedGjkIsWrongWhereThePaperSaysSo) {
  for (const Algorithm algorithm : {Algorithm::gjk_johnson, Algorithm::gjk_signed_volumes}) {
    EXPECT_NEAR(found_overlap(algorithm, "5f"), 1, 1e-13);
    EXPECT_LT(found_overlap(algorithm, "7"), 0.5);
    EXPECT_LT(found_overlap(algorithm, "8a"), 1e-12);
  }
}

TEST(DescantesPairs, RevisedAlgorithmsAreRightOnAllNine) {
  for (const DescantesPair& pair : descantes_pairs()) {
    for (const Algorithm algorithm :
         {Algorithm::gjk_epa, Algorithm::gjk_td, Algorithm::fast_common_plane_revised,
          Algorithm::common_plane_revised}) {
      SCOPED_TRACE(std::string(pair.figure) + ", " + std::string(name(algorithm)));
      const Real bar = algorithm == Algorithm::common_plane_revised ? 1e-8 : 1e-14;
      const Contact contact = cold_query(algorithm, pair.a, pair.b, {{}, pair.b_position});
      ASSERT_EQ(contact.status, Status::ok);
      EXPECT_EQ(contact.state, ContactState::overlap);
      EXPECT_NEAR(-contact.distance / pair.overlap, 1, bar);
      expect_components_near(contact.normal, pair.normal, bar);
    }
  }
}

// A result with errors put in by hand comes out of the report as it went in.
TEST(DescantesReport, SumsUpAndJudges) {
  DescantesResult result;
  result.pairs = descantes_pairs();
  result.algorithms = algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron);
  for (std::size_t p = 0; p < result.pairs.size(); ++p) {
    std::vector<DescantesOutcome> row;
    for (const Algorithm algorithm : result.algorithms) {
      DescantesOutcome o;
      o.algorithm = algorithm;
      o.contact.state = ContactState::overlap;
      o.nanoseconds = algorithm == Algorithm::gjk_td ? 100 : 300;
      if (algorithm == Algorithm::gjk_epa && p == 4) o.relative_error = 2e-14;
      if (algorithm == Algorithm::fast_direct_search) o.contact.status = Status::unsupported_pair;
      row.push_back(o);
    }
    result.outcomes.push_back(row);
  }
  const Report report = report_of(result);
  ASSERT_EQ(report.bars.size(), 9U);
  for (const Bar& bar : report.bars) {
    EXPECT_EQ(bar.passed, bar.what != "gjk-epa: relative error of the overlap <= 1e-14") << bar.what;
  }
  const ReportTable& paper = report.tables.back();
  ASSERT_EQ(paper.rows.size(), 10U);
  const std::vector<Real> means = {0.1, 25.490, 3, 5.7, 3, 64.8};  // ours; the paper's are its own means
  for (std::size_t i = 0; i < means.size(); ++i) {
    EXPECT_NEAR(std::get<Real>(paper.rows.back()[i + 1]), means[i], 0.05) << i;
  }
  EXPECT_EQ(report.tables[1].rows.size(), result.pairs.size() * result.algorithms.size());
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
}

TEST(DescantesReport, EveryAlgorithmHasItsRows) {
  const Report report = run_descantes({0, 1, 1});
  const ReportTable& summary = report.tables[2];
  ASSERT_EQ(summary.rows.size(), algorithms_for(ShapeType::polyhedron, ShapeType::polyhedron).size());
  for (const auto& row : summary.rows) {
    if (row[0] == Cell{std::string("brute-force")}) {
      EXPECT_EQ(row[2], Cell{9.0});
    }
  }
}

}  // namespace
}  // namespace scree::bench
