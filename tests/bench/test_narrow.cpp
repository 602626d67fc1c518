#include "bench/narrow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "bench/benchmarks.hpp"
#include "bench/narrow_floor.hpp"
#include "support/scale.hpp"

namespace scree::bench {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

Real turn_between(const Pose& from, const Pose& to) {
  const Quat q = to.rotation * conjugate(from.rotation);
  return 2 * std::atan2(norm(Vec3{q.x, q.y, q.z}), std::fabs(q.w));
}

TEST(NarrowShapes, HaveTheVerticesTheyClaim) {
  for (const int vertices : {4, 8, 14, 50, 400}) {
    const auto shapes = narrow_polyhedra(vertices, 1);
    ASSERT_EQ(static_cast<int>(shapes.size()), narrow_shape_count);
    std::set<Real> volumes;
    for (const Shape& shape : shapes) {
      EXPECT_EQ(static_cast<int>(shape.core->vertices.size()), vertices);
      EXPECT_LT(norm(shape.centre), 1e-14);
      EXPECT_GT(shape.size, 0.7);
      EXPECT_LT(shape.size, 1.6);
      volumes.insert(shape.mass.volume);
    }
    EXPECT_EQ(volumes.size(), shapes.size());  // no two alike
  }
}

TEST(NarrowShapes, SuperellipsoidsHaveTheirExponents) {
  std::multiset<Real> exponents;
  for (const Shape& shape : narrow_superellipsoids(1)) {
    EXPECT_EQ(shape.type, ShapeType::superellipsoid);
    EXPECT_EQ(shape.exponents[0], shape.exponents[1]);
    exponents.insert(2 / shape.exponents[0]);
  }
  for (const Real n : {2, 3, 4, 6}) EXPECT_EQ(exponents.count(n), narrow_shape_count / 4U);
  for (const Shape& shape : narrow_ellipsoids(1)) EXPECT_EQ(shape.type, ShapeType::ellipsoid);
}

// Every pair at every pose, by brute force.
TEST(NarrowSet, GapsAndDepthsAreWhatTheRowSays) {
  const auto pairs = static_cast<std::size_t>(testing::scaled_count(40));
  for (const int vertices : {4, 8, 14}) {
    for (const NarrowRow& row : narrow_rows()) {
      const NarrowSet set = narrow_set(narrow_polyhedra(vertices, 2), row.placement, pairs, 2);
      ASSERT_EQ(set.pairs.size(), pairs);
      ASSERT_EQ(set.poses.size(), pairs * row.placement.poses);
      for (std::size_t at = 0; at < set.poses.size(); ++at) {
        const auto [a, b] = set.pairs[at % pairs];
        const Contact exact = cold_query(Algorithm::brute_force, set.shapes[a], set.shapes[b], set.poses[at]);
        const Real size = std::max(set.shapes[a].size, set.shapes[b].size);
        const Real gap = (row.placement.overlap ? -exact.distance : exact.distance) / size;
        EXPECT_GE(gap, 0.99 * row.placement.least) << row.name << " " << vertices << " " << at;
        EXPECT_LE(gap, 1.01 * row.placement.largest) << row.name << " " << vertices << " " << at;
      }
    }
  }
}

TEST(NarrowSet, StepsAreSmallAndCloseUp) {
  constexpr std::size_t pairs = 200;
  const NarrowSet set = narrow_set(narrow_polyhedra(8, 1), narrow_rows()[4].placement, pairs, 1);
  EXPECT_EQ(set.round_trip, (std::vector<int>{1, 2, 3, 4, 3, 2, 1, 0}));
  Real sum = 0;
  for (int k = 1; k < set.poses_per_pair; ++k) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const Pose& from = set.poses[(k - 1) * pairs + i];
      const Pose& to = set.poses[k * pairs + i];
      EXPECT_NEAR(turn_between(from, to), narrow_step, 1e-9);
      const Real way = norm(to.translation - from.translation);
      EXPECT_LT(way, 5 * narrow_step);
      sum += way;
    }
  }
  const Real mean_way = sum / (static_cast<Real>(pairs) * (set.poses_per_pair - 1));
  EXPECT_GT(mean_way, 0.5 * narrow_step);
  EXPECT_LT(mean_way, 2 * narrow_step);
}

TEST(NarrowSet, MatricesAreThePoses) {
  const NarrowSet set = narrow_set(narrow_polyhedra(8, 1), narrow_rows()[5].placement, 50, 1);
  for (std::size_t at = 0; at < set.poses.size(); ++at) {
    const auto [a, b] = set.pairs[at % 50];
    const Vec3 p{0.3, -0.2, 0.4};  // in B's axes, from its centre
    const Vec3 by_pose = transform(set.poses[at], p + set.shapes[b].centre) - set.shapes[a].centre;
    const Vec3 by_matrix = set.relative[at].a_from_b * p + set.relative[at].translation;
    EXPECT_LT(norm(by_pose - by_matrix), 1e-15);
  }
}

