// TOML text as a plain tree in which every value knows its line.
#pragma once

#include <scree/real.hpp>
#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

// Longer texts are refused: a scene is written by hand or by a small program; large meshes go to files.
inline constexpr std::size_t max_toml_bytes = std::size_t{16} << 20;
// Arrays and inline tables inside one another, and names joined by dots in one key.
inline constexpr int max_toml_nesting = 32;
inline constexpr int max_toml_dots = 16;

struct TomlNode {
  enum class Kind : std::uint8_t { table, array, integer, number, boolean, text, other };
  Kind kind = Kind::table;
  bool boolean = false;
  int line = 0;  // counted from 1
  std::int64_t integer = 0;
  Real number = 0;                // of integers too
  std::string text;               // of `other` (dates and times): what it is
  std::vector<std::string> keys;  // of a table
  std::vector<TomlNode> items;    // of a table (in the order of `keys`) or an array
};

// The member of a table, or nothing.
const TomlNode* find(const TomlNode& table, std::string_view key);
// How a message shows a value: short and on one line.
std::string describe(const TomlNode& node);

// `file` is the text's name in messages, which give the line: bad syntax, a key given twice, too much text
// or nesting. Texts in three quotes, which may run over several lines, are refused: no scene needs them.
Result<TomlNode> parse_toml(std::string_view text, const std::string& file);

}  // namespace scree
