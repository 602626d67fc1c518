// slm: the walk, the closed forms, the hand cases, random pairs against the exact answers, warm starts.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/closest_on_polyhedron.hpp"
#include "detect/kernels/segments.hpp"
#include "detect/kernels/slm_direct.hpp"
#include "math/random.hpp"
#include "shape/make_view.hpp"
#include "support/contact_cases.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

// --- the walk (Sec. 3.4) ---

// The squared distance to a triangle, by every vertex, every side and the inside.
Real distance_to_triangle(Vec3 p, const std::array<Vec3, 3>& corner) {
  Real least = std::numeric_limits<Real>::infinity();
  const Vec3 normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  bool over = norm_squared(normal) > 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 from = corner[k];
    const Vec3 side = corner[(k + 1) % 3] - from;
    const Real t = std::clamp(dot(p - from, side) / norm_squared(side), 0.0, 1.0);
    least = std::min(least, norm(p - from - t * side));
    over = over && dot(cross(normal, side), p - from) >= 0;
  }
  return over ? std::min(least, std::fabs(dot(normal, p - corner[0])) / norm(normal)) : least;
}

Real distance_by_all_triangles(const Polyhedron& core, Vec3 p) {
  Real least = std::numeric_limits<Real>::infinity();
  for (std::size_t f = 0; f < core.face_planes.size(); ++f) {
    const std::int32_t* loop = core.face_vertices.data() + core.face_begin[f];
    for (int k = 1; k + 1 < core.face_begin[f + 1] - core.face_begin[f]; ++k) {
      const std::array<Vec3, 3> corner{core.vertices[loop[0]], core.vertices[loop[k]],
                                       core.vertices[loop[k + 1]]};
      least = std::min(least, distance_to_triangle(p, corner));
    }
  }
  return least;
}

Real highest_above(const Polyhedron& core, Vec3 p) {
  Real highest = -std::numeric_limits<Real>::infinity();
  for (const Plane& plane : core.face_planes)
    highest = std::max(highest, dot(plane.normal, p) - plane.offset);
  return highest;
}

SurfacePlace random_place(Random& random, const PolyhedronView& core) {
  const int kind = uniform_index(random, 3);
  if (kind == 0) return at_vertex(core, uniform_index(random, core.vertex_count));
  const std::int32_t edge = uniform_index(random, core.edge_count);
  const PolyhedronEdge e = core.edges[edge];
  const Vec3 middle = 0.5 * (core.vertices[e.vertex[0]] + core.vertices[e.vertex[1]]);
  if (kind == 1) return {middle, 1, edge};
  SurfacePlace place;
  closest_on_face(core, uniform_index(random, core.face_count), uniform(random) * middle, place);
  return place;
}

struct WalkTally {
  int outside = 0, inside = 0, wrong = 0;
};

WalkTally walk_everywhere(const std::vector<Shape>& pool, int walks) {
  WalkTally tally;
  Random random{11, 5};
  for (int i = 0; i < walks; ++i) {
    const Shape& shape = pool[uniform_index(random, static_cast<int>(pool.size()))];
    const PolyhedronView core = make_view(*shape.core);
    const Vec3 point = shape.size * std::pow(10, uniform(random, -1.5, 1)) * unit_vector(random);
    SurfacePlace place = random_place(random, core);
    const WalkEnd end = walk_to_closest(core, point, place);
    const Real highest = highest_above(*shape.core, point);
    EXPECT_LE(std::fabs(highest_above(*shape.core, place.point)), 1e-14 * shape.size) << i;
    if (highest <= 0) {
      ++tally.inside;
      EXPECT_EQ(end, WalkEnd::inside) << i;
      EXPECT_NEAR(norm(point - place.point), -highest, 1e-14 * shape.size) << i;
      continue;
    }
    ++tally.outside;
    EXPECT_EQ(end, WalkEnd::closest) << i;
    const Real exact = distance_by_all_triangles(*shape.core, point);
    const bool right = std::fabs(norm(point - place.point) - exact) <= 1e-14 * (shape.size + exact);
    tally.wrong += right ? 0 : 1;
  }
  return tally;
}

