// curved: every pair of types with a curved shape, to 1e-12 of the size.
//
// The oracle is independent of the kernel: support functions in extended precision and a search over
// directions that only compares values. An answer is right when its own normal separates as much as it says,
// no direction the search finds separates by 1e-12 sizes more, and the points lie on both surfaces, at the
// distance given.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "bench/must.hpp"
#include "detect/kernels/curved.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"
#include "support/separation_search.hpp"

namespace scree::testing {
using namespace bench;
namespace {

struct Named {
  std::string name;
  Shape shape;
};
std::vector<Named> shapes() {
  return {{"box", must(make_box({1, 0.7, 0.5}))},
          {"icosahedron", must(make_icosahedron(0.6))},
          {"rounded", must(make_rounded_polyhedron(make_box({0.6, 0.5, 0.4})->core->vertices, 0.1))},
          {"capsule", must(make_capsule(0.2, 0.6))},
          {"sphere", must(make_sphere(0.4))},
          {"cylinder", must(make_cylinder(0.3, 0.8))},
          {"disc", must(make_cylinder(0.6, 0.1))},
          {"ellipsoid", must(make_ellipsoid({0.5, 0.2, 0.1}))},
          {"superellipsoid", must(make_superellipsoid({0.5, 0.4, 0.3}, 0.7, 1.3))},
          {"near box", must(make_superellipsoid({0.5, 0.4, 0.3}, 0.1, 0.1))},
          {"near octahedron", must(make_superellipsoid({0.5, 0.4, 0.3}, 1.9, 1.9))},
          {"pillow", must(make_superellipsoid({0.5, 0.1, 0.3}, 0.3, 1.5))},
          {"needle", must(make_superellipsoid({0.025, 0.025, 0.5}, 0.8, 0.4))}};
}

OwnShapePair pair_of(const Shape& a, const Shape& b, const Pose& a_from_b) {
  Quat rotation;
  return make_pair_view(a, b, a_from_b, rotation);
}
Contact solve(const OwnShapePair& pair, PairCache cache = {}, QueryRequest request = {},
              ContactPatch* patch = nullptr) {
  Contact contact;
  curved(pair, request, cache, contact, patch);
  return contact;
}
bool finite(const Contact& c) {
  return std::isfinite(c.distance) && is_finite(c.normal) && is_finite(c.point_a) && is_finite(c.point_b);
}

// Apart, about touching, shallow, deep, concentric, axes parallel.
constexpr int placements = 6;
Pose placed(const Shape& a, const Shape& b, int kind, Random& random) {
  const Vec3 way = unit_vector(random);
  const Quat turned = kind == 5 ? Quat{} : rotation(random);
  if (kind == 4) return {turned, {}};
  const Real touching =
      dot(way, support_point(a, way) - rotate(turned, support_point(b, rotate(conjugate(turned), -way))));
  const Real gap[placements] = {uniform(random, 0.1, 1),
                                1e-9 * uniform(random, -1, 1),
                                -std::pow(10, uniform(random, -6, -2)),
                                -uniform(random, 0.1, 0.6),
                                0,
                                uniform(random, -0.3, 0.1)};
  return {turned, (touching + gap[kind]) * way};
}

// Two polyhedra have nothing curved: other algorithms answer them.
bool nothing_curved(const Shape& a, const Shape& b) {
  return a.type == ShapeType::polyhedron && b.type == ShapeType::polyhedron;
}
bool is_body(const Shape& s) { return s.type == ShapeType::superellipsoid || s.type == ShapeType::ellipsoid; }

void expect_on_surfaces(const Shape& a, const Shape& b, const Pose& pose, const Contact& c, Real size) {
  ASSERT_NEAR(norm(c.normal), 1, 1e-14);
  if (is_body(a) && is_body(b)) return;  // common-normal's, with its own tests
  ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-12 * size);
  ASSERT_NEAR(inside_outside(a, c.point_a + a.centre), 1, 2e-12);
  ASSERT_NEAR(inside_outside(b, transform(inverse(pose), c.point_b + a.centre)), 1, 2e-12);
}

TEST(CurvedExact, EveryPairOfTypesMatchesASearch) {
  const auto all = shapes();
  Random random{77, 0};
  const int trials = scaled_count(placements);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = std::max<std::size_t>(i, 2); k < all.size(); ++k) {
      for (int t = 0; t < trials; ++t) {
        SCOPED_TRACE(all[i].name + " and " + all[k].name + ", trial " + std::to_string(t));
        const Shape& a = all[i].shape;
        const Shape& b = all[k].shape;
        const Pose pose = placed(a, b, t % placements, random);
        const OwnShapePair pair = pair_of(a, b, pose);
        const Contact c = solve(pair);
        ASSERT_EQ(c.status, Status::ok);
        ASSERT_FALSE(c.fallback);
        const Real size = pair.size + std::fabs(c.distance);
        ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance, 1e-14 * size);
        ASSERT_LE(searched_separation(pair, random, 250, c.normal), c.distance + 1e-12 * size);
        ASSERT_NO_FATAL_FAILURE(expect_on_surfaces(a, b, pose, c, size));
      }
    }
  }
}

