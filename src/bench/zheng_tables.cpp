// The tables of `zheng-pairs`.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "bench/zheng_pairs.hpp"

namespace scree::bench {
namespace {

constexpr std::size_t ds = 0, fds = 1;  // of zheng_algorithms

// The shapes of the rows, each once.
std::vector<std::string> groups_of(const std::vector<ZhengRow>& rows) {
  std::vector<std::string> groups;
  for (const ZhengRow& row : rows) {
    if (std::find(groups.begin(), groups.end(), row.shapes) == groups.end()) groups.push_back(row.shapes);
  }
  return groups;
}

std::string_view situation_text(ZhengSituation situation) {
  constexpr std::array<std::string_view, zheng_situation_count> texts{
      "In contact, a gap of d_tol/5", "Overlapping by d_tol/10", "Near but 3 d_tol apart"};
  return texts[static_cast<std::size_t>(situation)];
}

// As the paper gives them: the mean over the contact types.
Cell paper_ratio(std::string_view group, ZhengSituation situation) {
  if (situation != ZhengSituation::contact) return {};
  if (group == "hexahedra") return "3.7";
  return group == "tetrahedra" ? Cell{"2.2"} : Cell{};
}

// The times a table shows.
using Which = ZhengTimes::Both ZhengTimes::*;

// First: ds's time and its ratios to the others; updated: the same.
std::vector<Real> time_cells(const ZhengRow& row, Which which) {
  std::vector<Real> cells;
  for (const auto part : {&ZhengTimes::Both::first, &ZhengTimes::Both::updated}) {
    const Real base = row.times[ds].*which.*part;
    cells.push_back(base);
    for (std::size_t k = 1; k < zheng_algorithms.size(); ++k) {
      cells.push_back(base / (row.times[k].*which.*part));
    }
  }
  return cells;
}

// The paper has figures for shapes of space only.
bool has_paper(const std::vector<ZhengRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ZhengRow& row) {
    return paper_ratio(row.shapes, ZhengSituation::contact) != Cell{};
  });
}

std::vector<ReportColumn> time_columns(bool paper) {
  std::vector<ReportColumn> columns{{"shapes", "", Align::left, {}}, {"type", "", Align::left, {}}};
  for (const char* const when : {"first", "updated"}) {
    columns.push_back({fmt::format("{}: ds", when), "ns", Align::right, {Style::fixed, 0}});
    for (std::size_t k = 1; k < zheng_algorithms.size(); ++k) {
      columns.push_back(
          {fmt::format("ds/{}", name(zheng_algorithms[k])), "", Align::right, {Style::fixed, 2}});
    }
  }
  if (paper) columns.push_back({"paper: ds/fds", "", Align::right, {}});
  return columns;
}

std::vector<Cell> row_cells(std::string_view shapes, std::string_view type, const std::vector<Real>& numbers,
                            Cell paper) {
  std::vector<Cell> cells{std::string(shapes), std::string(type)};
  cells.insert(cells.end(), numbers.begin(), numbers.end());
  cells.push_back(std::move(paper));
  return cells;
}

// Leaves the paper's cells out where there is no column for them.
void fit_rows(ReportTable& table) {
  for (std::vector<Cell>& row : table.rows) row.resize(table.columns.size());
}

std::vector<const ZhengRow*> select(const std::vector<ZhengRow>& rows, ZhengSituation situation,
                                    std::string_view group) {
  std::vector<const ZhengRow*> found;
  for (const ZhengRow& row : rows) {
    if (row.situation == situation && row.shapes == group) found.push_back(&row);
  }
  return found;
}

std::vector<Real> mean_cells(const std::vector<const ZhengRow*>& rows, Which which) {
  std::vector<Real> sum;
  for (const ZhengRow* const row : rows) {
    const std::vector<Real> cells = time_cells(*row, which);
    sum.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) sum[i] += cells[i] / static_cast<Real>(rows.size());
  }
  return sum;
}

ReportTable time_table(const std::vector<ZhengRow>& rows, ZhengSituation situation) {
  ReportTable table;
  table.title = fmt::format("{}: time of ds, and its ratio to the others, with every contact point.",
                            situation_text(situation));
  table.columns = time_columns(has_paper(rows));
  for (const std::string& group : groups_of(rows)) {
    const auto selected = select(rows, situation, group);
    for (const ZhengRow* const row : selected) {
      table.rows.push_back(row_cells(group, row->name, time_cells(*row, &ZhengTimes::points), {}));
    }
    table.rows.push_back(
        row_cells(group, "mean", mean_cells(selected, &ZhengTimes::points), paper_ratio(group, situation)));
  }
  fit_rows(table);
  return table;
}

ReportTable plain_table(const std::vector<ZhengRow>& rows) {
  ReportTable table;
  table.title = "The means again, when only distance and normal are asked for.";
  table.columns = time_columns(has_paper(rows));
  table.columns[1].heading = "situation";
  for (const std::string& group : groups_of(rows)) {
    for (int k = 0; k < zheng_situation_count; ++k) {
      const auto situation = static_cast<ZhengSituation>(k);
      table.rows.push_back(row_cells(group, situation_text(situation),
                                     mean_cells(select(rows, situation, group), &ZhengTimes::plain),
                                     paper_ratio(group, situation)));
    }
  }
  fit_rows(table);
  return table;
}

// The type found most often, and how often where it is not always.
std::string type_text(const ZhengOutcome& outcome) {
  const auto* const most = std::max_element(outcome.types.begin(), outcome.types.end());
  if (*most == 0) return "none";
  const std::string_view found = name(static_cast<ContactType>(most - outcome.types.begin()));
  if (*most == outcome.queries) return std::string(found);
  return fmt::format("{} {:.0f} %", found,
                     100 * static_cast<Real>(*most) / static_cast<Real>(outcome.queries));
}

