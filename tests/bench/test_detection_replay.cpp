#include "bench/detection_replay.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "bench/coherent_motion.hpp"
#include "bench/must.hpp"
#include "model/build_model.hpp"

namespace scree::bench {
namespace {

void add_plane(Setup& setup, Vec3 normal, Real offset) {
  BodyDescription plane;
  plane.pieces = {{must(make_half_space(normal, offset)), {}}};
  plane.mobility = Mobility::fixed;
  must(add_body(setup.model, setup.state, plane));
}

// Particles of all four shapes that fall into a narrow shaft, on each other. Numbered layer by layer, or with
// a stride that has no divisor in common with their number, anyhow.
Setup falling_particles(int count, int stride = 1) {
  Setup setup;
  must(add_material(setup.model, {"rock", 2600}));
  set_contact(setup.model, 0, 0,
              {.normal_stiffness = 130e3,
               .shear_stiffness = 102e3,
               .friction = 0.7,
               .restitution = 0.5,
               .tangential_restitution = 0.5});
  setup.settings.time_step = 1e-4;
  setup.state.gravity = {0, 0, -9.81};
  add_plane(setup, {0, 0, 1}, 0);
  add_plane(setup, {1, 0, 0}, -0.04);
  add_plane(setup, {-1, 0, 0}, -0.1);
  add_plane(setup, {0, 1, 0}, -0.04);
  add_plane(setup, {0, -1, 0}, -0.1);
  for (int i = 0; i < count; ++i) {
    BodyDescription body;
    body.pieces = {{flow_shape(i % flow_shape_count, flow_diameter(1, i)), {}}};
    const int place = i * stride % count;
    const int layer = place / 4;
    body.world_from_body.translation = {0.06 * (place % 2), 0.06 * (place / 2 % 2), 0.04 + 0.075 * layer};
    body.velocity = {0, 0, -1};
    must(add_body(setup.model, setup.state, body));
  }
  return setup;
}

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();  // far in the list

SimulationCore& started(SimulationCore& core, int steps) {
  start(core);
  for (int i = 0; i < steps; ++i) advance(core);
  return core;
}

Real depth_of(const SimulationCore& core) {
  Real sum = 0;
  for_each_point(core.work.contacts, [&](const ContactPoint& point) { sum += point.depth; });
  return sum;
}

TEST(DetectionReplay, ExactAlgorithmsFindTheContactsOfTheRun) {
  SimulationCore core(falling_particles(16));
  started(core, 1000);
  DetectionReplay replay({{Algorithm::automatic, Algorithm::shortest_link, Algorithm::gjk_epa}, true, 1});
  replay.prime(core);
  std::uint64_t contacts = 0, queries = 0;
  Real depth = 0;
  for (int i = 0; i < 300; ++i) {
    advance(core);
    // Some states are left out: there may then have been more than one search in between.
    if (i % 7 == 3) continue;
    replay.measure(core);
    contacts += point_count(core.work.contacts);
    queries += core.work.counts.queries;
    depth += depth_of(core);
  }
  EXPECT_GT(core.work.pairs.searches, 5U);
  ASSERT_GT(contacts, 500U);
  for (const ReplayTotals& total : replay.totals()) {
    EXPECT_EQ(total.contacts, contacts);
    // The default leaves pairs alone that cannot have met yet, the others are asked about all of them.
    if (total.algorithm == Algorithm::automatic) {
      EXPECT_NEAR(total.counts.queries, queries, 0.05 * queries);
    } else {
      EXPECT_GT(total.counts.queries, 1.2 * queries);
    }
    EXPECT_NEAR(total.depth, depth, 1e-9 * depth);
    EXPECT_GT(total.seconds, 0);
    const IterationShares s = iteration_shares(total.counts);
    EXPECT_NEAR(s.up_to_one + s.two + s.three_to_five + s.more, 1, 1e-12);
  }
}

// What is known of a pair is kept by its pieces, wherever the run's list has them.
TEST(DetectionReplay, FollowsPairsInTheOrderOfSpace) {
  SimulationCore core(falling_particles(64, 27));
  core.step_settings.near_in_list = never;
  started(core, 600);
  DetectionReplay replay({{Algorithm::automatic}, true, 1});
  replay.prime(core);
  core.step_settings.near_in_list = 10;
  std::uint64_t contacts = 0, queries = 0;
  for (int i = 0; i < 300; ++i) {
    if (i % 3 == 0) core.work.search.valid = false;
    advance(core);
    replay.measure(core);
    contacts += point_count(core.work.contacts);
    queries += core.work.counts.queries;
  }
  EXPECT_FALSE(core.work.pairs.order.piece_at.empty());
  EXPECT_GT(contacts, 300U);
  EXPECT_EQ(replay.totals()[0].contacts, contacts);
  EXPECT_NEAR(replay.totals()[0].counts.queries, queries, 0.02 * queries);
}

TEST(DetectionReplay, CachesStayWarm) {
  SimulationCore core(falling_particles(16));
  started(core, 400);
  const ReplaySettings settings{{Algorithm::shortest_link}, false, 1};
  DetectionReplay warm(settings);
  warm.prime(core);
  Real cold_share = 0;
  constexpr int states = 100;
  for (int i = 0; i < states; ++i) {
    advance(core);
    warm.measure(core);
    DetectionReplay cold(settings);
    cold.measure(core);
    cold_share += iteration_shares(cold.totals()[0].counts).up_to_one / states;
  }
  EXPECT_EQ(warm.states(), static_cast<std::uint64_t>(states));
  EXPECT_GT(iteration_shares(warm.totals()[0].counts).up_to_one, cold_share + 0.1);
}

// `cp` cannot find the normal of an overlap it has not followed.
TEST(DetectionReplay, PairsThatTouchStartFromTheExactNormal) {
  SimulationCore core(falling_particles(96));
  started(core, 6000);
  const auto depth_of_cp = [&](std::vector<Algorithm> algorithms) {
    DetectionReplay replay({std::move(algorithms), false, 1, true});
    replay.prime(core);
    replay.measure(core);
    return replay.totals()[0].depth;
  };
  const Real exact = depth_of(core);
  EXPECT_GT(depth_of_cp({Algorithm::common_plane}), 2 * exact);
  EXPECT_LT(depth_of_cp({Algorithm::common_plane, Algorithm::automatic}), 1.2 * exact);
}

TEST(DetectionReplay, LeavesTheRunAlone) {
  SimulationCore plain(falling_particles(12)), watched(falling_particles(12));
  started(plain, 300);
  start(watched);
  const ReplayWindow window =
      replay_steps(watched, {Algorithm::common_plane, Algorithm::automatic}, 300, 1000);
  EXPECT_EQ(state_hash(plain.setup.model, plain.setup.state),
            state_hash(watched.setup.model, watched.setup.state));
  EXPECT_EQ(window.steps, 300U);
  EXPECT_EQ(window.one_pair_in, 1U);
  ASSERT_EQ(window.papers_way.size(), 2U);
  ASSERT_EQ(window.in_run.size(), 2U);
  EXPECT_EQ(window.papers_way[0].counts.queries, window.in_run[0].counts.queries);
  EXPECT_LT(window.in_run[1].counts.queries, window.papers_way[1].counts.queries);  // the default
}

TEST(DetectionReplay, OfManyPairsAPartTakesPart) {
  SimulationCore all(falling_particles(16)), part(falling_particles(16));
  started(all, 600);
  started(part, 600);
  const std::size_t pairs = all.work.pairs.pairs.size();
  const ReplayWindow whole = replay_steps(all, {Algorithm::automatic}, 50, pairs);
  const ReplayWindow third = replay_steps(part, {Algorithm::automatic}, 50, pairs / 3);
  EXPECT_EQ(whole.one_pair_in, 1U);
  EXPECT_EQ(third.one_pair_in, 3U);
  const auto queries = [](const ReplayWindow& w) {
    return static_cast<Real>(w.papers_way[0].counts.queries);
  };
  EXPECT_GT(queries(third), 0.1 * queries(whole));
  EXPECT_LT(queries(third), 0.6 * queries(whole));
}

}  // namespace
}  // namespace scree::bench