TEST(CurvedExact, NoSampledDirectionIsShallowerAndNoAnswerFails) {
  const auto all = shapes();
  Random random{78, 0};
  const int count = scaled_count(8000);
  for (int t = 0; t < count; ++t) {
    const Named& a = all[uniform_index(random, static_cast<int>(all.size()))];
    const Named& b = all[uniform_index(random, static_cast<int>(all.size()))];
    if (nothing_curved(a.shape, b.shape)) continue;
    SCOPED_TRACE(a.name + " and " + b.name + ", trial " + std::to_string(t));
    const Pose pose = placed(a.shape, b.shape, t % placements, random);
    const OwnShapePair pair = pair_of(a.shape, b.shape, pose);
    const Contact c = solve(pair);
    ASSERT_EQ(c.status, Status::ok);
    const Real size = pair.size + std::fabs(c.distance);
    ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance, 1e-13 * size);
    for (int k = 0; k < 30; ++k)
      ASSERT_LE(exact_separation(pair, unit_vector(random)), c.distance + 1e-12 * size);
    ASSERT_NO_FATAL_FAILURE(expect_on_surfaces(a.shape, b.shape, pose, c, size));
  }
}

TEST(CurvedExact, SwappedMovedScaled) {
  const auto all = shapes();
  Random random{79, 0};
  const int count = scaled_count(2000);
  for (int t = 0; t < count; ++t) {
    const Named& a = all[uniform_index(random, static_cast<int>(all.size()))];
    const Named& b = all[uniform_index(random, static_cast<int>(all.size()))];
    SCOPED_TRACE(a.name + " and " + b.name + ", trial " + std::to_string(t));
    const Pose pose = placed(a.shape, b.shape, t % placements, random);
    const Contact c = solve(pair_of(a.shape, b.shape, pose));
    const Real bar = 1e-11 * std::max(a.shape.size, b.shape.size);
    ASSERT_NEAR(solve(pair_of(b.shape, a.shape, inverse(pose))).distance, c.distance, bar);
    const Shape large_a = must(scaled(a.shape, 1000));
    const Shape large_b = must(scaled(b.shape, 1000));
    const Contact large = solve(pair_of(large_a, large_b, {pose.rotation, 1000 * pose.translation}));
    ASSERT_NEAR(large.distance, 1000 * c.distance, 1000 * bar);
    const Pose world{rotation(random), {3, -4, 5}};
    const Contact moved = solve(pair_of(a.shape, b.shape, relative_pose(world, world * pose)));
    ASSERT_NEAR(moved.distance, c.distance, bar);
  }
}

TEST(CurvedExact, WarmStartGivesTheSameAndIsShorter) {
  const auto all = shapes();
  Random random{80, 0};
  long cold_steps = 0;
  long warm_steps = 0;
  for (int t = 0; t < scaled_count(1500); ++t) {
    const Shape& a = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    const Shape& b = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    if (nothing_curved(a, b)) continue;
    const OwnShapePair pair = pair_of(a, b, placed(a, b, t % 3, random));
    PairCache cache;
    Contact first;
    ASSERT_EQ(curved(pair, {}, cache, first), Status::ok);
    OwnShapePair moved = pair;
    moved.translation += Vec3{1e-5, -1e-5, 5e-6};
    const Contact cold = solve(moved);
    const Contact warm = solve(moved, cache);
    ASSERT_NEAR(warm.distance, cold.distance, 1e-12 * pair.size);
    cold_steps += cold.iterations;
    warm_steps += warm.iterations;
  }
  EXPECT_LT(warm_steps, 0.8 * cold_steps);
}

