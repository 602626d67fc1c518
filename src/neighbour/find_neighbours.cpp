// The search: every place of the grid looks at the cells around it.
#include <algorithm>

#include "core/fetch_early.hpp"
#include "neighbour/close_pieces.hpp"
#include "neighbour/neighbours.hpp"

namespace scree {
namespace {

struct SearchInput {
  const Model& model;
  const Geometry& geometry;
  const Grid& grid;
  const std::vector<std::uint32_t>& half_spaces;
  Real skin;  // m
};

bool bodies_make_a_pair(const Model& model, std::uint32_t a, std::uint32_t b) {
  return a != b && (model.mobility[a] == Mobility::dynamic || model.mobility[b] == Mobility::dynamic);
}

// The later places near `place` whose boxes overlap its own, to the front of `places`. Returns how many.
// Without a branch, as it would often be guessed wrong.
std::size_t overlapping_places(const Grid& grid, std::uint32_t place, const CellNeighbours& near,
                               std::vector<std::uint32_t>& places) {
  const GridBox box = grid.boxes[place];
  std::size_t count = 0;
  for (int r = 0; r < near.count; ++r) {
    const std::uint32_t begin = std::max(near.ranges[r].begin, place + 1), end = near.ranges[r].end;
    if (begin >= end) continue;
    if (places.size() < count + (end - begin)) places.resize(2 * (count + (end - begin)));
    for (std::uint32_t other = begin; other < end; ++other) {
      places[count] = other;
      count += overlap(box, grid.boxes[other]) ? 1 : 0;
    }
  }
  return count;
}

// Appends what the piece at `place` may touch: pieces at later places, and half-spaces.
void find_partners(const SearchInput& in, std::uint32_t place, const CellNeighbours& near,
                   FoundPairs::Thread& found) {
  const auto [key, piece, body] = in.grid.places[place];
  const PieceView view = piece_view(in.model, in.geometry, piece);
  // Those whose bodies make a pair. Neighbours in space may lie anywhere in memory: all of them are asked for
  // before the first is needed.
  std::size_t count = 0;
  for (std::size_t i = 0, all = overlapping_places(in.grid, place, near, found.candidates); i < all; ++i) {
    const Grid::Place& other = in.grid.places[found.candidates[i]];
    if (!bodies_make_a_pair(in.model, body, other.body)) continue;
    fetch_early(&in.geometry.pieces[other.piece]);
    found.candidates[count++] = other.piece;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t partner = found.candidates[i];
    if (may_be_closer(in.model.periodic, view, piece_view(in.model, in.geometry, partner), in.skin)) {
      found.partners.push_back(partner);
    }
  }
  for (const std::uint32_t partner : in.half_spaces) {
    if (bodies_make_a_pair(in.model, body, in.model.piece_body[partner]) &&
        may_be_closer_to_half_space(in.model.periodic, piece_view(in.model, in.geometry, partner), view,
                                    in.skin)) {
      found.partners.push_back(partner);
    }
  }
}

void find_pairs(const SearchInput& in, Exec& exec, FoundPairs& found) {
  found.count.resize(in.grid.places.size());
  found.threads.resize(exec.threads());
  for (FoundPairs::Thread& thread : found.threads) thread.partners.clear();
  const auto search_cells = [&](std::size_t, std::size_t begin, std::size_t end, int thread) {
    FoundPairs::Thread& own = found.threads[thread];
    CellNeighbours near;
    for (auto cell = static_cast<std::uint32_t>(begin); cell < end; ++cell) {
      find_cell_neighbours(in.grid, cell, near);
      for (std::uint32_t place = in.grid.cell_begin[cell]; place < in.grid.cell_begin[cell + 1]; ++place) {
        const std::size_t before = own.partners.size();
        find_partners(in, place, near, own);
        found.count[place] = static_cast<std::uint32_t>(own.partners.size() - before);
      }
    }
  };
  for_chunks(exec, in.grid.cell_keys.size(), search_cells);
}

void list_half_spaces(const Model& model, const State& state, std::vector<std::uint32_t>& half_spaces) {
  half_spaces.clear();
  for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
    if (model.views[model.piece_shape[piece]].type == ShapeType::half_space &&
        state.present[model.piece_body[piece]] != 0) {
      half_spaces.push_back(piece);
    }
  }
}

}  // namespace

void find_neighbours(const Model& model, const State& state, const Geometry& geometry, Exec& exec,
                     NeighbourScratch& scratch, NeighbourSearch& search, PairList& pairs) {
  fill_grid(model, state, geometry, 0.5 * search.skin, exec, scratch.grid);
  list_half_spaces(model, state, scratch.half_spaces);
  find_pairs({model, geometry, scratch.grid, scratch.half_spaces, search.skin}, exec, scratch.found);
  update_pair_list(model, scratch.grid, scratch.found, exec, scratch.list, pairs);

  ++pairs.searches;
  search.position = state.position;
  search.orientation = state.orientation;
  search.valid = true;
}

}  // namespace scree
