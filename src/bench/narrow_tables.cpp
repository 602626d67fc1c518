// The tables, bars and the plot of `narrow`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/narrow.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();
constexpr std::size_t ours = 0, public_query = 1, in_batches = 2;  // contestants
constexpr Real most_superellipsoid_time = 400, most_ellipsoid_time = 250, most_time_of_many = 300;  // ns
constexpr int many_vertices = 400;
constexpr Real wanted_error = 1e-13, wanted_angle = 1e-11;  // x size, rad
constexpr Real exact_error = 1e-9;                          // x size: what counts as exact of others

bool is_polyhedra(const NarrowCell& cell) { return cell.shapes.empty(); }
Real number(std::size_t count) { return static_cast<Real>(count); }
Real time_or_none(const NarrowOutcome& outcome) { return outcome.queries == 0 ? not_a_number : outcome.time; }
Real angle_or_none(const NarrowCell& cell, const NarrowOutcome& outcome) {
  return cell.row->question == NarrowQuestion::depth && outcome.checked > 0 ? outcome.worst_angle
                                                                            : not_a_number;
}
Real error_or_none(const NarrowCell& cell, const NarrowOutcome& outcome) {
  return cell.row->question != NarrowQuestion::separated && outcome.checked > 0 ? outcome.worst_error
                                                                                : not_a_number;
}

// By the quicker way.
Real our_time(const NarrowCell& cell) {
  const NarrowOutcome& many = cell.outcomes[in_batches];
  const Real alone = cell.outcomes[ours].time;
  return many.queries > 0 ? std::min(alone, many.time) : alone;
}

// Figures of others, by the number of vertices.
Cell figure(const std::array<std::string_view, 4>& figures, int vertices) {
  constexpr std::array<int, 4> known{4, 8, 14, 50};
  const auto* found = std::find(known.begin(), known.end(), vertices);
  return found == known.end() ? Cell{} : Cell{std::string(figures[found - known.begin()])};
}

const Format ns{Style::fixed, 0}, short_ns{Style::fixed, 1}, count{Style::integer, 0},
    small{Style::scientific, 1};

ReportTable time_table(const std::vector<NarrowCell>& cells) {
  ReportTable table;
  table.title =
      "Time of a query: the default kernel with the relative pose ready, for one pair and for many at a "
      "time, and query(); beside it what others need.";
  table.columns = {{"query", "", Align::left, {}},
                   {"vertices", "", Align::right, count},
                   {"floor", "ns", Align::right, short_ns},
                   {"scree", "ns", Align::right, ns},
                   {"to floor", "", Align::right, {Style::fixed, 1}},
                   {"many", "ns", Align::right, ns},
                   {"many to floor", "", Align::right, {Style::fixed, 1}},
                   {"query()", "ns", Align::right, ns},
                   {"others: single", "ns", Align::right, {}},
                   {"exact double", "ns", Align::right, {}}};
  for (const NarrowRow& row : narrow_rows()) {
    for (const NarrowCell& cell : cells) {
      if (!is_polyhedra(cell) || cell.row != &row) continue;
      const Real time = cell.outcomes[ours].time, many = cell.outcomes[in_batches].time;
      table.rows.push_back({std::string(row.name), number(cell.vertices), cell.floor, time, time / cell.floor,
                            many, many / cell.floor, cell.outcomes[public_query].time,
                            figure(row.single_precision, cell.vertices),
                            figure(row.double_precision, cell.vertices)});
    }
  }
  return table;
}

ReportTable curved_table(const std::vector<NarrowCell>& cells) {
  ReportTable table;
  table.title = "Curved shapes: warm, depth and normal.";
  table.columns = {{"shapes", "", Align::left, {}},
                   {"scree", "ns", Align::right, ns},
                   {"query()", "ns", Align::right, ns}};
  for (const NarrowCell& cell : cells) {
    if (is_polyhedra(cell)) continue;
    table.rows.push_back(
        {std::string(cell.shapes), cell.outcomes[ours].time, cell.outcomes[public_query].time});
  }
  return table;
}

std::string shapes_name(const NarrowCell& cell) {
  return is_polyhedra(cell) ? fmt::format("{}", cell.vertices) : std::string(cell.shapes);
}

std::vector<ReportColumn> outcome_columns(const char* first, const char* second, Align align) {
  return {{first, "", Align::left, {}},
          {second, "", align, {}},
          {"queries", "", Align::right, count},
          {"no answer", "", Align::right, count},
          {"wrong state", "", Align::right, count},
          {"checked", "", Align::right, count},
          {"worst error", "", Align::right, small},
          {"worst angle", "rad", Align::right, small}};
}
void add_outcome(const NarrowCell& cell, const NarrowOutcome& o, std::vector<Cell> line, ReportTable& table) {
  for (const std::size_t value : {o.queries, o.failures, o.wrong, o.checked})
    line.emplace_back(number(value));
  line.emplace_back(error_or_none(cell, o));
  line.emplace_back(angle_or_none(cell, o));
  table.rows.push_back(std::move(line));
}

