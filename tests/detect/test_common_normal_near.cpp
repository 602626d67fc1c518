// The short way from a known normal: its derivatives, its series, and that it ends where the climb does.
#include "detect/kernels/common_normal_near.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "detect/kernels/common_normal.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"
#include "support/separation_search.hpp"

namespace scree::testing {
namespace {

using namespace common_normal_detail;

constexpr Exponents kinds[3] = {Exponents::one, Exponents::equal, Exponents::different};

ShapeView any_body(Random& random, Exponents kind, Real least, Real largest) {
  ShapeView view;
  view.type = ShapeType::superellipsoid;
  for (int k = 0; k < 3; ++k) view.radii[k] = std::pow(3, -uniform(random));
  for (Real& epsilon : view.exponents) epsilon = kind == Exponents::one ? 1 : uniform(random, least, largest);
  if (kind == Exponents::equal) view.exponents[1] = view.exponents[0];
  view.size = 2 * norm(view.radii);
  return view;
}

// Overlapping by `depth` (m) where A's normal is a random one, which is returned.
Vec3 place(Random& random, Real depth, OwnShapePair& pair) {
  const Vec3 n = unit_vector(random);
  pair.a_from_b = rotation_matrix(rotation(random));
  pair.size = std::max(pair.a.size, pair.b.size);
  pair.translation = point_with_normal(as_superellipsoid(pair.a), n) -
                     pair.a_from_b * point_with_normal(as_superellipsoid(pair.b), to_b_direction(pair, -n)) -
                     depth * n;
  return n;
}

Contact asked(const OwnShapePair& pair, Vec3 start, Real cutoff = std::numeric_limits<Real>::infinity()) {
  PairCache cache;
  keep_direction(cache, Algorithm::common_normal, start);
  QueryRequest request;
  request.cutoff = cutoff;
  Contact contact;
  common_normal(pair, request, cache, contact);
  return contact;
}
Contact asked_cold(const OwnShapePair& pair) {
  PairCache cache;
  Contact contact;
  common_normal(pair, {}, cache, contact);
  return contact;
}

NearBodies seen(const Bodies& bodies, const Vec3Pair& normal) {
  NearBodies s = near_bodies(bodies, lane(normal, 0), lane(normal, 1));
  see_sections(bodies, s);
  return s;
}

// Normals away from symmetry planes, where differences are no good.
Vec3 any_normal(Random& random) {
  Vec3 n = unit_vector(random);
  for (int k = 0; k < 3; ++k) n[k] += std::copysign(0.3, n[k]);
  return normalized(n);
}

template <Exponents kind>
void check_derivatives(Random& random) {
  const Bodies bodies{as_superellipsoid(any_body(random, kind, 0.3, 1.7)),
                      as_superellipsoid(any_body(random, kind, 0.3, 1.7))};
  const Vec3Pair n = lanes(any_normal(random), any_normal(random));
  const Vec3Pair turn = lanes(cross(lane(n, 0), unit_vector(random)), cross(lane(n, 1), unit_vector(random)));
  NearBodies s = seen(bodies, n);
  const NearBodies by_sections = s;
  see<kind>(bodies, s);
  ASSERT_LT(prepare_matrix<kind>(s), 1e4);
  // What is left of the point's way must fall with the third power of the step (the second, without terms of
  // the second order).
  Real left[2][2];
  for (int k = 0; k < 2; ++k) {
    const Vec3Pair dn = (k == 0 ? 1e-2 : 1e-3) * turn;
    const NearBodies there = seen(bodies, n + dn);
    Vec3Pair expected = s.point + moved_by<kind>(s, dn);
    if constexpr (kind != Exponents::different) expected = expected + second_order<kind>(s, dn);
    for (int body = 0; body < 2; ++body) {
      ASSERT_LT(norm(lane(s.point, body) - lane(by_sections.point, body)), 2e-15);
      left[body][k] = norm(lane(there.point, body) - lane(expected, body));
    }
  }
  constexpr Real share = kind == Exponents::different ? 1e-2 : 1e-3;
  for (const Real(&l)[2] : left) ASSERT_LT(l[1], 3 * share * l[0] + 1e-12);
}

TEST(CommonNormalNear, PointsMoveAsTheMatrixSays) {
  Random random{51, 0};
  for (int i = 0; i < scaled_count(300); ++i) {
    SCOPED_TRACE("pair " + std::to_string(i));
    check_derivatives<Exponents::one>(random);
    check_derivatives<Exponents::equal>(random);
    check_derivatives<Exponents::different>(random);
  }
}

TEST(CommonNormalNear, SeriesGiveThePoint) {
  Random random{52, 0};
  for (int i = 0; i < scaled_count(1000); ++i) {
    SCOPED_TRACE("pair " + std::to_string(i));
    const Bodies bodies{as_superellipsoid(any_body(random, Exponents::equal, 0.2, 1.2)),
                        as_superellipsoid(any_body(random, Exponents::equal, 0.2, 1.2))};
    NearBodies s = near_bodies(bodies, unit_vector(random), unit_vector(random));
    see_even(s);
    prepare_matrix<Exponents::equal>(s);
    const Real most =
        series_change / std::max(Real{1}, larger_lane(s.q)) * std::pow(10, -uniform(random, 0, 6));
    const auto any_change = [&] {
      return lanes(most * uniform(random, -1, 1), most * uniform(random, -1, 1));
    };
    const Vec3Pair change{any_change(), any_change(), any_change()};
    NearBodies again = s;
    again.normal = again.normal + times(again.normal, change);
    see_even(again);
    see_by_series(s, change);
    for (int body = 0; body < 2; ++body) {
      for (int k = 0; k < 3; ++k) {
        const Real x = lane(again.point, body)[k];
        ASSERT_NEAR(lane(s.point, body)[k], x, 2e-15 * std::fabs(x));
      }
    }
  }
}

TEST(CommonNormalNear, PointsAndNormalsBelongTogether) {
  Random random{53, 0};
  for (int i = 0; i < scaled_count(1000); ++i) {
    const Bodies bodies{as_superellipsoid(any_body(random, Exponents::equal, 0.2, 1)),
                        as_superellipsoid(any_body(random, Exponents::equal, 0.2, 1))};
    NearBodies s = near_bodies(bodies, {}, {});
    see_by_point(s, lanes(uniform(random, 0.5, 2) * unit_vector(random), unit_vector(random)));
    const NearBodies there = seen(bodies, s.normal);
    for (int body = 0; body < 2; ++body)
      ASSERT_LT(norm(lane(there.point, body) - lane(s.point, body)), 4e-15) << "pair " << i;
  }
}

// From normals that are off by 1e-10 to 0.1 rad, or as coarse as 16 bits, shallow, touching and apart.
TEST(CommonNormalNear, AnswersAsTheClimbDoes) {
  Random random{54, 0};
  const int count = scaled_count(3000);
  int direct = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("pair " + std::to_string(i));
    const Exponents kind = kinds[i % 3];
    OwnShapePair pair;
    pair.a = any_body(random, kind, 0.2, i % 2 == 0 ? 1 : 1.6);
    pair.b = any_body(random, i % 5 == 0 ? Exponents::one : kind, 0.2, i % 2 == 0 ? 1 : 1.6);
    const Real depth = std::pow(10, uniform(random, -9, -1.3)) * (i % 4 == 0 ? -1 : 1);
    const Vec3 n = place(random, depth, pair);
    const Contact cold = asked_cold(pair);
    ASSERT_EQ(cold.status, Status::ok);
    Vec3 start = normalized(n + std::pow(10, uniform(random, -10, -1)) * unit_vector(random));
    if (i % 7 == 0) {
      for (int k = 0; k < 3; ++k) start[k] = std::round(32767 * n[k]) / 32767;
    }
    const Contact c = asked(pair, start);
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, cold.distance, 2e-15 * pair.size);
    ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance, 2e-15 * pair.size);
    ASSERT_NEAR(norm(c.normal), 1, 1e-15);
    ASSERT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 2e-14 * pair.size);
    ASSERT_NEAR(gauge(as_superellipsoid(pair.a), c.point_a), 1, 4e-15);
    ASSERT_NEAR(gauge(as_superellipsoid(pair.b), to_b_direction(pair, c.point_b - pair.translation)), 1,
                8e-15);
    Near near;
    const Bodies bodies{as_superellipsoid(pair.a), as_superellipsoid(pair.b)};
    direct += search_near(pair, bodies, start, std::numeric_limits<Real>::infinity(), near) ? 1 : 0;
    // With a cutoff of 0 a pair that is apart is so along the normal given.
    const Contact near_only = asked(pair, start, 0);
    ASSERT_EQ(near_only.beyond_cutoff, cold.distance > 0);
    if (near_only.beyond_cutoff) {
      ASSERT_LE(near_only.distance, cold.distance + 2e-15 * pair.size);
    }
  }
  EXPECT_GT(direct, 0.85 * count);
}

