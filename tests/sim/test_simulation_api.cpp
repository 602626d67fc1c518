// Building, changing and asking a simulation from code.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/bodies.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real infinite = std::numeric_limits<Real>::infinity();
const ContactParameters rough{
    .normal_stiffness = 1e6, .shear_stiffness = 8e5, .friction = 0.5, .restitution = 0.5};

Shape cube() { return must(make_box({0.1, 0.1, 0.1})); }

BodyDescription describe(const Shape& shape) {
  BodyDescription d;
  d.name = "stone";
  d.pieces = {{shape, {}}};
  return d;
}

// The error's text, or a note that there was none.
template <class T>
std::string complaint(const Result<T>& result) {
  return result ? "no error" : result.error().message;
}
std::string complaint(const std::optional<Error>& error) { return error ? error->message : "no error"; }

void expect_mentions(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(text.find(word), std::string::npos) << text << "\n  lacks " << word;
}

TEST(SimulationApi, EmptySimulationRuns) {
  Simulation simulation;
  simulation.step(10);
  EXPECT_EQ(simulation.steps(), 10U);
  EXPECT_EQ(simulation.body_count(), 0U);
  EXPECT_TRUE(simulation.contacts().empty());
  EXPECT_FALSE(simulation.check());
  EXPECT_EQ(simulation.energy_balance_error(), 0);
  EXPECT_TRUE(std::isfinite(simulation.time_step()));
}

TEST(SimulationApi, RefusesBadMaterials) {
  Simulation simulation;
  for (const Real density : {0.0, -1.0, nan, infinite}) {
    expect_mentions(complaint(simulation.add_material({"mud", density})), {"mud", "density", "> 0"});
  }
  expect_mentions(complaint(simulation.set_contact(0, 0, {})), {"material 0", "does not exist"});
  ASSERT_TRUE(simulation.add_material({"rock", 2600}));
  expect_mentions(complaint(simulation.set_contact(0, 1, {})), {"material 1", "there are 1"});
  expect_mentions(complaint(simulation.set_contact(-1, 0, {})), {"material -1"});
  const auto refused = [&](ContactParameters p, const char* key) {
    expect_mentions(complaint(simulation.set_contact(0, 0, p)), {key, "allowed"});
  };
  for (const Real bad : {0.0, -1.0, nan, infinite}) refused({.normal_stiffness = bad}, "normal_stiffness");
  for (const Real bad : {-1.0, nan, infinite}) refused({.shear_stiffness = bad}, "shear_stiffness");
  for (const Real bad : {0.9, 11.0, nan}) refused({.exponent = bad}, "exponent");
  for (const Real bad : {-0.1, nan, infinite}) refused({.friction = bad}, "friction");
  for (const Real bad : {0.0, 1.1, nan}) refused({.restitution = bad}, "restitution");
  for (const Real bad : {0.0, 1.1, nan}) refused({.tangential_restitution = bad}, "tangential_restitution");
}

TEST(SimulationApi, RefusesBadBodies) {
  Simulation simulation;
  expect_mentions(complaint(simulation.add_body(describe(cube()))),
                  {"stone", "material 0", "does not exist"});
  ASSERT_TRUE(simulation.add_material({"rock", 2600}));
  const auto refused = [&](const BodyDescription& d, std::initializer_list<const char*> words) {
    expect_mentions(complaint(simulation.add_body(d)), words);
  };
  BodyDescription d = describe(cube());
  d.pieces.clear();
  refused(d, {"stone", "no pieces"});
  refused(describe(must(make_half_space({0, 0, 1}, 0))), {"half-space", "dynamic"});
  for (const Real bad : {nan, infinite}) {
    d = describe(cube());
    d.velocity.y = bad;
    refused(d, {"stone", "not finite"});
    d = describe(cube());
    d.angular_velocity.x = bad;
    refused(d, {"not finite"});
    d = describe(cube());
    d.world_from_body.translation.z = bad;
    refused(d, {"not finite"});
    d = describe(cube());
    d.pieces[0].body_from_shape.rotation.w = bad;
    refused(d, {"not finite"});
  }
  d = describe(cube());
  d.world_from_body.rotation = {0, 0, 0, 0};
  refused(d, {"orientation is zero"});
  d = describe(cube());
  d.material = 1;
  refused(d, {"material 1", "there are 1"});
  EXPECT_EQ(simulation.body_count(), 0U) << "an error left something behind";
  simulation.step(3);
}

