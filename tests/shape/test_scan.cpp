// Vertices several at a time: the same answers whatever the machine's registers, and those of a plain loop.
#include "shape/scan.hpp"

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <vector>

#include "bench/must.hpp"
#include "math/random.hpp"
#include "shape/make_view.hpp"
#include "shape/support.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

std::vector<const ScanFunctions*> all_functions() {
  std::vector<const ScanFunctions*> all;
  for (const auto registers : {ScanRegisters::baseline, ScanRegisters::avx2, ScanRegisters::avx512}) {
    if (const ScanFunctions* found = find_scan_functions(registers)) all.push_back(found);
  }
  return all;
}

// Points on a sphere, all of them corners of their hull.
Shape hull(int corners, Random& random) {
  std::vector<Vec3> points;
  points.reserve(corners);
  for (int i = 0; i < corners; ++i) points.push_back(unit_vector(random));
  return bench::must(make_polyhedron(points));
}

LaneScan scan_of(const ShapeView& view, Vec3 direction) {
  return {view.core.lanes, view.core.lane_count, direction};
}

void expect_plain_answers(const Shape& a, const Shape& b, Vec3 direction_a, Vec3 direction_b) {
  const ShapeView view_a = make_view(a), view_b = make_view(b);
  std::int32_t vertex_a = -1, vertex_b = -1;
  const Real reach_a = dot(support(view_a, direction_a, vertex_a), direction_a);
  const Real reach_b = dot(support(view_b, direction_b, vertex_b), direction_b);
  for (const ScanFunctions* functions : all_functions()) {
    const LaneScan scan_a = scan_of(view_a, direction_a), scan_b = scan_of(view_b, direction_b);
    EXPECT_EQ(functions->reach(scan_a, scan_b), reach_a + reach_b);
    std::int32_t found_a = -1, found_b = -1;
    functions->farthest(scan_a, scan_b, found_a, found_b);
    EXPECT_EQ(found_a, vertex_a);
    EXPECT_EQ(found_b, vertex_b);
  }
}

TEST(Scan, IsThatOfAPlainLoop) {
  for (int i = 0; i < scaled_count(2000); ++i) {
    Random random{71, static_cast<std::uint64_t>(i)};
    const Shape a = hull(4 + uniform_index(random, 60), random), b = hull(4 + i % 14, random);
    expect_plain_answers(a, b, uniform(random, 0.1, 3) * unit_vector(random), unit_vector(random));
  }
}

// A cube along its axes and diagonals: the first of several that are equally far.
TEST(Scan, TakesTheFirstOfEquals) {
  const Shape cube = bench::must(make_box({1, 1, 1})), prism = bench::must(make_prism(6, 1, 2));
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Vec3 direction{Real(x), Real(y), Real(z)};
        expect_plain_answers(cube, prism, direction, direction);
      }
    }
  }
}

// The point of a sphere, the segment of a capsule, scaled and rounded shapes.
TEST(Scan, EveryCoreHasLanes) {
  const Shape tetrahedron = bench::must(make_tetrahedron(1));
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Shape& shape :
       {bench::must(make_sphere(1)), bench::must(make_capsule(0.5, 2)), bench::must(scaled(tetrahedron, 3)),
        bench::must(make_rounded_polyhedron(corners, 0.1))}) {
    expect_plain_answers(shape, tetrahedron, {0.3, -0.2, 0.9}, {0.1, 0.7, -0.2});
  }
}

TEST(Scan, OneSuitsTheMachine) {
  EXPECT_NE(find_scan_functions(ScanRegisters::baseline), nullptr);
  EXPECT_EQ(scan_functions, all_functions().back());
}

}  // namespace
}  // namespace scree::testing
