// From two shapes and a pose between their own frames to the pair that kernels see (host).
#pragma once

#include <scree/shape.hpp>

#include "detect/kernels/minkowski.hpp"

namespace scree {

// Relative to the shapes' centres, with the rotation normalised. `rotation` gets the unit quaternion.
OwnShapePair make_pair_view(const Shape& a, const Shape& b, const Pose& a_from_b, Quat& rotation);
// The same in the plane.
OwnPlanarPair make_pair_view(const Shape& a, const Shape& b, const Pose2& a_from_b);

}  // namespace scree
