// gjk-johnson and gjk-signed-volumes: right where the published methods are, wrong where they are known
// to be (Descantes 2019, Secs. 2 and 3.1), and named or finite everywhere.
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/gjk_johnson.hpp"
#include "detect/kernels/gjk_signed_volumes.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/contact_cases.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

using gjk_johnson_detail::Johnson;
using gjk_signed_volumes_detail::SignedVolumes;
using Point = gjk_detail::Nearest;

Contact ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b) {
  PairCache cache;
  Contact contact;
  query(algorithm, a, b, a_from_b, {}, cache, contact);
  return contact;
}
Contact ask(Algorithm algorithm, const RandomPair& pair) {
  return ask(algorithm, pair.a, pair.b, pair.a_from_b);
}
Real size_of(const RandomPair& pair) { return std::max(pair.a.size, pair.b.size); }

bool is_sane(const Contact& c) {
  return std::isfinite(c.distance) && std::fabs(norm(c.normal) - 1) < 1e-14 && is_finite(c.point_a) &&
         is_finite(c.point_b);
}

// ---- The subalgorithms on single simplices.

Simplex simplex_of(const std::vector<Vec3>& points) {
  Simplex s;
  for (const Vec3& p : points) s.vertex[s.count++].difference = p;
  return s;
}

template <class Subalgorithm>
void weigh_by_hand() {
  // The origin is 0.1, 0.2, 0.3 and 0.4 times the vertices of a tetrahedron: Eq. 5, signs included.
  const Vec3 p{1, 2, -3};
  const Vec3 q{-4, 1, 0.5};
  const Vec3 r{2, -3, 1};
  const Vec3 last = (0.1 * p + 0.2 * q + 0.3 * r) / -0.4;
  for (const auto& points : {std::vector<Vec3>{p, q, r, last}, std::vector<Vec3>{q, p, r, last}}) {
    const Point inside = Subalgorithm::nearest(simplex_of(points));
    const bool swapped = points[0] == q;
    EXPECT_NEAR(inside.weight[0], swapped ? 0.2 : 0.1, 1e-14);
    EXPECT_NEAR(inside.weight[1], swapped ? 0.1 : 0.2, 1e-14);
    EXPECT_NEAR(inside.weight[2], 0.3, 1e-14);
    EXPECT_NEAR(inside.weight[3], 0.4, 1e-14);
  }
  // Over the face z = 1: a quarter, a quarter, a half. The fourth vertex lies beyond.
  const Point face = Subalgorithm::nearest(simplex_of({{2, 2, 1}, {-2, 2, 1}, {0, 0, 5}, {0, -2, 1}}));
  EXPECT_NEAR(face.weight[0], 0.25, 1e-15);
  EXPECT_NEAR(face.weight[1], 0.25, 1e-15);
  EXPECT_EQ(face.weight[2], 0);
  EXPECT_NEAR(face.weight[3], 0.5, 1e-15);
  EXPECT_NEAR(norm(face.point - Vec3{0, 0, 1}), 0, 1e-15);
  // On an edge at a third, and at a corner.
  const Point edge = Subalgorithm::nearest(simplex_of({{3, 1, 5}, {-1, 1, 0}, {2, 1, 0}}));
  EXPECT_EQ(edge.weight[0], 0);
  EXPECT_NEAR(edge.weight[1], 2.0 / 3, 1e-15);
  EXPECT_NEAR(edge.weight[2], 1.0 / 3, 1e-15);
  const Point corner = Subalgorithm::nearest(simplex_of({{2, 1, 1}, {1, 1, 1}, {3, 4, 1}, {2, 2, 5}}));
  EXPECT_EQ(corner.weight[1], 1);
  EXPECT_EQ(corner.point, (Vec3{1, 1, 1}));
}
TEST(GjkSubalgorithm, JohnsonWeighsByHand) { weigh_by_hand<Johnson>(); }
TEST(GjkSubalgorithm, SignedVolumesWeighByHand) { weigh_by_hand<SignedVolumes>(); }

// The least distance over all sub-simplices, each solved on its own by `gjk`'s own means.
Real nearest_distance(const Simplex& s) {
  Point best;
  if (s.count == 2) best = gjk_detail::on_segment(s, 0, 1);
  if (s.count == 3) best = gjk_detail::on_triangle(s, 0, 1, 2);
  if (s.count == 4 && gjk_detail::in_tetrahedron(s, best)) return 0;
  return norm(best.point);
}

