// Pairs of pieces that may touch before the next search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scree {

struct PiecePair {
  std::uint32_t a, b;  // pieces, a < b

  friend bool operator==(PiecePair, PiecePair) = default;
  friend bool operator<(PiecePair x, PiecePair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};

struct PairList {
  std::vector<PiecePair> pairs;  // sorted
  // Body i takes part in the pairs body_pairs[body_begin[i] ... body_begin[i + 1]), ascending.
  std::vector<std::uint32_t> body_begin;
  std::vector<std::uint32_t> body_pairs;
  std::uint64_t searches = 0;  // how often the list was made
};

// For each pair of a list its index in the list before; `not_there` for those that are new.
using Origins = std::vector<std::uint32_t>;
inline constexpr std::uint32_t not_there = std::numeric_limits<std::uint32_t>::max();

// Both lists sorted; the new one has `count` pairs, asked for one after the other as pair_at(i).
template <class PairAt>
void find_origins(const std::vector<PiecePair>& before, std::size_t count, PairAt&& pair_at,
                  Origins& origins) {
  origins.resize(count);
  std::uint32_t old = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const PiecePair pair = pair_at(i);
    while (old < before.size() && before[old] < pair) ++old;
    origins[i] = old < before.size() && before[old] == pair ? old : not_there;
  }
}

// Takes what is kept for each pair from the list before to this one; new pairs start with T{}. In place: both
// lists are sorted, so what stays keeps its order.
template <class T>
void carry_over(const Origins& origins, std::vector<T>& kept) {
  std::size_t staying = 0;
  for (const std::uint32_t origin : origins) {
    if (origin != not_there) kept[staying++] = kept[origin];
  }
  kept.resize(origins.size());
  for (std::size_t i = origins.size(); i-- > 0;) kept[i] = origins[i] == not_there ? T{} : kept[--staying];
}

}  // namespace scree
