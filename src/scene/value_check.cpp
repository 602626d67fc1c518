// Checks of single values, each with the message the user sees.
#include "scene/value_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "scene/json_reader.hpp"
#include "scene/names.hpp"

namespace scree {
namespace {

using Kind = TomlNode::Kind;

struct Check {
  const KeyRule& rule;
  SceneErrors& errors;
};

void expected(const Check& check, const TomlNode& node, const std::string& path, std::string_view what) {
  complain(check.errors, node.line, path, fmt::format("must be {}, found {}", what, describe(node)));
}

bool is_number(const TomlNode& node) { return node.kind == Kind::integer || node.kind == Kind::number; }

void check_number(const Check& check, const TomlNode& node, const std::string& path) {
  if (!is_number(node)) return expected(check, node, path, "a number");
  const std::string unit = check.rule.unit.empty() ? "" : fmt::format(" {}", check.rule.unit);
  std::string allowed = describe(check.rule.range);
  if (!std::isfinite(node.number) || std::abs(node.number) > largest_scene_number) {
    if (allowed.empty()) allowed = fmt::format("at least -{}", tidy(largest_scene_number));
    if (std::isinf(check.rule.range.high)) allowed += fmt::format(", at most {}", tidy(largest_scene_number));
  } else if (contains(check.rule.range, node.number)) {
    return;
  }
  complain(check.errors, node.line, path,
           fmt::format("{} is out of range; allowed: {}{}", describe(node), allowed, unit));
}

void check_integer(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind != Kind::integer) return expected(check, node, path, "a whole number");
  if (!contains(check.rule.range, node.number)) check_number(check, node, path);
}

void check_text(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind != Kind::text) return expected(check, node, path, "a text in quotes");
  const auto& choices = check.rule.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), node.text) != choices.end()) return;
  complain(check.errors, node.line, path,
           fmt::format("{} is not allowed; allowed: {}{}", describe(node), join_names(choices),
                       suggestion(node.text, choices)));
}

void check_name(const Check& check, const TomlNode& node, const std::string& path) {
  check_text(check, node, path);
  if (node.kind != Kind::text) return;
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (node.text.empty() || node.text.size() > 200 ||
      std::any_of(node.text.begin(), node.text.end(), control)) {
    expected(check, node, path, "a name of 1 to 200 characters on one line");
  }
}

void check_names(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind != Kind::array) return check_name(check, node, path);
  if (node.items.empty()) return expected(check, node, path, "at least one name");
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const TomlNode& item = node.items[i];
    const std::string at = element_path(path, i);
    check_name(check, item, at);
    if (item.kind == Kind::text && !seen.insert(item.text).second) {
      complain(check.errors, item.line, at, fmt::format("{} is given twice", describe(item)));
    }
  }
}

void check_two_names(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind != Kind::array || node.items.size() != 2) {
    return expected(check, node, path, "an array of two names");
  }
  for (std::size_t i = 0; i < 2; ++i) check_name(check, node.items[i], element_path(path, i));
}

void check_numbers(const Check& check, const TomlNode& node, const std::string& path, std::size_t count,
                   std::string_view what) {
  if (node.kind != Kind::array || (count != 0 && node.items.size() != count) || node.items.empty()) {
    return expected(check, node, path, what);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i)
    check_number(check, node.items[i], element_path(path, i));
}

std::string_view vector_text(const Check& check) {
  return check.errors.dimension == 2 ? "two numbers [x, y] (dimension is 2)" : "three numbers [x, y, z]";
}
constexpr std::string_view four_numbers = "a quaternion, four numbers [w, x, y, z]";

// Smaller ones than this are no direction but rounding.
void check_not_zero(const Check& check, const TomlNode& node, const std::string& path, std::size_t count,
                    std::string_view what) {
  check_numbers(check, node, path, count, what);
  const auto tiny = [](const TomlNode& item) { return is_number(item) && std::abs(item.number) < 1e-30; };
  if (node.kind == Kind::array && node.items.size() == count &&
      std::all_of(node.items.begin(), node.items.end(), tiny)) {
    complain(check.errors, node.line, path, "must not be zero: it has no direction");
  }
}

