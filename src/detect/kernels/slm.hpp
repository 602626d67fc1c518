// slm: the common plane of two convex polyhedra by their shortest link (Nezami 2006, Sec. 3, App. A).
//
// The shortest segment PQ from A to B is found by going to and fro: P is the point of A closest to Q, Q
// that of B closest to P (3.5), each by a walk over the surface (3.4). Where both lie on edges or faces
// this can take for ever, and closed forms are used instead (3.5.2). The plane across the middle of PQ is
// the common plane (3.3): its normal is the link's direction, its gap the link's length. Polyhedra in
// contact are first moved apart along the last normal; the link's normal is then taken as theirs, and the
// signed distance is what it is along that normal in their true place: never too shallow, but too deep
// where the true normal is another.
//
// Deviations from the text:
// - A first link starts at the vertices farthest along the line of centres, by signed distance (3.5.1's
//   absolute distance picks the wrong vertices once the polyhedra overlap).
// - Vertex against edge or face is solved in closed form too, and a link is accepted by proof rather than
//   because nothing moves any more: see slm_link.hpp. The text's last, idle iteration is not needed.
// - Appendix A's list reads AC, BC, AD, BD. Parallel faces (3.5.2, Case 2) have no plane across both: there
//   P's foot is taken.
// - Where the walks no longer shorten the link and nothing proves it, or the polyhedra only touch, the
//   exact solver of gjk-epa answers (`Contact::fallback`).
// - Contact is not taken for granted from the last step: a common point deeper than `tolerance::touch`
//   below a surface proves it, or the search for a link in the true place finds none.
//
// Warm start: the last link's features and the last normal. Lengths in metres, all vectors in A's frame
// relative to A's centre, places in their shape's own. Cannot answer: `unsupported_pair` for other shapes.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/closest_on_polyhedron.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "detect/kernels/slm_link.hpp"
#include "detect/tolerances.hpp"

