// The seven contact types, their points and patches, on placements worked out by hand.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "support/contact_cases.hpp"

namespace scree::testing {
using namespace bench;
namespace {

const Real root2 = std::sqrt(2);

struct Asked {
  Contact contact;
  ContactPatch patch;
};
Asked ask(Algorithm algorithm, const Shape& a, const Pose& world_from_a, const Shape& b,
          const Pose& world_from_b) {
  Asked asked;
  PairCache cache;
  query(algorithm, a, world_from_a, b, world_from_b, {}, cache, asked.contact, &asked.patch);
  EXPECT_EQ(asked.contact.status, Status::ok);
  return asked;
}

class ContactTypes : public ::testing::TestWithParam<Algorithm> {
 protected:
  Shape cube = must(make_box({2, 2, 2}));
};

TEST_P(ContactTypes, PlacedByHand) {
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {0.01, 1e-9, 0.0, -1e-9, -0.01}) {
      if (c.apart_only && gap <= 0) continue;
      SCOPED_TRACE(std::string(c.name) + " at " + std::to_string(gap));
      Pose upper = c.upper;
      upper.translation.z += gap;
      const Asked asked = ask(GetParam(), cube, {c.lower, {}}, cube, upper);
      EXPECT_NEAR(asked.contact.distance, gap, 1e-14);
      EXPECT_EQ(name(asked.contact.type), name(c.type));
      EXPECT_LT(norm(asked.contact.normal - Vec3{0, 0, 1}), gap == 0 ? 1e-9 : 1e-14 + 1e-15 / std::fabs(gap));
      const Vec3 middle = 0.5 * (asked.contact.point_a + asked.contact.point_b);
      EXPECT_LT(norm(middle - c.contact_point - Vec3{0, 0, gap / 2}), 1e-8);
      ASSERT_EQ(asked.patch.count, c.patch_points);
      Real reach = 0;
      for (int k = 0; k < asked.patch.count; ++k) {
        reach = std::max(reach, norm(asked.patch.points[k] - middle));
        EXPECT_EQ(asked.patch.distances[k], asked.contact.distance);
      }
      EXPECT_NEAR(reach, c.patch_reach, 1e-8);
    }
  }
}

// The corners of a patch are what the features' outlines share: vertices and crossing edges.
TEST_P(ContactTypes, EveryPointOfAPatchHasItsOwnType) {
  const auto types = [&](const Pose& upper) {
    std::vector<std::string> all;
    const Asked asked = ask(GetParam(), cube, {}, cube, upper);
    all.reserve(patch_capacity);
    for (int k = 0; k < asked.patch.count; ++k) all.emplace_back(name(asked.patch.types[k]));
    std::sort(all.begin(), all.end());
    return all;
  };
  using Names = std::vector<std::string>;
  const Names octagon(8, "edge-edge-crossing");
  EXPECT_EQ(types({turn({0, 0, 1}, 45), {0, 0, 1.99}}), octagon);
  EXPECT_EQ(types({{}, {1.5, 0.5, 1.99}}),
            (Names{"edge-edge-crossing", "edge-edge-crossing", "vertex-face", "vertex-face"}));
  EXPECT_EQ(types({{}, {1.5, 0, 1.99}}), Names(4, "vertex-edge"));
  EXPECT_EQ(types({{}, {0, 0, 1.99}}), Names(4, "vertex-vertex"));
  EXPECT_EQ(types({on_edge(), {0.5, 0.25, 1 + root2 - 0.01}}), (Names{"edge-edge-crossing", "vertex-face"}));
}

TEST_P(ContactTypes, FeaturesOfAVertexOverAnEdge) {
  const Real low = std::sqrt(3.0);
  const Asked edge =
      ask(GetParam(), cube, {on_edge(), {}}, cube, {on_corner(), {0.3, 0, root2 + low + 0.01}});
  EXPECT_EQ(edge.contact.feature_a.vertex_count, 2);
  EXPECT_EQ(edge.contact.feature_b.vertex_count, 1);
}

