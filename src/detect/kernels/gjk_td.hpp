// gjk-td: the signed distance of two polyhedra by tetrahedron distortion (Descantes 2019, Sec. 3.2,
// Algorithm 3), repaired and proved.
//
// GJK finds the distance of polyhedra apart, or a tetrahedron of A - B around the origin. That is then
// distorted: the face nearest to the origin is pushed out to the corner of A - B farthest along its normal,
// until no corner lies beyond it. Deviations from Algorithm 3:
// - All faces that the new corner sees are replaced, by a fan from their common border. The paper replaces
//   the visited face only, which lets faces cross each other (see gjk_td_published.hpp).
// - A face is on the surface of A - B when no corner lies beyond it, even if the corner found is none of its
//   own (line 10): faces of A - B often have more than three corners.
// - Normal: that of the face or the two edges the last face's corners belong to, so that it carries no
//   rounding but the shapes' own; the depth is then measured along it. The paper takes the triangle's.
// - Faces are oriented by the order of their corners, not away from the origin: nothing is singular when the
//   origin lies on one. Eqs. 8 to 10 divide by such a determinant; the weights here come from areas.
// - Proof. Depth along any direction is an upper bound of the overlap. The faces form a closed surface, for
//   a fan closes every gap that it replaces. With the origin inside all faces every ray from it meets the
//   surface, whose points belong to A - B: so the nearest face is a lower bound, whether or not rounding
//   has left a dent. Both must agree to `tolerance::certificate`, and so must the two bounds of a gap.
//   Else gjk-epa answers, with exact predicates, and `Contact::fallback` says so.
//
// Warm start: overlapping polyhedra mostly touch with the same features as before. That these still give the
// least depth is proved from them alone (nearest_face.hpp) or from a few more corners (surround.hpp). Where
// it cannot be, the distortion starts from them; a search from the last normal begins only when that fails.
// Lengths in metres, all vectors in A's frame relative to A's centre. Cannot answer: `unsupported_pair`
// unless both shapes are polyhedra.
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "detect/kernels/nearest_face.hpp"
#include "detect/kernels/surround.hpp"
#include "detect/kernels/tetrahedron_distortion.hpp"
#include "detect/tolerances.hpp"
#include "math/double_double.hpp"

