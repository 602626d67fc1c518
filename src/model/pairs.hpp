// Pairs of pieces that may touch before the next search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace scree {

struct PiecePair {
  std::uint32_t a, b;  // pieces, a < b

  friend bool operator==(PiecePair, PiecePair) = default;
  friend bool operator<(PiecePair x, PiecePair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};

// The order in which pieces come in a list of pairs; empty: that of their numbers. Where neighbours in space
// come soon after each other, what is known of a piece is still at hand for its next pair. Pieces of one body
// come one after the other, in the order of their numbers.
struct PieceOrder {
  std::vector<std::uint32_t> piece_at;  // by place
  std::vector<std::uint32_t> place_of;  // by piece
};
inline std::uint32_t piece_at(const PieceOrder& order, std::uint32_t place) {
  return order.piece_at.empty() ? place : order.piece_at[place];
}
inline std::uint32_t place_of(const PieceOrder& order, std::uint32_t piece) {
  return order.place_of.empty() ? piece : order.place_of[piece];
}

// The places of a pair's two pieces, the first one first.
struct PlacePair {
  std::uint32_t first, second;

  friend bool operator==(PlacePair, PlacePair) = default;
  friend bool operator<(PlacePair x, PlacePair y) {
    return x.first != y.first ? x.first < y.first : x.second < y.second;
  }
};
inline PlacePair places_of(const PieceOrder& order, PiecePair pair) {
  const std::uint32_t a = place_of(order, pair.a), b = place_of(order, pair.b);
  return a < b ? PlacePair{a, b} : PlacePair{b, a};
}
inline PiecePair pieces_at(const PieceOrder& order, PlacePair places) {
  const std::uint32_t a = piece_at(order, places.first), b = piece_at(order, places.second);
  return a < b ? PiecePair{a, b} : PiecePair{b, a};
}

struct PairList {
  PieceOrder order;
  std::vector<PiecePair> pairs;  // sorted by places
  // Body i takes part in the pairs body_pairs[body_begin[i] ... body_begin[i + 1]), by ascending pieces
  // whatever the order: sums over them do not depend on it.
  std::vector<std::uint32_t> body_begin;
  std::vector<std::uint32_t> body_pairs;
  std::uint64_t searches = 0;  // how often the list was made
};

// Resizes a list with an entry for each pair, and keeps its room near its size. Lists are longest while
// things move fast, as the skin is widest then; when there are contacts, which take more, what is left of
// that must not stay. Small lists keep what they have.
inline constexpr std::size_t small_list = 4096;  // entries
template <class T>
void resize_pairs(std::vector<T>& list, std::size_t size) {
  if (size > list.capacity() || list.capacity() > 2 * std::max(size, small_list)) {
    std::vector<T> moved;
    moved.reserve(size + size / 8);
    moved.assign(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(size, list.size())));
    list = std::move(moved);
  }
  list.resize(size);
}

// For each pair of a list its index in the list before; `not_there` for those that are new.
using Origins = std::vector<std::uint32_t>;
inline constexpr std::uint32_t not_there = std::numeric_limits<std::uint32_t>::max();

// Both lists sorted by places; the new one has `count` pairs, asked for one after the other as places_at(i).
template <class PlacesAt>
void find_origins(const PieceOrder& order, const std::vector<PiecePair>& before, std::size_t count,
                  PlacesAt&& places_at, Origins& origins) {
  resize_pairs(origins, count);
  std::uint32_t old = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const PlacePair places = places_at(i);
    while (old < before.size() && places_of(order, before[old]) < places) ++old;
    origins[i] = old < before.size() && places_of(order, before[old]) == places ? old : not_there;
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
  resize_pairs(kept, origins.size());
  for (std::size_t i = origins.size(); i-- > 0;) kept[i] = origins[i] == not_there ? T{} : kept[--staying];
}

// The same for a list of the same pairs in another order; nothing is kept of a list that is empty.
template <class T>
void rearrange(const Origins& origins, std::vector<T>& kept) {
  if (kept.empty()) return;
  std::vector<T> moved;
  moved.reserve(origins.size());
  for (const std::uint32_t origin : origins) moved.push_back(kept[origin]);
  kept = std::move(moved);
}

}  // namespace scree
