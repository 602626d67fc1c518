#include "output/picture_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace scree {
namespace {

// A glyph's strokes: points of two digits, x from 0 to 4 and y from 0 to 8, and a bar between strokes.
// Letters stand on y = 2; capitals reach up to 8, small ones to 6; tails go down to 0.
struct Glyph {
  char character;
  std::string_view strokes;
};
constexpr int base_line = 2, capital_height = 6;

constexpr std::array glyphs = std::to_array<Glyph>({
    {'0', "12 03 07 18 38 47 43 32 12"},
    {'1', "17 28 22|12 32"},
    {'2', "07 18 38 47 46 02 42"},
    {'3', "07 18 38 47 46 35 15|35 44 43 32 12 03"},
    {'4', "32 38 04 44"},
    {'5', "48 08 05 35 44 43 32 12 03"},
    {'6', "38 18 07 03 12 32 43 44 35 05"},
    {'7', "08 48 12"},
    {'8', "15 06 07 18 38 47 46 35 15 04 03 12 32 43 44 35"},
    {'9', "12 32 43 47 38 18 07 06 15 45"},
    {'A', "02 28 42|14 34"},
    {'B', "02 08 38 47 46 35 05|35 44 43 32 02"},
    {'C', "47 38 18 07 03 12 32 43"},
    {'D', "02 08 28 46 44 22 02"},
    {'E', "48 08 02 42|05 35"},
    {'F', "48 08 02|05 35"},
    {'G', "47 38 18 07 03 12 32 43 45 25"},
    {'H', "02 08|42 48|05 45"},
    {'I', "12 32|18 38|22 28"},
    {'J', "48 43 32 12 03"},
    {'K', "02 08|48 04|15 42"},
    {'L', "08 02 42"},
    {'M', "02 08 25 48 42"},
    {'N', "02 08 42 48"},
    {'O', "12 03 07 18 38 47 43 32 12"},
    {'P', "02 08 38 47 46 35 05"},
    {'Q', "12 03 07 18 38 47 43 32 12|24 42"},
    {'R', "02 08 38 47 46 35 05|25 42"},
    {'S', "47 38 18 07 06 15 35 44 43 32 12 03"},
    {'T', "08 48|28 22"},
    {'U', "08 03 12 32 43 48"},
    {'V', "08 22 48"},
    {'W', "08 12 26 32 48"},
    {'X', "02 48|08 42"},
    {'Y', "08 25 48|25 22"},
    {'Z', "08 48 02 42"},
    {'a', "16 36 45 42|44 14 03 12 32 43"},
    {'b', "08 02|05 16 36 45 43 32 12 03"},
    {'c', "45 36 16 05 03 12 32 43"},
    {'d', "48 42|45 36 16 05 03 12 32 43"},
    {'e', "04 44 45 36 16 05 03 12 42"},
    {'f', "38 28 17 12|06 36"},
    {'g', "46 41 30 10|45 36 16 05 03 12 32 43"},
    {'h', "08 02|05 16 36 45 42"},
    {'i', "26 22|28 28"},
    {'j', "26 21 10|28 28"},
    {'k', "08 02|36 03|14 32"},
    {'l', "28 23 32"},
    {'m', "02 06|05 16 25 22|25 36 45 42"},
    {'n', "02 06|05 16 36 45 42"},
    {'o', "12 03 05 16 36 45 43 32 12"},
    {'p', "06 00|05 16 36 45 43 32 12 03"},
    {'q', "46 40|45 36 16 05 03 12 32 43"},
    {'r', "02 06|04 26 36"},
    {'s', "45 36 16 05 14 34 43 32 12 03"},
    {'t', "18 13 22 32|06 36"},
    {'u', "06 03 12 32 43|46 42"},
    {'v', "06 22 46"},
    {'w', "06 12 25 32 46"},
    {'x', "02 46|06 42"},
    {'y', "06 22|46 10"},
    {'z', "06 46 02 42"},
    {'.', "22 22"},
    {',', "22 11"},
    {':', "22 22|25 25"},
    {';', "22 11|25 25"},
    {'-', "15 45"},
    {'+', "05 45|23 27"},
    {'=', "04 44|06 46"},
    {'*', "23 27|14 36|16 34"},
    {'/', "02 48"},
    {'(', "38 26 24 32"},
    {')', "18 26 24 12"},
    {'[', "38 18 12 32"},
    {']', "18 38 32 12"},
    {'<', "47 05 43"},
    {'>', "07 45 03"},
    {'_', "01 41"},
    {'%', "02 48|07 17|33 43"},
    {'#', "12 18|32 38|04 44|06 46"},
    {'\'', "28 26"},
    {'"', "18 16|38 36"},
    {'!', "28 24|22 22"},
    {'?', "07 18 38 47 46 25 24|22 22"},
    {'|', "28 22"},
});

constexpr float gap = 2;          // between glyphs
constexpr float space_width = 2;  // and a gap on both sides

std::string_view strokes_of(char character) {
  const auto find = [](char wanted) {
    return std::find_if(glyphs.begin(), glyphs.end(), [&](const Glyph& g) { return g.character == wanted; });
  };
  const auto* const found = find(character);
  return (found != glyphs.end() ? found : find('?'))->strokes;
}

struct Point {
  float x, y;  // pixels; y down
};
struct Segment {
  Point a, b;
};

// Lays out the text from the origin: its segments, and how wide it is.
float lay_out(std::string_view text, float unit, std::vector<Segment>& segments) {
  float pen = 0;  // units
  for (const char character : text) {
    if (character == ' ') {
      pen += space_width + gap;
      continue;
    }
    const std::string_view strokes = strokes_of(character);
    char left = '9', right = '0';
    for (std::size_t i = 0; i < strokes.size(); i += 3) {
      left = std::min(left, strokes[i]);
      right = std::max(right, strokes[i]);
    }
    const auto point = [&](std::size_t i) {
      return Point{unit * (pen + static_cast<float>(strokes[i] - left)),
                   -unit * static_cast<float>(strokes[i + 1] - '0' - base_line)};
    };
    for (std::size_t i = 0; i + 3 < strokes.size(); i += 3) {
      if (strokes[i + 2] == ' ') segments.push_back({point(i), point(i + 3)});
    }
    pen += static_cast<float>(right - left) + gap;
  }
  return unit * std::max(0.0F, pen - gap);
}

float distance(Point p, const Segment& s) {
  const Point along{s.b.x - s.a.x, s.b.y - s.a.y};
  const float length = along.x * along.x + along.y * along.y;
  const float share = length > 0 ? ((p.x - s.a.x) * along.x + (p.y - s.a.y) * along.y) / length : 0;
  const float t = std::clamp(share, 0.0F, 1.0F);
  return std::hypot(p.x - s.a.x - t * along.x, p.y - s.a.y - t * along.y);
}

float unit_of(const TextStyle& style) { return style.height / capital_height; }

}  // namespace

