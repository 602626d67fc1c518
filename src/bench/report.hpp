// What a benchmark has measured, as plain data; as text to read and as JSON to keep.
#pragma once

#include <scree/real.hpp>

#include "core/machine.hpp"
#include "core/table.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scree::bench {

// How the text shows a number. JSON has it unrounded.
enum class Style : std::uint8_t {
  general,     // `digits` significant ones
  fixed,       // `digits` behind the point
  scientific,  // 1.2e-09: `digits` behind the point
  percent,     // the share 0.25 as 25, also in JSON; its unit is %
  integer,
};
struct Format {
  Style style = Style::general;
  int digits = 3;
};

using Cell = std::variant<std::monostate, std::string, Real>;  // empty, a word, a number

struct ReportColumn {
  std::string heading;
  std::string unit;  // empty: none. The text shows "heading [unit]"
  Align align = Align::right;
  Format format;  // of its numbers
};

struct ReportTable {
  std::string title;
  std::vector<ReportColumn> columns;
  std::vector<std::vector<Cell>> rows;  // as many cells as columns
};

// Something the benchmark must reach, and whether it did.
struct Bar {
  std::string what;  // "gjk-td: mean time [ns] < 1000"
  Real measured = 0;
  bool passed = false;
};
// Kinds of bars. A measured value that is not a number misses every bar.
Bar at_most(const std::string& what, Real measured, Real limit);
Bar at_least(const std::string& what, Real measured, Real limit);
Bar below(const std::string& what, Real measured, Real limit);

// A picture that `scree bench --plot` writes.
struct ReportPlot {
  std::string name;  // of its file, without the ending
  std::string svg;
};

// Something else to keep: a picture that `--plot` writes, or a table that `--out` does.
struct ReportFile {
  std::string name;  // with its ending
  std::string bytes;
};

struct Report {
  std::string name;      // filled in by run_benchmark, as are machine, seconds and peak_memory
  std::string measures;  // one line: what is measured
  Machine machine;
  std::vector<std::pair<std::string, Cell>> parameters;  // "pairs", 100000
  std::vector<ReportTable> tables;
  std::vector<Bar> bars;
  std::vector<std::string> notes;  // one sentence or two each
  std::vector<ReportPlot> plots;   // in neither the text nor the JSON, as the next two
  std::vector<ReportFile> pictures;
  std::vector<ReportFile> data;
  Real seconds = 0;              // the whole run
  std::int64_t peak_memory = 0;  // bytes
};

std::string to_text(const Report& report);
// One object, indented, ends with a line break. Numbers that are not finite become null.
std::string to_json(const Report& report);

}  // namespace scree::bench