TEST(CurvedExact, AnyCacheIsSafe) {
  const auto all = shapes();
  Random random{81, 0};
  for (int t = 0; t < scaled_count(1000); ++t) {
    const Shape& a = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    const Shape& b = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    if (nothing_curved(a, b)) continue;
    const OwnShapePair pair = pair_of(a, b, placed(a, b, t % placements, random));
    const Contact cold = solve(pair);
    PairCache cache;
    for (std::size_t k = 0; k < sizeof cache / 8; ++k) {
      const std::uint64_t bits = next_bits(random);
      std::memcpy(reinterpret_cast<char*>(&cache) + 8 * k, &bits, 8);
    }
    cache.algorithm = t % 3 == 0 ? next_bits(random) % 20 : static_cast<std::uint32_t>(Algorithm::curved);
    if (t % 2 == 0) cache.direction = unit_vector(random);
    const Contact c = solve(pair, cache);
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, cold.distance, 1e-12 * (pair.size + std::fabs(cold.distance)));
  }
}

TEST(CurvedExact, LargeRatiosGiveAnswersOrNamedFailures) {
  std::vector<Shape> all;
  for (const Named& n : shapes()) all.push_back(n.shape);
  all.push_back(must(make_ellipsoid({1, 0.2, 0.05})));
  all.push_back(must(make_superellipsoid({1, 0.05, 0.3}, 0.2, 1.8)));
  all.push_back(must(make_cylinder(0.05, 2)));
  all.push_back(must(make_cylinder(1, 0.1)));
  Random random{82, 0};
  int failures = 0;
  const int count = scaled_count(6000);
  for (int t = 0; t < count; ++t) {
    const Shape& a = all[uniform_index(random, static_cast<int>(all.size()))];
    const Shape b = must(scaled(all[uniform_index(random, static_cast<int>(all.size()))],
                                std::pow(10, uniform(random, -4, 0))));
    if (nothing_curved(a, b)) continue;
    const Pose pose = placed(a, b, t % placements, random);
    const bool swap = t % 2 == 0;
    const OwnShapePair pair = swap ? pair_of(b, a, inverse(pose)) : pair_of(a, b, pose);
    const Contact c = solve(pair);
    ASSERT_TRUE(finite(c)) << t;
    failures += ok(c.status) ? 0 : 1;
    ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance,
                1e-13 * (pair.size + std::fabs(c.distance)))
        << t;
    for (int k = 0; k < 10; ++k)
      ASSERT_LE(exact_separation(pair, unit_vector(random)),
                c.distance + 1e-12 * (pair.size + std::fabs(c.distance)));
  }
  EXPECT_EQ(failures, 0) << "of " << count;
}

TEST(CurvedExact, FarApartIsFiniteOrNamed) {
  const auto all = shapes();
  Random random{87, 0};
  for (const Real far : {1e8, 1e100, 1e200, 1e300}) {
    for (const Named& a : all) {
      for (const Named& b : all) {
        if (nothing_curved(a.shape, b.shape)) continue;
        const Contact c = solve(pair_of(a.shape, b.shape, {rotation(random), far * unit_vector(random)}));
        ASSERT_TRUE(finite(c)) << a.name << " and " << b.name << ", " << far;
        ASSERT_TRUE(ok(c.status) || c.status == Status::not_converged);
        if (far > 1e100) continue;
        ASSERT_EQ(c.status, Status::ok);
        ASSERT_NEAR(c.distance / far, 1, 1e-7);
      }
    }
  }
}