ReportTable outcome_table(const std::vector<NarrowCell>& cells) {
  ReportTable table;
  table.title =
      "Our answers. Errors against brute force on a sample, of curved shapes against a fine search: of "
      "distance "
      "and closest points in sizes, of the normal in overlap in rad.";
  table.columns = outcome_columns("query", "vertices", Align::right);
  for (const NarrowRow& row : narrow_rows()) {
    for (const NarrowCell& cell : cells) {
      if (cell.row == &row)
        add_outcome(cell, cell.outcomes[ours], {std::string(row.name), shapes_name(cell)}, table);
    }
  }
  return table;
}

NarrowOutcome sum_of(const std::vector<NarrowCell>& cells, const NarrowRow& row, std::size_t contestant) {
  NarrowOutcome sum;
  for (const NarrowCell& cell : cells) {
    if (!is_polyhedra(cell) || cell.row != &row) continue;
    const NarrowOutcome& o = cell.outcomes[contestant];
    sum.queries += o.queries;
    sum.failures += o.failures;
    sum.wrong += o.wrong;
    sum.checked += o.checked;
    sum.worst_error = std::max(sum.worst_error, o.worst_error);
    sum.worst_angle = std::max(sum.worst_angle, o.worst_angle);
  }
  return sum;
}

ReportTable all_outcomes_table(const std::vector<NarrowContestant>& contestants,
                               const std::vector<NarrowCell>& cells) {
  ReportTable table;
  table.title = "Everyone's answers, over all numbers of vertices, as above.";
  table.columns = outcome_columns("query", "by", Align::left);
  for (const NarrowRow& row : narrow_rows()) {
    NarrowCell any;
    any.row = &row;
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      const NarrowOutcome sum = sum_of(cells, row, k);
      if (sum.queries > 0) add_outcome(any, sum, {std::string(row.name), contestants[k].name}, table);
    }
  }
  return table;
}

// The least time of the others that `wanted` picks by their numbers.
template <class Wanted>
Real fastest_other(const NarrowCell& cell, Wanted wanted) {
  Real least = not_a_number;
  for (std::size_t k = in_batches + 1; k < cell.outcomes.size(); ++k) {
    if (wanted(k) && !(cell.outcomes[k].time >= least)) least = cell.outcomes[k].time;
  }
  return least;
}

// Everyone's times side by side, for runs with other libraries.
ReportTable contest_table(const std::vector<NarrowContestant>& contestants,
                          const std::vector<NarrowCell>& cells) {
  ReportTable table;
  table.title =
      "Everyone on the same pairs in the same rounds; the time of the fastest other over ours, and of the "
      "fastest "
      "other that is exact.";
  table.columns = {{"query", "", Align::left, {}}, {"vertices", "", Align::right, count}};
  for (const NarrowContestant& contestant : contestants)
    table.columns.push_back({contestant.name, "ns", Align::right, ns});
  table.columns.push_back({"fastest", "", Align::right, {Style::fixed, 1}});
  table.columns.push_back({"fastest exact", "", Align::right, {Style::fixed, 1}});
  for (const NarrowRow& row : narrow_rows()) {
    for (const NarrowCell& cell : cells) {
      if (!is_polyhedra(cell) || cell.row != &row) continue;
      const auto asked = [&](std::size_t k) { return cell.outcomes[k].queries > 0; };
      // By its answers for all numbers of vertices: where there are many, few are checked.
      const auto exact = [&](std::size_t k) {
        const NarrowOutcome sum = sum_of(cells, row, k);
        return asked(k) && sum.failures + sum.wrong == 0 && sum.worst_error <= exact_error;
      };
      std::vector<Cell> line{std::string(row.name), number(cell.vertices)};
      for (const NarrowOutcome& outcome : cell.outcomes) line.emplace_back(time_or_none(outcome));
      line.emplace_back(fastest_other(cell, asked) / our_time(cell));
      line.emplace_back(fastest_other(cell, exact) / our_time(cell));
      table.rows.push_back(std::move(line));
    }
  }
  return table;
}

// The largest of `value` over the cells that `chosen` picks; not a number for none.
template <class Chosen, class Value>
Real largest(const std::vector<NarrowCell>& cells, Chosen chosen, Value value) {
  Real most = not_a_number;
  for (const NarrowCell& cell : cells) {
    if (chosen(cell) && !(value(cell) <= most)) most = value(cell);
  }
  return most;
}

void add_time_bars(const std::vector<NarrowCell>& cells, Report& report) {
  for (const NarrowRow& row : narrow_rows()) {
    const auto chosen = [&](const NarrowCell& cell) {
      return cell.row == &row && (cell.vertices == 8 || cell.vertices == 14);
    };
    const std::string about = fmt::format("{}, 8 and 14 vertices: ", row.name);
    report.bars.push_back(at_most(about + "time [ns]", largest(cells, chosen, our_time), row.most_time));
    const Real floors =
        largest(cells, chosen, [](const NarrowCell& cell) { return our_time(cell) / cell.floor; });
    report.bars.push_back(at_most(about + "time over the floor's", floors, row.most_floors));
  }
  const auto many = [](const NarrowCell& cell) { return cell.vertices == many_vertices && cell.row->warm; };
  report.bars.push_back(at_most(fmt::format("warm, any, {} vertices: time [ns]", many_vertices),
                                largest(cells, many, our_time), most_time_of_many));
  const auto add_curved = [&](std::string_view shapes, Real limit) {
    const auto chosen = [&](const NarrowCell& cell) { return cell.shapes == shapes; };
    report.bars.push_back(
        at_most(fmt::format("warm, depth, {}: time [ns]", shapes), largest(cells, chosen, our_time), limit));
  };
  add_curved("superellipsoids", most_superellipsoid_time);
  add_curved("ellipsoids", most_ellipsoid_time);
}

