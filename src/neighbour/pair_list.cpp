// From pairs in the order a search found them to the sorted list, and from the list before to this one.
#include "neighbour/pair_list.hpp"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

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
  scratch.partners.resize(scratch.begin.back());
  for_each_found(grid, found,
                 [&](std::uint32_t a, std::uint32_t b) { scratch.partners[scratch.begin[a + 1]++] = b; });
  scratch.begin.pop_back();
  parallel_for(exec, pieces, [&](std::size_t a) {
    std::sort(scratch.partners.begin() + scratch.begin[a], scratch.partners.begin() + scratch.begin[a + 1]);
  });
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
  sort_pairs(piece_count(model), grid, found, exec, scratch);
  std::uint32_t first = 0;
  const auto pair_at = [&](std::size_t i) {
    while (scratch.begin[first + 1] <= i) ++first;
    return PiecePair{first, scratch.partners[i]};
  };
  find_origins(list.pairs, scratch.partners.size(), pair_at, scratch.origins);
  list.pairs.resize(scratch.partners.size());
  parallel_for(exec, piece_count(model), [&](std::size_t a) {
    for (std::uint32_t i = scratch.begin[a]; i < scratch.begin[a + 1]; ++i) {
      list.pairs[i] = {static_cast<std::uint32_t>(a), scratch.partners[i]};
    }
  });
  list_by_body(model, list);
}

}  // namespace scree