TEST(CurvedExact, CutoffStopsAtALowerBound) {
  const auto all = shapes();
  Random random{83, 0};
  QueryRequest request;
  request.cutoff = 0.05;
  int stopped = 0;
  for (int t = 0; t < scaled_count(1000); ++t) {
    const Shape& a = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    const Shape& b = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    const OwnShapePair pair = pair_of(a, b, placed(a, b, 0, random));
    const Contact exact = solve(pair);
    const Contact c = solve(pair, {}, request);
    ASSERT_LE(c.distance, exact.distance + 1e-12);
    if (c.beyond_cutoff) {
      ++stopped;
      ASSERT_GT(c.distance, request.cutoff);
    } else {
      ASSERT_NEAR(c.distance, exact.distance, 1e-12);
    }
  }
  EXPECT_GT(stopped, scaled_count(1000) / 2);
}

// ---- By hand ----

constexpr Real quarter = 0.70710678118654752;  // sin and cos of half a right angle
const Quat about_x{quarter, quarter, 0, 0};    // takes z to -y
const Quat about_y{quarter, 0, quarter, 0};    // takes z to x

struct Hand {
  Contact contact;
  ContactPatch patch;
};
Hand by_hand(const Shape& a, const Shape& b, const Pose& pose) {
  Hand h;
  h.contact = solve(pair_of(a, b, pose), {}, {}, &h.patch);
  EXPECT_EQ(h.contact.status, Status::ok);
  EXPECT_EQ(h.contact.type, ContactType::smooth);
  return h;
}
void expect_near(Vec3 a, Vec3 b, Real bar) { EXPECT_LT(norm(a - b), bar) << a.x << " " << a.y << " " << a.z; }

TEST(CurvedExact, CylinderEndOnABoxFace) {
  const Shape box = must(make_box({2, 2, 1}));
  const Shape drum = must(make_cylinder(0.5, 1));
  for (const Real gap : {0.25, -0.125}) {
    const Hand centred = by_hand(box, drum, {{}, {0.25, 0.125, 1 + gap}});
    EXPECT_NEAR(centred.contact.distance, gap, 1e-15);
    expect_near(centred.contact.normal, {0, 0, 1}, 1e-15);
    expect_near(centred.contact.point_a, {0.25, 0.125, 0.5}, 1e-14);  // the middle of the disc
    EXPECT_GE(centred.patch.count, 16);
    for (int k = 0; k < centred.patch.count; ++k) {
      const Vec3 p = centred.patch.points[k] - Vec3{0.25, 0.125, 0};
      EXPECT_NEAR(std::sqrt(p.x * p.x + p.y * p.y), 0.5, 1e-14);
      EXPECT_NEAR(p.z, 0.5 + gap / 2, 1e-14);
    }
    // Half of it over the edge: the centroid of half a disc lies 4 r / (3 pi) from its diameter.
    const Hand off = by_hand(box, drum, {{}, {1, 0, 1 + gap}});
    EXPECT_NEAR(off.contact.distance, gap, 1e-15);
    expect_near(off.contact.point_a, {1 - 4 * 0.5 / (3 * 3.14159265358979), 0, 0.5}, 1e-3);
  }
  // Quite off: the rim meets the edge, and the way out is sideways.
  const Hand past = by_hand(box, drum, {{}, {1.8, 0, 0.9}});
  EXPECT_NEAR(past.contact.distance, 0.3, 1e-15);
  expect_near(past.contact.normal, {1, 0, 0}, 1e-15);
}

TEST(CurvedExact, CylinderSideOnFaceAndEdge) {
  const Shape box = must(make_box({2, 2, 1}));
  const Shape drum = must(make_cylinder(0.5, 1));
  for (const Real gap : {0.25, -0.125}) {
    const Hand face = by_hand(box, drum, {about_y, {0.75, 0.25, 1 + gap}});
    EXPECT_NEAR(face.contact.distance, gap, 1e-15);
    // The line from x = 0.25 to 1.25, of which the face holds the part up to 1.
    expect_near(face.contact.point_a, {0.625, 0.25, 0.5}, 1e-14);
    ASSERT_EQ(face.patch.count, 2);
    EXPECT_NEAR(std::fabs(face.patch.points[0].x - face.patch.points[1].x), 0.75, 1e-14);
    // Along the box's edge, 45 degrees up.
    const Real away = (0.5 + gap) * quarter;
    const Hand edge = by_hand(box, drum, {about_x, {1 + away, 0.75, 0.5 + away}});
    EXPECT_NEAR(edge.contact.distance, gap, 1e-15);
    expect_near(edge.contact.normal, {quarter, 0, quarter}, 1e-14);
    expect_near(edge.contact.point_a, {1, 0.625, 0.5}, 1e-14);
    EXPECT_EQ(edge.patch.count, 2);
    // Across it.
    const Hand across = by_hand(box, drum, {Quat{std::cos(0.3), 0, std::sin(0.3), 0}, {1.2, 0.1, 1.6}});
    EXPECT_NEAR(across.contact.point_a.y, 0.1, 1e-14);
  }
}