TEST(GjkSubalgorithm, BothFindTheNearestPointOfRoundSimplices) {
  int held = 0;
  for (int i = 0; i < scaled_count(20000); ++i) {
    Random random{31, static_cast<std::uint64_t>(i)};
    Simplex s;
    s.count = 2 + uniform_index(random, 3);
    const Vec3 shift = uniform(random, 0, 1) * unit_vector(random);
    for (int k = 0; k < s.count; ++k) s.vertex[k].difference = shift + unit_vector(random);
    const Real exact = nearest_distance(s);
    for (const Point& found : {Johnson::nearest(s), SignedVolumes::nearest(s)}) {
      ASSERT_NEAR(norm(found.point), exact, 1e-7) << i;
      Real sum = 0;
      for (int k = 0; k < s.count; ++k) {
        ASSERT_GE(found.weight[k], 0) << i;
        sum += found.weight[k];
      }
      ASSERT_NEAR(sum, 1, 1e-7) << i;
    }
    held += exact == 0 ? 1 : 0;
  }
  EXPECT_GT(held, scaled_count(20000) / 100);
}

TEST(GjkSubalgorithm, SimplicesWithoutExtentGiveFinitePoints) {
  const Vec3 p{1, 2, 3};
  const std::vector<std::vector<Vec3>> flat{
      {p, p}, {p, p, p}, {p, 2 * p, 3 * p}, {p, p, p, p}, {p, 2 * p, 3 * p, 4 * p}, {p, 2 * p, p, 2 * p}};
  for (const auto& points : flat) {
    const Simplex s = simplex_of(points);
    EXPECT_EQ(Johnson::nearest(s).point, p);
    EXPECT_EQ(SignedVolumes::nearest(s).point, p);
  }
}

// ---- Whole queries.

class GjkPublished : public ::testing::TestWithParam<Algorithm> {};
INSTANTIATE_TEST_SUITE_P(Algorithms, GjkPublished,
                         ::testing::Values(Algorithm::gjk_johnson, Algorithm::gjk_signed_volumes),
                         [](const auto& info) {
                           std::string text(name(info.param));
                           std::erase(text, '-');
                           return text;
                         });

TEST_P(GjkPublished, ContactTypesByHandApart) {
  const Shape cube = must(make_box({2, 2, 2}));
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {0.5, 0.01, 1e-6}) {
      if (gap < 0.01 && GetParam() == Algorithm::gjk_johnson) continue;  // see the next test
      SCOPED_TRACE(std::string(c.name) + " at " + std::to_string(gap));
      Pose upper = c.upper;
      upper.translation.z += gap;
      PairCache cache;
      Contact contact;
      ContactPatch patch;
      query(GetParam(), cube, {c.lower, {}}, cube, upper, {}, cache, contact, &patch);
      EXPECT_EQ(contact.status, Status::ok);
      EXPECT_EQ(contact.state, ContactState::separate);
      EXPECT_NEAR(contact.distance, gap, 1e-10 * gap + 1e-14);
      EXPECT_LT(norm(contact.normal - Vec3{0, 0, 1}), 1e-8);
      EXPECT_EQ(name(contact.type), name(c.type));
      EXPECT_EQ(patch.count, c.patch_points);
      const Vec3 middle = 0.5 * (contact.point_a + contact.point_b);
      EXPECT_LT(norm(middle - c.contact_point - Vec3{0, 0, gap / 2}), 1e-6);
    }
  }
}

// Two cubes with crossing edges 1e-6 m apart: four nearly coplanar vertices whose cofactors are rounding
// noise pass for a tetrahedron around the origin, and the gap becomes an overlap.
TEST(GjkJohnson, TakesASmallGapForAnOverlap) {
  const Shape cube = must(make_box({2, 2, 2}));
  const Pose below{on_edge(), {}};
  const Pose above{turn({0, 0, 1}, 90) * on_edge(), {0.3, 0.2, 2 * std::sqrt(2.0) + 1e-6}};
  const auto asked = [&](Algorithm algorithm) {
    PairCache cache;
    Contact contact;
    query(algorithm, cube, below, cube, above, {}, cache, contact);
    return contact;
  };
  EXPECT_EQ(asked(Algorithm::gjk_johnson).state, ContactState::overlap);
  EXPECT_LT(asked(Algorithm::gjk_johnson).normal.z, -0.9);
  for (const Algorithm algorithm : {Algorithm::gjk_signed_volumes, Algorithm::gjk_epa}) {
    EXPECT_EQ(asked(algorithm).state, ContactState::separate);
    EXPECT_NEAR(asked(algorithm).distance, 1e-6, 1e-15);
  }
}

