// Tables of text in aligned columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

enum class Align : std::uint8_t { left, right };
struct Column {
  std::string head;
  Align align = Align::right;
};
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};
// Head, rule, rows; each line ends without spaces.
std::string to_text(const Table& table);

}  // namespace scree