// What the rolling ball proves: no direction is better, however deep that is for sharp bodies.
TEST(CommonNormalNear, ShallowDepthsAreTheLeast) {
  Random random{55, 0};
  int shallow = 0;
  for (int i = 0; i < scaled_count(200); ++i) {
    SCOPED_TRACE("pair " + std::to_string(i));
    OwnShapePair pair;
    const Exponents kind = kinds[i % 3];
    pair.a = any_body(random, kind, 0.2, 1);
    pair.b = any_body(random, kind, 0.2, 1);
    const Bodies bodies{as_superellipsoid(pair.a), as_superellipsoid(pair.b)};
    const Real most = rolling_radius(bodies.a) + rolling_radius(bodies.b);
    const Vec3 n = place(random, uniform(random, 0.5, 1) * most, pair);
    Near near;
    if (!search_near(pair, bodies, n, 0, near)) continue;
    ASSERT_TRUE(is_shallow(bodies, near.separation));
    ++shallow;
    ASSERT_LE(searched_separation(pair, random, 100, n), near.separation + 1e-14 * pair.size);
  }
  EXPECT_GT(shallow, scaled_count(200) / 2);
}

// Starts that are no good at all cost time, never correctness.
TEST(CommonNormalNear, AnyStartIsSafe) {
  Random random{56, 0};
  for (int i = 0; i < scaled_count(600); ++i) {
    SCOPED_TRACE("pair " + std::to_string(i));
    OwnShapePair pair;
    pair.a = any_body(random, kinds[i % 3], 0.1, 1.9);
    pair.b = any_body(random, kinds[i / 3 % 3], 0.1, 1.9);
    const Vec3 n = place(random, uniform(random, -0.05, 0.05), pair);
    const Vec3 axis{i % 4 == 0 ? 1.0 : 0.0, i % 4 == 1 ? 1.0 : 0.0, i % 4 == 2 ? 1.0 : 0.0};
    const Vec3 starts[4] = {-n, unit_vector(random), axis, pair.a_from_b * axis};
    const Real distance = asked_cold(pair).distance;
    for (const Vec3 start : starts) {
      const Contact c = asked(pair, start);
      ASSERT_EQ(c.status, Status::ok);
      ASSERT_NEAR(c.distance, distance, 1e-13 * pair.size);
    }
  }
}

}  // namespace
}  // namespace scree::testing