TEST(SimulationApi, RefusesUnknownBodiesAndBadStates) {
  World world = make_world({}, rough);
  const BodyId body = scree::testing::add_body(world, cube(), at({0, 0, 1}));
  Simulation& simulation = world.simulation;
  for (const auto& error :
       {simulation.remove_body(7), simulation.restore_body(7), simulation.set_state(7, {})}) {
    expect_mentions(complaint(error), {"body 7", "there are 1"});
  }
  EXPECT_FALSE(simulation.state(7).present);
  EXPECT_EQ(simulation.name(7), "");
  EXPECT_EQ(simulation.name(body), "polyhedron");
  const std::uint64_t before = simulation.state_hash();
  BodyState bad = simulation.state(body);
  bad.velocity.x = nan;
  expect_mentions(complaint(simulation.set_state(body, bad)), {"body 0", "not finite"});
  bad = simulation.state(body);
  bad.world_from_body.rotation = {0, 0, 0, 0};
  expect_mentions(complaint(simulation.set_state(body, bad)), {"orientation"});
  EXPECT_EQ(simulation.state_hash(), before);
}

TEST(SimulationApi, CheckNamesWhatIsWrong) {
  {
    World world = make_world({.time_step = 1}, rough);
    scree::testing::add_body(world, cube(), {});
    expect_mentions(complaint(world.simulation.check()), {"time_step", "above the stable one"});
  }
  {
    World world = make_world({}, rough);
    add_floor(world);
    scree::testing::add_body(world, cube(), at({0, 0, 0.04}));
    expect_mentions(complaint(world.simulation.check()), {"overlaps at the start", "0.01 m"});
  }
  {
    SimulationSettings settings;
    settings.periodic.axis[0] = true;
    settings.periodic.length.x = 0.3;
    World world = make_world(settings, rough);
    scree::testing::add_body(world, cube(), {});
    expect_mentions(complaint(world.simulation.check()), {"more than half the period along x"});
  }
}

TEST(SimulationApi, BadSettingsAreNamedAndNeverRun) {
  const auto refused = [](const SimulationSettings& settings, const char* key) {
    World world = make_world(settings, rough);
    add_floor(world);
    const BodyId body = scree::testing::add_body(world, cube(), at({0, 0, 0.06}));
    expect_mentions(complaint(world.simulation.check()), {key, "allowed"});
    world.simulation.step(5);
    EXPECT_EQ(world.simulation.steps(), 0U);
    EXPECT_EQ(world.simulation.state(body).centre.z, 0.06);
  };
  for (const Real bad : {nan, infinite, -1.0}) {
    refused({.time_step = bad}, "time_step");
    refused({.time_step_fraction = bad}, "time_step_fraction");
    refused({.parallel_angle = bad}, "parallel_angle");
    refused({.skin = bad}, "skin");
    SimulationSettings periodic;
    periodic.periodic.axis[1] = true;
    periodic.periodic.length.y = bad;
    refused(periodic, "period along y");
  }
  refused({.gravity = {0, nan, 0}}, "gravity y");
  refused({.gravity = {0, 0, -infinite}}, "gravity z");
  Simulation simulation;
  expect_mentions(complaint(simulation.set_gravity({nan, 0, 0})), {"gravity x", "allowed"});
  EXPECT_FALSE(simulation.set_gravity({0, 1, 0}));
}