TEST_P(ContactTypes, CubesThatShareAFaceAnEdgeAVertex) {
  const auto at = [&](Vec3 t) { return ask(GetParam(), cube, {}, cube, {{}, t}).contact; };
  EXPECT_EQ(at({2, 0, 0}).state, ContactState::touch);
  EXPECT_EQ(at({2, 0, 0}).type, ContactType::face_face);
  EXPECT_EQ(at({2, 2, 0}).state, ContactState::touch);
  EXPECT_EQ(at({2, 2, 0}).type, ContactType::edge_edge_parallel);
  EXPECT_LT(norm(at({2, 2, 0}).point_a - Vec3{1, 1, 0}), 1e-8);
  EXPECT_EQ(at({2, 2, 2}).state, ContactState::touch);
  EXPECT_EQ(at({2, 2, 2}).type, ContactType::vertex_vertex);
  EXPECT_LT(norm(at({2, 2, 2}).point_a - Vec3{1, 1, 1}), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, ContactTypes,
                         ::testing::Values(Algorithm::gjk_epa, Algorithm::gjk_td, Algorithm::brute_force),
                         [](const auto& info) {
                           std::string text(name(info.param));
                           std::erase(text, '-');
                           return text;
                         });

TEST(Features, NameTheVerticesInvolved) {
  const Shape cube = must(make_box({2, 2, 2}));
  const Asked asked = ask(Algorithm::gjk_epa, cube, {}, cube, {on_edge(), {0.5, 0.25, 1 + root2 - 0.01}});
  const auto& f = asked.contact;
  ASSERT_EQ(f.feature_a.vertex_count, 4);
  EXPECT_GT(cube.core->face_planes[f.feature_a.face].normal.z, 0.99);
  ASSERT_EQ(f.feature_b.vertex_count, 2);
  for (const int v : f.feature_b.vertex)
    EXPECT_NEAR(rotate(on_edge(), cube.core->vertices[v]).z, -root2, 1e-15);
}

// More vertices than a patch holds: the point is still that of the shared lens, nearly.
TEST(Patch, FacesWithManyVertices) {
  const Shape round = must(make_prism(500, 1, 1));
  const Asked stacked = ask(Algorithm::gjk_epa, round, {}, round, {{}, {0, 0, 0.99}});
  EXPECT_NEAR(stacked.contact.distance, -0.01, 1e-15);
  EXPECT_EQ(stacked.contact.type, ContactType::face_face);
  EXPECT_LT(norm(stacked.contact.point_a - Vec3{0, 0, 0.5}), 1e-8);
  const Asked shifted = ask(Algorithm::gjk_epa, round, {}, round, {{}, {1, 0, 0.99}});
  EXPECT_NEAR(shifted.contact.distance, -0.01, 1e-15);
  EXPECT_LT(norm(shifted.contact.point_a - Vec3{0.5, 0, 0.5}), 2e-3);
}

TEST(SweptShapes, ShiftTheCoresDistance) {
  const Shape sphere = must(make_sphere(0.5));
  const Shape capsule = must(make_capsule(0.25, 2));
  const Shape box = must(make_box({2, 2, 2}));
  const Shape rounded = must(make_rounded_polyhedron(box.core->vertices, 0.1));
  const auto distance = [&](const Shape& a, const Shape& b, const Pose& pose) {
    return ask(Algorithm::gjk_epa, a, {}, b, pose).contact.distance;
  };
  EXPECT_NEAR(distance(sphere, sphere, {{}, {0.3, 0, 0.4}}), -0.5, 1e-15);
  EXPECT_NEAR(distance(sphere, sphere, {{}, {3, 0, 4}}), 4, 1e-15);
  EXPECT_NEAR(distance(sphere, sphere, {}), -1, 1e-15);
  EXPECT_NEAR(distance(sphere, box, {{}, {0, 0, 1.75}}), 0.25, 1e-15);
  EXPECT_NEAR(distance(sphere, box, {{}, {0, 0, 1.25}}), -0.25, 1e-15);
  EXPECT_NEAR(distance(sphere, box, {{}, {0, 0, 0.75}}), -0.75, 1e-15);  // the centre inside the box
  EXPECT_NEAR(distance(sphere, box, {{}, {0, 3, 3}}), 2 * root2 - 0.5, 1e-15);
  EXPECT_NEAR(distance(capsule, capsule, {turn({1, 0, 0}, 90), {1, 0, 0}}), 0.5, 1e-15);
  EXPECT_NEAR(distance(capsule, capsule, {turn({1, 0, 0}, 90), {0, 0, 0}}), -0.5, 1e-15);  // crossing axes
  EXPECT_NEAR(distance(capsule, capsule, {{}, {0, 0, 1}}), -0.5, 1e-15);                   // on one line
  EXPECT_NEAR(distance(rounded, rounded, {{}, {2.15, 0, 0}}), -0.05, 1e-15);
  EXPECT_NEAR(distance(rounded, box, {{}, {3, 3, 0}}), root2 - 0.1, 1e-15);

  // A capsule lying on a box: the patch is its axis, cut to the box.
  const Asked lying = ask(Algorithm::gjk_epa, box, {}, capsule, {turn({0, 1, 0}, 90), {0.5, 0, 1.2}});
  EXPECT_EQ(lying.contact.type, ContactType::edge_face);
  EXPECT_NEAR(lying.contact.distance, -0.05, 1e-14);
  EXPECT_LT(norm(lying.contact.point_a - Vec3{0.25, 0, 1}), 1e-8);
  EXPECT_LT(norm(lying.contact.point_b - Vec3{0.25, 0, 0.95}), 1e-8);
}

TEST(HalfSpace, MeetsEveryShapeExactly) {
  const Shape ground = must(make_half_space({0, 0, 1}, -0.5));
  const Quat quarter = turn({1, 0, 0}, 90);
  struct Standing {
    const char* name;
    Shape shape;
    Quat turned;
    Real lowest;  // below the shape's origin
    ContactType type;
    Real slack = 1e-8;  // of the contact point
  };
  const Real root3 = std::sqrt(3.0);
  const std::vector<Standing> all{
      {"cube", must(make_box({2, 2, 2})), {}, 1, ContactType::face_face},
      {"cube on edge", must(make_box({2, 2, 2})), on_edge(), root2, ContactType::edge_face},
      {"cube on corner", must(make_box({2, 2, 2})), on_corner(), root3, ContactType::vertex_face},
      {"sphere", must(make_sphere(0.75)), {}, 0.75, ContactType::smooth},
      {"ellipsoid", must(make_ellipsoid({1, 2, 3})), quarter, 2, ContactType::smooth},
      // Nearly flat where it stands: the last digit of the rotation moves the lowest point this much.
      {"superellipsoid", must(make_superellipsoid({1, 2, 3}, 0.4, 1.3)), quarter, 2, ContactType::smooth,
       1e-3},
      {"cylinder standing", must(make_cylinder(1, 3)), {}, 1.5, ContactType::smooth},
      {"cylinder lying", must(make_cylinder(1, 3)), quarter, 1, ContactType::smooth},
      {"capsule lying", must(make_capsule(0.5, 3)), quarter, 0.5, ContactType::edge_face},
      {"rounded",
       must(make_rounded_polyhedron(make_box({2, 2, 2})->core->vertices, 0.1)),
       {},
       1.1,
       ContactType::face_face},
  };
  for (const Standing& s : all) {
    for (const Real gap : {0.25, 0.0, -0.125}) {
      SCOPED_TRACE(s.name);
      const Pose pose{s.turned, {7, -3, -0.5 + s.lowest + gap}};
      const Asked asked = ask(Algorithm::gjk_epa, ground, {}, s.shape, pose);
      const Contact& on_b = asked.contact;
      const std::map<ContactType, int> points{{ContactType::face_face, 4},
                                              {ContactType::edge_face, 2},
                                              {ContactType::vertex_face, 1},
                                              {ContactType::smooth, 1}};
      EXPECT_EQ(asked.patch.count, points.at(s.type));
      for (int k = 0; k < asked.patch.count; ++k) {
        EXPECT_NEAR(asked.patch.points[k].z, -0.5 + gap / 2, 1e-14);
        EXPECT_EQ(asked.patch.distances[k], on_b.distance);
      }
      EXPECT_NEAR(on_b.distance, gap, 1e-14);
      EXPECT_LT(norm(on_b.normal - Vec3{0, 0, 1}), 1e-15);
      EXPECT_EQ(on_b.type, s.type);
      // Every one of these stands on the point below its origin.
      EXPECT_LT(norm(on_b.point_a - Vec3{7, -3, -0.5}), s.slack);
      EXPECT_LT(norm(on_b.point_b - on_b.point_a - Vec3{0, 0, gap}), 1e-14);
      const Contact on_a = ask(Algorithm::gjk_epa, s.shape, pose, ground, {}).contact;
      EXPECT_NEAR(on_a.distance, gap, 1e-14);
      EXPECT_LT(norm(on_a.normal + Vec3{0, 0, 1}), 1e-15);
      EXPECT_LT(norm(on_a.point_b - Vec3{7, -3, -0.5}), s.slack);
    }
  }
}

TEST(Query, FailuresAreNamed) {
  const Shape ground = must(make_half_space({0, 0, 1}, 0));
  const Shape cube = must(make_box({1, 1, 1}));
  PairCache cache;
  Contact contact;
  EXPECT_EQ(query(Algorithm::gjk_epa, ground, ground, {}, {}, cache, contact), Status::unsupported_pair);
  EXPECT_EQ(query(Algorithm::gjk_epa, cube, cube, {{}, {NAN, 0, 0}}, {}, cache, contact), Status::not_finite);
  EXPECT_EQ(query(Algorithm::gjk_epa, cube, cube, {{}, {INFINITY, 0, 0}}, {}, cache, contact),
            Status::not_finite);
  EXPECT_EQ(query(Algorithm::gjk_epa, cube, cube, {{}, {0, -1.1e100, 0}}, {}, cache, contact),
            Status::not_finite);
  EXPECT_EQ(query(Algorithm::gjk_epa, cube, cube, {{}, {0, -0.9e100, 0}}, {}, cache, contact), Status::ok);
  EXPECT_EQ(query(Algorithm::gjk_epa, cube, cube, {{0, 0, 0, 0}, {}}, {}, cache, contact),
            Status::not_finite);
  EXPECT_EQ(query(Algorithm::brute_force, cube, cube, {{NAN, 0, 0, 0}, {}}, {}, cache, contact),
            Status::not_finite);
}

TEST(Query, StopsAtTheCutoffWithALowerBound) {
  const Shape cube = must(make_box({1, 1, 1}));
  PairCache cache;
  Contact contact;
  query(Algorithm::gjk_epa, cube, cube, {turn({1, 2, 3}, 40), {5, 4, 3}}, {.cutoff = 0.5}, cache, contact);
  EXPECT_TRUE(contact.beyond_cutoff);
  EXPECT_EQ(contact.state, ContactState::separate);
  EXPECT_GT(contact.distance, 0.5);
  Contact exact;
  query(Algorithm::gjk_epa, cube, cube, {turn({1, 2, 3}, 40), {5, 4, 3}}, {}, cache, exact);
  EXPECT_FALSE(exact.beyond_cutoff);
  EXPECT_LE(contact.distance, exact.distance + 1e-15);
  query(Algorithm::gjk_epa, cube, cube, {{}, {1.25, 0, 0}}, {.cutoff = 0.5}, cache, contact);
  EXPECT_FALSE(contact.beyond_cutoff);
  EXPECT_DOUBLE_EQ(contact.distance, 0.25);
}

// The second query of a pair starts from the first one's normal and needs fewer rounds on the whole.
TEST(Query, StartsFromTheCache) {
  const Shape a = must(make_icosahedron(1));
  const Shape b = must(make_box({1, 2, 3}));
  int cold_rounds = 0;
  int warm_rounds = 0;
  for (int i = 0; i < 100; ++i) {
    const Pose pose{turn({1, 2, 3}, 7.0 * i), {2 + 0.01 * i, 1.5, 1.2}};
    PairCache cache;
    Contact cold;
    query(Algorithm::gjk_epa, a, b, pose, {}, cache, cold);
    EXPECT_EQ(cache.algorithm, static_cast<std::uint32_t>(Algorithm::gjk_epa));
    EXPECT_EQ(cache.direction, cold.normal);
    Contact warm;
    query(Algorithm::gjk_epa, a, b, pose, {}, cache, warm);
    EXPECT_NEAR(warm.distance, cold.distance, 1e-14);
    cold_rounds += cold.iterations;
    warm_rounds += warm.iterations;
  }
  EXPECT_LT(warm_rounds, cold_rounds);
}

// What the table of algorithms says about pairs of types is what queries do.
TEST(Query, AnswersThePairsItSaysItAnswers) {
  const std::vector<Vec3> corners = must(make_box({1, 1, 1})).core->vertices;
  const std::vector<Shape> shapes{must(make_box({1, 1, 1})),
                                  must(make_superellipsoid({0.5, 0.6, 0.7}, 0.7, 1.2)),
                                  must(make_ellipsoid({1, 2, 3})),
                                  must(make_sphere(0.5)),
                                  must(make_cylinder(0.5, 1)),
                                  must(make_capsule(0.25, 1)),
                                  must(make_rounded_polyhedron(corners, 0.1)),
                                  must(make_half_space({0, 0, 1}, 0))};
  std::vector<Algorithm> algorithms = all_algorithms();
  algorithms.push_back(Algorithm::automatic);
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      EXPECT_EQ(default_algorithm(a.type, b.type), default_algorithm(b.type, a.type));
      for (const Algorithm algorithm : algorithms) {
        SCOPED_TRACE(std::string(name(algorithm)) + ": " + std::string(name(a.type)) + ", " +
                     std::string(name(b.type)));
        PairCache cache;
        Contact contact;
        const Status status =
            query(algorithm, a, b, {turn({1, 2, 3}, 20), {0.3, 0.2, 0.1}}, {}, cache, contact);
        EXPECT_EQ(status != Status::unsupported_pair, answers(algorithm, a.type, b.type));
        EXPECT_EQ(answers(algorithm, a.type, b.type), answers(algorithm, b.type, a.type));
      }
      const std::vector<Algorithm> able = algorithms_for(a.type, b.type);
      const bool knows_default =
          std::find(able.begin(), able.end(), default_algorithm(a.type, b.type)) != able.end();
      EXPECT_EQ(knows_default, !able.empty());
    }
  }
}

TEST(Names, RoundTrip) {
  EXPECT_EQ(algorithm_from_name("default"), Algorithm::automatic);
  for (const Algorithm algorithm : all_algorithms())
    EXPECT_EQ(algorithm_from_name(name(algorithm)), algorithm);
  EXPECT_EQ(algorithm_from_name("gjkepa"), std::nullopt);
  EXPECT_EQ(name(ContactType::edge_edge_parallel), "edge-edge-parallel");
  EXPECT_EQ(name(ContactState::touch), "touch");
  EXPECT_EQ(name(Status::unsupported_pair), "unsupported-pair");
}

}  // namespace
}  // namespace scree::testing
