// Placements and boxes of pieces against the public functions on shapes.
#include <gtest/gtest.h>

#include <cmath>

#include "math/random.hpp"
#include "model/build_model.hpp"
#include "model/geometry.hpp"
#include "shape/sample_shapes.hpp"

namespace scree::test {
namespace {

struct System {
  Model model;
  State state;
  Geometry geometry;
};

// Bodies of one and of two pieces, of every shape, each at its own place.
System many_bodies(Random& random) {
  System system;
  EXPECT_TRUE(add_material(system.model, Material{"stone"}));
  const std::vector<NamedShape> shapes = sample_shapes();
  for (std::size_t i = 0; i < 40 * shapes.size(); ++i) {
    BodyDescription body;
    body.pieces.push_back({shapes[i % shapes.size()].shape, {rotation(random), unit_vector(random)}});
    if (i % 3 == 0) body.pieces.push_back({shapes[i % 7].shape, {rotation(random), 3 * unit_vector(random)}});
    body.world_from_body = {rotation(random), 10 * unit_vector(random)};
    EXPECT_TRUE(add_body(system.model, system.state, body));
  }
  return system;
}

TEST(Geometry, PlacesPiecesWhereTheBodyCarriesThem) {
  Random random{41};
  for (int threads = 1; threads <= 3; ++threads) {
    System system = many_bodies(random);
    Exec exec(threads);
    place_pieces(system.model, system.state, exec, system.geometry);
    ASSERT_EQ(system.geometry.pieces.size(), piece_count(system.model));
    for (std::uint32_t piece = 0; piece < piece_count(system.model); ++piece) {
      const std::uint32_t body = system.model.piece_body[piece];
      const Pose world_from_body{system.state.orientation[body], system.state.position[body]};
      const Vec3 point = unit_vector(random);  // in the piece's frame
      const Vec3 expected = transform(world_from_body, transform(system.model.body_from_piece[piece], point));
      const PiecePlacement& placed = system.geometry.pieces[piece];
      EXPECT_LT(norm(placed.centre + placed.rotation * point - expected), 1e-13);
    }
  }
}

// No point of a piece may have gone farther than its travel says, and a shape's farthest point should get
// near it: the bound is of use only when it is sharp.
TEST(Geometry, TravelBoundsTheWayOfEveryPoint) {
  Random random{43};
  System system = many_bodies(random);
  Exec exec(1);
  place_pieces(system.model, system.state, exec, system.geometry);
  Real sharpest = 0;
  for (int k = 0; k < 20; ++k) {
    const Geometry before = system.geometry;
    for (std::size_t body = 0; body < body_count(system.model); ++body) {
      const Real step = std::pow(10.0, uniform(random, -6, 0.5));
      system.state.position[body] += uniform(random) < 0.5 ? step * unit_vector(random) : Vec3{};
      system.state.orientation[body] =
          normalized(system.state.orientation[body] * Quat{1, step * uniform(random, -1, 1), step, 0});
    }
    place_pieces(system.model, system.state, exec, system.geometry);
    for (std::uint32_t piece = 0; piece < piece_count(system.model); ++piece) {
      const Real radius = 0.5 * system.model.views[system.model.piece_shape[piece]].size;
      const Real travelled = system.geometry.travel[piece] - before.travel[piece];
      if (!std::isfinite(radius)) continue;
      const Vec3 point = radius * unit_vector(random);
      const auto at = [&](const Geometry& g) {
        return g.pieces[piece].centre + g.pieces[piece].rotation * point;
      };
      const Real way = norm(at(system.geometry) - at(before));
      EXPECT_LE(way, travelled * (1 + 1e-6) + 1e-13);
      sharpest = std::max(sharpest, way / travelled);
    }
  }
  EXPECT_GT(sharpest, 0.99);
}

TEST(Geometry, PiecesOfAbsentBodiesStayWhereTheyWere) {
  Random random{42};
  System system = many_bodies(random);
  Exec exec(1);
  place_pieces(system.model, system.state, exec, system.geometry);
  const Geometry before = system.geometry;
  system.state.present[0] = 0;
  for (Vec3& position : system.state.position) position.x += 1;
  place_pieces(system.model, system.state, exec, system.geometry);
  for (std::uint32_t piece = 0; piece < piece_count(system.model); ++piece) {
    const Real moved = system.geometry.pieces[piece].centre.x - before.pieces[piece].centre.x;
    EXPECT_NEAR(moved, system.model.piece_body[piece] == 0 ? 0 : 1, 1e-13);
  }
}

TEST(Geometry, BoxesHoldTheShapeAndAreNoLargerThanItsBallOrTurnedBox) {
  Random random{43};
  System system = many_bodies(random);
  Exec exec(1);
  place_pieces(system.model, system.state, exec, system.geometry);
  for (std::uint32_t piece = 0; piece < piece_count(system.model); ++piece) {
    const Shape& shape = system.model.shapes[system.model.piece_shape[piece]];
    const PiecePlacement& placed = system.geometry.pieces[piece];
    const Pose& body_from_piece = system.model.body_from_piece[piece];
    const std::uint32_t body = system.model.piece_body[piece];
    const Quat turn = system.state.orientation[body] * body_from_piece.rotation;
    const Bounds exact = bounds(shape, {turn, placed.centre - rotate(turn, shape.centre)});
    const Bounds own = bounds(shape, {Quat{}, -shape.centre});
    const Bounds box = bounding_box(system.model, system.geometry, piece);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(box.lower[i], exact.lower[i] + 1e-12) << name(shape.type);
      EXPECT_GE(box.upper[i], exact.upper[i] - 1e-12) << name(shape.type);
      EXPECT_LE(box.upper[i], placed.centre[i] + 0.5 * shape.size + 1e-12);
      EXPECT_GE(box.lower[i], placed.centre[i] - 0.5 * shape.size - 1e-12);
      // The farthest of the eight corners of its own box.
      Real farthest = -1e9;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 point{(corner & 1) != 0 ? own.lower.x : own.upper.x,
                         (corner & 2) != 0 ? own.lower.y : own.upper.y,
                         (corner & 4) != 0 ? own.lower.z : own.upper.z};
        farthest = std::fmax(farthest, (placed.centre + placed.rotation * point)[i]);
      }
      EXPECT_LE(box.upper[i], farthest + 1e-12);
    }
  }
}

TEST(Geometry, AHalfSpaceHasAnInfiniteBox) {
  System system;
  ASSERT_TRUE(add_material(system.model, Material{"stone"}));
  BodyDescription body;
  body.pieces.push_back({must(make_half_space({0, 0, 1}, 2)), {}});
  body.mobility = Mobility::fixed;
  ASSERT_TRUE(add_body(system.model, system.state, body));
  Exec exec(1);
  place_pieces(system.model, system.state, exec, system.geometry);
  const Bounds box = bounding_box(system.model, system.geometry, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(box.lower[i], -std::numeric_limits<Real>::infinity());
    EXPECT_EQ(box.upper[i], std::numeric_limits<Real>::infinity());
  }
  EXPECT_NEAR(system.geometry.pieces[0].centre.z, 2, 1e-15);
}

}  // namespace
}  // namespace scree::test
