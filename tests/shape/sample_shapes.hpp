// One or more shapes of every bounded type, some far from regular, for tests that must hold for all.
#pragma once

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <string>
#include <utility>
#include <vector>

namespace scree::test {

struct NamedShape {
  std::string label;
  Shape shape;
};

inline Shape must(Result<Shape> result) {
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  return *std::move(result);
}

// A wedge without any symmetry, away from its own origin.
inline std::vector<Vec3> crooked_points() {
  return {{2.0, 1.0, 0.1}, {3.1, 1.2, 0.0}, {2.2, 2.9, -0.2}, {2.3, 1.3, 0.9}, {3.0, 1.1, 0.4}};
}

inline std::vector<NamedShape> sample_shapes() {
  std::vector<NamedShape> shapes;
  const auto add = [&](std::string label, Result<Shape> result) {
    shapes.push_back({std::move(label), must(std::move(result))});
  };
  add("polyhedron", make_polyhedron(crooked_points()));
  add("box", make_box({1, 2, 3}));
  add("icosahedron", make_icosahedron(1.5));
  add("superellipsoid, block", make_superellipsoid({1.0, 0.7, 1.6}, 0.3, 0.4));
  add("superellipsoid, cushion", make_superellipsoid({1.2, 1.0, 0.5}, 1.3, 0.5));
  add("superellipsoid, pointed", make_superellipsoid({0.8, 1.1, 1.0}, 1.6, 1.7));
  add("ellipsoid", make_ellipsoid({0.5, 1.0, 2.0}));
  add("sphere", make_sphere(0.7));
  add("cylinder", make_cylinder(0.6, 2.5));
  add("capsule", make_capsule(0.5, 1.5));
  add("rounded polyhedron", make_rounded_polyhedron(crooked_points(), 0.4));
  return shapes;
}

}  // namespace scree::test