void cover_pixel(Image& image, int x, int y, Colour colour, float share) {
  const std::size_t at = 3 * (std::size_t(y) * image.width + x);
  const std::array<float, 3> wanted{colour.red, colour.green, colour.blue};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto before = static_cast<float>(image.rgb[at + i]);
    image.rgb[at + i] = static_cast<std::uint8_t>(std::lround(before + share * (255 * wanted[i] - before)));
  }
}

float text_width(std::string_view text, const TextStyle& style) {
  std::vector<Segment> none;
  return lay_out(text, unit_of(style), none);
}

void draw_text(std::string_view text, float left, float base, const TextStyle& style, Image& image) {
  const float unit = unit_of(style);
  const float half_width = std::max(0.5F, 0.4F * unit);
  std::vector<Segment> segments;
  const float width = lay_out(text, unit, segments);
  const auto clamped = [](float value, int size) {
    return static_cast<int>(std::clamp(value, 0.0F, static_cast<float>(size)));
  };
  const float reach = half_width + 1;
  const int x_begin = clamped(std::floor(left - reach), image.width);
  const int x_end = clamped(std::ceil(left + width + reach), image.width);
  const int y_begin = clamped(std::floor(base - style.height - reach), image.height);
  const int y_end = clamped(std::ceil(base + base_line * unit + reach), image.height);
  for (int y = y_begin; y < y_end; ++y) {
    for (int x = x_begin; x < x_end; ++x) {
      const Point p{static_cast<float>(x) + 0.5F - left, static_cast<float>(y) + 0.5F - base};
      float nearest = reach;
      for (const Segment& segment : segments) nearest = std::min(nearest, distance(p, segment));
      const float share = std::clamp(half_width + 0.5F - nearest, 0.0F, 1.0F);
      if (share > 0) cover_pixel(image, x, y, style.colour, share);
    }
  }
}

}  // namespace scree
