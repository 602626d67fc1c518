#include "output/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

namespace scree {
namespace {

// Pixels.
constexpr Real plot_width = 520, plot_height = 340;
constexpr Real top = 48, bottom_room = 58, legend_gap = 24, edge = 16;
constexpr Real font = 14, title_font = 16;
constexpr Real letter = 0.58;  // mean width of a letter, in font sizes; a little more than that of most fonts
constexpr Real legend_line = 22, legend_sample = 44;
constexpr Real marker_radius = 4.5;
constexpr Real tick_gap = 11;  // between a number and its axis: more than a marker or a tick reaches

// Okabe and Ito's colours, told apart by most colour-blind people; yellow is too pale for lines.
constexpr std::array<std::string_view, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#000000", "#e69f00", "#56b4e9", "#7f7f7f"};
std::string_view colour_of(const PlotSeries& series) {
  const auto count = static_cast<int>(colours.size());
  return colours[static_cast<std::size_t>(((series.colour % count) + count) % count)];
}

std::string_view dash_of(Dash dash) {
  switch (dash) {
    case Dash::dashed:
      return " stroke-dasharray=\"8 5\"";
    case Dash::dotted:
      return " stroke-dasharray=\"2 4\"";
    case Dash::dash_dotted:
      return " stroke-dasharray=\"9 4 2 4\"";
    default:
      return "";
  }
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) result += c;  // XML has no control characters
    }
  }
  return result;
}

Real text_width(std::string_view text, Real size) {
  // Bytes that only continue a character of UTF-8 have no width.
  const auto letters = std::count_if(text.begin(), text.end(),
                                     [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return letter * size * static_cast<Real>(letters);
}

std::string text_at(Real x, Real y, std::string_view text, std::string_view anchor, Real size = font,
                    std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", x,
                     y, size, anchor, more, escaped(text));
}

// One axis: from a value to a pixel.
struct Scale {
  Real low = 0, high = 1;
  bool logarithmic = false;
  Real from = 0, to = 1;  // pixels

  [[nodiscard]] bool shows(Real value) const {
    return std::isfinite(value) && (!logarithmic || value > 0) && value >= low && value <= high;
  }
  [[nodiscard]] Real pixel(Real value) const {
    const Real share =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

// The ends of an axis: given, or from the data, widened to whole steps.
Scale scale_of(const PlotAxis& axis, const std::vector<PlotSeries>& series, bool is_x, Real from, Real to) {
  Scale scale{0, 1, axis.logarithmic, from, to};
  Real low = std::numeric_limits<Real>::infinity();
  Real high = -low;
  for (const PlotSeries& s : series) {
    for (const Real value : is_x ? s.x : s.y) {
      if (!std::isfinite(value) || (axis.logarithmic && value <= 0)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low <= high)) low = high = 1;
  if (axis.logarithmic) {
    scale.low = std::pow(10, std::floor(std::log10(low)));
    scale.high = std::pow(10, std::ceil(std::log10(high)));
    if (!(scale.low < scale.high)) scale.high = 10 * scale.low;
  } else {
    if (low == high) {
      low = std::min(low, Real{0});
      high = high > low ? high : low + 1;
    }
    const std::vector<Real> ticks = axis_ticks(low, high, false, 6);
    const Real step = ticks.size() > 1 ? ticks[1] - ticks[0] : high - low;
    scale.low = step * std::floor(low / step * (1 + 1e-12));
    scale.high = step * std::ceil(high / step * (1 - 1e-12));
  }
  // A given end must leave room for the other one.
  const auto usable = [&](Real value) { return std::isfinite(value) && (!axis.logarithmic || value > 0); };
  if (axis.low && usable(*axis.low)) scale.low = *axis.low;
  if (axis.high && usable(*axis.high)) scale.high = *axis.high;
  if (!(scale.low < scale.high)) scale.high = axis.logarithmic ? 10 * scale.low : scale.low + 1;
  return scale;
}

// In raised figures.
std::string power_of_ten(int exponent) {
  static constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) {
    text += raised[static_cast<std::size_t>(digit - '0')];
  }
  return text;
}

// With a minus sign, not a hyphen.
std::string plain_text(Real value) {
  return value < 0 ? "−" + plain_text(-value) : fmt::format("{:.10g}", value);
}
std::string scientific_text(Real value) {
  if (value == 0) return "0";
  if (value < 0) return "−" + scientific_text(-value);
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const std::string factor = fmt::format("{:.6g}", value / std::pow(10, exponent));
  return (factor == "1" ? "" : factor + "×") + power_of_ten(exponent);
}

// 0.001 and 1000, but 4×10⁻⁴ and 10⁵ rather than 0.0004 and 100000. The numbers of an axis are alike: on a
// logarithmic one all are powers of ten where one has to be, on others the largest decides.
std::vector<std::string> tick_texts(const std::vector<Real>& ticks, bool logarithmic) {
  constexpr Real least_plain = 0.9e-3, most_plain = 0.99e5;
  Real largest = 0, least = std::numeric_limits<Real>::infinity();
  for (const Real t : ticks) {
    largest = std::max(largest, std::fabs(t));
    least = std::min(least, std::fabs(t));
  }
  const bool plain = largest < most_plain && (logarithmic ? least : largest) > least_plain;
  std::vector<std::string> texts(ticks.size());
  std::transform(ticks.begin(), ticks.end(), texts.begin(), plain ? plain_text : scientific_text);
  return texts;
}

struct Ticks {
  std::vector<Real> values;
  std::vector<std::string> texts;
};

// Every nth tick, so that the numbers do not meet.
Ticks spaced_ticks(const Scale& scale, bool horizontal) {
  const std::vector<Real> all = axis_ticks(scale.low, scale.high, scale.logarithmic, horizontal ? 10 : 6);
  const std::vector<std::string> texts = tick_texts(all, scale.logarithmic);
  if (all.size() < 2) return {all, texts};
  Real widest = 0;
  for (const std::string& text : texts) widest = std::max(widest, text_width(text, font));
  const Real needed = horizontal ? widest + font : 1.6 * font;
  const Real room = std::fabs(scale.pixel(all[1]) - scale.pixel(all[0]));
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(needed / room)));
  Ticks kept;
  for (std::size_t i = 0; i < all.size(); i += every) {
    kept.values.push_back(all[i]);
    kept.texts.push_back(texts[i]);
  }
  return kept;
}

// Between the powers of ten, where these are not thinned: 2 to 9 times each.
std::vector<Real> minor_ticks(const Scale& scale) {
  std::vector<Real> ticks;
  constexpr Real least_room = 24;  // pixels per decade
  if (!scale.logarithmic ||
      std::fabs(scale.to - scale.from) < least_room * std::log10(scale.high / scale.low)) {
    return ticks;
  }
  for (Real decade = std::pow(10, std::floor(std::log10(scale.low) + 1e-9)); decade < scale.high;
       decade *= 10) {
    for (int k = 2; k < 10; ++k) {
      if (scale.shows(k * decade)) ticks.push_back(k * decade);
    }
  }
  return ticks;
}

std::string marker_at(Real x, Real y, const PlotSeries& series) {
  const Real r = marker_radius;
  const std::string_view colour = colour_of(series);
  const std::string paint = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"",
                                        series.filled ? colour : "#ffffff", colour);
  const auto path = [&](const std::string& d) { return fmt::format("<path d=\"{}\" {}/>\n", d, paint); };
  switch (series.marker) {
    case Marker::none:
      return "";
    case Marker::circle:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" {}/>\n", x, y, r, paint);
    case Marker::square:
      return path(fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z", x - r, y - r, 2 * r, 2 * r, -2 * r));
    case Marker::triangle:
      return path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z", x, y - 1.2 * r, x + 1.1 * r,
                              y + 0.8 * r, x - 1.1 * r, y + 0.8 * r));
    case Marker::diamond:
      return path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z", x, y - 1.3 * r,
                              x + 1.3 * r, y, x, y + 1.3 * r, x - 1.3 * r, y));
    case Marker::cross:
      return path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}", x - r, y - r, x + r,
                              y + r, x - r, y + r, x + r, y - r));
  }
  return "";
}

