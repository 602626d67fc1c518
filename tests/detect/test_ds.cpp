// ds and fds: the answers both must give. Hand-worked contact lists, and random pairs against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/brute_force.hpp"
#include "detect/kernels/contact_pairs.hpp"
#include "detect/make_pair.hpp"
#include "support/contact_cases.hpp"
#include "support/scale.hpp"

namespace scree::testing {
namespace {

using bench::must;

const Real root2 = std::sqrt(2.0);

struct Asked {
  Contact contact;
  ContactPatch patch;
};

Asked ask(Algorithm algorithm, const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
          const QueryRequest& request = {}) {
  Asked asked;
  PairCache cache;
  query(algorithm, a, at_a, b, at_b, request, cache, asked.contact, &asked.patch);
  return asked;
}

struct Corner {
  Vec3 point;
  const char* type;
};

// Every corner is in the list, once, and nothing else.
void expect_list(const Asked& asked, const std::vector<Corner>& corners) {
  EXPECT_EQ(asked.patch.count, static_cast<int>(corners.size()));
  for (const Corner& corner : corners) {
    int found = 0;
    for (int k = 0; k < asked.patch.count; ++k) {
      if (norm(asked.patch.points[k] - corner.point) > 1e-12) continue;
      ++found;
      EXPECT_EQ(name(asked.patch.types[k]), corner.type);
      EXPECT_NEAR(asked.patch.distances[k], asked.contact.distance, 1e-14);
    }
    EXPECT_EQ(found, 1) << corner.point.x << ' ' << corner.point.y << ' ' << corner.point.z;
  }
}

class DirectSearch : public ::testing::TestWithParam<Algorithm> {
 protected:
  const Shape cube = must(make_box({2, 2, 2}));  // d_tol 0.1
};

TEST_P(DirectSearch, HandCases) {
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {0.04, 0.0, -0.04}) {
      if (gap < 0 && c.apart_only) continue;
      SCOPED_TRACE(std::string(c.name) + " gap " + std::to_string(gap));
      Pose upper = c.upper;
      upper.translation.z += gap;
      const Asked asked = ask(GetParam(), cube, {c.lower, {}}, cube, upper);
      const Contact& contact = asked.contact;
      EXPECT_EQ(contact.status, Status::ok);
      EXPECT_FALSE(contact.fallback);
      EXPECT_EQ(name(contact.type), name(c.type));
      // The normal of a vertex on an edge is the mean of two: of the lower cube's wedge, less what the
      // corner leaves of it. The corner is straight above the edge.
      if (c.type == ContactType::vertex_edge) {
        EXPECT_NEAR(contact.normal.x, 0, 1e-15);
        EXPECT_GT(contact.normal.z, std::cos(M_PI / 4));
        EXPECT_NEAR(contact.distance, gap * contact.normal.z, 1e-14);
      } else {
        EXPECT_NEAR(contact.distance, gap, 1e-14);
        EXPECT_LT(norm(contact.normal - Vec3{0, 0, 1}), 1e-14);
      }
      const Vec3 middle = 0.5 * (contact.point_a + contact.point_b);
      EXPECT_LT(norm(middle - c.contact_point - Vec3{0, 0, gap / 2}), 1e-14);
      ASSERT_EQ(asked.patch.count, c.patch_points);
      Real reach = 0;
      for (int k = 0; k < asked.patch.count; ++k)
        reach = std::max(reach, norm(asked.patch.points[k] - middle));
      EXPECT_NEAR(reach, c.patch_reach, 1e-14);
    }
  }
}

