// Slopes, rolling, and what the tangential spring remembers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bodies.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

constexpr Real friction = 0.5;
const ContactParameters rough{.normal_stiffness = 1e6,
                              .shear_stiffness = 8e5,
                              .friction = friction,
                              .restitution = 0.5,
                              .tangential_restitution = 0.5};

// Gravity for a floor tilted by `degrees` about y: downhill is +x.
Vec3 tilted_gravity(Real degrees) {
  const Real a = degrees * pi / 180;
  return {gravity * std::sin(a), 0, -gravity * std::cos(a)};
}

// So deep that the floor carries the weight at once: nothing bounces.
Pose settled_on_floor(const Shape& shape, Quat rotation, Vec3 pull, const ContactParameters& contact) {
  const Real weight = -pull.z * density * shape.mass.volume;
  return hovering(shape, rotation, -weight / contact.normal_stiffness);
}

struct Slope {
  ContactPoints points;
  bool on_box;  // instead of a half-space
};
class OnASlope : public ::testing::TestWithParam<Slope> {
 protected:
  // A cube of 0.1 m on a slope; returns its state after each tenth of a second.
  static std::vector<BodyState> slide(Real degrees, Real seconds) {
    const Vec3 pull = tilted_gravity(degrees);
    World world = make_world({.gravity = pull, .contact_points = GetParam().points}, rough);
    if (GetParam().on_box) {
      add_fixed(world, must(make_box({20, 2, 0.2})), at({0.3, 0.1, -0.1}));
    } else {
      add_floor(world);
    }
    const Shape cube = must(make_box({0.1, 0.1, 0.1}));
    const BodyId body = scree::testing::add_body(world, cube, settled_on_floor(cube, {}, pull, rough));
    std::vector<BodyState> states{world.simulation.state(body)};
    for (int k = 0; k < std::lround(seconds / 0.1); ++k) {
      run_for(world, 0.1);
      states.push_back(world.simulation.state(body));
    }
    EXPECT_EQ(world.simulation.detection_failures(), 0U);
    balance_error = world.simulation.energy_balance_error();
    return states;
  }
  inline static Real balance_error = 0;
};

// It moves until springs and floor carry it: by a few m g / k, 2e-5 m. One point jumps from edge to edge of
// the face, and what it carries goes up and down with it: close to the friction angle it slips a little at
// each jump. Patches hold up to the angle.
TEST_P(OnASlope, StaysBelowTheFrictionAngle) {
  const Real share = GetParam().points == ContactPoints::patch ? 0.95 : 0.6;
  const std::vector<BodyState> states = slide(share * std::atan(friction) * 180 / pi, 1);
  const Real moved = norm(states.back().centre - states.front().centre);
  record("moved", moved);
  record("final speed", norm(states.back().velocity));
  EXPECT_LT(moved, 2e-4);
  EXPECT_LT(norm(states.back().velocity), 1e-3);
}

TEST_P(OnASlope, SlidesAboveTheFrictionAngle) {
  const Real degrees = 1.3 * std::atan(friction) * 180 / pi;
  const std::vector<BodyState> states = slide(degrees, 1);
  const Real a = degrees * pi / 180;
  const Real expected = gravity * (std::sin(a) - friction * std::cos(a));
  const Real measured = (states.back().velocity.x - states[2].velocity.x) / (0.1 * (states.size() - 3));
  record("acceleration", std::fabs(measured / expected - 1));
  record("sideways", std::fabs(states.back().centre.y));
  record("balance", balance_error);
  EXPECT_NEAR(measured / expected, 1, 0.01);
  EXPECT_LT(std::fabs(states.back().centre.y), 1e-3);
  EXPECT_LT(rotate(states.back().world_from_body.rotation, {0, 0, 1}).x, 1e-3) << "tips over";
}

INSTANTIATE_TEST_SUITE_P(All, OnASlope,
                         ::testing::Values(Slope{ContactPoints::one, false}, Slope{ContactPoints::one, true},
                                           Slope{ContactPoints::patch, false},
                                           Slope{ContactPoints::patch, true}));