std::string stroke(const PlotSeries& series) {
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"{}",
                     colour_of(series), dash_of(series.dash));
}

std::string series_svg(const PlotSeries& series, const Scale& sx, const Scale& sy) {
  std::string line, markers;
  bool pen_down = false;
  Real last_y = 0;
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (!sx.shows(series.x[i]) || !sy.shows(series.y[i])) {
      pen_down = false;
      continue;
    }
    const Real x = sx.pixel(series.x[i]);
    const Real y = sy.pixel(series.y[i]);
    if (pen_down && series.steps) line += fmt::format("L{:.1f} {:.1f}", x, last_y);
    line += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", x, y);
    const auto from = static_cast<std::size_t>(std::max(0, series.marker_from));
    if (i >= from && (i - from) % static_cast<std::size_t>(std::max(1, series.marker_every)) == 0)
      markers += marker_at(x, y, series);
    pen_down = true;
    last_y = y;
  }
  if (line.empty()) return "";
  if (series.dash == Dash::none) return markers;
  return fmt::format("<path d=\"{}\" {}/>\n", line, stroke(series)) + markers;
}

std::string axes_svg(const Plot& plot, const Scale& sx, const Scale& sy) {
  constexpr Real major = 6, minor = 3;  // pixels, how far a tick stands out
  std::string grid, ticks, svg;
  const Ticks along_x = spaced_ticks(sx, true);
  for (std::size_t i = 0; i < along_x.values.size(); ++i) {
    const Real x = sx.pixel(along_x.values[i]);
    grid += fmt::format("M{0:.1f} {1:.1f}V{2:.1f}", x, sy.from, sy.to);
    ticks += fmt::format("M{:.1f} {:.1f}v{:.1f}", x, sy.from, major);
    svg += text_at(x, sy.from + major + 1.2 * font, along_x.texts[i], "middle");
  }
  const Ticks along_y = spaced_ticks(sy, false);
  for (std::size_t i = 0; i < along_y.values.size(); ++i) {
    const Real y = sy.pixel(along_y.values[i]);
    grid += fmt::format("M{0:.1f} {1:.1f}H{2:.1f}", sx.from, y, sx.to);
    ticks += fmt::format("M{:.1f} {:.1f}h{:.1f}", sx.from, y, -major);
    svg += text_at(sx.from - tick_gap, y + 0.35 * font, along_y.texts[i], "end");
  }
  for (const Real t : minor_ticks(sx))
    ticks += fmt::format("M{:.1f} {:.1f}v{:.1f}", sx.pixel(t), sy.from, minor);
  for (const Real t : minor_ticks(sy))
    ticks += fmt::format("M{:.1f} {:.1f}h{:.1f}", sx.from, sy.pixel(t), -minor);
  svg += fmt::format("<path d=\"{}\" stroke=\"#dddddd\"/>\n", grid);
  svg += fmt::format(
      "<path d=\"{4}M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}V{1:.1f}z\" fill=\"none\" stroke=\"#222222\" "
      "stroke-width=\"1.2\"/>\n",
      sx.from, sy.to, sy.from, sx.to, ticks);
  const Real middle = 0.5 * (sx.from + sx.to);
  svg += text_at(middle, sy.from + 3.3 * font, plot.x.label, "middle");
  const Real x = edge + 0.8 * font;
  const Real y = 0.5 * (sy.from + sy.to);
  svg += text_at(x, y, plot.y.label, "middle", font,
                 fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  return svg;
}

std::string legend_svg(const std::vector<PlotSeries>& all, Real left) {
  std::string svg;
  Real y = top + 0.5 * font;
  for (const PlotSeries& series : all) {
    if (series.name.empty()) continue;
    if (series.dash != Dash::none) {
      svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" {}/>\n", left, y, legend_sample, stroke(series));
    }
    svg += marker_at(left + 0.5 * legend_sample, y, series);
    svg += text_at(left + legend_sample + 0.6 * font, y + 0.35 * font, series.name, "start");
    y += legend_line;
  }
  return svg;
}

}  // namespace

