// The list of pairs against all pairs by their exact distances.
#include <gtest/gtest.h>

#include "neighbour/neighbour_system.hpp"
#include "support/scale.hpp"

namespace scree::test {
namespace {

using scree::testing::scaled_count;

void add_cloud(NeighbourSystem& system, Random& random, int count, Vec3 lower, Vec3 upper) {
  const std::vector<NamedShape> shapes = sample_shapes();
  for (int i = 0; i < count; ++i) {
    const Quat turn = rotation(random);
    add(system, random_shape(random, shapes), {turn, random_point(random, lower, upper)});
  }
}

TEST(FindNeighbours, FindsEveryClosePairOfAnyShapes) {
  for (const Real skin : {0.0, 0.2, 1.0}) {
    NeighbourSystem system(skin);
    Random random{11, 1};
    add_cloud(system, random, 200, {-6, -6, -6}, {6, 6, 6});
    find(system);
    const std::size_t close = expect_complete(system);
    EXPECT_GT(close, 300U);
    // The tests on boxes, balls and support points leave little that is not close.
    EXPECT_LT(system.pairs.pairs.size(), 2 * close);
  }
}

TEST(FindNeighbours, FindsEveryClosePairOfSizesUpToAHundredTimes) {
  const std::vector<NamedShape> shapes = sample_shapes();
  for (int round = 0; round < scaled_count(4); ++round) {
    NeighbourSystem system(0.01);
    Random random{12, static_cast<std::uint64_t>(round)};
    for (int i = 0; i < 300; ++i) {
      const Shape shape = random_shape(random, shapes);
      const Real size = 0.03 * std::pow(100, uniform(random));
      const Quat turn = rotation(random);
      const Vec3 place = random_point(random, {-2, -2, -2}, {2, 2, 2});
      add(system, must(scaled(shape, size / shape.size)), {turn, place});
    }
    find(system);
    EXPECT_GT(system.scratch.grid.levels, 5);
    EXPECT_GT(expect_complete(system), 300U);
  }
}

// Boxes that fill a cell, of this or a finer level, and just reach each other: their middles are as far apart
// as those of a pair can be.
TEST(FindNeighbours, FindsPairsAsFarApartAsTheGridAllows) {
  const Real skin = 0.01;
  for (const bool periodic : {false, true}) {
    NeighbourSystem system(skin);
    Random random{19};
    system.model.periodic = {{periodic, periodic, periodic}, {}, {24, 28, 33.1}};
    const Shape ball = must(make_sphere(0.5));
    for (int i = 0; i < 384; ++i) {
      const Real diameter = std::ldexp(1 + skin, -(i % 4)) - skin;
      Vec3 apart;
      apart[i % 3] = (i % 2 == 0 ? 1 : -1) * (0.5 + 0.5 * diameter + (1 - 1e-6) * skin);
      const int column = i / 6 % 7, row = i / 42;
      const Vec3 place = Vec3{4.0 * (i % 6), 4.0 * column, 4.0 * row} + random_point(random, {}, {1, 1, 1});
      add(system, ball, {{}, place});
      add(system, must(make_sphere(0.5 * diameter)), {{}, place + apart});
    }
    find(system);
    for (std::uint32_t i = 0; i < 768; i += 2) {
      EXPECT_TRUE(
          std::binary_search(system.pairs.pairs.begin(), system.pairs.pairs.end(), PiecePair{i, i + 1}));
    }
  }
}

TEST(FindNeighbours, FindsPlatesAndHalfSpaces) {
  NeighbourSystem system(0.1);
  Random random{13};
  const Shape plate = must(make_box({12, 10, 0.1}));
  add(system, must(make_half_space({0, 0, 1}, -3)), {}, Mobility::fixed);
  add(system, plate, {{}, {0, 0, 3}}, Mobility::fixed);
  add_cloud(system, random, 150, {-6, -6, -4}, {6, 6, 4});
  add(system, plate, {rotation(random), {}}, Mobility::kinematic);
  add(system, must(make_half_space({1, 2, 0.5}, 0)), {rotation(random), {5, 4, 0}}, Mobility::kinematic);
  find(system);
  EXPECT_GT(expect_complete(system), 150U);
  // A tilted plate has a box as large as the cloud, but only what is near it makes a pair.
  const std::size_t tilted = 152;
  EXPECT_LT(system.pairs.body_begin[tilted + 1] - system.pairs.body_begin[tilted], 100U);
}

TEST(FindNeighbours, LeavesOutPiecesOfOneBodyAndWhatCannotMove) {
  NeighbourSystem system(0.1);
  Random random{14};
  const Shape box = must(make_box({1, 0.6, 0.4}));
  const Mobility mobilities[3] = {Mobility::dynamic, Mobility::kinematic, Mobility::fixed};
  for (int i = 0; i < 90; ++i) {
    std::vector<BodyPiece> pieces;
    pieces.reserve(3);
    pieces.push_back({box, {rotation(random), {-0.4, 0, 0}}});
    if (i % 2 == 0) pieces.push_back({box, {rotation(random), {0.5, 0.1, 0}}});
    if (i % 4 == 0) pieces.push_back({box, {rotation(random), {0, 0.5, 0.3}}});
    const Quat turn = rotation(random);
    add(system, pieces, {turn, random_point(random, {-2, -2, -2}, {2, 2, 2})}, mobilities[i % 3]);
  }
  add(system, must(make_half_space({0, 0, 1}, 0)), {}, Mobility::fixed);
  for (int i = 0; i < 90; i += 7) system.state.present[i] = 0;
  find(system);
  EXPECT_GT(expect_complete(system), 200U);
  // The half-space goes, and with it its pairs.
  const std::size_t before = system.pairs.pairs.size();
  system.state.present[90] = 0;
  find(system);
  EXPECT_LT(system.pairs.pairs.size(), before);
  expect_complete(system);
}

TEST(FindNeighbours, FindsPairsAcrossPeriodicBoundaries) {
  const std::vector<NamedShape> shapes = sample_shapes();
  for (int axes = 1; axes < 8; ++axes) {
    // In sizes of the largest shape. From 2.2 on, bodies keep the rule of half a period.
    for (const Real length : {0.8, 1.3, 2.2, 3.3, 6.0}) {
      NeighbourSystem system(0.05);
      Random random{15, static_cast<std::uint64_t>(axes), static_cast<std::uint64_t>(1000 * length)};
      const Real size = 1.3;
      Periodic& periodic = system.model.periodic;
      periodic.lower = {-0.7, 2, 0.1};
      for (int i = 0; i < 3; ++i) {
        periodic.axis[i] = (axes >> i & 1) != 0;
        periodic.length[i] = size * length * (1 + 0.1 * i);
      }
      for (int i = 0; i < (length < 2 ? 12 : 40); ++i) {
        const Shape shape = random_shape(random, shapes);
        const Quat turn = rotation(random);
        // Positions are not wrapped: bodies may have gone around several times.
        const Vec3 place = random_point(random, {-5, -5, -5}, {5, 5, 5});
        add(system, must(scaled(shape, uniform(random, 0.3, 1) * size / shape.size)), {turn, place});
      }
      find(system);
      expect_complete(system, length < 2 ? 2 : 1);
    }
  }
}

TEST(FindNeighbours, PeriodicAxesOfManyCellsAndLevels) {
  NeighbourSystem system(0.02);
  Random random{16};
  system.model.periodic = {{true, false, true}, {-1, 0, 3}, {7, 0, 5.5}};
  for (int i = 0; i < 300; ++i) {
    const Real edge = 0.03 * std::pow(60, uniform(random));
    const Quat turn = rotation(random);
    add(system, must(make_box({edge, 0.5 * edge, edge})),
        {turn, random_point(random, {-9, -2, -9}, {9, 2, 9})});
  }
  find(system);
  EXPECT_GT(system.scratch.grid.levels, 4);
  EXPECT_GT(expect_complete(system), 70U);
}

// Few pieces, kilometres apart: groups around far places, some of them a multiple of the grid's length apart,
// where boxes look alike.
TEST(FindNeighbours, ReachesAnyPlace) {
  NeighbourSystem system(1e-4);
  Random random{17};
  const Shape grain = must(make_tetrahedron(1e-3));
  const auto add_group = [&](Vec3 middle) {
    for (int i = 0; i < 12; ++i) {
      const Quat turn = rotation(random);
      const Vec3 place = middle + 6e-4 * unit_vector(random);
      add(system, grain, {turn, place});
    }
  };
  add_group({});
  find(system);
  const GridAxis& axis = system.scratch.grid.axes[0];
  const Real round_the_grid = 0x1p32 / axis.units_per_metre;
  for (const Vec3 middle : {Vec3{round_the_grid, 0, 0}, Vec3{0, -3 * round_the_grid, round_the_grid},
                            Vec3{3e3, -5e3, 1e4}, Vec3{-1e5, 1e5, 0}, Vec3{0.5 * round_the_grid, 0, 0}}) {
    add_group(middle);
  }
  find(system);
  EXPECT_GT(expect_complete(system), 100U);
}

// One huge piece, a speck and nothing in between: beyond the range of levels.
TEST(FindNeighbours, TakesAnyRatioOfSizes) {
  NeighbourSystem system(1e-6);
  add(system, must(make_box({1e9, 1e9, 1})), {}, Mobility::fixed);
  add(system, must(make_sphere(1e-4)), {{}, {3e8, -4e8, 0.5 + 1e-4}});
  add(system, must(make_sphere(1e-4)), {{}, {-3e8, 4e8, 0.6}});
  add(system, must(make_sphere(3e7)), {{}, {0, 0, 3e7}});
  add(system, must(make_sphere(1e-4)), {{}, {0, 0, -0.5}});
  find(system);
  const std::vector<PiecePair> expected{{0, 1}, {0, 3}, {0, 4}};
  EXPECT_EQ(system.pairs.pairs, expected);
}

TEST(FindNeighbours, IsEmptyWithoutDynamicBodies) {
  NeighbourSystem nothing(0.1);
  find(nothing);
  EXPECT_TRUE(nothing.pairs.pairs.empty());
  EXPECT_EQ(nothing.pairs.body_begin.size(), 1U);
  NeighbourSystem walls(0.1);
  add(walls, must(make_box({1, 1, 1})), {}, Mobility::fixed);
  add(walls, must(make_box({1, 1, 1})), {}, Mobility::kinematic);
  add(walls, must(make_half_space({0, 0, 1}, 0)), {}, Mobility::fixed);
  find(walls);
  EXPECT_TRUE(walls.pairs.pairs.empty());
  EXPECT_EQ(walls.pairs.body_begin.size(), 4U);
  EXPECT_EQ(walls.pairs.searches, 1U);
}

// A lost simulation ends with an error message elsewhere; the search must only survive it.
TEST(FindNeighbours, SurvivesPositionsThatAreNotNumbers) {
  NeighbourSystem system(0.1);
  Random random{18};
  add_cloud(system, random, 30, {-2, -2, -2}, {2, 2, 2});
  system.state.position[3].x = std::numeric_limits<Real>::quiet_NaN();
  system.state.position[4].y = std::numeric_limits<Real>::infinity();
  system.state.position[5].z = -1e300;
  find(system);
  EXPECT_FALSE(system.pairs.pairs.empty());
}

}  // namespace
}  // namespace scree::test
