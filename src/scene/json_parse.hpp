// JSON text to a tree, refusing what would cost memory without bound or change meaning silently.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace scree {

// Arrays and objects inside one another; no format of ours needs more than eight.
inline constexpr std::size_t max_json_depth = 64;

// Parses a whole text; `file` is its name in messages. Refused, with line and column: bad syntax, nesting
// deeper than max_json_depth, an object that holds a key twice, a number that no double can hold. Reading
// stops there, so that a huge file of brackets costs no more than its first few.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& file);

}  // namespace scree
