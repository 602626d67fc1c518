// curved: the signed distance of any pair with a curved shape, to rounding (after Feng 2021, Sec. 3.6).
//
// Feng proposes a coarse EPA whose points start a solution of the shapes' nonlinear equations, without
// details. Here Newton's method does most of the work, and shapes may have edges, faces and flat ends:
// - Every shape is a polyhedral core with a smooth skin (curved_view.hpp). The signed distance is the largest
//   separation s(n) over all unit n; both parts' support functions just add up.
// - The step is the maximum of a local model with the skins' curvature and the cores' corners
//   (curved_step.hpp): it finds by itself whether a vertex, an edge or a face is in contact. s itself is
//   climbed (curved_climb.hpp).
// - A maximum is accepted with proof; where that fails in overlap, EPA's polytope is used to rule out all
//   other directions or to start from them (curved_deepest.hpp).
// - Flat parts on each other give a patch and its middle (curved_patch.hpp).
// Pairs with a closed form or a better method go there: see `curved`.
//
// Warm start: the last normal. Answers to about 1e-15 sizes. `fallback`: gjk-epa's search had to help. Cannot
// answer: `not_converged` where even that found no maximum, or where numbers overflow; `unsupported_pair` for
// two half-spaces and for two polyhedra, which have nothing curved. Lengths in metres, all vectors in A's
// frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/common_normal.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/curved_deepest.hpp"
#include "detect/kernels/curved_patch.hpp"
#include "detect/kernels/gjk_epa.hpp"

namespace scree {

namespace curved_detail {

SCREE_HD inline Vec3 first_normal(const ShapePair& pair, const PairCache& cache) {
  return unit_vector_along(start_direction(pair, cache, Algorithm::curved));
}

SCREE_HD inline void keep_better(Climb& best, const Climb& other) {
  const int steps = best.steps + other.steps;
  if (other.converged && (!best.converged || other.separation > best.separation)) best = other;
  best.steps = steps;
}

// The climb from gjk-epa's answer, which needs no derivatives.
SCREE_HD SCREE_DEVICE_CALL inline void climb_from_full_search(const ShapePair& pair, const Parts& parts,
                                                              Climb& best) {
  const CoreContact coarse = gjk_epa_detail::solve_curved(pair, first_normal(pair, PairCache{}),
                                                          std::numeric_limits<Real>::infinity());
  if (!(norm_squared(coarse.separation.normal) > 0.5)) return;
  keep_better(best, climb_from(pair, parts, normalized(coarse.separation.normal),
                               std::numeric_limits<Real>::infinity()));
}

SCREE_HD SCREE_DEVICE_CALL inline CoreContact solve_climbing(const ShapePair& pair, const Parts& parts,
                                                             Vec3 start, Real cutoff) {
  CoreContact contact;
  Climb best = climb_from(pair, parts, start, cutoff);
  contact.beyond_cutoff = best.separation > cutoff;
  if (!contact.beyond_cutoff && !is_proven(pair, parts, best)) {
    search_deepest(pair, parts, best);
    const Real touch = tolerance::touch * pair.size;
    if (!best.converged || (best.separation > touch && !is_proven(pair, parts, best))) {
      contact.fallback = true;
      climb_from_full_search(pair, parts, best);
    }
    if (!best.converged) contact.status = Status::not_converged;
  }
  contact.separation = {best.sight.view.normal, best.separation};
  contact.witness_a = best.point_a;
  contact.iterations = best.steps;
  if (!std::isfinite(best.separation) || !is_finite(best.sight.view.normal) || !is_finite(best.point_a)) {
    contact.separation = {};
    contact.witness_a = {};
    contact.status = Status::not_converged;
  }
  return contact;
}

// Another kernel's answer, with the cache in this one's name.
template <class Kernel>
SCREE_HD inline Status answer_by(Kernel kernel, Algorithm algorithm, const ShapePair& pair,
                                 const QueryRequest& request, PairCache& cache, Contact& contact,
                                 ContactPatch* patch) {
  constexpr auto own = static_cast<std::uint32_t>(Algorithm::curved);
  if (cache.algorithm == own) {
    cache.algorithm = static_cast<std::uint32_t>(algorithm);
  } else {
    cache = PairCache{};
  }
  kernel(pair, request, cache, contact, patch);
  cache.algorithm = own;
  if (!std::isfinite(contact.distance) || !is_finite(contact.normal) || !is_finite(contact.point_a) ||
      !is_finite(contact.point_b)) {  // squares of coordinates above 1e154
    contact = Contact{};
    contact.status = Status::not_converged;
    cache.direction = Vec3{};
    if (patch != nullptr) patch->count = 0;
  }
  return contact.status;
}

// On a flat side the normal does not tell where the contact is, but a sphere's centre does.
SCREE_HD inline void face_the_sphere(const ShapePair& pair, Contact& contact) {
  if (!ok(contact.status) || contact.beyond_cutoff) return;
  if (pair.b.type == ShapeType::sphere) {
    contact.point_b = pair.translation - pair.b.sweep_radius * contact.normal;
    contact.point_a = contact.point_b - contact.distance * contact.normal;
  } else if (pair.a.type == ShapeType::sphere) {
    contact.point_a = pair.a.sweep_radius * contact.normal;
    contact.point_b = contact.point_a + contact.distance * contact.normal;
  }
}

}  // namespace curved_detail

SCREE_HD inline Status curved(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                              Contact& contact, ContactPatch* patch = nullptr) {
  using namespace curved_detail;
  contact = Contact{};
  if (patch != nullptr) patch->count = 0;
  if (are_polyhedra(pair)) return contact.status = Status::unsupported_pair;  // nothing curved
  const bool half_space = pair.a.type == ShapeType::half_space || pair.b.type == ShapeType::half_space;
  const bool cores = has_polyhedral_core(pair.a) && has_polyhedral_core(pair.b);
  // Who answers:
  //   half-space and any                                one support call         gjk_epa
  //   spheres, capsules with each other                 closed form              gjk_epa
  //   polyhedra, rounded or not, spheres, capsules      exact by features        gjk_epa
  //   superellipsoids, ellipsoids, spheres              Newton, proven           common_normal
  //   a cylinder and any; an ellipsoid or superellipsoid and a polyhedron, rounded or not, or a capsule here
  if (half_space || cores) {
    return answer_by(gjk_epa, Algorithm::gjk_epa, pair, request, cache, contact, patch);
  }
  if (is_superellipsoid(pair.a) && is_superellipsoid(pair.b)) {
    answer_by(common_normal, Algorithm::common_normal, pair, request, cache, contact, patch);
    face_the_sphere(pair, contact);
    set_single_point(contact, patch);
    return contact.status;
  }

  const Parts parts{part_of(pair.a), part_of(pair.b)};
  const Real cutoff = (request.cutoff > 0 ? request.cutoff : 0) + pair.a.sweep_radius + pair.b.sweep_radius;
  const CoreContact core = solve_climbing(pair, parts, first_normal(pair, cache), cutoff);
  set_contact(pair, core, contact);
  keep_direction(cache, Algorithm::curved, core.separation.normal);
  contact.type = ContactType::smooth;
  if (!ok(core.status) || core.beyond_cutoff || !request.describe) return contact.status;
  if (!set_flat_contact(pair, parts, core.separation.value, request.parallel_angle, contact, patch))
    set_single_point(contact, patch);
  return contact.status;
}

}  // namespace scree
