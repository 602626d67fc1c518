// Detection for all pairs of a step, against queries one by one; corners of patches against the geometry.
#include "detect/detect_contacts.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "model/build_model.hpp"
#include "support/bodies.hpp"

namespace {

using namespace scree;
using scree::testing::at;
using scree::testing::must;
using scree::testing::turn;

struct Placed {
  Model model;
  State state;
  PairList pairs;
  std::vector<PairCache> caches;

  Placed() { EXPECT_TRUE(add_material(model, {"rock", 2600})); }
  void add(const Shape& shape, const Pose& pose) {
    BodyDescription d;
    d.pieces = {{shape, {}}};
    d.world_from_body = pose;
    d.mobility = Mobility::fixed;
    ASSERT_TRUE(add_body(model, state, d));
  }
  // Every pair of bodies.
  void pair_all() {
    const auto count = static_cast<std::uint32_t>(body_count(model));
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) {
        pairs.slot.push_back(static_cast<std::uint32_t>(pairs.pairs.size()));
        pairs.pairs.push_back({a, b});
      }
    }
    caches.resize(pairs.pairs.size());
  }
  ContactList detect(const DetectionSettings& settings, int threads, DetectionCounts& counts) {
    Exec exec(threads);
    Geometry geometry;
    place_pieces(model, state, exec, geometry);
    DetectionScratch scratch;
    ContactList contacts;
    detect_contacts(model, geometry, pairs, settings, exec, caches, scratch, contacts, counts);
    return contacts;
  }
};

Placed random_heap() {
  Placed heap;
  const Shape shapes[] = {must(make_box({1, 0.8, 0.6})), must(make_tetrahedron(1)), must(make_sphere(0.4)),
                          must(make_superellipsoid({0.5, 0.4, 0.6}, 0.8, 0.7)),
                          must(make_cylinder(0.3, 0.9))};
  for (int k = 0; k < 40; ++k) {
    Random random{11, static_cast<std::uint64_t>(k)};
    const Vec3 place{uniform(random, 0, 2), uniform(random, 0, 2), uniform(random, 0, 2)};
    heap.add(shapes[k % 5], at(place, rotation(random)));
  }
  heap.pair_all();
  return heap;
}

TEST(DetectContacts, FindsWhatQueriesFind) {
  Placed heap = random_heap();
  DetectionCounts counts;
  const ContactList contacts = heap.detect({}, 1, counts);
  ASSERT_EQ(contacts.first.size(), heap.pairs.pairs.size() + 1);
  std::size_t overlaps = 0;
  for (std::size_t i = 0; i < heap.pairs.pairs.size(); ++i) {
    const PiecePair pair = heap.pairs.pairs[i];
    const auto pose = [&](std::uint32_t body) { return own_pose(heap.model, heap.state, body); };
    PairCache cache;
    Contact expected;
    query(Algorithm::gjk_epa, heap.model.shapes[heap.model.piece_shape[pair.a]], pose(pair.a),
          heap.model.shapes[heap.model.piece_shape[pair.b]], pose(pair.b), {}, cache, expected);
    const std::uint32_t found = contacts.first[i + 1] - contacts.first[i];
    if (std::fabs(expected.distance) < 1e-7) continue;
    ASSERT_EQ(found, expected.distance < 0 ? 1U : 0U) << i;
    if (found == 0) continue;
    ++overlaps;
    const ContactPoint& p = contacts.points[contacts.first[i]];
    EXPECT_EQ(p.a, pair.a);
    EXPECT_EQ(p.b, pair.b);
    EXPECT_EQ(p.pair, i);
    EXPECT_EQ(p.weight, 1);
    EXPECT_NEAR(p.depth, -expected.distance, 1e-5);
    EXPECT_NEAR(norm(p.normal), 1, 1e-12);
  }
  EXPECT_GT(overlaps, 50U);
  EXPECT_EQ(counts.failures, 0U);
  EXPECT_GE(counts.queries, overlaps);
}

TEST(DetectContacts, SameForAnyNumberOfThreads) {
  for (const ContactPoints points : {ContactPoints::one, ContactPoints::patch}) {
    DetectionSettings settings;
    settings.contact_points = points;
    DetectionCounts counts, others;
    const ContactList first = random_heap().detect(settings, 1, counts);
    for (const int threads : {2, 3, 8}) {
      const ContactList again = random_heap().detect(settings, threads, others);
      ASSERT_EQ(again.first, first.first);
      for (std::size_t i = 0; i < first.points.size(); ++i) {
        ASSERT_EQ(again.points[i].position, first.points[i].position);
        ASSERT_EQ(again.points[i].depth, first.points[i].depth);
      }
      EXPECT_EQ(others.queries, counts.queries);
    }
  }
}

// An algorithm that knows polyhedra only leaves the rest to the default.
TEST(DetectContacts, FallsBackByShape) {
  DetectionSettings settings;
  settings.algorithm = Algorithm::shortest_link;
  DetectionCounts counts;
  const ContactList by_link = random_heap().detect(settings, 1, counts);
  const ContactList by_default = random_heap().detect({}, 1, counts);
  EXPECT_EQ(by_link.first.size(), by_default.first.size());
  EXPECT_GT(by_link.points.size(), 50U);
}

ContactList corners(const Shape& lower, const Pose& pose_lower, const Shape& upper, const Pose& pose_upper,
                    Real angle) {
  Placed two;
  two.add(lower, pose_lower);
  two.add(upper, pose_upper);
  two.pair_all();
  DetectionSettings settings;
  settings.contact_points = ContactPoints::patch;
  settings.parallel_angle = angle;
  DetectionCounts counts;
  return two.detect(settings, 1, counts);
}