std::int64_t found(const ZhengOutcome& outcome) {
  return outcome.queries - outcome.failures - outcome.excluded;
}
Real per_found(Real sum, const ZhengOutcome& outcome) { return sum / static_cast<Real>(found(outcome)); }

ReportTable type_table(const std::vector<ZhengRow>& rows, ZhengSituation situation) {
  ReportTable table;
  table.title = fmt::format("{}: contact type found, and the mean number of contact points.",
                            situation_text(situation));
  table.columns = {
      {"shapes", "", Align::left, {}}, {"type", "", Align::left, {}}, {"exact", "", Align::left, {}}};
  for (const Algorithm algorithm : zheng_algorithms) {
    table.columns.push_back({std::string(name(algorithm)), "", Align::left, {}});
  }
  table.columns.push_back({"points: exact", "", Align::right, {}});
  for (const Algorithm algorithm : zheng_algorithms) {
    table.columns.push_back({std::string(name(algorithm)), "", Align::right, {}});
  }
  for (const ZhengRow& row : rows) {
    if (row.situation != situation) continue;
    std::vector<Cell> cells{row.shapes, row.name, type_text(row.exact)};
    for (const ZhengOutcome& o : row.outcomes) cells.emplace_back(type_text(o));
    cells.emplace_back(per_found(static_cast<Real>(row.exact.points), row.exact));
    for (const ZhengOutcome& o : row.outcomes) {
      cells.emplace_back(per_found(static_cast<Real>(o.points), o));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ReportTable error_table(const std::vector<ZhengRow>& rows, ZhengSituation situation) {
  ReportTable table;
  table.title = fmt::format(
      "{}: angle between the normal and the exact one, largest error of the distance "
      "in units of d_tol, answers of a fallback.",
      situation_text(situation));
  table.columns = {{"shapes", "", Align::left, {}}, {"type", "", Align::left, {}}};
  constexpr Real degree = 3.14159265358979323846 / 180;
  for (const Algorithm algorithm : zheng_algorithms) {
    const std::string_view who = name(algorithm);
    table.columns.push_back({fmt::format("{}: mean", who), "deg", Align::right, {Style::fixed, 2}});
    table.columns.push_back({"worst", "deg", Align::right, {Style::fixed, 2}});
    table.columns.push_back({"distance", "", Align::right, {Style::scientific, 1}});
  }
  table.columns.push_back({"ds fallback", "%", Align::right, {Style::percent, 0}});
  table.columns.push_back({"fds fallback", "%", Align::right, {Style::percent, 0}});
  for (const ZhengRow& row : rows) {
    if (row.situation != situation) continue;
    std::vector<Cell> cells{row.shapes, row.name};
    for (const ZhengOutcome& o : row.outcomes) {
      const Real none = per_found(0, o);  // not a number where nothing was found
      cells.emplace_back(per_found(o.sum_angle, o) / degree);
      cells.emplace_back(o.worst_angle / degree + none);
      cells.emplace_back(o.worst_distance + none);
    }
    for (const std::size_t k : {ds, fds}) {
      const ZhengOutcome& o = row.outcomes[k];
      cells.emplace_back(static_cast<Real>(o.fallbacks) / static_cast<Real>(o.queries));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ReportTable exclusion_table(const std::vector<ZhengRow>& rows) {
  ReportTable table;
  table.title = "Near but 3 d_tol apart, so to be excluded: share of queries that say so.";
  table.columns = {{"shapes", "", Align::left, {}}};
  for (const Algorithm algorithm : zheng_algorithms) {
    table.columns.push_back({std::string(name(algorithm)), "%", Align::right, {Style::percent, 1}});
  }
  for (const std::string& group : groups_of(rows)) {
    std::vector<Cell> cells{group};
    for (std::size_t k = 0; k < zheng_algorithms.size(); ++k) {
      Real excluded = 0, queries = 0;
      for (const ZhengRow* const row : select(rows, ZhengSituation::excluded, group)) {
        excluded += static_cast<Real>(row->outcomes[k].excluded);
        queries += static_cast<Real>(row->outcomes[k].queries);
      }
      cells.emplace_back(excluded / queries);
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

void add_zheng_tables(const std::vector<ZhengRow>& rows, const ZhengPlan& plan, Report& report) {
  report.measures = "time of contact detection by type of contact, and what is found";
  report.parameters = {{"placements of each type", static_cast<Real>(plan.size.placements)},
                       {"steps of each", static_cast<Real>(plan.size.steps)},
                       {"d_tol [shortest edge]", 0.05}};
  for (int k = 0; k < zheng_situation_count; ++k) {
    report.tables.push_back(time_table(rows, static_cast<ZhengSituation>(k)));
  }
  report.tables.push_back(plain_table(rows));
  for (const auto situation : {ZhengSituation::contact, ZhengSituation::overlap}) {
    report.tables.push_back(type_table(rows, situation));
    report.tables.push_back(error_table(rows, situation));
  }
  report.tables.push_back(exclusion_table(rows));
  report.notes = {
      "first: every query has an empty cache. updated: B moves by a small step before each query, and the "
      "cache is kept.",
      "Every query may stop at a proven distance above d_tol. ds knows no exclusion: when its search finds "
      "nothing, the exact solver of gjk-epa says how far apart the two are, and its time counts."};
}

Report zheng_report(const ZhengPlan& plan) {
  Report report;
  add_zheng_tables(zheng_rows(plan), plan, report);
  report.notes.insert(report.notes.begin() + 1,
                      "The contact normal of ds and fds for v-v and v-e is an average by definition, so that "
                      "it differs from the exact one.");
  return report;
}

}  // namespace scree::bench
