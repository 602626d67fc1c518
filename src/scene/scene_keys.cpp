// Ranges of values, and finding keys in the table.
#include "scene/scene_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

bool contains(const ValueRange& range, Real value) {
  return (range.low_open ? value > range.low : value >= range.low) &&
         (range.high_open ? value < range.high : value <= range.high);
}

// 1e9 instead of 1000000000 or 1e+09.
std::string tidy(Real number) {
  std::string text = fmt::format("{:g}", number);
  for (const std::string_view clutter : {"e+0", "e-0", "e+"}) {
    const std::size_t at = text.find(clutter);
    if (at != std::string::npos) text.replace(at, clutter.size(), clutter[1] == '-' ? "e-" : "e");
  }
  return text;
}

std::string describe(const ValueRange& range) {
  const bool has_low = std::isfinite(range.low);
  const bool has_high = std::isfinite(range.high);
  if (has_low && has_high) {
    if (!range.low_open && !range.high_open)
      return fmt::format("{} to {}", tidy(range.low), tidy(range.high));
    return fmt::format("{} {}, {} {}", range.low_open ? "above" : "at least", tidy(range.low),
                       range.high_open ? "below" : "at most", tidy(range.high));
  }
  if (has_low) return fmt::format("{} {}", range.low_open ? ">" : ">=", tidy(range.low));
  if (has_high) return fmt::format("{} {}", range.high_open ? "<" : "<=", tidy(range.high));
  return {};
}

const SectionRule& scene_section(std::string_view name) {
  const auto& sections = scene_sections();
  return *std::find_if(sections.begin(), sections.end(),
                       [&](const SectionRule& s) { return s.name == name; });
}

const KeyRule* find_key(const SectionRule& section, std::string_view key, std::string_view variant) {
  for (const KeyRule& rule : section.keys) {
    if (rule.key != key) continue;
    if (rule.variants.empty() ||
        std::find(rule.variants.begin(), rule.variants.end(), variant) != rule.variants.end()) {
      return &rule;
    }
  }
  return nullptr;
}

std::vector<std::string_view> key_names(const SectionRule& section, std::string_view variant) {
  std::vector<std::string_view> names;
  for (const KeyRule& rule : section.keys) {
    if (find_key(section, rule.key, variant) == &rule) names.push_back(rule.key);
  }
  return names;
}

}  // namespace scree