// A tetrahedron inside A - B is never nearer to the surface than A - B itself: an overlap may come out too
// shallow, down to a touch, but not too deep and never as a gap.
TEST_P(GjkPublished, ContactTypesByHandInOverlapAreNeverTooDeep) {
  const Shape cube = must(make_box({2, 2, 2}));
  int exact = 0;
  int shallow = 0;
  for (const ContactCase& c : contact_cases()) {
    for (const Real gap : {0.0, -1e-6, -0.01, -0.2}) {
      if (c.apart_only && gap < 0) continue;
      SCOPED_TRACE(std::string(c.name) + " at " + std::to_string(gap));
      Pose upper = c.upper;
      upper.translation.z += gap;
      PairCache cache;
      Contact contact;
      query(GetParam(), cube, {c.lower, {}}, cube, upper, {}, cache, contact);
      EXPECT_EQ(contact.status, Status::ok);
      EXPECT_TRUE(is_sane(contact));
      EXPECT_NE(contact.state, ContactState::separate);
      EXPECT_GE(contact.distance, gap - 1e-14);
      EXPECT_EQ(gap < 0 || contact.state == ContactState::touch, true);
      if (gap < 0) ++(contact.distance < gap + 1e-12 ? exact : shallow);
    }
  }
  EXPECT_GE(exact, 3);
  EXPECT_GE(shallow, 3);
}

// Touching in a vertex, an edge, a face: v is 0 and names no direction.
TEST_P(GjkPublished, ATouchHasANormal) {
  const Shape cube = must(make_box({2, 2, 2}));
  const std::vector<Vec3> offsets{{2, 0, 0}, {2, 0.5, 0.25}, {2, 2, 0}, {2, 2, 0.5}, {2, 2, 2}, {0, 0, 0}};
  for (const Vec3& offset : offsets) {
    const Contact contact = ask(GetParam(), cube, cube, {{}, offset});
    EXPECT_EQ(contact.status, Status::ok);
    EXPECT_TRUE(is_sane(contact));
    EXPECT_EQ(contact.state, ContactState::touch);  // cubes in the same place too: v = 0 at once
    EXPECT_GE(dot(contact.normal, offset), 0);
  }
  // Centres so near each other that the square of their distance underflows.
  EXPECT_TRUE(is_sane(ask(GetParam(), cube, cube, {{}, {1e-161, 2e-162, 0}})));
  // Where the simplex found is part of the surface, its normal is the contact's.
  const Contact corner = ask(GetParam(), cube, cube, {{}, {2, 2, 2}});
  EXPECT_LT(norm(corner.normal - normalized(Vec3{1, 1, 1})), 1e-15);
  EXPECT_LT(norm(corner.point_a - Vec3{1, 1, 1}), 1e-15);
}

// The block's edge x = 5, y = 0 in the prism's side 2 x - y = 9.5 - 2 shift: exact overlap along (2, -1, 0)
// is (2 shift + 0.5) / sqrt(5).
struct BlockAndPrism {
  Shape block = must(make_box({5, 4, 4}));
  Shape prism = must(make_polyhedron(
      {{2.75, -4, 1}, {5.75, 2, 1}, {10.75, 4, 1}, {2.75, -4, 9}, {5.75, 2, 9}, {10.75, 4, 9}}));
  Vec3 corner{-2.5, -2, -2};  // of the block, which make_box puts about its origin
  Contact operator()(Algorithm algorithm, Vec3 shift) const {
    return ask(algorithm, block, prism, {{}, corner + shift});
  }
};
const Vec3 across = Vec3{2, -1, 0} / std::sqrt(5.0);
const Real depth = std::sqrt(5.0) / 2;

