// What queries refuse, in space and in the plane (host).
#pragma once

#include <scree/shape.hpp>

#include <cmath>

namespace scree {

// Shapes measure at most 1e50 m. Farther than this apart, products of squares would leave a double's range.
inline constexpr Real farthest_centre = 1e100;  // m

inline Real finite_size(const Shape& shape) { return std::isfinite(shape.size) ? shape.size : 0; }

}  // namespace scree