namespace scree {

namespace slm_detail {

inline constexpr int most_relaxations = 24;
inline constexpr Real relaxation = 1.9;  // 1: onto the plane; 2: as far behind it
// How far apart polyhedra in contact are moved; the text wants it "very small". (x the smaller size)
inline constexpr Real separation_margin = 1e-4;

SCREE_HD inline bool is_place(const PolyhedronView& core, const SurfacePlace& place, Real size) {
  const std::int32_t count = feature_count(core, place.dimension);
  return place.index >= 0 && place.index < count && norm_squared(place.point) <= size * size;
}

// Puts the point onto its feature, wherever it was.
SCREE_HD inline void settle(const PolyhedronView& core, SurfacePlace& place) {
  if (place.dimension == 0) {
    place = at_vertex(core, place.index);
  } else {
    closest_on_feature(core, place.point, place);
  }
}

SCREE_HD inline bool read_cache(const ShapePair& pair, const PairCache& cache, Link& link) {
  if (!has_direction(cache, Algorithm::shortest_link)) return false;
  if (!is_place(pair.a.core, cache.place_a, pair.a.size)) return false;
  if (!is_place(pair.b.core, cache.place_b, pair.b.size)) return false;
  link.a = cache.place_a;
  link.b = cache.place_b;
  // The first iteration finds points on edges and faces anew, but where a face meets more than a vertex.
  const bool keeps_points = link.a.dimension + link.b.dimension > 2;
  if (keeps_points || link.a.dimension == 0) settle(pair.a.core, link.a);
  if (keeps_points || link.b.dimension == 0) settle(pair.b.core, link.b);
  return true;
}

SCREE_HD inline std::int32_t vertex_at(const PolyhedronView& core, const SurfacePlace& place) {
  if (place.dimension == 0) return place.index;
  if (place.dimension == 1) return core.edges[place.index].vertex[0];
  return core.face_vertices[core.face_begin[place.index]];
}

// How far the polyhedron reaches along `n`, uphill from a place on it.
SCREE_HD inline Real reach_from(const PolyhedronView& core, const SurfacePlace& place, Vec3 n) {
  return dot(n, core.vertices[climb(core, vertex_at(core, place), n)]);
}

SCREE_HD inline bool is_deep_inside(const PolyhedronView& core, Vec3 point, Real depth) {
  for (std::int32_t face = 0; face < core.face_count; ++face) {
    if (height_above(core, face, point) > -depth) return false;
  }
  return true;
}

// Looks for a point of B deeper than `depth` (m) inside A. The point is moved, time and again, to the right
// side of the plane of A and of the plane of B that it violates most: the relaxation method for
// inequalities (Agmon 1954, Motzkin & Schoenberg 1954), two at a time for the sake of shallow contacts,
// whose planes are nearly opposite.
SCREE_HD SCREE_DEVICE_CALL inline bool relax_into_both(const ShapePair& pair, Vec3 point, Real depth) {
  using walk_detail::highest_face;
  for (int round = 0; round < most_relaxations; ++round) {
    Real above_a = 0;
    Real above_b = 0;
    const std::int32_t face_a = highest_face(pair.a.core, point, above_a);
    const Vec3 local = to_b_direction(pair, point - pair.translation);
    const std::int32_t face_b = highest_face(pair.b.core, local, above_b);
    if (above_a <= -depth && above_b <= 0) return true;
    const Vec3 normal_a = pair.a.core.face_planes[face_a].normal;
    const Vec3 normal_b = pair.a_from_b * pair.b.core.face_planes[face_b].normal;
    const Real down_a = relaxation * (above_a + 2 * depth);
    const Real down_b = relaxation * (above_b + depth);
    const Real cosine = dot(normal_a, normal_b);
    const Real sine_squared = norm_squared(cross(normal_a, normal_b));
    if (sine_squared > parallel_edges) {
      // The least move x with normal_a . x = -down_a and normal_b . x = -down_b.
      point -= ((down_a - cosine * down_b) / sine_squared) * normal_a +
               ((down_b - cosine * down_a) / sine_squared) * normal_b;
    } else if (down_a > down_b) {
      point -= down_a * normal_a;
    } else {
      point -= down_b * normal_b;
    }
  }
  return false;
}

// Whether a point of one polyhedron is found deeper than `tolerance::touch` inside the other: they then
// overlap by more than that. The link's ends first.
SCREE_HD inline bool share_a_point(const ShapePair& pair, const Link& link) {
  const Real depth = tolerance::touch * pair.size;
  const Vec3 q = from_b_point(pair, link.b.point);
  if (is_deep_inside(pair.a.core, q, depth)) return true;
  const Vec3 local_p = to_b_direction(pair, link.a.point - pair.translation);
  if (is_deep_inside(pair.b.core, local_p, depth)) return true;
  return relax_into_both(pair, 0.5 * (link.a.point + q), depth);
}

// The published answer for polyhedra in contact: the link's normal once they are moved apart along the
// unit vector `last`, along which they are separate by `value` (negative).
SCREE_HD inline Separation separated_normal(const ShapePair& pair, Vec3 last, Real value, Link& link,
                                            int& iterations) {
  const Real smaller = pair.a.size < pair.b.size ? pair.a.size : pair.b.size;
  const Vec3 shift = (separation_margin * smaller - value) * last;
  const LinkFrame apart{pair, pair.translation + shift};
  link.q = to_a(apart, link.b.point);
  if (find_link(apart, link, iterations) == LinkEnd::proven) {
    return {link.separation.normal, link.separation.value - dot(link.separation.normal, shift)};
  }
  const Separation unmoved = separation_along(pair, last);
  const Separation found = separation_along(pair, link.separation.normal);
  return found.value > unmoved.value ? found : unmoved;
}

SCREE_HD inline CoreContact solve_exactly(const ShapePair& pair, Vec3 start, CoreContact contact) {
  const int iterations = contact.iterations;
  contact = gjk_epa_detail::solve_polyhedral(pair, start, std::numeric_limits<Real>::infinity());
  contact.iterations = iterations;
  contact.fallback = true;
  return contact;
}

// What the search for a link in the true place says.
enum class Verdict : std::uint8_t {
  answered,  // apart or touching
  overlap,   // proven
  unsure,    // nothing but a common point of the surfaces: touching or overlapping
};

SCREE_HD inline Verdict solve_apart(const ShapePair& pair, Link& link, CoreContact& contact) {
  const LinkFrame frame{pair, pair.translation};
  link.q = to_a(frame, link.b.point);
  if (find_link(frame, link, contact.iterations) != LinkEnd::proven) {
    if (share_a_point(pair, link)) return Verdict::overlap;
    link.q = to_a(frame, link.b.point);
    if (!is_proven(frame, link)) return Verdict::unsure;
  }
  contact.separation = link.separation;
  contact.witness_a = link.a.point;
  return Verdict::answered;
}

// The last normal and link are known.
SCREE_HD inline Separation solve_overlap_warm(const ShapePair& pair, Vec3 last, Link& link, int& iterations) {
  const Real top_a = reach_from(pair.a.core, link.a, last);
  const Real top_b = reach_from(pair.b.core, link.b, to_b_direction(pair, -last));
  const Real value = dot(last, pair.translation) - top_a - top_b;
  return separated_normal(pair, last, value, link, iterations);
}

// The published answer where an overlap is proven, else an exact one.
SCREE_HD inline void settle_overlap(const ShapePair& pair, Verdict verdict, const Separation& found,
                                    const Link& link, CoreContact& contact) {
  if (verdict != Verdict::overlap && !share_a_point(pair, link)) {
    contact = solve_exactly(pair, found.normal, contact);
    return;
  }
  contact.separation = found;
  contact.witness_a = link.a.point;
}

// Whether to look for a link at once or to move the polyhedra apart first is guessed from the last link's
// ends along the last normal; a wrong guess costs time, since either way ends in proof.
SCREE_HD inline void solve_warm(const ShapePair& pair, Vec3 last, Link& link, CoreContact& contact) {
  const Vec3 gap = from_b_point(pair, link.b.point) - link.a.point;
  Verdict verdict = Verdict::overlap;
  const bool were_apart = dot(last, gap) > 0;
  if (were_apart) {
    verdict = solve_apart(pair, link, contact);
    if (verdict == Verdict::answered) return;
  }
  const Separation found = solve_overlap_warm(pair, last, link, contact.iterations);
  const bool apart = found.value > tolerance::touch * pair.size;
  if (!were_apart && (apart || !share_a_point(pair, link))) {
    Link true_link = link;
    verdict = solve_apart(pair, true_link, contact);
    if (verdict == Verdict::answered) {
      link = true_link;
      return;
    }
  }
  settle_overlap(pair, verdict, found, link, contact);
}

// Sec. 3.5.1, from the line of centres.
SCREE_HD inline void solve_cold(const ShapePair& pair, Real cutoff, Link& link, CoreContact& contact) {
  const Vec3 start = unit_vector_along(centre_direction(pair));
  const SupportVertex at = support(pair, start);
  link.a = at_vertex(pair.a.core, at.vertex_a);
  link.b = at_vertex(pair.b.core, at.vertex_b);
  const Separation first{start, -dot(start, at.difference)};
  contact.separation = first;
  contact.witness_a = link.a.point;
  contact.beyond_cutoff = first.value > cutoff;
  if (contact.beyond_cutoff) return;
  Link true_link = link;
  const Verdict verdict = solve_apart(pair, true_link, contact);
  if (verdict == Verdict::answered) {
    link = true_link;
    return;
  }
  const Separation found = separated_normal(pair, start, first.value, link, contact.iterations);
  settle_overlap(pair, verdict, found, link, contact);
}

}  // namespace slm_detail

SCREE_HD inline Status shortest_link(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                     Contact& contact, ContactPatch* patch = nullptr) {
  using namespace slm_detail;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  CoreContact core;
  Link link;
  if (read_cache(pair, cache, link)) {
    solve_warm(pair, normalized(cache.direction), link, core);
  } else {
    solve_cold(pair, request.cutoff > 0 ? request.cutoff : 0, link, core);
  }
  keep_direction(cache, Algorithm::shortest_link, core.separation.normal);
  cache.place_a = link.a;
  cache.place_b = link.b;
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree
