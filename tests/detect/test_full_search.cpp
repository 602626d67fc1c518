// The safety net under gjk-epa, held to the same bars: it must be right on its own.
#include "detect/kernels/full_search.hpp"

#include <gtest/gtest.h>

#include "bench/random_pairs.hpp"
#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "support/pair_check.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

TEST(FullSearch, AgreesWithBruteForce) {
  const auto pool = shape_pool();
  for (int i = 0; i < scaled_count(3000); ++i) {
    const RandomPair pair = random_pair(pool, 99, i);
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    const FullSearchResult found = full_search(view);
    Contact reference;
    BruteForceDetail detail;
    brute_force(view, rotation, 1e-8, reference, nullptr, &detail);
    ASSERT_NEAR(found.separation.value, static_cast<Real>(detail.distance), distance_bar * view.size)
        << "pair " << i << " (" << name(pair.placement) << ")";
  }
}

}  // namespace
}  // namespace scree::testing