namespace scree {

namespace gjk_td_detail {

using distortion::Corner;

// A corner this little above a face's plane is on it; a few roundings of a coordinate. (x size)
inline constexpr Real level = 4e-15;
// Corners of a face that differ by more in height show it to be a sliver whose normal is rounding; a
// fraction of the certificate. (x size)
inline constexpr Real tilted = 2e-14;
// Edges at a smaller angle have no common perpendicular worth its name. (rad)
inline constexpr Real nearly_parallel = 1e-6;

// The face of the core at a vertex whose normal is closest to `n` (the core's frame); -1: none.
SCREE_HD inline std::int32_t face_near(const PolyhedronView& core, std::int32_t vertex, Vec3 n) {
  std::int32_t best = -1;
  Real most = -2;
  for (std::int32_t k = core.vertex_begin[vertex]; k < core.vertex_begin[vertex + 1]; ++k) {
    const Real cosine = dot(core.face_planes[core.vertex_faces[k]].normal, n);
    if (cosine > most) {
      most = cosine;
      best = core.vertex_faces[k];
    }
  }
  return best;
}

// The edge between two vertices; -1: none.
SCREE_HD inline std::int32_t edge_between(const PolyhedronView& core, std::int32_t v, std::int32_t w) {
  for (std::int32_t k = core.vertex_begin[v]; k < core.vertex_begin[v + 1]; ++k) {
    if (core.vertex_neighbours[k] == w) return core.vertex_edges[k];
  }
  return -1;
}

// Which features make up a face of A - B, and its unit normal from them.
struct NamedFace {
  Vec3 normal;
  std::int32_t dimension_a, index_a, dimension_b, index_b;
};

// Of the face of A - B that holds the three corners; `n` is the triangle's own normal.
SCREE_HD inline NamedFace name_face(const ShapePair& pair, const Corner& c0, const Corner& c1,
                                    const Corner& c2, Vec3 n) {
  const bool a01 = c0.a == c1.a, a12 = c1.a == c2.a, a20 = c2.a == c0.a;
  const bool b01 = c0.b == c1.b, b12 = c1.b == c2.b, b20 = c2.b == c0.b;
  const bool one_a = a01 && a12;
  const bool one_b = b01 && b12;
  const bool three_a = !a01 && !a12 && !a20;
  const bool three_b = !b01 && !b12 && !b20;
  if (one_b || three_a) {
    const std::int32_t face = face_near(pair.a.core, c0.a, n);
    return {face < 0 ? n : pair.a.core.face_planes[face].normal, 2, face, 0, c0.b};
  }
  if (one_a || three_b) {
    const std::int32_t face = face_near(pair.b.core, c0.b, to_b_direction(pair, -n));
    return {face < 0 ? n : -(pair.a_from_b * pair.b.core.face_planes[face].normal), 0, c0.a, 2, face};
  }
  // Two vertices of each: an edge of A and one of B.
  const std::int32_t other_a = a01 ? c2.a : c1.a, other_b = b01 ? c2.b : c1.b;
  const Vec3 edge_a = pair.a.core.vertices[c0.a] - pair.a.core.vertices[other_a];
  const Vec3 edge_b = pair.b.core.vertices[c0.b] - pair.b.core.vertices[other_b];
  const Vec3 common = cross(edge_a, pair.a_from_b * edge_b);
  const Real squared = norm_squared(common);
  constexpr Real least = nearly_parallel * nearly_parallel;
  if (!(squared > least * norm_squared(edge_a) * norm_squared(edge_b))) return {n, -1, -1, -1, -1};
  const Real length = std::sqrt(squared);
  return {common / (dot(common, n) < 0 ? -length : length), 1, edge_between(pair.a.core, c0.a, other_a), 1,
          edge_between(pair.b.core, c0.b, other_b)};
}

SCREE_HD inline void keep_face(const NamedFace& face, PairCache& cache) {
  cache.place_a = {{}, face.dimension_a, face.index_a};
  cache.place_b = {{}, face.dimension_b, face.index_b};
}

SCREE_HD inline Real separation_of(const ShapePair& pair, Vec3 normal) {
  return -reach_of_difference(pair, normal);
}

// The overlap's depth. False when it could not be proved.
SCREE_HD SCREE_DEVICE_CALL inline bool solve_overlap(const ShapePair& pair, const distortion::Simplex& start,
                                                     CoreContact& contact, PairCache& cache) {
  distortion::DistortAnswer at;
  distortion::run_distortion(
      pair, {start, level * pair.size, tilted * pair.size, tolerance::feature_miss * pair.size}, at);
  contact.iterations += at.rounds;
  if (!at.found) return false;
  const Real certificate = tolerance::certificate * pair.size;
  const NamedFace face = name_face(pair, at.corner[0], at.corner[1], at.corner[2], at.normal);
  keep_face(face, cache);
  contact.separation = {face.normal, separation_of(pair, face.normal)};
  if (!(-contact.separation.value - at.lower <= certificate)) {
    contact.separation = snap_to_features(pair, at.normal);
    if (!(-contact.separation.value - at.lower <= certificate)) return false;
  }
  contact.witness_a = distortion::point_on_a(pair, at.under, 3, at.weight);
  // With the origin as good as on the surface the planes alone prove nothing: the nearest point does.
  return at.held && contact.separation.value <= tolerance::touch * pair.size;
}

// The gap between polyhedra apart. False when it could not be proved.
SCREE_HD SCREE_DEVICE_CALL inline bool solve_gap(const ShapePair& pair, const distortion::GjkAnswer& apart,
                                                 CoreContact& contact, PairCache& cache) {
  const distortion::Simplex& s = apart.simplex;
  const Real upper = norm(apart.nearest);
  const Vec3 towards_b = -apart.nearest / upper;
  Vec3 normal = towards_b;
  if (s.count == 3) {
    const NamedFace face = name_face(pair, s.corner[0], s.corner[1], s.corner[2], towards_b);
    normal = face.normal;
    keep_face(face, cache);
  }
  contact.separation = {normal, separation_of(pair, normal)};
  if (s.count < 3 && upper - contact.separation.value <= level * pair.size) {
    contact.separation.value = upper;
  } else if (!(upper - contact.separation.value <= level * pair.size)) {
    // GJK ended too early by rounding: a normal nearby may be better.
    const Separation snapped = snap_to_features(pair, towards_b);
    if (snapped.value > contact.separation.value) contact.separation = snapped;
  }
  Real weight[3];
  distortion::find_weights(s, apart.nearest, weight);
  contact.witness_a = distortion::point_on_a(pair, s.corner, s.count, weight);
  // Only a point of the simplex is an upper bound.
  for (int i = 0; i < s.count; ++i) {
    if (!(weight[i] >= -distortion::foot_slack)) return false;
  }
  return upper - contact.separation.value <= tolerance::certificate * pair.size;
}

// From where GJK has ended within the cutoff. Notes in the cache which features touch, if they do.
SCREE_HD inline CoreContact solve(const ShapePair& pair, distortion::GjkAnswer& gjk, Vec3 start, Real cutoff,
                                  PairCache& cache) {
  CoreContact contact;
  contact.iterations = gjk.iterations;
  bool proved = false;
  if (gjk.outcome == distortion::Outcome::inside || gjk.outcome == distortion::Outcome::near_zero) {
    proved = distortion::complete(pair, gjk.simplex) && solve_overlap(pair, gjk.simplex, contact, cache);
  } else {
    proved = solve_gap(pair, gjk, contact, cache);
  }
  if (proved) return contact;
  const int iterations = contact.iterations;
  contact = gjk_epa_detail::solve_polyhedral(pair, start, cutoff);
  contact.iterations += iterations;
  contact.fallback = true;
  return contact;
}

SCREE_HD inline void finish_search(const ShapePair& pair, const QueryRequest& request,
                                   distortion::GjkAnswer& gjk, Vec3 start, Real cutoff, PairCache& cache,
                                   Contact& contact, ContactPatch* patch) {
  const CoreContact core = solve(pair, gjk, start, cutoff, cache);
  keep_direction(cache, Algorithm::gjk_td, core.separation.normal);
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
}

SCREE_HD inline void answer_apart(const ShapePair& pair, const CoreContact& core, PairCache& cache,
                                  Contact& contact) {
  keep_direction(cache, Algorithm::gjk_td, core.separation.normal);
  cache.place_a.dimension = cache.place_b.dimension = -1;
  set_contact(pair, core, contact);
}

// The last normal nearly always separates still. All that is needed is how far the shapes reach along it.
template <class Machine>
SCREE_HD inline bool separates(const ShapePair& pair, Vec3 direction, Real cutoff, CoreContact& core) {
  if (!(cutoff < std::numeric_limits<Real>::infinity())) return false;
  const Real clear = -Machine::reach(pair, direction);
  const Real over = 1 / norm(direction);
  if (!(clear * over > cutoff)) return false;
  core.beyond_cutoff = true;
  core.iterations = 1;
  core.separation = {over * direction, clear * over};
  return true;
}

SCREE_HD inline distortion::GjkTask search_task(const ShapePair& pair, Vec3 start, Real cutoff) {
  return {start, cutoff, tolerance::converged * pair.size, tolerance::certificate * pair.size};
}

// The rest of a search when GJK has ended.
SCREE_HD inline void answer_from_gjk(const ShapePair& pair, const QueryRequest& request,
                                     const distortion::GjkTask& task, distortion::GjkAnswer& gjk,
                                     PairCache& cache, Contact& contact, ContactPatch* patch) {
  if (gjk.outcome == distortion::Outcome::beyond_cutoff) {
    CoreContact core;
    core.iterations = gjk.iterations;
    core.beyond_cutoff = true;
    core.separation = {normalized(-gjk.nearest), gjk.lower};
    answer_apart(pair, core, cache, contact);
    return;
  }
  cache.place_a.dimension = cache.place_b.dimension = -1;
  finish_search(pair, request, gjk, task.start, task.cutoff, cache, contact, patch);
}

SCREE_HD SCREE_COLD inline void search(const ShapePair& pair, const QueryRequest& request, Vec3 start,
                                       Real cutoff, PairCache& cache, Contact& contact, ContactPatch* patch) {
  const distortion::GjkTask task = search_task(pair, start, cutoff);
  distortion::GjkAnswer gjk;
  distortion::run_gjk(pair, task, gjk);
  answer_from_gjk(pair, request, task, gjk, cache, contact, patch);
}

// The distortion, from the face that was the nearest and the corner farthest behind it. A tetrahedron that
// does not hold the origin grows until it does, or until a face shows the pair to be apart: then nothing is
// proved. False also when it is no face.
SCREE_HD inline bool distort_from_face(const ShapePair& pair, const QueryRequest& request, Vec3 normal,
                                       PairCache& cache, Contact& contact, ContactPatch* patch) {
  surround::Corners corners;
  if (!surround::set_face(pair, cache, normal, corners)) return false;
  distortion::Simplex s;
  for (int k = 0; k < 3; ++k) s.corner[k] = {corners.at[k], corners.a[k], corners.b[k]};
  s.corner[3] = distortion::farthest_corner(pair, -normal);
  s.count = 4;
  CoreContact core;
  if (!solve_overlap(pair, s, core, cache)) return false;
  keep_direction(cache, Algorithm::gjk_td, core.separation.normal);
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
  return true;
}

// Type, features and patch of a contact whose face is proved. Apart from the answer itself, which is so short
// that saving the registers it needs would take longer.
SCREE_HD SCREE_COLD inline void describe_face(const ShapePair& pair, const QueryRequest& request,
                                              const nearest_face::Face& face, const PairCache& cache,
                                              Contact& contact, ContactPatch* patch) {
  if (nearest_face::describe_single_point(pair, cache, request.parallel_angle, contact)) {
    set_single_point(contact, patch);
  } else {
    describe_contact(pair, -face.depth, face.point_a, request.parallel_angle, contact, patch);
  }
}

// From a face that is proved to be the nearest.
SCREE_HD inline void answer_from_face(const ShapePair& pair, const QueryRequest& request, Real cutoff,
                                      const nearest_face::Face& face, PairCache& cache, Contact& contact,
                                      ContactPatch* patch) {
  CoreContact core;
  core.separation = {face.normal, -face.depth};
  core.witness_a = face.point_a;
  core.beyond_cutoff = -face.depth > cutoff;
  cache.direction = face.normal;
  set_contact(pair, core, contact);
  if (request.describe && !core.beyond_cutoff) describe_face(pair, request, face, cache, contact, patch);
}

// Where the face that the cache names does not give the answer at once.
SCREE_HD SCREE_COLD inline void answer_near_face(const ShapePair& pair, const QueryRequest& request,
                                                 Real cutoff, const nearest_face::Face& face,
                                                 PairCache& cache, Contact& contact, ContactPatch* patch) {
  Vec3 start = start_direction(pair, cache, Algorithm::gjk_td);
  if (surround::holds_ball(pair, cache, face)) {
    answer_from_face(pair, request, cutoff, face, cache, contact, patch);
    return;
  }
  if (norm_squared(face.normal) > 0.5) {
    start = face.normal;
    if (face.depth > tolerance::touch * pair.size &&
        distort_from_face(pair, request, start, cache, contact, patch)) {
      return;
    }
  }
  search(pair, request, start, cutoff, cache, contact, patch);
}

SCREE_HD inline Real cutoff_of(const QueryRequest& request) {
  return request.cutoff > 0 ? request.cutoff : 0;
}

// All that needs no search from scratch. False: that is needed, and nothing has been said. `Machine`: how
// vertices are found (see AnyMachine).
template <class Machine>
SCREE_HD inline bool answer_at_once(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                    Contact& contact, ContactPatch* patch) {
  if (!begin_polyhedra(pair, contact, patch)) return true;
  const Real cutoff = cutoff_of(request);
  if (cache.algorithm == static_cast<std::uint32_t>(Algorithm::gjk_td) &&
      nearest_face::names_face(pair, cache)) {
    const nearest_face::Face face = nearest_face::named_face<Machine>(pair, cache);
    if (nearest_face::is_gap(pair, face) || nearest_face::is_nearest(pair, face)) {
      answer_from_face(pair, request, cutoff, face, cache, contact, patch);
    } else {
      answer_near_face(pair, request, cutoff, face, cache, contact, patch);
    }
    return true;
  }
  CoreContact core;
  if (!separates<Machine>(pair, start_direction(pair, cache, Algorithm::gjk_td), cutoff, core)) return false;
  answer_apart(pair, core, cache, contact);
  return true;
}

template <class Machine>
SCREE_HD inline Status answer(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                              Contact& contact, ContactPatch* patch) {
  if (!answer_at_once<Machine>(pair, request, cache, contact, patch)) {
    search(pair, request, start_direction(pair, cache, Algorithm::gjk_td), cutoff_of(request), cache, contact,
           patch);
  }
  return contact.status;
}

}  // namespace gjk_td_detail

// On the host compiled for each width of registers (machine_loops.cpp), with equal answers.
SCREE_HD inline Status gjk_td(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                              Contact& contact, ContactPatch* patch = nullptr) {
#ifdef __CUDA_ARCH__
  return gjk_td_detail::answer<AnyMachine>(pair, request, cache, contact, patch);
#else
  return distortion::machine_loops->gjk_td(pair, request, cache, contact, patch);
#endif
}

}  // namespace scree
