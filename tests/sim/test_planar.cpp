// The plane: falling, slopes, stacks, collisions, and that nothing ever leaves it.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "math/random.hpp"
#include "support/bodies.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

constexpr Real friction = 0.5;
const ContactParameters rough{.normal_stiffness = 1e6,
                              .shear_stiffness = 8e5,
                              .friction = friction,
                              .restitution = 0.5,
                              .tangential_restitution = 0.5};

SimulationSettings planar(SimulationSettings settings) {
  settings.dimension = 2;
  return settings;
}
Pose at_place(Vec2 place, Real degrees = 0) { return in_space(Pose2{turn_by(degrees * pi / 180), place}); }

BodyId add_line(World& world) { return add_fixed(world, must(make_half_plane({0, 1}, 0))); }

// Every bit of the state that would lead out of the plane.
void expect_in_plane(const World& world) {
  for (BodyId body = 0; body < world.simulation.body_count(); ++body) {
    const BodyState s = world.simulation.state(body);
    ASSERT_EQ(s.centre.z, 0);
    ASSERT_EQ(s.velocity.z, 0);
    ASSERT_EQ(s.world_from_body.rotation.x, 0);
    ASSERT_EQ(s.world_from_body.rotation.y, 0);
    ASSERT_EQ(s.angular_velocity.x, 0);
    ASSERT_EQ(s.angular_velocity.y, 0);
  }
}

struct Slope {
  ContactPoints points;
  bool on_block;  // instead of a half-plane
};
class OnAPlanarSlope : public ::testing::TestWithParam<Slope> {
 protected:
  // A square of 0.1 m; its states after each tenth of a second. Downhill is +x.
  static std::vector<BodyState> slide(Real degrees, Real seconds) {
    const Real a = degrees * pi / 180;
    const Vec3 pull{gravity * std::sin(a), -gravity * std::cos(a), 0};
    World world = make_world(planar({.gravity = pull, .contact_points = GetParam().points}), rough);
    if (GetParam().on_block) {
      add_fixed(world, must(make_rectangle({20, 0.2})), at_place({0.3, -0.1}));
    } else {
      add_line(world);
    }
    const Shape square = must(make_rectangle({0.1, 0.1}));
    const Real depth = -pull.y * density * square.mass.volume / rough.normal_stiffness;
    const BodyId body = scree::testing::add_body(world, square, at_place({0, 0.05 - depth}));
    std::vector<BodyState> states{world.simulation.state(body)};
    for (int k = 0; k < std::lround(seconds / 0.1); ++k) {
      run_for(world, 0.1);
      states.push_back(world.simulation.state(body));
    }
    EXPECT_EQ(world.simulation.detection_failures(), 0U);
    expect_in_plane(world);
    return states;
  }
};

TEST_P(OnAPlanarSlope, StaysBelowTheFrictionAngle) {
  const Real share = GetParam().points == ContactPoints::patch ? 0.95 : 0.6;
  const std::vector<BodyState> states = slide(share * std::atan(friction) * 180 / pi, 1);
  const Real moved = norm(states.back().centre - states.front().centre);
  record("moved", moved);
  // Springs and line carry it after a few m g / k, 2e-4 m.
  EXPECT_LT(moved, 2e-3);
  EXPECT_LT(norm(states.back().velocity), 1e-2);
}

