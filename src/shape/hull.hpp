// The convex hull of points, by Qhull, with coplanar facets merged into polygons (host).
#pragma once

#include <scree/shape.hpp>

#include <string>
#include <vector>

namespace scree {

// Thinner than this, relative to their length, points count as coplanar (or collinear).
inline constexpr Real flat_tolerance = 1e-11;

struct Hull {
  Polyhedron polyhedron;  // relative to `centre`
  Vec3 centre;            // m, the centroid in the points' frame
  MassProperties mass;    // centroid in the points' frame
  std::vector<std::string> notes;
};

Result<Hull> convex_hull(const std::vector<Vec3>& input);

}  // namespace scree
