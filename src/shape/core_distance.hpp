// Signed distance from a point to a polyhedron, segment, polygon or point (host).
#pragma once

#include <scree/shape.hpp>

namespace scree {

// Distance of `point` from the core's nearest surface point, negative inside; `point` is in the core's
// coordinates.
Real signed_distance(const Polyhedron& core, Vec3 point);
// The same for a polygon, or the point at the heart of a disc.
Real signed_distance(const Polygon& outline, Vec2 point);

}  // namespace scree
