// Names in messages: shown short, listed, and the nearest one to a mistyped one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

// Longer texts are cut in messages.
inline constexpr std::size_t shown_characters = 60;

// The text in double quotes, with escapes, cut where it is long.
std::string in_quotes(std::string_view text);
// "a, b, c": for lists of what is allowed. Long lists end in "... (N in all)".
std::string join_names(const std::vector<std::string_view>& names);
// The name closest to a mistyped one, or nothing when none is close.
std::optional<std::string_view> nearest_name(std::string_view mistyped,
                                             const std::vector<std::string_view>& names);
// `; did you mean "name"?`, or nothing when no name is close.
std::string suggestion(std::string_view mistyped, const std::vector<std::string_view>& names);

}  // namespace scree
