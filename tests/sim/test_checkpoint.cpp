// Checkpoints of a running simulation: it goes on bit for bit, and nothing but a sound one is taken.
#include "sim/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "core/file_io.hpp"
#include "math/random.hpp"
#include "sim/small_scenes.hpp"
#include "support/scale.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

using testing::ball_and_floor;
using testing::box_of_stones;
using testing::hash_of;
using testing::started;

using Checkpoint = testing::FolderTest;

const std::string small_scene = ball_and_floor + R"(
[[body]]
shape = "ball"
position = [0, 0, 0.1]
[[body]]
shape = "ball"
position = [0.15, 0, 0.3]
)";

void advance_by(SimulationCore& core, int steps) {
  for (int i = 0; i < steps; ++i) advance(core);
}

TEST_F(Checkpoint, GoesOnBitForBit) {
  for (const char* algorithm : {"default", "fcp", "slm", "fds"}) {
    std::string scene = box_of_stones;
    scene.replace(scene.find("seed"), 0, "detection = \"" + std::string(algorithm) + "\"\n");
    const auto whole = started(scene);
    advance_by(*whole, 250);
    ASSERT_GT(point_count(whole->work.contacts), 10U) << "the stones must have met";
    ASSERT_FALSE(write_checkpoint(path("c"), *whole));
    const std::uint64_t hash = hash_of(*whole);
    const Real balance_then = balance(energies(*whole));
    advance_by(*whole, 250);
    for (const int threads : {1, 2}) {
      const auto resumed = started(scene, threads);
      const auto failed = read_checkpoint(path("c"), *resumed);
      ASSERT_FALSE(failed) << failed->message;
      EXPECT_EQ(hash_of(*resumed), hash);
      EXPECT_EQ(balance(energies(*resumed)), balance_then);
      advance_by(*resumed, 250);
      EXPECT_EQ(hash_of(*resumed), hash_of(*whole)) << algorithm << ", " << threads << " threads";
      EXPECT_EQ(energy_balance_error(*resumed), energy_balance_error(*whole));
      EXPECT_EQ(resumed->run.queries, whole->run.queries);
      EXPECT_EQ(resumed->run.max_overlap_ratio, whole->run.max_overlap_ratio);
      EXPECT_EQ(resumed->work.pairs.searches, whole->work.pairs.searches);
    }
  }
}

// With so few places that count as near, these few stones are put in the order of space.
std::unique_ptr<SimulationCore> started_in_order(const std::string& scene, int threads = 1) {
  auto core = std::make_unique<SimulationCore>(testing::setup_of(scene), threads);
  core->step_settings.near_in_list = 8;
  start(*core);
  return core;
}

TEST_F(Checkpoint, GoesOnBitForBitInTheOrderOfSpace) {
  const auto whole = started_in_order(box_of_stones);
  advance_by(*whole, 250);
  ASSERT_GT(point_count(whole->work.contacts), 10U) << "the stones must have met";
  ASSERT_FALSE(whole->work.pairs.order.piece_at.empty());
  ASSERT_FALSE(write_checkpoint(path("c"), *whole));
  advance_by(*whole, 250);
  for (const int threads : {1, 2}) {
    const auto resumed = started_in_order(box_of_stones, threads);
    resumed->work.pairs.order = {};  // the start has made the same one
    ASSERT_FALSE(read_checkpoint(path("c"), *resumed));
    advance_by(*resumed, 250);
    EXPECT_EQ(hash_of(*resumed), hash_of(*whole));
    EXPECT_EQ(resumed->work.pairs.order.piece_at, whole->work.pairs.order.piece_at);
    EXPECT_EQ(energy_balance_error(*resumed), energy_balance_error(*whole));  // to the last digit
  }
}

// The whole workspace is carried along: the next checkpoint has the same bytes.
TEST_F(Checkpoint, WritesTheSameBytesAfterItWasRead) {
  const auto core = started(box_of_stones);
  advance_by(*core, 250);
  ASSERT_FALSE(write_checkpoint(path("a"), *core));
  const auto resumed = started(box_of_stones);
  ASSERT_FALSE(read_checkpoint(path("a"), *resumed));
  ASSERT_FALSE(write_checkpoint(path("b"), *resumed));
  EXPECT_EQ(*read_file(path("a")), *read_file(path("b")));
}

TEST_F(Checkpoint, IsRefusedForAnotherScene) {
  const auto core = started(small_scene);
  advance_by(*core, 50);
  ASSERT_FALSE(write_checkpoint(path("c"), *core));
  for (const auto& [from, to] : {std::pair{"friction = 0.4", "friction = 0.5"},
                                 {"density = 2000", "density = 2001"},
                                 {"radius = 0.1", "radius = 0.09"},
                                 {"[0.15, 0, 0.3]", "[0.15, 0, 0.31]"},
                                 {"end_time = 1", "end_time = 1\ndetection = \"gjk-epa\""},
                                 {"end_time = 1", "end_time = 1\nseed = 9"}}) {
    std::string changed = small_scene;
    changed.replace(changed.find(from), std::string(from).size(), to);
    const auto other = started(changed);
    const std::uint64_t hash = hash_of(*other);
    const auto refused = read_checkpoint(path("c"), *other);
    ASSERT_TRUE(refused) << to;
    EXPECT_EQ(refused->message,
              path("c") + ": the checkpoint is of another scene, or the scene has changed since");
    EXPECT_FALSE(refused->damaged);
    EXPECT_EQ(hash_of(*other), hash);
  }
  // What does not change the course of a run may change.
  std::string longer = small_scene;
  longer.replace(longer.find("end_time = 1"), 12, "end_time = 7\nthreads = 2\nname = \"x\"");
  EXPECT_FALSE(read_checkpoint(path("c"), *started(longer)));
}

