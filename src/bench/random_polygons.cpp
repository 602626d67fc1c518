#include "bench/random_polygons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/must.hpp"
#include "bench/random_choice.hpp"
#include "bench/random_features.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real pi = std::numbers::pi;
// The first polygons of the pool have edges square to their axes or to each other.
constexpr int regular_polygons = 12;

Turn random_turn(Random& random) { return turn_by(uniform(random, -pi, pi)); }
Vec2 random_direction(Random& random) { return random_turn(random) * Vec2{1, 0}; }

// The hull of points on an ellipse with the given semi-axes, turned at random.
Shape random_hull(Random& random, int points, Vec2 stretch) {
  const Turn turn = random_turn(random);
  std::vector<Vec2> corners;
  for (int i = 0; i < points; ++i) {
    const Vec2 u = random_direction(random);
    corners.push_back(turn * Vec2{u.x * stretch.x, u.y * stretch.y});
  }
  return must(make_polygon(corners));
}

// A point on a corner or edge and a direction it supports (relative to the shape's centre, m).
struct FeaturePoint2 {
  Vec2 point, normal;
};
FeaturePoint2 random_feature(Random& random, const Polygon& p) {
  const int i = any_of(random, p.vertices);
  const int next = (i + 1) % static_cast<int>(p.vertices.size());
  if (uniform_index(random, 2) == 0) {
    const Real share = uniform(random, 0.01, 0.99);
    return {p.vertices[next],
            normalized(share * p.edge_lines[i].normal + (1 - share) * p.edge_lines[next].normal)};
  }
  const Real way = uniform(random, 0.01, 0.99);
  return {p.vertices[i] + way * (p.vertices[next] - p.vertices[i]), p.edge_lines[i].normal};
}

// Puts B so that a feature of each faces the other along a common normal across `gap` (m).
Pose2 facing(Random& random, const Shape& a, const Shape& b, Real gap) {
  const FeaturePoint2 on_a = random_feature(random, *a.outline);
  const FeaturePoint2 on_b = random_feature(random, *b.outline);
  const Turn turn = normalized(Turn{-dot(on_b.normal, on_a.normal), -cross(on_b.normal, on_a.normal)});
  const Vec2 target = in_plane(a.centre) + on_a.point + gap * on_a.normal;
  return {turn, target - turn * (in_plane(b.centre) + on_b.point)};
}

Pose2 centred(const Shape& a, const Shape& b, Turn turn, Vec2 offset) {
  return {turn, in_plane(a.centre) + offset - turn * in_plane(b.centre)};
}

// Quarter turns, positions in steps of an eighth of the way to where the bounds touch.
Pose2 on_grid(Random& random, const RandomPlanarPair& pair) {
  constexpr std::array<Turn, 4> quarters{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  Turn turn = quarters[uniform_index(random, 4)];
  const auto extent = [](const Shape& s, Turn t) {
    const Bounds box = bounds(s, in_space(Pose2{t, {}}));
    return in_plane(box.upper - box.lower);
  };
  const Vec2 touching = extent(pair.a, {}) + extent(pair.b, turn);
  const auto step = [&] { return 0.125 * (uniform_index(random, 19) - 9) * 0.5; };
  const Vec2 offset{step() * touching.x, step() * touching.y};
  if (pair.placement == Placement::turned) {
    const Real angle =
        uniform_index(random, 2) == 0 ? uniform(random, 0, pi) : log_uniform(random, 1e-12, 1e-2);
    turn = normalized(turn_by(angle) * turn);
  }
  return centred(pair.a, pair.b, turn, offset);
}

Pose2 place(Random& random, const RandomPlanarPair& pair) {
  const Real size = std::max(pair.a.size, pair.b.size);
  const Real reach = 0.5 * (pair.a.size + pair.b.size);
  const auto away = [&](Real distance) {
    const Turn turn = random_turn(random);
    return centred(pair.a, pair.b, turn, distance * random_direction(random));
  };
  switch (pair.placement) {
    case Placement::near:
      return facing(random, pair.a, pair.b, size * log_uniform(random, 1e-10, 0.1));
    case Placement::grazing:
      return facing(random, pair.a, pair.b, size * 1e-15 * uniform_index(random, 3));
    case Placement::shallow:
      return facing(random, pair.a, pair.b, -size * log_uniform(random, 1e-10, 0.01));
    case Placement::deep:
      return away(reach * uniform(random, 0, 0.8));
    case Placement::contained:
      return away(pair.a.size * uniform(random, 0, 0.3));
    case Placement::concentric:
      return centred(pair.a, pair.b, uniform_index(random, 2) == 0 ? Turn{} : random_turn(random), {});
    case Placement::identical: {
      const bool same = uniform_index(random, 2) == 0;
      return centred(pair.a, pair.b, {},
                     same ? Vec2{} : size * log_uniform(random, 1e-15, 1e-3) * random_direction(random));
    }
    case Placement::aligned:
    case Placement::turned:
      return on_grid(random, pair);
    default:
      return away(reach * uniform(random, 1, 5));
  }
}

}  // namespace

std::vector<Shape> polygon_pool() {
  std::vector<Shape> pool;
  for (const Vec2 extents : {Vec2{1, 1}, Vec2{1, 0.5}, Vec2{1, 1.0 / 40}, Vec2{0.02, 0.8}}) {
    pool.push_back(must(make_rectangle(extents)));
    pool.push_back(must(make_polygon({{0, 0}, {extents.x, 0}, {0, extents.y}})));
  }
  for (const int sides : {3, 4, 6, 12}) pool.push_back(must(make_regular_polygon(sides, 0.5)));
  Random random{2024, 3};
  for (const Vec2 stretch : {Vec2{0.5, 0.5}, Vec2{0.5, 0.25}, Vec2{0.5, 0.0125}}) {
    for (const int points : {3, 3, 4, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40, 60}) {
      pool.push_back(random_hull(random, points, stretch));
    }
  }
  return pool;
}

std::vector<Shape> sliver_polygon_pool() {
  std::vector<Shape> pool;
  Random random{2024, 4};
  while (pool.size() < 100) {
    const Real noise = log_uniform(random, 1e-13, 1e-5);
    std::vector<Vec2> points;
    for (int i = 6 + uniform_index(random, 30); i > 0; --i) {
      Vec2 p{uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5)};
      // On a side of the unit square.
      (uniform_index(random, 2) == 0 ? p.x : p.y) = uniform_index(random, 2) == 0 ? -0.5 : 0.5;
      points.push_back(p + noise * random_direction(random));
      if (uniform_index(random, 4) == 0) points.push_back(points.back() + noise * random_direction(random));
    }
    pool.push_back(must(make_polygon(points)));
  }
  return pool;
}

RandomPlanarPair random_planar_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index) {
  Random random{seed, index};
  RandomPlanarPair pair;
  choose_shapes(pool, regular_polygons, random, pair);
  pair.a_from_b = place(random, pair);
  return pair;
}

}  // namespace scree::bench
