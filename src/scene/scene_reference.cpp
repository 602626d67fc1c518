// The reference page of scene files, printed from the table of keys.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "scene/scene.hpp"
#include "scene/scene_keys.hpp"

namespace scree {
namespace {

std::string_view value_text(ValueKind kind) {
  switch (kind) {
    case ValueKind::number:
      return "number";
    case ValueKind::integer:
      return "whole number";
    case ValueKind::boolean:
      return "true or false";
    case ValueKind::text:
    case ValueKind::name:
      return "text";
    case ValueKind::names:
      return "text or texts";
    case ValueKind::two_names:
      return "two texts";
    case ValueKind::vector:
    case ValueKind::direction:
      return "vector";
    case ValueKind::spin:
      return "vector; in the plane a number";
    case ValueKind::quaternion:
      return "four numbers";
    case ValueKind::turn:
      return "four numbers, in the plane a number; or text";
    case ValueKind::two_numbers:
      return "two numbers";
    case ValueKind::numbers:
      return "numbers";
    case ValueKind::rows:
      return "rows of two numbers";
    case ValueKind::points:
      return "points";
    case ValueKind::number_or_word:
      return "number or text";
    case ValueKind::number_or_vector:
      return "number or vector";
    case ValueKind::number_or_table:
      return "number or table";
    case ValueKind::table:
      return "table";
    case ValueKind::tables:
      return "tables";
    case ValueKind::shape_value:
      return "by type";
  }
  return {};
}

bool is_text(ValueKind kind) {
  return kind == ValueKind::text || kind == ValueKind::name || kind == ValueKind::turn ||
         kind == ValueKind::number_or_word;
}

std::string default_text(const KeyRule& rule) {
  if (rule.need == KeyNeed::required) return "**required**";
  if (rule.need == KeyNeed::words) return std::string(rule.otherwise);
  return is_text(rule.kind) ? fmt::format("`\"{}\"`", rule.otherwise) : fmt::format("`{}`", rule.otherwise);
}

std::string allowed_text(const KeyRule& rule) {
  std::string text = describe(rule.range);
  if (rule.kind == ValueKind::direction || rule.kind == ValueKind::quaternion) text = "not zero";
  for (std::size_t i = 0; i < rule.choices.size(); ++i) {
    text += fmt::format("{}`\"{}\"`", text.empty() ? "" : ", ", rule.choices[i]);
  }
  return text;
}

bool has_variants(const SectionRule& section) {
  return std::any_of(section.keys.begin(), section.keys.end(),
                     [](const KeyRule& rule) { return !rule.variants.empty(); });
}

void append_keys(const SectionRule& section, std::string& page) {
  const bool variants = has_variants(section);
  page += fmt::format("| key |{} value | unit | default | allowed | meaning |\n", variants ? " for |" : "");
  page += fmt::format("|---|{}---|---|---|---|---|\n", variants ? "---|" : "");
  for (const KeyRule& rule : section.keys) {
    if (rule.kind == ValueKind::shape_value && rule.key != "type") continue;
    const std::string only =
        rule.variants.empty() ? std::string("all") : fmt::format("{}", fmt::join(rule.variants, ", "));
    page += fmt::format("| `{}` |{} {} | {} | {} | {} | {} |\n", rule.key,
                        variants ? fmt::format(" {} |", only) : "", value_text(rule.kind), rule.unit,
                        default_text(rule), allowed_text(rule), rule.meaning);
  }
}

void append_shape_types(std::string& page) {
  page += "\n### Types of shape\n\n| `type` | key | value | | meaning |\n|---|---|---|---|---|\n";
  for (const ShapeTypeKeys& type : shape_type_keys()) {
    std::string_view shown = type.type;
    for (const ShapeKey& key : type.keys) {
      page +=
          fmt::format("| {} | `{}` | {} | {} | {} |\n", shown.empty() ? "" : fmt::format("`\"{}\"`", shown),
                      key.name, key.value, key.required ? "**required**" : "optional", key.meaning);
      shown = {};
    }
  }
  page += "\nWhat each type looks like and where its origin is: [shape types](../guide/shape-types.md).\n";
}

constexpr std::string_view opening = R"(# Scene files: every key

This page is printed from the table by which scenes are checked. How to write a scene:
[scenes](../guide/scenes.md).

A scene is a TOML file. Everything is in SI units; angles are in degrees (`deg`), angular velocities of
bodies in rad/s. A whole number may stand where a number is wanted. No number may be larger than 1e30.
"text or texts" is one text or an array of them. A vector is three numbers `[x, y, z]`, in a scene with
`dimension = 2` two, `[x, y]`; so is each of several points. A key that is not listed here is an error.
)";

}  // namespace

std::string scene_reference() {
  std::string page(opening);
  for (const SectionRule& section : scene_sections()) {
    const bool plain = section.name == "scene";
    page +=
        plain ? std::string("\n## The parts of a scene\n\n") : fmt::format("\n## `{}`\n\n", section.heading);
    page += fmt::format("{}\n\n", section.meaning);
    append_keys(section, page);
    if (section.name == "piece") append_shape_types(page);
  }
  return page;
}

}  // namespace scree
