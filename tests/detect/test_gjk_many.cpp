// GJK of many pairs at a time: for every width of registers the same as by the loop for one pair.
#include "detect/gjk_many.hpp"

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/make_pair.hpp"
#include "detect/tolerances.hpp"
#include "math/random.hpp"
#include "support/all_loops.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
using distortion::GjkAnswer;
using distortion::GjkTask;
using distortion::Outcome;
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

// Pairs of shapes that stay where they are, and what is asked about them.
class Batch {
 public:
  void add(const Shape& a, const Shape& b, const Pose& a_from_b, Real cutoff) {
    Quat rotation;
    auto& own = own_.emplace_back(std::make_unique<Own>(Own{a, b, make_pair_view(a, b, a_from_b, rotation)}));
    const ShapePair& pair = *pairs_.emplace_back(std::make_unique<ShapePair>(own->view));
    pointers_.push_back(&pair);
    const Vec3 start = norm_squared(pair.translation) > 0 ? pair.translation : Vec3{1, 0, 0};
    tasks_.push_back({start, cutoff, tolerance::converged * pair.size, tolerance::certificate * pair.size});
  }
  // For batches of each of these sizes; counts the outcomes.
  void expect_the_same(std::array<int, 5>& outcomes) const {
    for (const distortion::MachineLoops* loops : all_loops()) {
      std::vector<GjkAnswer> should(pairs_.size());
      for (std::size_t i = 0; i < pairs_.size(); ++i) loops->gjk(*pairs_[i], tasks_[i], should[i]);
      for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{64}, pairs_.size()}) {
        std::vector<GjkAnswer> is(pairs_.size());
        for (std::size_t i = 0; i < pairs_.size(); i += size) {
          const auto count = static_cast<int>(std::min(size, pairs_.size() - i));
          loops->gjk_many({&pointers_[i], &tasks_[i], &is[i], count});
        }
        for (std::size_t i = 0; i < is.size(); ++i) {
          expect_equal(is[i], should[i], "pair " + std::to_string(i) + " of " + std::to_string(size));
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
      for (const GjkAnswer& answer : should) ++outcomes[static_cast<std::size_t>(answer.outcome)];
    }
  }

 private:
  static void expect_equal(const GjkAnswer& is, const GjkAnswer& should, const std::string& of) {
    ASSERT_EQ(is.outcome, should.outcome) << of;
    ASSERT_EQ(is.iterations, should.iterations) << of;
    ASSERT_EQ(is.lower, should.lower) << of;
    if (is.outcome == Outcome::separate || is.outcome == Outcome::beyond_cutoff) {
      ASSERT_EQ(is.nearest, should.nearest) << of;
    }
    if (is.outcome == Outcome::beyond_cutoff) return;  // nobody asks for the simplex
    ASSERT_EQ(is.simplex.count, should.simplex.count) << of;
    for (int k = 0; k < is.simplex.count; ++k) {
      ASSERT_TRUE(distortion::same(is.simplex.corner[k], should.simplex.corner[k])) << of;
      ASSERT_EQ(distortion::vec(is.simplex.corner[k].at), distortion::vec(should.simplex.corner[k].at)) << of;
    }
  }
  struct Own {
    Shape a, b;
    OwnShapePair view;
  };
  std::vector<std::unique_ptr<Own>> own_;
  std::vector<std::unique_ptr<ShapePair>> pairs_;
  std::vector<const ShapePair*> pointers_;
  std::vector<GjkTask> tasks_;
};

Real cutoff_of(int i) { return i % 3 == 0 ? infinity : (i % 3 == 1 ? 0 : 0.05); }

TEST(GjkMany, IsTheSameAsOneByOne) {
  std::array<int, 5> outcomes{};
  for (const auto& pool : {shape_pool(), sliver_pool()}) {
    Batch batch;
    for (int i = 0; i < scaled_count(3000); ++i) {
      const RandomPair pair = random_pair(pool, 291, i);
      if (pair.a.type != ShapeType::polyhedron || pair.b.type != ShapeType::polyhedron) continue;
      batch.add(pair.a, pair.b, pair.a_from_b, cutoff_of(i));
    }
    batch.expect_the_same(outcomes);
  }
  for (const Outcome o : {Outcome::separate, Outcome::beyond_cutoff, Outcome::near_zero, Outcome::inside}) {
    EXPECT_GT(outcomes[static_cast<std::size_t>(o)], scaled_count(3000) / 100) << static_cast<int>(o);
  }
  EXPECT_GT(outcomes[static_cast<std::size_t>(Outcome::stalled)], 0);
}

// Shapes of 8, 16 and more lanes in one batch.
TEST(GjkMany, IsTheSameForAnyNumberOfVertices) {
  std::array<int, 5> outcomes{};
  Batch batch;
  for (int i = 0; i < scaled_count(1000); ++i) {
    Random random{292, static_cast<std::uint64_t>(i)};
    const auto hull = [&](int corners) {
      std::vector<Vec3> points(corners);
      for (Vec3& point : points) point = unit_vector(random);
      return must(make_polyhedron(points));
    };
    const Shape a = hull(4 + uniform_index(random, 24)), b = hull(4 + uniform_index(random, 24));
    batch.add(a, b, {rotation(random), uniform(random, 0, 3) * unit_vector(random)}, cutoff_of(i));
  }
  batch.expect_the_same(outcomes);
}

// Triangles without area, flat tetrahedra, many corners equally far, the origin on a corner.
TEST(GjkMany, IsTheSameForAlignedCubes) {
  std::array<int, 5> outcomes{};
  const Shape cube = must(make_box({1, 1, 1}));
  Batch batch;
  for (int x = -4; x <= 4; ++x) {
    for (int y = -4; y <= 4; ++y) {
      for (int z = -4; z <= 4; ++z) {
        batch.add(cube, cube, {{}, 0.25 * Vec3{Real(x), Real(y), Real(z)}}, cutoff_of(x + y + z + 12));
      }
    }
  }
  batch.expect_the_same(outcomes);
}

TEST(GjkMany, OfNoneDoesNothing) {
  for (const distortion::MachineLoops* loops : all_loops()) loops->gjk_many({nullptr, nullptr, nullptr, 0});
}

}  // namespace
}  // namespace scree::testing