TEST(Slm, WalkEndsAtTheClosestPoint) {
  const int walks = scaled_count(100'000);
  const WalkTally tally = walk_everywhere(shape_pool(), walks);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_GT(tally.outside, walks / 2);
  EXPECT_GT(tally.inside, walks / 20);
}

// Edges as short as the rounding of a hull point anywhere: a walk may stop early there. The link's proof
// then fails, and all vertices are looked at.
TEST(Slm, WalkIsRightOnMostSlivers) {
  const WalkTally tally = walk_everywhere(sliver_pool(), scaled_count(50'000));
  EXPECT_LE(tally.wrong, tally.outside / 1000);
}

// Case 3 as printed stays on the face it starts on: the far side of the cube.
TEST(Slm, WalkLeavesTheFarSide) {
  const Shape cube = must(make_box({2, 2, 2}));
  const PolyhedronView core = make_view(*cube.core);
  for (std::int32_t face = 0; face < core.face_count; ++face) {
    SurfacePlace place{core.face_planes[face].offset * core.face_planes[face].normal, 2, face};
    const Vec3 point{0.25, -0.5, 3};
    EXPECT_EQ(walk_to_closest(core, point, place), WalkEnd::closest);
    EXPECT_LT(norm(place.point - Vec3{0.25, -0.5, 1}), 1e-15);
    EXPECT_EQ(place.dimension, 2);
  }
}

// --- closed forms (Sec. 3.5.2, App. A) ---

TEST(Slm, SegmentLinkIsTheShortest) {
  Random random{12, 1};
  for (int i = 0; i < scaled_count(100'000); ++i) {
    const Vec3 start_a = unit_vector(random);
    const Vec3 edge_a = uniform(random, 0.01, 2) * unit_vector(random);
    const Vec3 start_b = unit_vector(random);
    // One in four parallel, one in four nearly.
    const int kind = uniform_index(random, 4);
    const Vec3 tilt = std::pow(10, uniform(random, -14, -2)) * unit_vector(random);
    const Vec3 edge_b = kind == 0   ? uniform(random, -2, 2) * edge_a
                        : kind == 1 ? edge_a + tilt
                                    : uniform(random, 0.01, 2) * unit_vector(random);
    const slm_detail::SegmentLink link = slm_detail::segment_link(start_a, edge_a, start_b, edge_b);
    const Vec3 p = start_a + link.on_first * edge_a;
    const Vec3 q = start_b + link.on_second * edge_b;
    const SegmentDistance exact = segment_distance({start_a, start_a + edge_a}, {start_b, start_b + edge_b});
    EXPECT_NEAR(norm(q - p), exact.distance, kind == 1 ? 1e-8 : 2e-14) << i;
  }
}

// App. A's list must hold BD, which the text prints as CD: here BD is the link.
TEST(Slm, SegmentLinkKnowsTheEndToEndCase) {
  const slm_detail::SegmentLink link =
      slm_detail::segment_link<Vec3>({0, 0, 0}, {1, 0, 0}, {3, 2, 0}, {-1.5, -1, 0});
  EXPECT_EQ(link.on_first, 1);
  EXPECT_EQ(link.on_second, 1);
}

TEST(Slm, LineCutsAFace) {
  const Shape box = must(make_box({4, 2, 1}));
  const PolyhedronView core = make_view(*box.core);
  for (std::int32_t face = 0; face < core.face_count; ++face) {
    if (core.face_planes[face].normal.z < 0.5) continue;
    slm_detail::Chord chord;
    ASSERT_TRUE(slm_detail::cut_face(core, face, {1, 0, 0.5}, {1, 1, 0}, chord));
    EXPECT_NEAR(chord.begin, -1, 1e-15);
    EXPECT_NEAR(chord.end, 1, 1e-15);
    slm_detail::Chord missed;
    EXPECT_FALSE(slm_detail::cut_face(core, face, {0, 3, 0.5}, {1, 0, 0}, missed));
    slm_detail::Chord past;
    EXPECT_FALSE(slm_detail::cut_face(core, face, {2, 1.5, 0.5}, {1, -1, 0}, past));
  }
}

// --- hand cases ---

Contact ask(const Shape& cube, const ContactCase& c, Real gap, PairCache& cache, ContactPatch& patch) {
  Contact contact;
  Pose upper = c.upper;
  upper.translation.z += gap;
  query(Algorithm::shortest_link, cube, {c.lower, {}}, cube, upper, {}, cache, contact, &patch);
  EXPECT_EQ(contact.status, Status::ok);
  return contact;
}

void expect_exact(const Contact& contact, const ContactPatch& patch, const ContactCase& c, Real gap) {
  EXPECT_NEAR(contact.distance, gap, 2e-14);
  EXPECT_EQ(name(contact.type), name(c.type));
  EXPECT_LT(norm(contact.normal - Vec3{0, 0, 1}), 1e-14 + 1e-15 / std::fabs(gap));
  const Vec3 middle = 0.5 * (contact.point_a + contact.point_b);
  EXPECT_LT(norm(middle - c.contact_point - Vec3{0, 0, gap / 2}), 1e-8);
  EXPECT_EQ(patch.count, c.patch_points);
}

TEST(Slm, SevenContactTypesApart) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {1.0, 0.01, 1e-9}) {
      SCOPED_TRACE(std::string(c.name) + " at " + std::to_string(gap));
      PairCache cache;
      ContactPatch patch;
      expect_exact(ask(cube, c, gap, cache, patch), patch, c, gap);
    }
  }
}

// Lowered step by step, as in a simulation, the last normal is right and so is the overlap.
TEST(Slm, SevenContactTypesLoweredIntoOverlap) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const ContactCase& c : contact_cases()) {
    if (c.apart_only) continue;
    SCOPED_TRACE(c.name);
    PairCache cache;
    for (int step = -10; step <= 10; ++step) {
      if (step == 0) continue;
      ContactPatch patch;
      expect_exact(ask(cube, c, -0.001 * step, cache, patch), patch, c, -0.001 * step);
    }
  }
}

