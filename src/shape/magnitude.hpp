// The largest component of a vector by magnitude: the scale that keeps squares from overflowing.
#pragma once

#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <cmath>

namespace scree {

SCREE_HD inline Real largest_magnitude(Vec3 a) {
  const Real x = std::fabs(a.x);
  const Real y = std::fabs(a.y);
  const Real z = std::fabs(a.z);
  const Real xy = x >= y ? x : y;
  return xy >= z ? xy : z;
}

SCREE_HD inline Real largest_magnitude(Vec2 a) {
  const Real x = std::fabs(a.x);
  const Real y = std::fabs(a.y);
  return x >= y ? x : y;
}

}  // namespace scree
