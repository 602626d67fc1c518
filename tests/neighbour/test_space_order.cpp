// The order of pieces along a curve that fills space: what it must be, and that neighbours come near each
// other.
#include "neighbour/space_order.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "neighbour/neighbour_system.hpp"

namespace scree::test {
namespace {

const Shape ball = must(make_sphere(0.45));

// The points of a cubic lattice of spacing 1, shuffled.
std::vector<Vec3> shuffled_lattice(int edge) {
  std::vector<Vec3> points;
  for (int x = 0; x < edge; ++x) {
    for (int y = 0; y < edge; ++y) {
      for (int z = 0; z < edge; ++z) points.push_back(Vec3{1.0 * x, 1.0 * y, 1.0 * z});
    }
  }
  Random random{31};
  for (std::size_t i = points.size(); i-- > 1;) {
    std::swap(points[i], points[uniform_index(random, static_cast<int>(i + 1))]);
  }
  return points;
}

NeighbourSystem balls_at(const std::vector<Vec3>& points) {
  NeighbourSystem system(0.15);
  for (const Vec3 point : points) add(system, ball, {{}, point});
  return system;
}

// Every piece has a place, and those of a body lie side by side in the order of their numbers.
void expect_order(const Model& model, const PieceOrder& order) {
  ASSERT_EQ(order.piece_at.size(), piece_count(model));
  ASSERT_EQ(order.place_of.size(), piece_count(model));
  for (std::uint32_t place = 0; place < piece_count(model); ++place) {
    const std::uint32_t piece = order.piece_at[place];
    ASSERT_LT(piece, piece_count(model));
    EXPECT_EQ(order.place_of[piece], place);
    const std::uint32_t first = model.piece_begin[model.piece_body[piece]];
    EXPECT_EQ(place - order.place_of[first], piece - first);
  }
}

TEST(SpaceOrder, KeepsThePiecesOfABodyTogether) {
  NeighbourSystem system(0.1);
  Random random{32};
  for (int i = 0; i < 300; ++i) {
    const std::vector<BodyPiece> pieces(1 + uniform_index(random, 3), {ball, {}});
    add(system, pieces, {{}, random_point(random, {-4, -4, -4}, {4, 4, 4})});
  }
  expect_order(system.model, order_in_space(system.model, system.state));
}

TEST(SpaceOrder, HasBodiesThatForcesDoNotMoveLast) {
  NeighbourSystem system(0.1);
  Random random{33};
  for (int i = 0; i < 200; ++i) {
    const Mobility mobility =
        i % 7 == 0 ? Mobility::fixed : (i % 7 == 1 ? Mobility::kinematic : Mobility::dynamic);
    add(system, ball, {{}, random_point(random, {-4, -4, -4}, {4, 4, 4})}, mobility);
    if (i % 7 == 2) system.state.present[i] = 0;
  }
  const PieceOrder order = order_in_space(system.model, system.state);
  expect_order(system.model, order);
  const auto comes_last = [&](std::uint32_t body) { return body % 7 < 3; };
  for (std::uint32_t place = 0; place + 1 < 200; ++place) {
    const std::uint32_t here = order.piece_at[place], next = order.piece_at[place + 1];
    EXPECT_LE(comes_last(here), comes_last(next));
    if (comes_last(here)) {
      EXPECT_LT(here, next);
    }
  }
}

// By definition: of two neighbours along the curve the higher binary digits agree, cube by cube.
TEST(SpaceOrder, GoesThroughHalvesOfHalves) {
  NeighbourSystem system = balls_at(shuffled_lattice(8));
  const PieceOrder order = order_in_space(system.model, system.state);
  for (std::uint32_t place = 0; place < 512; ++place) {
    Vec3 expected;
    for (int digit = 0; digit < 9; ++digit) expected[digit % 3] += (place >> digit & 1) << digit / 3;
    EXPECT_EQ(system.state.position[order.piece_at[place]], expected) << place;
  }
}

TEST(SpaceOrder, BringsNeighboursTogether) {
  NeighbourSystem system = balls_at(shuffled_lattice(12));
  find(system);
  const auto& pairs = system.pairs.pairs;
  ASSERT_GT(pairs.size(), 3000U);
  const std::uint32_t reach = 100;
  EXPECT_GT(far_share(system.model, pairs, {}, reach), 0.8);
  EXPECT_LT(far_share(system.model, pairs, order_in_space(system.model, system.state), reach), 0.35);
}

TEST(SpaceOrder, CountsPairsOfDynamicBodiesFarApart) {
  NeighbourSystem system = balls_at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}});
  add(system, ball, {}, Mobility::fixed);
  const std::vector<PiecePair> pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 3}};
  EXPECT_EQ(far_share(system.model, pairs, {}, 0), 1);
  EXPECT_EQ(far_share(system.model, pairs, {}, 1), 0.75);
  EXPECT_EQ(far_share(system.model, pairs, {}, 2), 0.25);
  EXPECT_EQ(far_share(system.model, pairs, {{0, 3, 1, 2, 4}, {0, 2, 3, 1, 4}}, 2), 0.25);  // {0, 2}
  EXPECT_EQ(far_share(system.model, {{0, 4}}, {}, 0), 0);
  EXPECT_EQ(far_share(system.model, {}, {}, 0), 0);
}

// Exact, as all coordinates are small whole numbers and so is the period.
TEST(SpaceOrder, SeesImagesWithinThePeriod) {
  NeighbourSystem system = balls_at(shuffled_lattice(8));
  system.model.periodic = {{true, false, true}, {-2, 0, 0}, {8, 0, 8}};
  const PieceOrder order = order_in_space(system.model, system.state);
  Random random{34};
  for (Vec3& position : system.state.position) {
    position.x += 8 * (uniform_index(random, 7) - 3);
    position.z += 8 * (uniform_index(random, 7) - 3);
  }
  EXPECT_EQ(order_in_space(system.model, system.state).piece_at, order.piece_at);
  system.model.periodic = {};
  EXPECT_NE(order_in_space(system.model, system.state).piece_at, order.piece_at);
}

TEST(SpaceOrder, IsOneWhereverBodiesAre) {
  const NeighbourSystem none(0.1);
  expect_order(none.model, order_in_space(none.model, none.state));
  const NeighbourSystem one = balls_at({{1, 2, 3}});
  expect_order(one.model, order_in_space(one.model, one.state));
  NeighbourSystem wall(0.1);
  add(wall, must(make_half_space({0, 0, 1}, 0)), {}, Mobility::fixed);
  expect_order(wall.model, order_in_space(wall.model, wall.state));

  // In one place they keep the order of their numbers.
  const NeighbourSystem heap = balls_at(std::vector<Vec3>(5, {1, 2, 3}));
  const std::vector<std::uint32_t> by_number{0, 1, 2, 3, 4};
  EXPECT_EQ(order_in_space(heap.model, heap.state).piece_at, by_number);

  NeighbourSystem lost = balls_at({{3, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}});
  for (const Real x :
       {1e308, -1e308, std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
    lost.state.position[1] = {x, -x, 0};
    expect_order(lost.model, order_in_space(lost.model, lost.state));
  }
}

}  // namespace
}  // namespace scree::test
