// The whole of gjk-td, cold and warm: the same bits by every width of registers.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <limits>
#include <string>
#include <vector>

#include "bench/random_pairs.hpp"
#include "detect/machine_loops.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/all_loops.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

void expect_equal(const Contact::Feature& is, const Contact::Feature& should, const std::string& of) {
  ASSERT_EQ(is.vertex_count, should.vertex_count) << of;
  ASSERT_EQ(is.vertex[0], should.vertex[0]) << of;
  ASSERT_EQ(is.vertex[1], should.vertex[1]) << of;
  ASSERT_EQ(is.face, should.face) << of;
}
void expect_equal(const Contact& is, const Contact& should, const std::string& of) {
  ASSERT_EQ(is.status, should.status) << of;
  ASSERT_EQ(is.state, should.state) << of;
  ASSERT_EQ(is.type, should.type) << of;
  ASSERT_EQ(is.beyond_cutoff, should.beyond_cutoff) << of;
  ASSERT_EQ(is.fallback, should.fallback) << of;
  ASSERT_EQ(is.iterations, should.iterations) << of;
  ASSERT_EQ(is.distance, should.distance) << of;
  ASSERT_EQ(is.normal, should.normal) << of;
  ASSERT_EQ(is.point_a, should.point_a) << of;
  ASSERT_EQ(is.point_b, should.point_b) << of;
  expect_equal(is.feature_a, should.feature_a, of);
  expect_equal(is.feature_b, should.feature_b, of);
}
void expect_equal(const PairCache& is, const PairCache& should, const std::string& of) {
  ASSERT_EQ(is.algorithm, should.algorithm) << of;
  ASSERT_EQ(is.direction, should.direction) << of;
  ASSERT_EQ(is.place_a.dimension, should.place_a.dimension) << of;
  ASSERT_EQ(is.place_a.index, should.place_a.index) << of;
  ASSERT_EQ(is.place_b.dimension, should.place_b.dimension) << of;
  ASSERT_EQ(is.place_b.index, should.place_b.index) << of;
}
void expect_equal(const ContactPatch& is, const ContactPatch& should, const std::string& of) {
  ASSERT_EQ(is.count, should.count) << of;
  for (int k = 0; k < is.count; ++k) {
    ASSERT_EQ(is.points[k], should.points[k]) << of;
    ASSERT_EQ(is.distances[k], should.distances[k]) << of;
    ASSERT_EQ(is.types[k], should.types[k]) << of;
  }
}

// What one width of registers keeps of a pair and says about it.
struct Asked {
  PairCache cache;
  Contact contact;
  ContactPatch patch;
};

TEST(MachineKernel, IsTheSameByEveryRegister) {
  const std::vector<const distortion::MachineLoops*> all = all_loops();
  constexpr int poses = 6;
  constexpr Real step = 2e-3;  // sizes, rad
  int from_faces = 0;
  for (const auto& pool : {shape_pool(), sliver_pool()}) {
    for (int i = 0; i < scaled_count(2000); ++i) {
      const RandomPair pair = random_pair(pool, 191, i);
      if (pair.a.type != ShapeType::polyhedron || pair.b.type != ShapeType::polyhedron) continue;
      for (const Real cutoff : {std::numeric_limits<Real>::infinity(), 0.0}) {
        std::vector<Asked> asked(all.size());
        QueryRequest request;
        request.cutoff = cutoff;
        request.describe = i % 3 != 0;
        Random random{7, static_cast<std::uint64_t>(i)};
        Pose pose = pair.a_from_b;
        for (int k = 0; k < poses; ++k) {
          Quat rotation;
          const OwnShapePair view = make_pair_view(pair.a, pair.b, pose, rotation);
          const std::string of = "pair " + std::to_string(i) + ", pose " + std::to_string(k);
          for (std::size_t width = 0; width < all.size(); ++width) {
            Asked& now = asked[width];
            all[width]->gjk_td(view, request, now.cache, now.contact, &now.patch);
            expect_equal(now.contact, asked.front().contact, of);
            expect_equal(now.cache, asked.front().cache, of);
            expect_equal(now.patch, asked.front().patch, of);
            if (::testing::Test::HasFatalFailure()) return;
          }
          from_faces += asked.front().cache.place_a.dimension >= 0 ? 1 : 0;
          pose.translation += step * view.size * unit_vector(random);
          pose.rotation = normalized(
              Quat{1, step * uniform(random, -1, 1), step * uniform(random, -1, 1), 0} * pose.rotation);
        }
      }
    }
  }
  EXPECT_GT(from_faces, scaled_count(2000));
}

}  // namespace
}  // namespace scree::testing
