// Frames from the engine's state: bodies, contact points and pairs.
#include "output/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "model/build_model.hpp"
#include "output/half.hpp"
#include "sim/small_scenes.hpp"

namespace scree {
namespace {

Frame frame_of(const SimulationCore& core) {
  Frame frame;
  make_frame(core.setup.model, core.setup.state, core.work.contacts, frame);
  return frame;
}

TEST(Half, KeepsEveryHalfPrecisionNumber) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    if ((half & 0x7C00) == 0x7C00) continue;  // infinities and what is no number are never written
    EXPECT_EQ(to_half(from_half(half)), half) << bits;
  }
}

TEST(Half, RoundsToTheNearestAndEndsAtTheLargest) {
  // Between neighbours: the nearer one; half-way: the even one.
  for (std::uint16_t half = 0; half < 0x7BFF; ++half) {
    const double low = from_half(half), high = from_half(static_cast<std::uint16_t>(half + 1));
    const auto up = static_cast<std::uint16_t>(half + 1);
    EXPECT_EQ(to_half(low + 0.49 * (high - low)), half);
    EXPECT_EQ(to_half(low + 0.51 * (high - low)), up);
    EXPECT_EQ(to_half(0.5 * (low + high)), half % 2 == 0 ? half : up);
    EXPECT_EQ(to_half(-low), half | 0x8000);
  }
  EXPECT_EQ(from_half(to_half(1e300)), largest_half);
  EXPECT_EQ(from_half(to_half(-std::numeric_limits<double>::infinity())), -largest_half);
  EXPECT_EQ(from_half(to_half(std::numeric_limits<double>::quiet_NaN())), 0);
  EXPECT_EQ(from_half(0x3C00), 1);
  EXPECT_EQ(from_half(0xC000), -2);
  EXPECT_EQ(from_half(0x0001), 0x1p-24F);
}