TEST(CurvedExact, TwoCylinders) {
  const Shape drum = must(make_cylinder(0.5, 2));
  for (const Real gap : {0.25, -0.125}) {
    const Hand crossing = by_hand(drum, drum, {about_y, {0.25, 1 + gap, 0.5}});
    EXPECT_NEAR(crossing.contact.distance, gap, 1e-15);
    expect_near(crossing.contact.normal, {0, 1, 0}, 1e-15);
    expect_near(crossing.contact.point_a, {0, 0.5, 0.5}, 1e-14);
    EXPECT_EQ(crossing.patch.count, 1);
    const Hand parallel = by_hand(drum, drum, {{}, {0, 1 + gap, 0.5}});
    EXPECT_NEAR(parallel.contact.distance, gap, 1e-15);
    expect_near(parallel.contact.point_a, {0, 0.5, 0.25}, 1e-14);
    EXPECT_EQ(parallel.patch.count, 2);
    const Hand stacked = by_hand(drum, drum, {{}, {0, 0, 2 + gap}});
    EXPECT_NEAR(stacked.contact.distance, gap, 1e-15);
    expect_near(stacked.contact.point_a, {0, 0, 1}, 1e-14);
    EXPECT_GE(stacked.patch.count, 16);
    // Stacked beside the axis: two discs share a lens, whose middle is half way.
    const Hand beside = by_hand(drum, drum, {{}, {0.5, 0, 2 + gap}});
    EXPECT_NEAR(beside.contact.distance, gap, 1e-15);
    expect_near(beside.contact.point_a, {0.25, 0, 1}, 1e-3);
  }
  // Ends apart and beside each other: the rims' nearest points.
  const Hand rims = by_hand(drum, drum, {{}, {1.3, 0, 2.4}});
  EXPECT_NEAR(rims.contact.distance, 0.5, 1e-15);
  expect_near(rims.contact.point_a, {0.5, 0, 1}, 1e-13);
  // Concentric, the same: half the way out is sideways, over both radii.
  EXPECT_NEAR(by_hand(drum, drum, {}).contact.distance, -1, 1e-15);
}

TEST(CurvedExact, SphereAndCapsuleOnACylinder) {
  const Shape drum = must(make_cylinder(0.5, 2));
  const Shape ball = must(make_sphere(0.25));
  EXPECT_NEAR(by_hand(drum, ball, {{}, {0.8, 0, 1.4}}).contact.distance, 0.25, 1e-15);  // 3-4-5 from the rim
  EXPECT_NEAR(by_hand(drum, ball, {{}, {0.3, 0, 1.5}}).contact.distance, 0.25, 1e-15);
  EXPECT_NEAR(by_hand(drum, ball, {{}, {0.375, 0, 0}}).contact.distance, -0.375, 1e-15);
  const Shape pill = must(make_capsule(0.25, 0.5));
  const Hand lying = by_hand(drum, pill, {about_y, {0.375, 0, 1.5}});
  EXPECT_NEAR(lying.contact.distance, 0.25, 1e-15);
  expect_near(lying.contact.point_a, {0.3125, 0, 1}, 1e-3);  // from 0.125 to the rim
  const Hand beside = by_hand(drum, pill, {{}, {1, 0, 1}});
  EXPECT_NEAR(beside.contact.distance, 0.25, 1e-15);
  expect_near(beside.contact.point_a, {0.5, 0, 0.875}, 1e-14);
}