TEST(NarrowSet, SameSeedSamePairs) {
  const auto make = [](std::uint64_t seed) {
    return narrow_set(narrow_polyhedra(4, 1), narrow_rows()[0].placement, 5, seed);
  };
  EXPECT_EQ(make(1).poses[3].translation, make(1).poses[3].translation);
  EXPECT_FALSE(make(1).poses[3].translation == make(2).poses[3].translation);
}

// Over the points as they are, turned the other way round: B's vertices are moved, the direction is not.
Real plain_separation(const NarrowSet& set, std::size_t pair, std::size_t at) {
  const auto [a, b] = set.pairs[pair];
  const Vec3 direction = set.first_normals[pair];
  Real top = -infinity, bottom = infinity;
  for (const Vec3& v : set.shapes[a].core->vertices) top = std::max(top, dot(v, direction));
  for (const Vec3& v : set.shapes[b].core->vertices) {
    const Vec3 moved = set.relative[at].a_from_b * v + set.relative[at].translation;
    bottom = std::min(bottom, dot(moved, direction));
  }
  return bottom - top;
}

TEST(NarrowFloor, IsASeparatingAxisTest) {
  constexpr std::size_t pairs = 30;
  // Whole numbers of lanes and of pairs of lanes, and others.
  for (const int vertices : {4, 7, 8, 13, 14, 50}) {
    for (const int row : {3, 5}) {  // apart, overlap
      const NarrowSet set = narrow_set(narrow_polyhedra(vertices, 3), narrow_rows()[row].placement, pairs, 3);
      const AxisFloor fast(set), portable(set, false);
      EXPECT_FALSE(portable.uses_avx2());
      std::size_t separated = 0;
      for (std::size_t at = 0; at < set.relative.size(); ++at) {
        const Real plain = plain_separation(set, at % pairs, at);
        EXPECT_NEAR(fast.separation(at % pairs, at), plain, 1e-15) << vertices;
        EXPECT_NEAR(portable.separation(at % pairs, at), plain, 1e-15) << vertices;
      }
      for (const int pose : set.round_trip) {
        for (std::size_t i = 0; i < pairs; ++i)
          separated += plain_separation(set, i, pose * pairs + i) > 0 ? 1 : 0;
      }
      EXPECT_EQ(fast.run(), separated);
      EXPECT_EQ(portable.run(), separated);
      EXPECT_EQ(separated, row == 3 ? pairs * set.round_trip.size() : 0);
    }
  }
}

TEST(NarrowFloor, FindsTheKeptDirectionsGap) {
  const NarrowSet set = narrow_set(narrow_polyhedra(14, 1), narrow_rows()[0].placement, 30, 1);
  const AxisFloor floor(set);
  for (std::size_t i = 0; i < 30; ++i) {
    const auto [a, b] = set.pairs[i];
    const Contact exact = cold_query(Algorithm::brute_force, set.shapes[a], set.shapes[b], set.poses[i]);
    EXPECT_NEAR(floor.separation(i, i), exact.distance, 1e-14);
  }
}

// A contestant that is wrong on purpose.
class Liar {
 public:
  Liar(const NarrowSet& set, const NarrowRow& row) : honest_(scree_kernel().prepare(set, row)) {}
  void ask(std::size_t pair, std::size_t at) {
    answer_ = honest_->answer(pair, at);
    if (pair == 0) answer_.answered = false;
    if (pair == 1) answer_.overlap = !answer_.overlap;
    if (pair == 2) answer_.distance += 0.125;
    if (pair == 3) answer_.normal = -answer_.normal;
    if (pair == 4) answer_.point_b += Vec3{0, 0, 10};
  }
  NarrowAnswer answer() const { return answer_; }

 private:
  std::unique_ptr<NarrowRunner> honest_;
  NarrowAnswer answer_;
};

TEST(NarrowCheck, SeesEveryKindOfError) {
  for (const int number : {2, 4}) {  // cold depth, warm distance
    const NarrowRow& row = narrow_rows()[number];
    const NarrowSet set = narrow_set(narrow_polyhedra(8, 1), row.placement, 20, 1);
    const auto references = narrow_references(set, 20);
    ASSERT_EQ(references.size(), 20U);
    const auto honest = scree_kernel().prepare(set, row);
    const NarrowOutcome right = check_answers(*honest, set, row, references);
    EXPECT_EQ(right.queries, 20 * set.round_trip.size());
    EXPECT_EQ(right.failures + right.wrong, 0U);
    EXPECT_GE(right.checked, 20U);
    EXPECT_LT(right.worst_error, 1e-14);
    EXPECT_LT(right.worst_angle, 1e-11);

    NarrowRunnerOf<Liar> liar(set, row);
    const NarrowOutcome wrong = check_answers(liar, set, row, references);
    EXPECT_EQ(wrong.failures, set.round_trip.size());
    EXPECT_EQ(wrong.wrong, set.round_trip.size());
    EXPECT_LT(wrong.checked, right.checked);
    if (row.question == NarrowQuestion::depth) {
      EXPECT_NEAR(wrong.worst_error, 0.125 / references[2].size, 1e-12);
      EXPECT_NEAR(wrong.worst_angle, 3.14159265358979, 1e-9);
    } else {
      EXPECT_GT(wrong.worst_error, 5);  // the point that lies far outside
    }
  }
}

