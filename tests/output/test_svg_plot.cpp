// Plots as SVG: what is drawn where, what is left out, and text that keeps apart.
#include "output/svg_plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace scree {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

// The value of an attribute of the element that `element` begins with.
std::string attribute(const std::string& element, const std::string& name) {
  const std::size_t at = element.find(" " + name + "=\"");
  if (at == std::string::npos || at > element.find('>')) return "";
  const std::size_t begin = at + name.size() + 3;
  return element.substr(begin, element.find('"', begin) - begin);
}

struct Text {
  double x, y, size;
  std::string anchor, text;
};
std::vector<Text> upright_texts(const std::string& svg) {
  std::vector<Text> texts;
  for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1)) {
    const std::string element = svg.substr(at, svg.find("</text>", at) - at);
    if (!attribute(element, "transform").empty()) continue;
    texts.push_back({std::stod(attribute(element, "x")), std::stod(attribute(element, "y")),
                     std::stod(attribute(element, "font-size")), attribute(element, "text-anchor"),
                     element.substr(element.find('>') + 1)});
  }
  return texts;
}

// A line as drawn: where the pen goes. The frame has another width.
struct PathPoint {
  bool drawn;  // to here; else the pen is lifted
  double x, y;
};
std::vector<PathPoint> first_line(const std::string& svg) {
  std::size_t at = svg.find("<path ");
  while (attribute(svg.substr(at), "stroke-width") != "1.8") at = svg.find("<path ", at + 1);
  const std::string d = attribute(svg.substr(at), "d");
  std::vector<PathPoint> points;
  for (std::size_t i = 0; i < d.size();) {
    std::size_t used = 0;
    const double x = std::stod(d.substr(i + 1), &used);
    std::size_t more = 0;
    const double y = std::stod(d.substr(i + 1 + used), &more);
    points.push_back({d[i] == 'L', x, y});
    i += 1 + used + more;
  }
  return points;
}

// Corners from text widths that are on the safe side.
bool overlap(const Text& s, const Text& t) {
  const auto width = [](const Text& a) {
    const auto letters = std::count_if(a.text.begin(), a.text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    return 0.6 * a.size * static_cast<double>(letters);
  };
  const auto left = [&](const Text& a) {
    return a.anchor == "start" ? a.x : (a.anchor == "end" ? a.x - width(a) : a.x - width(a) / 2);
  };
  const auto right = [&](const Text& a) { return left(a) + width(a); };
  return left(s) < right(t) && left(t) < right(s) && s.y - 0.8 * s.size < t.y && t.y - 0.8 * t.size < s.y;
}
void expect_texts_apart(const std::string& svg) {
  const std::vector<Text> texts = upright_texts(svg);
  EXPECT_GE(texts.size(), 4U);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      EXPECT_FALSE(overlap(texts[i], texts[j])) << texts[i].text << " and " << texts[j].text;
    }
  }
}

