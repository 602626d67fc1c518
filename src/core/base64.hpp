// Bytes as text that fits into XML and HTML (RFC 4648, with padding).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scree {

inline void append_base64(std::string_view bytes, std::string& text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t start = text.size();
  text.resize(start + (bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data() + start;
  const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(bytes[i])}; };
  const std::size_t whole = bytes.size() / 3 * 3;
  for (std::size_t i = 0; i < whole; i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (const int shift : {18, 12, 6, 0}) *out++ = letters[three >> shift & 63];
  }
  const std::size_t left = bytes.size() - whole;
  if (left == 0) return;
  const std::uint32_t last = byte(whole) << 16 | (left == 2 ? byte(whole + 1) << 8 : 0);
  *out++ = letters[last >> 18 & 63];
  *out++ = letters[last >> 12 & 63];
  if (left == 2) *out = letters[last >> 6 & 63];
}

}  // namespace scree
