// The cyclic redundancy check CRC-64/XZ (the polynomial of ECMA-182, bits reversed): finds every change of up
// to 64 bits in a row, and any other with all but one chance in 2^64.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scree {

inline constexpr auto crc64_table = [] {
  constexpr std::uint64_t polynomial = 0xC96C5795D7870F42U;
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t byte = 0; byte < table.size(); ++byte) {
    std::uint64_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
    table[byte] = value;
  }
  return table;
}();

// Of `bytes` after those that gave `before`.
inline std::uint64_t crc64(std::string_view bytes, std::uint64_t before = 0) {
  std::uint64_t value = ~before;
  for (const char c : bytes) {
    value = crc64_table[(value ^ static_cast<unsigned char>(c)) & 0xFF] ^ (value >> 8);
  }
  return ~value;
}

}  // namespace scree
