// Parses TOML with toml++, the only place that knows it: its headers are slow to compile.
#include "scene/toml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "scene/names.hpp"

// In release builds toml++ 3.3 takes some of its assertions for granted, and in others stops the program,
// where a bad file makes them false ("[[" and a control character). Without them it goes on to its own error.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace scree {
namespace {

static_assert(TOML_MAX_NESTED_VALUES == max_toml_nesting);

// Past a text in quotes that starts at `i`, or to the end of the line or file that cuts it off.
std::size_t skip_quotes(std::string_view text, std::size_t i) {
  const char quote = text[i++];
  for (; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == quote) return i + 1;
    if (text[i] == '\\' && quote == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
  }
  return i;
}

bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r'; }

bool may_precede_quotes(char c) { return std::string_view(" \t\r\n,=[{.").find(c) != std::string_view::npos; }

// What toml++ 3.3 must not see, and its line. Dotted keys: it nests a table for each name, without a limit,
// and frees them by recursion. Other letters than ASCII outside of quotes (quotes inside a word are none for
// it), and where a text goes on in the next line: it declares code unreachable that they reach.
struct Refused {
  int line;
  std::string message;
};
std::optional<Refused> find_refused(std::string_view text) {
  int line = 1;
  int dots = 0;
  std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // a byte order mark
  while (i < text.size()) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      if (i > 0 && !may_precede_quotes(text[i - 1])) return Refused{line, "a quote in the middle of a word"};
      if (text.substr(i, 3) == std::string(3, c))
        return Refused{line, "texts of several lines are not allowed"};
      i = skip_quotes(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (!is_plain(c)) return Refused{line, "a character that is allowed between quotes only"};
    if (c == '.' && ++dots > max_toml_dots) {
      return Refused{line, fmt::format("a key of more than {} names joined by dots", max_toml_dots + 1)};
    }
    if (std::string_view("\n,=[]{}").find(c) != std::string_view::npos) dots = 0;
    if (c == '\n') ++line;
    ++i;
  }
  return std::nullopt;
}

void convert(const toml::node& from, int parent_line, TomlNode& to);

void convert_table(const toml::table& table, TomlNode& to) {
  to.kind = TomlNode::Kind::table;
  to.keys.reserve(table.size());
  to.items.resize(table.size());
  for (const auto& [key, value] : table) {
    to.keys.emplace_back(key.str());
    const auto key_line = static_cast<int>(key.source().begin.line);
    convert(value, key_line > 0 ? key_line : to.line, to.items[to.keys.size() - 1]);
  }
}

void convert(const toml::node& from, int parent_line, TomlNode& to) {
  const auto line = static_cast<int>(from.source().begin.line);
  to.line = line > 0 ? line : parent_line;
  if (const auto* table = from.as_table()) {
    convert_table(*table, to);
  } else if (const auto* array = from.as_array()) {
    to.kind = TomlNode::Kind::array;
    to.items.resize(array->size());
    for (std::size_t i = 0; i < array->size(); ++i) convert((*array)[i], to.line, to.items[i]);
  } else if (const auto* integer = from.as_integer()) {
    to.kind = TomlNode::Kind::integer;
    to.integer = integer->get();
    to.number = static_cast<Real>(to.integer);
  } else if (const auto* number = from.as_floating_point()) {
    to.kind = TomlNode::Kind::number;
    to.number = number->get();
  } else if (const auto* boolean = from.as_boolean()) {
    to.kind = TomlNode::Kind::boolean;
    to.boolean = boolean->get();
  } else if (const auto* text = from.as_string()) {
    to.kind = TomlNode::Kind::text;
    to.text = text->get();
  } else {
    to.kind = TomlNode::Kind::other;
    to.text = "a date or time";
  }
}

}  // namespace

const TomlNode* find(const TomlNode& table, std::string_view key) {
  if (table.kind != TomlNode::Kind::table) return nullptr;
  const auto found = std::find(table.keys.begin(), table.keys.end(), key);
  return found == table.keys.end() ? nullptr : &table.items[found - table.keys.begin()];
}

std::string describe(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::table:
      return "a table";
    case TomlNode::Kind::array:
      return fmt::format("an array of {}", node.items.size());
    case TomlNode::Kind::integer:
      return fmt::format("{}", node.integer);
    case TomlNode::Kind::number:
      return fmt::format("{}", node.number);
    case TomlNode::Kind::boolean:
      return node.boolean ? "true" : "false";
    case TomlNode::Kind::text:
      return in_quotes(node.text);
    case TomlNode::Kind::other:
      break;
  }
  return node.text;
}

Result<TomlNode> parse_toml(std::string_view text, const std::string& file) {
  if (text.size() > max_toml_bytes) {
    return Error{fmt::format("{}: has {} bytes; at most {} are read", file, text.size(), max_toml_bytes)};
  }
  if (const auto refused = find_refused(text)) {
    return Error{fmt::format("{}:{}: {}", file, refused->line, refused->message)};
  }
  const toml::parse_result parsed = toml::parse(text, file);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return Error{fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
  }
  TomlNode root;
  convert(parsed.table(), 1, root);
  return root;
}

}  // namespace scree
