// What keeps a setup from running, each with its message; and the stable time step.
#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <cmath>
#include <string>
#include <utility>

#include "model/build_model.hpp"
#include "sim/check_setup.hpp"
#include "sim/core.hpp"

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

// A whole face: sqrt(8) (1/m + 3 (a/2)^2 / I) with I = m a^2/6, at most; four corners alone would be 2 x 4.5.
TEST(CheckSetup, PatchesShortenTheStableTimeStep) {
  const auto setup = stone_on_floor(*make_box({0.2, 0.2, 0.2}), {0, 0, 1});
  const Real mass = setup.model.mass[1];
  EXPECT_NEAR(stable_time_step(setup.model, ContactPoints::patch),
              2 / std::sqrt(2 * std::sqrt(8.0) * 5.5 * stiffness / mass), 1e-12);
  const auto ball = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  EXPECT_EQ(stable_time_step(ball.model, ContactPoints::patch), stable_time_step(ball.model));
}

// A rod with round ends on its side: sqrt(2) (1/m + 3 (l/2)^2 / I).
TEST(CheckSetup, PatchesOfCapsules) {
  const Real length = 1;
  const auto setup = stone_on_floor(*make_capsule(0.05, length), {0, 0, 1});
  const Model& model = setup.model;
  const Vec3 w = model.inverse_moments[1];
  const Real inverse_moment = std::fmin(w.x, std::fmin(w.y, w.z));  // about an axis across the rod
  const Real swing =
      std::sqrt(2.0) * (model.inverse_mass[1] + 0.75 * length * length * inverse_moment) * stiffness;
  EXPECT_NEAR(stable_time_step(model, ContactPoints::patch), 2 / std::sqrt(2 * swing), 1e-12);
}

// How much of the energy of its start a slightly tilted cube on a floor has at most in its tilting, over many
// swings. Its true limit is that of four corners on something fixed: 2 / sqrt(9 k/m), 1.87 times ours.
Real largest_tilt(Real share_of_stable) {
  Setup setup = stone_on_floor(*make_box({0.2, 0.2, 0.2}), {0, 0, 1});
  const Real mass = setup.model.mass[1];
  setup.settings.contact_points = ContactPoints::patch;
  setup.settings.time_step = share_of_stable * stable_time_step(setup.model, ContactPoints::patch);
  setup.state.gravity = {0, 0, -10};
  const Real sag = 10 * mass / (2 * stiffness);  // m, at rest on four corners
  const Real tilt = 1e-3 * sag / 0.1;            // rad: no corner is ever without load
  setup.state.position[1] = {0, 0, 0.1 - sag};
  setup.state.orientation[1] = normalized(Quat{1, 0.5 * tilt, 0, 0});
  SimulationCore core(std::move(setup), 1);
  start(core);
  Real largest = 0;
  for (int i = 0; i < 2000; ++i) {
    advance(core);
    largest = std::fmax(largest, 2 * std::fabs(core.setup.state.orientation[1].x) / tilt);
  }
  return largest;
}

TEST(CheckSetup, ACubeOnItsFaceSwingsWithinTheStableTimeStep) {
  EXPECT_LT(largest_tilt(1), 1.3);
  EXPECT_LT(largest_tilt(1.8), 4);
  EXPECT_GT(largest_tilt(1.95), 1e3);
}

TEST(CheckSetup, WhatIsSoundPasses) {
  EXPECT_EQ(complaint(stone_on_floor(*make_sphere(0.1), {0, 0, 0.1})), "");
}

TEST(CheckSetup, RefusesATimeStepAboveTheStableOne) {
  auto setup = stone_on_floor(*make_sphere(0.1), {0, 0, 1});
  setup.settings.time_step = 1;
  EXPECT_EQ(complaint(setup).find("test: time_step: 1 s is above the stable one, "), 0U) << complaint(setup);
  setup.settings.allow_unstable_step = true;
  EXPECT_EQ(complaint(setup), "");
  // Whole faces stand less than single points.
  auto cube = stone_on_floor(*make_box({0.1, 0.1, 0.1}), {0, 0, 1});
  cube.settings.time_step = 1.2 * stable_time_step(cube.model, ContactPoints::patch);
  EXPECT_EQ(complaint(cube), "");
  cube.settings.contact_points = ContactPoints::patch;
  EXPECT_NE(complaint(cube), "");
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
