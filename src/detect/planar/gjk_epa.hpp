// gjk-epa in the plane: the signed distance of any two convex shapes, for host and device.
//
// As in space (kernels/gjk_epa.hpp): GJK while the cores are apart, EPA once they are not. For polygonal
// cores the normal is snapped to the exact normal of the edge found and the answer accepted only with proof,
// two bounds that agree to `tolerance::certificate`; else a full search answers (`Contact2::fallback`). With
// a curved shape both only lead to the neighbourhood of the answer, which a root search over the angle of the
// normal then finds to rounding (arc_search.hpp). Swept discs shift the cores' distance by their radii.
//
// Warm start: the last normal is the first direction.
// Cannot answer: `not_converged` for curved pairs where the root search finds no change of sign;
// `unsupported_pair` for two half-planes. Lengths in metres, vectors in A's frame relative to A's centre.
#pragma once

#include "detect/planar/arc_search.hpp"
#include "detect/planar/epa.hpp"
#include "detect/planar/full_search.hpp"
#include "detect/planar/gjk.hpp"
#include "detect/planar/half_plane.hpp"
#include "detect/planar/planar_contact.hpp"

namespace scree {

namespace gjk_epa2_detail {

inline constexpr int iterations = 128;
// How far GJK and EPA go before the root search takes over. (x size)
inline constexpr Real coarse = 1e-4;
inline constexpr Real quarter_turn = 1.5707963267948966;  // rad

SCREE_HD inline GjkResult2 run_gjk(const PlanarPair& pair, Vec2 start, Real cutoff, Real converged,
                                   CoreContact2& contact) {
  GjkLimits limits;
  limits.cutoff = cutoff;
  limits.converged = converged * pair.size;
  limits.near_zero = tolerance::near_contact * pair.size;
  limits.iterations = iterations;
  const GjkResult2 apart = gjk(pair, start, limits);
  contact.iterations = apart.iterations;
  contact.witness_a = point_on_a(apart.simplex);
  contact.separation = {apart.lower_normal, apart.lower_bound};
  contact.beyond_cutoff = apart.outcome == GjkOutcome::beyond_cutoff;
  return apart;
}

SCREE_HD inline CoreContact2 search_all(const PlanarPair& pair, CoreContact2 contact) {
  const FullSearchResult2 found = full_search(pair);
  contact.separation = found.separation;
  contact.witness_a = found.point_a;
  contact.fallback = true;
  return contact;
}

SCREE_HD inline CoreContact2 solve_polygonal(const PlanarPair& pair, Vec2 start, Real cutoff) {
  CoreContact2 contact;
  const GjkResult2 apart = run_gjk(pair, start, cutoff, tolerance::converged, contact);
  if (contact.beyond_cutoff) return contact;
  const Real certificate = tolerance::certificate * pair.size;
  if (apart.outcome != GjkOutcome::near_or_inside) {
    // A segment of A - B is nearest: its normal is an edge's. Otherwise two corners give the direction.
    const Real upper = norm(apart.nearest);
    const Vec2 towards_b = -apart.nearest / upper;
    contact.separation =
        apart.simplex.count == 2 ? snap_to_features(pair, towards_b) : separation_along(pair, towards_b);
    if (upper - contact.separation.value > certificate) return search_all(pair, contact);
    if (apart.simplex.count == 1) contact.separation.value = upper;
    return contact;
  }

  EpaPolygon polygon;
  const EpaResult2 inside = epa(pair, start, tolerance::converged * pair.size, polygon);
  contact.iterations += inside.iterations;
  if (inside.outcome != EpaOutcome2::converged) return search_all(pair, contact);
  contact.separation = snap_to_features(pair, inside.separation.normal);
  contact.witness_a = support(pair, contact.separation.normal).point_a;
  const bool proven = inside.upper_bound - contact.separation.value <= certificate;
  // A gap that only EPA sees: the nearest point need not lie on an edge.
  const bool touching = contact.separation.value <= tolerance::touch * pair.size;
  return proven && touching ? contact : search_all(pair, contact);
}

// Two points, at the hearts of discs.
SCREE_HD inline CoreContact2 solve_points(const PlanarPair& pair) {
  CoreContact2 contact;
  const Real distance = norm(pair.translation);
  contact.separation = {distance > 0 ? pair.translation / distance : Vec2{1, 0}, distance};
  contact.iterations = 1;
  return contact;
}

SCREE_HD inline void take(const ArcResult& found, CoreContact2& contact) {
  contact.separation = found.separation;
  contact.witness_a = found.witness_a;
}

// The coarse polygon leads to the best arc; all others that might still hold a better one are looked at too.
SCREE_HD inline CoreContact2 curved_depth(const PlanarPair& pair, Vec2 start, CoreContact2 contact) {
  EpaPolygon polygon;
  const EpaResult2 coarse_one = epa(pair, start, coarse * pair.size, polygon);
  contact.iterations += coarse_one.iterations;
  if (coarse_one.outcome == EpaOutcome2::flat) {
    contact.status = Status::not_converged;
    return contact;
  }
  ArcResult best = search_arc(pair, coarse_one.separation.normal, quarter_turn);
  contact.iterations += best.iterations;
  const Real slack = tolerance::certificate * pair.size;
  for (int i = 0; i < polygon.count; ++i) {
    const EpaCorner& edge = polygon.corner[i];
    if (edge.outside <= best.separation.value + slack) continue;
    if (norm_squared(edge.normal - coarse_one.separation.normal) == 0) continue;
    const ArcResult other = search_arc(pair, edge.normal, quarter_turn);
    contact.iterations += other.iterations;
    if (other.found && other.separation.value > best.separation.value) best = other;
  }
  if (!best.found) contact.status = Status::not_converged;
  take(best, contact);
  return contact;
}

SCREE_HD inline CoreContact2 solve_curved(const PlanarPair& pair, Vec2 start, Real cutoff) {
  CoreContact2 contact;
  const GjkResult2 apart = run_gjk(pair, start, cutoff, coarse, contact);
  if (contact.beyond_cutoff) return contact;
  if (apart.outcome == GjkOutcome::near_or_inside || !(apart.lower_bound > 0)) {
    return curved_depth(pair, start, contact);
  }
  const ArcResult found = search_arc(pair, apart.lower_normal, quarter_turn);
  contact.iterations += found.iterations;
  if (!found.found) contact.status = Status::not_converged;
  take(found, contact);
  contact.beyond_cutoff = found.separation.value > cutoff;
  return contact;
}

}  // namespace gjk_epa2_detail

SCREE_HD inline Status gjk_epa(const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                               Contact2& contact, ContactPatch2* patch = nullptr) {
  using namespace gjk_epa2_detail;
  clear_answer(contact, patch);
  if (pair.a.type == ShapeType::half_space || pair.b.type == ShapeType::half_space) {
    return solve_half_plane(pair, request.parallel_angle, contact, patch);
  }
  const Real radii = pair.a.sweep_radius + pair.b.sweep_radius;
  const Real cutoff = (request.cutoff > 0 ? request.cutoff : 0) + radii;
  const Vec2 start = start_direction(pair, cache, Algorithm::gjk_epa);
  const bool polygonal = has_polygonal_core(pair.a) && has_polygonal_core(pair.b);
  CoreContact2 core;
  if (pair.a.type == ShapeType::disc && pair.b.type == ShapeType::disc) {
    core = solve_points(pair);
  } else if (polygonal) {
    core = solve_polygonal(pair, start, cutoff);
  } else {
    core = solve_curved(pair, start, cutoff);
  }
  keep_direction(cache, Algorithm::gjk_epa, core.separation.normal);
  if (polygonal) {
    set_polygonal_contact(pair, core, request, request.parallel_angle, contact, patch);
  } else {
    set_contact(pair, core, contact);
  }
  if (!polygonal || pair.a.type == ShapeType::disc || pair.b.type == ShapeType::disc) {
    contact.type = ContactType::smooth;
    set_single_point(contact, patch);
  }
  return contact.status;
}

}  // namespace scree