TEST(SimulationApi, StateGoesInAsItComesOut) {
  World world = make_world({.gravity = {}, .time_step = 1e-4}, rough);
  // Away from its own origin and without symmetry: the principal frame is far from the body's own.
  const Shape wedge = must(make_polyhedron({{2, 1, 0}, {3, 1, 0}, {2, 3, 0}, {2.5, 1.2, 0.7}}));
  const Pose pose = at({5, 6, 7}, turn({1, 2, 3}, 50));
  const BodyId body = scree::testing::add_body(world, wedge, pose, {{1, 2, 3}, {4, 5, 6}});
  const auto expect_there = [&](const Pose& wanted, Vec3 velocity, Vec3 spin) {
    const BodyState s = world.simulation.state(body);
    for (const Vec3 corner : {Vec3{2, 1, 0}, Vec3{2, 3, 0}, Vec3{2.5, 1.2, 0.7}}) {
      EXPECT_LT(norm(transform(s.world_from_body, corner) - transform(wanted, corner)), 1e-13);
    }
    EXPECT_LT(norm(s.centre - transform(wanted, wedge.mass.centroid)), 1e-13);
    EXPECT_LT(norm(s.velocity - velocity), 1e-14);
    EXPECT_LT(norm(s.angular_velocity - spin), 1e-13);
    EXPECT_TRUE(s.present);
  };
  expect_there(pose, {1, 2, 3}, {4, 5, 6});
  BodyState wanted;
  wanted.world_from_body = at({-1, 0, 2}, turn({0, -1, 1}, 130));
  wanted.velocity = {0, 1, 0};
  wanted.angular_velocity = {7, 0, 1};
  ASSERT_FALSE(world.simulation.set_state(body, wanted));
  expect_there(wanted.world_from_body, {0, 1, 0}, {7, 0, 1});
}

// A block at rest: the floor's force carries it, and the contact says the same.
TEST(SimulationApi, ForcesAndContactsAgree) {
  World world = make_world({.contact_points = ContactPoints::patch}, rough);
  const BodyId floor = add_floor(world);
  const BodyId body = scree::testing::add_body(world, cube(), at({0, 0, 0.05}));
  run_for(world, 0.5);
  const BodyState s = world.simulation.state(body);
  const Real weight = gravity * density * 1e-3;
  EXPECT_LT(norm(s.force - Vec3{0, 0, weight}), 1e-6 * weight);
  EXPECT_LT(norm(s.moment), 1e-6 * weight * 0.1);
  const auto contacts = world.simulation.contacts();
  ASSERT_EQ(contacts.size(), 4U);
  const Real depth =
      weight / (2 * rough.normal_stiffness);  // a face on four corners is as stiff as two points
  Vec3 sum;
  for (const ContactReport& c : contacts) {
    EXPECT_EQ(c.a, floor);
    EXPECT_EQ(c.b, body);
    EXPECT_EQ(c.type, ContactType::vertex_face);
    EXPECT_LT(norm(c.normal - Vec3{0, 0, 1}), 1e-12);
    EXPECT_NEAR(c.depth, depth, 1e-9);
    sum += c.force;
  }
  EXPECT_LT(norm(sum - s.force), 1e-12);
  const Statistics statistics = world.simulation.statistics();
  EXPECT_EQ(statistics.particles, 1U);
  EXPECT_EQ(statistics.contacts, 4U);
  EXPECT_EQ(statistics.coordination_number, 1);
  EXPECT_NEAR(statistics.max_overlap_ratio, depth / cube().size, 1e-8);
}

// Bodies come, go, come back; gravity turns: the account knows what each brought or took.
TEST(SimulationApi, ChangesAreInTheEnergyAccount) {
  World world = make_world({.time_step_fraction = 0.05, .contact_points = ContactPoints::patch}, rough);
  add_floor(world);
  const Shape slab = must(make_box({0.3, 0.3, 0.1}));
  const BodyId low = scree::testing::add_body(world, slab, at({0, 0, 0.05}));
  run_for(world, 0.2);
  const Real error = world.simulation.energy_balance_error();
  const BodyId high = scree::testing::add_body(world, cube(), at({0.02, 0, 0.2}), {{0, 0, -1}, {1, 0, 0}});
  EXPECT_NEAR(world.simulation.energy_balance_error(), 0, 1e-3);
  const Real brought = density * 1e-3 * (gravity * 0.2 + 0.5) + 0.5 * density * 1e-3 * 1e-2 / 6;
  EXPECT_NEAR(world.simulation.energies().supplied, brought, 1e-9);
  run_for(world, 0.2);
  ASSERT_FALSE(world.simulation.remove_body(low));
  EXPECT_FALSE(world.simulation.state(low).present);
  EXPECT_EQ(world.simulation.statistics().particles, 1U);
  for (const ContactReport& c : world.simulation.contacts()) EXPECT_TRUE(c.a != low && c.b != low);
  run_for(world, 0.2);
  ASSERT_FALSE(world.simulation.set_gravity({0, 1, -gravity}));
  run_for(world, 0.2);
  BodyState s = world.simulation.state(high);
  s.world_from_body.translation = {0.5, 0, 0.3};
  ASSERT_FALSE(world.simulation.set_state(high, s));
  ASSERT_FALSE(world.simulation.restore_body(low));
  EXPECT_TRUE(world.simulation.state(low).present);
  run_for(world, 0.2);
  record("balance error", world.simulation.energy_balance_error());
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
  EXPECT_LT(error, 1e-3);
}

