// gjk-epa with curved shapes: every pair of types, to 1e-6 of the size.
//
// The signed distance is the largest separation over all directions. An answer is right when its own
// normal separates as much as it says (a lower bound, evaluated here by the shapes' support points), no
// direction found by a search over the sphere separates by 1e-6 sizes more, and the points lie in the
// shapes at the distance given (an upper bound when apart).
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bench/must.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

constexpr Real bar = 1e-6;  // x size

Real separation_along(const Shape& a, const Shape& b, const Pose& a_from_b, Vec3 n) {
  const Vec3 in_b = rotate(conjugate(a_from_b.rotation), -n);
  return dot(n, transform(a_from_b, support_point(b, in_b))) - dot(n, support_point(a, n));
}

// The best separation near `n`: random steps of shrinking length that keep what is better.
Real climb(const Shape& a, const Shape& b, const Pose& pose, Vec3 n, Random& random) {
  Real best = separation_along(a, b, pose, n);
  for (Real step = 0.1; step > 1e-8; step *= 0.8) {
    for (int k = 0; k < 8; ++k) {
      const Vec3 next = normalized(n + step * uniform(random) * unit_vector(random));
      const Real value = separation_along(a, b, pose, next);
      if (value > best) {
        best = value;
        n = next;
      }
    }
  }
  return best;
}

Real best_separation(const Shape& a, const Shape& b, const Pose& pose, Random& random) {
  std::vector<std::pair<Real, Vec3>> starts;
  for (int i = 0; i < 400; ++i) {
    const Vec3 n = unit_vector(random);
    starts.emplace_back(separation_along(a, b, pose, n), n);
  }
  std::partial_sort(starts.begin(), starts.begin() + 6, starts.end(),
                    [](const auto& s, const auto& t) { return s.first > t.first; });
  Real best = starts[0].first;
  for (int i = 0; i < 6; ++i) best = std::max(best, climb(a, b, pose, starts[i].second, random));
  return best;
}

struct Named {
  std::string name;
  Shape shape;
};
std::vector<Named> shapes() {
  return {{"box", must(make_box({1, 0.7, 0.5}))},
          {"icosahedron", must(make_icosahedron(0.6))},
          {"ellipsoid", must(make_ellipsoid({0.5, 0.2, 0.1}))},
          {"ball", must(make_ellipsoid({0.5, 0.5, 0.5}))},
          {"superellipsoid 1", must(make_superellipsoid({0.5, 0.4, 0.3}, 1, 1))},
          {"near box", must(make_superellipsoid({0.5, 0.4, 0.3}, 0.1, 0.1))},
          {"near octahedron", must(make_superellipsoid({0.5, 0.4, 0.3}, 1.9, 1.9))},
          {"pillow", must(make_superellipsoid({0.5, 0.1, 0.3}, 0.3, 1.5))},
          {"needle", must(make_superellipsoid({0.025, 0.025, 0.5}, 0.8, 0.4))},
          {"sphere", must(make_sphere(0.4))},
          {"cylinder", must(make_cylinder(0.3, 0.8))},
          {"capsule", must(make_capsule(0.2, 0.6))},
          {"rounded", must(make_rounded_polyhedron(make_box({0.6, 0.5, 0.4})->core->vertices, 0.1))}};
}

void expect_right(const Named& a, const Named& b, const Pose& pose, Random& random) {
  PairCache cache;
  Contact c;
  ASSERT_EQ(query(Algorithm::gjk_epa, a.shape, b.shape, pose, {}, cache, c), Status::ok);
  const Real size = std::max(a.shape.size, b.shape.size);
  ASSERT_NEAR(norm(c.normal), 1, 1e-14);
  ASSERT_NEAR(separation_along(a.shape, b.shape, pose, c.normal), c.distance, bar * size);
  ASSERT_LE(best_separation(a.shape, b.shape, pose, random), c.distance + bar * size);
  ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), bar * size);
  // On a curved surface the points are known to about the square root of the distance's accuracy.
  ASSERT_NEAR(inside_outside(a.shape, c.point_a), 1, 1e-3);
  ASSERT_NEAR(inside_outside(b.shape, transform(inverse(pose), c.point_b)), 1, 1e-3);
}

TEST(Curved, EveryPairOfTypesIsRight) {
  const auto all = shapes();
  Random random{77, 0};
  const int trials = scaled_count(8);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i; k < all.size(); ++k) {
      for (int t = 0; t < trials; ++t) {
        SCOPED_TRACE(all[i].name + " and " + all[k].name + ", trial " + std::to_string(t));
        // Apart, about touching, deep, concentric.
        const Real reach[4] = {uniform(random, 0.7, 2), uniform(random, 0.3, 0.8), uniform(random, 0, 0.3),
                               0};
        const Quat turned = t % 8 == 7 ? Quat{} : rotation(random);
        ASSERT_NO_FATAL_FAILURE(
            expect_right(all[i], all[k], {turned, reach[t % 4] * unit_vector(random)}, random));
      }
    }
  }
}

TEST(Curved, EllipsoidsApartByHand) {
  // Along a common axis of symmetry the distance is the gap between the poles.
  const Shape a = must(make_ellipsoid({1, 2, 3}));
  PairCache cache;
  Contact c;
  ASSERT_EQ(query(Algorithm::gjk_epa, a, a, {{}, {2.5, 0, 0}}, {}, cache, c), Status::ok);
  EXPECT_NEAR(c.distance, 0.5, 1e-8);
  EXPECT_LT(norm(c.point_a - Vec3{1, 0, 0}), 1e-3);
  EXPECT_EQ(c.type, ContactType::smooth);
  ASSERT_EQ(query(Algorithm::gjk_epa, a, a, {{}, {1.75, 0, 0}}, {}, cache, c), Status::ok);
  EXPECT_NEAR(c.distance, -0.25, 1e-8);
}

TEST(Curved, LargeRatiosGiveAnswersOrNamedFailures) {
  const auto all = shapes();
  Random random{78, 0};
  int failures = 0;
  const int count = scaled_count(3000);
  for (int t = 0; t < count; ++t) {
    const Shape& a = all[uniform_index(random, static_cast<int>(all.size()))].shape;
    const Shape b = must(scaled(all[uniform_index(random, static_cast<int>(all.size()))].shape,
                                std::pow(10, uniform(random, -4, 0))));
    const Real reach = 0.5 * (a.size + b.size) * uniform(random, 0, 1.1);
    PairCache cache;
    Contact c;
    const Status status =
        query(Algorithm::gjk_epa, a, b, {rotation(random), reach * unit_vector(random)}, {}, cache, c);
    ASSERT_TRUE(std::isfinite(c.distance) && is_finite(c.normal) && is_finite(c.point_a) &&
                is_finite(c.point_b));
    failures += ok(status) ? 0 : 1;
  }
  EXPECT_EQ(failures, 0) << "of " << count;
}

}  // namespace
}  // namespace scree::testing
