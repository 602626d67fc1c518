#include "force/contact_forces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "force/ball_contacts.hpp"
#include "math/random.hpp"
#include "model/build_model.hpp"

namespace scree {
namespace {

using testing::ball_radius;
using testing::find_ball_contact;
using testing::HandMade;
using testing::point_between;
using testing::SmallRun;

constexpr ContactParameters rubbing{.normal_stiffness = 1e6,
                                    .shear_stiffness = 8e5,
                                    .friction = 0.3,
                                    .restitution = 0.8,
                                    .tangential_restitution = 0.6};

// Two balls that spin and meet off centre.
HandMade two_balls(const ContactParameters& parameters) {
  HandMade s(parameters);
  s.add_ball(2, ball_radius, {0, 0, 0}, {1, 0.2, 0});
  s.add_ball(5, ball_radius, {1.001, 0.3, 0.1}, {-2, 0, 0.3});
  s.state.orientation[0] = normalized(Quat{1, 2, 3, 4});
  s.state.angular_momentum[0] = {0.3, -0.5, 0.2};
  s.state.angular_momentum[1] = {0.1, 0.9, -0.4};
  s.set_pairs({{0, 1}});
  return s;
}

Vec3 momentum(const HandMade& s) {
  Vec3 sum;
  for (std::size_t i = 0; i < s.model.mass.size(); ++i) sum += s.model.mass[i] * s.state.velocity[i];
  return sum;
}
Vec3 angular_momentum(const HandMade& s) {
  Vec3 sum;
  for (std::size_t i = 0; i < s.model.mass.size(); ++i) {
    sum += cross(s.state.position[i], s.model.mass[i] * s.state.velocity[i]) +
           rotate(s.state.orientation[i], s.state.angular_momentum[i]);
  }
  return sum;
}

TEST(ContactForces, ObliqueCollisionKeepsMomentaAndEnergy) {
  HandMade s = two_balls(rubbing);
  const Vec3 before = momentum(s), turn_before = angular_momentum(s);
  const Real energy = s.kinetic_energy();
  SmallRun run(s, find_ball_contact);
  Real worst = 0;
  int in_contact = 0;
  for (int i = 0; i < 60'000; ++i) {
    run.step(1e-6);
    worst = std::max(worst, std::fabs(run.balance() / energy - 1));
    in_contact += (point_count(run.contacts) == 0) ? 0 : 1;
  }
  EXPECT_GT(in_contact, 1000);
  EXPECT_TRUE((point_count(run.contacts) == 0));
  EXPECT_LT(worst, 1e-6);
  EXPECT_GT(run.friction, 0.01 * energy);
  EXPECT_GT(run.damping, 0.01 * energy);
  EXPECT_NEAR((s.kinetic_energy() + run.friction + run.damping) / energy, 1, 1e-6);
  EXPECT_LT(norm(momentum(s) - before), 1e-12);
  EXPECT_LT(norm(angular_momentum(s) - turn_before), 1e-11);
}

TEST(ContactForces, BalanceErrorFallsWithTheTimeStep) {
  Real worst[2] = {0, 0};
  for (int fine = 0; fine < 2; ++fine) {
    HandMade s = two_balls(rubbing);
    const Real energy = s.kinetic_energy(), dt = fine == 0 ? 1e-4 : 1e-5;
    SmallRun run(s, find_ball_contact);
    for (int i = 0; i < 0.03 / dt; ++i) {
      run.step(dt);
      worst[fine] = std::max(worst[fine], std::fabs(run.balance() / energy - 1));
    }
  }
  EXPECT_LT(worst[0], 5e-3);
  EXPECT_LT(worst[1], 0.05 * worst[0]);
}

// A ball thrown at the ground so fast that it slides all the time: friction gives it mu (1 + e) v_n of speed
// and the matching spin; the velocity along the normal is e of what it was.
TEST(ContactForces, SlidingImpactHasTheTextbookImpulse) {
  HandMade s(rubbing);
  s.add(Mobility::fixed, 0, {}, {0, 0, 0});
  s.add_ball(2, ball_radius, {0, 0, ball_radius + 1e-7}, {20, 0, -2});
  s.set_pairs({{0, 1}});
  SmallRun run(s, find_ball_contact);
  for (int i = 0; i < 20'000; ++i) run.step(1e-6);
  const Real e = 0.8, mu = 0.3;
  EXPECT_NEAR(s.state.velocity[1].z, e * 2, 1e-4);
  EXPECT_NEAR(s.state.velocity[1].x, 20 - mu * (1 + e) * 2, 2e-3);
  EXPECT_NEAR(s.state.angular_momentum[1].y, 2 * mu * (1 + e) * 2 * ball_radius, 4e-3);
  EXPECT_NEAR(run.forces.force[0].z, 0, 0);
}

TEST(ContactForces, AcrossAPeriodicBoundary) {
  HandMade plain = two_balls(rubbing), wrapped = two_balls(rubbing);
  wrapped.model.periodic = {{true, false, true}, {0, 0, 0}, {4, 1, 3}};
  wrapped.state.position[1] += Vec3{8, 0, -3};  // images of the same
  SmallRun a(plain, find_ball_contact), b(wrapped, find_ball_contact);
  for (int i = 0; i < 20'000; ++i) {
    a.step(1e-6);
    b.step(1e-6);
  }
  EXPECT_GT(a.friction, 0);
  EXPECT_LT(norm(plain.state.velocity[1] - wrapped.state.velocity[1]), 1e-8);
  EXPECT_LT(norm(plain.state.angular_momentum[0] - wrapped.state.angular_momentum[0]), 1e-8);
  EXPECT_LT(norm(wrapped.state.position[1] - Vec3{8, 0, -3} - plain.state.position[1]), 1e-9);
}

TEST(ContactForces, AWallThatPushesDoesWork) {
  ContactParameters elastic;
  elastic.normal_stiffness = 1e6;
  HandMade s(elastic);
  s.add(Mobility::kinematic, 0, {}, {0, 0, -0.01}, {0, 0, 3});
  s.add_ball(2, ball_radius, {0, 0, ball_radius}, {});
  s.set_pairs({{0, 1}});
  SmallRun run(s, find_ball_contact);
  for (int i = 0; i < 15'000; ++i) run.step(1e-6);
  EXPECT_NEAR(s.state.velocity[1].z, 6, 1e-5);   // twice the wall's
  EXPECT_NEAR(run.work, 0.5 * 2 * 6 * 6, 1e-3);  // from rest
  EXPECT_NEAR(run.balance(), 0, 1e-4);
}

// A motion that starts while the ball lies on the wall: the forces of before it work too.
TEST(ContactForces, WorkOfAMotionFromItsFirstStep) {
  HandMade s;
  s.add(Mobility::kinematic, 0, {}, {0, 0, 0});
  s.add_ball(2, ball_radius, {0, 0, ball_radius - 1e-3}, {});
  s.set_pairs({{0, 1}});
  Motion lift;
  MotionPhase phase;
  phase.end = 1;
  phase.velocity = {0, 0, 5};
  phase.axis = {1, 0, 0};
  phase.point = {0, -2, 0};
  phase.rate = 1;
  lift.phases = {phase};
  s.model.motions = {lift};
  set_motion(s.model, s.state, 0, 0);
  s.state.motion_start = {0};
  SmallRun run(s, find_ball_contact);
  const Real first = run.balance();
  const Real force = run.forces.force[1].z;
  EXPECT_NEAR(force, 1e3, 1e-6);
  run.step(1e-5);
  // Up by 5 m/s and by the rotation, 2 m away, by 2 m/s more at the contact.
  EXPECT_NEAR(run.work / (force * 7 * 1e-5), 1, 0.05);
  for (int i = 0; i < 100; ++i) run.step(1e-5);
  EXPECT_NEAR(run.balance() - first, 0, 0.02 * run.work);
}

void set_ends(ContactChunk& chunk, const std::vector<std::uint16_t>& ends) {
  std::copy(ends.begin(), ends.end(), chunk.end);
}

TEST(ContactForces, ASpringIsLetGoWhenThePairParts) {
  HandMade s = two_balls(rubbing);
  ContactChunk before;
  ContactPoint point = point_between({0, 1}, 0, {1, 0, 0}, {0.5, 0, 0}, 1e-4);
  point.spring = {0, 3e-6, 0};
  before.points = {point};
  before.end[0] = 1;
  ContactChunk none;
  const ContactEnergies e = contact_forces(s.model, s.state, s.pairs, 0, before, 0, none);
  EXPECT_NEAR(e.friction, 0.5 * 8e5 * 9e-12, 1e-18);
  EXPECT_EQ(e.shear, 0);
  EXPECT_EQ(e.elastic, 0);
  // Touching again a step later, the pair starts without a spring.
  ContactChunk again;
  again.points = {point_between({0, 1}, 0, {1, 0, 0}, {0.5, 0, 0}, 1e-4)};
  again.end[0] = 1;
  contact_forces(s.model, s.state, s.pairs, 0, none, 0, again);
  EXPECT_EQ(norm(again.points[0].spring), 0);
}

// The spring follows its own pair: pairs in between that come and go do not matter.
TEST(ContactForces, HistoryStaysWithItsPair) {
  ContactParameters p = rubbing;
  p.friction = 10;
  HandMade s(p);
  for (int i = 0; i < 4; ++i) s.add_ball(1, ball_radius, {Real(i), 0, 0});
  s.set_pairs({{0, 1}, {1, 2}, {2, 3}});
  ContactChunk before, now;
  const auto at = [&](std::uint32_t pair) {
    return point_between(s.pairs.pairs[pair], pair, {1, 0, 0}, {pair + 0.5, 0, 0}, 1e-3);
  };
  before.points = {at(0), at(2)};
  set_ends(before, {1, 1, 2});
  before.points[0].spring = {0, 1e-5, 0};
  before.points[1].spring = {0, 0, 2e-5};
  now.points = {at(1), at(2)};
  set_ends(now, {0, 1, 2});
  const ContactEnergies e = contact_forces(s.model, s.state, s.pairs, 0, before, 1e-5, now);
  EXPECT_EQ(norm(now.points[0].spring), 0);
  EXPECT_LT(norm(now.points[1].spring - Vec3{0, 0, 2e-5}), 1e-18);
  EXPECT_NEAR(e.shear, 0.5 * 8e5 * 4e-10, 1e-16);
  EXPECT_NEAR(e.friction, 0.5 * 8e5 * 1e-10, 1e-16);
}

ContactChunk patch(const std::vector<Vec3>& corners, Real depth = 1e-3) {
  ContactChunk list;
  for (const Vec3 corner : corners) {
    ContactPoint p = point_between({0, 1}, 0, {0, 0, 1}, corner, depth);
    p.weight = 1.0 / static_cast<Real>(corners.size());
    list.points.push_back(p);
  }
  list.end[0] = static_cast<std::uint16_t>(corners.size());
  return list;
}

TEST(ContactForces, PatchesKeepTheirSprings) {
  ContactParameters p = rubbing;
  p.friction = 10;
  HandMade s(p);
  s.add(Mobility::fixed, 0, {}, {});
  s.add(Mobility::dynamic, 1, {1, 1, 1}, {0.5, 0.5, 0.5});
  s.set_pairs({{0, 1}});
  ContactChunk before = patch({{0, 0, 0}, {1, 0, 0}});
  before.points[0].spring = {1e-5, 0, 0};
  before.points[1].spring = {3e-5, 0, 0};
  // The corners in another order, and a third one between them.
  ContactChunk now = patch({{0.99, 0, 0}, {0.5, 0, 0}, {0.01, 0, 0}});
  const ContactEnergies e = contact_forces(s.model, s.state, s.pairs, 0, before, 0, now);
  EXPECT_NEAR(now.points[0].spring.x, 3e-5, 1e-18);
  EXPECT_NEAR(now.points[1].spring.x, 2e-5, 1e-18);
  EXPECT_NEAR(now.points[2].spring.x, 1e-5, 1e-18);
  EXPECT_GE(e.friction, 0);
  EXPECT_NEAR(e.elastic, 0.5 * 1e6 * 1e-6, 1e-12);  // that of one point with the whole stiffness
}

TEST(ContactForces, ChangingPatchesMakeNoEnergy) {
  ContactParameters p = rubbing;
  p.friction = 10;
  p.tangential_restitution = 1;
  HandMade s(p);
  s.add(Mobility::fixed, 0, {}, {});
  s.add(Mobility::dynamic, 1, {1, 1, 1}, {0.5, 0.5, 0.5});
  s.set_pairs({{0, 1}});
  Random random{41, 1};
  ContactChunk before = patch({});
  for (int i = 0; i < 2000; ++i) {
    std::vector<Vec3> corners(uniform_index(random, 9));
    for (Vec3& c : corners) c = {uniform(random), uniform(random), 0};
    ContactChunk now = patch(corners);
    // A turn about the vertical loads the springs of the corners in different directions.
    s.state.angular_momentum[1] = {0, 0, uniform(random, -1, 1)};
    const Real dt = i % 2 == 0 ? 0 : 1e-5;
    const ContactEnergies e = contact_forces(s.model, s.state, s.pairs, 0, before, dt, now);
    EXPECT_TRUE(dt > 0 || e.friction >= -1e-18) << e.friction;
    before = now;
  }
}

// A cube of 1 m falls flat on its four lower corners: it is the cube that has to leave with e times its
// speed. In `tilted` it falls on one corner: there it is the corner.
void find_cube_corners(const HandMade& s, std::uint32_t pair, std::vector<ContactPoint>& points) {
  std::vector<ContactPoint> found;
  for (const Real x : {-0.5, 0.5}) {
    for (const Real y : {-0.5, 0.5}) {
      const Vec3 corner = s.state.position[1] + rotate(s.state.orientation[1], {x, y, -0.5});
      if (corner.z < 0) found.push_back(point_between({0, 1}, pair, {0, 0, 1}, corner, -corner.z));
    }
  }
  for (ContactPoint& p : found) p.weight = 1.0 / static_cast<Real>(found.size());
  points.insert(points.end(), found.begin(), found.end());
}

TEST(ContactForces, RestitutionOfAPatchAndOfACorner) {
  for (const bool tilted : {false, true}) {
    ContactParameters p;
    p.normal_stiffness = 1e9;
    p.restitution = 0.5;
    HandMade s(p);
    s.add(Mobility::fixed, 0, {}, {});
    const Real mass = 100;
    s.add(Mobility::dynamic, mass, {mass / 6, mass / 6, mass / 6}, {0, 0, 0.5 + 1e-7}, {0, 0, -1});
    const Vec3 corner{0.5, 0.5, -0.5};
    if (tilted) {
      s.state.orientation[1] = normalized(Quat{1, -0.1, 0.15, 0});
      s.state.position[1].z = 1e-7 - rotate(s.state.orientation[1], corner).z;
    }
    s.set_pairs({{0, 1}});
    SmallRun run(s, find_cube_corners);
    const auto corner_speed = [&] {
      const Vec3 l = s.state.angular_momentum[1];
      const Vec3 spin = rotate(s.state.orientation[1], (6 / mass) * l);
      return (s.state.velocity[1] + cross(spin, rotate(s.state.orientation[1], corner))).z;
    };
    bool touched = false;
    for (int i = 0; i < 40'000; ++i) {
      run.step(1e-7);
      touched |= !(point_count(run.contacts) == 0);
      if (touched && (point_count(run.contacts) == 0)) break;
    }
    EXPECT_TRUE((point_count(run.contacts) == 0));
    EXPECT_NEAR(corner_speed(), 0.5, 2e-3) << (tilted ? "tilted" : "flat");
    EXPECT_NEAR(run.balance() / (0.5 * mass), 1, 1e-6);
  }
}

TEST(GatherForces, SumsOverAllContactsOfABody) {
  HandMade s;
  s.add_ball(1, ball_radius, {0, 0, 0});
  s.add_ball(1, ball_radius, {1, 0, 0});
  s.add(Mobility::fixed, 0, {}, {0, 0, -1});
  s.add_ball(1, ball_radius, {9, 9, 9});
  s.state.present[3] = 0;
  s.set_pairs({{0, 1}, {0, 2}, {1, 2}});
  ContactList contacts;
  ContactChunk& chunk = contacts.chunks.emplace_back();
  const Vec3 points[] = {{0.5, 0, 0}, {0.5, 0.1, 0}, {0, 0, -0.5}, {1, 0, -0.5}};
  const Vec3 values[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {-1, 0, 2}};
  const std::uint32_t pair_of[] = {0, 0, 1, 2};
  for (int i = 0; i < 4; ++i) {
    chunk.points.push_back(point_between(s.pairs.pairs[pair_of[i]], pair_of[i], {0, 0, 1}, points[i], 1e-3));
    chunk.points.back().force = values[i];
  }
  set_ends(chunk, {2, 3, 4});
  BodyForces forces;
  forces.force.assign(4, {7, 7, 7});  // of the step before
  forces.moment.assign(4, {7, 7, 7});
  ForceScratch scratch;
  Exec exec(1);
  EXPECT_EQ(gather_forces(s.model, s.state, s.pairs, contacts, 1, exec, scratch, forces), 0);
  const Vec3 on_0 = -values[0] - values[1] - values[2];
  const Vec3 turn_0 =
      cross(points[0], -values[0]) + cross(points[1], -values[1]) + cross(points[2], -values[2]);
  EXPECT_LT(norm(forces.force[0] - on_0), 1e-14);
  EXPECT_LT(norm(forces.moment[0] - turn_0), 1e-14);
  EXPECT_LT(norm(forces.force[1] - (values[0] + values[1] - values[3])), 1e-14);
  EXPECT_LT(norm(forces.force[2] - (values[2] + values[3])), 1e-14);
  const Vec3 centre{0, 0, -1};
  EXPECT_LT(
      norm(forces.moment[2] - cross(points[2] - centre, values[2]) - cross(points[3] - centre, values[3])),
      1e-14);
  EXPECT_EQ(forces.force[3], (Vec3{}));
  EXPECT_EQ(forces.moment[3], (Vec3{}));
}

TEST(ContactForces, SameBitsForAnyNumberOfThreads) {
  Random random{42, 1};
  HandMade s(rubbing);
  const int count = 1200;
  for (int i = 0; i < count; ++i) {
    s.add_ball(1, ball_radius, {0.999 * i, uniform(random, -0.01, 0.01), 0}, 0.1 * unit_vector(random));
    s.state.angular_momentum.back() = 0.1 * unit_vector(random);
  }
  std::vector<PiecePair> chain;
  for (std::uint32_t i = 0; i + 1 < count; ++i) chain.push_back({i, i + 1});
  s.set_pairs(chain);
  HandMade other = s;
  SmallRun one(s, find_ball_contact, 1), three(other, find_ball_contact, 3);
  for (int i = 0; i < 30; ++i) {
    one.step(1e-5);
    three.step(1e-5);
  }
  EXPECT_GT(one.friction, 0);
  EXPECT_EQ(one.friction, three.friction);
  EXPECT_EQ(one.damping, three.damping);
  EXPECT_EQ(one.now.shear, three.now.shear);
  const auto bytes = s.state.position.size() * sizeof(Vec3);
  EXPECT_EQ(std::memcmp(s.state.position.data(), other.state.position.data(), bytes), 0);
  EXPECT_EQ(std::memcmp(s.state.angular_momentum.data(), other.state.angular_momentum.data(), bytes), 0);
}

}  // namespace
}  // namespace scree
