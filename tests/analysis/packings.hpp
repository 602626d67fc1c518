// Packings made by hand, for the tests of the analyses.
#pragma once

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <numbers>
#include <utility>
#include <vector>

#include "analysis/packing.hpp"
#include "model/build_model.hpp"

namespace scree::testing {

inline constexpr Real pi = std::numbers::pi;

inline PackedParticle ball(Vec3 position, Real radius) {
  return {position, {}, 1, 4 * pi / 3 * radius * radius * radius, {}, false};
}

// The contact of two particles, or of particle `a` and a wall, pushed apart by `force` (N) along `normal`
// (from A to B) at `place`.
inline void touch(Packing& packing, std::uint32_t a, std::uint32_t b, Vec3 place, Vec3 normal, Real force) {
  PackedContact contact;
  contact.a = a;
  contact.b = b;
  contact.position = place;
  contact.normal = normal;
  contact.force = force * normal;
  const auto branch = [&](std::uint32_t i) {
    return i == wall ? Vec3{} : nearest_image(packing.periodic, place - packing.particles[i].position);
  };
  contact.branch_a = branch(a);
  contact.branch_b = branch(b);
  packing.contacts.push_back(contact);
  packing.pairs.push_back({a, b, force, 0});
}

// n x n x n balls of radius 1 that touch their neighbours, and walls all around: centres at 1, 3, 5, ...
inline Packing simple_cubic(int n) {
  Packing packing;
  packing.gravity = {0, 0, -9.81};
  const auto number = [&](int i, int j, int k) { return static_cast<std::uint32_t>((i * n + j) * n + k); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) packing.particles.push_back(ball({2. * i + 1, 2. * j + 1, 2. * k + 1}, 1));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vec3 centre = packing.particles[number(i, j, k)].position;
        const int at[3] = {i, j, k};
        for (int axis = 0; axis < 3; ++axis) {
          Vec3 up;
          up[axis] = 1;
          const int next[3] = {i + (axis == 0 ? 1 : 0), j + (axis == 1 ? 1 : 0), k + (axis == 2 ? 1 : 0)};
          const std::uint32_t other = at[axis] + 1 < n ? number(next[0], next[1], next[2]) : wall;
          touch(packing, number(i, j, k), other, centre + up, up, 1);
          if (at[axis] == 0) touch(packing, number(i, j, k), wall, centre - up, -up, 1);
        }
      }
    }
  }
  return packing;
}

// Bodies of given shapes at given places, as a frame without contacts.
struct Placed {
  FrameScene scene;
  Frame frame;
};
inline Placed placed(const std::vector<std::pair<Shape, Pose>>& bodies, int dimension = 3,
                     Periodic periodic = {}) {
  Placed result;
  Model model;
  State state;
  model.dimension = dimension;
  model.periodic = periodic;
  EXPECT_TRUE(add_material(model, {"stone", 1000}));
  for (const auto& [shape, pose] : bodies) {
    BodyDescription body;
    body.pieces = {{shape, {}}};
    body.world_from_body = pose;
    EXPECT_TRUE(add_body(model, state, body));
  }
  result.scene = make_frame_scene(model, {"test", 1e-3, 1, {0, 0, -9.81}});
  if (dimension == 2) result.scene.gravity = {0, -9.81, 0};
  make_frame(model, state, {}, result.frame);
  return result;
}

}  // namespace scree::testing