TEST(NarrowCheck, OurThreeAgree) {
  constexpr std::size_t pairs = 50;
  for (const NarrowRow& row : narrow_rows()) {
    const NarrowSet set = narrow_set(narrow_polyhedra(14, 5), row.placement, pairs, 5);
    const auto kernel = scree_kernel().prepare(set, row);
    const auto query = scree_query().prepare(set, row);
    const auto many = scree_many().prepare(set, row);
    for (const int pose : set.round_trip) {
      for (std::size_t i = 0; i < pairs; ++i) {
        const NarrowAnswer by_kernel = kernel->answer(i, pose * pairs + i);
        const NarrowAnswer by_query = query->answer(i, pose * pairs + i);
        const NarrowAnswer by_many = many->answer(i, pose * pairs + i);
        EXPECT_EQ(by_many.overlap, by_kernel.overlap);
        EXPECT_EQ(by_many.distance, by_kernel.distance);
        EXPECT_TRUE(by_kernel.answered && by_query.answered);
        EXPECT_EQ(by_kernel.overlap, row.placement.overlap);
        EXPECT_EQ(by_query.overlap, row.placement.overlap);
        if (row.question == NarrowQuestion::separated) continue;
        EXPECT_NEAR(by_kernel.distance, by_query.distance, 1e-14);
      }
    }
  }
}

NarrowPlan small_plan() {
  NarrowPlan plan;
  plan.pairs = 6;
  plan.rounds = 1;
  plan.least_seconds = 0;
  plan.references = 3;
  plan.vertices = {4, 8, 14};
  return plan;
}

TEST(NarrowReport, HasEveryRow) {
  const Report report = run_narrow_with(small_plan(), {});
  ASSERT_EQ(report.tables.size(), 3U);
  EXPECT_EQ(report.tables[0].rows.size(), 6U * 3U);
  EXPECT_EQ(report.tables[1].rows.size(), 2U);            // superellipsoids, ellipsoids
  EXPECT_EQ(report.tables[2].rows.size(), 6U * 3U + 2U);  // and their answers
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  }
  for (const auto& row : report.tables[0].rows) {
    const Real floor = std::get<Real>(row[2]), time = std::get<Real>(row[3]);
    EXPECT_GT(floor, 0);
    EXPECT_DOUBLE_EQ(std::get<Real>(row[4]), time / floor);
    EXPECT_DOUBLE_EQ(std::get<Real>(row[6]), std::get<Real>(row[5]) / floor);
  }
  // Time and ratio of six rows, many vertices, two kinds of curved shapes, three of right answers.
  EXPECT_EQ(report.bars.size(), 12U + 1U + 2U + 3U);
  const auto passed = [&](const std::string& what) {
    const auto found = std::find_if(report.bars.begin(), report.bars.end(),
                                    [&](const Bar& bar) { return bar.what.starts_with(what); });
    return found != report.bars.end() && found->passed;
  };
  EXPECT_TRUE(passed("no answer or a wrong state"));
  EXPECT_TRUE(passed("worst error"));
  EXPECT_TRUE(passed("worst angle"));
  EXPECT_FALSE(passed("warm, any, 400 vertices"));  // there were none
  ASSERT_EQ(report.plots.size(), 1U);
  EXPECT_NE(report.plots[0].svg.find("warm, depth"), std::string::npos);
}

TEST(NarrowReport, OthersGetColumnsOfTheirOwn) {
  NarrowContestant liar;
  liar.name = "liar";
  liar.prepare = [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
    if (row.question == NarrowQuestion::distance || set.shapes.front().type != ShapeType::polyhedron)
      return nullptr;
    return std::make_unique<NarrowRunnerOf<Liar>>(set, row);
  };
  NarrowPlan plan = small_plan();
  plan.vertices = {8};
  const Report report = run_narrow_with(plan, {liar});
  ASSERT_EQ(report.tables.size(), 5U);
  const ReportTable& times = report.tables[3];
  EXPECT_EQ(times.columns[5].heading, "liar");
  ASSERT_EQ(times.rows.size(), 6U);
  EXPECT_GT(std::get<Real>(times.rows[0][5]), 0);
  EXPECT_TRUE(std::isnan(std::get<Real>(times.rows[1][5])));  // no such query
  EXPECT_GT(std::get<Real>(times.rows[0][6]), 0);             // the fastest other
  EXPECT_TRUE(std::isnan(std::get<Real>(times.rows[0][7])));  // none is exact
  EXPECT_EQ(report.tables[4].rows.size(), 6U * 3U + 4U);
  EXPECT_TRUE(std::all_of(report.bars.end() - 3, report.bars.end(), [](const Bar& b) { return b.passed; }));
}

TEST(NarrowReport, IsABenchmark) {
  const Benchmark* benchmark = find_benchmark("narrow");
  ASSERT_NE(benchmark, nullptr);
  EXPECT_EQ(benchmark->default_pairs, 20'000U);
  EXPECT_EQ(benchmark->plots, std::vector<std::string_view>{"narrow"});
}

}  // namespace
}  // namespace scree::bench