std::vector<Real> axis_ticks(Real low, Real high, bool logarithmic, int count) {
  std::vector<Real> ticks;
  if (!(low < high) || !std::isfinite(low) || !std::isfinite(high) || count < 1) return ticks;
  if (logarithmic) {
    if (!(low > 0)) return ticks;
    const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
    for (int e = first; e <= last; ++e) ticks.push_back(std::pow(10, e));
    return ticks;
  }
  const Real rough = (high - low) / count;
  const Real decade = std::pow(10, std::floor(std::log10(rough)));
  Real step = 10 * decade;
  for (const Real nice : {1.0, 2.0, 5.0}) {
    if (nice * decade >= rough * (1 - 1e-9)) {
      step = nice * decade;
      break;
    }
  }
  const Real slack = 1e-9 * step;
  // Multiples of the step, not sums of it: no tick is 0.30000000000000004 or 1e-17.
  for (Real k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) {
    ticks.push_back(k == 0 ? 0 : k * step);
  }
  return ticks;
}

std::string to_svg(const Plot& plot) {
  // The numbers of the y axis decide how far to the right the data begin.
  const Scale raw_y = scale_of(plot.y, plot.series, false, top + plot_height, top);
  Real numbers = 0;
  for (const std::string& text : spaced_ticks(raw_y, false).texts) {
    numbers = std::max(numbers, text_width(text, font));
  }
  const Real left = edge + 1.8 * font + numbers + tick_gap;
  const Scale sx = scale_of(plot.x, plot.series, true, left, left + plot_width);

  Real legend = 0;
  Real legend_height = 0;
  for (const PlotSeries& series : plot.series) {
    if (series.name.empty()) continue;
    legend = std::max(legend, legend_sample + 0.6 * font + text_width(series.name, font));
    legend_height += legend_line;
  }
  // Numbers at the axis's ends stand out by half their width.
  const Real data_right = sx.to + 2 * font;
  const Real right = legend > 0 ? sx.to + legend_gap + legend : data_right;
  const Real width = std::max({right, data_right, left + text_width(plot.title, title_font)}) + edge;
  const Real height = top + std::max(plot_height + bottom_room, legend_height + edge);

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"sans-serif\" fill=\"#222222\">\n<title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n",
      width, height, escaped(plot.title));
  svg += text_at(left, 0.6 * top, plot.title, "start", title_font);
  svg += axes_svg(plot, sx, raw_y);
  for (const PlotSeries& series : plot.series) svg += series_svg(series, sx, raw_y);
  svg += legend_svg(plot.series, sx.to + legend_gap);
  return svg + "</svg>\n";
}

}  // namespace scree