// Rolling without slip: 5/7 of what a frictionless one would gain.
TEST(Rolling, BallOnASlope) {
  const Vec3 pull = tilted_gravity(20);
  World world = make_world({.gravity = pull}, rough);
  add_floor(world);
  const Shape ball = must(make_sphere(0.05));
  const BodyId body = scree::testing::add_body(world, ball, settled_on_floor(ball, {}, pull, rough));
  run_for(world, 1);
  const BodyState s = world.simulation.state(body);
  const Real expected = 5.0 / 7 * pull.x * world.simulation.time();
  record("final speed", std::fabs(s.velocity.x / expected - 1));
  record("slip", std::fabs(s.velocity.x - s.angular_velocity.y * 0.05) / expected);
  // The floor is sunk in by 1e-5 m, 2e-4 of the radius: as much is the rolling radius in doubt.
  EXPECT_NEAR(s.velocity.x / expected, 1, 5e-4);
  EXPECT_NEAR(s.angular_velocity.y * 0.05 / expected, 1, 5e-4);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
}

// A ball set down without spin slides, slower and slower, until it rolls: at 5/7 of its speed, after
// 2 v / (7 mu g).
TEST(Rolling, FromSlipToRoll) {
  const Real start = 2, mu = 0.2;
  ContactParameters contact = rough;
  contact.friction = mu;
  const Vec3 pull{0, 0, -gravity};
  World world = make_world({.gravity = pull}, contact);
  add_floor(world);
  const Shape ball = must(make_sphere(0.05));
  const BodyId body =
      scree::testing::add_body(world, ball, settled_on_floor(ball, {}, pull, contact), {{start, 0, 0}, {}});
  Real rolls_at = -1;
  while (world.simulation.time() < 1) {
    world.simulation.step();
    const auto contacts = world.simulation.contacts();
    ASSERT_EQ(contacts.size(), 1U);
    if (rolls_at < 0 && !contacts[0].slides) rolls_at = world.simulation.time();
  }
  const BodyState s = world.simulation.state(body);
  const Real expected_time = 2 * start / (7 * mu * gravity);
  record("roll time", std::fabs(rolls_at / expected_time - 1));
  record("final speed", std::fabs(s.velocity.x / (5.0 / 7 * start) - 1));
  // The same doubt in the radius; and the spring takes a moment, sqrt(m / k) ~ 1e-3 s, to come to rest.
  EXPECT_NEAR(rolls_at / expected_time, 1, 5e-3);
  EXPECT_NEAR(s.velocity.x / (5.0 / 7 * start), 1, 5e-4);
  EXPECT_NEAR(s.angular_velocity.y * 0.05 / (5.0 / 7 * start), 1, 5e-4);
  // What friction took: 2/7 of the kinetic energy.
  const Real heat = 0.5 * world.solid[body].volume * start * start * 2 / 7;
  EXPECT_NEAR(world.simulation.energies().friction / heat, 1, 2e-3);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
}

// A cube on the floor, held by friction against a sideways pull.
World held_cube(Vec3 pull, Real skin, BodyId& body) {
  World world = make_world({.gravity = pull, .contact_points = ContactPoints::patch, .skin = skin}, rough);
  add_floor(world);
  const Shape cube = must(make_box({0.1, 0.1, 0.1}));
  body = scree::testing::add_body(world, cube, settled_on_floor(cube, {}, pull, rough));
  return world;
}

Vec3 tangential_force(const World& world, BodyId body) {
  Vec3 sum;
  for (const ContactReport& c : world.simulation.contacts()) {
    if (c.a == body || c.b == body) sum += c.force - dot(c.force, c.normal) * c.normal;
  }
  return sum;
}

TEST(FrictionHistory, SurvivesNeighbourSearches) {
  // Balls roll on each other and on the floor; with almost no skin every few steps have their own search.
  const auto run = [](Real skin) {
    World world = make_world({.skin = skin}, rough);
    add_floor(world);
    const Shape ball = must(make_sphere(0.05));
    for (int k = 0; k < 3; ++k) {
      scree::testing::add_body(world, ball, at({0.0999 * k, 0.001 * k, 0.04999}), {{0.5, 0.1 * k, 0}, {}});
    }
    scree::testing::add_body(world, ball, at({0.05, 0.02, 0.135}), {{0.2, 0, 0}, {1, 2, 3}});
    run_for(world, 0.2);
    return world;
  };
  const World wide = run(0.05), narrow = run(1e-6);
  for (BodyId body = 1; body < 5; ++body) {
    const BodyState a = wide.simulation.state(body), b = narrow.simulation.state(body);
    EXPECT_LT(norm(a.centre - b.centre), 1e-12) << body;
    EXPECT_LT(norm(a.velocity - b.velocity), 1e-10) << body;
    EXPECT_LT(norm(a.angular_velocity - b.angular_velocity), 1e-9) << body;
  }
  EXPECT_GT(wide.simulation.energies().friction, 0);
}

