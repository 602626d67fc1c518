// Whether two pieces may be closer than a given distance: cheap tests that never lose a pair.
//
// Each test bounds the distance from below: that of the balls around the pieces; that of the ball around one
// from the box of the other in its own frame, which is sharp for plates; and the separation along the line
// of centres by support points, which is sharp for compact shapes.
#pragma once

#include <algorithm>
#include <cmath>

#include "model/geometry.hpp"
#include "model/model.hpp"
#include "shape/support.hpp"

namespace scree {

// A bounded piece with all that the tests ask about it.
struct PieceView {
  const PiecePlacement* placement;
  const ShapeView* shape;
  const Bounds* own_box;  // m, in the piece's frame
};
inline PieceView piece_view(const Model& model, const Geometry& geometry, std::uint32_t piece) {
  const std::uint32_t shape = model.piece_shape[piece];
  return {&geometry.pieces[piece], &model.views[shape], &model.shape_boxes[shape]};
}

// How far the piece reaches from its centre along a unit vector of the world (m).
inline Real reach(const PieceView& piece, Vec3 direction) {
  const Vec3 own_direction = transpose_times(piece.placement->rotation, direction);
  std::int32_t vertex = -1;
  return dot(own_direction, support(*piece.shape, own_direction, vertex)) + piece.shape->sweep_radius;
}

// How far a number lies outside an interval.
inline Real outside(Real x, Real lower, Real upper) {
  return std::max<Real>(std::max(x - upper, lower - x), 0);
}

// The square of the distance of a point from the piece's own box. `from_centre`: world axes (m).
inline Real squared_distance_from_box(const PieceView& piece, Vec3 from_centre) {
  const Vec3 point = transpose_times(piece.placement->rotation, from_centre);
  const Vec3 lower = piece.own_box->lower, upper = piece.own_box->upper;
  return norm_squared({outside(point.x, lower.x, upper.x), outside(point.y, lower.y, upper.y),
                       outside(point.z, lower.z, upper.z)});
}

// Distances are compared with a little more than what was asked for, so that a pair exactly at it stays.
inline constexpr Real closeness_tolerance = 1e-12;  // of the sizes

// Whether more than one image of B can be near A: the rule on sizes in a periodic system is not kept, or
// only just. Then the nearest image alone decides nothing.
inline bool several_images(const Periodic& periodic, Real reach_of_both) {
  for (int i = 0; i < 3; ++i) {
    if (periodic.axis[i] && 2 * reach_of_both > periodic.length[i]) return true;
  }
  return false;
}

// `distance` in m. False: they are farther apart for certain.
inline bool may_be_closer(const Periodic& periodic, const PieceView& a, const PieceView& b, Real distance) {
  const Real radius_a = 0.5 * a.shape->size, radius_b = 0.5 * b.shape->size;
  distance += closeness_tolerance * (radius_a + radius_b);
  const Real reach_of_both = radius_a + radius_b + distance;
  const Vec3 offset = nearest_image(periodic, b.placement->centre - a.placement->centre);
  const Real squared = norm_squared(offset);
  if (squared > reach_of_both * reach_of_both) return false;
  if (several_images(periodic, reach_of_both) || squared == 0) return true;

  const Real reach_b = radius_b + distance, reach_a = radius_a + distance;
  if (squared_distance_from_box(a, offset) > reach_b * reach_b) return false;
  if (squared_distance_from_box(b, -offset) > reach_a * reach_a) return false;

  const Real length = std::sqrt(squared);
  const Vec3 direction = offset / length;
  return length - reach(a, direction) - reach(b, -direction) <= distance;
}

// The same for a half-space, whose plane goes through its centre.
inline bool may_be_closer_to_half_space(const Periodic& periodic, const PieceView& half_space,
                                        const PieceView& b, Real distance) {
  distance += closeness_tolerance * b.shape->size;
  const Vec3 normal = half_space.placement->rotation * half_space.shape->normal;
  const Real height =
      dot(normal, nearest_image(periodic, b.placement->centre - half_space.placement->centre));
  if (height - 0.5 * b.shape->size > distance) return false;
  return height - reach(b, -normal) <= distance;
}

}  // namespace scree
