// The reference itself, against answers known by hand and against the hull of the Minkowski difference.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "bench/must.hpp"
#include "math/random.hpp"
#include "shape/hull.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

Contact ask(const Shape& a, const Shape& b, const Pose& a_from_b) {
  PairCache cache;
  Contact contact;
  query(Algorithm::brute_force, a, b, a_from_b, {}, cache, contact);
  return contact;
}

TEST(BruteForce, BoxesByHand) {
  const Shape cube = must(make_box({2, 2, 2}));
  EXPECT_DOUBLE_EQ(ask(cube, cube, {{}, {3, 0.5, 0}}).distance, 1);
  EXPECT_DOUBLE_EQ(ask(cube, cube, {{}, {1.5, 0.5, 0}}).distance, -0.5);
  EXPECT_DOUBLE_EQ(ask(cube, cube, {{}, {3, 3, 0}}).distance, std::sqrt(2));
  EXPECT_DOUBLE_EQ(ask(cube, cube, {{}, {3, 3, 3}}).distance, std::sqrt(3));
  EXPECT_EQ(ask(cube, cube, {{}, {2, 0, 0}}).distance, 0);
  EXPECT_EQ(ask(cube, cube, {{}, {2, 0, 0}}).state, ContactState::touch);
  EXPECT_DOUBLE_EQ(ask(cube, cube, {}).distance, -2);
}

TEST(BruteForce, CrossingEdgesByHand) {
  // Two cubes, edge over edge: one turned by 45 degrees about x, the other by 45 degrees about y.
  const Shape cube = must(make_box({2, 2, 2}));
  const Real half = std::sqrt(2) / 2;
  const Real c = std::cos(M_PI / 8);
  const Real s = std::sin(M_PI / 8);
  const Quat about_x{c, s, 0, 0};
  const Quat about_y{c, 0, s, 0};
  PairCache cache;
  Contact contact;
  query(Algorithm::brute_force, cube, {about_x, {}}, cube, {about_y, {0, 0, 4 * half + 0.25}}, {}, cache,
        contact);
  EXPECT_NEAR(contact.distance, 0.25, 1e-15);
  EXPECT_EQ(contact.type, ContactType::edge_edge_crossing);
  EXPECT_NEAR(contact.normal.z, 1, 1e-15);
}

// The depth is the distance from the origin to the nearest facet of the hull of all vertex differences:
// a way that shares neither normals nor topology with the reference.
TEST(BruteForce, DepthIsThatOfTheMinkowskiDifferencesHull) {
  Random random{31, 0};
  int overlaps = 0;
  for (int trial = 0; trial < scaled_count(300); ++trial) {
    Shape shapes[2];
    for (Shape& shape : shapes) {
      std::vector<Vec3> points(4 + uniform_index(random, 12));
      for (Vec3& p : points) p = unit_vector(random);
      shape = must(make_polyhedron(points));
    }
    const Pose a_from_b{rotation(random), uniform(random, 0, 1.2) * unit_vector(random)};
    std::vector<Vec3> differences;
    for (const Vec3& p : shapes[0].core->vertices) {
      for (const Vec3& q : shapes[1].core->vertices) {
        differences.push_back(p + shapes[0].centre - transform(a_from_b, q + shapes[1].centre));
      }
    }
    const auto hull = convex_hull(differences);
    ASSERT_TRUE(hull);
    Real depth = INFINITY;
    for (const Plane& plane : hull->polyhedron.face_planes) {
      depth = std::min(depth, plane.offset + dot(plane.normal, hull->centre));
    }
    const Contact contact = ask(shapes[0], shapes[1], a_from_b);
    if (depth < 0) {
      EXPECT_GE(contact.distance, -depth - 1e-13);  // a plane bounds the distance from below
      continue;
    }
    ++overlaps;
    EXPECT_NEAR(contact.distance, -depth, 1e-13) << "trial " << trial;
  }
  EXPECT_GT(overlaps, 3);
}

TEST(BruteForce, SaysWhatItDoesNotTake) {
  EXPECT_EQ(ask(must(make_sphere(1)), must(make_box({1, 1, 1})), {}).status, Status::unsupported_pair);
  EXPECT_EQ(ask(must(make_half_space({0, 0, 1}, 0)), must(make_box({1, 1, 1})), {}).status,
            Status::unsupported_pair);
}

}  // namespace
}  // namespace scree::testing
