// GJK as published, over any distance subalgorithm (Descantes 2019, Secs. 2 and 3.1, Figs. 5 to 8).
//
// A simplex of up to four support points of A - B moves towards the origin. A subalgorithm finds its
// point v nearest to the origin as a barycentre (Eq. 1); vertices without weight are dropped, and the
// support point against v joins the rest. Apart: |v| is the distance, -v/|v| the normal from A to B, and
// the same weights on A's vertices give A's closest point. Once four vertices hold the origin, the answer
// is the point V of that tetrahedron's surface nearest to the origin: overlap |V|, normal V/|V|. Where its
// nearest face lies inside A - B this is too shallow (Figs. 6 and 7); where the origin lies on a face, an
// edge or a vertex of the simplex it is 0, a touch (Fig. 8b). Both are the method's, and are kept.
//
// Where the text leaves a choice or would not end:
// - The first direction, arbitrary in the text, is the line of centres; warm, the last normal.
// - The descent ends as van den Bergen's (1999): |v| - mu <= `relative_gap` |v| with mu the best lower bound
//   so far, or a support point that the simplex holds or has just dropped: rounding hides the rest.
// - |v| below `zero_length` counts as v = 0 (van den Bergen's second constant). The normal, 0/0 in the
//   text, is then the simplex' own: across the triangle or edge, towards B's centre.
// - Rounding can still send the simplex in circles. They are cut at `most_iterations`: `not_converged`, with
//   the last v as the answer.
// Lengths in metres, vectors in A's frame relative to A's centre. Cannot answer: `unsupported_pair` unless
// both shapes are polyhedra, `not_converged` as above or where numbers overflow.
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>
#include <limits>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/gjk.hpp"
#include "detect/tolerances.hpp"

