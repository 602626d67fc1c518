// Checked access to the parts of a scene.
#include "scene/scene_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "scene/json_reader.hpp"
#include "scene/names.hpp"
#include "scene/value_check.hpp"

namespace scree {
namespace {

// The numbers of a default such as "0.2" or "[0, 0, -9.81]".
std::vector<Real> default_numbers(const KeyRule& rule) {
  std::vector<Real> numbers;
  if (rule.need != KeyNeed::value) return numbers;
  const std::string text(rule.otherwise);
  for (const char* at = text.c_str(); *at != '\0';) {
    char* end = nullptr;
    const Real number = std::strtod(at, &end);
    if (end == at) {
      ++at;
    } else {
      numbers.push_back(number);
      at = end;
    }
  }
  return numbers;
}

const KeyRule* rule_of(const Section& section, std::string_view key) {
  const KeyRule* rule = find_key(*section.rule, key, section.variant);
  // A slip of ours, not of the user: it would make the reference page incomplete.
  if (rule == nullptr) {
    complain(*section.errors, section.node->line, member_path(section.path, key),
             "is read but not in the table of keys");
  }
  return rule;
}

void append_numbers(const TomlNode& node, std::vector<Real>& numbers) {
  if (node.kind == TomlNode::Kind::integer || node.kind == TomlNode::Kind::number) {
    numbers.push_back(node.number);
  }
  if (node.kind == TomlNode::Kind::array) {
    for (const TomlNode& item : node.items) append_numbers(item, numbers);
  }
}

Vec3 to_vector(const std::vector<Real>& n) {
  if (n.size() == 2) return {n[0], n[1], 0};
  return n.size() == 3 ? Vec3{n[0], n[1], n[2]} : Vec3{};
}

// A turn by `degrees` about a unit vector.
Quat turn_about(Vec3 axis, Real degrees) {
  const Real half = 0.5 * degrees * std::numbers::pi / 180;
  const Vec3 v = std::sin(half) * axis;
  return normalized(Quat{std::cos(half), v.x, v.y, v.z});
}

void refuse_in_plane(const Section& section, std::string_view key) {
  if (has(section, key)) complain(section, key, "does not go with dimension 2: in the plane give \"angle\"");
}

void check_keys(Section& section) {
  for (std::size_t i = 0; i < section.node->keys.size(); ++i) {
    const std::string& key = section.node->keys[i];
    const std::string path = member_path(section.path, key);
    const TomlNode& value = section.node->items[i];
    const std::size_t before = section.errors->count;
    if (const KeyRule* rule = find_key(*section.rule, key, section.variant)) {
      check_value(value, path, *rule, *section.errors);
    } else {
      const auto allowed = key_names(*section.rule, section.variant);
      const std::string owner = section.variant.empty()
                                    ? std::string(section.rule->heading)
                                    : fmt::format("{} \"{}\"", section.rule->heading, section.variant);
      complain(*section.errors, value.line, path,
               fmt::format("unknown key of {}; allowed: {}{}", owner, join_names(allowed),
                           suggestion(key, allowed)));
    }
    if (section.errors->count > before) section.sound = false;
  }
}

std::string missing(const KeyRule& rule) {
  return fmt::format("\"{}\" is missing: {}{}{}", rule.key, rule.meaning, rule.unit.empty() ? "" : ", in ",
                     rule.unit);
}

void check_required(Section& section) {
  for (const std::string_view key : key_names(*section.rule, section.variant)) {
    const KeyRule& rule = *find_key(*section.rule, key, section.variant);
    if (rule.need != KeyNeed::required || find(*section.node, key) != nullptr) continue;
    complain(section, missing(rule));
    section.sound = false;
  }
}

}  // namespace

void complain(SceneErrors& errors, int line, std::string_view path, std::string_view message) {
  ++errors.count;
  if (errors.problems.size() >= max_kept_problems) return;
  errors.problems.push_back(
      {line, path.empty() ? std::string(message) : fmt::format("{}: {}", path, message)});
}

Error summary(SceneErrors errors) {
  auto& problems = errors.problems;
  std::stable_sort(problems.begin(), problems.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  const auto same = [](const auto& a, const auto& b) { return a.line == b.line && a.text == b.text; };
  const auto end = std::unique(problems.begin(), problems.end(), same);
  errors.count -= problems.end() - end;
  problems.erase(end, problems.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(problems.size(), max_listed_problems); ++i) {
    text += fmt::format("{}{}:{}: {}", i == 0 ? "" : "\n", errors.file, problems[i].line, problems[i].text);
  }
  if (errors.count > max_listed_problems) {
    text += fmt::format("\n{}: and {} more", errors.file, errors.count - max_listed_problems);
  }
  return {text};
}

Section open_section(const TomlNode& node, std::string path, std::string_view name, std::string_view variant,
                     SceneErrors& errors) {
  static const TomlNode nothing;
  Section section{&scene_section(name), &node, std::move(path), variant, &errors};
  if (node.kind != TomlNode::Kind::table) {
    complain(errors, node.line, section.path, fmt::format("must be a table, found {}", describe(node)));
    section.node = &nothing;
    section.sound = false;
    return section;
  }
  check_keys(section);
  check_required(section);
  return section;
}

std::optional<std::string_view> read_variant(const TomlNode& node, const std::string& path,
                                             std::string_view name, std::string_view key,
                                             SceneErrors& errors) {
  const KeyRule& rule = *find_key(scene_section(name), key, "");
  const TomlNode* value = find(node, key);
  if (value == nullptr) {
    complain(errors, node.line, path, fmt::format("{}: one of {}", missing(rule), join_names(rule.choices)));
    return std::nullopt;
  }
  const std::size_t before = errors.count;
  check_value(*value, member_path(path, key), rule, errors);
  return errors.count == before ? std::optional<std::string_view>(value->text) : std::nullopt;
}

Section open_member(const Section& section, std::string_view key, std::string_view name,
                    std::string_view variant) {
  return open_section(*member(section, key), member_path(section.path, key), name, variant, *section.errors);
}

std::vector<Section> open_members(const Section& section, std::string_view key, std::string_view name) {
  std::vector<Section> members;
  const TomlNode* node = member(section, key);
  if (node == nullptr || node->kind != TomlNode::Kind::array) return members;
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    members.push_back(open_section(node->items[i], element_path(member_path(section.path, key), i), name, "",
                                   *section.errors));
  }
  return members;
}

const TomlNode* member(const Section& section, std::string_view key) {
  return rule_of(section, key) == nullptr ? nullptr : find(*section.node, key);
}

std::vector<Real> get_numbers(const Section& section, std::string_view key) {
  const KeyRule* rule = rule_of(section, key);
  if (rule == nullptr) return {};
  const TomlNode* node = find(*section.node, key);
  if (node == nullptr) return default_numbers(*rule);
  std::vector<Real> numbers;
  append_numbers(*node, numbers);
  return numbers;
}

std::optional<Real> find_number(const Section& section, std::string_view key) {
  const auto numbers = get_numbers(section, key);
  return numbers.size() == 1 ? std::optional(numbers[0]) : std::nullopt;
}

Real get_number(const Section& section, std::string_view key) {
  return find_number(section, key).value_or(0);
}

std::int64_t get_integer(const Section& section, std::string_view key) {
  const TomlNode* node = member(section, key);
  if (node != nullptr && node->kind == TomlNode::Kind::integer) return node->integer;
  return static_cast<std::int64_t>(get_number(section, key));
}

std::string get_text(const Section& section, std::string_view key) {
  const KeyRule* rule = rule_of(section, key);
  if (rule == nullptr) return {};
  if (const TomlNode* node = find(*section.node, key)) return node->text;
  return rule->need == KeyNeed::value ? std::string(rule->otherwise) : std::string();
}

bool get_flag(const Section& section, std::string_view key) {
  const TomlNode* node = member(section, key);
  return node != nullptr ? node->boolean : get_text(section, key) == "true";
}

Vec3 get_vector(const Section& section, std::string_view key) { return to_vector(get_numbers(section, key)); }

Vec3 get_spin(const Section& section, std::string_view key) {
  return is_planar(section) ? Vec3{0, 0, get_number(section, key)} : get_vector(section, key);
}

Vec3 get_direction(const Section& section, std::string_view key) {
  const Vec3 v = get_vector(section, key);
  const Real largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return largest > 0 ? normalized(v / largest) : Vec3{0, 0, 1};
}

std::vector<std::string> get_names(const Section& section, std::string_view key) {
  std::vector<std::string> names;
  const TomlNode* node = member(section, key);
  if (node == nullptr) return names;
  if (node->kind == TomlNode::Kind::text) names.push_back(node->text);
  for (const TomlNode& item : node->items) names.push_back(item.text);
  return names;
}

std::vector<Vec3> get_points(const Section& section, std::string_view key) {
  std::vector<Vec3> points;
  const auto numbers = get_numbers(section, key);
  const std::size_t each = is_planar(section) ? 2 : 3;
  for (std::size_t i = 0; i + each <= numbers.size(); i += each) {
    points.push_back({numbers[i], numbers[i + 1], each == 3 ? numbers[i + 2] : 0});
  }
  return points;
}

Quat get_turn(const Section& section) {
  if (is_planar(section)) {
    refuse_in_plane(section, "orientation");
    refuse_in_plane(section, "axis");
    return has(section, "angle") ? turn_about({0, 0, 1}, get_number(section, "angle")) : Quat{};
  }
  if (has(section, "orientation")) {
    for (const std::string_view other : {"axis", "angle"}) {
      if (has(section, other)) complain(section, other, "goes without \"orientation\"");
    }
    const auto n = get_numbers(section, "orientation");
    return n.size() == 4 && section.sound ? normalized(Quat{n[0], n[1], n[2], n[3]}) : Quat{};
  }
  if (has(section, "axis") != has(section, "angle")) {
    complain(section, has(section, "axis") ? "axis" : "angle",
             has(section, "axis") ? "goes with \"angle\", which is missing"
                                  : "goes with \"axis\", which is missing");
  }
  if (!has(section, "axis")) return {};
  return turn_about(get_direction(section, "axis"), get_number(section, "angle"));
}

void complain(const Section& section, std::string_view key, std::string_view message) {
  const TomlNode* node = find(*section.node, key);
  if (node == nullptr) return complain(section, fmt::format("\"{}\" {}", key, message));
  complain(*section.errors, node->line, member_path(section.path, key), message);
}

void complain(const Section& section, std::string_view message) {
  complain(*section.errors, section.node->line, section.path, message);
}

bool either(const Section& section, std::string_view a, std::string_view b, bool needed) {
  const bool has_a = has(section, a);
  const bool has_b = has(section, b);
  if (has_a && has_b) complain(section, b, fmt::format("give either \"{}\" or \"{}\", not both", a, b));
  if (!has_a && !has_b && needed) complain(section, fmt::format("\"{}\" or \"{}\" is missing", a, b));
  return has_a != has_b;
}

std::string not_defined(std::string_view name, std::string_view what,
                        const std::vector<std::string_view>& defined) {
  return fmt::format("{} names no {}; {}s here: {}{}", in_quotes(name), what, what, join_names(defined),
                     suggestion(name, defined));
}

}  // namespace scree