TEST_P(OnAPlanarSlope, SlidesAboveTheFrictionAngle) {
  const Real degrees = 1.3 * std::atan(friction) * 180 / pi;
  const std::vector<BodyState> states = slide(degrees, 1);
  const Real a = degrees * pi / 180;
  const Real expected = gravity * (std::sin(a) - friction * std::cos(a));
  const Real measured =
      (states.back().velocity.x - states[2].velocity.x) / (0.1 * static_cast<Real>(states.size() - 3));
  record("acceleration", std::fabs(measured / expected - 1));
  EXPECT_NEAR(measured / expected, 1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(All, OnAPlanarSlope,
                         ::testing::Values(Slope{ContactPoints::one, false}, Slope{ContactPoints::one, true},
                                           Slope{ContactPoints::patch, false},
                                           Slope{ContactPoints::patch, true}));

struct Drop {
  std::string label;
  Shape shape;
  Real degrees;
};
std::vector<Drop> drops() {
  const Shape square = must(make_rectangle({0.1, 0.1}));
  const Shape stone = must(make_polygon({{0, 0}, {0.11, -0.02}, {0.17, 0.05}, {0.04, 0.13}}));
  return {{"disc", must(make_disc(0.05)), 30},
          {"ellipse", must(make_ellipse({0.06, 0.03})), 25},
          {"ellipse on its side", must(make_ellipse({0.06, 0.03})), 0},
          {"superellipse", must(make_superellipse({0.06, 0.04}, 0.6)), 35},
          {"square on an edge", square, 0},
          {"square on a corner", square, 45},
          {"tilted square", square, 20},
          {"stone", stone, 77}};
}

// A wall without friction changes the velocity of the point that meets it from -v to e v; the point shows the
// mass m' with 1/m' = 1/m + x^2 / I, x its arm along the wall.
TEST(PlanarRestitution, IsWhatWasAskedFor) {
  for (const Real e : {1.0, 0.5, 0.1}) {
    for (const bool on_block : {false, true}) {
      for (const Drop& what : drops()) {
        // So stiff that nothing turns while it touches.
        const ContactParameters smooth{.normal_stiffness = 1e9, .restitution = e};
        World world = make_world(planar({.gravity = {}, .time_step_fraction = 0.01}), smooth);
        if (on_block) {
          add_fixed(world, must(make_rectangle({1, 0.2})), at_place({0.01, -0.1}));
        } else {
          add_line(world);
        }
        const Pose turned = at_place({}, what.degrees);
        const Vec3 low = support_point(what.shape, rotate(conjugate(turned.rotation), {0, -1, 0}));
        const Vec3 arm = rotate(turned.rotation, low - what.shape.centre);
        const Vec3 centre{0, -arm.y + 1e-5, 0};
        const Pose start{turned.rotation, centre - rotate(turned.rotation, what.shape.centre)};
        const BodyId body = scree::testing::add_body(world, what.shape, start, {{0.3, -1, 0}, {}});
        const Real mass = density * what.shape.mass.volume;
        const Real moment = density * what.shape.mass.inertia.row[2].z;
        // An edge that lies flat pushes in its middle.
        const Real x = what.label == "square on an edge" ? 0 : arm.x;
        const Real impulse = (1 + e) / (1 / mass + x * x / moment);
        run_for(world, 2e-3);
        const BodyState after = world.simulation.state(body);
        const std::string where = what.label + (on_block ? " on a block" : " on a half-plane");
        EXPECT_NEAR(after.velocity.y, -1 + impulse / mass, 0.02) << where << ", e = " << e;
        EXPECT_NEAR(after.angular_velocity.z * what.shape.size, x * impulse / moment * what.shape.size, 0.03)
            << where << ", e = " << e;
        EXPECT_EQ(after.velocity.x, 0.3) << where;
        expect_in_plane(world);
      }
    }
  }
}

TEST(PlanarStack, OfTenSquaresStands) {
  ContactParameters stiff = rough;
  stiff.normal_stiffness = 1e8;
  stiff.shear_stiffness = 8e7;
  for (const ContactPoints points : {ContactPoints::one, ContactPoints::patch}) {
    World world = make_world(
        planar({.gravity = {0, -gravity, 0}, .time_step_fraction = 0.5, .contact_points = points}), stiff);
    add_line(world);
    const Shape square = must(make_rectangle({0.1, 0.1}));
    for (int k = 0; k < 10; ++k) {
      scree::testing::add_body(world, square, at_place({0.001 * std::sin(2.0 * k), 0.05 + 0.1 * k}));
    }
    run_for(world, scaled_count(100) < 100 ? 1 : 10);
    for (BodyId body = 1; body <= 10; ++body) {
      const BodyState s = world.simulation.state(body);
      EXPECT_NEAR(s.centre.x, 0, 0.003) << body;
      EXPECT_NEAR(s.centre.y, 0.05 + 0.1 * (body - 1), 2e-4) << body;
      EXPECT_NEAR(s.world_from_body.rotation.z, 0, 1e-3) << body;
    }
    expect_in_plane(world);
  }
}

TEST(PlanarMotion, FreeFallAndSpin) {
  World world = make_world(planar({.gravity = {0, -gravity, 0}, .time_step = 1e-3}), {});
  const Shape stone = must(make_polygon({{0, 0}, {0.3, 0}, {0.1, 0.4}}));
  const BodyId body = scree::testing::add_body(world, stone, at_place({1, 2}, 10), {{0.5, 1, 0}, {0, 0, 3}});
  const BodyState before = world.simulation.state(body);
  run_for(world, 2);
  const BodyState after = world.simulation.state(body);
  EXPECT_NEAR(after.centre.x, before.centre.x + 1, 1e-12);
  EXPECT_NEAR(after.centre.y, before.centre.y + 2 - 2 * gravity, 1e-11);
  EXPECT_NEAR(after.angular_velocity.z, 3, 1e-12);
  const Quat turned = after.world_from_body.rotation * conjugate(before.world_from_body.rotation);
  EXPECT_NEAR(std::fabs(turned.w * std::cos(3.0) + turned.z * std::sin(3.0)), 1, 1e-10);
  expect_in_plane(world);
}

// A box of all shapes shaken together.
World mixed_plane(int threads, ContactPoints points) {
  World world = make_world(planar({.gravity = {0, -gravity, 0},
                                   .time_step_fraction = 0.15,
                                   .contact_points = points,
                                   .threads = threads}),
                           rough);
  for (const auto& [normal, offset] :
       {std::pair{Vec2{0, 1}, 0.0}, {Vec2{1, 0}, 0.0}, {Vec2{-1, 0}, -3.2}, {Vec2{0, -1}, -5.0}}) {
    add_fixed(world, must(make_half_plane(normal, offset)));
  }
  const std::vector<Drop> shapes = drops();
  Random random{5, 1};
  for (int k = 0; k < 150; ++k) {
    const int row = k / 10;
    const Vec2 place{0.25 + 0.3 * (k % 10), 0.25 + 0.3 * row};
    const Pose pose = at_place(place, uniform(random, 0, 360));
    const Vec3 velocity{uniform(random, -3, 3), uniform(random, -3, 3), 0};
    scree::testing::add_body(world, shapes[k % shapes.size()].shape, pose, {velocity, {}});
  }
  return world;
}

TEST(PlanarMotion, EnergyAccountAndThreads) {
  for (const ContactPoints points : {ContactPoints::one, ContactPoints::patch}) {
    World one = mixed_plane(1, points);
    ASSERT_FALSE(one.simulation.check());
    World three = mixed_plane(3, points);
    const std::size_t steps = scaled_count(4000);
    one.simulation.step(steps);
    three.simulation.step(steps);
    EXPECT_EQ(one.simulation.state_hash(), three.simulation.state_hash());
    EXPECT_EQ(one.simulation.detection_failures(), 0U);
    EXPECT_GT(dissipated(one.simulation.energies()), 0);
    record("balance", one.simulation.energy_balance_error());
    EXPECT_LT(one.simulation.energy_balance_error(), 1e-3);
    expect_in_plane(one);
  }
}

TEST(PlanarMotion, EveryAlgorithmDoesTheSame) {
  const auto height_after = [](Algorithm algorithm) {
    World world = make_world(
        planar({.gravity = {0, -gravity, 0}, .time_step_fraction = 0.2, .algorithm = algorithm}), rough);
    add_line(world);
    const Shape pentagon = must(make_regular_polygon(5, 0.1));
    const Shape square = must(make_rectangle({0.2, 0.2}));
    scree::testing::add_body(world, square, at_place({0, 0.11}));
    scree::testing::add_body(world, pentagon, at_place({0.03, 0.35}, 10));
    run_for(world, 0.3);
    EXPECT_EQ(world.simulation.detection_failures(), 0U) << name(algorithm);
    return world.simulation.state(2).centre;
  };
  const Vec3 expected = height_after(Algorithm::brute_force);
  for (const Algorithm algorithm : algorithms_for(ShapeType::polygon, ShapeType::polygon)) {
    // Their normals at corners are means of others: so published.
    if (algorithm == Algorithm::direct_search || algorithm == Algorithm::fast_direct_search) continue;
    EXPECT_NEAR(norm(height_after(algorithm) - expected), 0, 2e-3) << name(algorithm);
  }
}

TEST(PlanarMotion, NothingOutOfThePlaneIsTaken) {
  World world = make_world(planar({.gravity = {0, -gravity, 0}}), {});
  const auto add = [&](const Shape& shape, const Pose& pose, Vec3 velocity) {
    BodyDescription body;
    body.name = "it";
    body.pieces = {{shape, {}}};
    body.world_from_body = pose;
    body.velocity = velocity;
    const auto id = world.simulation.add_body(body);
    return id ? std::string() : id.error().message;
  };
  const Shape disc = must(make_disc(1));
  EXPECT_EQ(add(disc, {}, {}), "");
  EXPECT_NE(add(must(make_sphere(1)), {}, {}).find("a sphere does not go with dimension 2"),
            std::string::npos);
  EXPECT_NE(add(disc, {{}, {0, 0, 1}}, {}).find("leads out of the plane"), std::string::npos);
  EXPECT_NE(add(disc, {{0, 1, 0, 0}, {}}, {}).find("leads out of the plane"), std::string::npos);
  EXPECT_NE(add(disc, {}, {0, 0, 1}).find("leads out of the plane"), std::string::npos);
  BodyState state = world.simulation.state(0);
  state.velocity.z = 1;
  const auto refused = world.simulation.set_state(0, state);
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->message.find("leads out of the plane"), std::string::npos);
  EXPECT_TRUE(world.simulation.set_gravity({0, 0, -1}));

  World space = make_world({}, {});
  BodyDescription body;
  body.pieces = {{disc, {}}};
  EXPECT_FALSE(space.simulation.add_body(body));
}

}  // namespace