namespace scree::gjk_published_detail {

// Upper and lower bound of a distance agree this well: the descent ends. Much less, and Johnson's noise
// undoes answers that were good; much more, and the distance is not good to 1e-9. (x the distance)
inline constexpr Real relative_gap = 1e-10;
// A hundred roundings: a nearest point no longer than this is the origin. (x the simplex' farthest vertex)
inline constexpr Real zero_length = 2.2e-14;
// A few rounds are the rule, some dozens the exception.
inline constexpr int most_iterations = 128;
// The nearest point carries this much rounding, which tilts the normal. (x size)
inline constexpr Real nearest_rounding = 4e-15;
// ... but not by more than this where the nearest point is nearly the origin. (rad)
inline constexpr Real most_tilt = 1e-6;

using gjk_detail::Nearest;

// The barycentre that the weights name: what both subalgorithms return as the nearest point.
SCREE_HD inline void set_point(const Simplex& s, Nearest& nearest) {
  nearest.point = Vec3{};
  for (int i = 0; i < s.count; ++i) nearest.point += nearest.weight[i] * s.vertex[i].difference;
  nearest.distance_squared = norm_squared(nearest.point);
}

// The same barycentre on A.
SCREE_HD inline Vec3 point_on_a(const Simplex& s) {
  Vec3 point;
  for (int i = 0; i < s.count; ++i) point += s.weight[i] * s.vertex[i].point_a;
  return point;
}

SCREE_HD inline Real farthest_vertex(const Simplex& s) {
  Real farthest = 0;
  for (int i = 0; i < s.count; ++i) {
    const Real length = norm(s.vertex[i].difference);
    farthest = length > farthest ? length : farthest;
  }
  return farthest;
}

SCREE_HD inline bool holds(const Simplex& s, const SupportVertex& vertex) {
  for (int i = 0; i < s.count; ++i) {
    if (same(vertex, s.vertex[i])) return true;
  }
  return false;
}

// A normal for a simplex that holds the origin: across its triangle or edge, towards B's centre (where
// the simplex is part of A - B's surface that side is the outer one, since A - B holds the difference of
// the centres). Unit, finite for any input.
SCREE_HD inline Vec3 normal_across(const ShapePair& pair, const Simplex& s) {
  const Vec3 towards_b = centre_direction(pair);
  Vec3 across = towards_b;
  if (s.count >= 3) {
    const Vec3 normal =
        triangle_normal(s.vertex[0].difference, s.vertex[1].difference, s.vertex[2].difference);
    if (norm_squared(normal) > 0) across = dot(normal, towards_b) < 0 ? -normal : normal;
  } else if (s.count == 2) {
    const Vec3 edge = s.vertex[1].difference - s.vertex[0].difference;
    const Real length = norm(edge);
    if (length > 0) {
      across = towards_b - (dot(towards_b, edge) / length) * (edge / length);
      const bool along = !(norm(across) > tolerance::snap_angle * norm(towards_b));
      if (along) across = perpendicular(edge / length);
    }
  }
  const Real length = norm(across);
  const bool usable = length > 0 && length <= std::numeric_limits<Real>::max();
  // Twice: the square of a very short vector has lost digits to underflow.
  return usable ? normalized(across / length) : Vec3{1, 0, 0};
}

enum class Outcome : std::uint8_t { apart, beyond_cutoff, on_simplex, in_tetrahedron, stuck };

struct Descent {
  Simplex simplex;                     // with the weights of the last nearest point
  Separation upper{Vec3{1, 0, 0}, 0};  // that point's distance, and the direction from it to the origin
  Separation lower{Vec3{}, -std::numeric_limits<Real>::infinity()};  // the best bound seen
  int iterations = 0;
};

template <class Subalgorithm>
SCREE_HD SCREE_DEVICE_CALL inline Outcome descend(const ShapePair& pair, Vec3 start, Real cutoff,
                                                  Descent& d) {
  constexpr Real largest = std::numeric_limits<Real>::max();
  d.simplex.vertex[0] = support(pair, start);
  d.simplex.weight[0] = 1;
  d.simplex.count = 1;
  Nearest nearest = gjk_detail::on_vertex(d.simplex, 0);
  Simplex grown = d.simplex;  // with the vertices that the last round dropped
  while (nearest.distance_squared <= largest) {
    const Real distance = std::sqrt(nearest.distance_squared);
    if (distance <= zero_length * farthest_vertex(d.simplex)) return Outcome::on_simplex;
    d.upper = {-nearest.point / distance, distance};
    if (d.iterations == most_iterations) break;
    ++d.iterations;
    const SupportVertex next = support(pair, d.upper.normal);
    const Real bound = -dot(d.upper.normal, next.difference);
    if (bound > d.lower.value) d.lower = {d.upper.normal, bound};
    if (d.lower.value > cutoff) return Outcome::beyond_cutoff;
    if (distance - d.lower.value <= relative_gap * distance || holds(grown, next)) return Outcome::apart;

    grown = d.simplex;
    grown.vertex[grown.count++] = next;
    nearest = Subalgorithm::nearest(grown);
    if (!(nearest.distance_squared <= largest)) break;  // overflow
    d.simplex = grown;
    gjk_detail::reduce(d.simplex, nearest);
    if (d.simplex.count == 4) return Outcome::in_tetrahedron;
  }
  return Outcome::stuck;
}

// The face of the tetrahedron nearest to the origin inside it (Figs. 5e, 6c), with the weights of its
// nearest point.
template <class Subalgorithm>
SCREE_HD inline Nearest nearest_face(const Simplex& tetrahedron, Simplex& face) {
  Nearest best;
  best.distance_squared = std::numeric_limits<Real>::infinity();
  for (int left_out = 0; left_out < 4; ++left_out) {
    Simplex side;
    for (int i = 0; i < 4; ++i) {
      if (i != left_out) side.vertex[side.count++] = tetrahedron.vertex[i];
    }
    const Nearest nearest = Subalgorithm::nearest(side);
    if (!(nearest.distance_squared < best.distance_squared)) continue;
    best = nearest;
    face = side;
  }
  for (int i = 0; i < face.count; ++i) face.weight[i] = best.weight[i];
  return best;
}

template <class Subalgorithm>
SCREE_HD inline CoreContact solve(const ShapePair& pair, Vec3 start, Real cutoff) {
  Descent d;
  const Outcome outcome = descend<Subalgorithm>(pair, start, cutoff, d);
  CoreContact contact;
  contact.iterations = d.iterations;
  contact.separation = d.upper;
  contact.witness_a = point_on_a(d.simplex);
  contact.beyond_cutoff = outcome == Outcome::beyond_cutoff;
  if (contact.beyond_cutoff) contact.separation = d.lower;
  if (outcome == Outcome::stuck) contact.status = Status::not_converged;
  if (outcome == Outcome::on_simplex) contact.separation = {normal_across(pair, d.simplex), 0};
  if (outcome == Outcome::in_tetrahedron) {
    Simplex face;
    const Nearest nearest = nearest_face<Subalgorithm>(d.simplex, face);
    const Real depth = std::sqrt(nearest.distance_squared);
    if (!(depth <= std::numeric_limits<Real>::max())) {
      contact.status = Status::not_converged;
      return contact;
    }
    const bool on_face = !(depth > zero_length * farthest_vertex(d.simplex));
    contact.separation =
        on_face ? Separation{normal_across(pair, face), 0} : Separation{nearest.point / depth, -depth};
    contact.witness_a = point_on_a(face);
  }
  return contact;
}

// How far rounding may have tilted the normal (rad).
SCREE_HD inline Real tilt(const ShapePair& pair, const Separation& separation) {
  const Real rounding = nearest_rounding * pair.size;
  const Real length = std::fabs(separation.value);
  return rounding < most_tilt * length ? rounding / length : most_tilt;
}

// The whole query. An overlap whose face lies inside A - B belongs to no features: type and patch are then
// those of the features that support along its normal, the points stay the published ones.
template <class Subalgorithm>
SCREE_HD inline Status query(Algorithm algorithm, const ShapePair& pair, const QueryRequest& request,
                             PairCache& cache, Contact& contact, ContactPatch* patch) {
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  const CoreContact core = solve<Subalgorithm>(pair, start_direction(pair, cache, algorithm), cutoff);
  keep_direction(cache, algorithm, core.separation.normal);
  const Real tilted = tilt(pair, core.separation);
  const Real angle = request.parallel_angle > tilted ? request.parallel_angle : tilted;
  set_polyhedral_contact(pair, core, request, angle, contact, patch);
  if (!ok(core.status) || core.beyond_cutoff || !request.describe || core.separation.value > 0) {
    return contact.status;
  }
  const Real miss = core.separation.value - separation(pair, core.separation.normal);
  if (miss > tolerance::feature_miss * pair.size) {
    contact.point_a = core.witness_a;
    contact.point_b = core.witness_a + contact.distance * contact.normal;
  }
  return contact.status;
}

}  // namespace scree::gjk_published_detail
