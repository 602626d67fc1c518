#include "output/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "output/picture_text.hpp"

namespace scree {
namespace {

constexpr std::size_t most_kinds = 8;  // further ones would have the same colours again
constexpr float panel_cover = 0.8F;
constexpr std::size_t longest_name = 32;

// Measures that follow from the size of the picture (pixels).
struct Layout {
  TextStyle text;
  float line, margin, bar_width, bar_height;
};
Layout layout_for(const Image& image) {
  const auto side = static_cast<float>(std::min(image.width, image.height));
  const float height = std::max(6.0F, std::round(side / 64));
  return {{height}, 1.9F * height, height, 14 * height, height};
}

struct Box {
  float left, top, right, bottom;  // pixels
};

void fill(const Box& box, Colour colour, float share, Image& image) {
  const auto clamped = [](float value, int size) {
    return std::clamp(static_cast<int>(std::lround(value)), 0, size);
  };
  for (int y = clamped(box.top, image.height); y < clamped(box.bottom, image.height); ++y) {
    for (int x = clamped(box.left, image.width); x < clamped(box.right, image.width); ++x) {
      cover_pixel(image, x, y, colour, share);
    }
  }
}

// A panel of this size in the lower left corner, and where its contents start.
Box panel(const Layout& layout, float width, float height, Image& image) {
  const auto bottom = static_cast<float>(image.height) - layout.margin;
  const Box box{layout.margin, bottom - height - 2 * layout.margin, 3 * layout.margin + width, bottom};
  fill(box, {1, 1, 1}, panel_cover, image);
  return {box.left + layout.margin, box.top + layout.margin, box.right - layout.margin,
          box.bottom - layout.margin};
}

void draw_scale(const ColourKey& key, Image& image) {
  const Layout layout = layout_for(image);
  const std::string low = fmt::format("{:.3g}", key.low);
  const std::string high = fmt::format("{:.3g}", key.high);
  const float width = std::max(layout.bar_width, text_width(key.title, layout.text));
  const Box box = panel(layout, width, 2 * layout.line + layout.bar_height, image);
  draw_text(key.title, box.left, box.top + layout.text.height, layout.text, image);
  const float top = box.top + layout.line;
  const auto columns = static_cast<int>(layout.bar_width);
  for (int i = 0; i < columns; ++i) {
    const float left = box.left + static_cast<float>(i);
    fill({left, top, left + 1, top + layout.bar_height}, scale_colour((i + 0.5) / columns), 1, image);
  }
  draw_text(low, box.left, box.bottom, layout.text, image);
  draw_text(high, box.left + layout.bar_width - text_width(high, layout.text), box.bottom, layout.text,
            image);
}

void draw_kinds(const ColourKey& key, Image& image) {
  const Layout layout = layout_for(image);
  const std::size_t count = std::min(key.kinds.size(), most_kinds);
  const float swatch = layout.text.height;
  float width = 0;
  for (std::size_t i = 0; i < count; ++i) {
    width = std::max(width, text_width(key.kinds[i].first.substr(0, longest_name), layout.text));
  }
  const float height = layout.line * static_cast<float>(count - 1) + swatch;
  const Box box = panel(layout, width + 2 * swatch, height, image);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [name, colour] = key.kinds[i];
    const float top = box.top + layout.line * static_cast<float>(i);
    fill({box.left, top, box.left + swatch, top + swatch}, colour, 1, image);
    draw_text(name.substr(0, longest_name), box.left + 2 * swatch, top + swatch, layout.text, image);
  }
}

}  // namespace

void draw_legend(const ColourKey& key, bool scale, Image& image) {
  if (scale) {
    draw_scale(key, image);
  } else if (key.kinds.size() > 1) {
    draw_kinds(key, image);
  }
}

}  // namespace scree
