// Pairs in the order of space: the same run bit for bit, and all that is kept for a pair goes with it.
#include "sim/order_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "math/random.hpp"
#include "model/build_model.hpp"
#include "sim/core.hpp"
#include "support/mixed_box.hpp"

namespace scree {
namespace {

using testing::must;

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t often = 30;  // places: a few of the hundreds there are

constexpr int steps = 500;
constexpr int first_ordered = 150;  // by then there are contacts
constexpr int changed = 300;
constexpr int steps_per_search = 4;

template <class T>
void shuffle(std::vector<T>& list) {
  Random random{41};
  for (std::size_t i = list.size(); i-- > 1;) {
    std::swap(list[i], list[uniform_index(random, static_cast<int>(i + 1))]);
  }
}

Setup empty_room(int dimension, Vec3 size, const Settings& settings, Real restitution) {
  Setup setup;
  setup.model.dimension = dimension;
  setup.settings = settings;
  setup.settings.time_step_fraction = 0.5;
  must(add_material(setup.model, {"rock", 2600}));
  ContactParameters contact = testing::rock;
  contact.restitution = restitution;
  EXPECT_FALSE(set_contact(setup.model, 0, 0, contact));
  for (int side = 0; side < 2 * dimension; ++side) {
    BodyDescription wall;
    Vec3 normal;
    normal[side / 2] = side % 2 == 0 ? 1 : -1;
    wall.pieces = {{must(make_half_space(normal, side % 2 == 0 ? 0 : -size[side / 2])), {}}};
    wall.mobility = Mobility::fixed;
    must(add_body(setup.model, setup.state, wall));
  }
  return setup;
}

constexpr int across = 6;
constexpr Real cell = 0.052;  // m

BodyDescription flying(const testing::MixedParticle& particle, bool of_two_pieces) {
  BodyDescription body;
  body.pieces = {{particle.shape, {}}};
  if (of_two_pieces) body.pieces.push_back({must(make_sphere(0.008)), {{}, {0.012, 0, 0}}});
  body.world_from_body = particle.pose;
  body.velocity = 30 * particle.velocity;
  return body;
}

// Particles that fly about in a room, numbered at random; one in five has two pieces.
Setup particles_in_space(const Settings& settings, Real restitution = 0.5) {
  Setup setup = empty_room(3, {across * cell, across * cell, 2}, settings, restitution);
  auto particles = testing::mixed_particles(300, across, cell, 3);
  shuffle(particles);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    must(add_body(setup.model, setup.state, flying(particles[i], i % 5 == 0)));
  }
  return setup;
}

Setup discs_and_bricks() {
  constexpr int edge = 16;
  Setup setup = empty_room(2, {edge * cell, edge * cell, 0}, {}, 0.5);
  std::vector<int> places(std::size_t{edge} * edge);
  std::iota(places.begin(), places.end(), 0);
  shuffle(places);
  Random random{42};
  for (const int place : places) {
    BodyDescription body;
    const Shape shape = place % 3 == 0 ? must(make_disc(0.022)) : must(make_rectangle({0.03, 0.035}));
    body.pieces = {{shape, {}}};
    const int column = place % edge, row = place / edge;
    body.world_from_body = {planar_rotation(random), cell * Vec3{column + 0.5, row + 0.5, 0}};
    const Vec3 way = unit_vector(random);
    body.velocity = 10 * Vec3{way.x, way.y, 0};
    must(add_body(setup.model, setup.state, body));
  }
  return setup;
}

// Takes some bodies out, and brings in others, with new numbers, high above the rest.
void come_and_go(SimulationCore& core) {
  note_change(core);
  State& state = core.setup.state;
  for (std::size_t body = 10; body < state.present.size(); body += 9) state.present[body] = 0;
  for (auto& particle : testing::mixed_particles(50, across, cell, 5)) {
    particle.pose.translation.z += 1.5;
    must(add_body(core.setup.model, state, flying(particle, false)));
  }
  fit_to_model(core);
  refresh(core);
}

// The list's own promises: pairs by places, those of each body by pieces.
void expect_sorted(const SimulationCore& core) {
  const auto& [order, pairs, body_begin, body_pairs, searches] = core.work.pairs;
  ASSERT_TRUE(order.piece_at.empty() || order.piece_at.size() == piece_count(core.setup.model));
  const auto by_places = [&order = order](PiecePair x, PiecePair y) {
    return places_of(order, x) < places_of(order, y);
  };
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end(), by_places));
  ASSERT_EQ(body_pairs.size(), 2 * pairs.size());
  for (std::uint32_t body = 0; body < body_count(core.setup.model); ++body) {
    for (std::uint32_t k = body_begin[body]; k < body_begin[body + 1]; ++k) {
      const PiecePair pair = pairs[body_pairs[k]];
      EXPECT_TRUE(core.setup.model.piece_body[pair.a] == body || core.setup.model.piece_body[pair.b] == body);
      if (k > body_begin[body]) {
        EXPECT_LT(pairs[body_pairs[k - 1]], pair);
      }
    }
  }
}

struct OrderedRun {
  std::unique_ptr<SimulationCore> core;
  int orders = 0;  // how often the pairs got a new one
};

using Change = std::function<void(SimulationCore&)>;