void check_rows(const Check& check, const TomlNode& node, const std::string& path, std::size_t count,
                std::string_view list, std::string_view row) {
  if (node.kind != Kind::array || node.items.empty()) return expected(check, node, path, list);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    check_numbers(check, node.items[i], element_path(path, i), count, row);
  }
}

void check_number_or_word(const Check& check, const TomlNode& node, const std::string& path) {
  if (is_number(node)) return check_number(check, node, path);
  if (node.kind == Kind::text && node.text == check.rule.choices[0]) return;
  expected(check, node, path, fmt::format("a number or \"{}\"", check.rule.choices[0]));
}

void check_turn(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind == Kind::text && node.text == check.rule.choices[0]) return;
  if (check.errors.dimension == 2) {
    if (is_number(node)) return check_number(check, node, path);
    return expected(check, node, path, fmt::format("\"{}\" or an angle in deg", check.rule.choices[0]));
  }
  const std::string what = fmt::format("\"{}\" or {}", check.rule.choices[0], four_numbers);
  check_not_zero(check, node, path, 4, what);
}

// As a scene writes them: [[motion.phase]] for motion[3].phase.
std::string array_heading(std::string_view path) {
  std::string heading;
  bool index = false;
  for (const char c : path) {
    if (c == '[') index = true;
    if (!index) heading += c;
    if (c == ']') index = false;
  }
  return fmt::format("[[{}]]", heading);
}

void check_tables(const Check& check, const TomlNode& node, const std::string& path) {
  if (node.kind != Kind::array || node.items.empty()) {
    expected(check, node, path, "an array of tables " + array_heading(path));
  }
}

}  // namespace

void check_value(const TomlNode& node, const std::string& path, const KeyRule& rule, SceneErrors& errors) {
  const Check check{rule, errors};
  const std::size_t components = errors.dimension;
  switch (rule.kind) {
    case ValueKind::number:
      return check_number(check, node, path);
    case ValueKind::integer:
      return check_integer(check, node, path);
    case ValueKind::boolean:
      if (node.kind != Kind::boolean) expected(check, node, path, "true or false");
      return;
    case ValueKind::text:
      return check_text(check, node, path);
    case ValueKind::name:
      return check_name(check, node, path);
    case ValueKind::names:
      return check_names(check, node, path);
    case ValueKind::two_names:
      return check_two_names(check, node, path);
    case ValueKind::vector:
      return check_numbers(check, node, path, components, vector_text(check));
    case ValueKind::direction:
      return check_not_zero(check, node, path, components, vector_text(check));
    case ValueKind::spin:
      return components == 2 ? check_number(check, node, path)
                             : check_numbers(check, node, path, components, vector_text(check));
    case ValueKind::quaternion:
      return check_not_zero(check, node, path, 4, four_numbers);
    case ValueKind::turn:
      return check_turn(check, node, path);
    case ValueKind::two_numbers:
      return check_numbers(check, node, path, 2, "two numbers");
    case ValueKind::numbers:
      return check_numbers(check, node, path, 0, "an array of numbers");
    case ValueKind::rows:
      return check_rows(check, node, path, 2, "an array of rows of two numbers", "two numbers");
    case ValueKind::points:
      return check_rows(check, node, path, components, "an array of points", vector_text(check));
    case ValueKind::number_or_word:
      return check_number_or_word(check, node, path);
    case ValueKind::number_or_vector:
      return node.kind == Kind::array ? check_numbers(check, node, path, components, vector_text(check))
                                      : check_number(check, node, path);
    case ValueKind::number_or_table:
      if (node.kind != Kind::table) check_number(check, node, path);
      return;
    case ValueKind::table:
      if (node.kind != Kind::table) expected(check, node, path, "a table");
      return;
    case ValueKind::tables:
      return check_tables(check, node, path);
    case ValueKind::shape_value:
      return;
  }
}

}  // namespace scree
