// Queries meant to break an algorithm: hard pairs, extreme scales and places, odd requests, caches of
// any content.
#pragma once

#include <scree/contact.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "bench/random_pairs.hpp"

namespace scree::bench {

struct AdversarialQuery {
  RandomPair pair;
  QueryRequest request;
  PairCache cache;  // from the pair itself, zeroed, or random bytes; the tag is set by the asker
};

// Shapes of `shape_pool` and `sliver_pool`.
std::vector<Shape> adversarial_pool();

// Query number `index`: a function of its arguments only.
AdversarialQuery adversarial_query(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index);

// Asks and looks at the answer: a named status, and with `ok` finite numbers, a unit normal, a state
// that fits the distance, indices that exist. Empty when all is well, else what is wrong.
std::string insane_answer(Algorithm algorithm, const AdversarialQuery& asked);

}  // namespace scree::bench
