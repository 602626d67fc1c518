// Detection for all pairs of a step, against queries one by one; corners of patches against the geometry.
#include "detect/detect_contacts.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/random.hpp"
#include "model/build_model.hpp"
#include "support/bodies.hpp"
#include "support/scale.hpp"

namespace {

using namespace scree;
using scree::testing::at;
using scree::testing::must;
using scree::testing::turn;

struct Placed {
  Model model;
  State state;
  PairList pairs;
  PairMemory memory;
  Geometry geometry;

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
    pairs = {};
    const auto count = static_cast<std::uint32_t>(body_count(model));
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) {
        pairs.pairs.push_back({a, b});
      }
    }
  }
  // Finds the same pairs, which it knows.
  void search_again() {
    Origins origins(pairs.pairs.size());
    std::iota(origins.begin(), origins.end(), 0);
    follow_pairs(origins, pairs.pairs, geometry.travel, Algorithm::automatic, memory);
  }
  ContactList detect(const DetectionSettings& settings, int threads, DetectionCounts& counts) {
    Exec exec(threads);
    place_pieces(model, state, exec, geometry);
    if (!has_all(memory, settings.algorithm, pairs.pairs.size(), piece_count(model))) {
      memory = {};
      follow_pairs(Origins(pairs.pairs.size(), not_there), pairs.pairs, geometry.travel, settings.algorithm,
                   memory);
    }
    DetectionScratch scratch;
    ContactList contacts;
    detect_contacts(model, geometry, pairs, settings, exec, memory, scratch, contacts, counts);
    return contacts;
  }
};

std::vector<ContactPoint> all_points(const ContactList& list) {
  std::vector<ContactPoint> points;
  for_each_point(list, [&](const ContactPoint& p) { points.push_back(p); });
  return points;
}

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
  std::size_t overlaps = 0;
  for (std::size_t i = 0; i < heap.pairs.pairs.size(); ++i) {
    const PiecePair pair = heap.pairs.pairs[i];
    const auto pose = [&](std::uint32_t body) { return own_pose(heap.model, heap.state, body); };
    PairCache cache;
    Contact expected;
    query(Algorithm::gjk_epa, heap.model.shapes[heap.model.piece_shape[pair.a]], pose(pair.a),
          heap.model.shapes[heap.model.piece_shape[pair.b]], pose(pair.b), {}, cache, expected);
    const std::size_t found = points_of(contacts, i).size();
    if (std::fabs(expected.distance) < 1e-7) continue;
    ASSERT_EQ(found, expected.distance < 0 ? 1U : 0U) << i;
    if (found == 0) continue;
    ++overlaps;
    const ContactPoint& p = points_of(contacts, i)[0];
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
    const std::vector<ContactPoint> first = all_points(random_heap().detect(settings, 1, counts));
    for (const int threads : {2, 3, 8}) {
      const std::vector<ContactPoint> again = all_points(random_heap().detect(settings, threads, others));
      ASSERT_EQ(again.size(), first.size());
      for (std::size_t i = 0; i < first.size(); ++i) {
        ASSERT_EQ(again[i].pair, first[i].pair);
        ASSERT_EQ(again[i].position, first[i].position);
        ASSERT_EQ(again[i].depth, first[i].depth);
      }
      EXPECT_EQ(others.queries, counts.queries);
    }
  }
}

// Pairs apart are left alone until they can have met: in a heap whose bodies move, jump and turn, at every
// moment the contacts must be those that a detection without any memory finds.
void expect_no_contact_missed(Placed heap, Real step) {
  const DetectionSettings settings;
  std::uint64_t asked = 0, asked_cold = 0;
  for (int k = 0; k < scree::testing::scaled_count(40); ++k) {
    DetectionCounts counts, cold_counts;
    const ContactList found = heap.detect(settings, 1, counts);
    Placed cold = heap;
    cold.memory = {};
    const ContactList expected = cold.detect(settings, 1, cold_counts);
    if (k % 7 == 0) heap.search_again();
    asked += counts.queries;
    asked_cold += cold_counts.queries;
    for (std::size_t i = 0; i < heap.pairs.pairs.size(); ++i) {
      const auto now = points_of(found, i), wanted = points_of(expected, i);
      const Real depth = now.empty() ? 0 : now[0].depth;
      const Real wanted_depth = wanted.empty() ? 0 : wanted[0].depth;
      ASSERT_NEAR(depth, wanted_depth, 1e-7) << "pair " << i << " at moment " << k;
    }
    for (std::size_t body = 0; body < body_count(heap.model); ++body) {
      Random random{12, body, static_cast<std::uint64_t>(100 * k)};
      if (!std::isfinite(heap.model.radius[body])) continue;
      // Some fast, some slow, some only turning; one of 40 jumps.
      const Real way = step * (body % 4) * (uniform(random) < 0.025 ? 40 : 1);
      heap.state.position[body] += way * unit_vector(random);
      heap.state.orientation[body] =
          normalized(heap.state.orientation[body] * Quat{1, step * uniform(random, -2, 2), step, 0});
    }
  }
  EXPECT_LT(asked, 0.85 * asked_cold);  // most of the heap overlaps
}

TEST(DetectContacts, SkipsNoPairThatTouches) {
  expect_no_contact_missed(random_heap(), 2e-3);
  Placed on_floor = random_heap();
  on_floor.add(must(make_half_space({0, 0, 1}, 0.5)), {});
  on_floor.pair_all();
  expect_no_contact_missed(on_floor, 2e-3);
}

