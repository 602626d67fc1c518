// Pairs of pieces that may touch before the next search.
#pragma once

#include <cstdint>
#include <vector>

namespace scree {

struct PiecePair {
  std::uint32_t a, b;  // pieces, a < b

  friend bool operator==(PiecePair, PiecePair) = default;
  friend bool operator<(PiecePair x, PiecePair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};

struct PairList {
  std::vector<PiecePair> pairs;  // sorted
  // Where the pair's cache lies. A pair keeps its slot as long as it is in the list.
  std::vector<std::uint32_t> slot;
  // Slots that no pair holds, in the order they will be given out (last first).
  std::vector<std::uint32_t> free_slots;
  std::uint32_t slot_count = 0;  // slots ever given out
  // Slots given to pairs that were not in the list before the last search: their caches start anew.
  std::vector<std::uint32_t> fresh_slots;
  // Body i takes part in the pairs body_pairs[body_begin[i] ... body_begin[i + 1]), ascending.
  std::vector<std::uint32_t> body_begin;
  std::vector<std::uint32_t> body_pairs;
  std::uint64_t searches = 0;  // how often the list was made
};

}  // namespace scree