TEST_P(DirectSearch, ListsEveryCornerOfAFaceOnAFace) {
  const char* crossing = "edge-edge-crossing";
  for (const Real gap : {0.04, -0.02}) {
    const Real z = 1 + gap / 2;
    const Real s = root2 - 1;
    expect_list(ask(GetParam(), cube, {}, cube, {turn({0, 0, 1}, 45), {0, 0, 2 + gap}}),
                {{{1, s, z}, crossing},
                 {{1, -s, z}, crossing},
                 {{-1, s, z}, crossing},
                 {{-1, -s, z}, crossing},
                 {{s, 1, z}, crossing},
                 {{s, -1, z}, crossing},
                 {{-s, 1, z}, crossing},
                 {{-s, -1, z}, crossing}});
    expect_list(ask(GetParam(), cube, {}, cube, {{}, {1.5, 0.5, 2 + gap}}), {{{0.5, -0.5, z}, "vertex-face"},
                                                                             {{1, 1, z}, "vertex-face"},
                                                                             {{0.5, 1, z}, crossing},
                                                                             {{1, -0.5, z}, crossing}});
    expect_list(ask(GetParam(), cube, {}, cube, {{}, {1.5, 0, 2 + gap}}), {{{0.5, -1, z}, "vertex-edge"},
                                                                           {{0.5, 1, z}, "vertex-edge"},
                                                                           {{1, -1, z}, "vertex-edge"},
                                                                           {{1, 1, z}, "vertex-edge"}});
    expect_list(ask(GetParam(), cube, {}, cube, {{}, {0, 0, 2 + gap}}), {{{-1, -1, z}, "vertex-vertex"},
                                                                         {{-1, 1, z}, "vertex-vertex"},
                                                                         {{1, -1, z}, "vertex-vertex"},
                                                                         {{1, 1, z}, "vertex-vertex"}});
    const Shape small = must(make_box({1, 1, 1}));
    expect_list(ask(GetParam(), cube, {}, small, {{}, {0.1, 0.2, 1.5 + gap / 2}}),
                {{{-0.4, -0.3, 1 + gap / 4}, "vertex-face"},
                 {{0.6, -0.3, 1 + gap / 4}, "vertex-face"},
                 {{-0.4, 0.7, 1 + gap / 4}, "vertex-face"},
                 {{0.6, 0.7, 1 + gap / 4}, "vertex-face"}});
  }
}

TEST_P(DirectSearch, ListsBothEndsOfAnEdge) {
  for (const Real gap : {0.04, -0.02}) {
    const Real z = 1 + gap / 2;
    // Over a face: one end on it, one beyond; both beyond; both on it.
    expect_list(ask(GetParam(), cube, {}, cube, {on_edge(), {0.5, 0.25, 1 + root2 + gap}}),
                {{{-0.5, 0.25, z}, "vertex-face"}, {{1, 0.25, z}, "edge-edge-crossing"}});
    const Shape bar = must(make_box({4, 2, 2}));
    expect_list(ask(GetParam(), cube, {}, bar, {on_edge(), {0.5, 0.25, 1 + root2 + gap}}),
                {{{-1, 0.25, z}, "edge-edge-crossing"}, {{1, 0.25, z}, "edge-edge-crossing"}});
    expect_list(ask(GetParam(), bar, {}, cube, {on_edge(), {0.5, 0.25, 1 + root2 + gap}}),
                {{{-0.5, 0.25, z}, "vertex-face"}, {{1.5, 0.25, z}, "vertex-face"}});
    if (gap < 0) continue;
    const Asked parallel =
        ask(GetParam(), cube, {on_edge(), {}}, cube, {on_edge(), {1.5, 0, 2 * root2 + gap}});
    expect_list(parallel,
                {{{0.5, 0, root2 + gap / 2}, "vertex-edge"}, {{1, 0, root2 + gap / 2}, "vertex-edge"}});
    EXPECT_EQ(parallel.contact.feature_a.vertex_count, 2);
    EXPECT_EQ(parallel.contact.feature_b.vertex_count, 2);
  }
}

// Faces within the tolerance of one degree of each other are still face on face.
TEST_P(DirectSearch, ToleratesOneDegree) {
  const auto tilted = [&](Real degrees) {
    return ask(GetParam(), cube, {}, must(make_box({1, 1, 1})),
               {turn({0, 1, 0}, degrees), {0.1, 0.2, 1.5 + 0.5 * std::sin(degrees * M_PI / 180)}});
  };
  EXPECT_EQ(tilted(0.9).contact.type, ContactType::face_face);
  EXPECT_EQ(tilted(0.9).patch.count, 4);
  EXPECT_EQ(tilted(1.1).contact.type, ContactType::edge_face);
  EXPECT_EQ(tilted(1.1).patch.count, 2);
}

TEST_P(DirectSearch, LooksTwiceAsFarAsAStepMoves) {
  const Pose above{{}, {0.1, 0.2, 2.3}};
  EXPECT_TRUE(ask(GetParam(), cube, {}, cube, above).contact.fallback);
  EXPECT_TRUE(ask(GetParam(), cube, {}, cube, above, {.step_motion = 0.14}).contact.fallback);
  const Contact listed = ask(GetParam(), cube, {}, cube, above, {.step_motion = 0.16}).contact;
  EXPECT_FALSE(listed.fallback);
  EXPECT_NEAR(listed.distance, 0.3, 1e-15);
  EXPECT_EQ(listed.type, ContactType::face_face);
}

