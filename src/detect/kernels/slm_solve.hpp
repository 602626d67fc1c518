// From a first or last link of two convex shapes to their contact (Nezami 2006, Sec. 3): what slm does in
// space and in the plane alike.
//
// Shapes in contact are first moved apart along the last normal; the link's normal is then taken as theirs,
// and the signed distance is what it is along that normal in their true place: never too shallow, but too
// deep where the true normal is another. Contact is not taken for granted from the last step: a common point
// deeper than `tolerance::touch` below a surface proves it, or the search for a link in the true place finds
// none. Where nothing is proven an exact solver answers (`Contact::fallback`): exact_contact(), of space or
// of the plane.
//
// Lengths in metres, all vectors in A's frame relative to A's centre, places in their shape's own.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/slm_link.hpp"
#include "detect/tolerances.hpp"

namespace scree::slm_detail {

inline constexpr int most_relaxations = 24;
inline constexpr Real relaxation = 1.9;  // 1: onto the plane; 2: as far behind it
// How far apart shapes in contact are moved; the text wants it "very small". (x the smaller size)
inline constexpr Real separation_margin = 1e-4;

template <class Core, class Place>
SCREE_HD inline bool is_place(const Core& core, const Place& place, Real size) {
  const std::int32_t count = feature_count(core, place.dimension);
  return place.index >= 0 && place.index < count && norm_squared(place.point) <= size * size;
}

// Puts the point onto its feature, wherever it was.
template <class Core, class Place>
SCREE_HD inline void settle(const Core& core, Place& place) {
  if (place.dimension == 0) {
    place = at_vertex(core, place.index);
  } else {
    closest_on_feature(core, place.point, place);
  }
}

template <class Pair>
SCREE_HD inline bool read_cache(const Pair& pair, const PairCacheOf<typename Pair::Vec>& cache,
                                LinkOf<typename Pair::Vec>& link) {
  if (!has_direction(cache, Algorithm::shortest_link)) return false;
  if (!is_place(core_a(pair), cache.place_a, pair.a.size)) return false;
  if (!is_place(core_b(pair), cache.place_b, pair.b.size)) return false;
  link.a = cache.place_a;
  link.b = cache.place_b;
  // The first iteration finds points on edges and faces anew, but where a face meets more than a vertex.
  const bool keeps_points = link.a.dimension + link.b.dimension > 2;
  if (keeps_points || link.a.dimension == 0) settle(core_a(pair), link.a);
  if (keeps_points || link.b.dimension == 0) settle(core_b(pair), link.b);
  return true;
}

// How far the shape reaches along `n`, uphill from a place on it.
template <class Core, class Vec>
SCREE_HD inline Real reach_from(const Core& core, const SurfacePlaceOf<Vec>& place, Vec n) {
  return dot(n, core.vertices[climb(core, vertex_at(core, place), n)]);
}

template <class Core, class Vec>
SCREE_HD inline bool is_deep_inside(const Core& core, Vec point, Real depth) {
  for (std::int32_t i = 0; i < side_count(core); ++i) {
    if (height_above(core, i, point) > -depth) return false;
  }
  return true;
}

// Looks for a point of B deeper than `depth` (m) inside A. The point is moved, time and again, to the right
// side of the plane of A and of the plane of B that it violates most: the relaxation method for
// inequalities (Agmon 1954, Motzkin & Schoenberg 1954), two at a time for the sake of shallow contacts,
// whose planes are nearly opposite.
template <class Pair, class Vec>
SCREE_HD SCREE_DEVICE_CALL inline bool relax_into_both(const Pair& pair, Vec point, Real depth) {
  for (int round = 0; round < most_relaxations; ++round) {
    Real above_a = 0;
    Real above_b = 0;
    const std::int32_t side_a = highest_side(core_a(pair), point, above_a);
    const Vec local = to_b_direction(pair, point - pair.translation);
    const std::int32_t side_b = highest_side(core_b(pair), local, above_b);
    if (above_a <= -depth && above_b <= 0) return true;
    const Vec normal_a = side(core_a(pair), side_a).normal;
    const Vec normal_b = pair.a_from_b * side(core_b(pair), side_b).normal;
    const Real down_a = relaxation * (above_a + 2 * depth);
    const Real down_b = relaxation * (above_b + depth);
    const Real cosine = dot(normal_a, normal_b);
    const Real sine_squared = dot_of_crosses(normal_a, normal_b, normal_a, normal_b);
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

// Whether a point of one shape is found deeper than `tolerance::touch` inside the other: they then
// overlap by more than that. The link's ends first.
template <class Pair, class Vec>
SCREE_HD inline bool share_a_point(const Pair& pair, const LinkOf<Vec>& link) {
  const Real depth = tolerance::touch * pair.size;
  const Vec q = from_b_point(pair, link.b.point);
  if (is_deep_inside(core_a(pair), q, depth)) return true;
  const Vec local_p = to_b_direction(pair, link.a.point - pair.translation);
  if (is_deep_inside(core_b(pair), local_p, depth)) return true;
  return relax_into_both(pair, 0.5 * (link.a.point + q), depth);
}

// The published answer for shapes in contact: the link's normal once they are moved apart along the
// unit vector `last`, along which they are separate by `value` (negative).
template <class Pair, class Vec>
SCREE_HD inline SeparationOf<Vec> separated_normal(const Pair& pair, Vec last, Real value, LinkOf<Vec>& link,
                                                   int& iterations) {
  const Real smaller = pair.a.size < pair.b.size ? pair.a.size : pair.b.size;
  const Vec shift = (separation_margin * smaller - value) * last;
  const LinkFrameOf<Pair> apart{pair, pair.translation + shift};
  link.q = to_a(apart, link.b.point);
  if (find_link(apart, link, iterations) == LinkEnd::proven) {
    return {link.separation.normal, link.separation.value - dot(link.separation.normal, shift)};
  }
  const SeparationOf<Vec> unmoved = separation_along(pair, last);
  const SeparationOf<Vec> found = separation_along(pair, link.separation.normal);
  return found.value > unmoved.value ? found : unmoved;
}

template <class Pair, class Vec>
SCREE_HD inline void solve_exactly(const Pair& pair, Vec start, CoreContactOf<Vec>& contact) {
  const int iterations = contact.iterations;
  contact = exact_contact(LinkFrameOf<Pair>{pair, pair.translation}, start);
  contact.iterations = iterations;
  contact.fallback = true;
}

// What the search for a link in the true place says.
enum class Verdict : std::uint8_t {
  answered,  // apart or touching
  overlap,   // proven
  unsure,    // nothing but a common point of the surfaces: touching or overlapping
};

template <class Pair, class Vec>
SCREE_HD inline Verdict solve_apart(const Pair& pair, LinkOf<Vec>& link, CoreContactOf<Vec>& contact) {
  const LinkFrameOf<Pair> frame{pair, pair.translation};
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
template <class Pair, class Vec>
SCREE_HD inline SeparationOf<Vec> solve_overlap_warm(const Pair& pair, Vec last, LinkOf<Vec>& link,
                                                     int& iterations) {
  const Real top_a = reach_from(core_a(pair), link.a, last);
  const Real top_b = reach_from(core_b(pair), link.b, to_b_direction(pair, -last));
  const Real value = dot(last, pair.translation) - top_a - top_b;
  return separated_normal(pair, last, value, link, iterations);
}

// The published answer where an overlap is proven, else an exact one.
template <class Pair, class Vec>
SCREE_HD inline void settle_overlap(const Pair& pair, Verdict verdict, const SeparationOf<Vec>& found,
                                    const LinkOf<Vec>& link, CoreContactOf<Vec>& contact) {
  if (verdict != Verdict::overlap && !share_a_point(pair, link)) {
    solve_exactly(pair, found.normal, contact);
    return;
  }
  contact.separation = found;
  contact.witness_a = link.a.point;
}

// Whether to look for a link at once or to move the shapes apart first is guessed from the last link's
// ends along the last normal; a wrong guess costs time, since either way ends in proof.
template <class Pair, class Vec>
SCREE_HD inline void solve_warm(const Pair& pair, Vec last, LinkOf<Vec>& link, CoreContactOf<Vec>& contact) {
  const Vec gap = from_b_point(pair, link.b.point) - link.a.point;
  Verdict verdict = Verdict::overlap;
  const bool were_apart = dot(last, gap) > 0;
  if (were_apart) {
    verdict = solve_apart(pair, link, contact);
    if (verdict == Verdict::answered) return;
  }
  const SeparationOf<Vec> found = solve_overlap_warm(pair, last, link, contact.iterations);
  const bool apart = found.value > tolerance::touch * pair.size;
  if (!were_apart && (apart || !share_a_point(pair, link))) {
    LinkOf<Vec> true_link = link;
    verdict = solve_apart(pair, true_link, contact);
    if (verdict == Verdict::answered) {
      link = true_link;
      return;
    }
  }
  settle_overlap(pair, verdict, found, link, contact);
}

// Sec. 3.5.1, from the line of centres.
template <class Pair, class Vec>
SCREE_HD inline void solve_cold(const Pair& pair, Real cutoff, LinkOf<Vec>& link,
                                CoreContactOf<Vec>& contact) {
  const Vec start = unit_vector_along(centre_direction(pair));
  const SupportVertexOf<Vec> at = support(pair, start);
  link.a = at_vertex(core_a(pair), at.vertex_a);
  link.b = at_vertex(core_b(pair), at.vertex_b);
  const SeparationOf<Vec> first{start, -dot(start, at.difference)};
  contact.separation = first;
  contact.witness_a = link.a.point;
  contact.beyond_cutoff = first.value > cutoff;
  if (contact.beyond_cutoff) return;
  LinkOf<Vec> true_link = link;
  const Verdict verdict = solve_apart(pair, true_link, contact);
  if (verdict == Verdict::answered) {
    link = true_link;
    return;
  }
  const SeparationOf<Vec> found = separated_normal(pair, start, first.value, link, contact.iterations);
  settle_overlap(pair, verdict, found, link, contact);
}

// From the cache or, where it holds no link, from the line of centres; keeps the link for the next query.
template <class Pair, class Vec>
SCREE_HD inline CoreContactOf<Vec> contact_by_link(const Pair& pair, const QueryRequest& request,
                                                   PairCacheOf<Vec>& cache) {
  CoreContactOf<Vec> core;
  LinkOf<Vec> link;
  if (read_cache(pair, cache, link)) {
    solve_warm(pair, normalized(cache.direction), link, core);
  } else {
    solve_cold(pair, request.cutoff > 0 ? request.cutoff : 0, link, core);
  }
  keep_direction(cache, Algorithm::shortest_link, core.separation.normal);
  cache.place_a = link.a;
  cache.place_b = link.b;
  return core;
}

}  // namespace scree::slm_detail