void add_error_bars(const std::vector<NarrowCell>& cells, Report& report) {
  const auto all = [](const NarrowCell&) { return true; };
  const auto failures = [](const NarrowCell& cell) {
    std::size_t sum = 0;
    for (const std::size_t k : {ours, public_query, in_batches})
      sum += cell.outcomes[k].failures + cell.outcomes[k].wrong;
    return number(sum);
  };
  report.bars.push_back(at_most("no answer or a wrong state", largest(cells, all, failures), 0));
  const auto error = [](const NarrowCell& cell) {
    return std::max(cell.outcomes[ours].worst_error, cell.outcomes[in_batches].worst_error);
  };
  report.bars.push_back(at_most("worst error [sizes]", largest(cells, all, error), wanted_error));
  const auto angle = [](const NarrowCell& cell) { return cell.outcomes[ours].worst_angle; };
  report.bars.push_back(
      at_most("worst angle of a normal [rad], polyhedra", largest(cells, is_polyhedra, angle), wanted_angle));
}

std::string placement_note() {
  std::string ranges;
  for (const NarrowRow& row : narrow_rows()) {
    ranges += fmt::format("{}{} {:g} to {:g}", ranges.empty() ? "" : "; ", row.name, row.placement.least,
                          row.placement.largest);
  }
  return fmt::format("Gaps and depths, in sizes of the larger shape: {}.", ranges);
}

PlotSeries line_of(std::string name, int colour, Dash dash, Marker marker) {
  PlotSeries line;
  line.name = std::move(name);
  line.colour = colour;
  line.dash = dash;
  line.marker = marker;
  return line;
}

// A line for each row, and the floor of the last one.
std::string time_plot(const std::vector<NarrowCell>& cells) {
  constexpr std::array<Marker, 3> markers{Marker::circle, Marker::square, Marker::triangle};
  Plot plot{"Time of a query", {"vertices", true}, {"time [ns]", true}, {}};
  int index = 0;
  for (const NarrowRow& row : narrow_rows()) {
    PlotSeries line = line_of(std::string(row.name), index, row.warm ? Dash::solid : Dash::dashed,
                              markers[static_cast<std::size_t>(row.question)]);
    for (const NarrowCell& cell : cells) {
      if (!is_polyhedra(cell) || cell.row != &row) continue;
      line.x.push_back(cell.vertices);
      line.y.push_back(our_time(cell));
    }
    plot.series.push_back(std::move(line));
    ++index;
  }
  PlotSeries floor = line_of("floor", index, Dash::dotted, Marker::cross);
  for (const NarrowCell& cell : cells) {
    if (!is_polyhedra(cell) || cell.row != &narrow_rows().back()) continue;
    floor.x.push_back(cell.vertices);
    floor.y.push_back(cell.floor);
  }
  plot.series.push_back(std::move(floor));
  return to_svg(plot);
}

}  // namespace

Report narrow_report(const NarrowPlan& plan, const std::vector<NarrowContestant>& contestants,
                     const std::vector<NarrowCell>& cells) {
  Report report;
  report.measures = "one contact query, cold and warm, by number of vertices, beside the least it can cost";
  report.parameters = {{"shapes in a set", Real{narrow_shape_count}},
                       {"step [sizes, rad]", narrow_step},
                       {"references", number(plan.references)}};
  report.tables = {time_table(cells), curved_table(cells), outcome_table(cells)};
  if (contestants.size() > in_batches + 1) {
    report.tables.push_back(contest_table(contestants, cells));
    report.tables.push_back(all_outcomes_table(contestants, cells));
  }
  add_time_bars(cells, report);
  add_error_bars(cells, report);
  report.notes = {
      "Cold: an empty cache for each query. Warm: each pair has its own cache and is asked along a path.",
      "Separated: yes or no, with a cutoff of 0. Depth has the same cutoff, distance has none.",
      placement_note(),
      "scree: the kernel as the simulation calls it, with a ready matrix. many: 256 pairs at a time.",
      "The quicker of these two counts for the bars.",
      "query(): the public call, with a quaternion.",
      "Floor: one separating-axis test along a kept direction, on the same pairs in the same rounds.",
      "Others: the best of other libraries, measured on a machine of this kind.",
      "In single precision up to one in 25 near touch is degenerate; depths are off by up to 6e-3 sizes."};
  report.plots = {{"narrow", time_plot(cells)}};
  return report;
}

}  // namespace scree::bench
