// Names in messages.
#include "scene/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace scree {
namespace {

using nlohmann::json;

constexpr std::size_t shown_names = 30;

// Cuts a long UTF-8 text, never inside a character.
std::string clipped(std::string text) {
  if (text.size() <= shown_characters) return text;
  std::size_t end = shown_characters;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text + "...";
}

// Levenshtein's distance: the least number of letters to insert, remove or change.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

}  // namespace

std::string in_quotes(std::string_view text) {
  return clipped(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string join_names(const std::vector<std::string_view>& names) {
  if (names.empty()) return "(none)";
  const auto shown = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown_names));
  std::string list = fmt::format("{}", fmt::join(names.begin(), shown, ", "));
  if (shown != names.end()) list += fmt::format(", ... ({} in all)", names.size());
  return list;
}

std::optional<std::string_view> nearest_name(std::string_view mistyped,
                                             const std::vector<std::string_view>& names) {
  // A third of the letters may be wrong; more than that is another word. Very long ones are no slips.
  const std::size_t allowed = std::max<std::size_t>(1, mistyped.size() / 3);
  if (mistyped.size() > shown_characters) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t best_distance = allowed + 1;
  for (const std::string_view name : names) {
    if (name.size() > mistyped.size() + allowed) continue;
    const std::size_t distance = edit_distance(mistyped, name);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view mistyped, const std::vector<std::string_view>& names) {
  const auto near = nearest_name(mistyped, names);
  return near ? fmt::format("; did you mean \"{}\"?", *near) : std::string();
}

}  // namespace scree
