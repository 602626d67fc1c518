// The signed distance of two shapes by a fine search over all directions, in 80-bit arithmetic.
//
// Slow, and nothing like the methods it judges: no derivative, no simplex, no polytope. The distance is the
// largest separation s(n) over all unit n. Directions of a golden spiral are looked at; from the best ones a
// nested golden-section search over the two coordinates of the tangent plane closes in, which needs no
// smoothness: where s rises to one peak, so does its maximum over one of the coordinates.
#pragma once

#include <vector>

#include "detect/kernels/minkowski.hpp"

namespace scree::bench {

struct FineAnswer {
  long double distance = 0;  // m, signed
  Vec3 normal;               // unit, from A to B
};

// How far B stays clear of A along `normal` (any length but 0), sweep balls included: never more than the
// distance. For a half-space only along its own normal.
long double fine_separation(const ShapePair& pair, Vec3 normal);

// The largest separation found.
FineAnswer fine_search(const ShapePair& pair);
// Closes in on the peak about `start.normal`; never worse than the start.
FineAnswer refine(const ShapePair& pair, const FineAnswer& start);

}  // namespace scree::bench
