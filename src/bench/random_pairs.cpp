#include "bench/random_pairs.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "bench/must.hpp"
#include "bench/random_choice.hpp"
#include "bench/random_features.hpp"
#include "bench/turns.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

// The first shapes of the pool have faces square to their axes or to each other.
constexpr int regular_shapes = 22;
constexpr Real pi = 3.14159265358979323846;

// The hull of points on an ellipsoid with the given semi-axes, turned at random.
Shape random_hull(Random& random, int points, Vec3 stretch) {
  const Quat turn = rotation(random);
  std::vector<Vec3> vertices;
  for (int i = 0; i < points; ++i) {
    const Vec3 u = unit_vector(random);
    vertices.push_back(rotate(turn, {u.x * stretch.x, u.y * stretch.y, u.z * stretch.z}));
  }
  return must(make_polyhedron(vertices));
}

FeaturePoint random_feature(Random& random, const Polyhedron& p) {
  const int kind = uniform_index(random, 3);
  if (kind == 0) return random_vertex(random, p, 0.01);
  if (kind == 2) return random_face(random, p, 0.01);
  const int edge = any_of(random, p.edges);
  const Real way = uniform(random, 0.01, 0.99);
  return point_of_edge(p, edge, way, uniform(random, 0.01, 0.99));
}

// Puts B so that a feature of each faces the other along a common normal across `gap` (m).
Pose facing(Random& random, const Shape& a, const Shape& b, Real gap) {
  const FeaturePoint on_a = random_feature(random, *a.core);
  const FeaturePoint on_b = random_feature(random, *b.core);
  Quat turn = rotation_between(on_b.normal, -on_a.normal);
  if (uniform_index(random, 2) == 0) {
    turn = rotation_about(on_a.normal, uniform(random, 0, 2 * pi)) * turn;
  } else {
    // Edges parallel or at a right angle, as faces of cubes on each other.
    const Vec3 u = on_a.along - dot(on_a.along, on_a.normal) * on_a.normal;
    const Vec3 v3 = rotate(turn, on_b.along);
    const Vec3 v = v3 - dot(v3, on_a.normal) * on_a.normal;
    const Real angle = std::atan2(dot(on_a.normal, cross(v, u)), dot(v, u));
    turn = rotation_about(on_a.normal, angle + uniform_index(random, 4) * pi / 2) * turn;
  }
  turn = normalized(turn);
  const Vec3 target = a.centre + on_a.point + gap * on_a.normal;
  return {turn, target - rotate(turn, b.centre + on_b.point)};
}

// One of the 24 rotations that permute the axes.
Quat axis_rotation(Random& random) {
  const Real h = std::sqrt(0.5);
  const std::array<Quat, 3> quarter{{{h, h, 0, 0}, {h, 0, h, 0}, {h, 0, 0, h}}};
  Quat q;
  for (int i = 0; i < 3; ++i) {
    for (int times = uniform_index(random, 4); times > 0; --times) q = quarter[i] * q;
  }
  return normalized(q);
}

Pose centred(const Shape& a, const Shape& b, Quat turn, Vec3 offset) {
  return {turn, a.centre + offset - rotate(turn, b.centre)};
}

}  // namespace

std::string_view name(Placement placement) {
  constexpr std::array<std::string_view, placement_count> names{
      "far",       "near",       "grazing",   "shallow", "deep",
      "contained", "concentric", "identical", "aligned", "turned"};
  return names[static_cast<std::size_t>(placement)];
}

std::vector<Shape> shape_pool() {
  std::vector<Shape> pool;
  Random random{2024, 1};
  for (const Real height : {1.0, 1.0 / 64, 40.0}) {
    const Real s = height > 1 ? 1.0 / 40 : 1;
    pool.push_back(must(make_box({s, s, s * height})));
    pool.push_back(must(make_pyramid(s, s * height)));
    pool.push_back(must(make_prism(3, 0.5 * s, s * height)));
    pool.push_back(must(make_prism(6, 0.5 * s, s * height)));
    pool.push_back(must(make_prism(12, 0.5 * s, s * height)));
  }
  pool.push_back(must(make_box({1, 0.5, 0.25})));
  pool.push_back(must(make_tetrahedron(1)));
  pool.push_back(must(make_octahedron(0.7)));
  pool.push_back(must(make_icosahedron(0.6)));
  pool.push_back(must(make_dodecahedron(0.4)));
  pool.push_back(must(make_tetrakis_cube(0.7, 0.15)));
  pool.push_back(must(make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})));
  const std::array<Vec3, 4> stretches{
      {{0.5, 0.5, 0.5}, {0.5, 0.35, 0.2}, {0.0125, 0.0125, 0.5}, {0.5, 0.5, 0.5 / 64}}};
  for (const Vec3& stretch : stretches) {
    for (const int points : {4, 4, 5, 6, 7, 8, 10, 12, 14, 18, 24, 32, 45, 60}) {
      pool.push_back(random_hull(random, points, stretch));
    }
  }
  return pool;
}

