// A grid with levels: pieces sorted by the cell that holds the middle of their box.
//
// A box is kept in whole grid units modulo 2^32, along every axis. Along a periodic axis 2^32 units are the
// period. Along others they are 2^19 cells of the finest level, whatever the position: boxes that lie a
// multiple of that apart look alike, which costs a test at most and lets the grid reach any place without a
// bound on the domain. All comparisons are of integers, so no rounding can lose a pair.
//
// A cell of level l has twice the edge of one of level l - 1. A piece goes to the finest level whose cells
// are larger than its box. Boxes that overlap then have their middles in the same or in touching cells of
// the coarser one's level.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/exec.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

inline constexpr int most_levels = 20;
inline constexpr int cell_bits = 19;  // of a cell's index along one axis, in its key

// [lower, lower + width] along each axis, in grid units modulo 2^32.
struct GridBox {
  std::uint32_t lower[3], width[3];
};
inline bool overlap(const GridBox& a, const GridBox& b) {
  bool all = true;
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t from_a_to_end_of_b = b.lower[i] + b.width[i] - a.lower[i];
    all &= from_a_to_end_of_b <= std::uint64_t{a.width[i]} + b.width[i];
  }
  return all;
}

struct GridAxis {
  Real origin = 0;           // m
  Real units_per_metre = 1;  // 1/m
  std::uint32_t cells = 1;   // around the axis, of the finest level
};

struct Grid {
  GridAxis axes[3];
  int levels = 1;

  // Pieces in the order of their cells; those of bodies not present and half-spaces are left out.
  struct Place {
    std::uint64_t key;  // of the cell
    std::uint32_t piece, body;
  };
  std::vector<Place> places;
  std::vector<GridBox> boxes;  // of the same index
  // Cells that hold a piece, by ascending key: cell c has the places [cell_begin[c], cell_begin[c + 1]).
  std::vector<std::uint64_t> cell_keys;
  std::vector<std::uint32_t> cell_begin;
  // Level l has the cells [level_begin[l], level_begin[l + 1]).
  std::uint32_t level_begin[most_levels + 1] = {};

  // Sizes of boxes in each chunk of pieces.
  struct Extents {
    Real largest_dynamic, largest, smallest;  // m
  };
  std::vector<Extents> extents;
};

// Cells around an axis of a level.
inline std::uint32_t cells_around(const GridAxis& axis, int level) {
  const std::uint32_t cells = axis.cells >> level;
  return cells > 0 ? cells : 1;
}
inline std::uint64_t cell_key(int level, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return ((((static_cast<std::uint64_t>(level) << cell_bits | z) << cell_bits) | y) << cell_bits) | x;
}
inline int cell_level(std::uint64_t key) { return static_cast<int>(key >> (3 * cell_bits)); }
inline std::uint32_t cell_index(std::uint64_t key, int axis) {
  return static_cast<std::uint32_t>(key >> (axis * cell_bits)) & ((1U << cell_bits) - 1);
}

// Boxes are those of the pieces, larger by `margin` (m) on every side.
void fill_grid(const Model& model, const State& state, const Geometry& geometry, Real margin, Exec& exec,
               Grid& grid);

// Places of the grid whose boxes may overlap those of the places in one cell.
struct PlaceRange {
  std::uint32_t begin, end;
};
struct CellNeighbours {
  int count = 0;
  PlaceRange ranges[18 * most_levels];  // 9 rows of cells per level; a row that wraps around has two parts
  // Where the same rows lay for the cell asked for before, which is mostly near: it saves searching.
  std::uint32_t hints[18 * most_levels] = {};
};
// In the cell's own and all coarser levels, at or after the cell itself: so two places on one level meet
// once, the earlier one in the order of places asking.
void find_cell_neighbours(const Grid& grid, std::uint32_t cell, CellNeighbours& neighbours);

}  // namespace scree
