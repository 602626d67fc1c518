// From pairs in the order a search found them to the sorted list, and from the list before to this one.
#include "neighbour/pair_list.hpp"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

// Bodies that have come since the order was made are the last.
void append_new_pieces(std::size_t pieces, PieceOrder& order) {
  if (order.piece_at.empty()) return;
  for (auto piece = static_cast<std::uint32_t>(order.piece_at.size()); piece < pieces; ++piece) {
    order.piece_at.push_back(piece);
    order.place_of.push_back(piece);
  }
}

// f(places) for each pair, in the order it was found.
template <class F>
void for_each_found(const Grid& grid, const FoundPairs& found, const PieceOrder& order, F&& f) {
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
      f(places_of(order, {piece, partner}));
    }
  }
}

// Sorts by first place by counting, then each place's few partners.
void sort_pairs(std::size_t pieces, const Grid& grid, const FoundPairs& found, const PieceOrder& order,
                Exec& exec, PairListScratch& scratch) {
  // begin[p + 1] counts, then is where p's partners begin, then (after filling) where they end.
  scratch.begin.assign(pieces + 2, 0);
  for_each_found(grid, found, order, [&](PlacePair pair) { ++scratch.begin[pair.first + 2]; });
  std::partial_sum(scratch.begin.begin(), scratch.begin.end(), scratch.begin.begin());
  resize_pairs(scratch.partners, scratch.begin.back());
  for_each_found(grid, found, order,
                 [&](PlacePair pair) { scratch.partners[scratch.begin[pair.first + 1]++] = pair.second; });
  scratch.begin.pop_back();
  parallel_for(exec, pieces, [&](std::size_t p) {
    std::sort(scratch.partners.begin() + scratch.begin[p], scratch.partners.begin() + scratch.begin[p + 1]);
  });
}

void list_by_body(const Model& model, Exec& exec, PairList& list) {
  list.body_begin.assign(body_count(model) + 2, 0);
  for (const PiecePair pair : list.pairs) {
    ++list.body_begin[model.piece_body[pair.a] + 2];
    ++list.body_begin[model.piece_body[pair.b] + 2];
  }
  std::partial_sum(list.body_begin.begin(), list.body_begin.end(), list.body_begin.begin());
  resize_pairs(list.body_pairs, list.body_begin.back());
  for (std::uint32_t i = 0; i < list.pairs.size(); ++i) {
    list.body_pairs[list.body_begin[model.piece_body[list.pairs[i].a] + 1]++] = i;
    list.body_pairs[list.body_begin[model.piece_body[list.pairs[i].b] + 1]++] = i;
  }
  list.body_begin.pop_back();
  if (list.order.piece_at.empty()) return;  // they came in the order of pieces
  parallel_for(exec, body_count(model), [&](std::size_t body) {
    std::sort(list.body_pairs.begin() + list.body_begin[body],
              list.body_pairs.begin() + list.body_begin[body + 1],
              [&](std::uint32_t x, std::uint32_t y) { return list.pairs[x] < list.pairs[y]; });
  });
}

}  // namespace

void update_pair_list(const Model& model, const Grid& grid, const FoundPairs& found, Exec& exec,
                      PairListScratch& scratch, PairList& list) {
  append_new_pieces(piece_count(model), list.order);
  sort_pairs(piece_count(model), grid, found, list.order, exec, scratch);
  std::uint32_t first = 0;
  const auto places_at = [&](std::size_t i) {
    while (scratch.begin[first + 1] <= i) ++first;
    return PlacePair{first, scratch.partners[i]};
  };
  find_origins(list.order, list.pairs, scratch.partners.size(), places_at, scratch.origins);
  resize_pairs(list.pairs, scratch.partners.size());
  parallel_for(exec, piece_count(model), [&](std::size_t place) {
    const auto here = static_cast<std::uint32_t>(place);
    for (std::uint32_t i = scratch.begin[place]; i < scratch.begin[place + 1]; ++i) {
      list.pairs[i] = pieces_at(list.order, {here, scratch.partners[i]});
    }
  });
  list_by_body(model, exec, list);
}

}  // namespace scree