TEST(SvgPlot, TicksAreRoundNumbersWithinTheAxis) {
  EXPECT_EQ(axis_ticks(0, 10, false, 10), (std::vector<Real>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  const std::vector<Real> tenths = axis_ticks(-0.1, 0.35, false, 5);
  ASSERT_EQ(tenths.size(), 5U);
  EXPECT_EQ(tenths[1], 0);  // exactly
  EXPECT_DOUBLE_EQ(tenths[4], 0.3);
  EXPECT_EQ(axis_ticks(1e-3, 10, true, 5).size(), 5U);
  EXPECT_EQ(axis_ticks(2e-3, 9, true, 5).size(), 3U);
  EXPECT_TRUE(axis_ticks(1, 1, false, 5).empty());
  EXPECT_TRUE(axis_ticks(0, 1, true, 5).empty());
  EXPECT_TRUE(axis_ticks(0, std::numeric_limits<Real>::infinity(), false, 5).empty());
}

TEST(SvgPlot, PointsLieWhereTheAxesPutThem) {
  Plot plot{"t", {"x", false, 0, 10}, {"y", true, 1e-2, 1}, {{"s", {0, 5, 10}, {1e-2, 1e-1, 1}}}};
  const std::string svg = to_svg(plot);
  const std::vector<PathPoint> line = first_line(svg);
  ASSERT_EQ(line.size(), 3U);
  EXPECT_NEAR(line[1].x, 0.5 * (line[0].x + line[2].x), 0.11);
  EXPECT_NEAR(line[1].y, 0.5 * (line[0].y + line[2].y), 0.11);  // the middle of the decades
  EXPECT_GT(line[2].x - line[0].x, 300);
  EXPECT_GT(line[0].y - line[2].y, 200);  // upwards
  EXPECT_EQ(svg, to_svg(plot));
}

TEST(SvgPlot, WhatAnAxisCannotShowLeavesAGap) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  Plot plot{
      "t", {"x", false, {}, {}}, {"y", true, {}, 1}, {{"", {0, 1, 2, 3, 4, 5}, {0.1, 0.2, 0, 0.3, nan, 5}}}};
  plot.series[0].marker = Marker::circle;
  const std::string svg = to_svg(plot);
  EXPECT_EQ(count(svg, "<circle"), 3);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  const std::vector<PathPoint> line = first_line(svg);
  ASSERT_EQ(line.size(), 3U);
  EXPECT_TRUE(line[1].drawn);
  EXPECT_FALSE(line[2].drawn);
}

TEST(SvgPlot, MarkersMayBeFewerThanPoints) {
  Plot plot{"t", {"x"}, {"y"}, {{"", {0, 1, 2, 3, 4}, {0, 1, 0, 1, 0}}}};
  plot.series[0].marker = Marker::circle;
  plot.series[0].marker_every = 2;
  EXPECT_EQ(count(to_svg(plot), "<circle"), 3);
  plot.series[0].marker_every = 0;  // counts as 1
  EXPECT_EQ(count(to_svg(plot), "<circle"), 5);
  plot.series[0].marker_every = 3;
  plot.series[0].marker_from = 2;
  EXPECT_EQ(count(to_svg(plot), "<circle"), 1);
}

TEST(SvgPlot, NumbersOnAxesAreShort) {
  const std::string svg = to_svg({"t",
                                  {"x", true, 1e-5, 1e6},
                                  {"y", false, 0, 4e-4},
                                  {{"", {1}, {1e-4}, 0, Dash::none, Marker::cross}}});
  // All numbers of a logarithmic axis are powers when one is.
  for (const char* text : {">10⁻⁵<", ">10⁻³<", ">10⁻¹<", ">10³<", ">10⁵<", ">10⁻⁴<", ">4×10⁻⁴<", ">0<"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  // On a linear one the largest decides.
  const std::string small = to_svg({"t", {"x", false, 0, 3e-3}, {"y", false, 0, 1}, {{"", {1e-3}, {1}}}});
  EXPECT_NE(small.find(">0.0005<"), std::string::npos);
  const std::string plain = to_svg({"t", {"x", true, 0.01, 1e4}, {"y", false, -2e5, 1e5}, {{"", {1}, {1}}}});
  for (const char* text : {">0.01<", ">1<", ">100<", ">10000<", ">−2×10⁵<", ">−10⁵<", ">10⁵<"}) {
    EXPECT_NE(plain.find(text), std::string::npos) << text;
  }
}

// Minor ticks at 2 to 9 times each power, as long as there is room for them.
TEST(SvgPlot, LogarithmicAxesHaveMinorTicks) {
  const auto minor_ticks = [](Real high) {
    return count(to_svg({"t", {"x"}, {"y", true, 1, high}, {{"", {0, 1}, {1, 2}}}}), "h-3.0");
  };
  EXPECT_EQ(minor_ticks(100), 2 * 8);
  EXPECT_EQ(minor_ticks(1e30), 0);
}

TEST(SvgPlot, StepsHoldTheirValue) {
  Plot plot{"t", {"x"}, {"y"}, {{"", {0, 1}, {0, 1}}}};
  plot.series[0].steps = true;
  const std::vector<PathPoint> line = first_line(to_svg(plot));
  ASSERT_EQ(line.size(), 3U);
  EXPECT_EQ(line[0].y, line[1].y);
  EXPECT_EQ(line[1].x, line[2].x);
}

TEST(SvgPlot, SeriesDifferWithoutColour) {
  Plot plot{"t", {"x"}, {"y"}, {}};
  const Dash dashes[4] = {Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dotted};
  for (int k = 0; k < 4; ++k) {
    plot.series.push_back(
        {"series " + std::to_string(k), {0, 1}, {Real(k), Real(k + 1)}, k, dashes[k], Marker::none});
  }
  const std::string svg = to_svg(plot);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"8 5\""), 2);  // line and legend
  EXPECT_EQ(count(svg, "stroke-dasharray=\"2 4\""), 2);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"9 4 2 4\""), 2);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(count(svg, ">series " + std::to_string(k) + "<"), 1);
}

TEST(SvgPlot, TextDoesNotOverlap) {
  Plot plot{"A rather long title that says what is measured and for which pairs of shapes, and more",
            {"distance [m]"},
            {"probability", true, 1e-12, 1},
            {}};
  for (int k = 0; k < 12; ++k) {
    plot.series.push_back({"a name of some length, number " + std::to_string(k),
                           {-123456.75, 987654.25},
                           {1e-3, std::pow(10, -k)},
                           k,
                           Dash::solid,
                           static_cast<Marker>(k % 6)});
  }
  expect_texts_apart(to_svg(plot));
  plot.y = {"y", false, {}, {}};
  expect_texts_apart(to_svg(plot));
}

TEST(SvgPlot, NamesAreEscapedAndEmptyPlotsAreValid) {
  Plot plot{"a < b & \"c\" > d\x01", {"x"}, {"y"}, {{"e<f>&", {}, {}}}};
  const std::string svg = to_svg(plot);
  EXPECT_NE(svg.find("<title>a &lt; b &amp; &quot;c&quot; &gt; d</title>"), std::string::npos);
  EXPECT_NE(svg.find(">e&lt;f&gt;&amp;</text>"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  expect_texts_apart(to_svg({"t", {"x", true, {}, {}}, {"y", true, {}, {}}, {{"zeros", {0, 0}, {0, 0}}}}));
  expect_texts_apart(to_svg({"t", {"x", false, 5, 1}, {"y", false, {}, {}}, {{"constant", {1, 1}, {7, 7}}}}));
}

}  // namespace
}  // namespace scree