// Without a last normal the line of centres takes its place, here nearly level: the overlap of 0.01 comes
// out as the way out through the plate's rim. Lowered onto it, the cube is answered rightly.
TEST(Slm, FirstOverlapFollowsTheLineOfCentres) {
  const Shape plate = must(make_box({8, 8, 0.125}));
  const Shape cube = must(make_box({0.25, 0.25, 0.25}));
  const auto lowered = [](Real gap) { return Pose{{}, {3, 0.5, 0.1875 + gap}}; };
  PairCache cold;
  Contact contact;
  query(Algorithm::shortest_link, plate, cube, lowered(-0.01), {}, cold, contact);
  EXPECT_LT(contact.distance, -1);
  EXPECT_EQ(contact.state, ContactState::overlap);
  PairCache warm;
  for (int step = -5; step <= 5; ++step) {
    query(Algorithm::shortest_link, plate, cube, lowered(-0.002 * step), {}, warm, contact);
  }
  EXPECT_NEAR(contact.distance, -0.01, 1e-14);
  EXPECT_NEAR(contact.normal.z, 1, 1e-15);
}

// --- random pairs ---

// What slm promises: exact unless the polyhedra overlap, the state always, and never too shallow.
std::string broken_promise(const RandomPair& pair, const QueryRequest& request, PairCache& cache,
                           Contact& contact) {
  PairCache none;
  Contact exact;
  query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b, request, none, exact);
  query(Algorithm::shortest_link, pair.a, pair.b, pair.a_from_b, request, cache, contact);
  const Real error = (contact.distance - exact.distance) / std::max(pair.a.size, pair.b.size);
  if (!ok(contact.status)) return "status " + std::string(name(contact.status));
  if (!(error <= distance_bar)) return "too shallow by " + std::to_string(error);
  const bool overlap = exact.state == ContactState::overlap;
  if (!overlap && !(error >= -distance_bar)) return "too deep by " + std::to_string(-error);
  // Either neighbour is right where the distance is that of the touch itself.
  const bool doubtful = std::fabs(std::fabs(exact.distance) - 1e-12) < 1e-13;
  return contact.state == exact.state || doubtful ? "" : "state " + std::string(name(contact.state));
}

