#include "analysis/force_plots.hpp"

#include <fmt/format.h>
#include <scree/vec.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "analysis/csv_reader.hpp"
#include "analysis/thin_series.hpp"
#include "core/file_name.hpp"
#include "core/progress.hpp"

namespace scree {
namespace {

constexpr std::size_t most_walls = 8;   // in one plot
constexpr std::size_t most_names = 64;  // are looked at: a series takes a tenth of a megabyte
constexpr std::array<const char*, 3> component_columns{"fx_N", "fy_N", "fz_N"};
constexpr std::array<const char*, 3> component_names{"x", "y", "z"};

struct WallForce {
  std::string name;
  ThinSeries size;
  std::array<ThinSeries, 3> component;
};

Result<std::vector<WallForce>> read_forces(const std::string& path) {
  Result<CsvReader> table = CsvReader::open(path);
  if (!table) return table.error();
  std::array<std::size_t, 5> columns{};
  constexpr std::array<const char*, 5> names{"time_s", "body", component_columns[0], component_columns[1],
                                             component_columns[2]};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Result<std::size_t> column = table->column(names[i]);
    if (!column) return column.error();
    columns[i] = *column;
  }
  const Result<std::optional<Real>> last = table->last_first_number();
  if (!last) return last.error();
  std::vector<WallForce> walls;
  std::map<std::string, std::size_t> numbers;
  std::optional<Real> first;
  std::vector<std::string> row;
  Progress progress("bytes", table->bytes());
  for (;;) {
    const Result<bool> more = table->next(row);
    if (!more) return more.error();
    if (!*more) return walls;
    std::array<Real, 4> values{};  // time and force
    for (const std::size_t i : {0, 2, 3, 4}) {
      const Result<Real> value = table->number(row, columns[i]);
      if (!value) return value.error();
      values[i == 0 ? 0 : i - 1] = *value;
    }
    if (!first) first = values[0];
    const std::string& name = row[columns[1]];
    if (numbers.size() >= most_names && !numbers.contains(name)) continue;
    const auto [place, fresh] = numbers.try_emplace(name, walls.size());
    if (fresh) {
      const ThinSeries none(*first, last->value_or(*first));
      walls.push_back({name, none, {none, none, none}});
    }
    WallForce& wall = walls[place->second];
    wall.size.add(values[0], norm(Vec3{values[1], values[2], values[3]}));
    for (std::size_t i = 0; i < 3; ++i) wall.component[i].add(values[0], values[i + 1]);
    progress.update(table->bytes_read());
  }
}

PlotSeries line_of(const std::string& name, const ThinSeries& values, std::size_t n) {
  PlotSeries line{name, values.x(), values.y()};
  style_line(line, n);
  return line;
}

// A name for a file, unlike those taken.
std::string file_of(const std::string& wall, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wall) {
    // The sides of a box differ by + and - only.
    if (c == '+') {
      name += "plus";
    } else {
      name += is_file_name_letter(c) ? c : '-';
    }
  }
  std::string unlike = "force-" + name;
  for (int i = 2; !taken.insert(unlike).second; ++i) unlike = fmt::format("force-{}-{}", name, i);
  return unlike;
}

// The numbers of the walls to show, in their own order.
std::vector<std::size_t> largest_walls(const std::vector<WallForce>& walls) {
  std::vector<std::size_t> order(walls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return walls[a].size.largest() > walls[b].size.largest();
  });
  order.resize(std::min(order.size(), most_walls));
  std::sort(order.begin(), order.end());
  return order;
}

// Walls may come and go: the first and last times of all.
PlotAxis times_of(const std::vector<WallForce>& walls) {
  std::vector<Real> times;
  for (const WallForce& wall : walls) {
    const std::vector<Real> own = wall.size.x();
    if (!own.empty()) times.insert(times.end(), {own.front(), own.back()});
  }
  if (times.empty()) return time_axis(0, 0);
  const auto [first, last] = std::minmax_element(times.begin(), times.end());
  return time_axis(*first, *last);
}

}  // namespace

Result<std::vector<NamedPlot>> plot_forces(const std::string& path) {
  const Result<std::vector<WallForce>> walls = read_forces(path);
  if (!walls) return walls.error();
  std::vector<NamedPlot> all;
  if (walls->empty()) return all;
  const std::vector<std::size_t> shown = largest_walls(*walls);
  const PlotAxis time = times_of(*walls);
  const std::string title =
      shown.size() == walls->size()
          ? "Forces on walls"
          : fmt::format("Forces on walls: the largest {} of {}", shown.size(), walls->size());
  all.push_back({"forces", {title, time, {"force [N]"}, {}}});
  for (const std::size_t i : shown) {
    const WallForce& wall = (*walls)[i];
    all[0].plot.series.push_back(line_of(wall.name, wall.size, all[0].plot.series.size()));
  }
  std::array<bool, 3> any{};
  for (const WallForce& wall : *walls) {
    for (std::size_t i = 0; i < 3; ++i) {
      any[i] = any[i] || wall.component[i].least() != 0 || wall.component[i].largest() != 0;
    }
  }
  std::set<std::string> taken;
  for (const std::size_t i : shown) {
    const WallForce& wall = (*walls)[i];
    Plot plot{fmt::format("Force on {}", wall.name), time, {"force [N]"}, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      if (any[k]) plot.series.push_back(line_of(component_names[k], wall.component[k], k));
    }
    if (!plot.series.empty()) all.push_back({file_of(wall.name, taken), std::move(plot)});
  }
  return all;
}

}  // namespace scree