// Fig. 5f: the tetrahedron's nearest face lies on the surface of A - B.
TEST_P(GjkPublished, RightOnFigure5) {
  const Contact contact = BlockAndPrism{}(GetParam(), {});
  EXPECT_NEAR(contact.distance, -depth / 5, 1e-14);
  EXPECT_LT(norm(contact.normal - across), 1e-14);
  EXPECT_EQ(contact.state, ContactState::overlap);
}

// Figs. 6 and 7: no face of the tetrahedron lies on the surface: (4, -4, 1) / sqrt(33) and 1 / sqrt(33).
TEST_P(GjkPublished, TooShallowOnFigure7) {
  const Vec3 shift{-1, 0, -1};
  for (const Algorithm algorithm : {Algorithm::gjk_epa, Algorithm::brute_force}) {
    const Contact exact = BlockAndPrism{}(algorithm, shift);
    EXPECT_NEAR(exact.distance, -depth, 1e-14);
    EXPECT_LT(norm(exact.normal - across), 1e-15);
  }
  const Contact contact = BlockAndPrism{}(GetParam(), shift);
  EXPECT_EQ(contact.status, Status::ok);
  EXPECT_EQ(contact.state, ContactState::overlap);
  EXPECT_NEAR(contact.distance, -1 / std::sqrt(33.0), 1e-14);
  EXPECT_LT(norm(contact.normal - Vec3{4, -4, 1} / std::sqrt(33.0)), 1e-13);
  // Its points lie inside the shapes: they differ by the answer, and are no points of a surface.
  EXPECT_LT(norm(contact.point_b - contact.point_a - contact.distance * contact.normal), 1e-14);
}

// Fig. 8a: the origin lies on a face of the tetrahedron, and the overlap is not seen.
TEST_P(GjkPublished, BlindOnFigure8) {
  const Vec3 shift{-1, 0, 0};
  for (const Algorithm algorithm : {Algorithm::gjk_epa, Algorithm::brute_force}) {
    const Contact exact = BlockAndPrism{}(algorithm, shift);
    EXPECT_NEAR(exact.distance, -depth, 1e-14);
    EXPECT_LT(norm(exact.normal - across), 1e-15);
  }
  const Contact contact = BlockAndPrism{}(GetParam(), shift);
  EXPECT_EQ(contact.status, Status::ok);
  EXPECT_EQ(contact.state, ContactState::touch);
  EXPECT_EQ(contact.distance, 0);
  EXPECT_LT(norm(contact.normal - Vec3{4, -4, 1} / std::sqrt(33.0)), 1e-13);  // that face's
}

struct Tally {
  int apart = 0, apart_right = 0, apart_lost = 0;  // lost: not said to be separate
  int overlaps = 0, overlaps_right = 0, unseen = 0, too_deep = 0;
  int unfinished = 0;
  Real worst_apart = 0;  // x size
};

// One answer against the exact one. `right` is within 1e-9 of the size.
void count(const Contact& contact, const Contact& exact, Real size, Tally& tally) {
  if (!ok(contact.status)) ++tally.unfinished;
  const Real error = (contact.distance - exact.distance) / size;
  const bool right = ok(contact.status) && std::fabs(error) <= 1e-9;
  if (exact.distance > 1e-9 * size) {
    ++tally.apart;
    tally.apart_right += right ? 1 : 0;
    tally.apart_lost += contact.state != ContactState::separate ? 1 : 0;
    tally.worst_apart = std::max(tally.worst_apart, std::fabs(error));
  } else if (exact.distance < -1e-9 * size) {
    ++tally.overlaps;
    tally.overlaps_right += right ? 1 : 0;
    tally.unseen += contact.state != ContactState::overlap ? 1 : 0;
    tally.too_deep += error < -1e-9 ? 1 : 0;
  }
}

