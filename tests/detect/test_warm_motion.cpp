// The default algorithm from its cache, step by step through contact. (scripts/soak.sh takes ten million.)
#include <gtest/gtest.h>

#include "support/pair_check.hpp"
#include "support/scale.hpp"
#include "support/warm_path.hpp"

namespace scree {
namespace {

TEST(WarmMotion, AnswersAreThoseOfAColdSearch) {
  constexpr int steps = 400;
  const auto pool = bench::shape_pool();
  int overlaps = 0, apart = 0, changes = 0;
  for (int i = 0; i < testing::scaled_count(150); ++i) {
    testing::WarmPath path = testing::warm_path(pool, 7, i);
    PairCache cache;
    ContactType last = ContactType::smooth;
    for (int step = 0; step < steps; ++step) {
      Contact contact;
      query(Algorithm::automatic, path.pair.a, path.pair.b, path.pair.a_from_b, {}, cache, contact);
      ASSERT_EQ(testing::differs_from_cold(path.pair, contact), "") << "path " << i << ", step " << step;
      ++(contact.state == ContactState::overlap ? overlaps : apart);
      changes += contact.type != last ? 1 : 0;
      last = contact.type;
      testing::move_on(contact, path);
    }
  }
  // The paths lead through contact, or they would show nothing.
  EXPECT_GT(overlaps, apart / 4);
  EXPECT_GT(apart, overlaps / 4);
  EXPECT_GT(changes, (overlaps + apart) / 100);
}

TEST(WarmMotion, AnswersAreThoseOfBruteForce) {
  const auto pool = bench::shape_pool();
  for (int i = 0; i < testing::scaled_count(100); ++i) {
    testing::WarmPath path = testing::warm_path(pool, 8, i);
    PairCache cache;
    for (int step = 0; step < 200; ++step) {
      Contact contact;
      query(Algorithm::automatic, path.pair.a, path.pair.b, path.pair.a_from_b, {}, cache, contact);
      testing::move_on(contact, path);
    }
    EXPECT_EQ(testing::check_pair(Algorithm::automatic, path.pair, cache).complaint, "") << "path " << i;
  }
}

}  // namespace
}  // namespace scree
