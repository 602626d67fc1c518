// A grid with levels: pieces sorted by the cell that holds the middle of their box.
#include "neighbour/grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace scree {
namespace {

constexpr std::uint32_t most_cells = 1U << cell_bits;
constexpr Real all_units = 0x1p32;
constexpr Real units_per_cell = all_units / most_cells;  // of the finest level, along axes without a period
constexpr std::uint64_t not_in_grid = std::numeric_limits<std::uint64_t>::max();

// Cells must be larger than boxes by what rounding to units adds to a box, some seven units.
constexpr Real cell_slack = 1.002;
// The finest level follows the smallest piece down to this many halvings of the largest dynamic one.
constexpr int most_halvings = 14;

bool in_grid(const Model& model, const State& state, std::uint32_t piece) {
  return state.present[model.piece_body[piece]] != 0 &&
         model.views[model.piece_shape[piece]].type != ShapeType::half_space;
}

Grid::Extents chunk_extents(const Model& model, const State& state, const Geometry& geometry, Real margin,
                            std::size_t begin, std::size_t end) {
  Grid::Extents extents{0, 0, std::numeric_limits<Real>::infinity()};
  for (auto piece = static_cast<std::uint32_t>(begin); piece < end; ++piece) {
    if (!in_grid(model, state, piece)) continue;
    const Bounds box = bounding_box(model, geometry, piece);
    const Vec3 edges = box.upper - box.lower;
    const Real extent = std::max({edges.x, edges.y, edges.z}) + 2 * margin;
    extents.largest = std::max(extents.largest, extent);
    extents.smallest = std::min(extents.smallest, extent);
    if (model.mobility[model.piece_body[piece]] == Mobility::dynamic) {
      extents.largest_dynamic = std::max(extents.largest_dynamic, extent);
    }
  }
  return extents;
}

Grid::Extents all_extents(const Model& model, const State& state, const Geometry& geometry, Real margin,
                          Exec& exec, std::vector<Grid::Extents>& chunks) {
  chunks.resize(chunk_count(piece_count(model)));
  for_chunks(exec, piece_count(model), [&](std::size_t chunk, std::size_t begin, std::size_t end, int) {
    chunks[chunk] = chunk_extents(model, state, geometry, margin, begin, end);
  });
  Grid::Extents all{0, 0, std::numeric_limits<Real>::infinity()};
  for (const Grid::Extents& chunk : chunks) {
    all.largest_dynamic = std::max(all.largest_dynamic, chunk.largest_dynamic);
    all.largest = std::max(all.largest, chunk.largest);
    all.smallest = std::min(all.smallest, chunk.smallest);
  }
  return all;
}

// How often `small` can be doubled and stay at or below `large`, at most `limit`.
int doublings_within(Real small, Real large, int limit) {
  int count = 0;
  while (count < limit && std::ldexp(small, count + 1) <= large) ++count;
  return count;
}

GridAxis make_axis(const Periodic& periodic, int axis, Real cell_edge, int levels) {
  if (!periodic.axis[axis]) return {0, units_per_cell / cell_edge, most_cells};
  // A whole number of cells on every level, so that the coarsest ones close the circle too; a level with one
  // cell fits everything.
  const Real fitting = std::clamp<Real>(periodic.length[axis] / cell_edge, 1, most_cells);
  const auto cells = static_cast<std::uint32_t>(fitting);
  const int halvings = std::min(levels - 1, static_cast<int>(std::bit_width(cells)) - 1);
  return {periodic.lower[axis], all_units / periodic.length[axis], cells >> halvings << halvings};
}

// One level's cells have just the size of the largest dynamic piece: in a system of equal pieces that is the
// only one, and as fine as can be. Walls may be larger, and have levels of their own.
void choose_cells(const Periodic& periodic, const Grid::Extents& extents, Grid& grid) {
  const int halvings = doublings_within(extents.smallest, extents.largest_dynamic, most_halvings);
  const Real cell_edge = std::ldexp(cell_slack * extents.largest_dynamic, -halvings);
  grid.levels = 1;
  while (grid.levels < most_levels && std::ldexp(cell_edge, grid.levels - 1) < cell_slack * extents.largest) {
    ++grid.levels;
  }
  for (int i = 0; i < 3; ++i) grid.axes[i] = make_axis(periodic, i, cell_edge, grid.levels);
}

// Below `units` by one to three, modulo 2^32. Places too far away for integers are all the same to the grid.
std::uint32_t grid_units_below(Real units) {
  if (!(std::fabs(units) < 0x1p62)) return 0;
  const auto towards_zero = static_cast<std::int64_t>(units);
  return static_cast<std::uint32_t>(towards_zero - 2);
}

// At least one unit larger than the box on every side: rounding loses nothing.
GridBox grid_box(const Grid& grid, const Bounds& box, Real margin) {
  GridBox result{};
  for (int i = 0; i < 3; ++i) {
    const GridAxis& axis = grid.axes[i];
    const Real lower = (box.lower[i] - margin - axis.origin) * axis.units_per_metre;
    const Real width = (box.upper[i] - box.lower[i] + 2 * margin) * axis.units_per_metre + 5;
    result.lower[i] = grid_units_below(lower);
    result.width[i] =
        width < all_units - 1 ? static_cast<std::uint32_t>(width) : std::numeric_limits<std::uint32_t>::max();
  }
  return result;
}

// The finest level whose cells are wider than the box along every axis.
int box_level(const Grid& grid, const GridBox& box) {
  int level = 0;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t cell_units = (std::uint64_t{1} << 32) / grid.axes[i].cells;
    const int wanted = std::bit_width((box.width[i] + std::uint64_t{1}) / cell_units);
    level = std::max(level, wanted);
  }
  return std::min(level, grid.levels - 1);
}

