// What queries in space and in the plane have in common (host).
#pragma once

#include <scree/contact_data.hpp>
#include <scree/shape.hpp>

#include <cmath>

#include "detect/kernels/minkowski.hpp"
#include "shape/magnitude.hpp"

namespace scree {

// Shapes measure at most 1e50 m. Farther than this apart, products of squares would leave a double's range.
inline constexpr Real farthest_centre = 1e100;  // m

inline Real finite_size(const Shape& shape) { return std::isfinite(shape.size) ? shape.size : 0; }

// Of a pair in space and its rotation as a unit quaternion: no numbers that are none, none that are too
// large.
inline bool is_finite_pair(const OwnShapePair& pair, const Quat& rotation) {
  return is_finite(pair.translation) && largest_magnitude(pair.translation) <= farthest_centre &&
         std::isfinite(norm(rotation));
}

// Every point of the answer, moved.
template <class Vec, int capacity, class Move>
void move_points(Move move, ContactOf<Vec>& contact, ContactPatchOf<Vec, capacity>* patch) {
  contact.point_a = move(contact.point_a);
  contact.point_b = move(contact.point_b);
  if (patch == nullptr) return;
  for (int k = 0; k < patch->count; ++k) patch->points[k] = move(patch->points[k]);
}

// query() with both poses in the world, by the one that sees B from A.
template <class Pose, class Vec, int capacity>
Status query_in_world(Algorithm algorithm, const Shape& a, const Pose& world_from_a, const Shape& b,
                      const Pose& world_from_b, const QueryRequest& request, PairCacheOf<Vec>& cache,
                      ContactOf<Vec>& contact, ContactPatchOf<Vec, capacity>* patch) {
  const Pose from_a{normalized(world_from_a.rotation), world_from_a.translation};
  const Pose from_b{normalized(world_from_b.rotation), world_from_b.translation};
  query(algorithm, a, b, relative_pose(from_a, from_b), request, cache, contact, patch);
  contact.normal = rotate(from_a.rotation, contact.normal);
  move_points([&](Vec p) { return transform(from_a, p); }, contact, patch);
  return contact.status;
}

}  // namespace scree
