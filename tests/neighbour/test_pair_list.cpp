// Slots that last, pairs by body, and the same list from any number of threads.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "neighbour/neighbour_system.hpp"
#include "support/scale.hpp"

namespace scree::test {
namespace {

using Slots = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;

Slots slots_of(const PairList& list) {
  Slots slots;
  for (std::size_t i = 0; i < list.pairs.size(); ++i) {
    slots[{list.pairs[i].a, list.pairs[i].b}] = list.slot[i];
  }
  return slots;
}

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

TEST(PairList, PairsKeepTheirSlotsAndShareNone) {
  NeighbourSystem system = crowd(200, 12);
  Random random{22};
  Slots before;
  std::size_t kept = 0, vanished = 0, new_pairs = 0;
  for (int round = 0; round < testing::scaled_count(30); ++round) {
    find(system);
    const PairList& list = system.pairs;
    const Slots now = slots_of(list);
    std::set<std::uint32_t> fresh(list.fresh_slots.begin(), list.fresh_slots.end());
    ASSERT_EQ(fresh.size(), list.fresh_slots.size());
    for (const auto& [pair, slot] : now) {
      const auto old = before.find(pair);
      if (old != before.end()) {
        EXPECT_EQ(old->second, slot);
        EXPECT_FALSE(fresh.contains(slot));
        ++kept;
      } else {
        EXPECT_EQ(fresh.erase(slot), 1U);
        ++new_pairs;
      }
    }
    EXPECT_TRUE(fresh.empty());
    for (const auto& [pair, slot] : before) vanished += now.contains(pair) ? 0 : 1;
    // Every slot ever given out is held by one pair or free.
    std::set<std::uint32_t> all(list.slot.begin(), list.slot.end());
    all.insert(list.free_slots.begin(), list.free_slots.end());
    EXPECT_EQ(all.size(), list.slot.size() + list.free_slots.size());
    EXPECT_EQ(all.size(), list.slot_count);
    EXPECT_TRUE(all.empty() || *all.rbegin() == list.slot_count - 1);
    EXPECT_EQ(list.searches, static_cast<std::uint64_t>(round + 1));
    before = now;
    move_all(system, random, 0.1);
  }
  EXPECT_GT(new_pairs, 100U);
  if (system.pairs.searches > 2) {
    EXPECT_GT(kept, 100U);
    EXPECT_GT(vanished, 10U);
  }
}

TEST(PairList, FreedSlotsAreGivenOutLastFirst) {
  NeighbourSystem system(0.1);
  const Shape ball = must(make_sphere(0.5));
  for (int i = 0; i < 4; ++i) add(system, ball, {{}, {1.0 * i, 0, 0}});
  find(system);
  EXPECT_EQ(system.pairs.slot, (std::vector<std::uint32_t>{0, 1, 2}));
  system.state.position[3].y = 5;  // ends 2-3
  system.state.position[0].y = 5;  // ends 0-1
  find(system);
  EXPECT_EQ(system.pairs.slot, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(system.pairs.free_slots, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_TRUE(system.pairs.fresh_slots.empty());
  for (const int body : {0, 3}) system.state.position[body].y = 0;
  find(system);
  EXPECT_EQ(system.pairs.slot, (std::vector<std::uint32_t>{2, 1, 0}));
  EXPECT_EQ(system.pairs.fresh_slots, (std::vector<std::uint32_t>{2, 0}));
  EXPECT_TRUE(system.pairs.free_slots.empty());
  EXPECT_EQ(system.pairs.slot_count, 3U);
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
      EXPECT_EQ(system.pairs.slot, systems[0].pairs.slot);
      EXPECT_EQ(system.pairs.free_slots, systems[0].pairs.free_slots);
      EXPECT_EQ(system.pairs.fresh_slots, systems[0].pairs.fresh_slots);
      EXPECT_EQ(system.pairs.body_pairs, systems[0].pairs.body_pairs);
      Random random{23, static_cast<std::uint64_t>(round)};
      move_all(system, random, 0.2);
    }
  }
  EXPECT_GT(systems[0].pairs.pairs.size(), 100U);
}

}  // namespace
}  // namespace scree::test
