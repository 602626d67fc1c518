// Solids of walls, from the surfaces that particles see.
#pragma once

#include <scree/shape.hpp>

#include <vector>

namespace scree {

// A plate behind a flat convex front, whose corners run counter-clockwise as seen from before it.
Result<Shape> make_plate(const std::vector<Vec3>& front, Real thickness);
// A plate whose front is the rectangle of the extents about the origin, looking along z.
Result<Shape> make_plate(Real extent_x, Real extent_y, Real thickness);
// One side of a pipe along z from 0 to `length`: the part of a shell with regular sides, `radius` inside
// from the axis to the middle of a side. The sides of a pipe touch and do not overlap.
Result<Shape> make_pipe_side(int side, int sides, Real radius, Real length, Real thickness);
// A plate across the pipe, as wide as it is outside, from z = 0 down.
// In the plane: one side of a ring about the origin.
Result<Shape> make_ring_side(int side, int sides, Real radius, Real thickness);
Result<Shape> make_pipe_end(int sides, Real radius, Real thickness);

}  // namespace scree
