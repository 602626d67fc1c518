// fds in the plane: fast direct search for the contacts of two polygons (Zheng 2017, Secs. 2.2 and 2.3).
//
// Finds the contact list of ds by looking at vertex-edge pairs only. Initial detection (Fig. 5) checks
// v(i)-e(j), then e(i)-v(j): a vertex farther than d_tol from one edge's line is done with, and if it also
// enters that edge validly the whole pair is excluded (Sec. 2.1.4); a vertex within d_tol of two lines is
// checked against their common vertex. The first pair that proves its answer ends the search. Updated
// detection (Sec. 2.3) starts from the pair that carried the contact in the last step and counts the vertices
// n_v in the region of its contact planes: unchanged, the pair is kept and only its numbers are new; changed,
// the features at these vertices are searched for a better one. If the pair is gone, the features around the
// last contact are searched, then everything.
//
// What it returns is what ds returns (ds.hpp), with the same guarantee: the distance belongs to a normal that
// provably separates, so it is never larger than the true signed distance.
//
// Deviations: those of polygon_pairs.hpp; initial detection of polygons with many corners looks first at
// the features that face each other along the line of centres; of the list only the carrying pair and n_v are
// kept. Excluded pairs: beyond a finite cutoff the proven gap is the answer (`beyond_cutoff`). Otherwise, and
// where the overlap is deeper than d_tol, which the published method misses, gjk_epa's solver answers
// (`Contact2::fallback`). `Contact2::iterations` counts the pairs tested. Lengths in metres.
// Cannot answer: `unsupported_pair` unless both shapes are polygons.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/fds_state.hpp"
#include "detect/planar/fds_search.hpp"
#include "detect/planar/polygon_list.hpp"

namespace scree {

namespace fds2_detail {

inline constexpr std::int64_t few_pairs = 30;  // looking at each costs less than a guess

// With several vertices in the region an average normal has rivals.
SCREE_HD inline bool is_contested(const BasicPair2& carrier, const Region2& of_a, const Region2& of_b) {
  return carrier.averaged && of_a.count + of_b.count > 2;
}

// Searches the carrier's regions for a better one where they are new or contested.
SCREE_HD inline void settle(const PlanarPair& pair, bool changed, Real reach, Region2& of_a, Region2& of_b,
                            Search2& search) {
  if (!changed && !is_contested(search.carrier, of_a, of_b)) return;
  const Real before = search.carrier.distance;
  search_near(pair, of_a, of_b, reach, search);
  if (search.carrier.distance > before) open_regions(pair, search.carrier, reach, of_a, of_b);
}

// The features that face each other along the line of centres: a good guess, and often enough to exclude.
SCREE_HD inline void search_likely(const PlanarPair& pair, Real reach, Region2& of_a, Region2& of_b,
                                   Search2& search) {
  const Vec2 normal = unit_vector_along(centre_direction(pair));
  std::int32_t top_a = 0, top_b = 0;
  const Vec2 on_a = support(pair.a.outline, normal, top_a);
  const Vec2 on_b = from_b_point(pair, support(pair.b.outline, to_b_direction(pair, -normal), top_b));
  const Real gap = dot(normal, on_b - on_a);
  search.checked += pair.a.outline.vertex_count + pair.b.outline.vertex_count;
  if (gap > reach) {
    exclude(pair, normal, gap, search);
  } else {
    search_around(pair, normal, top_a, top_b, reach, of_a, of_b, search);
  }
}

// Initial detection.
SCREE_HD inline void search_all(const PlanarPair& pair, Real reach, Region2& of_a, Region2& of_b,
                                Search2& search) {
  const std::int64_t pairs = std::int64_t{pair.a.outline.vertex_count} * pair.b.outline.vertex_count;
  if (pairs > few_pairs) search_likely(pair, reach, of_a, of_b, search);
  if (!is_done(search)) search_vertices(pair, facing_b(pair), false, reach, search);
  if (!is_done(search)) search_vertices(pair, facing_a(pair), true, reach, search);
  if (!has_carrier(search)) return;
  open_regions(pair, search.carrier, reach, of_a, of_b);
  settle(pair, false, reach, of_a, of_b, search);
}

// The cached feature, or dimension -1 if the shape has no such one.
SCREE_HD inline FeatureId cached_feature(const PolygonView& polygon, const PairCache2::Place& place) {
  const bool known = (place.dimension == 0 || place.dimension == 1) && place.index >= 0 &&
                     place.index < polygon.vertex_count;
  return known ? FeatureId{place.dimension, place.index} : FeatureId{};
}

// Updated detection (Fig. 9). False: everything must be searched.
SCREE_HD SCREE_DEVICE_CALL inline bool search_again(const PlanarPair& pair, const PairCache2& cache,
                                                    Real reach, Region2& of_a, Region2& of_b,
                                                    Search2& search) {
  const FeatureId a = cached_feature(pair.a.outline, cache.place_a);
  const FeatureId b = cached_feature(pair.b.outline, cache.place_b);
  const Vec2 normal = normalized(cache.direction);
  if (a.dimension >= 0 && b.dimension >= 0) {
    recheck(pair, a, b, reach, search);
    bool changed = true;
    if (is_done(search)) {
      open_regions(pair, search.carrier, reach, of_a, of_b);
      changed = of_a.count != cache.near_a || of_b.count != cache.near_b;
    } else {
      const std::int32_t top_a = climb(pair.a.outline, a.index, normal);
      const std::int32_t top_b = climb(pair.b.outline, b.index, to_b_direction(pair, -normal));
      search_around(pair, normal, top_a, top_b, reach, of_a, of_b, search);
      if (is_done(search)) open_regions(pair, search.carrier, reach, of_a, of_b);
    }
    if (is_done(search)) {
      settle(pair, changed, reach, of_a, of_b, search);
      if (is_done(search)) return true;
    }
  }
  const Real gap = separation(pair, normal);
  if (!(gap > reach)) return false;
  search.carrier = BasicPair2{};
  exclude(pair, normal, gap, search);
  return true;
}

// No contact within d_tol: the proven gap if that is all that is asked for, else the exact answer.
SCREE_HD inline void answer_without_list(const PlanarPair& pair, const QueryRequest& request,
                                         const Search2& search, Contact2& contact, ContactPatch2* patch) {
  if (fds_detail::answer_excluded(pair, request, search, contact)) return;
  const Vec2 start = search.excluded ? search.normal : centre_direction(pair);
  answer_exactly(pair, request, start, search.checked, contact, patch);
}

}  // namespace fds2_detail

SCREE_HD inline Status fast_direct_search(const PlanarPair& pair, const QueryRequest& request,
                                          PairCache2& cache, Contact2& contact,
                                          ContactPatch2* patch = nullptr) {
  using namespace fds2_detail;
  if (!begin_polygons(pair, contact, patch)) return contact.status;
  const Real reach = contact_reach(pair, request);
  Search2 search;
  Region2 of_a;
  Region2 of_b;
  const bool warm = has_direction(cache, Algorithm::fast_direct_search);
  if (!warm || !search_again(pair, cache, reach, of_a, of_b, search)) {
    search_all(pair, reach, of_a, of_b, search);
  }
  if (has_carrier(search)) {
    set_listed_contact(pair, request, search.carrier, reach, of_a, of_b, search.checked, contact, patch);
    fds_detail::keep_places(search.carrier, of_a.count, of_b.count, cache);
  } else {
    answer_without_list(pair, request, search, contact, patch);
    fds_detail::forget_places(cache);
  }
  keep_direction(cache, Algorithm::fast_direct_search, contact.normal);
  return contact.status;
}

}  // namespace scree
