// common-normal and common-normal-published: known answers, closed forms, a search in extended precision, and
// what must not change when a pair is swapped, moved or scaled.
#include "detect/kernels/common_normal.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "bench/must.hpp"
#include "bench/wellmann_pairs.hpp"
#include "detect/kernels/common_normal_published.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"
#include "support/separation_search.hpp"

namespace scree::testing {
using namespace bench;
namespace {

OwnShapePair pair_of(const Shape& a, const Shape& b, const Pose& a_from_b) {
  Quat rotation;
  return make_pair_view(a, b, a_from_b, rotation);
}
Contact best(const OwnShapePair& pair, PairCache cache = {}, QueryRequest request = {}) {
  Contact contact;
  common_normal(pair, request, cache, contact);
  return contact;
}
Contact published(const OwnShapePair& pair, PairCache cache = {}, QueryRequest request = {}) {
  Contact contact;
  common_normal_published(pair, request, cache, contact);
  return contact;
}
bool finite(const Contact& c) {
  return std::isfinite(c.distance) && is_finite(c.normal) && is_finite(c.point_a) && is_finite(c.point_b);
}
Real angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

ShapeView body(Random& random, Real least_epsilon, Real largest_epsilon, Real ratio) {
  ShapeView view;
  view.type = ShapeType::superellipsoid;
  for (int k = 0; k < 3; ++k) view.radii[k] = std::pow(ratio, -uniform(random));
  const Real choice[4] = {least_epsilon, largest_epsilon, 1, 0};
  for (Real& epsilon : view.exponents) {
    const int k = uniform_index(random, 8);
    epsilon = k < 3 ? choice[k] : uniform(random, least_epsilon, largest_epsilon);
  }
  view.size = 2 * norm(view.radii);
  return view;
}
void scale(ShapeView& view, Real factor) {
  view.radii = factor * view.radii;
  view.size *= factor;
}
Mat3 axes_turned(Random& random) {
  const Mat3 turns[3] = {{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
                         {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}},
                         {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  Mat3 m{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (const Mat3& turn : turns) {
    for (int times = uniform_index(random, 4); times > 0; --times) m = turn * m;
  }
  return m;
}

// Placements: apart, about touching, shallow, deep, concentric, parallel axes.
constexpr int placement_kinds = 6;
OwnShapePair placed(Random& random, int kind, Real ratio, Real size_ratio) {
  OwnShapePair pair;
  pair.a = body(random, 0.1, 1.9, ratio);
  pair.b = body(random, 0.1, 1.9, ratio);
  scale(pair.b, std::pow(size_ratio, -uniform(random)));
  if (uniform_index(random, 2) == 0) std::swap(pair.a, pair.b);
  pair.size = std::max(pair.a.size, pair.b.size);
  pair.a_from_b = kind == 5 ? axes_turned(random) : rotation_matrix(rotation(random));
  Vec3 n = unit_vector(random);
  if (kind == 5) n = pair.a_from_b * Vec3{0, uniform_index(random, 2) == 0 ? 1.0 : 0.0, 1};
  n = normalized(n);
  const Superellipsoid a = as_superellipsoid(pair.a);
  const Superellipsoid b = as_superellipsoid(pair.b);
  const Vec3 touching =
      point_with_normal(a, n) - pair.a_from_b * point_with_normal(b, to_b_direction(pair, -n));
  const Real small = std::min(pair.a.size, pair.b.size);
  const Real gap[placement_kinds] = {pair.size * uniform(random, 0.1, 2),
                                     pair.size * 1e-9 * uniform(random, -1, 1),
                                     -small * std::pow(10, uniform(random, -6, -2)),
                                     0,
                                     0,
                                     pair.size * uniform(random, -0.1, 0.05)};
  pair.translation = kind == 3   ? uniform(random, 0, 0.4) * touching
                     : kind == 4 ? Vec3{}
                                 : touching + gap[kind] * n;
  return pair;
}

TEST(CommonNormal, KnownAnswersOfThePaper) {
  const int count = scaled_count(1500);
  for (const SquarenessInterval interval : wellmann_intervals) {
    Real worst_angle = 0;
    int shallower = 0;
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE("from " + std::to_string(interval.low) + ", pair " + std::to_string(i));
      const WellmannPair contact = wellmann_pair(interval, WellmannSeries::contact, 5, i);
      const Contact c = best(contact.pair);
      ASSERT_EQ(c.status, Status::ok);
      ASSERT_FALSE(c.fallback);
      // Where the surfaces are sharper than the penetration is deep the known answer need not be the least.
      ASSERT_GT(c.distance, contact.distance - 1e-14);
      if (c.distance > contact.distance + 1e-12) {
        ++shallower;
        continue;
      }
      ASSERT_LT(norm(c.point_a - contact.point_a), 1e-10);
      ASSERT_LT(norm(c.point_b - contact.point_b), 1e-10);
      worst_angle = std::max(worst_angle, angle_between(c.normal, contact.direction));

      const WellmannPair apart = wellmann_pair(interval, WellmannSeries::apart, 5, i);
      const Contact exact = best(apart.pair);
      ASSERT_EQ(exact.status, Status::ok);
      ASSERT_NEAR(exact.distance, apart.distance, 1e-14);
      QueryRequest touching_only;
      touching_only.cutoff = 0;
      const Contact excluded = best(apart.pair, {}, touching_only);
      ASSERT_TRUE(excluded.beyond_cutoff);
      ASSERT_GT(excluded.distance, 0);
      ASSERT_LE(excluded.distance, apart.distance + 1e-14);
    }
    EXPECT_LT(worst_angle, 1e-9);  // rad
    EXPECT_LE(shallower, count / 500 + 1);
  }
}

TEST(CommonNormal, PublishedFindsMostKnownAnswers) {
  const int count = scaled_count(1000);
  const Real right_share[3] = {0.995, 0.995, 0.98};
  for (int k = 0; k < 3; ++k) {
    int right = 0;
    int excluded = 0;
    for (int i = 0; i < count; ++i) {
      const WellmannPair contact = wellmann_pair(wellmann_intervals[k], WellmannSeries::contact, 6, i);
      const Contact c = published(contact.pair);
      ASSERT_TRUE(finite(c));
      const bool same = ok(c.status) && std::fabs(c.distance - contact.distance) < 1e-6 &&
                        angle_between(c.normal, contact.direction) < 1e-3;
      right += same ? 1 : 0;
      QueryRequest touching_only;
      touching_only.cutoff = 0;
      const WellmannPair apart = wellmann_pair(wellmann_intervals[k], WellmannSeries::apart, 6, i);
      const Contact far = published(apart.pair, {}, touching_only);
      excluded += ok(far.status) && far.beyond_cutoff ? 1 : 0;
      ASSERT_TRUE(!ok(far.status) || far.distance <= apart.distance + 1e-9);
    }
    EXPECT_GE(right, right_share[k] * count) << "interval " << k + 1;
    EXPECT_GE(excluded, 0.995 * count) << "interval " << k + 1;
  }
}

TEST(CommonNormal, PublishedDerivativesMatchDifferences) {
  namespace detail = common_normal_published_detail;
  Random random{41, 0};
  for (int i = 0; i < 200; ++i) {
    const WellmannPair w = wellmann_pair({0.5, 1.5}, WellmannSeries::apart, 7, i);
    const ShapePair pair = w.pair;  // which the problem refers to
    const detail::Problem p = detail::make_problem(pair);
    const detail::Angles x{uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5)};
    // Near symmetry planes the differences themselves are no good.
    const Vec3 c = detail::direction(p, x);
    const Vec3 in_b = to_b_direction(w.pair, c);
    Real least = 1;
    for (int k = 0; k < 3; ++k) least = std::min({least, std::fabs(c[k]), std::fabs(in_b[k])});
    if (least < 0.1) continue;
    const auto model = [&](detail::Angles at) { return detail::model(p, at, detail::points(p, at)); };
    const detail::Model m = model(x);
    const Real h = 1e-5;
    const detail::Model r = model({x.a1 + h, x.a2});
    const detail::Model l = model({x.a1 - h, x.a2});
    const detail::Model u = model({x.a1, x.a2 + h});
    const detail::Model d = model({x.a1, x.a2 - h});
    const Real size = 1e-5 * (std::fabs(m.h11) + std::fabs(m.h12) + std::fabs(m.h22) + 1);
    ASSERT_NEAR((r.f - l.f) / (2 * h), m.g1, size);
    ASSERT_NEAR((u.f - d.f) / (2 * h), m.g2, size);
    ASSERT_NEAR((r.g1 - l.g1) / (2 * h), m.h11, size);
    ASSERT_NEAR((r.g2 - l.g2) / (2 * h), m.h12, size);
    ASSERT_NEAR((u.g2 - d.g2) / (2 * h), m.h22, size);
  }
}

TEST(CommonNormal, SpheresAndEllipsoidsInClosedForm) {
  const Shape ball = must(make_sphere(0.4));
  const Shape large = must(make_sphere(1.1));
  Random random{42, 0};
  for (int i = 0; i < 200; ++i) {
    const Vec3 t = uniform(random, 0.01, 3) * unit_vector(random);
    const Contact c = best(pair_of(ball, large, {rotation(random), t}));
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, norm(t) - 1.5, 2e-15);
    ASSERT_LT(angle_between(c.normal, t), 1e-13);
    ASSERT_LT(norm(c.point_a - 0.4 * normalized(t)), 1e-13);
  }
  const Contact inside = best(pair_of(ball, large, {}));
  EXPECT_NEAR(inside.distance, -1.5, 1e-15);
  EXPECT_NEAR(norm(inside.normal), 1, 1e-15);

  const Shape egg = must(make_ellipsoid({1, 2, 3}));
  const Contact poles = best(pair_of(egg, egg, {{}, {2.5, 0, 0}}));
  EXPECT_NEAR(poles.distance, 0.5, 1e-15);
  EXPECT_EQ(poles.point_a, (Vec3{1, 0, 0}));
  EXPECT_NEAR(best(pair_of(egg, egg, {{}, {0, 0, 6.25}})).distance, 0.25, 1e-15);
  EXPECT_NEAR(best(pair_of(egg, egg, {{}, {0, 0, 5.75}})).distance, -0.25, 1e-15);
  EXPECT_NEAR(best(pair_of(egg, egg, {})).distance, -2, 1e-15);
  // A sphere against an ellipsoid: along the normal of any of its points.
  const Superellipsoid s{{1, 2, 3}, {1, 1}};
  for (int i = 0; i < 200; ++i) {
    const Vec3 n = unit_vector(random);
    const Real gap = uniform(random, -0.2, 0.5);
    const Contact c = best(pair_of(egg, ball, {{}, point_with_normal(s, n) + (0.4 + gap) * n}));
    ASSERT_NEAR(c.distance, gap, 1e-14);
    ASSERT_LT(angle_between(c.normal, n), 1e-12);
  }
}

TEST(CommonNormal, AgreesWithASearchInExtendedPrecision) {
  Random random{43, 0};
  const int count = scaled_count(120);
  for (int i = 0; i < count; ++i) {
    const OwnShapePair pair = placed(random, i % placement_kinds, 20, i % 3 == 0 ? 1e4 : 1);
    SCOPED_TRACE("pair " + std::to_string(i));
    const Contact c = best(pair);
    ASSERT_EQ(c.status, Status::ok);
    const Real scale = pair.size + std::fabs(c.distance);
    ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance, 1e-14 * scale);
    ASSERT_LE(searched_separation(pair, random, 200, c.normal), c.distance + 1e-12 * scale);
  }
}

TEST(CommonNormal, ExtremesGiveRightAnswers) {
  Random random{44, 0};
  const int count = scaled_count(3000);
  int fallbacks = 0;
  int settled = 0;
  for (int i = 0; i < count; ++i) {
    const OwnShapePair pair = placed(random, i % placement_kinds, 20, 1e4);
    SCOPED_TRACE("pair " + std::to_string(i));
    const Contact c = best(pair);
    ASSERT_TRUE(finite(c));
    ASSERT_EQ(c.status, Status::ok);
    const Real scale = pair.size + std::fabs(c.distance);
    ASSERT_NEAR(norm(c.normal), 1, 1e-14);
    ASSERT_NEAR(static_cast<Real>(exact_separation(pair, c.normal)), c.distance, 1e-14 * scale);
    // No direction sampled does better.
    for (int k = 0; k < 20; ++k)
      ASSERT_LE(exact_separation(pair, unit_vector(random)), c.distance + 1e-14 * scale);
    // The points lie on the surfaces.
    const Vec3 in_b = to_b_direction(pair, c.point_b - pair.translation);
    ASSERT_NEAR(gauge(as_superellipsoid(pair.a), c.point_a), 1, 1e-9);
    ASSERT_NEAR(gauge(as_superellipsoid(pair.b), in_b), 1, 1e-9);
    fallbacks += c.fallback ? 1 : 0;
    settled += norm(c.point_b - c.point_a - c.distance * c.normal) <= 1e-12 * scale ? 1 : 0;
  }
  EXPECT_LE(fallbacks, count / 100);
  EXPECT_GE(settled, count - count / 200);  // the points face each other along the normal
}

TEST(CommonNormal, SwappedMovedScaled) {
  Random random{45, 0};
  const int count = scaled_count(600);
  for (int i = 0; i < count; ++i) {
    const OwnShapePair pair = placed(random, i % placement_kinds, 8, 10);
    SCOPED_TRACE("pair " + std::to_string(i));
    const Contact c = best(pair);
    OwnShapePair swapped = pair;
    swapped.a = pair.b;
    swapped.b = pair.a;
    swapped.a_from_b = transpose(pair.a_from_b);
    swapped.translation = to_b_direction(pair, -pair.translation);
    const Real bar = 1e-13 * (pair.size + std::fabs(c.distance));
    const Contact s = best(swapped);
    ASSERT_NEAR(s.distance, c.distance, bar);
    OwnShapePair scaled_pair = pair;
    scale(scaled_pair.a, 0x1p-10);
    scale(scaled_pair.b, 0x1p-10);
    scaled_pair.translation = 0x1p-10 * pair.translation;
    scaled_pair.size *= 0x1p-10;
    const Contact small = best(scaled_pair);
    ASSERT_NEAR(small.distance, 0x1p-10 * c.distance, 0x1p-10 * bar);
    // Half a turn of B about its own axis changes nothing, as every section is symmetric.
    OwnShapePair turned = pair;
    turned.a_from_b = pair.a_from_b * Mat3{{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    ASSERT_NEAR(best(turned).distance, c.distance, bar);
  }
}

TEST(CommonNormal, SmallExponentsApproachTheBox) {
  Random random{46, 0};
  const Vec3 a{0.5, 0.4, 0.3};
  const Vec3 b{0.3, 0.6, 0.2};
  const Shape box_a = must(make_box(2 * a));
  const Shape box_b = must(make_box(2 * b));
  for (int i = 0; i < 60; ++i) {
    const Pose pose{i % 5 == 0 ? Quat{} : rotation(random), uniform(random, 0.2, 1.5) * unit_vector(random)};
    PairCache cache;
    Contact box;
    ASSERT_EQ(query(Algorithm::gjk_epa, box_a, box_b, pose, {}, cache, box), Status::ok);
    for (const Real epsilon : {0.1, 0.03, 0.01}) {
      const Contact c = best(pair_of(must(make_superellipsoid(a, epsilon, epsilon)),
                                     must(make_superellipsoid(b, epsilon, epsilon)), pose));
      ASSERT_EQ(c.status, Status::ok);
      // A corner of the box is cut by about epsilon of the semi-axes.
      ASSERT_NEAR(c.distance, box.distance, 1.2 * epsilon);
      ASSERT_GE(c.distance, box.distance - 1e-9);
    }
  }
}

TEST(CommonNormal, WarmStartIsFasterAndTheSame) {
  long cold_steps = 0;
  long warm_steps = 0;
  for (int i = 0; i < 300; ++i) {
    const WellmannPair w = wellmann_pair({0.3, 1.7}, WellmannSeries::contact, 8, i);
    PairCache cache;
    Contact first;
    ASSERT_EQ(common_normal(w.pair, {}, cache, first), Status::ok);
    OwnShapePair moved = w.pair;
    moved.translation += Vec3{1e-4, -1e-4, 5e-5};
    const Contact cold = best(moved);
    const Contact warm = best(moved, cache);
    cold_steps += cold.iterations;
    warm_steps += warm.iterations;
    ASSERT_NEAR(warm.distance, cold.distance, 1e-13);
    ASSERT_LT(angle_between(warm.normal, cold.normal), 1e-9);
  }
  EXPECT_LT(warm_steps, 0.8 * cold_steps);
}

TEST(CommonNormal, AnyCacheIsSafe) {
  Random random{47, 0};
  const std::uint32_t tags[3] = {0, static_cast<std::uint32_t>(Algorithm::common_normal),
                                 static_cast<std::uint32_t>(Algorithm::common_normal_published)};
  for (int i = 0; i < scaled_count(300); ++i) {
    const OwnShapePair pair = placed(random, i % placement_kinds, 5, 10);
    const Contact cold = best(pair);
    PairCache cache;
    for (std::size_t k = 0; k < sizeof cache / 8; ++k) {
      const std::uint64_t bits = next_bits(random);
      std::memcpy(reinterpret_cast<char*>(&cache) + 8 * k, &bits, 8);
    }
    cache.algorithm = tags[i % 3];
    if (i % 2 == 0) cache.direction = unit_vector(random);
    const Contact c = best(pair, cache);
    ASSERT_EQ(c.status, Status::ok);
    ASSERT_NEAR(c.distance, cold.distance, 1e-12 * (pair.size + std::fabs(cold.distance)));
    ASSERT_TRUE(finite(published(pair, cache)));
  }
}

TEST(CommonNormal, OtherShapesAreUnsupported) {
  const Shape box = must(make_box({1, 1, 1}));
  const Shape ball = must(make_sphere(1));
  EXPECT_EQ(best(pair_of(box, ball, {{}, {3, 0, 0}})).status, Status::unsupported_pair);
  EXPECT_EQ(best(pair_of(ball, box, {{}, {3, 0, 0}})).status, Status::unsupported_pair);
  EXPECT_EQ(published(pair_of(box, ball, {{}, {3, 0, 0}})).status, Status::unsupported_pair);
}

TEST(CommonNormal, PublishedNamesItsFailures) {
  Random random{48, 0};
  int failures = 0;
  const int count = scaled_count(300);
  for (int i = 0; i < count; ++i) {
    const OwnShapePair pair = placed(random, i % placement_kinds, 20, 1e4);
    const Contact c = published(pair);
    ASSERT_TRUE(finite(c));
    ASSERT_TRUE(c.status == Status::ok || c.status == Status::not_converged);
    failures += ok(c.status) ? 0 : 1;
  }
  EXPECT_GT(failures, 0);  // deep pairs have no contact that passes the paper's checks
}

}  // namespace
}  // namespace scree::testing
