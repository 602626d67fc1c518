// Pictures as PNG files (ISO/IEC 15948): eight bits per colour, no transparency.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // three bytes per pixel, rows from the top
};

// The bytes of a PNG file. Fails when the sizes do not fit each other.
Result<std::string> encode_png(const Image& image);

}  // namespace scree