TEST(DetectContacts, SkipsNoPairThatTouchesAcrossTheBorder) {
  Placed heap = random_heap();
  for (int i = 0; i < 2; ++i) {
    heap.model.periodic.axis[i] = true;
    heap.model.periodic.length[i] = 2.6;
  }
  expect_no_contact_missed(heap, 5e-3);
}

// A wall of infinite extent that turns may meet anything.
TEST(DetectContacts, ATurningHalfSpaceIsAskedAlways) {
  Placed two;
  two.add(must(make_half_space({0, 0, 1}, 0)), {});
  two.add(must(make_sphere(0.5)), at({100, 0, 1}));
  two.pair_all();
  DetectionCounts counts;
  EXPECT_EQ(point_count(two.detect({}, 1, counts)), 0U);
  EXPECT_EQ(counts.queries, 1U);
  EXPECT_EQ(point_count(two.detect({}, 1, counts)), 0U);
  EXPECT_EQ(counts.queries, 0U);
  two.state.orientation[0] = turn({0, 1, 0}, -1);
  EXPECT_EQ(point_count(two.detect({}, 1, counts)), 1U);
}

// What is kept of a normal is fine enough for a pair that has not moved to be answered by one step.
TEST(DetectContacts, KeepsANormalsDigits) {
  const Shape shapes[] = {must(make_superellipsoid({0.5, 0.4, 0.6}, 0.5, 0.5)),
                          must(make_superellipsoid({0.4, 0.4, 0.5}, 1, 1))};
  Placed heap;
  constexpr int count = 100;
  for (std::uint32_t k = 0; k < count; ++k) {
    Random random{12, k};
    const Pose first = at({3.0 * k, 0, 0}, rotation(random));
    Pose second = at(first.translation + 1.5 * unit_vector(random), rotation(random));
    PairCache cache;
    Contact contact;
    query(Algorithm::automatic, shapes[0], first, shapes[1], second, {}, cache, contact);
    second.translation -= (contact.distance + 1e-3) * contact.normal;
    heap.add(shapes[0], first);
    heap.add(shapes[1], second);
    heap.pairs.pairs.push_back({2 * k, 2 * k + 1});
  }
  DetectionCounts counts;
  const std::vector<ContactPoint> cold = all_points(heap.detect({}, 1, counts));
  EXPECT_EQ(cold.size(), count);
  const std::vector<ContactPoint> warm = all_points(heap.detect({}, 1, counts));
  ASSERT_EQ(warm.size(), cold.size());
  EXPECT_GE(counts.iterations[0], 95U);
  for (std::size_t i = 0; i < warm.size(); ++i) EXPECT_NEAR(warm[i].depth, cold[i].depth, 2e-15);
}

// An algorithm that knows polyhedra only leaves the rest to the default.
TEST(DetectContacts, FallsBackByShape) {
  DetectionSettings settings;
  settings.algorithm = Algorithm::shortest_link;
  DetectionCounts counts;
  const ContactList by_link = random_heap().detect(settings, 1, counts);
  const ContactList by_default = random_heap().detect({}, 1, counts);
  EXPECT_EQ(point_count(by_link), point_count(by_default));
  EXPECT_GT(point_count(by_link), 50U);
}

std::vector<ContactPoint> corners(const Shape& lower, const Pose& pose_lower, const Shape& upper,
                                  const Pose& pose_upper, Real angle) {
  Placed two;
  two.add(lower, pose_lower);
  two.add(upper, pose_upper);
  two.pair_all();
  DetectionSettings settings;
  settings.contact_points = ContactPoints::patch;
  settings.parallel_angle = angle;
  DetectionCounts counts;
  return all_points(two.detect(settings, 1, counts));
}

Real weight_sum(const std::vector<ContactPoint>& list) {
  Real sum = 0;
  for (const ContactPoint& p : list) sum += p.weight;
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
      const std::vector<ContactPoint> found =
          corners(lower, place, box, at({0, 0, 0.1 - sunk}, turned), 0.01);
      ASSERT_EQ(found.size(), 4U);
      for (const ContactPoint& p : found) {
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
    const std::vector<ContactPoint> side = corners(lower, place, box, raised, 0.01);
    const std::vector<ContactPoint> edge = corners(lower, place, box, raised, 1e-8);
    ASSERT_EQ(side.size(), 2U);
    ASSERT_EQ(edge.size(), 2U);
    for (int k = 0; k < 2; ++k) {
      EXPECT_GT(side[k].position.x, 0.09);
      EXPECT_NEAR(side[k].depth, edge[k].depth, 1e-12);
      EXPECT_NEAR(side[k].weight, edge[k].weight, 1e-12);
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
      return all_points(two.detect(settings, 1, counts));
    };
    const auto energy = [&](Real height, Real tilt) {
      Real sum = 0;
      for (const ContactPoint& p : list(height, tilt)) {
        sum += p.weight * std::pow(p.depth, exponent + 1) / (exponent + 1);
      }
      return sum;
    };
    for (const Real tilt : {0.0, 5e-4, 2e-3, 4e-3}) {
      const Real height = 0.0995, h = 1e-7;
      Real force = 0, moment = 0;
      const Vec3 axis = normalized(Vec3{0.2, 1, 0});
      for (const ContactPoint& p : list(height, tilt)) {
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
