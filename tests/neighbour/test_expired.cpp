// When a new search is due: exactly when a point of a body may have moved by half the skin.
#include <gtest/gtest.h>

#include "neighbour/neighbour_system.hpp"

namespace scree::test {
namespace {

constexpr Real skin = 0.1;

bool expired(const NeighbourSystem& system, int threads = 1) {
  Exec exec(threads);
  return neighbours_expired(system.model, system.state, exec, system.search);
}
Quat turn_about_x(Real angle) { return {std::cos(angle / 2), std::sin(angle / 2), 0, 0}; }

NeighbourSystem row_of_boxes(int count) {
  NeighbourSystem system(skin);
  Random random{31};
  const Shape box = must(make_box({1, 2, 3}));
  for (int i = 0; i < count; ++i) add(system, box, {rotation(random), {4.0 * i, 0, 0}});
  return system;
}

TEST(NeighboursExpired, BeforeTheFirstSearchAndWhenToldSo) {
  NeighbourSystem system = row_of_boxes(3);
  EXPECT_TRUE(expired(system));
  find(system);
  EXPECT_FALSE(expired(system));
  system.search.valid = false;
  EXPECT_TRUE(expired(system));
}

TEST(NeighboursExpired, WhenABodyHasMovedByHalfTheSkin) {
  NeighbourSystem system = row_of_boxes(1000);
  find(system);
  for (const int body : {0, 500, 999}) {
    const Vec3 start = system.state.position[body];
    system.state.position[body] = start + (0.5 - 1e-9) * skin * normalized(Vec3{1, -2, 0.5});
    EXPECT_FALSE(expired(system));
    system.state.position[body] = start + (0.5 + 1e-9) * skin * normalized(Vec3{1, -2, 0.5});
    for (int threads = 1; threads <= 3; ++threads) EXPECT_TRUE(expired(system, threads));
    system.state.position[body] = start;
  }
  EXPECT_FALSE(expired(system));
}

TEST(NeighboursExpired, WhenItsFarthestPointHasTurnedByHalfTheSkin) {
  NeighbourSystem system = row_of_boxes(2);
  find(system);
  const Real radius = 0.5 * std::sqrt(14.0);
  const Quat start = system.state.orientation[1];
  const Real limit = 2 * std::asin(0.25 * skin / radius);  // the chord is half the skin
  for (const Real sign : {1.0, -1.0}) {
    const auto turned = [&](Real angle) {
      const Quat q = turn_about_x(sign * angle) * start;
      return sign > 0 ? q : Quat{-q.w, -q.x, -q.y, -q.z};  // the same rotation
    };
    system.state.orientation[1] = turned((1 - 1e-6) * limit);
    EXPECT_FALSE(expired(system));
    system.state.orientation[1] = turned((1 + 1e-6) * limit);
    EXPECT_TRUE(expired(system));
    // Half of each, in one body.
    system.state.orientation[1] = turned(0.5 * limit);
    system.state.position[1].y += 0.24 * skin;
    EXPECT_FALSE(expired(system));
    system.state.position[1].y += 0.02 * skin;
    EXPECT_TRUE(expired(system));
    system.state.position[1].y = 0;
  }
}

TEST(NeighboursExpired, NotByBodiesThatAreFixedOrNotPresent) {
  NeighbourSystem system = row_of_boxes(2);
  add(system, must(make_half_space({0, 0, 1}, -5)), {}, Mobility::fixed);
  system.state.present[1] = 0;
  find(system);
  system.state.position[1].x += 1;
  EXPECT_FALSE(expired(system));
}

TEST(NeighboursExpired, ByAKinematicHalfSpaceThatMovesOrTurnsAtAll) {
  NeighbourSystem system = row_of_boxes(2);
  add(system, must(make_half_space({0, 0, 1}, -5)), {}, Mobility::kinematic);
  find(system);
  EXPECT_FALSE(expired(system));
  system.state.position[2].z = 0.49 * skin;
  EXPECT_FALSE(expired(system));
  system.state.position[2].z = 0.51 * skin;
  EXPECT_TRUE(expired(system));
  system.state.position[2].z = 0;
  system.state.orientation[2] = turn_about_x(1e-9);
  EXPECT_TRUE(expired(system));
}

TEST(NeighboursExpired, WhenAPositionIsNotANumber) {
  NeighbourSystem system = row_of_boxes(2);
  find(system);
  system.state.position[0].x = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(expired(system));
}

// What the skin is for: while the list has not expired, whatever touches is in it.
TEST(NeighboursExpired, UntilThenTheListHoldsWhateverTouches) {
  NeighbourSystem system(0.3);
  Random random{32};
  const std::vector<NamedShape> shapes = sample_shapes();
  for (int i = 0; i < 80; ++i) {
    const Quat turn = rotation(random);
    add(system, random_shape(random, shapes), {turn, random_point(random, {-4, -4, -4}, {4, 4, 4})});
  }
  find(system);
  const std::vector<Vec3> start = system.state.position;
  const std::vector<PiecePair> list = system.pairs.pairs;
  std::size_t touching = 0;
  for (std::uint32_t a = 0; a < 80; ++a) {
    for (std::uint32_t b = a + 1; b < 80; ++b) {
      // The two go for each other as fast as they can.
      const Vec3 towards = 0.149 * normalized(start[b] - start[a]);
      system.state.position[a] = start[a] + towards;
      system.state.position[b] = start[b] - towards;
      EXPECT_FALSE(expired(system));
      system.search.skin = 1e-9;  // for the definition: in contact
      const bool touch = image_distance(system, a, b, {{}}) <= 0;
      system.search.skin = 0.3;
      touching += touch ? 1 : 0;
      if (touch) {
        EXPECT_TRUE(std::binary_search(list.begin(), list.end(), PiecePair{a, b}));
      }
      system.state.position[a] = start[a];
      system.state.position[b] = start[b];
    }
  }
  EXPECT_GT(touching, 100U);
}

}  // namespace
}  // namespace scree::test