TEST(Frame, HasAllBodiesAndContactsOfTheState) {
  const auto core = testing::started(testing::box_of_stones);
  testing::advance_to(*core, 0.2);
  const Frame frame = frame_of(*core);
  const State& state = core->setup.state;
  EXPECT_EQ(frame.time, state.time);
  EXPECT_EQ(frame.step, state.step);
  ASSERT_EQ(frame.body.size(), body_count(core->setup.model));
  for (std::uint32_t i = 0; i < frame.body.size(); ++i) {
    EXPECT_EQ(frame.body[i], i);
    EXPECT_EQ(frame.position[i], state.position[i]);
    EXPECT_EQ(frame.velocity[i], state.velocity[i]);
    const Vec3 world = rotate(frame.orientation[i], frame.angular_velocity[i]);
    EXPECT_LT(norm(world - angular_velocity(core->setup.model, state, i)), 1e-12);
  }

  // Pairs, summed up another way.
  struct Sum {
    Real force = 0, depth = -1;
    bool slides = true;
    Vec3 place;
    ContactType type{};
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sum> sums;
  std::size_t points = 0;
  for_each_point(core->work.contacts, [&](const ContactPoint& p) {
    const auto& body = core->setup.model.piece_body;
    Sum& sum = sums[{body[p.a], body[p.b]}];
    sum.force += dot(p.force, p.normal);
    sum.slides = sum.slides && p.slides;
    if (p.depth > sum.depth) {
      sum.depth = p.depth;
      sum.place = p.position;
      sum.type = p.type;
    }
    ++points;
  });
  ASSERT_GT(points, 20U);
  EXPECT_EQ(frame.points.size(), points);
  ASSERT_EQ(frame.pairs.size(), sums.size());
  auto expected = sums.begin();
  for (const FramePair& pair : frame.pairs) {
    EXPECT_EQ(std::pair(pair.a, pair.b), expected->first);
    EXPECT_EQ(pair.normal_force, expected->second.force);
    EXPECT_EQ(pair.slides, expected->second.slides);
    EXPECT_EQ(pair.type, expected->second.type);
    EXPECT_LT(norm(pair.position - expected->second.place), 1e-12);
    ++expected;
  }
}

TEST(Frame, LeavesOutWhatIsNotThereOrNowhere) {
  const auto core = testing::started(testing::box_of_stones);
  testing::advance_to(*core, 0.2);
  State& state = core->setup.state;
  const Frame before = frame_of(*core);
  const FramePair gone = before.pairs.front();
  state.present[gone.a] = 0;
  state.position[gone.b].y = std::numeric_limits<Real>::quiet_NaN();
  state.position[3].z = 1e40;
  const Frame after = frame_of(*core);
  EXPECT_LE(after.body.size(), before.body.size() - 2);
  for (const std::uint32_t body : after.body) {
    EXPECT_NE(body, gone.a);
    EXPECT_NE(body, gone.b);
    EXPECT_NE(body, 3U);
  }
  for (const FramePair& pair : after.pairs) {
    for (const std::uint32_t body : {pair.a, pair.b}) {
      EXPECT_TRUE(std::binary_search(after.body.begin(), after.body.end(), body));
    }
  }
  EXPECT_LT(after.pairs.size(), before.pairs.size());
}

TEST(Frame, SortsThePairsOfBodiesWithSeveralPieces) {
  // Dumbbells: their pieces are not in the order of the bodies they touch.
  const std::string scene = R"(
[simulation]
end_time = 1
time_step = 1e-3
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e4
[[shape]]
name = "dumbbell"
pieces = [
  { type = "sphere", radius = 0.1, position = [-0.15, 0, 0] },
  { type = "sphere", radius = 0.1, position = [0.15, 0, 0] },
]
[[body]]
shape = "dumbbell"
position = [0, 0, 0]
[[body]]
shape = "dumbbell"
position = [0.15, 0.199, 0]
axis = [0, 0, 1]
angle = 90
[[body]]
shape = "dumbbell"
position = [-0.15, 0.199, 0]
axis = [0, 0, 1]
angle = 90
)";
  const auto core =
      testing::started(testing::replaced(testing::replaced(scene, "[0.15, 0.199, 0]", "[0.15, 0.349, 0]"),
                                         "[-0.15, 0.199, 0]", "[-0.15, 0.349, 0]"));
  const Frame frame = frame_of(*core);
  ASSERT_GE(frame.pairs.size(), 2U);
  for (std::size_t i = 1; i < frame.pairs.size(); ++i) {
    EXPECT_LT(std::pair(frame.pairs[i - 1].a, frame.pairs[i - 1].b),
              std::pair(frame.pairs[i].a, frame.pairs[i].b));
  }
  for (std::size_t i = 1; i < frame.points.size(); ++i) {
    EXPECT_LE(std::pair(frame.points[i - 1].a, frame.points[i - 1].b),
              std::pair(frame.points[i].a, frame.points[i].b));
  }
}

TEST(Frame, WrapsIntoThePeriodAndPutsContactsBesideTheSmallerBody) {
  // A small ball in front of the seam touches a large one behind it; both have gone round several times.
  const auto core = testing::started(R"(
[simulation]
end_time = 1
time_step = 1e-3
gravity = [0, 0, 0]
[periodic]
axes = ["x"]
lower = [1, 0, 0]
upper = [3, 0, 0]
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e4
[[shape]]
name = "large"
type = "sphere"
radius = 0.2
[[shape]]
name = "small"
type = "sphere"
radius = 0.1
[[body]]
shape = "large"
position = [7.05, 0, 0]
[[body]]
shape = "small"
position = [-1.24, 0, 0]
)");
  const Frame frame = frame_of(*core);
  ASSERT_EQ(frame.pairs.size(), 1U);
  EXPECT_NEAR(frame.position[0].x, 1.05, 1e-12);
  EXPECT_NEAR(frame.position[1].x, 2.76, 1e-12);
  EXPECT_NEAR(frame.pairs[0].position.x, 2.855, 1e-9) << "beside the small one, half-way through the overlap";
  EXPECT_EQ(frame.points[0].position, frame.pairs[0].position);
  EXPECT_NEAR(frame.points[0].normal.x, -1, 1e-9);
  EXPECT_GT(frame.pairs[0].normal_force, 0);
}

}  // namespace
}  // namespace scree
