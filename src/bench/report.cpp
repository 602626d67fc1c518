#include "bench/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

namespace scree::bench {
namespace {

std::string number_text(Real value, Format format) {
  if (std::isnan(value)) return "-";
  switch (format.style) {
    case Style::fixed:
      return fmt::format("{:.{}f}", value, format.digits);
    case Style::scientific:
      return value == 0 ? "0" : fmt::format("{:.{}e}", value, format.digits);
    case Style::percent:
      return fmt::format("{:.{}f}", 100 * value, format.digits);
    case Style::integer:
      return fmt::format("{:.0f}", value);
    case Style::general:
      break;
  }
  return fmt::format("{:.{}g}", value, format.digits);
}

std::string cell_text(const Cell& cell, Format format) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<Real>(&cell)) return number_text(*number, format);
  return "";
}

std::string table_text(const ReportTable& table) {
  Table text;
  for (const ReportColumn& column : table.columns) {
    const std::string unit = column.unit.empty() ? "" : fmt::format(" [{}]", column.unit);
    text.columns.push_back({column.heading + unit, column.align});
  }
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < row.size(); ++i) cells.push_back(cell_text(row[i], table.columns[i].format));
    text.rows.push_back(std::move(cells));
  }
  return fmt::format("{}\n\n{}", table.title, scree::to_text(text));
}

using Json = nlohmann::ordered_json;

Json to_json(const Cell& cell, Style style = Style::general) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const auto* number = std::get_if<Real>(&cell);
  if (number == nullptr || !std::isfinite(*number)) return nullptr;
  const Real value = style == Style::percent ? 100 * *number : *number;  // as its unit says
  // Counts without a point behind them, as long as a double holds them exactly.
  constexpr Real exact = 9007199254740992;
  if (value == std::floor(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
  return value;
}

Json to_json(const ReportTable& table) {
  Json columns = Json::array();
  for (const ReportColumn& column : table.columns) {
    columns.push_back(Json{{"heading", column.heading}, {"unit", column.unit}});
  }
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(to_json(row[i], table.columns[i].format.style));
    }
    rows.push_back(std::move(cells));
  }
  return Json{{"title", table.title}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Bar bar(const std::string& what, std::string_view relation, Real measured, Real limit, bool passed) {
  return {fmt::format("{} {} {:g}", what, relation, limit), measured, passed};
}

}  // namespace

Bar at_most(const std::string& what, Real measured, Real limit) {
  return bar(what, "<=", measured, limit, measured <= limit);
}
Bar at_least(const std::string& what, Real measured, Real limit) {
  return bar(what, ">=", measured, limit, measured >= limit);
}
Bar below(const std::string& what, Real measured, Real limit) {
  return bar(what, "<", measured, limit, measured < limit);
}

std::string to_text(const Report& report) {
  std::string text = fmt::format("{}: {}\n", report.name, report.measures);
  text += fmt::format("{}; {} processors; {}\n", report.machine.processor, report.machine.processors,
                      report.machine.compiler);
  std::string parameters;
  for (const auto& [key, value] : report.parameters) {
    parameters +=
        fmt::format("{}{} {}", parameters.empty() ? "" : ", ", key, cell_text(value, {Style::general, 12}));
  }
  if (!parameters.empty()) text += parameters + "\n";
  for (const ReportTable& table : report.tables) text += "\n" + table_text(table);
  if (!report.bars.empty()) text += "\n";
  for (const Bar& bar : report.bars) {
    text += fmt::format("{}  {}: {}\n", bar.passed ? "pass" : "FAIL", bar.what,
                        number_text(bar.measured, {Style::general, 4}));
  }
  if (!report.notes.empty()) text += "\n";
  for (const std::string& note : report.notes) text += note + "\n";
  constexpr Real mebibyte = 1024.0 * 1024.0;
  return text + fmt::format("\n{:.1f} s, {:.0f} MiB\n", report.seconds,
                            static_cast<Real>(report.peak_memory) / mebibyte);
}

std::string to_json(const Report& report) {
  Json parameters = Json::object();
  for (const auto& [key, value] : report.parameters) parameters[key] = to_json(value);
  Json tables = Json::array();
  for (const ReportTable& table : report.tables) tables.push_back(to_json(table));
  Json bars = Json::array();
  for (const Bar& bar : report.bars) {
    bars.push_back(
        Json{{"what", bar.what}, {"measured", to_json(Cell{bar.measured})}, {"passed", bar.passed}});
  }
  const Json machine{{"processor", report.machine.processor},
                     {"processors", report.machine.processors},
                     {"compiler", report.machine.compiler}};
  const Json all{{"benchmark", report.name},
                 {"measures", report.measures},
                 {"machine", machine},
                 {"parameters", std::move(parameters)},
                 {"tables", std::move(tables)},
                 {"bars", std::move(bars)},
                 {"notes", report.notes},
                 {"seconds", to_json(Cell{report.seconds})},
                 {"peak_memory_bytes", report.peak_memory}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree::bench
