#include "bench/coherent_motion.hpp"

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "bench/turns.hpp"

namespace scree::bench {
namespace {

constexpr Real pi = 3.14159265358979323846;

bool same(const Pose& p, const Pose& q) {
  return p.translation == q.translation && p.rotation.w == q.rotation.w && p.rotation.x == q.rotation.x &&
         p.rotation.y == q.rotation.y && p.rotation.z == q.rotation.z;
}

// Signed distances along a path, in sizes, by the reference.
std::vector<Real> gaps(const Shape& a, const Shape& b, const std::vector<Pose>& path, int stride) {
  std::vector<Real> found;
  for (std::size_t i = 0; i < path.size(); i += stride) {
    PairCache cache;
    Contact contact;
    EXPECT_EQ(query(Algorithm::brute_force, a, b, path[i], {}, cache, contact), Status::ok);
    found.push_back(contact.distance / std::max(a.size, b.size));
  }
  return found;
}

// The farthest that a vertex of B moves from one pose to the next.
Real vertex_step(const Shape& b, const Pose& from, const Pose& to) {
  Real farthest = 0;
  for (const Vec3& v : b.core->vertices) {
    farthest = std::max(farthest, norm(transform(to, b.centre + v) - transform(from, b.centre + v)));
  }
  return farthest;
}

TEST(CoherentMotion, IsAFunctionOfItsArguments) {
  const Shape a = flow_shape(2, 0.038), b = flow_shape(0, 0.03);
  MotionSettings settings;
  settings.steps = 50;
  const auto path = coherent_motion(a, b, settings, 3, 4);
  const auto again = coherent_motion(a, b, settings, 3, 4);
  const auto other = coherent_motion(a, b, settings, 3, 5);
  ASSERT_EQ(path.size(), 50U);
  for (std::size_t i = 0; i < path.size(); ++i) {
    EXPECT_TRUE(same(path[i], again[i])) << i;
    EXPECT_FALSE(same(path[i], other[i])) << i;
  }
}

// Small steps, small gaps, light contacts, and both states often: what neighbours in a pile do.
TEST(CoherentMotion, KeepsTheParticlesTogether) {
  std::vector<Real> all;
  const MotionSettings settings;
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t index = i;
    const Shape a = flow_shape(i % 4, flow_diameter(5, 2 * index)),
                b = flow_shape(i / 2, flow_diameter(5, 2 * index + 1));
    const auto path = coherent_motion(a, b, settings, 5, i);
    ASSERT_EQ(path.size(), 1000U);
    for (std::size_t k = 1; k < path.size(); ++k) {
      // 2 m/s at a vertex.
      ASSERT_LT(vertex_step(b, path[k - 1], path[k]), 2 * settings.time_step) << i << ' ' << k;
    }
    const auto found = gaps(a, b, path, 10);
    all.insert(all.end(), found.begin(), found.end());
  }
  const auto overlapping = std::count_if(all.begin(), all.end(), [](Real gap) { return gap < 0; });
  EXPECT_GT(overlapping, all.size() / 5);
  EXPECT_LT(overlapping, all.size() * 4 / 5);
  EXPECT_GT(*std::min_element(all.begin(), all.end()), -0.01);
  EXPECT_LT(*std::max_element(all.begin(), all.end()), 0.15);
}

TEST(CoherentMotion, StandoffKeepsThemApart) {
  MotionSettings settings;
  settings.standoff = 0.02;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t index = i;
    const Shape a = flow_shape(i, flow_diameter(6, 2 * index)),
                b = flow_shape(3 - i, flow_diameter(6, 2 * index + 1));
    const auto found = gaps(a, b, coherent_motion(a, b, settings, 6, i), 5);
    EXPECT_GT(*std::min_element(found.begin(), found.end()), 0.005);
    EXPECT_LT(*std::min_element(found.begin(), found.end()), 0.025);  // and still against each other
  }
}

TEST(CoherentMotion, StartsFaceToFace) {
  MotionSettings settings;
  settings.steps = 1;
  settings.face_to_face = true;
  for (int i = 0; i < 20; ++i) {
    const Shape a = flow_shape(i % 4, 0.04), b = flow_shape(i / 5, 0.03);
    const Pose start = coherent_motion(a, b, settings, 7, i).front();
    Real least = pi;
    for (const Plane& of_a : a.core->face_planes) {
      for (const Plane& of_b : b.core->face_planes) {
        const Real cosine = -dot(of_a.normal, rotate(start.rotation, of_b.normal));
        least = std::min(least, std::acos(std::clamp(cosine, Real{-1}, Real{1})));
      }
    }
    EXPECT_LT(least, 2.01 * pi / 180);
    const Real gap = gaps(a, b, {start}, 1).front();
    EXPECT_GT(gap, -1e-12);
    EXPECT_LT(gap, settings.largest_gap + 1e-6);
  }
}

TEST(CoherentMotion, ShapesHaveTheVolumeOfTheBall) {
  std::set<std::size_t> vertices;
  for (int i = 0; i < flow_shape_count; ++i) {
    const Shape shape = flow_shape(i, 0.05);
    EXPECT_NEAR(shape.mass.volume, pi / 6 * 0.05 * 0.05 * 0.05, 1e-17) << flow_shape_name(i);
    vertices.insert(shape.core->vertices.size());
  }
  EXPECT_EQ(vertices, (std::set<std::size_t>{4, 5, 8, 14}));
}

TEST(CoherentMotion, SizesAreThePapers) {
  std::vector<Real> sizes;
  sizes.reserve(10001);
  for (int i = 0; i < 10001; ++i) sizes.push_back(flow_diameter(1, i));
  std::sort(sizes.begin(), sizes.end());
  EXPECT_GE(sizes.front(), 0.02);
  EXPECT_LT(sizes.front(), 0.0201);
  EXPECT_LE(sizes.back(), 0.05);
  EXPECT_GT(sizes.back(), 0.0499);
  EXPECT_NEAR(sizes[5000], 0.038, 3e-4);
}

TEST(Turns, TakeOneDirectionToAnother) {
  const Real tiny = 1e-5;
  const std::vector<Vec3> directions{
      {1, 0, 0},  {-1, 0, 0}, normalized(Vec3{-1, tiny, 0}), {0, 1, 0},
      {0, -1, 0}, {0, 0, 1},  normalized(Vec3{1, 2, 3}),     normalized(Vec3{-1, -2, -3})};
  for (const Vec3& from : directions) {
    for (const Vec3& to : directions) {
      const Quat turn = rotation_between(from, to);
      EXPECT_NEAR(norm(turn), 1, 1e-15);
      EXPECT_LT(norm(rotate(turn, from) - to), 1e-15 * 4);
    }
  }
  EXPECT_LT(norm(rotate(rotation_about({0, 0, 1}, pi / 2), {1, 0, 0}) - Vec3{0, 1, 0}), 1e-15);
}

}  // namespace
}  // namespace scree::bench
