// gjk-epa: the signed distance of any two convex shapes (Feng 2021, Sec. 3).
//
// GJK gives the distance while the cores are apart, EPA the Minkowski overlap once they are not. For
// polyhedral cores the normal is then snapped to the exact normal of the features found, and the answer
// is accepted only with proof: an upper and a lower bound that agree to `tolerance::certificate`. Where
// they do not, a full search over all features answers (`Contact::fallback`). Swept balls shift the
// cores' distance by their radii. Curved shapes are solved to `tolerance::curved_accuracy`.
//
// Warm start: the last normal is GJK's first direction.
// Cannot answer: `not_converged` for curved pairs whose bounds stay apart; `unsupported_pair` for two
// half-spaces. Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/epa.hpp"
#include "detect/kernels/features.hpp"
#include "detect/kernels/full_search.hpp"
#include "detect/kernels/gjk.hpp"
#include "detect/kernels/half_space.hpp"
#include "detect/kernels/segments.hpp"
#include "detect/tolerances.hpp"

namespace scree {

namespace gjk_epa_detail {

inline constexpr int polyhedral_iterations = 128;
inline constexpr int curved_iterations = 512;

SCREE_HD inline Vec3 point_on_a(const Simplex& simplex) {
  Vec3 point;
  for (int i = 0; i < simplex.count; ++i) point += simplex.weight[i] * simplex.vertex[i].point_a;
  return point;
}

SCREE_HD inline CoreContact search_all(const ShapePair& pair, CoreContact contact) {
  const FullSearchResult found = full_search(pair);
  contact.separation = found.separation;
  contact.witness_a =
      found.separation.value > 0 ? found.point_a : support(pair, found.separation.normal).point_a;
  contact.fallback = true;
  return contact;
}

// GJK, with what it found so far in `contact`: the best lower bound and a point of A. `converged` is
// relative to the size.
SCREE_HD inline GjkResult run_gjk(const ShapePair& pair, Vec3 start, Real cutoff, Real converged,
                                  int iterations, CoreContact& contact) {
  GjkLimits limits;
  limits.cutoff = cutoff;
  limits.converged = converged * pair.size;
  limits.near_zero = tolerance::near_contact * pair.size;
  limits.iterations = iterations;
  const GjkResult apart = gjk(pair, start, limits);
  contact.iterations = apart.iterations;
  contact.witness_a = point_on_a(apart.simplex);
  contact.separation = {apart.lower_normal, apart.lower_bound};
  contact.beyond_cutoff = apart.outcome == GjkOutcome::beyond_cutoff;
  return apart;
}

SCREE_HD inline CoreContact solve_polyhedral(const ShapePair& pair, Vec3 start, Real cutoff) {
  CoreContact contact;
  const GjkResult apart = run_gjk(pair, start, cutoff, tolerance::converged, polyhedral_iterations, contact);
  if (contact.beyond_cutoff) return contact;
  const Real certificate = tolerance::certificate * pair.size;
  if (apart.outcome != GjkOutcome::near_or_inside) {
    // A triangle of A - B is nearest: its normal is a face's or two edges'. Otherwise the nearest point
    // itself gives the direction.
    const Real upper = norm(apart.nearest);
    const Vec3 towards_b = -apart.nearest / upper;
    contact.separation = separation_along(pair, towards_b);
    if (apart.simplex.count == 3 || upper - contact.separation.value > certificate) {
      contact.separation = snap_to_features(pair, towards_b);
    }
    if (upper - contact.separation.value > certificate)
      contact.separation = {apart.lower_normal, apart.lower_bound};
    if (upper - contact.separation.value > certificate) return search_all(pair, contact);
    if (apart.simplex.count < 3) contact.separation.value = upper;
    return contact;
  }

  EpaPolytope polytope;
  const EpaResult inside = epa(pair, apart.simplex, tolerance::converged * pair.size, polytope);
  contact.iterations += inside.iterations;
  if (inside.outcome != EpaOutcome::converged) return search_all(pair, contact);
  contact.separation = snap_to_features(pair, inside.normal);
  contact.witness_a = inside.point_a;
  const bool proven = -contact.separation.value - inside.lower_bound <= certificate;
  // A gap that only EPA sees: its nearest face need not hold the nearest point.
  const bool touching = contact.separation.value <= tolerance::touch * pair.size;
  return proven && touching ? contact : search_all(pair, contact);
}

// The least depth EPA can find. A whole polytope may be too coarse where many directions are nearly
// equal (round shapes deep inside each other): it is then looked at closer and closer around the best.
SCREE_HD inline CoreContact curved_depth(const ShapePair& pair, const Simplex& simplex, CoreContact contact) {
  const Real converged = tolerance::curved_converged * pair.size;
  EpaPolytope polytope;
  EpaResult best = epa(pair, simplex, converged, polytope);
  contact.iterations += best.iterations;
  if (best.outcome == EpaOutcome::flat) {
    contact.status = Status::not_converged;
    return contact;
  }
  Real half_angle = 0.3;  // rad
  Real improvement = 0;
  for (bool done = best.outcome == EpaOutcome::converged; !done && half_angle > 1e-6; half_angle /= 5) {
    const EpaResult closer = epa_near(pair, best.normal, half_angle, converged, polytope);
    contact.iterations += closer.iterations;
    if (closer.outcome == EpaOutcome::flat) continue;
    done = closer.outcome == EpaOutcome::converged;
    // On a tie the closer look counts: its point is nearer to the surface.
    if (closer.upper_bound > best.upper_bound + converged) continue;
    improvement = best.upper_bound - closer.upper_bound;
    best.upper_bound = closer.upper_bound;
    best.normal = closer.normal;
    best.point_a = closer.point_a;
  }
  contact.separation = {best.normal, -best.upper_bound};
  contact.witness_a = best.point_a;
  if (improvement > tolerance::curved_accuracy * pair.size && half_angle <= 1e-6) {
    contact.status = Status::not_converged;
  }
  return contact;
}

SCREE_HD inline CoreContact solve_curved(const ShapePair& pair, Vec3 start, Real cutoff) {
  CoreContact contact;
  const GjkResult apart =
      run_gjk(pair, start, cutoff, tolerance::curved_converged, curved_iterations, contact);
  if (contact.beyond_cutoff) return contact;
  const Real upper = norm(apart.nearest);
  const bool bounds_meet = upper - apart.lower_bound <= tolerance::curved_accuracy * pair.size;
  if (apart.outcome != GjkOutcome::near_or_inside && bounds_meet) return contact;
  contact = curved_depth(pair, apart.simplex, contact);
  // Still apart according to EPA: GJK's bounds did not meet, and EPA's plane is only a lower bound.
  if (contact.separation.value > tolerance::curved_accuracy * pair.size)
    contact.status = Status::not_converged;
  return contact;
}

SCREE_HD inline CoreContact solve_segments(const ShapePair& pair) {
  const auto segment = [](const PolyhedronView& core) {
    return Segment{core.vertices[0], core.vertices[core.vertex_count - 1]};
  };
  const Segment local = segment(pair.b.core);
  const SegmentDistance found = segment_distance(
      segment(pair.a.core), {from_b_point(pair, local.start), from_b_point(pair, local.end)});
  CoreContact contact;
  contact.separation = {found.normal, found.distance};
  contact.witness_a = found.point_a;
  contact.iterations = 1;
  return contact;
}

// Every vertex of the feature that lies on the half-space; of a face with many, as many as a patch holds.
SCREE_HD inline void set_half_space_patch(const ShapePair& pair, const Contact& contact,
                                          ContactPatch* patch) {
  const bool on_a = pair.b.type == ShapeType::half_space;
  const ShapeView& shape = on_a ? pair.a : pair.b;
  const Contact::Feature& feature = on_a ? contact.feature_a : contact.feature_b;
  set_single_point(contact, patch);
  if (patch == nullptr || feature.vertex_count < 2) return;
  patch->count = feature.vertex_count < patch_capacity ? feature.vertex_count : patch_capacity;
  const Vec3 middle = patch->points[0];
  for (int k = 0; k < patch->count; ++k) {
    const int from = k * feature.vertex_count / patch->count;
    const Vec3 vertex = shape.core.vertices[patch_detail::feature_vertex(shape.core, feature, from)];
    const Vec3 corner = on_a ? vertex : from_b_point(pair, vertex);
    patch->points[k] = corner + dot(contact.normal, middle - corner) * contact.normal;
    patch->distances[k] = contact.distance;
    patch->types[k] = ContactType::vertex_face;
  }
}

// One of the shapes is a half-space.
SCREE_HD inline Status solve_half_space(const ShapePair& pair, Real parallel_angle, Contact& contact,
                                        ContactPatch* patch) {
  const bool first = pair.a.type == ShapeType::half_space;
  if (first && pair.b.type == ShapeType::half_space) return contact.status = Status::unsupported_pair;
  contact.iterations = 1;
  if (first) {
    const Vec3 plane_point = to_b_direction(pair, -pair.translation);
    const HalfSpaceContact found =
        half_space_contact(pair.b, to_b_direction(pair, pair.a.normal), plane_point, parallel_angle);
    contact.normal = pair.a.normal;
    contact.distance = found.distance;
    contact.point_b = from_b_point(pair, found.point);
    contact.point_a = contact.point_b - found.distance * contact.normal;
    contact.feature_b = found.feature;
    contact.type = found.type;
  } else {
    const Vec3 normal = pair.a_from_b * pair.b.normal;
    const HalfSpaceContact found = half_space_contact(pair.a, normal, pair.translation, parallel_angle);
    contact.normal = -normal;
    contact.distance = found.distance;
    contact.point_a = found.point;
    contact.point_b = contact.point_a + found.distance * contact.normal;
    contact.feature_a = found.feature;
    contact.type = found.type;
  }
  set_state(pair, contact);
  set_half_space_patch(pair, contact, patch);
  return contact.status;
}

SCREE_HD inline bool is_segment_or_point(const ShapeView& shape) {
  return has_polyhedral_core(shape) && shape.core.vertex_count <= 2;
}

}  // namespace gjk_epa_detail

SCREE_HD inline Status gjk_epa(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                               Contact& contact, ContactPatch* patch = nullptr) {
  using namespace gjk_epa_detail;
  contact = Contact{};
  if (patch != nullptr) patch->count = 0;
  if (pair.a.type == ShapeType::half_space || pair.b.type == ShapeType::half_space) {
    return solve_half_space(pair, request.parallel_angle, contact, patch);
  }

  const Real radii = pair.a.sweep_radius + pair.b.sweep_radius;
  const Real cutoff = (request.cutoff > 0 ? request.cutoff : 0) + radii;
  const Vec3 start = start_direction(pair, cache, Algorithm::gjk_epa);
  const bool polyhedral = has_polyhedral_core(pair.a) && has_polyhedral_core(pair.b);
  CoreContact core;
  if (is_segment_or_point(pair.a) && is_segment_or_point(pair.b)) {
    core = solve_segments(pair);
  } else if (polyhedral) {
    core = solve_polyhedral(pair, start, cutoff);
  } else {
    core = solve_curved(pair, start, cutoff);
  }
  keep_direction(cache, Algorithm::gjk_epa, core.separation.normal);
  if (polyhedral) {
    set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
  } else {
    set_contact(pair, core, contact);
  }
  if (!polyhedral || pair.a.type == ShapeType::sphere || pair.b.type == ShapeType::sphere) {
    contact.type = ContactType::smooth;
    set_single_point(contact, patch);
  }
  return contact.status;
}

}  // namespace scree
