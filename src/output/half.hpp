// Half-precision numbers (IEEE 754 binary16) as files keep them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace scree {

inline constexpr float largest_half = 65504;

// The nearest one, ties to even. What is too large becomes the largest one; what is no number becomes 0.
inline std::uint16_t to_half(double value) {
  if (!(value == value)) return 0;
  const auto magnitude = static_cast<float>(std::min(std::fabs(value), static_cast<double>(largest_half)));
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  auto bits = std::bit_cast<std::uint32_t>(magnitude);
  constexpr std::uint32_t smallest_normal = 0x38800000;  // 2^-14
  if (bits < smallest_normal) {
    // The sum's last bit is worth 2^-24, as that of the small numbers of half precision.
    const float sum = magnitude + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3F000000));
  }
  bits += 0x0FFF + ((bits >> 13) & 1);
  return static_cast<std::uint16_t>(sign | ((bits - 0x38000000) >> 13));
}

inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1F;
  const std::uint32_t fraction = half & 0x3FF;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -small : small;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent + 112;
  return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

}  // namespace scree