// A plate pushes a block along the floor: what it spends is friction heat and speed.
TEST(SimulationApi, AMovingPlateDoesWork) {
  World world = make_world({.contact_points = ContactPoints::patch}, rough);
  add_floor(world);
  const Real speed = 0.5;
  // In touch and as fast from the start on, nothing is lost by hitting the block. The plate is slick: only
  // the floor holds the block.
  ASSERT_TRUE(world.simulation.add_material({"ice", density}));
  ASSERT_FALSE(world.simulation.set_contact(0, 1, {.normal_stiffness = 1e6, .restitution = 0.5}));
  BodyDescription plate = describe(must(make_box({0.02, 0.3, 0.06})));
  plate.material = 1;
  plate.mobility = Mobility::kinematic;
  plate.world_from_body = at({-0.06, 0, 0.05});
  plate.velocity = {speed, 0, 0};
  ASSERT_TRUE(world.simulation.add_body(plate));
  const Real weight = gravity * density * 1e-3;
  BodyDescription block = describe(cube());
  block.world_from_body = at({0, 0, 0.05 - weight / rough.normal_stiffness});
  block.velocity = {speed, 0, 0};
  const Result<BodyId> body = world.simulation.add_body(block);
  ASSERT_TRUE(body);
  run_for(world, 1);
  const BodyState s = world.simulation.state(*body);
  const Energies e = world.simulation.energies();
  const Real way = s.centre.x;
  const Real expected = rough.friction * weight * way;
  record("work", std::fabs(e.work / expected - 1));
  record("balance error", world.simulation.energy_balance_error());
  EXPECT_NEAR(s.velocity.x, speed, 0.02 * speed);
  EXPECT_NEAR(e.work, expected, 0.01 * expected);
  EXPECT_LT(world.simulation.energy_balance_error(), 1e-3);
}

TEST(SimulationApi, CanBeMoved) {
  World world = make_world({}, rough);
  scree::testing::add_body(world, cube(), {});
  Simulation moved = std::move(world.simulation);
  moved.step(5);
  EXPECT_EQ(moved.steps(), 5U);
  Simulation assigned;
  assigned = std::move(moved);
  assigned.step(5);
  EXPECT_EQ(assigned.steps(), 10U);
}

// Two hooks made of two boxes each, one hanging in the other: only concave bodies can.
TEST(SimulationApi, HooksHold) {
  World world = make_world({.contact_points = ContactPoints::patch}, rough);
  const Shape shank = must(make_box({0.02, 0.02, 0.2})), toe = must(make_box({0.1, 0.02, 0.02}));
  // An L: the shank along z, the toe at its lower end towards +x.
  const std::vector<BodyPiece> hook{{shank, {}}, {toe, at({0.06, 0, -0.09})}};
  BodyDescription upper;
  upper.name = "upper hook";
  upper.pieces = hook;
  upper.mobility = Mobility::fixed;
  ASSERT_TRUE(world.simulation.add_body(upper));
  // Upside down and facing it, its toe on the upper one's.
  BodyDescription lower = upper;
  lower.name = "lower hook";
  lower.mobility = Mobility::dynamic;
  lower.world_from_body = at({0.1215, 0, -0.16}, turn({0, 1, 0}, 180));
  const Result<BodyId> added = world.simulation.add_body(lower);
  ASSERT_TRUE(added);
  ASSERT_FALSE(world.simulation.check());
  Real lowest = 0;
  for (int k = 0; k < 10; ++k) {
    run_for(world, 0.1);
    lowest = std::fmin(lowest, world.simulation.state(*added).centre.z);
  }
  // Free fall would be 4.9 m.
  EXPECT_GT(lowest, -0.3);
  EXPECT_FALSE(world.simulation.contacts().empty());
}

}  // namespace
