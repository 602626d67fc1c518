// GJK's loop and the distortion: the same bits by every width of registers and without any, and the nearest
// point of A - B.
#include "detect/kernels/gjk_loop.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/plain_four.hpp"
#include "detect/kernels/tetrahedron_distortion.hpp"
#include "detect/machine_loops.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/all_loops.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
using distortion::Corner;
using distortion::DistortAnswer;
using distortion::DistortTask;
using distortion::GjkAnswer;
using distortion::GjkTask;
using distortion::Outcome;
namespace {

GjkTask task_for(const ShapePair& pair, Real cutoff) {
  const Vec3 start = norm_squared(pair.translation) > 0 ? pair.translation : Vec3{1, 0, 0};
  return {start, cutoff, 1e-15 * pair.size, 1e-13 * pair.size};
}

// Corners as the machine finds them: B's vertices in A's frame when they are few, as they are else.
struct PlainSupport {
  const ShapePair& pair;

  template <class ToA>
  static std::int32_t farthest(const PolyhedronView& core, Vec3 direction, ToA to_a) {
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < core.vertex_count; ++i) {
      if (dot(to_a(core.vertices[i]), direction) > dot(to_a(core.vertices[best]), direction)) best = i;
    }
    return best;
  }
  Corner operator()(Vec3 direction) const {
    const auto as_it_is = [](Vec3 p) { return p; };
    const auto from_b = [&](Vec3 p) { return from_b_point(pair, p); };
    const bool few = pair.a.core.lane_count <= 16 && pair.b.core.lane_count <= 16;
    Corner c;
    c.a = farthest(pair.a.core, direction, as_it_is);
    c.b = few ? farthest(pair.b.core, -direction, from_b)
              : farthest(pair.b.core, to_b_direction(pair, -direction), as_it_is);
    c.at = distortion::raw(pair.a.core.vertices[c.a] - from_b(pair.b.core.vertices[c.b]));
    return c;
  }
};

void expect_equal(const GjkAnswer& is, const GjkAnswer& should, const std::string& of) {
  ASSERT_EQ(is.outcome, should.outcome) << of;
  ASSERT_EQ(is.iterations, should.iterations) << of;
  ASSERT_EQ(is.lower, should.lower) << of;
  ASSERT_EQ(is.simplex.count, should.simplex.count) << of;
  for (int i = 0; i < is.simplex.count; ++i) {
    ASSERT_TRUE(distortion::same(is.simplex.corner[i], should.simplex.corner[i])) << of;
    ASSERT_EQ(distortion::vec(is.simplex.corner[i].at), distortion::vec(should.simplex.corner[i].at)) << of;
  }
  if (is.outcome == Outcome::separate || is.outcome == Outcome::beyond_cutoff) {
    ASSERT_EQ(is.nearest, should.nearest) << of;
  }
}

void expect_equal(const DistortAnswer& is, const DistortAnswer& should, const std::string& of) {
  ASSERT_EQ(is.found, should.found) << of;
  ASSERT_EQ(is.rounds, should.rounds) << of;
  if (!is.found) return;
  ASSERT_EQ(is.normal, should.normal) << of;
  ASSERT_EQ(is.lower, should.lower) << of;
  ASSERT_EQ(is.held, should.held) << of;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(distortion::same(is.corner[i], should.corner[i])) << of;
    ASSERT_TRUE(distortion::same(is.under[i], should.under[i])) << of;
    ASSERT_EQ(is.weight[i], should.weight[i]) << of;
  }
}

void expect_same_everywhere(const Shape& a, const Shape& b, const Pose& a_from_b, const std::string& of) {
  Quat rotation;
  const OwnShapePair view = make_pair_view(a, b, a_from_b, rotation);
  for (const Real cutoff : {std::numeric_limits<Real>::infinity(), 0.0}) {
    const GjkTask task = task_for(view, cutoff);
    const ShapePair pair = view;
    GjkAnswer should;
    distortion::gjk_loop<distortion::PlainFour>(PlainSupport{pair}, task, should);
    const DistortTask around{should.simplex, 4e-15 * pair.size, 2e-14 * pair.size, 1e-9 * pair.size};
    DistortAnswer should_around;
    const bool inside = should.outcome == Outcome::inside;
    if (inside) distortion::distort_loop<distortion::PlainFour>(PlainSupport{pair}, around, should_around);
    for (const distortion::MachineLoops* loops : all_loops()) {
      GjkAnswer is;
      loops->gjk(pair, task, is);
      expect_equal(is, should, of);
      DistortAnswer is_around;
      if (inside) loops->distort(pair, around, is_around);
      expect_equal(is_around, should_around, of);
    }
  }
}

