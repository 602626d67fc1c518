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
#include "support/expect_same_answer.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

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
            expect_same(now.contact, asked.front().contact, of);
            expect_same(now.cache, asked.front().cache, of);
            expect_same(now.patch, asked.front().patch, of);
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
