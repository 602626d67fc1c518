// fcp and fcp-revised; what they share with the other common plane algorithms is in test_cp.cpp.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/common_plane_candidates.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/contact_cases.hpp"

namespace scree::testing {
using namespace bench;
namespace {

Contact ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b, PairCache cache = {}) {
  Contact contact;
  query(algorithm, a, b, a_from_b, {}, cache, contact);
  return contact;
}

TEST(FastCommonPlane, SevenContactTypesByHand) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const Algorithm algorithm : {Algorithm::fast_common_plane, Algorithm::fast_common_plane_revised}) {
    for (const ContactCase& hand : contact_cases()) {
      for (const Real gap : {0.5, 0.01, 1e-6, -1e-6, -0.01}) {
        if (hand.apart_only && gap <= 0) continue;
        SCOPED_TRACE(std::string(name(algorithm)) + ", " + hand.name + " at " + std::to_string(gap));
        Pose upper = hand.upper;
        upper.translation.z += gap;
        PairCache cache;
        Contact c;
        ContactPatch patch;
        ASSERT_EQ(query(algorithm, cube, {hand.lower, {}}, cube, upper, {}, cache, c, &patch), Status::ok);
        EXPECT_NEAR(c.distance, gap, 2e-15);
        EXPECT_LT(norm(c.normal - Vec3{0, 0, 1}), 1e-14 + 1e-15 / std::fabs(gap));
        EXPECT_EQ(name(c.type), name(hand.type));
        EXPECT_EQ(patch.count, hand.patch_points);
        const Vec3 middle = 0.5 * (c.point_a + c.point_b);
        EXPECT_LT(norm(middle - hand.contact_point - Vec3{0, 0, gap / 2}), 1e-9);
      }
    }
  }
}

// Descantes 2019, Fig. 4: the centroids point down, and moved apart that way the wedge's top edge is
// nearest to the block's bottom, which it has entered by 6.45. Its steep side is only 4.03 deep.
TEST(FastCommonPlane, IsWrongWhereTheSeparationMisleads) {
  const Real x = 0.7442084075352509;
  const Real y = 5.953667260282007;
  const Shape wedge =
      must(make_polyhedron({{-x, -y, -9}, {-x, -y, 9}, {x, y, -9}, {x, y, 9}, {10, -30, -9}, {10, -30, 9}}));
  const Real left = -5.005076646641811;
  const Real right = 3.9949233533581885;
  const Real low = -0.49936541916977356;
  const Real high = 0.5006345808302264;
  std::vector<Vec3> corners;
  for (const Real u : {left, right}) {
    for (const Real v : {low, high}) corners.insert(corners.end(), {{u, v, -1}, {u, v, 1.5}});
  }
  const Shape block = must(make_polyhedron(corners));
  const Contact published = ask(Algorithm::fast_common_plane, block, wedge, {});
  EXPECT_NEAR(published.distance, low - y, 1e-14);
  EXPECT_LT(norm(published.normal - Vec3{0, -1, 0}), 1e-14);
  const Contact revised = ask(Algorithm::fast_common_plane_revised, block, wedge, {});
  const Real exact = 4.026012719933860;
  EXPECT_NEAR(revised.distance, -exact, 1e-14 * exact);
  EXPECT_LT(norm(revised.normal - Vec3{8, -1, 0} / std::sqrt(65.0)), 1e-15);
  EXPECT_NEAR(ask(Algorithm::common_plane_revised, block, wedge, {}).distance, -exact, 1e-8 * exact);
  // With the right plane from an earlier step the separation does no harm.
  PairCache cache;
  cache.algorithm = static_cast<std::uint32_t>(Algorithm::fast_common_plane);
  cache.direction = revised.normal;
  EXPECT_NEAR(ask(Algorithm::fast_common_plane, block, wedge, {}, cache).distance, -exact, 1e-14 * exact);
}

