#include "bench/nezami_planar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bench/benchmarks.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/make_pair.hpp"

namespace scree::bench {
namespace {

TEST(NezamiPlanar, ConfigurationsAreWhatTheyClaim) {
  const auto all = planar_configurations();
  ASSERT_EQ(all.size(), 9U);
  std::set<std::string> names;
  std::map<ContactType, std::set<Real>> gaps;
  std::set<std::size_t> corners;
  for (const PlanarConfiguration& c : all) {
    SCOPED_TRACE(c.name);
    names.insert(c.name);
    gaps[c.type].insert(c.gap);
    corners.insert({c.a.outline->vertices.size(), c.b.outline->vertices.size()});
    PairCache2 cache;
    Contact2 exact;
    ContactPatch2 patch;
    query(Algorithm::brute_force, c.a, c.b, c.a_from_b, {}, cache, exact, &patch);
    EXPECT_EQ(exact.status, Status::ok);
    EXPECT_EQ(name(exact.type), name(c.type));
    EXPECT_NEAR(exact.distance, c.gap, 1e-15);
    EXPECT_LT(norm(exact.normal - c.normal), 1e-13);
    EXPECT_EQ(patch.count, c.type == ContactType::edge_edge_parallel ? 2 : 1);
    EXPECT_EQ(c.name.find("vertex-vertex") == 0, c.type == ContactType::vertex_vertex);
    EXPECT_EQ(c.name.find("vertex-edge") == 0, c.type == ContactType::vertex_edge);
    EXPECT_EQ(c.name.find("near") != std::string::npos, c.gap == 0.02);
    EXPECT_EQ(c.name.find("far") != std::string::npos, c.gap == 0.5);
    // The line of centres: askew by more than 20 degrees where oblique.
    const OwnPlanarPair view = make_pair_view(c.a, c.b, c.a_from_b);
    const Real askew = std::acos(dot(unit_vector_along(view.translation), c.normal));
    const bool oblique = c.name.find("oblique") != std::string::npos;
    EXPECT_TRUE(!oblique || askew > 0.35) << askew;
  }
  EXPECT_EQ(names.size(), 9U);
  ASSERT_EQ(gaps.size(), 3U);
  for (const auto& [type, of_type] : gaps) EXPECT_EQ(of_type.size(), 3U) << name(type);
  EXPECT_GE(corners.size(), 6U);
}

TEST(NezamiPlanar, PlanesAgree) {
  for (const PlanarPlaneRow& row : measure_planar_planes({1, 0})) {
    SCOPED_TRACE(row.configuration.name);
    const PlaneDifference difference = plane_difference(row);
    EXPECT_LE(difference.distance, 1e-15);
    EXPECT_LE(difference.normal, 1e-13);
    for (const Contact2& answer : row.answers) {
      EXPECT_EQ(answer.status, Status::ok);
      EXPECT_FALSE(answer.fallback);
      EXPECT_GE(answer.iterations, 1);
      EXPECT_EQ(name(answer.type), name(row.configuration.type));
      EXPECT_NEAR(answer.distance, row.configuration.gap, 1e-15);
    }
    for (std::size_t k = 0; k < planar_plane_algorithms.size(); ++k) {
      EXPECT_GT(row.query_times[k], 0);
      EXPECT_GT(row.kernel_times[k], 0);
    }
  }
}

TEST(NezamiPlanar, DifferencesAreSeen) {
  PlanarPlaneRow row = measure_planar_planes({1, 0}).front();
  const Real size = std::max(row.configuration.a.size, row.configuration.b.size);
  row.answers[1].distance += 0.5 * size;
  row.answers[2].normal = turn_by(0.25) * row.answers[2].normal;
  EXPECT_NEAR(plane_difference(row).distance, 0.5, 1e-15);
  EXPECT_NEAR(plane_difference(row).normal, 0.25, 1e-13);
}

TEST(NezamiPlanar, ReportHasEveryRowBarAndPicture) {
  const Report report = nezami_planar_report({1, 0});
  ASSERT_EQ(report.tables.size(), 2U);
  for (const ReportTable& table : report.tables) {
    ASSERT_EQ(table.rows.size(), 9U);
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  ASSERT_EQ(report.bars.size(), 6U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_TRUE(report.bars[k].passed) << report.bars[k].what;
  const Benchmark* const benchmark = find_benchmark("nezami-planar");
  ASSERT_NE(benchmark, nullptr);
  ASSERT_EQ(report.plots.size(), benchmark->plots.size());
  for (std::size_t k = 0; k < report.plots.size(); ++k) {
    EXPECT_EQ(report.plots[k].name, benchmark->plots[k]);
    const std::string& svg = report.plots[k].svg;
    EXPECT_EQ(svg.rfind("<svg", 0), 0U);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    std::size_t planes = 0;
    for (std::size_t at = svg.find("dasharray"); at != std::string::npos;
         at = svg.find("dasharray", at + 1)) {
      ++planes;
    }
    EXPECT_EQ(planes, k < 9 ? 1U : 9U);
  }
}

}  // namespace
}  // namespace scree::bench