TEST(GjkPublishedRandom, AsGoodAsDocumented) {
  const auto pool = shape_pool();
  Tally johnson;
  Tally volumes;
  const int pairs = scaled_count(5000);
  for (int i = 0; i < pairs; ++i) {
    const RandomPair pair = random_pair(pool, 20260102, static_cast<std::uint64_t>(i));
    const Contact exact = ask(Algorithm::brute_force, pair);
    const Real size = size_of(pair);
    for (const Algorithm algorithm : {Algorithm::gjk_johnson, Algorithm::gjk_signed_volumes}) {
      const Contact contact = ask(algorithm, pair);
      ASSERT_TRUE(is_sane(contact)) << i << " " << name(algorithm);
      if (pair.placement == Placement::far) {
        ASSERT_EQ(contact.state, ContactState::separate) << i;
        ASSERT_NEAR(contact.distance, exact.distance, 1e-9 * size) << i;
      }
      count(contact, exact, size, algorithm == Algorithm::gjk_johnson ? johnson : volumes);
    }
  }
  // Signed volumes: apart is apart, to 1e-6 of the size; an overlap never too deep.
  EXPECT_EQ(volumes.apart_lost, 0);
  EXPECT_LE(volumes.worst_apart, 1e-6);
  EXPECT_GE(volumes.apart_right, 0.998 * volumes.apart);
  EXPECT_EQ(volumes.too_deep, 0);
  EXPECT_LE(volumes.unfinished, 1);
  // Johnson: one gap in some hundred is taken for an overlap.
  EXPECT_GE(johnson.apart_right, 0.985 * johnson.apart);
  EXPECT_GE(johnson.apart_lost, johnson.apart / 1000);
  EXPECT_GE(volumes.apart_right, johnson.apart_right);
  EXPECT_LE(johnson.unfinished, 1 + pairs / 2000);
  // Both: most overlaps come out too shallow, some not at all.
  for (const Tally& tally : {johnson, volumes}) {
    EXPECT_GT(tally.overlaps_right, tally.overlaps / 20);
    EXPECT_LT(tally.overlaps_right, tally.overlaps / 4);
    EXPECT_GT(tally.unseen, tally.overlaps / 20);
  }
}

// Rounding can send GJK in circles. The circle is cut and named; the answer so far is finite.
TEST(GjkPublishedRandom, EndlessLoopsAreNamed) {
  const auto pool = shape_pool();
  for (const auto& [algorithm, index] :
       {std::pair{Algorithm::gjk_johnson, 116991}, std::pair{Algorithm::gjk_signed_volumes, 493807}}) {
    const RandomPair pair = random_pair(pool, 1, static_cast<std::uint64_t>(index));
    const Contact contact = ask(algorithm, pair);
    EXPECT_EQ(contact.status, Status::not_converged);
    EXPECT_EQ(contact.iterations, gjk_published_detail::most_iterations);
    EXPECT_TRUE(is_sane(contact));
    EXPECT_EQ(ask(Algorithm::gjk_epa, pair).status, Status::ok);
  }
}

// A grain over a large flat face (Sec. 2): the simplex is long and thin, Johnson's differences of dot
// products drown in rounding. Signed volumes keep the gap.
TEST(GjkPublishedRandom, JohnsonLosesGrainsOverALargeFace) {
  const Shape plate = must(make_box({1, 1, 0.1}));
  const auto pool = shape_pool();
  const Real gap = 1e-5;
  int johnson_lost = 0;
  Real johnson_worst = 0;
  const int pairs = scaled_count(4000);
  for (int i = 0; i < pairs; ++i) {
    Random random{77, static_cast<std::uint64_t>(i)};
    const Real ratio = std::pow(10, -3 - uniform_index(random, 4));
    const int which = uniform_index(random, static_cast<int>(pool.size()));
    const Shape grain = must(scaled(pool[static_cast<std::size_t>(which)], ratio));
    Pose pose{rotation(random), {}};
    const Real x = uniform(random, -0.45, 0.45);
    const Real y = uniform(random, -0.45, 0.45);
    pose.translation = {x, y, 0.05 + gap - bounds(grain, pose).lower.z};
    const Contact volumes = ask(Algorithm::gjk_signed_volumes, plate, grain, pose);
    ASSERT_EQ(volumes.state, ContactState::separate) << i;
    ASSERT_NEAR(volumes.distance, gap, 1e-15) << i;
    ASSERT_LT(norm(volumes.normal - Vec3{0, 0, 1}), 1e-9) << i;
    const Contact johnson = ask(Algorithm::gjk_johnson, plate, grain, pose);
    ASSERT_TRUE(is_sane(johnson)) << i;
    johnson_lost += johnson.state != ContactState::separate ? 1 : 0;
    johnson_worst = std::max(johnson_worst, std::fabs(johnson.distance - gap));
  }
  EXPECT_GE(johnson_lost, pairs / 50);
  EXPECT_GE(johnson_worst, gap);
}

