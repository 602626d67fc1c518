#include "bench/wellmann_pairs.hpp"

#include <algorithm>

#include "math/random.hpp"
#include "shape/magnitude.hpp"
#include "shape/superellipsoid_surface.hpp"

namespace scree::bench {
namespace {

constexpr Real least_radius = 0.5;         // m
constexpr Real largest_radius = 3.0;       // m
constexpr Real largest_distance = 0.25;    // m
constexpr Real deepest_contact = 1.75e-3;  // m

ShapeView random_superellipsoid(Random& random, SquarenessInterval squareness) {
  ShapeView view;
  view.type = ShapeType::superellipsoid;
  for (int k = 0; k < 3; ++k) view.radii[k] = uniform(random, least_radius, largest_radius);
  for (Real& epsilon : view.exponents) epsilon = uniform(random, squareness.low, squareness.high);
  // An ellipsoid fits into its ball of the longest semi-axis; a box needs the diagonal.
  view.size = 2 * norm(view.radii);
  return view;
}

// The surface point with this outward normal, by the angles of Eqs. 4 and 2.
Vec3 point_with_normal(const ShapeView& view, Vec3 normal) {
  const Superellipsoid s = as_superellipsoid(view);
  return surface_point(s, surface_angles(s, normal));
}

}  // namespace

WellmannPair wellmann_pair(SquarenessInterval squareness, WellmannSeries series, std::uint64_t seed,
                           std::uint64_t index) {
  Random random{seed, index, 0};
  WellmannPair known;
  OwnShapePair& pair = known.pair;
  pair.a = random_superellipsoid(random, squareness);
  pair.b = random_superellipsoid(random, squareness);
  pair.size = std::max(pair.a.size, pair.b.size);
  known.direction = unit_vector(random);
  pair.a_from_b = rotation_matrix(rotation(random));
  known.distance = series == WellmannSeries::apart ? uniform(random, 0, largest_distance)
                                                   : -uniform(random, 0, deepest_contact);
  known.point_a = point_with_normal(pair.a, known.direction);
  known.point_b = known.point_a + known.distance * known.direction;
  const Vec3 on_b = point_with_normal(pair.b, to_b_direction(pair, -known.direction));
  pair.translation = known.point_b - pair.a_from_b * on_b;
  return known;
}

}  // namespace scree::bench
