// Vertices several at a time: the same answers whatever the machine's registers, and those of a plain loop.
#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <limits>
#include <vector>

#include "bench/must.hpp"
#include "detect/machine_loops.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "shape/support.hpp"
#include "support/all_loops.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using distortion::MachineLoops;

// Points on a sphere, all of them corners of their hull.
Shape hull(int corners, Random& random) {
  std::vector<Vec3> points;
  points.reserve(corners);
  for (int i = 0; i < corners; ++i) points.push_back(unit_vector(random));
  return bench::must(make_polyhedron(points));
}

void expect_plain_answers(const Shape& a, const Shape& b, const Pose& pose, Vec3 direction) {
  Quat rotation;
  const OwnShapePair own = make_pair_view(a, b, pose, rotation);
  const ShapePair pair = own;
  const Vec3 direction_b = to_b_direction(pair, -direction);
  std::int32_t vertex_a = -1, vertex_b = -1;
  const Real reach_a = dot(support(pair.a, direction, vertex_a), direction);
  const Real reach_b = dot(support(pair.b, direction_b, vertex_b), direction_b);
  for (const MachineLoops* loops : all_loops()) {
    EXPECT_EQ(loops->reach(pair, direction), reach_a + reach_b - dot(direction, pair.translation));
    std::int32_t found_a = -1, found_b = -1;
    loops->farthest(pair, direction, found_a, found_b);
    EXPECT_EQ(found_a, vertex_a);
    EXPECT_EQ(found_b, vertex_b);
  }
}

TEST(MachineScan, IsThatOfAPlainLoop) {
  for (int i = 0; i < scaled_count(2000); ++i) {
    Random random{71, static_cast<std::uint64_t>(i)};
    const Shape a = hull(4 + uniform_index(random, 60), random), b = hull(4 + i % 14, random);
    const Pose pose{rotation(random), uniform(random, 0, 3) * unit_vector(random)};
    expect_plain_answers(a, b, pose, uniform(random, 0.1, 3) * unit_vector(random));
  }
}

// A cube along its axes and diagonals: the first of several that are equally far.
TEST(MachineScan, TakesTheFirstOfEquals) {
  const Shape cube = bench::must(make_box({1, 1, 1})), prism = bench::must(make_prism(6, 1, 2));
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Vec3 direction{Real(x), Real(y), Real(z)};
        if (norm_squared(direction) > 0) expect_plain_answers(cube, prism, {{}, {3, 0, 0}}, direction);
      }
    }
  }
}

// The point of a sphere, the segment of a capsule, scaled and rounded shapes.
TEST(MachineScan, EveryCoreHasLanes) {
  const Shape tetrahedron = bench::must(make_tetrahedron(1));
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Shape& shape :
       {bench::must(make_sphere(1)), bench::must(make_capsule(0.5, 2)), bench::must(scaled(tetrahedron, 3)),
        bench::must(make_rounded_polyhedron(corners, 0.1))}) {
    expect_plain_answers(shape, tetrahedron, {{0.8, 0.6, 0, 0}, {1, 2, 3}}, {0.3, -0.2, 0.9});
  }
}

// Numbers beyond all range may leave no direction; then any vertex will do, as long as it exists.
TEST(MachineScan, FindsAVertexAlongWhatIsNoNumber) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  Random random{72};
  for (const int corners : {4, 8, 14, 60}) {
    const Shape shape = hull(corners, random);
    Quat rotation;
    const OwnShapePair own = make_pair_view(shape, shape, {{}, {3, 0, 0}}, rotation);
    const ShapePair pair = own;
    for (const MachineLoops* loops : all_loops()) {
      std::int32_t a = -1, b = -1;
      loops->farthest(pair, {nan, nan, nan}, a, b);
      EXPECT_EQ(a, 0);
      EXPECT_EQ(b, 0);
      distortion::GjkAnswer answer;
      loops->gjk(pair, {.start = {nan, 0, 0}, .cutoff = 0, .converged = 0, .near_zero = 0}, answer);
      for (int i = 0; i < answer.simplex.count; ++i) {
        EXPECT_LT(answer.simplex.corner[i].a, corners);
        EXPECT_LT(answer.simplex.corner[i].b, corners);
        EXPECT_GE(answer.simplex.corner[i].a, 0);
        EXPECT_GE(answer.simplex.corner[i].b, 0);
      }
    }
  }
}

}  // namespace
}  // namespace scree::testing