TEST_F(Checkpoint, SeesEveryCutAndLeavesTheSimulationAsItWas) {
  const auto core = started(small_scene);
  advance_by(*core, 60);
  ASSERT_GT(point_count(core->work.contacts), 0U);
  ASSERT_FALSE(write_checkpoint(path("c"), *core));
  const auto other = started(small_scene);
  const std::uint64_t hash = hash_of(*other);
  for (std::uintmax_t length = std::filesystem::file_size(path("c")); length-- > 0;) {
    std::filesystem::resize_file(path("c"), length);
    const auto failed = read_checkpoint(path("c"), *other);
    ASSERT_TRUE(failed) << length;
    EXPECT_TRUE(failed->damaged) << length;
  }
  EXPECT_EQ(hash_of(*other), hash);
  EXPECT_EQ(other->setup.state.step, 0U);
}

TEST_F(Checkpoint, SeesRandomFlips) {
  const auto core = started(small_scene);
  advance_by(*core, 60);
  ASSERT_FALSE(write_checkpoint(path("c"), *core));
  const std::string bytes = *read_file(path("c"));
  const auto other = started(small_scene);
  Random random{7, 0, 0};
  for (int i = 0; i < testing::scaled_count(150); ++i) {
    std::string flipped = bytes;
    char& byte = flipped[uniform_index(random, static_cast<int>(bytes.size()))];
    byte = static_cast<char>(byte ^ (1 << uniform_index(random, 8)));
    put(path("flipped"), flipped);
    const auto failed = read_checkpoint(path("flipped"), *other);
    ASSERT_TRUE(failed);
    EXPECT_TRUE(failed->damaged) << failed->message;
  }
}

// Files that pass the checksum and would send the engine out of its arrays.
TEST_F(Checkpoint, RefusesContentsThatDoNotFit) {
  const auto spoil = [&](const auto& change) {
    const auto core = started(small_scene);
    advance_by(*core, 60);
    change(*core);
    ASSERT_FALSE(write_checkpoint(path("c"), *core));
    const auto failed = read_checkpoint(path("c"), *started(small_scene));
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->message, path("c") + ": the checkpoint is damaged: its contents do not fit the scene");
  };
  constexpr auto far = std::numeric_limits<std::uint32_t>::max();
  spoil([](SimulationCore& core) { core.setup.state.position.pop_back(); });
  spoil([](SimulationCore& core) { core.work.forces.moment.emplace_back(); });
  spoil([](SimulationCore& core) { core.setup.state.event_time.push_back(0); });
  spoil([](SimulationCore& core) { core.work.pairs.pairs.at(0).b = far; });
  spoil([](SimulationCore& core) { core.work.pairs.body_pairs.at(0) = far; });
  spoil([](SimulationCore& core) { core.work.pairs.body_begin.at(1) = far; });
  spoil([](SimulationCore& core) { core.work.contacts.chunks.at(0).points.at(0).a = far; });
  spoil([](SimulationCore& core) { core.work.contacts.chunks.at(0).end[0] = 60000; });
  spoil([](SimulationCore& core) { core.work.contacts.chunks.pop_back(); });
  spoil([](SimulationCore& core) { core.work.pair_memory.starts.pop_back(); });
  spoil([](SimulationCore& core) { core.work.pair_memory.clear_until.clear(); });
  spoil([](SimulationCore& core) { core.work.geometry.travel.pop_back(); });
  spoil([](SimulationCore& core) { core.work.pair_memory.travel_start.pop_back(); });
  spoil([](SimulationCore& core) { core.work.pair_memory.caches.emplace_back(); });
  const auto spoil_order = [&](const PieceOrder& order) {
    spoil([&](SimulationCore& core) { core.work.pairs.order = order; });
  };
  spoil_order({{0, 2, 1}, {0, 1, 2}});
  spoil_order({{0, 1, 1}, {0, 1, 2}});
  spoil_order({{0, 1, far}, {0, 1, far}});
  spoil_order({{0, 1}, {0, 1}});
  spoil_order({{0, 1, 2, 3}, {0, 1, 2, 3}});
  spoil_order({{0, 1, 2}, {}});
}

TEST_F(Checkpoint, SaysWhyItCannotBeWritten) {
  const auto core = started(small_scene);
  const auto failed = write_checkpoint(path("none/c"), *core);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message, path("none/c") + ": cannot write the file: there is no folder " + path("none"));
}

}  // namespace
}  // namespace scree