Real weight_sum(const ContactList& list) {
  Real sum = 0;
  for (const ContactPoint& p : list.points) sum += p.weight;
  return sum;
}

// A box of 0.2 m on a floor or on a block, tilted by less than the angle that counts as parallel: every
// corner is as deep as it lies below the surface.
TEST(PatchCorners, HaveTheirOwnDepths) {
  const Shape box = must(make_box({0.2, 0.2, 0.2}));
  for (const bool on_block : {false, true}) {
    for (const Real tilt : {0.0, 1e-4, 1e-3}) {
      const Quat turned = turn({0, 1, 0}, tilt * 180 / M_PI);
      const Real sunk = 5e-4;
      const Shape lower = on_block ? must(make_box({1, 1, 0.1})) : must(make_half_space({0, 0, 1}, 0));
      const Pose place = on_block ? at({0, 0, -0.05}) : Pose{};
      const ContactList found = corners(lower, place, box, at({0, 0, 0.1 - sunk}, turned), 0.01);
      ASSERT_EQ(found.points.size(), 4U);
      for (const ContactPoint& p : found.points) {
        const Real side = p.position.x > 0 ? 1 : -1;  // +x goes down
        const Real expected = sunk + 0.1 * (std::cos(tilt) - 1) + side * 0.1 * std::sin(tilt);
        EXPECT_NEAR(p.depth, expected, 1e-12);
        EXPECT_GT(p.weight, 0);
      }
      // Four equal corners: as stiff as two points.
      if (tilt == 0) {
        EXPECT_NEAR(weight_sum(found), 2, 1e-12);
      }
    }
    // So far that one side has come off: as if the other edge were all there is.
    const Shape lower = on_block ? must(make_box({1, 1, 0.1})) : must(make_half_space({0, 0, 1}, 0));
    const Pose place = on_block ? at({0, 0, -0.05}) : Pose{};
    const Pose raised = at({0, 0, 0.1 - 1e-4}, turn({0, 1, 0}, 0.4));
    const ContactList side = corners(lower, place, box, raised, 0.01);
    const ContactList edge = corners(lower, place, box, raised, 1e-8);
    ASSERT_EQ(side.points.size(), 2U);
    ASSERT_EQ(edge.points.size(), 2U);
    for (int k = 0; k < 2; ++k) {
      EXPECT_GT(side.points[k].position.x, 0.09);
      EXPECT_NEAR(side.points[k].depth, edge.points[k].depth, 1e-12);
      EXPECT_NEAR(side.points[k].weight, edge.points[k].weight, 1e-12);
    }
  }
}

// Corners that come together count for no more than one.
TEST(PatchCorners, ShareWhatTheyCountFor) {
  const auto sum_for = [](Real apart) {
    const Shape wedge = must(make_polyhedron({{0, 0, 0},
                                              {0.2, 0, 0},
                                              {0.2, 0.2 - apart, 0},
                                              {0.2 - apart, 0.2, 0},
                                              {0, 0.2, 0},
                                              {0.1, 0.1, 0.2}}));
    return weight_sum(corners(must(make_half_space({0, 0, 1}, 0)), {}, wedge, at({0, 0, -1e-4}), 0.01));
  };
  EXPECT_NEAR(sum_for(1e-6), 2, 1e-6);
  EXPECT_NEAR(sum_for(0.1), std::sqrt(5.0), 1e-12);
}

// The forces of a tilting box are the slope of its energy: compared by differences.
TEST(PatchCorners, ForcesAreTheSlopeOfTheEnergy) {
  const Shape box = must(make_box({0.2, 0.16, 0.2}));
  const Shape floor = must(make_half_space({0, 0, 1}, 0));
  for (const Real exponent : {1.0, 1.5}) {
    const auto list = [&](Real height, Real tilt) {
      Placed two;
      EXPECT_FALSE(set_contact(two.model, 0, 0, {.normal_stiffness = 1, .exponent = exponent}));
      two.add(floor, {});
      two.add(box, at({0, 0, height}, turn({0.2, 1, 0}, tilt * 180 / M_PI)));
      two.pair_all();
      DetectionSettings settings;
      settings.contact_points = ContactPoints::patch;
      settings.parallel_angle = 0.01;
      DetectionCounts counts;
      return two.detect(settings, 1, counts);
    };
    const auto energy = [&](Real height, Real tilt) {
      Real sum = 0;
      for (const ContactPoint& p : list(height, tilt).points) {
        sum += p.weight * std::pow(p.depth, exponent + 1) / (exponent + 1);
      }
      return sum;
    };
    for (const Real tilt : {0.0, 5e-4, 2e-3, 4e-3}) {
      const Real height = 0.0995, h = 1e-7;
      Real force = 0, moment = 0;
      const Vec3 axis = normalized(Vec3{0.2, 1, 0});
      for (const ContactPoint& p : list(height, tilt).points) {
        const Real f = p.weight * std::pow(p.depth, exponent);
        force += f;
        moment += dot(axis, cross(p.position - Vec3{0, 0, height}, Vec3{0, 0, f}));
      }
      const Real slope = -(energy(height + h, tilt) - energy(height - h, tilt)) / (2 * h);
      const Real turning = -(energy(height, tilt + h) - energy(height, tilt - h)) / (2 * h);
      EXPECT_NEAR(force, slope, 1e-6 * force);
      EXPECT_NEAR(moment, turning, 1e-6 * 0.1 * force);
    }
  }
}

}  // namespace
