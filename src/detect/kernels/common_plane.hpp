// What the four common plane algorithms share, in space and in the plane: the first plane and the answer
// from the last one.
//
// A common plane (CP) lies between two particles, A on its negative side; it is given by its unit normal
// n alone, since it always passes midway between the closest vertices (Nezami 2006, Sec. 2.1). Its gap
// is d_B - d_A with d = n . (V - V0), A's vertex with the largest d and B's with the smallest: that is
// `separation(pair, n)`, negative when both particles reach through the plane. The CP has the largest
// gap of all planes. The gap of any plane is a lower bound of the true signed distance, so an algorithm
// that stops at another plane reports too small a gap or too deep an overlap, never the opposite.
//
// Deviations: Eq. 1 there has the opposite sign, which does not fit the conditions of the CP that follow
// it (A on the negative side, a positive gap when apart). Lengths in metres, A's frame and centre.
// In the plane a "plane" is a line and a face an edge; all else is the same.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>

#include "detect/kernels/core_contact.hpp"

namespace scree::common_plane_detail {

// The perpendicular bisector of the centroids.
SCREE_HD inline Vec3 bisector_normal(const ShapePair& pair) {
  return unit_vector_along(centre_direction(pair));
}

// Where the search starts: at the last plane if the cache holds one, else at the bisector.
template <class Pair>
SCREE_HD inline auto first_normal(const Pair& pair, const PairCacheOf<typename Pair::Vec>& cache,
                                  Algorithm algorithm) {
  return unit_vector_along(start_direction(pair, cache, algorithm));
}

SCREE_HD inline Real cutoff_of(const QueryRequest& request) {
  return request.cutoff > 0 ? request.cutoff : 0;
}

// How a search ended.
template <class Vec>
struct FoundPlaneOf {
  Vec normal;
  Status status = Status::ok;
  int iterations = 0;
};
using FoundPlane = FoundPlaneOf<Vec3>;

// A point of the contact on A's side of the gap, for features that share no patch because the plane is
// only nearly right: where one of them is a vertex, there; else midway between the closest vertices, the
// point the plane itself passes through.
template <class Pair, class Vec>
SCREE_HD inline Vec contact_point(const Pair& pair, Vec normal, const SupportVertexOf<Vec>& at,
                                  bool only_plane, Real parallel_angle) {
  const Vec b_on_a = at.point_a - at.difference + dot(normal, at.difference) * normal;
  const Vec middle = 0.5 * (at.point_a + b_on_a);
  if (only_plane) return middle;
  const Vec normal_in_b = to_b_direction(pair, -normal);
  if (support_feature(core_b(pair), normal_in_b, parallel_angle).vertex_count == 1) return b_on_a;
  const bool corner_of_a = support_feature(core_a(pair), normal, parallel_angle).vertex_count == 1;
  return corner_of_a ? at.point_a : middle;
}

// The contact across the plane found. `not_finite`: the places of the particles are beyond numbers.
template <class Pair, class Vec>
SCREE_HD inline CoreContactOf<Vec> contact_across(const Pair& pair, const QueryRequest& request,
                                                  const FoundPlaneOf<Vec>& found, Real parallel_angle) {
  const SupportVertexOf<Vec> at = support(pair, found.normal);
  CoreContactOf<Vec> core;
  core.separation = {found.normal, -dot(found.normal, at.difference)};
  core.status = std::isfinite(core.separation.value) ? found.status : Status::not_finite;
  core.iterations = found.iterations;
  core.beyond_cutoff = core.separation.value > cutoff_of(request);
  const bool only_plane = !request.describe || core.beyond_cutoff || !ok(core.status);
  core.witness_a = contact_point(pair, found.normal, at, only_plane, parallel_angle);
  return core;
}

// Keeps the plane for the next query and answers from it.
SCREE_HD inline Status answer(const ShapePair& pair, const QueryRequest& request, Algorithm algorithm,
                              const FoundPlane& found, Real parallel_angle, PairCache& cache,
                              Contact& contact, ContactPatch* patch) {
  const CoreContact core = contact_across(pair, request, found, parallel_angle);
  if (core.status == Status::not_finite) return contact.status = core.status;
  keep_direction(cache, algorithm, found.normal);
  set_polyhedral_contact(pair, core, request, parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree::common_plane_detail
