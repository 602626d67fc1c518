// Text in pictures, and what colours mean.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "output/legend.hpp"
#include "output/picture_text.hpp"

namespace scree {
namespace {

Image blank(int width, int height) {
  return {width, height, std::vector<std::uint8_t>(std::size_t{3} * width * height, 255)};
}

int darkest(const Image& image, int x_begin, int x_end) {
  int least = 255;
  for (int y = 0; y < image.height; ++y) {
    for (int x = x_begin; x < x_end; ++x) {
      least = std::min<int>(least, image.rgb[3 * (std::size_t(y) * image.width + x)]);
    }
  }
  return least;
}

const std::string letters =
    "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;-+=*/()[]<>_%#'\"!?|";

TEST(PictureText, EveryCharacterLooksDifferent) {
  std::vector<Image> drawn;
  for (const char letter : letters) {
    Image image = blank(40, 40);
    draw_text(std::string(1, letter), 10, 30, {20}, image);
    EXPECT_LT(darkest(image, 0, 40), 100) << letter;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      EXPECT_NE(drawn[i].rgb, image.rgb) << letter << " and " << letters[i];
    }
    drawn.push_back(image);
  }
}

TEST(PictureText, StaysWhereItsWidthSays) {
  const std::string text = "speed (m/s)";
  const TextStyle style{12};
  const float width = text_width(text, style);
  EXPECT_GT(width, 60);
  EXPECT_FLOAT_EQ(text_width(text, {24}), 2 * width);
  EXPECT_GT(text_width(text + text, style), 2 * width);  // a gap between them
  EXPECT_EQ(text_width("", style), 0);
  Image image = blank(200, 40);
  draw_text(text, 20, 25, style, image);
  const int end = static_cast<int>(20 + width);
  EXPECT_EQ(darkest(image, 0, 18), 255);
  EXPECT_LT(darkest(image, 18, 24), 150);
  EXPECT_LT(darkest(image, end - 4, end + 2), 150);
  EXPECT_EQ(darkest(image, end + 3, 200), 255);
}

TEST(PictureText, ACapitalLetterIsAsHighAsTheStyleSays) {
  Image image = blank(40, 40);
  draw_text("H", 10, 30, {18}, image);
  const auto dark = [&](int y) {
    for (int x = 0; x < 40; ++x) {
      if (image.rgb[3 * (std::size_t(y) * 40 + x)] < 100) return true;
    }
    return false;
  };
  for (int y = 12; y < 30; ++y) EXPECT_TRUE(dark(y)) << y;
  EXPECT_FALSE(dark(8));
  EXPECT_FALSE(dark(33));
}

TEST(PictureText, IsCutOffAtTheEdges) {
  for (const auto& [left, base] : {std::pair{-30.0F, 10.0F}, {35.0F, 10.0F}, {5.0F, -4.0F}, {5.0F, 500.0F}}) {
    Image image = blank(40, 20);
    draw_text("Wide text", left, base, {14}, image);
    EXPECT_EQ(image.rgb.size(), 3U * 40 * 20);
  }
}

TEST(PictureText, UnknownCharactersAreQuestionMarks) {
  Image a = blank(40, 40), b = blank(40, 40);
  draw_text("\x01", 10, 30, {20}, a);
  draw_text("?", 10, 30, {20}, b);
  EXPECT_EQ(a.rgb, b.rgb);
}

TEST(Legend, ShowsTheScaleFromLowToHigh) {
  ColourKey key;
  key.title = "speed (m/s)";
  key.low = 0;
  key.high = 5;
  Image image = blank(640, 480);
  draw_legend(key, true, image);
  // Somewhere in the lower left corner a row goes from the first to the last colour.
  const auto is = [&](int x, int y, Colour colour) {
    const std::size_t at = 3 * (std::size_t(y) * 640 + x);
    return std::abs(image.rgb[at] - 255 * colour.red) < 4 &&
           std::abs(image.rgb[at + 1] - 255 * colour.green) < 4 &&
           std::abs(image.rgb[at + 2] - 255 * colour.blue) < 4;
  };
  int low = -1, high = -1;
  for (int y = 240; y < 480; ++y) {
    for (int x = 0; x < 320; ++x) {
      if (low < 0 && is(x, y, scale_colour(0.01))) low = x;
      if (is(x, y, scale_colour(0.99))) high = x;
    }
  }
  EXPECT_GE(low, 0);
  EXPECT_GT(high, low + 60);
  EXPECT_EQ(darkest(image, 320, 640), 255);  // the rest of the picture is left alone
}

TEST(Legend, ListsKindsUnlessThereIsButOne) {
  ColourKey key;
  key.kinds = {{"stones", category_colour(0)}};
  Image image = blank(320, 240);
  draw_legend(key, false, image);
  EXPECT_EQ(darkest(image, 0, 320), 255);
  key.kinds.emplace_back("balls", category_colour(1));
  draw_legend(key, false, image);
  EXPECT_LT(darkest(image, 0, 160), 100);
}

}  // namespace
}  // namespace scree
