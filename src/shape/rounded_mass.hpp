// Volume, centroid and inertia of a convex polyhedron swept by a ball, in closed form (host).
#pragma once

#include <scree/shape.hpp>

namespace scree {

// `core` may lie anywhere near its coordinates' origin; the centroid comes back in the same coordinates.
MassProperties rounded_mass(const Polyhedron& core, Real radius);

}  // namespace scree
