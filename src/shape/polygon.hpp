// Convex polygons: from corners, from points, and their mass (host).
#pragma once

#include <scree/shape.hpp>

#include <string>
#include <vector>

namespace scree {

// From corners in counter-clockwise order, strictly convex.
Polygon build_polygon(std::vector<Vec2> corners);

// Area, centroid and inertia about the centroid of a sheet of unit density, one metre thick.
MassProperties polygon_mass(const Polygon& polygon);

// Twice the largest distance of a corner from the coordinates' origin (m).
Real polygon_size(const Polygon& polygon);

struct Hull2 {
  std::vector<Vec2> corners;  // counter-clockwise, the first of the input first
  std::vector<std::string> notes;
};
Result<Hull2> convex_hull(const std::vector<Vec2>& points);

}  // namespace scree