std::uint64_t box_key(const Grid& grid, const GridBox& box) {
  const int level = box_level(grid, box);
  std::uint32_t index[3] = {};
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t middle = box.lower[i] + box.width[i] / 2;
    index[i] = static_cast<std::uint32_t>((std::uint64_t{middle} * grid.axes[i].cells) >> 32) >> level;
  }
  return cell_key(level, index[0], index[1], index[2]);
}

void list_cells(Grid& grid) {
  grid.cell_keys.clear();
  grid.cell_begin.clear();
  for (std::uint32_t place = 0; place < grid.places.size(); ++place) {
    const std::uint64_t key = grid.places[place].key;
    if (!grid.cell_keys.empty() && grid.cell_keys.back() == key) continue;
    grid.cell_keys.push_back(key);
    grid.cell_begin.push_back(place);
  }
  grid.cell_begin.push_back(static_cast<std::uint32_t>(grid.places.size()));
  for (int level = 0; level <= most_levels; ++level) {
    const auto first =
        std::lower_bound(grid.cell_keys.begin(), grid.cell_keys.end(), cell_key(level, 0, 0, 0));
    grid.level_begin[level] = static_cast<std::uint32_t>(first - grid.cell_keys.begin());
  }
}

}  // namespace

void fill_grid(const Model& model, const State& state, const Geometry& geometry, Real margin, Exec& exec,
               Grid& grid) {
  grid.places.clear();
  const Grid::Extents extents = all_extents(model, state, geometry, margin, exec, grid.extents);
  if (extents.largest_dynamic > 0) {  // else no two pieces make a pair
    choose_cells(model.periodic, extents, grid);
    const auto box_of = [&](std::uint32_t piece) {
      return grid_box(grid, bounding_box(model, geometry, piece), margin);
    };
    grid.places.resize(piece_count(model));
    parallel_for(exec, piece_count(model), [&](std::size_t i) {
      const auto piece = static_cast<std::uint32_t>(i);
      grid.places[i] = {not_in_grid, piece, model.piece_body[piece]};
      if (in_grid(model, state, piece)) grid.places[i].key = box_key(grid, box_of(piece));
    });
    std::erase_if(grid.places, [](const Grid::Place& place) { return place.key == not_in_grid; });
    std::sort(grid.places.begin(), grid.places.end(), [](const Grid::Place& a, const Grid::Place& b) {
      return a.key != b.key ? a.key < b.key : a.piece < b.piece;
    });
    grid.boxes.resize(grid.places.size());
    parallel_for(exec, grid.places.size(),
                 [&](std::size_t i) { grid.boxes[i] = box_of(grid.places[i].piece); });
  }
  list_cells(grid);
}

}  // namespace scree