// Every pair against gjk-epa, one in five of those that do not overlap against brute force, which looks at
// normal and points as well.
void check_random_pairs(const std::vector<Shape>& pool, int count, Normals normals, Real fallbacks) {
  int apart = 0;
  int apart_fallbacks = 0;
  int overlaps = 0;
  for (int i = 0; i < count; ++i) {
    const RandomPair pair = random_pair(pool, 20260102, i);
    PairCache cache;
    Contact contact;
    ASSERT_EQ(broken_promise(pair, {}, cache, contact), "") << "pair " << i << " " << name(pair.placement);
    overlaps += contact.state == ContactState::overlap ? 1 : 0;
    if (contact.state == ContactState::overlap) continue;
    if (i % 5 == 0) {
      const PairVerdict verdict = check_pair(Algorithm::shortest_link, pair, normals);
      ASSERT_EQ(verdict.complaint, "") << "pair " << i << " " << name(pair.placement);
    }
    if (contact.state == ContactState::touch) continue;
    ++apart;
    apart_fallbacks += contact.fallback ? 1 : 0;
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_GT(overlaps, count / 4);
  EXPECT_LE(apart_fallbacks, fallbacks * count + 1);
}

TEST(Slm, KeepsItsPromiseOnRandomPairs) {
  check_random_pairs(shape_pool(), scaled_count(20'000), Normals::compared, 5e-4);
}

TEST(Slm, KeepsItsPromiseOnSlivers) {
  check_random_pairs(sliver_pool(), scaled_count(5000), Normals::left_out, 0.005);
}

TEST(Slm, RefusesCurvedShapes) {
  const Shape ball = must(make_sphere(1));
  const Shape cube = must(make_box({1, 1, 1}));
  PairCache cache;
  Contact contact;
  EXPECT_EQ(query(Algorithm::shortest_link, ball, cube, {}, {}, cache, contact), Status::unsupported_pair);
  EXPECT_EQ(query(Algorithm::shortest_link, cube, ball, {}, {}, cache, contact), Status::unsupported_pair);
}

TEST(Slm, StopsBeyondTheCutoffWithALowerBound) {
  const Shape cube = must(make_box({2, 2, 2}));
  QueryRequest request;
  request.cutoff = 1;
  PairCache cache;
  Contact contact;
  query(Algorithm::shortest_link, cube, cube, {{}, {5, 0.5, 0}}, request, cache, contact);
  EXPECT_TRUE(contact.beyond_cutoff);
  EXPECT_GT(contact.distance, 1);
  EXPECT_LE(contact.distance, 3);
  query(Algorithm::shortest_link, cube, cube, {{}, {2.5, 0.5, 0}}, request, cache, contact);
  EXPECT_FALSE(contact.beyond_cutoff);
  EXPECT_NEAR(contact.distance, 0.5, 1e-15);
}

// --- warm starts ---

// A slow, smooth path of B about A in and out of light contact.
Pose path_pose(const Shape& a, const Shape& b, Vec3 axis, int step) {
  const Real turned = 0.02 * step;
  const Quat spin = turn(axis, 3 * turned);
  const Quat orbit = turn({0.3, 1, 0.2}, 2 * turned);
  const Real reach = 0.5 * (a.size + b.size) * (0.78 + 0.06 * std::sin(0.01 * step));
  return {spin, a.centre + reach * rotate(orbit, {1, 0, 0}) - rotate(spin, b.centre)};
}

TEST(Slm, WarmStartNeedsOneOrTwoIterations) {
  const std::array<Shape, 4> shapes{must(make_tetrahedron(1)), must(make_pyramid(1, 0.8)),
                                    must(make_box({1, 1, 1})), must(make_tetrakis_cube(0.7, 0.15))};
  constexpr int steps = 700;  // once out and in
  int queries = 0;
  int quick = 0;
  int cold_iterations = 0;
  int warm_iterations = 0;
  std::array<int, 3> states{};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      PairCache cache;
      for (int step = 0; step < steps; ++step) {
        const RandomPair pair{a, b, path_pose(a, b, {1, 0.4, -0.2}, step), Placement::near};
        Contact contact;
        ASSERT_EQ(broken_promise(pair, {}, cache, contact), "") << "step " << step;
        ++queries;
        quick += contact.iterations <= 2 ? 1 : 0;
        warm_iterations += contact.iterations;
        ++states[static_cast<std::size_t>(contact.state)];
        PairCache none;
        query(Algorithm::shortest_link, a, b, pair.a_from_b, {}, none, contact);
        cold_iterations += contact.iterations;
      }
    }
  }
  EXPECT_GE(quick, 0.95 * queries);
  EXPECT_LT(2 * warm_iterations, cold_iterations);
  EXPECT_GT(states[0], queries / 20);
  EXPECT_GT(states[2], queries / 20);
}

// Nearly parallel faces of slivers: the chords' ends lay off the faces by 1e-8, and so did the link.
TEST(Slm, PairsThatOnceFailed) {
  const auto pool = sliver_pool();
  for (const int index : {104530, 169300}) {
    RandomPair pair = random_pair(pool, 4242, index);
    PairCache cache;
    Contact contact;
    EXPECT_EQ(broken_promise(pair, {}, cache, contact), "") << index;
    Random random{7, static_cast<std::uint64_t>(index)};
    const Real size = std::max(pair.a.size, pair.b.size);
    const Real move = size * std::pow(10, uniform(random, -9, -1.5));
    pair.a_from_b.translation += move * unit_vector(random);
    EXPECT_EQ(broken_promise(pair, {}, cache, contact), "") << index << " moved";
  }
}

template <class T>
T random_bytes(Random& random) {
  std::array<unsigned char, sizeof(T)> bytes;
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(uniform_index(random, 256));
  return std::bit_cast<T>(bytes);
}

SurfacePlace odd_place(Random& random) {
  SurfacePlace place{uniform(random, 0, 0.6) * unit_vector(random), uniform_index(random, 5) - 1,
                     uniform_index(random, 30) - 1};
  if (uniform_index(random, 8) == 0) place.point.y = std::numeric_limits<Real>::quiet_NaN();
  if (uniform_index(random, 8) == 0) place.point.x = std::numeric_limits<Real>::infinity();
  return place;
}

TEST(Slm, KeepsItsPromiseWithAnyCache) {
  const auto pool = shape_pool();
  PairCache last;  // another pair's
  for (int i = 0; i < scaled_count(20'000); ++i) {
    const RandomPair pair = random_pair(pool, 9, i);
    Random random{9, static_cast<std::uint64_t>(i)};
    PairCache cache;
    switch (i % 5) {
      case 0:
        cache = last;
        break;
      case 1:
        cache = random_bytes<PairCache>(random);
        cache.algorithm = static_cast<std::uint32_t>(Algorithm::shortest_link);
        break;
      case 2:
        cache.algorithm = static_cast<std::uint32_t>(Algorithm::shortest_link);
        break;
      case 3: {
        Contact ignored;
        query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b, {}, cache, ignored);
        break;
      }
      default:
        cache = {static_cast<std::uint32_t>(Algorithm::shortest_link), unit_vector(random), odd_place(random),
                 odd_place(random)};
    }
    QueryRequest request;
    request.describe = i % 2 == 0;
    Contact contact;
    ASSERT_EQ(broken_promise(pair, request, cache, contact), "")
        << "pair " << i << " " << name(pair.placement);
    // What it leaves behind serves the next query.
    ASSERT_EQ(broken_promise(pair, request, cache, contact), "") << "pair " << i << " again";
    last = cache;
  }
}

}  // namespace
}  // namespace scree::testing
