// Which two shapes a random pair is made of, in space and in the plane.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_features.hpp"
#include "bench/random_pairs.hpp"

namespace scree::bench {

// Chooses a placement and two shapes of the pool, mostly of different sizes. `regular`: how many shapes at
// its start have sides square to their axes or to each other.
template <class Pair>
void choose_shapes(const std::vector<Shape>& pool, int regular, Random& random, Pair& pair) {
  pair.placement = static_cast<Placement>(uniform_index(random, placement_count));
  const bool on_grid = pair.placement == Placement::aligned || pair.placement == Placement::turned;
  const int choice = on_grid ? regular : static_cast<int>(pool.size());
  const auto pick = [&] { return pool[uniform_index(random, choice)]; };
  pair.a = pick();
  pair.b = pair.placement == Placement::identical ? pair.a : pick();
  const bool keep_size = pair.placement == Placement::identical || uniform_index(random, 2) == 0;
  const bool small = pair.placement == Placement::contained;
  if (small || !keep_size) pair.b = must(scaled(pair.b, log_uniform(random, 1e-5, small ? 0.2 : 1)));
  if (uniform_index(random, 2) == 0 && !small) std::swap(pair.a, pair.b);
}

}  // namespace scree::bench