TEST(FrictionHistory, EndsWhenThePairParts) {
  BodyId body = 0;
  World world = held_cube(tilted_gravity(15), 0, body);
  run_for(world, 0.2);
  const BodyState rest = world.simulation.state(body);
  const Real balance_before = world.simulation.energy_balance_error();
  EXPECT_GT(norm(tangential_force(world, body)), 1);
  BodyState lifted = rest;
  lifted.world_from_body.translation.z += 1e-3;
  lifted.velocity = lifted.angular_velocity = {};
  ASSERT_FALSE(world.simulation.set_state(body, lifted));
  EXPECT_TRUE(world.simulation.contacts().empty());
  lifted.world_from_body = rest.world_from_body;
  ASSERT_FALSE(world.simulation.set_state(body, lifted));
  EXPECT_FALSE(world.simulation.contacts().empty());
  EXPECT_LT(norm(tangential_force(world, body)), 1e-12);
  // What the change took out, the springs' energy too, is in the account.
  EXPECT_NEAR(world.simulation.energy_balance_error(), balance_before, 1e-9);
}

TEST(FrictionHistory, IsNeverSharedBetweenPairs) {
  World world = make_world({.gravity = tilted_gravity(15)}, rough);
  add_floor(world);
  const Shape ball = must(make_sphere(0.05));
  const Pose place = settled_on_floor(ball, {}, tilted_gravity(15), rough);
  Pose there = place;
  there.translation.y = 0.3;
  const BodyId first = scree::testing::add_body(world, ball, place);
  run_for(world, 0.05);
  EXPECT_GT(norm(tangential_force(world, first)), 0.5);
  const BodyId second = scree::testing::add_body(world, ball, there);
  EXPECT_GT(norm(tangential_force(world, first)), 0.5) << "adding a body took another's spring";
  EXPECT_LT(norm(tangential_force(world, second)), 1e-12);
  // The new one takes the place in the list, and in space, of the old one.
  ASSERT_FALSE(world.simulation.remove_body(first));
  BodyState moved = world.simulation.state(second);
  moved.world_from_body = place;
  ASSERT_FALSE(world.simulation.set_state(second, moved));
  EXPECT_LT(norm(tangential_force(world, second)), 1e-12);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
}

// A cube and a smaller one on it, on a floor that turns about the vertical with them: the loaded
// springs turn too, and everything stays in place. A spring left behind in space would let go after a
// quarter turn.
TEST(FrictionHistory, TurnsWithTheBodies) {
  World world = make_world({.contact_points = ContactPoints::patch}, rough);
  const Real rate = 2;  // rad/s; at 0.1 m from the axis it takes 0.4 m/s2 to hold a cube, 4 % of gravity
  const BodyId table =
      add_kinematic(world, must(make_box({1, 1, 0.2})), at({0, 0, -0.1}), {{}, {0, 0, rate}});
  const Shape cube = must(make_box({0.1, 0.1, 0.1}));
  const Vec3 start{0.1, 0, 0.05};
  const BodyId low = scree::testing::add_body(world, cube, at(start), {{0, rate * 0.1, 0}, {0, 0, rate}});
  const BodyId high =
      scree::testing::add_body(world, must(make_box({0.06, 0.06, 0.06})), at(start + Vec3{0, 0, 0.08}),
                               {{0, rate * 0.1, 0}, {0, 0, rate}});
  run_for(world, 3.5);  // one turn and a bit
  const Quat turned = turn({0, 0, 1}, rate * world.simulation.time() * 180 / pi);
  const Vec3 marker = rotate(world.simulation.state(table).world_from_body.rotation, {1, 0, 0});
  EXPECT_LT(norm(marker - rotate(turned, {1, 0, 0})), 1e-9);
  for (const BodyId body : {low, high}) {
    const BodyState s = world.simulation.state(body);
    const Vec3 here = rotate(conjugate(turned), s.centre);
    const Vec3 wanted = start + Vec3{0, 0, body == high ? 0.08 : 0.0};
    record(body == high ? "upper moved" : "lower moved", norm(here - wanted));
    // The springs give by m a / k ~ 2e-6 m, the floor by 2 m g / k ~ 4e-5 m; what they gave is left over
    // when a body does not start at rest against them.
    EXPECT_LT(norm(here - wanted), 2e-4);
    EXPECT_LT(norm(s.angular_velocity - Vec3{0, 0, rate}), 1e-3);
  }
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
}

}  // namespace
