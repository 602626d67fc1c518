// The proof that a face of A - B is the nearest: never given to a wrong face, and given where it is wanted.
#include "detect/kernels/nearest_face.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/must.hpp"
#include "bench/random_pairs.hpp"
#include "detect/kernels/surround.hpp"
#include "detect/make_pair.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"

namespace scree::testing {
using namespace bench;
namespace {

Contact exact(const Shape& a, const Shape& b, const Pose& a_from_b) {
  PairCache cache;
  Contact contact;
  EXPECT_EQ(query(Algorithm::brute_force, a, b, a_from_b, {}, cache, contact), Status::ok);
  return contact;
}

PairCache naming(std::int32_t dimension_a, std::int32_t a, std::int32_t dimension_b, std::int32_t b) {
  PairCache cache;
  cache.place_a = {{}, dimension_a, a};
  cache.place_b = {{}, dimension_b, b};
  return cache;
}

// Every face of A - B there may be, by name.
std::vector<PairCache> all_names(const Shape& a, const Shape& b) {
  std::vector<PairCache> names;
  const auto count = [](const auto& list) { return static_cast<std::int32_t>(list.size()); };
  names.reserve(a.core->face_planes.size() + b.core->face_planes.size() +
                a.core->edges.size() * b.core->edges.size());
  for (std::int32_t f = 0; f < count(a.core->face_planes); ++f) names.push_back(naming(2, f, 0, 0));
  for (std::int32_t f = 0; f < count(b.core->face_planes); ++f) names.push_back(naming(0, 0, 2, f));
  for (std::int32_t e = 0; e < count(a.core->edges); ++e) {
    for (std::int32_t f = 0; f < count(b.core->edges); ++f) names.push_back(naming(1, e, 1, f));
  }
  return names;
}

// Whatever the depth: of all faces, only one with the least depth may be proved.
TEST(NearestFace, IsProvedForTheRightFaceOnly) {
  const auto pool = shape_pool();
  int overlaps = 0, proved_pairs = 0, surrounded_pairs = 0;
  for (int i = 0; i < scaled_count(3000); ++i) {
    const RandomPair pair = random_pair(pool, 57, i);
    if (pair.a.type != ShapeType::polyhedron || pair.b.type != ShapeType::polyhedron) continue;
    if (pair.a.core->edges.size() * pair.b.core->edges.size() > 2000) continue;
    const Contact right = exact(pair.a, pair.b, pair.a_from_b);
    if (!(right.distance < 0)) continue;
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    ++overlaps;
    bool proved = false, surrounded = false;
    for (PairCache name : all_names(pair.a, pair.b)) {
      const nearest_face::Face face = nearest_face::named_face(view, name);
      const bool from_face = nearest_face::is_nearest(view, face);
      const bool from_surface = surround::holds_ball(view, name, face);
      proved = proved || from_face;
      surrounded = surrounded || from_surface;
      EXPECT_FALSE(nearest_face::is_gap(view, face));
      if (from_face || from_surface) {
        EXPECT_NEAR(face.depth, -right.distance, 1e-12 * view.size) << "pair " << i;
      }
    }
    proved_pairs += proved ? 1 : 0;
    surrounded_pairs += surrounded ? 1 : 0;
  }
  EXPECT_GT(overlaps, 20);
  EXPECT_GT(proved_pairs, overlaps / 20);
  EXPECT_GT(surrounded_pairs, overlaps / 4);  // the rest are deep, or have their foot on a side
}

// Apart, a face of A - B tells the distance if the foot is on it.
TEST(NearestFace, OfPairsApartTellsTheGap) {
  const auto pool = shape_pool();
  int apart = 0, gaps = 0;
  for (int i = 0; i < scaled_count(1000); ++i) {
    const RandomPair pair = random_pair(pool, 58, i);
    if (pair.a.core->edges.size() * pair.b.core->edges.size() > 2000) continue;
    const Contact right = exact(pair.a, pair.b, pair.a_from_b);
    if (!(right.distance > 0)) continue;
    ++apart;
    bool told = false;
    Quat rotation;
    const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
    for (PairCache name : all_names(pair.a, pair.b)) {
      const nearest_face::Face face = nearest_face::named_face(view, name);
      EXPECT_FALSE(nearest_face::is_nearest(view, face)) << "pair " << i;
      EXPECT_FALSE(surround::holds_ball(view, name, face)) << "pair " << i;
      if (!nearest_face::is_gap(view, face)) continue;
      told = true;
      EXPECT_NEAR(-face.depth, right.distance, 1e-12 * view.size) << "pair " << i;
    }
    gaps += told ? 1 : 0;
  }
  EXPECT_GT(gaps, apart / 10);  // far apart it is mostly corners that are nearest
}

// Two bodies that press on each other and move a little from query to query, as in a simulation: warm answers
// must be those of a cold query, the description too, and most must come by the proof.
TEST(NearestFace, AnswersWhileBodiesMove) {
  const Shape shapes[] = {must(make_box({1, 0.8, 0.6})), must(make_tetrahedron(1)),
                          must(make_octahedron(0.8)), must(make_dodecahedron(0.4)),
                          must(make_prism(6, 0.5, 0.7))};
  int proofs = 0, all = 0, flat = 0;
  for (int i = 0; i < scaled_count(400); ++i) {
    Random random{59, static_cast<std::uint64_t>(i)};
    const Shape& a = shapes[uniform_index(random, 5)];
    const Shape& b = shapes[uniform_index(random, 5)];
    const Real size = std::max(a.size, b.size);
    // Along a random direction to an overlap of 1e-5 to 3e-2 of the size. Some lie flat on each other.
    const bool aligned = i % 8 == 0;
    Pose pose{aligned ? Quat{} : rotation(random), 2 * size * unit_vector(random)};
    const Contact apart = exact(a, b, pose);
    const Real depth = size * std::pow(10.0, uniform(random, -5, -1.5));
    pose.translation -= (apart.distance + depth) * apart.normal;
    PairCache cache;
    for (int k = 0; k < 20; ++k) {
      Contact warm, cold;
      PairCache empty;
      const QueryRequest request;
      ASSERT_EQ(query(Algorithm::gjk_td, a, b, pose, request, cache, warm), Status::ok);
      ASSERT_EQ(query(Algorithm::gjk_td, a, b, pose, request, empty, cold), Status::ok);
      const Contact right = exact(a, b, pose);
      ASSERT_NEAR(warm.distance, right.distance, 1e-12 * size) << i << " " << k;
      if (warm.distance < 0) {
        ++all;
        proofs += warm.iterations == 0 ? 1 : 0;
        flat += warm.type == ContactType::face_face ? 1 : 0;
        if (norm(warm.normal - cold.normal) < 1e-6) {
          EXPECT_EQ(warm.type, cold.type) << i << " " << k;
          EXPECT_LT(norm(warm.point_a - cold.point_a), 1e-9 * size) << i << " " << k;
          EXPECT_LT(norm(warm.point_b - cold.point_b), 1e-9 * size);
          EXPECT_EQ(warm.feature_a.vertex_count, cold.feature_a.vertex_count);
          EXPECT_EQ(warm.feature_b.vertex_count, cold.feature_b.vertex_count);
          EXPECT_EQ(warm.feature_a.face, cold.feature_a.face);
          EXPECT_EQ(warm.feature_b.face, cold.feature_b.face);
        }
      }
      const Real step = 1e-3 * size;
      if (!aligned)
        pose.rotation = normalized(pose.rotation * Quat{1, 1e-3 * uniform(random, -1, 1), 5e-4, 0});
      pose.translation += step * (unit_vector(random) - 0.2 * warm.normal);
    }
  }
  EXPECT_GT(all, scaled_count(400) * 5);
  EXPECT_GT(proofs, 0.25 * all);  // they meet with their corners and edges: the foot is often near a side
  EXPECT_GT(flat, 0);
}

// Any content of a cache is allowed.
TEST(NearestFace, NamesThatAreNoneAreSeen) {
  const Shape box = must(make_box({1, 1, 1}));
  Quat rotation;
  const OwnShapePair view = make_pair_view(box, box, {{}, {0.9, 0.1, 0.2}}, rotation);
  for (const PairCache& name :
       {naming(-1, 0, 2, 0), naming(2, 0, 2, 0), naming(2, 6, 0, 0), naming(2, -1, 0, 0), naming(0, 0, 0, 0),
        naming(0, 8, 2, 0), naming(1, 12, 1, 0), naming(3, 0, 0, 0)}) {
    EXPECT_FALSE(nearest_face::names_face(view, name));
  }
  EXPECT_TRUE(nearest_face::names_face(view, naming(1, 11, 1, 0)));
}

}  // namespace
}  // namespace scree::testing
