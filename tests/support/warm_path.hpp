// A pair of polyhedra in coherent motion through contact, for what algorithms keep from query to query.
#pragma once

#include <scree/contact.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "bench/random_pairs.hpp"
#include "math/random.hpp"

namespace scree::testing {

// Legs of steps of one length each: B goes and turns freely, slides, pivots about the normal, rocks across
// it, comes and goes along it, lays a face or an edge flat on one of A's, or rests, while the gap moves
// towards one that the leg has chosen.
struct WarmPath {
  bench::RandomPair pair;  // where it is now
  Random random;
  Vec3 position;  // m, from A's centre to B's
  Real size = 0;  // m, the larger one's
  // Of this leg:
  int steps_left = 0;
  Real step = 0;  // m, and as a share of the size in rad
  Vec3 velocity;  // m per step
  Quat turn;      // per step
  bool lays_flat = false;
  Quat flat;      // the rotation that it then turns to
  Real goal = 0;  // m, signed gap
};

// Path number `index`, a function of its arguments only. It begins where random_pair of that number is.
WarmPath warm_path(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index);

// Takes B one step on from where `contact` is the answer.
void move_on(const Contact& contact, WarmPath& path);

// Holds an answer against a search that knows nothing of the steps before; empty: all is well.
std::string differs_from_cold(const bench::RandomPair& pair, const Contact& contact);

}  // namespace scree::testing