// Particles that reach through the first plane are moved apart although they do not touch: published
// so, and wrong here. The thin plate's corner is the vertex closest to the bisector.
TEST(FastCommonPlane, SeparatesWhatIsApart) {
  const Shape plate = must(make_box({10, 10, 0.1}));
  const Shape grain = must(make_box({0.1, 0.1, 0.1}));
  const Pose pose{{}, {3, 2, 0.11}};
  EXPECT_NEAR(ask(Algorithm::fast_common_plane_revised, plate, grain, pose).distance, 0.01, 1e-15);
  EXPECT_LT(ask(Algorithm::fast_common_plane, plate, grain, pose).distance, -1);
}

// Where the closest vertices lie in the same place they have no bisector; the other candidates answer.
TEST(FastCommonPlane, ClosestVerticesInTheSamePlace) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const Algorithm algorithm : {Algorithm::fast_common_plane, Algorithm::fast_common_plane_revised}) {
    const Contact touching = ask(algorithm, cube, cube, {{}, {2, 2, 2}});
    EXPECT_EQ(touching.status, Status::ok);
    EXPECT_EQ(touching.state, ContactState::touch);
    EXPECT_NEAR(touching.distance, 0, 1e-15);
    EXPECT_NEAR(ask(algorithm, cube, cube, {}).distance, -2, 1e-15);
  }
}

// The best of the candidates at two given vertices, against all of them measured one by one.
TEST(CandidateSearch, LeavesOutOnlyWhatCannotWin) {
  using namespace common_plane_detail;
  const auto pool = shape_pool();
  for (int i = 0; i < 300; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    const RandomPair random = random_pair(pool, 41, index);
    Quat rotation;
    const OwnShapePair pair = make_pair_view(random.a, random.b, random.a_from_b, rotation);
    Random numbers{42, index};
    const Vec3 start = unit_vector(numbers);
    const SupportVertex at = support(pair, start);
    const Vec3 link = -at.difference;
    Real best = dot(start, link);
    CandidateSearch s{pair,        pair.translation, start,       best, at.vertex_a,
                      at.vertex_b, at.vertex_a,      at.vertex_b, link};
    consider_all(s);

    const PolyhedronView& a = pair.a.core;
    const PolyhedronView& b = pair.b.core;
    const auto try_both = [&](Vec3 c) {
      if (!(norm(c) > 0)) return;
      best = std::max({best, separation(pair, normalized(c)), separation(pair, -normalized(c))});
    };
    std::vector<Vec3> edges_a;
    std::vector<Vec3> edges_b;
    for (int k = a.vertex_begin[at.vertex_a]; k < a.vertex_begin[at.vertex_a + 1]; ++k) {
      best = std::max(best, separation(pair, a.face_planes[a.vertex_faces[k]].normal));
      edges_a.push_back(edge_at(a, at.vertex_a, k));
    }
    for (int l = b.vertex_begin[at.vertex_b]; l < b.vertex_begin[at.vertex_b + 1]; ++l) {
      best = std::max(best, separation(pair, -(pair.a_from_b * b.face_planes[b.vertex_faces[l]].normal)));
      edges_b.push_back(pair.a_from_b * edge_at(b, at.vertex_b, l));
    }
    try_both(link);
    for (const Vec3& e : edges_a) {
      try_both(cross(e, cross(e, link)));
      for (const Vec3& f : edges_b) {
        if (norm(cross(e, f)) > 1e-9 * norm(e) * norm(f)) try_both(cross(e, f));
      }
    }
    for (const Vec3& f : edges_b) try_both(cross(f, cross(f, link)));
    const Real size = pair.size + norm(pair.translation);
    // Cross products of nearly parallel vectors carry more rounding here than in the kernel.
    EXPECT_GE(s.gap, best - 1e-9 * size) << i;
    EXPECT_NEAR(s.gap, separation(pair, s.normal), 1e-14 * size) << i;
    EXPECT_GE(s.gap, dot(start, link)) << i;
  }
}

}  // namespace
}  // namespace scree::testing