std::vector<Shape> sliver_pool() {
  std::vector<Shape> pool;
  Random random{2024, 2};
  while (pool.size() < 100) {
    const Real noise = log_uniform(random, 1e-15, 1e-5);
    const bool on_grid = uniform_index(random, 2) == 0;
    std::vector<Vec3> points;
    for (int i = 8 + uniform_index(random, 30); i > 0; --i) {
      Vec3 p{uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5)};
      if (on_grid) {
        p = 0.25 * Vec3{std::round(4 * p.x), std::round(4 * p.y), std::round(4 * p.z)};
      } else {
        // On a face of the unit cube, half of them on an edge.
        const int k = uniform_index(random, 3);
        for (int axis = k; axis <= k + uniform_index(random, 2); ++axis)
          p[axis % 3] = std::copysign(0.5, p[axis % 3]);
      }
      points.push_back(p + noise * unit_vector(random));
      if (uniform_index(random, 4) == 0) points.push_back(points.back() + noise * unit_vector(random));
    }
    pool.push_back(must(make_polyhedron(points)));
  }
  return pool;
}

RandomPair random_pair(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index) {
  Random random{seed, index};
  RandomPair pair;
  choose_shapes(pool, regular_shapes, random, pair);
  const Real size = std::max(pair.a.size, pair.b.size);
  const Real reach = 0.5 * (pair.a.size + pair.b.size);

  switch (pair.placement) {
    case Placement::far:
      pair.a_from_b =
          centred(pair.a, pair.b, rotation(random), reach * uniform(random, 1, 5) * unit_vector(random));
      break;
    case Placement::near:
      pair.a_from_b = facing(random, pair.a, pair.b, size * log_uniform(random, 1e-10, 0.1));
      break;
    case Placement::grazing:
      pair.a_from_b = facing(random, pair.a, pair.b, size * 1e-15 * uniform_index(random, 3));
      break;
    case Placement::shallow:
      pair.a_from_b = facing(random, pair.a, pair.b, -size * log_uniform(random, 1e-10, 0.01));
      break;
    case Placement::deep:
      pair.a_from_b =
          centred(pair.a, pair.b, rotation(random), reach * uniform(random, 0, 0.8) * unit_vector(random));
      break;
    case Placement::contained:
      pair.a_from_b = centred(pair.a, pair.b, rotation(random),
                              pair.a.size * uniform(random, 0, 0.3) * unit_vector(random));
      break;
    case Placement::concentric: {
      const Quat turn = uniform_index(random, 2) == 0 ? Quat{} : rotation(random);
      pair.a_from_b = centred(pair.a, pair.b, turn, {});
      break;
    }
    case Placement::identical: {
      const Vec3 offset = uniform_index(random, 2) == 0
                              ? Vec3{}
                              : size * log_uniform(random, 1e-15, 1e-3) * unit_vector(random);
      pair.a_from_b = centred(pair.a, pair.b, {}, offset);
      break;
    }
    case Placement::aligned:
    case Placement::turned: {
      Quat turn = axis_rotation(random);
      // Steps of an eighth of the way to where the bounds touch: from overlap through touch to apart.
      const Vec3 extent_a = bounds(pair.a, {}).upper - bounds(pair.a, {}).lower;
      const Vec3 extent_b = bounds(pair.b, {turn, {}}).upper - bounds(pair.b, {turn, {}}).lower;
      const auto step = [&] { return 0.125 * (uniform_index(random, 19) - 9) * 0.5; };
      const Vec3 touching = extent_a + extent_b;
      const Vec3 grid{step() * touching.x, step() * touching.y, step() * touching.z};
      if (pair.placement == Placement::turned) {
        std::array<Vec3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        const Real angle =
            uniform_index(random, 2) == 0 ? uniform(random, 0, pi) : log_uniform(random, 1e-12, 1e-2);
        turn = normalized(rotation_about(axes[uniform_index(random, 3)], angle) * turn);
      }
      pair.a_from_b = centred(pair.a, pair.b, turn, grid);
      break;
    }
  }
  return pair;
}

}  // namespace scree::bench
