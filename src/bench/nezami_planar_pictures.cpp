// The pictures of `nezami-planar`: two polygons, their shortest link and the common plane across its middle.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "bench/nezami_planar.hpp"

namespace scree::bench {
namespace {

// Pixels.
constexpr Real width = 290, height = 250, caption = 34, margin = 16;
constexpr std::string_view blue = "#4c7fb8", pale_blue = "#cfe0f2", orange = "#e8a33d",
                           pale_orange = "#f9e3bf", red = "#d1335b", ink = "#1d2733", paper = "#f7f8fa";

std::vector<Vec2> outline_of(const Shape& shape, const Pose2& pose) {
  std::vector<Vec2> corners;
  for (const Vec2& v : shape.outline->vertices)
    corners.push_back(transform(pose, in_plane(shape.centre) + v));
  return corners;
}

// From metres, y upwards, to the pixels of a cell, y downwards: all points fit below the caption.
struct Fit {
  Vec2 middle;  // m
  Real scale = 1;
  Vec2 place;  // pixels, where the middle goes
};
Fit fit_into_cell(const std::vector<Vec2>& points) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Vec2 low{infinity, infinity}, high{-infinity, -infinity};
  for (const Vec2& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const Real wide = width - 2 * margin, tall = height - caption - margin;
  return {0.5 * (low + high),
          std::min(wide / (high.x - low.x), tall / (high.y - low.y)),
          {0.5 * width, caption + 0.5 * tall}};
}
Vec2 to_pixels(const Fit& fit, Vec2 p) {
  const Vec2 d = fit.scale * (p - fit.middle);
  return fit.place + Vec2{d.x, -d.y};
}

std::string polygon_text(const Fit& fit, const std::vector<Vec2>& corners, std::string_view fill,
                         std::string_view line) {
  std::string path;
  for (const Vec2& corner : corners) {
    const Vec2 p = to_pixels(fit, corner);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", p.x, p.y);
  }
  return fmt::format(
      "<path d=\"{}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n", path,
      fill, line);
}

std::string line_text(Vec2 from, Vec2 to, std::string_view more) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" fill=\"none\" {}/>\n", from.x,
                     from.y, to.x, to.y, red, more);
}

// The part of the line through `p` along `t` (pixels) that lies in the cell below the caption.
std::string plane_text(Vec2 p, Vec2 t) {
  Real begin = -std::numeric_limits<Real>::infinity(), end = -begin;
  const auto cut = [&](Real at, Real along, Real low, Real high) {
    if (along == 0) return;
    const Real first = (low - at) / along, second = (high - at) / along;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
  };
  cut(p.x, t.x, 6, width - 6);
  cut(p.y, t.y, caption, height - 6);
  return line_text(p + begin * t, p + end * t, "stroke-width=\"1.6\" stroke-dasharray=\"8 5\"");
}

std::string letter(const Fit& fit, const Shape& shape, const Pose2& pose, char name,
                   std::string_view colour) {
  const Vec2 p = to_pixels(fit, transform(pose, in_plane(shape.centre)));
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"18\" font-weight=\"600\" text-anchor=\"middle\" "
      "fill=\"{}\">{}</text>\n",
      p.x, p.y + 6, colour, name);
}

// One cell, its corner at the origin.
std::string cell(const PlanarPlaneRow& row, const std::string& title) {
  const PlanarConfiguration& c = row.configuration;
  const std::vector<Vec2> a = outline_of(c.a, {}), b = outline_of(c.b, c.a_from_b);
  std::vector<Vec2> all = a;
  all.insert(all.end(), b.begin(), b.end());
  const Fit fit = fit_into_cell(all);
  const Contact2& found = row.answers.back();
  const Vec2 p = to_pixels(fit, found.point_a), q = to_pixels(fit, found.point_b);
  const Vec2 across = turned_left(found.normal);
  std::string svg = polygon_text(fit, a, pale_blue, blue) + polygon_text(fit, b, pale_orange, orange);
  svg += plane_text(0.5 * (p + q), {across.x, -across.y});
  svg += line_text(p, q, "stroke-width=\"3\" stroke-linecap=\"round\"");
  for (const Vec2 end : {p, q}) {
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", end.x, end.y, red);
  }
  svg += letter(fit, c.a, {}, 'A', blue) + letter(fit, c.b, c.a_from_b, 'B', orange);
  svg += fmt::format("<text x=\"12\" y=\"22\" font-size=\"14\" font-weight=\"600\" fill=\"{}\">{}</text>\n",
                     ink, title);
  return svg;
}

std::string frame(Real wide, Real tall, std::string_view title, const std::string& inside) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" role=\"img\"><title>{2}</title>"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"10\" fill=\"{3}\"/>\n{4}</svg>\n",
      wide, tall, title, paper, inside);
}

}  // namespace

std::string picture_of(const PlanarPlaneRow& row) {
  return frame(width, height, fmt::format("Common plane and shortest link: {}", row.configuration.name),
               cell(row, row.configuration.name));
}

std::string picture_of_all(const std::vector<PlanarPlaneRow>& rows) {
  constexpr int columns = 3;
  std::string inside;
  Vec2 corner;  // pixels, of the next cell
  for (std::size_t i = 0; i < rows.size(); ++i) {
    inside += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", corner.x, corner.y,
                          cell(rows[i], fmt::format("{}  {}", i + 1, rows[i].configuration.name)));
    const bool last = (i + 1) % columns == 0;
    corner = {last ? 0 : corner.x + width, last ? corner.y + height : corner.y};
  }
  const Real tall = corner.x > 0 ? corner.y + height : corner.y;
  return frame(columns * width, tall, "Nine pairs of polygons with their common planes and shortest links",
               inside);
}

}  // namespace scree::bench