// Searches often, so that the order is looked at often.
OrderedRun run(const Setup& setup, std::uint32_t near, int threads, const Change& change) {
  OrderedRun result{std::make_unique<SimulationCore>(setup, threads)};
  SimulationCore& core = *result.core;
  core.step_settings.near_in_list = never;
  start(core);
  std::vector<std::uint32_t> last;
  for (int i = 0; i < steps; ++i) {
    if (i == first_ordered) {
      EXPECT_GT(point_count(core.work.contacts), 20U) << "what is kept for contacts must be moved too";
      core.step_settings.near_in_list = near;
    }
    if (i == changed && change) change(core);
    if (i % steps_per_search == 0) core.work.search.valid = false;
    advance(core);
    const std::vector<std::uint32_t>& now = core.work.pairs.order.piece_at;
    // New bodies at the end are no new order.
    if (!std::equal(last.begin(), last.end(), now.begin()) || last.empty() != now.empty()) {
      ++result.orders;
      expect_sorted(core);
    }
    last = now;
  }
  expect_sorted(core);
  return result;
}

void append(std::vector<Real>& list, Vec3 v) { list.insert(list.end(), {v.x, v.y, v.z}); }

// All that is kept for each pair, by its pieces.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Real>> kept(const SimulationCore& core) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Real>> by_pair;
  const auto& [starts, caches, clear_until, travel_start] = core.work.pair_memory;
  const KinkEnergies& kinks = core.work.kinks;
  for (std::size_t i = 0; i < core.work.pairs.pairs.size(); ++i) {
    const PiecePair pair = core.work.pairs.pairs[i];
    std::vector<Real>& list = by_pair[{pair.a, pair.b}];
    if (!starts.empty()) {
      const PairMemory::Start& s = starts[i];
      for (const int x : {s.algorithm + 0, s.dimension_a + 0, s.dimension_b + 0, s.x + 0, s.y + 0, s.z + 0,
                          s.index_a + 0, s.index_b + 0}) {
        list.push_back(x);
      }
    }
    if (!caches.empty()) {
      append(list, caches[i].direction);
      append(list, caches[i].place_a.point);
      append(list, caches[i].place_b.point);
    }
    if (!clear_until.empty()) list.push_back(clear_until[i]);
    if (!kinks.owed.empty()) list.insert(list.end(), {kinks.owed[i], kinks.power[i]});
    for (const ContactPoint& point : points_of(core.work.contacts, i)) {
      EXPECT_EQ(point.pair, i);
      EXPECT_TRUE((PiecePair{point.a, point.b} == pair));
      list.push_back(point.depth);
      append(list, point.spring);
      append(list, point.force);
    }
  }
  return by_pair;
}

void expect_same_run(const Setup& setup, const Change& change = {}) {
  const OrderedRun plain = run(setup, never, 1, change);
  EXPECT_TRUE(plain.core->work.pairs.order.piece_at.empty());
  for (const int threads : {1, 3}) {
    const OrderedRun ordered = run(setup, often, threads, change);
    EXPECT_GE(ordered.orders, 1);
    EXPECT_EQ(state_hash(ordered.core->setup.model, ordered.core->setup.state),
              state_hash(plain.core->setup.model, plain.core->setup.state));
    EXPECT_EQ(kept(*ordered.core), kept(*plain.core));
    EXPECT_EQ(ordered.core->run.queries, plain.core->run.queries);
    // Sums over pairs are formed in another order.
    const Energies mine = energies(*ordered.core), theirs = energies(*plain.core);
    EXPECT_NEAR(balance(mine), balance(theirs), 1e-10 * kinetic(theirs));
    EXPECT_NEAR(mine.elastic, theirs.elastic, 1e-12 * theirs.elastic);
  }
}

TEST(OrderPairs, DoesNotChangeTheRun) { expect_same_run(particles_in_space({})); }

TEST(OrderPairs, DoesNotChangeARunWithPatches) {
  Settings settings;
  settings.contact_points = ContactPoints::patch;
  expect_same_run(particles_in_space(settings));
}

TEST(OrderPairs, DoesNotChangeARunWithoutDamping) { expect_same_run(particles_in_space({}, 1)); }

TEST(OrderPairs, DoesNotChangeWhatAnAlgorithmByNameKeeps) {
  Settings settings;
  settings.algorithm = Algorithm::shortest_link;
  expect_same_run(particles_in_space(settings));
}

TEST(OrderPairs, DoesNotChangeARunInWhichBodiesComeAndGo) {
  expect_same_run(particles_in_space({}), come_and_go);
}

TEST(OrderPairs, DoesNotChangeARunInThePlane) { expect_same_run(discs_and_bricks()); }

// The order is that of space as it was then; as bodies mix, it is made anew.
TEST(OrderPairs, FollowsBodiesThatMix) {
  const OrderedRun mixed = run(particles_in_space({}, 1), often, 1, [](SimulationCore& core) {
    note_change(core);
    shuffle(core.setup.state.position);
    refresh(core);
  });
  EXPECT_GE(mixed.orders, 2);
}

TEST(OrderPairs, LeavesFewBodiesAndGoodNumbersAlone) {
  auto setup = empty_room(3, {across * cell, across * cell, 2}, {}, 0.5);
  const auto pieces = static_cast<std::uint32_t>(piece_count(particles_in_space({}).model));
  EXPECT_EQ(run(particles_in_space({}), pieces, 1, {}).orders, 0);
  for (const auto& particle : testing::mixed_particles(300, across, cell, 3)) {  // layer by layer
    must(add_body(setup.model, setup.state, flying(particle, false)));
  }
  EXPECT_EQ(run(setup, 40, 1, {}).orders, 0);
}

}  // namespace
}  // namespace scree
