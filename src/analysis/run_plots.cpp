#include "analysis/run_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "analysis/csv_reader.hpp"
#include "analysis/force_plots.hpp"
#include "analysis/thin_series.hpp"
#include "core/progress.hpp"

namespace scree {
namespace {

constexpr const char* forces_quantity = "forces";

// A line is a sum of columns.
struct Term {
  std::string_view column;
  Real factor = 1;
};
struct Line {
  std::string name;
  std::vector<Term> terms;
};
struct Quantity {
  std::string_view name;
  std::string title, label;
  bool may_be_logarithmic = false;
  std::vector<Line> lines;
};

const std::vector<Quantity>& table_quantities() {
  static const std::vector<Quantity> all{
      {"energies",
       "Energies",
       "energy [J]",
       false,
       {{"total",
         {{"translation_J"},
          {"rotation_J"},
          {"gravity_J"},
          {"elastic_J"},
          {"shear_J"},
          {"friction_J"},
          {"damping_J"},
          {"work_J", -1},
          {"supplied_J", -1}}},
        {"kinetic", {{"translation_J"}, {"rotation_J"}}},
        {"gravity, since the start", {{"gravity_J"}}},
        {"stored in contacts", {{"elastic_J"}, {"shear_J"}}},
        {"lost to friction", {{"friction_J"}}},
        {"lost to damping", {{"damping_J"}}},
        {"work of moved bodies", {{"work_J"}}},
        {"supplied by events", {{"supplied_J"}}}}},
      {"kinetic",
       "Kinetic energy",
       "energy [J]",
       true,
       {{"translation", {{"translation_J"}}}, {"rotation", {{"rotation_J"}}}}},
      {"balance",
       "Error of the energy balance",
       "error / most energy in play [-]",
       true,
       {{"", {{"balance_error"}}}}},
      {"contacts",
       "Contacts",
       "number [-]",
       false,
       {{"contact points", {{"contacts"}}}, {"particles", {{"particles"}}}}},
      {"coordination",
       "Coordination number",
       "contacts per particle [-]",
       false,
       {{"", {{"coordination_number"}}}}},
      {"overlap",
       "Overlap",
       "overlap / size [-]",
       true,
       {{"largest", {{"max_overlap_ratio"}}}, {"mean", {{"mean_overlap_ratio"}}}}},
      {"speed", "Largest speed", "speed [m/s]", true, {{"", {{"max_speed_m_s"}}}}}};
  return all;
}

bool wanted(const std::vector<std::string>& quantities, std::string_view name) {
  return quantities.empty() || std::find(quantities.begin(), quantities.end(), name) != quantities.end();
}

// What lies at the world's origin counts nothing: only changes of it mean something.
bool counts_from_start(std::string_view column) { return column == "gravity_J"; }

// A tenth or more of the values are below a hundredth of the largest: a linear axis would not show them.
bool wants_logarithm(const std::vector<PlotSeries>& lines) {
  for (const PlotSeries& line : lines) {
    const Real largest = line.y.empty() ? 0 : *std::max_element(line.y.begin(), line.y.end());
    const auto small =
        std::count_if(line.y.begin(), line.y.end(), [&](Real y) { return y > 0 && y < 0.01 * largest; });
    if (largest > 0 && 10 * static_cast<std::size_t>(small) >= line.y.size()) return true;
  }
  return false;
}

void choose_axis(Plot& plot) {
  plot.y.logarithmic = wants_logarithm(plot.series);
  if (!plot.y.logarithmic) return;
  constexpr Real most_decades = 1e12;
  Real largest = 0, least = std::numeric_limits<Real>::infinity();
  for (const PlotSeries& line : plot.series) {
    for (const Real y : line.y) {
      largest = std::max(largest, y);
      if (y > 0) least = std::min(least, y);
    }
  }
  if (least < largest / most_decades) {
    plot.y.low = std::pow(10, std::floor(std::log10(largest / most_decades)));
  }
}

class TablePlots {
 public:
  TablePlots(const std::vector<std::string>& quantities, const CsvReader& table, Real first, Real last)
      : time_(time_axis(first, last)) {
    for (const Quantity& quantity : table_quantities()) {
      if (!wanted(quantities, quantity.name)) continue;
      for (const Line& line : quantity.lines) {
        lines_.push_back({&quantity, &line, {}, ThinSeries(first, last)});
        for (const Term& term : line.terms) {
          const Result<std::size_t> column = table.column(term.column);
          if (!column && !error_) error_ = column.error();
          lines_.back().columns.push_back(column ? *column : 0);
        }
      }
    }
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  void add(const CsvReader& table, const std::vector<std::string>& row, Real time) {
    for (DrawnLine& line : lines_) {
      Real sum = 0;
      for (std::size_t i = 0; i < line.columns.size(); ++i) {
        const std::string_view column = line.line->terms[i].column;
        const Result<Real> value = table.number(row, line.columns[i]);
        if (!value) {
          if (!error_) error_ = value.error();
          return;
        }
        if (counts_from_start(column) && !start_) start_ = *value;
        sum += line.line->terms[i].factor * (counts_from_start(column) ? *value - *start_ : *value);
      }
      line.values.add(time, sum);
    }
  }

  [[nodiscard]] std::vector<NamedPlot> plots() const {
    std::vector<NamedPlot> all;
    const Quantity* last = nullptr;
    for (const DrawnLine& line : lines_) {
      if (line.quantity != last) {
        all.push_back(
            {std::string(line.quantity->name), {line.quantity->title, time_, {line.quantity->label}, {}}});
      }
      last = line.quantity;
      if (!line.line->name.empty() && !can_be_seen(line)) continue;
      PlotSeries series{line.line->name, line.values.x(), line.values.y()};
      style_line(series, all.back().plot.series.size());
      if (line.line->name.empty()) series.marker = Marker::none;
      all.back().plot.series.push_back(std::move(series));
    }
    for (NamedPlot& plot : all) {
      const auto quantity = std::find_if(table_quantities().begin(), table_quantities().end(),
                                         [&](const Quantity& q) { return q.name == plot.name; });
      if (quantity->may_be_logarithmic) choose_axis(plot.plot);
    }
    return all;
  }

 private:
  struct DrawnLine {
    const Quantity* quantity;
    const Line* line;
    std::vector<std::size_t> columns;
    ThinSeries values;
  };
  static Real size(const DrawnLine& line) {
    return std::max(std::fabs(line.values.least()), std::fabs(line.values.largest()));
  }
  // Beside the others of its plot: a line that lies on zero throughout tells nothing.
  [[nodiscard]] bool can_be_seen(const DrawnLine& line) const {
    constexpr Real least_share = 0.002;  // less than a pixel; a logarithmic axis shows less
    Real largest = 0;
    for (const DrawnLine& other : lines_) {
      if (other.quantity == line.quantity) largest = std::max(largest, size(other));
    }
    return size(line) > (line.quantity->may_be_logarithmic ? 0 : least_share * largest);
  }
  PlotAxis time_;
  std::vector<DrawnLine> lines_;
  std::optional<Real> start_;  // J, gravity's
  std::optional<Error> error_;
};

Result<std::vector<NamedPlot>> plot_table(const std::string& path,
                                          const std::vector<std::string>& quantities) {
  Result<CsvReader> table = CsvReader::open(path);
  if (!table) return table.error();
  const Result<std::size_t> time_column = table->column("time_s");
  if (!time_column) return time_column.error();
  const Result<std::optional<Real>> last = table->last_first_number();
  if (!last) return last.error();
  std::optional<TablePlots> plots;
  std::vector<std::string> row;
  Progress progress("bytes", table->bytes());
  for (;;) {
    const Result<bool> more = table->next(row);
    if (!more) return more.error();
    if (!*more) break;
    const Result<Real> time = table->number(row, *time_column);
    if (!time) return time.error();
    if (!plots) plots.emplace(quantities, *table, *time, last->value_or(*time));
    if (!plots->error()) plots->add(*table, row, *time);
    if (plots->error()) return *plots->error();
    progress.update(table->bytes_read());
  }
  if (!plots) return Error{fmt::format("{}: has no rows yet", path)};
  return plots->plots();
}

}  // namespace

const std::vector<std::string_view>& plot_quantities() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Quantity& quantity : table_quantities()) all.push_back(quantity.name);
    all.emplace_back(forces_quantity);
    return all;
  }();
  return names;
}

