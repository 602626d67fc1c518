// Which cells lie around a cell, on its own and all coarser levels.
#include <algorithm>
#include <cstdint>

#include "neighbour/grid.hpp"

namespace scree {
namespace {

// The first cell of [first, last) with a key not below `key`, looked for from `hint` outwards in growing
// strides.
std::uint32_t first_cell_from(const Grid& grid, std::uint32_t first, std::uint32_t last, std::uint64_t key,
                              std::uint32_t hint) {
  const std::uint64_t* keys = grid.cell_keys.data();
  std::uint32_t low = first, high = last;  // the answer lies in [low, high]
  if (hint < first || hint >= last) hint = first;
  std::uint32_t stride = 1;
  if (keys[hint] < key) {
    low = hint + 1;
    while (low + stride - 1 < last && keys[low + stride - 1] < key) {
      low += stride;
      stride *= 2;
    }
    if (low + stride - 1 < last) high = low + stride - 1;
  } else {
    high = hint;
    while (high >= first + stride && keys[high - stride] >= key) {
      high -= stride;
      stride *= 2;
    }
    if (high >= first + stride) low = high - stride + 1;
  }
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Consecutive cells around an axis: `count` from `first` on, which may run past the last cell to cell 0.
struct Arc {
  std::uint32_t first, count, cells;
};

// The cells, of a level `rise` above that of cell `index`, in which a box may have its middle and overlap a
// box of that cell. Two boxes that overlap have their middles at most half of both cells' edges apart.
Arc arc_about(std::uint32_t index, int rise, const GridAxis& axis, int level) {
  const std::uint32_t cells = cells_around(axis, level);
  // In half edges of the finer cell: the middle in [2 i, 2 i + 2), the reach 1 + 2^rise on both sides.
  const std::int64_t reach = 1 + (std::int64_t{1} << rise);
  const std::int64_t first = (2 * std::int64_t{index} - reach) >> (rise + 1);
  const std::int64_t last = (2 * std::int64_t{index} + 1 + reach) >> (rise + 1);
  const auto count = static_cast<std::uint32_t>(last - first + 1);
  if (count >= cells) return {0, cells, cells};
  return {static_cast<std::uint32_t>(first < 0 ? first + cells : first), count, cells};
}
std::uint32_t cell_of(const Arc& arc, std::uint32_t i) {
  const std::uint32_t cell = arc.first + i;
  return cell < arc.cells ? cell : cell - arc.cells;
}

// Its parts with ascending cells: one, or two where it runs past the last cell.
struct Spans {
  std::uint32_t count;
  std::uint32_t first[2], last[2];
};
Spans spans_of(const Arc& arc) {
  const std::uint32_t last = arc.first + arc.count - 1;
  if (last < arc.cells) return {1, {arc.first, 0}, {last, 0}};
  return {2, {0, arc.first}, {last - arc.cells, arc.cells - 1}};
}

}  // namespace

void find_cell_neighbours(const Grid& grid, std::uint32_t cell, CellNeighbours& neighbours) {
  const std::uint64_t own_key = grid.cell_keys[cell];
  const int own_level = cell_level(own_key);
  neighbours.count = 0;
  for (int level = own_level; level < grid.levels; ++level) {
    const std::uint32_t level_first = grid.level_begin[level], level_last = grid.level_begin[level + 1];
    if (level_first == level_last) continue;
    const auto arc = [&](int i) {
      return arc_about(cell_index(own_key, i), level - own_level, grid.axes[i], level);
    };
    const Spans x = spans_of(arc(0));
    const Arc y = arc(1), z = arc(2);
    for (std::uint32_t row = 0; row < x.count * y.count * z.count; ++row) {
      const std::uint32_t span = row % x.count;
      const std::uint32_t row_y = cell_of(y, row / x.count % y.count);
      const std::uint32_t row_z = cell_of(z, row / x.count / y.count);
      const std::uint64_t first_key = cell_key(level, x.first[span], row_y, row_z);
      const std::uint64_t last_key = cell_key(level, x.last[span], row_y, row_z);
      if (last_key < own_key) continue;
      std::uint32_t& hint = neighbours.hints[18 * level + row];
      hint = first_cell_from(grid, level_first, level_last, std::max(first_key, own_key), hint);
      std::uint32_t end = hint;
      while (end < level_last && grid.cell_keys[end] <= last_key) ++end;
      if (end > hint) neighbours.ranges[neighbours.count++] = {grid.cell_begin[hint], grid.cell_begin[end]};
    }
  }
}

}  // namespace scree
