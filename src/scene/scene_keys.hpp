// Every key a scene may hold. The reader checks scenes by this table and the reference page is printed from
// it: a key that is not here can neither be written nor read.
#pragma once

#include <scree/real.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

enum class ValueKind : std::uint8_t {
  number,
  integer,
  boolean,
  text,
  name,              // a text that is not empty and fits on a line
  names,             // one name or an array of names
  two_names,         // an array of two names, which may be equal
  vector,            // three numbers; in the plane two
  direction,         // as a vector, not all zero
  spin,              // three numbers; in the plane one
  quaternion,        // four numbers, not all zero
  turn,              // a quaternion, in the plane an angle (deg), or the word in `choices`
  two_numbers,       //
  numbers,           // an array of numbers
  rows,              // an array of two numbers each
  points,            // an array of vectors
  number_or_word,    // a number, or the word in `choices`
  number_or_vector,  //
  number_or_table,   //
  table,             //
  tables,            // [[key]]: an array of tables
  shape_value,       // checked by the reader of shapes
};

// Allowed numbers. The bounds themselves are allowed unless `open`.
struct ValueRange {
  Real low = -std::numeric_limits<Real>::infinity();
  Real high = std::numeric_limits<Real>::infinity();
  bool low_open = false, high_open = false;
};
// Whatever the range, no number of a scene may be larger: squares and products must not overflow.
inline constexpr Real largest_scene_number = 1e30;

// How a message shows a bound: 1e9, not 1000000000.
std::string tidy(Real number);
bool contains(const ValueRange& range, Real value);
// Such as "> 0" or "above 0, at most 1"; empty when everything is allowed.
std::string describe(const ValueRange& range);

enum class KeyNeed : std::uint8_t {
  required,
  value,  // `otherwise` is the value when the key is absent
  words,  // `otherwise` says what holds then
};

struct KeyRule {
  std::string_view key;
  ValueKind kind = ValueKind::number;
  std::string_view unit;  // empty: none
  KeyNeed need = KeyNeed::required;
  std::string_view otherwise;
  ValueRange range;
  std::string_view meaning;
  std::vector<std::string_view> choices = {};   // allowed texts; empty: any
  std::vector<std::string_view> variants = {};  // of the section; empty: all of them
};

struct SectionRule {
  std::string_view name;     // as paths and readers call it
  std::string_view heading;  // as a scene writes it
  std::string_view meaning;
  std::vector<KeyRule> keys;
};

const std::vector<SectionRule>& scene_sections();
// The section must exist.
const SectionRule& scene_section(std::string_view name);
// Nothing when the section has no such key for the variant.
const KeyRule* find_key(const SectionRule& section, std::string_view key, std::string_view variant);
// Of a variant, in the order of the table, each once.
std::vector<std::string_view> key_names(const SectionRule& section, std::string_view variant);

}  // namespace scree