PlotAxis time_axis(Real first, Real last) {
  PlotAxis axis{"time [s]"};
  if (last > first) {
    axis.low = first;
    axis.high = last;
  }
  return axis;
}

void style_line(PlotSeries& line, std::size_t n) {
  constexpr std::array<Dash, 4> dashes{Dash::solid, Dash::dashed, Dash::dash_dotted, Dash::dotted};
  constexpr std::array<Marker, 5> markers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond,
                                          Marker::cross};
  constexpr int markers_along = 8;
  line.colour = static_cast<int>(n);
  line.dash = dashes[n % dashes.size()];
  line.marker = markers[n % markers.size()];
  line.filled = n < markers.size();
  const auto points = static_cast<int>(line.x.size());
  line.marker_every = std::max(1, points / markers_along);
  line.marker_from = static_cast<int>(n) * line.marker_every / markers_along % line.marker_every;
}

Result<std::vector<NamedPlot>> plot_run(const std::string& folder,
                                        const std::vector<std::string>& quantities) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return Error{fmt::format("{}: no such folder", folder)};
  std::vector<NamedPlot> all;
  const bool only_forces = quantities.size() == 1 && quantities[0] == forces_quantity;
  if (!only_forces) {
    Result<std::vector<NamedPlot>> plots = plot_table((fs::path(folder) / "table.csv").string(), quantities);
    if (!plots) return plots.error();
    all = *std::move(plots);
  }
  if (wanted(quantities, forces_quantity)) {
    const Result<std::vector<NamedPlot>> plots = plot_forces((fs::path(folder) / "forces.csv").string());
    if (!plots) return plots.error();
    all.insert(all.end(), plots->begin(), plots->end());
  }
  return all;
}

}  // namespace scree
