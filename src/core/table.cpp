#include "core/table.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace scree {
namespace {

// Characters, not bytes: names may hold any UTF-8.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t to, Align align) {
  const std::string space(to - std::min(to, width(text)), ' ');
  return align == Align::left ? text + space : space + text;
}

void add_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

}  // namespace

std::string to_text(const Table& table) {
  const std::size_t count = table.columns.size();
  std::vector<std::size_t> widths(count);
  for (std::size_t i = 0; i < count; ++i) {
    widths[i] = width(table.columns[i].head);
    for (const auto& row : table.rows) widths[i] = std::max(widths[i], width(row[i]));
  }

  constexpr std::string_view gap = "  ";
  std::string head;
  std::string rule;
  for (std::size_t i = 0; i < count; ++i) {
    head += padded(table.columns[i].head, widths[i], table.columns[i].align);
    rule += std::string(widths[i], '-');
    head += gap;
    rule += gap;
  }
  std::string text;
  add_line(text, head);
  add_line(text, rule);
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) {
      line += padded(row[i], widths[i], table.columns[i].align);
      line += gap;
    }
    add_line(text, line);
  }
  return text;
}

}  // namespace scree