TEST_P(DirectSearch, DeepOverlapIsFoundByTheExactMethod) {
  const Contact deep = ask(GetParam(), cube, {}, cube, {{}, {0.1, 0.2, 1.7}}).contact;
  EXPECT_TRUE(deep.fallback);
  EXPECT_EQ(deep.state, ContactState::overlap);
  EXPECT_NEAR(deep.distance, -0.3, 1e-15);
}

TEST_P(DirectSearch, WithoutDescriptionTheAnswerIsTheSame) {
  for (const ContactCase& c : contact_cases()) {
    const Asked full = ask(GetParam(), cube, {c.lower, {}}, cube, c.upper);
    const Asked bare = ask(GetParam(), cube, {c.lower, {}}, cube, c.upper, {.describe = false});
    EXPECT_EQ(bare.contact.distance, full.contact.distance);
    EXPECT_EQ(bare.contact.normal, full.contact.normal);
    EXPECT_EQ(bare.contact.state, full.contact.state);
    EXPECT_EQ(bare.patch.count, 0);
  }
}

TEST_P(DirectSearch, MoreVerticesThanAListHolds) {
  const Shape round = must(make_prism(300, 1, 1));
  const Asked stacked = ask(GetParam(), round, {}, round, {{}, {0, 0, 1.0005}});
  EXPECT_FALSE(stacked.contact.fallback);
  EXPECT_NEAR(stacked.contact.distance, 0.0005, 1e-15);
  EXPECT_EQ(stacked.contact.type, ContactType::face_face);
  EXPECT_EQ(stacked.patch.count, patch_capacity);
}

TEST_P(DirectSearch, OnlyPolyhedra) {
  const Shape sphere = must(make_sphere(1));
  EXPECT_EQ(ask(GetParam(), cube, {}, sphere, {}).contact.status, Status::unsupported_pair);
  EXPECT_EQ(ask(GetParam(), sphere, {}, cube, {}).contact.status, Status::unsupported_pair);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, DirectSearch,
                         ::testing::Values(Algorithm::direct_search, Algorithm::fast_direct_search),
                         [](const auto& info) { return std::string(name(info.param)); });

// What is promised for any pair: the distance is that along the normal, which no shape crosses; so it is
// never larger than the true one. Lists reach no farther than d_tol, and outside them the answer is exact.
struct Tally {
  int listed = 0, own_normal = 0;
};
void check_promise(Algorithm algorithm, const bench::RandomPair& p, const ShapePair& pair,
                   const Contact& reference, Real exact, Tally& tally) {
  PairCache cache;
  Contact contact;
  query(algorithm, p.a, p.b, p.a_from_b, {}, cache, contact);
  const Real slack = 1e-12 * pair.size;
  ASSERT_EQ(contact.status, Status::ok);
  ASSERT_NEAR(norm(contact.normal), 1, 1e-14);
  ASSERT_LE(contact.distance, exact + slack);
  ASSERT_NEAR(contact.distance, separation(pair, contact.normal), 2 * slack);
  if (contact.fallback) {
    ASSERT_NEAR(contact.distance, exact, slack);
    return;
  }
  ++tally.listed;
  const Real reach = contact_reach(pair, {}) + slack;
  ASSERT_LE(std::fabs(contact.distance), reach);
  ASSERT_LE(exact, reach);
  const bool own_normal =
      contact.type == ContactType::vertex_face || contact.type == ContactType::edge_edge_crossing;
  if (!own_normal || contact.distance < slack) return;
  ++tally.own_normal;
  ASSERT_NEAR(contact.distance, exact, slack);
  if (exact > 1e-9 * pair.size) {
    ASSERT_LT(norm(cross(contact.normal, reference.normal)), 1e-6);
  }
}

TEST(DirectSearches, RandomPairsAgainstBruteForce) {
  const auto pool = bench::shape_pool();
  const int pairs = scaled_count(5000);
  Tally of_ds;
  Tally of_fds;
  for (int i = 0; i < pairs && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const bench::RandomPair p = bench::random_pair(pool, 21, i);
    Quat rotation;
    const OwnShapePair pair = make_pair_view(p.a, p.b, p.a_from_b, rotation);
    Contact reference;
    BruteForceDetail detail;
    brute_force(pair, rotation, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
    const auto exact = static_cast<Real>(detail.distance);
    check_promise(Algorithm::direct_search, p, pair, reference, exact, of_ds);
    check_promise(Algorithm::fast_direct_search, p, pair, reference, exact, of_fds);
  }
  for (const Tally& tally : {of_ds, of_fds}) {
    EXPECT_GT(tally.listed, pairs / 5);
    EXPECT_GT(tally.own_normal, pairs / 100);
  }
}

}  // namespace
}  // namespace scree::testing