TEST(CurvedExact, EllipsoidOverFaceEdgeAndVertex) {
  const Shape box = must(make_box({2, 2, 2}));
  const Vec3 radii{0.5, 0.25, 0.125};
  const Shape egg = must(make_ellipsoid(radii));
  Random random{84, 0};
  const Superellipsoid body{radii, {1, 1}};
  for (int i = 0; i < 200; ++i) {
    // The egg's point with the normal -n on a given point of the box whose normals include n, `gap` along n.
    const Quat turned = rotation(random);
    const int kind = i % 3;
    Vec3 n = kind == 0 ? Vec3{0, 0, 1} : Vec3{0, uniform(random, 0.2, 1), uniform(random, 0.2, 1)};
    if (kind == 2) n.x = uniform(random, 0.2, 1);
    n = normalized(n);
    const Real inner = uniform(random, -0.4, 0.4);
    const Vec3 point{kind == 2 ? 1 : inner, kind == 0 ? 0.3 * inner : 1, 1};
    const Real gap = uniform(random, 0.01, 0.5);
    const Vec3 on_egg = rotate(turned, point_with_normal(body, rotate(conjugate(turned), -n)));
    const Contact c = solve(pair_of(box, egg, {turned, point + gap * n - on_egg}));
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, gap, 2e-15);
    ASSERT_LT(norm(c.normal - n), 1e-13);
    ASSERT_LT(norm(c.point_a - point), 1e-13);
  }
}

TEST(CurvedExact, CapsuleOnASuperellipsoid) {
  const Shape body = must(make_superellipsoid({1, 0.75, 0.5}, 0.5, 1.25));
  const Shape pill = must(make_capsule(0.25, 1));
  // Lying on the pole, and standing on it.
  EXPECT_NEAR(by_hand(body, pill, {about_y, {0.1, 0, 1}}).contact.distance, 0.25, 1e-15);
  EXPECT_NEAR(by_hand(body, pill, {{}, {0, 0, 1}}).contact.distance, -0.25, 1e-15);
  Random random{85, 0};
  const Superellipsoid s{{1, 0.75, 0.5}, {0.5, 1.25}};
  for (int i = 0; i < 200; ++i) {
    // Its axis across the normal of any point: the side touches there.
    const Vec3 n = unit_vector(random);
    const Vec3 axis = normalized(cross(n, unit_vector(random)));
    const Vec3 turn = cross(Vec3{0, 0, 1}, axis);
    const Quat turned = normalized(Quat{1 + axis.z, turn.x, turn.y, turn.z});
    const Real gap = uniform(random, -0.2, 0.5);
    const Vec3 middle = point_with_normal(s, n) + (0.25 + gap) * n + uniform(random, -0.4, 0.4) * axis;
    const Contact c = solve(pair_of(body, pill, {turned, middle}));
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, gap, 2e-14);
  }
}

TEST(CurvedExact, ClosedFormsAndHalfSpaces) {
  const Shape ball = must(make_sphere(0.25));
  const Shape pill = must(make_capsule(0.25, 1));
  EXPECT_NEAR(by_hand(ball, ball, {{}, {3, 4, 0}}).contact.distance, 4.5, 1e-15);
  const Contact pills = solve(pair_of(pill, pill, {about_y, {0, 1, 0}}));
  EXPECT_NEAR(pills.distance, 0.5, 1e-15);
  const Shape ground = must(make_half_space({0, 0, 1}, 0));
  Random random{86, 0};
  for (const Named& n : shapes()) {
    const Quat turned = rotation(random);
    const Vec3 lowest = rotate(turned, support_point(n.shape, rotate(conjugate(turned), {0, 0, -1})));
    const Contact c = solve(pair_of(ground, n.shape, {turned, {0.1, 0.2, 0.5}}));
    EXPECT_EQ(c.status, Status::ok);
    EXPECT_NEAR(c.distance, 0.5 + lowest.z, 1e-15);
    EXPECT_EQ(c.normal, (Vec3{0, 0, 1}));
  }
  EXPECT_EQ(solve(pair_of(ground, ground, {})).status, Status::unsupported_pair);
}

}  // namespace
}  // namespace scree::testing
