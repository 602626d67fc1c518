#include "output/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace scree {
namespace {

constexpr Colour from_hex(unsigned rgb) {
  return {static_cast<float>(rgb >> 16 & 0xFF) / 255, static_cast<float>(rgb >> 8 & 0xFF) / 255,
          static_cast<float>(rgb & 0xFF) / 255};
}

// Light and dark in turn.
constexpr std::array<Colour, 8> categories{from_hex(0xEBC15C), from_hex(0x4A78A8), from_hex(0xA9D8CC),
                                           from_hex(0xBF6347), from_hex(0xD3C4E3), from_hex(0x628F4B),
                                           from_hex(0xF4E3C1), from_hex(0x7A6591)};
constexpr std::array<Colour, 5> scale{from_hex(0x54489B), from_hex(0x3A76A0), from_hex(0x359F89),
                                      from_hex(0x90CA55), from_hex(0xF9E762)};

Colour mix(Colour a, Colour b, float share) {
  return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green),
          a.blue + share * (b.blue - a.blue)};
}

// Bodies of one colour differ a little, to be told apart where they touch.
Colour varied(Colour colour, std::size_t body) {
  constexpr float most = 0.07F;
  const auto hash = static_cast<std::uint32_t>(body * 2654435761U);
  const float factor = 1 + most * (static_cast<float>(hash >> 16) / 32768.0F - 1);
  const auto scaled = [&](float value) { return std::min(1.0F, factor * value); };
  return {scaled(colour.red), scaled(colour.green), scaled(colour.blue)};
}

// Numbers in the order of first appearance, dynamic bodies first: walls then leave the colours to them.
template <class Key, class F>
std::vector<Colour> by_category(const Model& model, F&& key_of) {
  std::map<Key, std::size_t> numbers;
  for (const bool dynamic : {true, false}) {
    for (std::size_t body = 0; body < body_count(model); ++body) {
      if ((model.mobility[body] == Mobility::dynamic) == dynamic) {
        numbers.try_emplace(key_of(body), numbers.size());
      }
    }
  }
  std::vector<Colour> colours;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    colours.push_back(category_colour(numbers[key_of(body)]));
  }
  return colours;
}

template <class F>
std::vector<Colour> by_value(const Model& model, const State& state, Real low, Real high, F&& value_of) {
  if (low == 0 && high == 0) {
    low = std::numeric_limits<Real>::infinity();
    high = -low;
    for (std::size_t body = 0; body < body_count(model); ++body) {
      const Real value = value_of(body);
      const bool counts = model.mobility[body] == Mobility::dynamic && state.present[body] != 0;
      if (!counts || !std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  std::vector<Colour> colours;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    const Real share = high > low ? (value_of(body) - low) / (high - low) : 0.5;
    colours.push_back(scale_colour(share));
  }
  return colours;
}

std::vector<Colour> plain_colours(const Model& model, const State& state, const SnapshotView& view) {
  const auto type = [&](std::size_t body) {
    return model.shapes[model.piece_shape[model.piece_begin[body]]].type;
  };
  switch (view.colour) {
    case ColourBy::shape:
      return by_category<ShapeType>(model, type);
    case ColourBy::size:
      return by_value(model, state, view.colour_low, view.colour_high,
                      [&](std::size_t body) { return 2 * model.radius[body]; });
    case ColourBy::speed:
      return by_value(model, state, view.colour_low, view.colour_high,
                      [&](std::size_t body) { return norm(state.velocity[body]); });
    case ColourBy::name:
      break;
  }
  return by_category<std::string>(model, [&](std::size_t body) { return model.names[body]; });
}

}  // namespace

Colour category_colour(std::size_t n) { return categories[n % categories.size()]; }

Colour scale_colour(Real share) {
  if (std::isnan(share)) return scale.front();
  const Real place = std::clamp(share, Real{0}, Real{1}) * (scale.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  return mix(scale[first], scale[first + 1], static_cast<float>(place - static_cast<Real>(first)));
}

std::vector<Colour> body_colours(const Model& model, const State& state, const SnapshotView& view) {
  std::vector<Colour> colours = plain_colours(model, state, view);
  for (std::size_t body = 0; body < colours.size(); ++body) colours[body] = varied(colours[body], body);
  return colours;
}

}  // namespace scree