TEST(GjkLoop, IsTheSameByEveryRegister) {
  for (const auto& pool : {shape_pool(), sliver_pool()}) {
    for (int i = 0; i < scaled_count(5000); ++i) {
      const RandomPair pair = random_pair(pool, 91, i);
      if (pair.a.type != ShapeType::polyhedron || pair.b.type != ShapeType::polyhedron) continue;
      expect_same_everywhere(pair.a, pair.b, pair.a_from_b, "pair " + std::to_string(i));
    }
  }
}

// Shapes of 8, 16 and more lanes with each other: those with few vertices take a way of their own.
TEST(GjkLoop, IsTheSameForAnyNumberOfVertices) {
  for (int i = 0; i < scaled_count(2000); ++i) {
    Random random{92, static_cast<std::uint64_t>(i)};
    const auto hull = [&](int corners) {
      std::vector<Vec3> points(corners);
      for (Vec3& point : points) point = unit_vector(random);
      return must(make_polyhedron(points));
    };
    const Shape a = hull(4 + uniform_index(random, 24)), b = hull(4 + uniform_index(random, 24));
    const Pose pose{rotation(random), uniform(random, 0, 3) * unit_vector(random)};
    expect_same_everywhere(a, b, pose, "pair " + std::to_string(i));
  }
}

// Cubes along their axes: triangles without area, flat tetrahedra, many corners equally far.
TEST(GjkLoop, IsTheSameForAlignedCubes) {
  const Shape cube = must(make_box({1, 1, 1}));
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        const Vec3 at = 0.25 * Vec3{Real(x), Real(y), Real(z)};
        expect_same_everywhere(cube, cube, {{}, at}, std::to_string(49 * x + 7 * y + z));
      }
    }
  }
}

// The simplex it ends with holds the point of A - B nearest to the origin, or the origin. It is a guess that
// has to be proved: thin shapes in each other may look flat to it.
TEST(GjkLoop, FindsTheNearestPoint) {
  const auto pool = shape_pool();
  int apart = 0, inside = 0, missed = 0;
  for (int i = 0; i < scaled_count(5000); ++i) {
    const RandomPair pair = random_pair(pool, 93, i);
    if (pair.a.type != ShapeType::polyhedron || pair.b.type != ShapeType::polyhedron) continue;
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    PairCache cache;
    Contact exact;
    ASSERT_EQ(query(Algorithm::brute_force, pair.a, pair.b, pair.a_from_b, {}, cache, exact), Status::ok);
    GjkAnswer is;
    distortion::run_gjk(view, task_for(view, std::numeric_limits<Real>::infinity()), is);
    if (exact.distance > 1e-6 * view.size) {
      ++apart;
      ASSERT_EQ(is.outcome, Outcome::separate) << "pair " << i;
      ASSERT_NEAR(norm(is.nearest), exact.distance, 1e-14 * view.size) << "pair " << i;
    } else if (exact.distance < -1e-6 * view.size) {
      ++inside;
      missed += is.outcome == Outcome::inside || is.outcome == Outcome::near_zero ? 0 : 1;
    }
  }
  EXPECT_GT(apart, scaled_count(5000) / 10);
  EXPECT_GT(inside, scaled_count(5000) / 10);
  EXPECT_LE(missed, scaled_count(5000) / 10000 + 1);
}

TEST(GjkLoop, OneSuitsTheMachine) {
  EXPECT_NE(distortion::find_machine_loops(RegisterWidth::baseline), nullptr);
  EXPECT_EQ(distortion::machine_loops, all_loops().back());
}

}  // namespace
}  // namespace scree::testing
