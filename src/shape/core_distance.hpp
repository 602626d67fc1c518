// Signed distance from a point to a polyhedron, segment or point (host).
#pragma once

#include <scree/shape.hpp>

namespace scree {

// Distance of `point` from the core's nearest surface point, negative inside; `point` is in the core's
// coordinates.
Real signed_distance(const Polyhedron& core, Vec3 point);

}  // namespace scree
