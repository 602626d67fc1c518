// What is kept for pairs, pairs by body, and the same list from any number of threads.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <utility>

#include "neighbour/neighbour_system.hpp"
#include "support/scale.hpp"

namespace scree::test {
namespace {

void move_all(NeighbourSystem& system, Random& random, Real step) {
  for (std::size_t body = 0; body < body_count(system.model); ++body) {
    system.state.position[body] += step * unit_vector(random);
    system.state.orientation[body] =
        normalized(Quat{1, step, uniform(random, -step, step), 0} * system.state.orientation[body]);
  }
}

NeighbourSystem crowd(int count, Real width) {
  NeighbourSystem system(0.1);
  Random random{21};
  const std::vector<NamedShape> shapes = sample_shapes();
  add(system, must(make_half_space({0, 0, 1}, -0.4 * width)), {}, Mobility::fixed);
  for (int i = 0; i < count; ++i) {
    std::vector<BodyPiece> pieces;
    pieces.reserve(2);
    pieces.push_back({random_shape(random, shapes), {}});
    if (i % 5 == 0) pieces.push_back({random_shape(random, shapes), {rotation(random), {1.5, 0, 0}}});
    const Quat turn = rotation(random);
    add(system, pieces,
        {turn, random_point(random, Vec3{-1, -1, -1} * (width / 2), Vec3{1, 1, 1} * (width / 2))});
  }
  return system;
}

// What is kept for a pair stays with it from search to search, whatever else comes and goes.
TEST(PairList, WhatIsKeptForAPairFollowsIt) {
  NeighbourSystem system = crowd(200, 12);
  Random random{22};
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> notes;  // the same by name
  std::vector<int> kept;
  int next = 1;
  std::size_t stayed = 0, vanished = 0, new_pairs = 0;
  for (int round = 0; round < testing::scaled_count(30); ++round) {
    find(system);
    const std::vector<PiecePair>& pairs = system.pairs.pairs;
    carry_over(system.scratch.list.origins, kept);
    ASSERT_EQ(kept.size(), pairs.size());
    auto before = std::exchange(notes, {});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto old = before.find({pairs[i].a, pairs[i].b});
      EXPECT_EQ(kept[i], old == before.end() ? 0 : old->second);
      (kept[i] == 0 ? new_pairs : stayed) += 1;
      if (kept[i] == 0) kept[i] = next++;
      notes[{pairs[i].a, pairs[i].b}] = kept[i];
    }
    for (const auto& [pair, note] : before) vanished += notes.contains(pair) ? 0 : 1;
    EXPECT_EQ(system.pairs.searches, static_cast<std::uint64_t>(round + 1));
    move_all(system, random, 0.1);
  }
  EXPECT_GT(new_pairs, 100U);
  if (system.pairs.searches > 2) {
    EXPECT_GT(stayed, 100U);
    EXPECT_GT(vanished, 10U);
  }
}

// A wide skin, then a narrow one: the pairs that stay keep what they have, and no list keeps its room.
TEST(PairList, GivesMemoryBackWhenTheSkinNarrows) {
  NeighbourSystem system = crowd(1500, 20);
  system.search.skin = 3;
  find(system);
  const std::vector<PiecePair> many = system.pairs.pairs;
  std::vector<std::size_t> kept(many.size());
  std::iota(kept.begin(), kept.end(), 1);
  system.search.skin = 0.1;
  find(system);
  carry_over(system.scratch.list.origins, kept);
  const std::size_t count = system.pairs.pairs.size();
  ASSERT_GT(many.size(), 3 * std::max(count, small_list));
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(many.at(kept[i] - 1), system.pairs.pairs[i]);
  const std::size_t enough = 2 * std::max(2 * count, small_list);
  for (const std::size_t room :
       {kept.capacity(), system.pairs.pairs.capacity(), system.pairs.body_pairs.capacity(),
        system.scratch.list.partners.capacity(), system.scratch.list.origins.capacity()}) {
    EXPECT_LE(room, enough);
  }
}

TEST(PairList, ListsThePairsOfEachBody) {
  NeighbourSystem system = crowd(150, 10);
  find(system);
  const PairList& list = system.pairs;
  ASSERT_EQ(list.body_begin.size(), body_count(system.model) + 1);
  EXPECT_EQ(list.body_pairs.size(), 2 * list.pairs.size());
  for (std::uint32_t body = 0; body < body_count(system.model); ++body) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < list.pairs.size(); ++i) {
      const bool takes_part = system.model.piece_body[list.pairs[i].a] == body ||
                              system.model.piece_body[list.pairs[i].b] == body;
      if (takes_part) expected.push_back(i);
    }
    const std::vector<std::uint32_t> found(list.body_pairs.begin() + list.body_begin[body],
                                           list.body_pairs.begin() + list.body_begin[body + 1]);
    EXPECT_EQ(found, expected) << "body " << body;
  }
}

TEST(PairList, IsTheSameForAnyNumberOfThreads) {
  std::vector<NeighbourSystem> systems(4, crowd(1500, 24));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) {
      NeighbourSystem& system = systems[i];
      find(system, i + 1);
      EXPECT_EQ(system.pairs.pairs, systems[0].pairs.pairs);
      EXPECT_EQ(system.scratch.list.origins, systems[0].scratch.list.origins);
      EXPECT_EQ(system.pairs.body_pairs, systems[0].pairs.body_pairs);
      Random random{23, static_cast<std::uint64_t>(round)};
      move_all(system, random, 0.2);
    }
  }
  EXPECT_GT(systems[0].pairs.pairs.size(), 100U);
}

}  // namespace
}  // namespace scree::test
