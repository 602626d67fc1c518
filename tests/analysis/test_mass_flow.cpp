// Streams of known flow through planes.
#include "analysis/mass_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree::testing {
namespace {

// Bodies of 0.5 kg each; the last one is a wall.
FrameScene scene_of(std::size_t bodies) {
  FrameScene scene;
  scene.mobility.assign(bodies, Mobility::dynamic);
  scene.mobility.push_back(Mobility::kinematic);
  scene.mass.assign(bodies, 0.5);
  scene.mass.push_back(0);
  return scene;
}

Frame frame_at(Real time, const std::vector<Vec3>& positions) {
  Frame frame;
  frame.time = time;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    frame.body.push_back(static_cast<std::uint32_t>(i));
    frame.position.push_back(positions[i]);
  }
  return frame;
}

// One every 0.1 m, falling at 2 m/s: twenty each second.
TEST(MassFlow, OfAStreamIsMassTimesSpeedOverSpacing) {
  constexpr int count = 200;
  Result<PlaneFlow> flow = PlaneFlow::make(scene_of(count), *parse_plane("0,0,-0.051,0,0,-3"));
  ASSERT_TRUE(flow);
  for (int k = 0; k <= 50; ++k) {
    const Real time = 0.1 * k;
    std::vector<Vec3> positions;
    positions.reserve(count + 1);
    for (int i = 0; i < count; ++i) positions.push_back({0.3, 0.1, 0.1 * i - 2 * time});
    positions.push_back({0, 0, 1 - time});  // the wall goes through as well
    flow->add(frame_at(time, positions));
  }
  const MassFlow& found = flow->flow();
  ASSERT_EQ(found.rows.size(), 51U);
  EXPECT_EQ(found.crossings, 100U);
  EXPECT_DOUBLE_EQ(found.rows.back().forward, 50);
  EXPECT_EQ(found.rows.back().backward, 0);
  EXPECT_NEAR(flow_rate(found.rows.front(), found.rows.back()), 0.5 * 2 / 0.1, 1e-9);
  for (std::size_t i = 1; i < found.rows.size(); ++i) {
    EXPECT_NEAR(flow_rate(found.rows[i - 1], found.rows[i]), 10, 1e-9);
  }
}

// 1 kg/s from 2 s to 12 s, then nothing.
TEST(MassFlow, SteadyRateIsThatOfTheTimeInWhichItFlows) {
  MassFlow flow;
  for (int k = 0; k <= 40; ++k) flow.rows.push_back({0.5 * k, 0, std::clamp(0.5 * k - 2, 0., 10.)});
  ASSERT_TRUE(steady_rate(flow));
  EXPECT_NEAR(*steady_rate(flow), -1, 1e-12);
  EXPECT_NEAR(flow_rate(flow.rows.front(), flow.rows.back()), -0.5, 1e-12);
  EXPECT_FALSE(steady_rate({}));
  flow.rows.assign(3, {});
  EXPECT_FALSE(steady_rate(flow));
  flow.rows = {{0, 0, 0}, {1, 5, 0}, {2, 5, 0}};  // all at once
  EXPECT_FALSE(steady_rate(flow));
}

TEST(MassFlow, ThereAndBackAndComingAndGoing) {
  Result<PlaneFlow> flow = PlaneFlow::make(scene_of(3), *parse_plane("x=1"));
  ASSERT_TRUE(flow);
  flow->add(frame_at(0, {{0, 0, 0}, {3, 0, 0}}));
  flow->add(frame_at(1, {{2, 0, 0}, {0, 0, 0}, {5, 0, 0}}));  // the third comes
  flow->add(frame_at(2, {{0, 0, 0}}));                        // two go
  flow->add(frame_at(3, {{0, 0, 0}, {3, 0, 0}}));             // one comes back elsewhere
  const auto& rows = flow->flow().rows;
  EXPECT_DOUBLE_EQ(rows[1].forward, 0.5);
  EXPECT_DOUBLE_EQ(rows[1].backward, 0.5);
  EXPECT_DOUBLE_EQ(rows[3].forward, 0.5);
  EXPECT_DOUBLE_EQ(rows[3].backward, 1);
  EXPECT_EQ(flow->flow().crossings, 3U);
}

// Round and round a period of 4 m at 1 m/s: once in 4 s.
TEST(MassFlow, AcrossAPeriod) {
  FrameScene scene = scene_of(1);
  scene.periodic.axis[0] = true;
  scene.periodic.length = {4, 0, 0};
  Result<PlaneFlow> flow = PlaneFlow::make(scene, *parse_plane("x=3.9"));
  ASSERT_TRUE(flow);
  for (int k = 0; k <= 40; ++k) flow->add(frame_at(k, {{std::fmod(1.05 * k, 4.), 0, 0}}));
  EXPECT_DOUBLE_EQ(flow->flow().rows.back().forward, 0.5 * 10);  // 42 m
  EXPECT_EQ(flow->flow().rows.back().backward, 0);
  // A level plane does not care; an oblique one has no definite place.
  EXPECT_TRUE(PlaneFlow::make(scene, *parse_plane("z=1")));
  EXPECT_NE(PlaneFlow::make(scene, *parse_plane("0,0,0,1,0,1")).error().message.find("x is periodic"),
            std::string::npos);
}

TEST(MassFlow, PlanesAreReadOrRefused) {
  const Result<FlowPlane> z = parse_plane("z=-2.5e-1");
  ASSERT_TRUE(z);
  EXPECT_EQ(z->point, (Vec3{0, 0, -0.25}));
  EXPECT_EQ(z->normal, (Vec3{0, 0, 1}));
  const Result<FlowPlane> six = parse_plane("1,2,3,0,-4,0");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->normal, (Vec3{0, -1, 0}));
  for (const char* text : {"", "z", "z=", "w=1", "z=a", "z=inf", "1,2,3", "1,2,3,0,0,0", "1,2,3,0,0,1,2",
                           "1,2,3,0,0,", "1,2,,0,0,1", "z=1 "}) {
    EXPECT_NE(parse_plane(text).error().message.find("is no plane"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace scree::testing
