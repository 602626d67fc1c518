// Checks of makers' numbers, each with the message the user sees (host).
#pragma once

#include <fmt/format.h>
#include <scree/result.hpp>
#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <cmath>
#include <optional>
#include <string_view>

namespace scree {

// Beyond these a volume or an inertia (a length to the fifth power) would leave the range of a double.
inline constexpr Real smallest_length = 1e-50;  // m
inline constexpr Real largest_length = 1e50;    // m

inline std::optional<Error> check_length(std::string_view key, Real value) {
  if (!std::isfinite(value) || value <= 0) {
    return Error{fmt::format("{}: {} is not allowed; must be a finite length > 0 m", key, value)};
  }
  if (value < smallest_length || value > largest_length) {
    return Error{fmt::format("{}: {} is not allowed; must be a length between {} and {} m", key, value,
                             smallest_length, largest_length)};
  }
  return std::nullopt;
}

inline std::optional<Error> check_lengths(std::string_view key, Vec3 values) {
  for (int i = 0; i < 3; ++i) {
    if (auto error = check_length(fmt::format("{}[{}]", key, i), values[i])) return error;
  }
  return std::nullopt;
}

inline std::optional<Error> check_lengths(std::string_view key, Vec2 values) {
  if (auto error = check_length(fmt::format("{}[0]", key), values.x)) return error;
  return check_length(fmt::format("{}[1]", key), values.y);
}

// Of a regular polygon or prism.
inline std::optional<Error> check_sides(int value) {
  constexpr int largest = 1000;
  if (value >= 3 && value <= largest) return std::nullopt;
  return Error{fmt::format("sides: {} is not allowed; must be between 3 and {}", value, largest)};
}

// Of a superellipsoid or superellipse, Barr's epsilon.
inline std::optional<Error> check_exponent(std::string_view key, Real value) {
  if (value > 0 && value < 2) return std::nullopt;
  return Error{fmt::format("{}: {} is not allowed; must be > 0 and < 2", key, value)};
}

}  // namespace scree
