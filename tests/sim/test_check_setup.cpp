// What keeps a setup from running, each with its message; and the stable time step.
#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <cmath>
#include <string>

#include "model/build_model.hpp"
#include "sim/check_setup.hpp"

namespace scree {
namespace {

constexpr Real stiffness = 1e6;  // N/m
constexpr Real density = 2500;   // kg/m3

Setup stone_on_floor(const Shape& stone, Vec3 position) {
  Setup setup;
  setup.settings.name = "test";
  EXPECT_TRUE(add_material(setup.model, {"stone", density}));
  EXPECT_FALSE(set_contact(setup.model, 0, 0, {.normal_stiffness = stiffness}));
  BodyDescription floor;
  floor.name = "floor";
  floor.pieces.push_back({*make_half_space({0, 0, 1}, 0), {}});
  floor.mobility = Mobility::fixed;
  EXPECT_TRUE(add_body(setup.model, setup.state, floor));
  BodyDescription body;
  body.name = "stone";
  body.pieces.push_back({stone, {}});
  body.world_from_body.translation = position;
  EXPECT_TRUE(add_body(setup.model, setup.state, body));
  setup.sources = {{{0, 1}, "a.toml:3: wall \"floor\""}, {{1, 1}, "a.toml:9: body \"stone\""}};
  return setup;
}

std::string complaint(const Setup& setup) {
  Exec exec(1);
  const auto bad = check_setup(setup, exec);
  return bad ? bad->message : "";
}

// Two equal balls: half the mass of one, no rotation. omega^2 = 2 k / m.
TEST(CheckSetup, StableTimeStepOfBalls) {
  const auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  const Real mass = setup.model.mass[1];
  EXPECT_NEAR(stable_time_step(setup.model), 2 / std::sqrt(2 * stiffness / mass), 1e-9);
}

// A cube's corner moves more easily than its centre: 1/m + r^2/I with r = sqrt(3)/2 a, I = m a^2/6 at most.
TEST(CheckSetup, RotationShortensTheStableTimeStep) {
  const auto setup = stone_on_floor(*make_box({0.2, 0.2, 0.2}), {0, 0, 1});
  const Real mass = setup.model.mass[1];
  const Real without = 2 / std::sqrt(2 * stiffness / mass);
  EXPECT_LT(stable_time_step(setup.model), 0.6 * without);
  EXPECT_GT(stable_time_step(setup.model), without / std::sqrt(1 + 4.5));
}

TEST(CheckSetup, WhatIsSoundPasses) {
  EXPECT_EQ(complaint(stone_on_floor(*make_sphere(0.1), {0, 0, 0.1})), "");
}

TEST(CheckSetup, RefusesATimeStepAboveTheStableOne) {
  auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  setup.settings.time_step = 1;
  EXPECT_EQ(complaint(setup).find("test: time_step: 1 s is above the stable one, "), 0U) << complaint(setup);
}

TEST(CheckSetup, RefusesOverlapsAndNamesBoth) {
  const std::string text = complaint(stone_on_floor(*make_sphere(0.1), {0, 0, 0.09}));
  EXPECT_NE(text.find("a.toml:3: wall \"floor\""), std::string::npos) << text;
  EXPECT_NE(text.find("a.toml:9: body \"stone\""), std::string::npos) << text;
  EXPECT_NE(text.find("by 0.01 m"), std::string::npos) << text;
}

TEST(CheckSetup, RefusesBodiesTooLargeForTheirPeriod) {
  auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  setup.model.periodic.axis[0] = true;
  setup.model.periodic.length = {0.39, 0, 0};
  EXPECT_EQ(complaint(setup),
            "a.toml:9: body \"stone\": its size, 0.2 m, is more than half the period along x, 0.39 m");
  setup.model.periodic.length = {0.41, 0, 0};
  EXPECT_EQ(complaint(setup), "");
}

TEST(CheckSetup, RefusesHalfSpacesAcrossAPeriod) {
  auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  setup.model.periodic.axis[2] = true;
  setup.model.periodic.length = {0, 0, 5};
  EXPECT_EQ(complaint(setup),
            "a.toml:3: wall \"floor\": a half-space whose normal has a part along z, 1, where the system is "
            "periodic; allowed: 0");
}

TEST(CheckSetup, FixedBodiesDoNotMove) {
  auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  BodyDescription wall;
  wall.pieces.push_back({*make_box({1, 1, 1}), {}});
  wall.mobility = Mobility::fixed;
  wall.velocity = {1, 2, 3};
  wall.angular_velocity = {1, 2, 3};
  const auto body = add_body(setup.model, setup.state, wall);
  ASSERT_TRUE(body);
  EXPECT_EQ(setup.state.velocity[*body], Vec3{});
  EXPECT_EQ(setup.state.angular_momentum[*body], Vec3{});
}

}  // namespace
}  // namespace scree
