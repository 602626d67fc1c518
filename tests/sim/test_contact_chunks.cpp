// Contacts when pairs get new numbers: against a list made point by point.
#include "sim/contact_chunks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "math/random.hpp"

namespace scree {
namespace {

using Pairs = std::vector<PiecePair>;

// Up to three points for every second pair, each with a depth of its own.
ContactList some_contacts(const Pairs& pairs, std::uint64_t seed) {
  Random random{seed, 1, 0};
  ContactList contacts;
  contacts.chunks.resize(chunk_count(pairs.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ContactChunk& chunk = contacts.chunks[i / chunk_size];
    const int count = std::max(0, uniform_index(random, 6) - 2);
    for (int k = 0; k < count; ++k) {
      ContactPoint& point = chunk.points.emplace_back();
      point.a = pairs[i].a;
      point.b = pairs[i].b;
      point.pair = static_cast<std::uint32_t>(i);
      point.depth = uniform(random, 1, 2);
    }
    chunk.end[i % chunk_size] = static_cast<std::uint16_t>(chunk.points.size());
  }
  return contacts;
}

using Depths = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Real>>;
Depths depths_of(const ContactList& contacts) {
  Depths depths;
  for_each_point(contacts, [&](const ContactPoint& p) { depths[{p.a, p.b}].push_back(p.depth); });
  return depths;
}

Pairs pairs_between(std::uint32_t first, std::uint32_t last) {
  Pairs pairs;
  for (std::uint32_t a = first; a < last; ++a) {
    for (std::uint32_t b = a + 1; b < a + 6; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

// The points of every pair are where the list has the pair.
void expect_points_at(const Pairs& pairs, const ContactList& contacts) {
  ASSERT_EQ(contacts.chunks.size(), chunk_count(pairs.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const ContactPoint& point : points_of(contacts, i)) {
      ASSERT_EQ(point.pair, i);
      ASSERT_TRUE((PiecePair{point.a, point.b} == pairs[i])) << i;
    }
  }
}

void expect_followed(const Pairs& before, const Pairs& after, int threads) {
  const ContactList old = some_contacts(before, 5);
  ContactList contacts = old;
  const PieceOrder by_number;
  Origins origins;
  find_origins(
      by_number, before, after.size(), [&](std::size_t i) { return places_of(by_number, after[i]); },
      origins);
  Exec exec(threads);
  FollowScratch scratch;
  follow_pairs(origins, exec, scratch, contacts);

  Depths wanted;
  for (auto& [pair, depths] : depths_of(old)) {
    if (std::binary_search(after.begin(), after.end(), PiecePair{pair.first, pair.second})) {
      wanted[pair] = depths;
    }
  }
  EXPECT_EQ(depths_of(contacts), wanted);
  expect_points_at(after, contacts);
}

TEST(ContactChunks, FollowPairsThatComeAndGo) {
  const Pairs all = pairs_between(0, 3000);
  for (const int threads : {1, 2, 3}) {
    for (const Real keep : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      Random random{7, static_cast<std::uint64_t>(1000 * keep), 0};
      Pairs some, others;
      for (const PiecePair pair : all) {
        if (uniform(random, 0, 1) < 0.7) some.push_back(pair);
        if (uniform(random, 0, 1) < keep) others.push_back(pair);
      }
      expect_followed(some, others, threads);
      expect_followed(others, some, threads);
    }
  }
}

// Many at one end push all others by several chunks, to either side.
TEST(ContactChunks, FollowPairsThatAreMovedFar) {
  const Pairs all = pairs_between(0, 3000), late = pairs_between(1000, 3000), early = pairs_between(0, 2000);
  for (const int threads : {1, 2}) {
    expect_followed(late, all, threads);
    expect_followed(all, late, threads);
    expect_followed(early, all, threads);
    expect_followed(all, early, threads);
    expect_followed(early, late, threads);
    expect_followed(late, early, threads);
    expect_followed({}, all, threads);
    expect_followed(all, {}, threads);
  }
}

// First to the right, then to the left, within one list.
TEST(ContactChunks, FollowPairsThatMoveBothWays) {
  Pairs some = pairs_between(1000, 3000), others = pairs_between(0, 2000);
  const Pairs more = pairs_between(4000, 6000), rest = pairs_between(6000, 7000);
  some.insert(some.end(), more.begin(), more.end());
  for (Pairs* pairs : {&some, &others}) pairs->insert(pairs->end(), rest.begin(), rest.end());
  for (const int threads : {1, 2}) {
    expect_followed(some, others, threads);
    expect_followed(others, some, threads);
  }
}

TEST(ContactChunks, GiveBackWhatALongListLeaves) {
  const Pairs many = pairs_between(0, 6000), few = pairs_between(0, 500);
  ContactList contacts = some_contacts(many, 9);
  Exec exec(1);
  FollowScratch scratch;
  Origins origins(few.size());
  std::iota(origins.begin(), origins.end(), 0);
  follow_pairs(origins, exec, scratch, contacts);
  expect_points_at(few, contacts);
  EXPECT_LT(scratch.spare.size(), 40U) << "of " << chunk_count(many.size());
}

TEST(ContactChunks, FollowTheSamePairsToAnotherOrder) {
  const Pairs pairs = pairs_between(0, 500);
  const ContactList old = some_contacts(pairs, 6);
  Origins origins(pairs.size());
  std::iota(origins.begin(), origins.end(), 0);
  Random random{8, 0, 0};
  for (std::size_t i = origins.size(); i-- > 1;) {
    std::swap(origins[i], origins[uniform_index(random, static_cast<int>(i + 1))]);
  }
  Pairs moved;
  for (const std::uint32_t origin : origins) moved.push_back(pairs[origin]);
  ContactList contacts = old;
  rearrange(origins, contacts);
  EXPECT_EQ(depths_of(contacts), depths_of(old));
  expect_points_at(moved, contacts);
}

TEST(ContactChunks, CopyLeavesSomeRoom) {
  ContactChunk from, to;
  from.points.resize(100);
  from.end[3] = 7;
  from.points[42].depth = 5;
  copy_chunk(from, to);
  EXPECT_EQ(to.points.size(), 100U);
  EXPECT_EQ(to.points[42].depth, 5);
  EXPECT_EQ(to.end[3], 7);
  EXPECT_GT(to.points.capacity(), 100U);
  EXPECT_LT(to.points.capacity(), 125U);
  const ContactPoint* const memory = to.points.data();
  from.points.resize(103);
  copy_chunk(from, to);
  EXPECT_EQ(to.points.data(), memory);
  EXPECT_EQ(to.points.size(), 103U);
}

}  // namespace
}  // namespace scree
