// Text in pictures: a font of strokes, drawn smoothly at any size.
#pragma once

#include <string_view>

#include "output/palette.hpp"
#include "output/png.hpp"

namespace scree {

// Mixes the colour into a pixel of the picture: `share` of it, 0 to 1.
void cover_pixel(Image& image, int x, int y, Colour colour, float share);

struct TextStyle {
  float height = 14;  // pixels, of a capital letter
  Colour colour{0.13F, 0.15F, 0.18F};
};

// Pixels. Characters that the font does not have count, and are drawn, as question marks.
float text_width(std::string_view text, const TextStyle& style);
// `left` and `base` (pixels from the left and from the top): where the first character stands on its line.
// What reaches beyond the picture is cut off.
void draw_text(std::string_view text, float left, float base, const TextStyle& style, Image& image);

}  // namespace scree
