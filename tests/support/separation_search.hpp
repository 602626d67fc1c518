// How far apart two shapes are along a direction, in 80-bit arithmetic and by formulas that the kernels do
// not use, and the best direction a plain search finds.
#pragma once

#include <scree/vec.hpp>

#include "detect/kernels/minkowski.hpp"
#include "math/random.hpp"

namespace scree::testing {

// Along `normal` (any length), which points from A to B (m).
long double exact_separation(const ShapePair& pair, Vec3 normal);

// The best separation among `samples` random directions, the axes of both shapes and `hint`; the best of them
// and the hint are climbed by shrinking steps.
long double searched_separation(const ShapePair& pair, Random& random, int samples, Vec3 hint);

}  // namespace scree::testing
