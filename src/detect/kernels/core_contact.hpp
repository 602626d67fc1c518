// From a solver's normal and signed distance to the whole answer; shared by all algorithms, those of the
// plane included.
//
// Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"
#include "detect/kernels/patch.hpp"
#include "detect/tolerances.hpp"
#include "shape/magnitude.hpp"

namespace scree {

// What a solver hands over: the cores' signed distance along a unit normal from A to B.
template <class Vec>
struct CoreContactOf {
  SeparationOf<Vec> separation;
  Vec witness_a;  // a point of core A at the contact
  Status status = Status::ok;
  bool fallback = false;
  bool beyond_cutoff = false;
  int iterations = 0;
};
using CoreContact = CoreContactOf<Vec3>;
using CoreContact2 = CoreContactOf<Vec2>;

template <class Pair>
SCREE_HD inline void set_state(const Pair& pair, ContactOf<typename Pair::Vec>& contact) {
  contact.distance += 0.0;  // no negative zero
  const Real touch = tolerance::touch * pair.size;
  contact.state = contact.distance > touch    ? ContactState::separate
                  : contact.distance < -touch ? ContactState::overlap
                                              : ContactState::touch;
}

// Distance, normal and state from the solver's answer; the points are the witness and its partner.
template <class Pair>
SCREE_HD inline void set_contact(const Pair& pair, const CoreContactOf<typename Pair::Vec>& core,
                                 ContactOf<typename Pair::Vec>& contact) {
  contact.status = core.status;
  contact.iterations = core.iterations;
  contact.fallback = core.fallback;
  contact.beyond_cutoff = core.beyond_cutoff;
  contact.normal = core.separation.normal;
  contact.distance = core.separation.value - (pair.a.sweep_radius + pair.b.sweep_radius);
  set_state(pair, contact);
  contact.point_a = core.witness_a + pair.a.sweep_radius * contact.normal;
  contact.point_b = contact.point_a + contact.distance * contact.normal;
}

// A contact without parallel features has one point.
template <class Vec, int capacity>
SCREE_HD inline void set_single_point(const ContactOf<Vec>& contact, ContactPatchOf<Vec, capacity>* patch) {
  if (patch == nullptr || !ok(contact.status) || contact.beyond_cutoff) return;
  patch->count = 1;
  patch->points[0] = contact.point_a + 0.5 * (contact.point_b - contact.point_a);
  patch->distances[0] = contact.distance;
  patch->types[0] = contact.type;
}

// As set_contact, for polyhedral cores: with type, features, patch and its middle where they are wanted.
// `parallel_angle` (rad): how exact the normal is, at least.
SCREE_HD inline void set_polyhedral_contact(const ShapePair& pair, const CoreContact& core,
                                            const QueryRequest& request, Real parallel_angle,
                                            Contact& contact, ContactPatch* patch) {
  set_contact(pair, core, contact);
  if (!ok(core.status) || core.beyond_cutoff || !request.describe) return;
  describe_contact(pair, core.separation.value, core.witness_a, parallel_angle, contact, patch);
}

// Whether both shapes are polyhedra with sharp edges: what the published algorithms are made for.
SCREE_HD inline bool are_polyhedra(const ShapePair& pair) {
  return pair.a.type == ShapeType::polyhedron && pair.b.type == ShapeType::polyhedron;
}

template <class Vec, int capacity>
SCREE_HD inline void clear_answer(ContactOf<Vec>& contact, ContactPatchOf<Vec, capacity>* patch) {
  contact = ContactOf<Vec>{};
  if (patch != nullptr) patch->count = 0;
}

// Clears the answer. False, with `unsupported_pair` set, unless both shapes are polyhedra.
SCREE_HD inline bool begin_polyhedra(const ShapePair& pair, Contact& contact, ContactPatch* patch) {
  clear_answer(contact, patch);
  if (!are_polyhedra(pair)) contact.status = Status::unsupported_pair;
  return ok(contact.status);
}

// The line of centres, as a guess of the normal from A to B. Not zero; of any length.
SCREE_HD inline Vec3 centre_direction(const ShapePair& pair) {
  return norm_squared(pair.translation) > 0 ? pair.translation : Vec3{1, 0, 0};
}

SCREE_HD inline Vec2 centre_direction(const PlanarPair& pair) {
  return norm_squared(pair.translation) > 0 ? pair.translation : Vec2{1, 0};
}

// The unit vector along `v` (not zero), right to rounding however short or long `v` is.
template <class Vec>
SCREE_HD inline Vec unit_vector_along(Vec v) {
  return normalized(v / largest_magnitude(v));
}

// Whether the cache is the algorithm's own and holds a usable normal.
template <class Vec>
SCREE_HD inline bool has_direction(const PairCacheOf<Vec>& cache, Algorithm algorithm) {
  const Real length_squared = norm_squared(cache.direction);
  return cache.algorithm == static_cast<std::uint32_t>(algorithm) && length_squared > 0.5 &&
         length_squared < 2;
}

// Where an iteration starts: the cached normal if it is usable, else the line of centres.
template <class Pair>
SCREE_HD inline auto start_direction(const Pair& pair, const PairCacheOf<typename Pair::Vec>& cache,
                                     Algorithm algorithm) {
  return has_direction(cache, algorithm) ? cache.direction : centre_direction(pair);
}

template <class Vec>
SCREE_HD inline void keep_direction(PairCacheOf<Vec>& cache, Algorithm algorithm, Vec normal) {
  cache.algorithm = static_cast<std::uint32_t>(algorithm);
  cache.direction = normal;
}

}  // namespace scree
