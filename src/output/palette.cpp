#include "output/palette.hpp"

#include <scree/shape.hpp>

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

std::string category(const Model& model, const SnapshotView& view, std::size_t body) {
  if (view.colour == ColourBy::name) return body_name(model, body);
  return std::string(name(model.shapes[model.piece_shape[model.piece_begin[body]]].type));
}

// In the order of first appearance, dynamic bodies first: walls then leave the colours to them.
struct Categories {
  std::map<std::string, std::size_t> numbers;
  std::size_t of_dynamic = 0;  // those before it are categories of dynamic bodies
};
Categories categories_of(const Model& model, const SnapshotView& view) {
  Categories all;
  for (const bool dynamic : {true, false}) {
    for (std::size_t body = 0; body < body_count(model); ++body) {
      if ((model.mobility[body] == Mobility::dynamic) == dynamic) {
        all.numbers.try_emplace(category(model, view, body), all.numbers.size());
      }
    }
    if (dynamic) all.of_dynamic = all.numbers.size();
  }
  return all;
}

std::vector<Colour> by_category(const Model& model, const SnapshotView& view) {
  const Categories all = categories_of(model, view);
  std::vector<Colour> colours;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    colours.push_back(category_colour(all.numbers.at(category(model, view, body))));
  }
  return colours;
}

struct Range {
  Real low, high;
};
Range range_of(const Model& model, const State& state, const SnapshotView& view) {
  if (view.colour_low != 0 || view.colour_high != 0) return {view.colour_low, view.colour_high};
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Range range{infinity, -infinity};
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (model.mobility[body] != Mobility::dynamic || state.present[body] == 0) continue;
    const Real value = colour_value(model, state, view, body);
    if (!std::isfinite(value)) continue;
    range = {std::min(range.low, value), std::max(range.high, value)};
  }
  return range.low <= range.high ? range : Range{0, 0};
}

std::vector<Colour> by_value(const Model& model, const State& state, const SnapshotView& view) {
  const auto [low, high] = range_of(model, state, view);
  std::vector<Colour> colours;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    const Real value = colour_value(model, state, view, body);
    colours.push_back(scale_colour(high > low ? (value - low) / (high - low) : 0.5));
  }
  return colours;
}

// Turning, from the momentum: bodies that are not dynamic keep their angular velocity there.
Vec3 angular_velocity(const Model& model, const State& state, std::size_t body) {
  const Vec3 l = state.angular_momentum[body];
  const Vec3 i = model.inverse_moments[body];
  return model.mobility[body] == Mobility::dynamic ? Vec3{l.x * i.x, l.y * i.y, l.z * i.z} : l;
}

std::string title_of(const Model& model, ColourBy colour) {
  switch (colour) {
    case ColourBy::size:
      return "size (m)";
    case ColourBy::speed:
      return "speed (m/s)";
    case ColourBy::angular_speed:
      return "angular speed (rad/s)";
    case ColourBy::energy:
      return model.dimension == 2 ? "kinetic energy (J/m)" : "kinetic energy (J)";
    case ColourBy::contacts:
    case ColourBy::name:
    case ColourBy::shape:
      break;
  }
  return std::string(name(colour));
}

}  // namespace

Colour category_colour(std::size_t n) { return categories[n % categories.size()]; }

Colour scale_colour(Real share) {
  if (std::isnan(share)) return scale.front();
  const Real place = std::clamp(share, Real{0}, Real{1}) * (scale.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  return mix(scale[first], scale[first + 1], static_cast<float>(place - static_cast<Real>(first)));
}

Real colour_value(const Model& model, const State& state, const SnapshotView& view, std::size_t body) {
  switch (view.colour) {
    case ColourBy::size:
      return 2 * model.radius[body];
    case ColourBy::speed:
      return norm(state.velocity[body]);
    case ColourBy::angular_speed:
      return norm(angular_velocity(model, state, body));
    case ColourBy::energy:
      return 0.5 * model.mass[body] * dot(state.velocity[body], state.velocity[body]) +
             0.5 * dot(state.angular_momentum[body], angular_velocity(model, state, body));
    case ColourBy::contacts:
      return body < view.contacts.size() ? view.contacts[body] : 0;
    case ColourBy::name:
    case ColourBy::shape:
      break;
  }
  return 0;
}

std::vector<Colour> body_colours(const Model& model, const State& state, const SnapshotView& view) {
  std::vector<Colour> colours =
      has_scale(view.colour) ? by_value(model, state, view) : by_category(model, view);
  for (std::size_t body = 0; body < colours.size(); ++body) colours[body] = varied(colours[body], body);
  return colours;
}

ColourKey colour_key(const Model& model, const State& state, const SnapshotView& view) {
  ColourKey key;
  key.title = title_of(model, view.colour);
  if (has_scale(view.colour)) {
    const Range range = range_of(model, state, view);
    key.low = range.low;
    key.high = range.high;
    return key;
  }
  const Categories all = categories_of(model, view);
  key.kinds.resize(all.of_dynamic);
  for (const auto& [text, number] : all.numbers) {
    if (number < all.of_dynamic) key.kinds[number] = {text, category_colour(number)};
  }
  return key;
}

}  // namespace scree
