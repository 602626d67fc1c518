// The pairs of `curved`: random shapes of each type, and where they stand.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/curved_pairs.hpp"
#include "bench/must.hpp"
#include "bench/turns.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real least = 0.3, largest = 1;  // m, semi-axes
// x the smaller shape's size
constexpr Real largest_gap = 0.15, deepest = 0.15;
constexpr Real least_gap = 1e-3;  // of either sign

Vec3 random_radii(Random& random) {
  Vec3 radii;
  for (int k = 0; k < 3; ++k) radii[k] = uniform(random, least, largest);
  return radii;
}

// Points on an ellipsoid: all of them are vertices of their hull.
std::vector<Vec3> random_points(Random& random, int count) {
  const Vec3 radii = random_radii(random);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Vec3 u = unit_vector(random);
    points.push_back({radii.x * u.x, radii.y * u.y, radii.z * u.z});
  }
  return points;
}

Shape random_shape(ShapeType type, Random& random) {
  const Vec3 r = random_radii(random);
  switch (type) {
    case ShapeType::sphere:
      return must(make_sphere(r.x));
    case ShapeType::capsule:
      return must(make_capsule(0.6 * r.x, 2 * r.y));
    case ShapeType::ellipsoid:
      return must(make_ellipsoid(r));
    case ShapeType::superellipsoid: {
      const Real e1 = uniform(random, 0.3, 1.7);
      return must(make_superellipsoid(r, e1, uniform(random, 0.3, 1.7)));
    }
    case ShapeType::cylinder:
      return must(make_cylinder(r.x, 2 * r.y));
    case ShapeType::polyhedron:
      return must(make_polyhedron(random_points(random, 20)));
    case ShapeType::rounded_polyhedron:
      return must(make_rounded_polyhedron(random_points(random, 12), 0.2 * r.x));
    default:
      break;
  }
  return must(make_half_space(unit_vector(random), uniform(random, -1, 1)));
}

// A rotation by quarter turns.
Quat axes_turned(Random& random) {
  const Real quarter = std::numbers::pi / 2;
  const Quat about_z = rotation_about({0, 0, 1}, quarter * uniform_index(random, 4));
  return rotation_about({1, 0, 0}, quarter * uniform_index(random, 4)) * about_z;
}
Vec3 random_axis(Random& random) {
  Vec3 axis;
  axis[uniform_index(random, 3)] = uniform_index(random, 2) == 0 ? 1 : -1;
  return axis;
}

// How far the shape reaches from its centre along the unit vector `u`.
Real reach(const Shape& shape, Vec3 u) { return dot(support_point(shape, u) - shape.centre, u); }

}  // namespace

CurvedPair placed_pair(Shape a, Shape b, std::uint64_t seed, std::uint64_t index) {
  Random random{seed, index, 1'000'000};  // far behind what the shapes have used
  CurvedPair pair{std::move(a), std::move(b), {}};
  const bool parallel = index % 5 == 0;
  const Quat q = parallel ? axes_turned(random) : rotation(random);
  Vec3 u = parallel ? random_axis(random) : unit_vector(random);
  if (pair.b.type == ShapeType::half_space) u = -rotate(q, pair.b.normal);
  const Real size = std::min(pair.a.size, pair.b.size);  // a half-space's is infinite
  const Real gap = size * (index % 3 == 0 ? uniform(random, least_gap, largest_gap)
                                          : -uniform(random, least_gap, deepest));
  const Real of_b = pair.b.type == ShapeType::half_space ? 0 : reach(pair.b, rotate(conjugate(q), -u));
  const Vec3 centre_b = (reach(pair.a, u) + of_b + gap) * u;
  pair.a_from_b = {q, pair.a.centre + centre_b - rotate(q, pair.b.centre)};
  return pair;
}

CurvedPair curved_pair(ShapeType a, ShapeType b, std::uint64_t seed, std::uint64_t index) {
  Random random{seed, index, 0};
  Shape first = random_shape(a, random);
  Shape second = random_shape(b, random);
  return placed_pair(std::move(first), std::move(second), seed, index);
}

std::vector<std::pair<ShapeType, ShapeType>> curved_type_pairs() {
  const auto flat = [](ShapeType type) {
    return type == ShapeType::polyhedron || type == ShapeType::half_space;
  };
  std::vector<std::pair<ShapeType, ShapeType>> pairs;
  for (std::size_t i = 0; i < curved_types.size(); ++i) {
    for (std::size_t j = i; j < curved_types.size(); ++j) {
      if (!flat(curved_types[i]) || !flat(curved_types[j]))
        pairs.emplace_back(curved_types[i], curved_types[j]);
    }
  }
  return pairs;
}

// (a, b, c, n1, n2) = (1.5, 0.4, 3, 3, 10), (2, 1, 1, 2, 10), (2, 1, 1.5, 3, 5), x 0.075 m, in its Eq. 32:
// ((x/a)^n2 + (y/b)^n2)^(n1/n2) + (z/c)^n1 = 1. So epsilon 1 = 2 / n1 and epsilon 2 = 2 / n2.
std::vector<Shape> feng_superellipsoids() {
  constexpr Real scale = 0.075;
  return {must(make_superellipsoid(scale * Vec3{1.5, 0.4, 3}, 2.0 / 3, 2.0 / 10)),
          must(make_superellipsoid(scale * Vec3{2, 1, 1}, 2.0 / 2, 2.0 / 10)),
          must(make_superellipsoid(scale * Vec3{2, 1, 1.5}, 2.0 / 3, 2.0 / 5))};
}

Shape mesh_of(const Shape& shape) {
  return must(make_polyhedron(triangulate(shape, mesh_vertices).vertices));
}

}  // namespace scree::bench