// ---- Caches, cutoff, shapes without an answer.

TEST_P(GjkPublished, WarmStartSavesRoundsAndKeepsTheAnswer) {
  const Shape a = must(make_box({4, 3, 0.25}));
  const Shape b = must(make_tetrakis_cube(0.5, 0.1));
  PairCache cache;
  int cold_rounds = 0;
  int warm_rounds = 0;
  for (int i = 0; i < 500; ++i) {
    const Pose pose{turn({1, 2, 3}, 0.4 * i), {1.6 - 1e-3 * i, 0.7 - 1e-3 * i, 0.6 + 1e-4 * i}};
    Contact warm;
    query(GetParam(), a, b, pose, {}, cache, warm);
    const Contact cold = ask(GetParam(), a, b, pose);
    ASSERT_EQ(cold.state, ContactState::separate);
    ASSERT_NEAR(warm.distance, cold.distance, 1e-9);
    ASSERT_EQ(cache.direction, warm.normal);
    cold_rounds += cold.iterations;
    warm_rounds += warm.iterations;
  }
  EXPECT_LT(warm_rounds, 0.95 * cold_rounds);  // a direction saves half a round of five
}

PairCache random_bytes(Random& random) {
  std::array<unsigned char, sizeof(PairCache)> bytes;
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(uniform_index(random, 256));
  return std::bit_cast<PairCache>(bytes);
}

TEST_P(GjkPublished, AnyCacheIsSafe) {
  const auto pool = shape_pool();
  PairCache stale;  // from one pair to the next
  for (int i = 0; i < scaled_count(5000); ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    Random random{55, index};
    const RandomPair pair = random_pair(pool, 56, index);
    const Contact cold = ask(GetParam(), pair);
    const auto with = [&](PairCache& cache) {
      Contact contact;
      query(GetParam(), pair.a, pair.b, pair.a_from_b, {}, cache, contact);
      return contact;
    };
    PairCache others;
    others.direction = unit_vector(random);
    others.algorithm = static_cast<std::uint32_t>(Algorithm::gjk_epa);
    const Contact foreign = with(others);  // not ours: as if empty
    ASSERT_EQ(foreign.distance, cold.distance) << i;
    ASSERT_EQ(foreign.normal, cold.normal) << i;

    PairCache bytes = random_bytes(random);
    PairCache odd;
    odd.direction = {uniform_index(random, 2) == 0 ? NAN : INFINITY, 1, 0};
    bytes.algorithm = odd.algorithm = static_cast<std::uint32_t>(GetParam());
    for (PairCache* cache : {&bytes, &odd, &stale}) {
      const Contact contact = with(*cache);
      ASSERT_TRUE(is_sane(contact)) << i;
      if (pair.placement == Placement::far) {
        ASSERT_NEAR(contact.distance, cold.distance, 1e-9 * size_of(pair)) << i;
      }
    }
  }
}

TEST_P(GjkPublished, StopsAtTheCutoffWithALowerBound) {
  const Shape cube = must(make_box({1, 1, 1}));
  const Pose pose{turn({1, 2, 3}, 40), {1.5, 0.5, 0.25}};
  const Contact exact = ask(GetParam(), cube, cube, pose);
  PairCache cache;
  Contact contact;
  query(GetParam(), cube, cube, pose, {.cutoff = 0.05}, cache, contact);
  EXPECT_TRUE(contact.beyond_cutoff);
  EXPECT_GT(contact.distance, 0.05);
  EXPECT_LE(contact.distance, exact.distance + 1e-15);
  EXPECT_LT(contact.iterations, exact.iterations);
  query(GetParam(), cube, cube, {{}, {1.25, 0, 0}}, {.cutoff = 0.5}, cache, contact);
  EXPECT_FALSE(contact.beyond_cutoff);
  EXPECT_NEAR(contact.distance, 0.25, 1e-15);
}

TEST_P(GjkPublished, AnswersForPolyhedraOnly) {
  const Shape cube = must(make_box({1, 1, 1}));
  EXPECT_EQ(ask(GetParam(), cube, must(make_sphere(1)), {}).status, Status::unsupported_pair);
  EXPECT_EQ(ask(GetParam(), must(make_half_space({0, 0, 1}, 0)), cube, {}).status, Status::unsupported_pair);
}

}  // namespace
}  // namespace scree::testing
