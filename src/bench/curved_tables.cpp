// The tables, bars and notes of `curved`.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/curved_pairs.hpp"

namespace scree::bench {
namespace {

constexpr Format counted{Style::integer, 0}, error{Style::scientific, 1};
constexpr Real wanted_error = 1e-12;  // x size: what the exact ones promise

Real number(std::uint64_t count) { return static_cast<Real>(count); }

std::vector<ReportColumn> columns(const std::string& first) {
  return {{first, "", Align::left, {}},
          {"algorithm", "", Align::left, {}},
          {"cold time", "ns", Align::right, counted},
          {"warm time", "ns", Align::right, counted},
          {"mean error", "sizes", Align::right, error},
          {"worst error", "sizes", Align::right, error},
          {"mean angle", "deg", Align::right, error},
          {"wrong state", "", Align::right, counted},
          {"failures", "", Align::right, counted},
          {"fallback", "", Align::right, counted}};
}

void add_rows(const CurvedCell& cell, ReportTable& table) {
  for (const CurvedTally& t : cell.tallies) {
    table.rows.push_back({cell.shapes, t.algorithm, t.cold_time, t.warm_time, t.mean_error, t.worst_error,
                          t.mean_angle, number(t.wrong_states), number(t.failures), number(t.fallbacks)});
  }
}

// All pairs of types that an algorithm knows, together.
ReportTable summary_table(const std::vector<CurvedCell>& cells) {
  ReportTable table{"Every algorithm, over the pairs of types that it knows",
                    {{"algorithm", "", Align::left, {}},
                     {"pairs of types", "", Align::right, counted},
                     {"pairs", "", Align::right, counted},
                     {"failures", "", Align::right, counted},
                     {"wrong state", "", Align::right, counted},
                     {"worst error", "sizes", Align::right, error}},
                    {}};
  for (const Algorithm algorithm : curved_algorithms()) {
    Real types = 0, pairs = 0, failures = 0, states = 0, worst = 0;
    for (const CurvedCell& cell : cells) {
      for (const CurvedTally& t : cell.tallies) {
        if (t.algorithm != name(algorithm)) continue;
        types += 1;
        pairs += number(t.pairs);
        failures += number(t.failures);
        states += number(t.wrong_states);
        worst = std::max(worst, t.worst_error);
      }
    }
    if (types > 0)
      table.rows.push_back({std::string(name(algorithm)), types, pairs, failures, states, worst});
  }
  return table;
}

// For the algorithms that promise rounding on curved shapes.
void add_bars(const ReportTable& summary, Report& report) {
  for (const auto& row : summary.rows) {
    const auto& algorithm = std::get<std::string>(row[0]);
    if (algorithm != "common-normal" && algorithm != "curved") continue;
    report.bars.push_back(at_most(algorithm + ": failures", std::get<Real>(row[3]), 0));
    report.bars.push_back(at_most(algorithm + ": worst error [sizes]", std::get<Real>(row[5]), wanted_error));
  }
}

}  // namespace

Report report_of(const std::vector<CurvedCell>& cells, const CurvedCell& meshes) {
  Report report;
  report.measures = "every pair of types with a curved shape: time and error of the distance, cold and warm";
  ReportTable by_types{"By pair of types", columns("A, B"), {}};
  std::uint64_t missed = 0, all = 0, overlaps = 0;
  for (const CurvedCell& cell : cells) {
    add_rows(cell, by_types);
    missed += cell.missed;
    all += cell.pairs;
    overlaps += cell.overlaps;
  }
  ReportTable mesh_table{
      fmt::format("Superellipsoids of Feng 2021, and their meshes of {} vertices", mesh_vertices),
      columns("shapes"),
      {}};
  add_rows(meshes, mesh_table);
  missed += meshes.missed;
  report.tables = {summary_table(cells), std::move(by_types), std::move(mesh_table)};
  add_bars(report.tables.front(), report);
  report.notes = {
      fmt::format("{} pairs, {} of them overlapping, and {} with meshes. Shapes of about 1 m; along a random "
                  "direction apart in a third of the pairs, else overlapping, by up to 0.15 of the smaller "
                  "one's size; in every fifth pair the axes are parallel.",
                  all, overlaps, meshes.pairs),
      fmt::format(
          "Error: of the distance, against a search over all directions in 80-bit arithmetic, in sizes "
          "of the larger shape. Where an answer's own direction separates better, that counts: the "
          "search missed the best direction in {} pairs.",
          missed),
      "Angle: between the normals. Where several directions are as good, or the answer is a flat side "
      "on a flat side, a wrong one need not be an error. Wrong state: overlap mixed up with none.",
      "Warm: with the cache of a query on the pair a thousandth of a size and a milliradian away. "
      "Meshes: the vertices lie on the superellipsoids, by a golden spiral; the errors are against the "
      "superellipsoids."};
  return report;
}

}  // namespace scree::bench
