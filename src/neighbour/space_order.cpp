#include "neighbour/space_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace scree {
namespace {

constexpr int digits = 21;  // of each coordinate; three make one number of 63
constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();

bool is_ordered(const Model& model, const State& state, std::size_t body) {
  return model.mobility[body] == Mobility::dynamic && state.present[body] != 0;
}

// A cube that holds all bodies.
struct Cube {
  Vec3 lower;     // m
  Real edge = 0;  // m
};
Cube cube_of(const Model& model, const State& state) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Vec3 lower{infinity, infinity, infinity}, upper{-infinity, -infinity, -infinity};
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (!is_ordered(model, state, body)) continue;
    const Vec3 position = wrapped(model.periodic, state.position[body]);
    for (int i = 0; i < 3; ++i) {
      lower[i] = std::min(lower[i], position[i]);
      upper[i] = std::max(upper[i], position[i]);
    }
  }
  const Vec3 edges = upper - lower;
  return {lower, std::max({edges.x, edges.y, edges.z})};
}

// Its digits with two zeros between any two.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffffU;
  x = (x | x << 16) & 0x001f0000ff0000ffU;
  x = (x | x << 8) & 0x100f00f00f00f00fU;
  x = (x | x << 4) & 0x10c30c30c30c30c3U;
  x = (x | x << 2) & 0x1249249249249249U;
  return x;
}

std::uint64_t digits_of(Real share) {  // in [0, 1], or anything: then the order is not good, but still one
  constexpr auto most = static_cast<Real>((std::uint64_t{1} << digits) - 1);
  return share > 0 ? static_cast<std::uint64_t>(std::min<Real>(share, 1) * most) : 0;
}

std::uint64_t place_on_curve(const Cube& cube, Vec3 position) {
  const Vec3 share = (1 / cube.edge) * (position - cube.lower);
  return spread(digits_of(share.x)) | spread(digits_of(share.y)) << 1 | spread(digits_of(share.z)) << 2;
}

}  // namespace

PieceOrder order_in_space(const Model& model, const State& state) {
  struct Body {
    std::uint64_t key;
    std::uint32_t body;
  };
  const Cube cube = cube_of(model, state);
  std::vector<Body> bodies;
  bodies.reserve(body_count(model));
  for (std::uint32_t body = 0; body < body_count(model); ++body) {
    const Vec3 position = wrapped(model.periodic, state.position[body]);
    bodies.push_back({is_ordered(model, state, body) ? place_on_curve(cube, position) : last, body});
  }
  std::sort(bodies.begin(), bodies.end(),
            [](const Body& x, const Body& y) { return x.key != y.key ? x.key < y.key : x.body < y.body; });
  PieceOrder order;
  order.piece_at.reserve(piece_count(model));
  order.place_of.resize(piece_count(model));
  for (const Body& b : bodies) {
    for (std::uint32_t piece = model.piece_begin[b.body]; piece < model.piece_begin[b.body + 1]; ++piece) {
      order.place_of[piece] = static_cast<std::uint32_t>(order.piece_at.size());
      order.piece_at.push_back(piece);
    }
  }
  return order;
}

Real far_share(const Model& model, const std::vector<PiecePair>& pairs, const PieceOrder& order,
               std::uint32_t reach) {
  std::size_t counted = 0, far = 0;
  for (const PiecePair pair : pairs) {
    if (model.mobility[model.piece_body[pair.a]] != Mobility::dynamic ||
        model.mobility[model.piece_body[pair.b]] != Mobility::dynamic) {
      continue;
    }
    const PlacePair places = places_of(order, pair);
    ++counted;
    far += places.second - places.first > reach ? 1 : 0;
  }
  return counted == 0 ? 0 : static_cast<Real>(far) / static_cast<Real>(counted);
}

}  // namespace scree
