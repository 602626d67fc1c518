// From pairs in the order a search found them to the sorted list, with the slots of the list before.
#include "neighbour/pair_list.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace scree {
namespace {

constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

// f(a, b) with a < b for each pair, in the order it was found.
template <class F>
void for_each_found(const Grid& grid, const FoundPairs& found, F&& f) {
  std::size_t place = 0;
  std::uint32_t left = 0;  // partners of the place before `place` still to come
  std::uint32_t piece = 0;
  for (const FoundPairs::Thread& thread : found.threads) {
    for (const std::uint32_t partner : thread.partners) {
      while (left == 0) {
        piece = grid.places[place].piece;
        left = found.count[place++];
      }
      --left;
      f(std::min(piece, partner), std::max(piece, partner));
    }
  }
}

// Sorts by first piece by counting, then each piece's few partners.
void sort_pairs(std::size_t pieces, const Grid& grid, const FoundPairs& found, Exec& exec,
                PairListScratch& scratch) {
  // begin[a + 1] counts, then is where a's partners begin, then (after filling) where they end.
  scratch.begin.assign(pieces + 2, 0);
  for_each_found(grid, found, [&](std::uint32_t a, std::uint32_t) { ++scratch.begin[a + 2]; });
  std::partial_sum(scratch.begin.begin(), scratch.begin.end(), scratch.begin.begin());
  scratch.second.resize(scratch.begin.back());
  for_each_found(grid, found,
                 [&](std::uint32_t a, std::uint32_t b) { scratch.second[scratch.begin[a + 1]++] = b; });
  scratch.begin.pop_back();
  parallel_for(exec, pieces, [&](std::size_t a) {
    std::sort(scratch.second.begin() + scratch.begin[a], scratch.second.begin() + scratch.begin[a + 1]);
  });
}

// Walks the old and the new list together, both sorted. What vanished gives its slot back.
void keep_slots(std::size_t pieces, PairListScratch& scratch, PairList& list) {
  scratch.slot.resize(scratch.second.size());
  std::size_t old = 0;
  const auto free_old = [&] { list.free_slots.push_back(list.slot[old++]); };
  for (std::uint32_t a = 0; a < pieces; ++a) {
    for (std::uint32_t i = scratch.begin[a]; i < scratch.begin[a + 1]; ++i) {
      const PiecePair pair{a, scratch.second[i]};
      while (old < list.pairs.size() && list.pairs[old] < pair) free_old();
      const bool stays = old < list.pairs.size() && list.pairs[old] == pair;
      scratch.slot[i] = stays ? list.slot[old++] : no_slot;
    }
  }
  while (old < list.pairs.size()) free_old();
}

void give_slots(PairListScratch& scratch, PairList& list) {
  list.fresh_slots.clear();
  for (std::uint32_t& slot : scratch.slot) {
    if (slot != no_slot) continue;
    if (list.free_slots.empty()) {
      slot = list.slot_count++;
    } else {
      slot = list.free_slots.back();
      list.free_slots.pop_back();
    }
    list.fresh_slots.push_back(slot);
  }
}

void list_by_body(const Model& model, PairList& list) {
  list.body_begin.assign(body_count(model) + 2, 0);
  for (const PiecePair pair : list.pairs) {
    ++list.body_begin[model.piece_body[pair.a] + 2];
    ++list.body_begin[model.piece_body[pair.b] + 2];
  }
  std::partial_sum(list.body_begin.begin(), list.body_begin.end(), list.body_begin.begin());
  list.body_pairs.resize(list.body_begin.back());
  for (std::uint32_t i = 0; i < list.pairs.size(); ++i) {
    list.body_pairs[list.body_begin[model.piece_body[list.pairs[i].a] + 1]++] = i;
    list.body_pairs[list.body_begin[model.piece_body[list.pairs[i].b] + 1]++] = i;
  }
  list.body_begin.pop_back();
}

}  // namespace

void update_pair_list(const Model& model, const Grid& grid, const FoundPairs& found, Exec& exec,
                      PairListScratch& scratch, PairList& list) {
  const std::size_t pieces = piece_count(model);
  sort_pairs(pieces, grid, found, exec, scratch);
  keep_slots(pieces, scratch, list);
  give_slots(scratch, list);
  std::swap(list.slot, scratch.slot);
  list.pairs.resize(scratch.second.size());
  parallel_for(exec, pieces, [&](std::size_t a) {
    for (std::uint32_t i = scratch.begin[a]; i < scratch.begin[a + 1]; ++i) {
      list.pairs[i] = {static_cast<std::uint32_t>(a), scratch.second[i]};
    }
  });
  list_by_body(model, list);
}

}  // namespace scree
