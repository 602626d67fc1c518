// fds: fast direct search for the contacts of two polyhedra (Zheng 2017).
//
// Finds the contact list of ds by looking at vertex-face and crossing edge-edge pairs only. Initial
// detection (Sec. 2.2) searches the shapes until a pair of the list is found; its virtual contact planes
// then tell which vertices, edges and faces can belong to the list, and only those are looked at. Shapes
// farther apart than d_tol are excluded by the first pair that proves it (Sec. 2.1.4). Updated detection
// (Sec. 2.3) starts from the pair that carried the contact in the last step. It counts the vertices in the
// region of its contact planes, n_v for A and for B: unchanged, the pair is kept and only its numbers are
// new; changed, the features at these vertices are searched for a better one. If the pair is gone, the
// features around the last contact are searched, then everything.
//
// What it returns is what ds returns (contact_list.hpp), with the same guarantee: the distance belongs to a
// normal that provably separates, so it is never larger than the true signed distance.
//
// Deviations: those of entrance.hpp, contact_pairs.hpp and contact_list.hpp; the list itself is not kept
// from step to step, only the pair that carries it and n_v: the rest costs less to find than to keep.
// Excluded pairs: beyond a finite cutoff the proven gap is the answer (`beyond_cutoff`). Otherwise, and
// where the overlap is deeper than d_tol, which the published method misses, gjk_epa's solver answers
// (`Contact::fallback`). `Contact::iterations` counts the pairs tested. Lengths in metres.
// Cannot answer: `unsupported_pair` unless both shapes are polyhedra.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_list.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/fds_search.hpp"

namespace scree {

namespace fds_detail {

inline constexpr int most_regions = 4;  // how often a better carrier may move the contact planes

SCREE_HD inline void open_regions(const ShapePair& pair, const BasicPair& carrier, Real reach, Region& of_a,
                                  Region& of_b) {
  open_region_a(carrier, reach, of_a);
  open_region_b(pair, carrier, reach, of_b);
  walk_vertices(pair.a.core, first_vertex(pair.a.core, carrier.a), of_a);
  walk_vertices(pair.b.core, first_vertex(pair.b.core, carrier.b), of_b);
}

// Lists the pairs in the regions. A carrier found on the way that is better moves the contact planes.
SCREE_HD SCREE_DEVICE_CALL inline void list_regions(const ShapePair& pair, Real reach, Region& of_a,
                                                    Region& of_b, Search& search, ContactList& list) {
  for (int round = 0; round < most_regions; ++round) {
    list.count = 0;
    // A single vertex has one partner at most.
    if (of_a.vertex_count > 1 && of_b.vertex_count > 1) {
      const BasicPair before = search.carrier;
      find_edges_and_faces(pair.a.core, of_a);
      find_edges_and_faces(pair.b.core, of_b);
      const Facing on_b = facing_b(pair);
      list_vertices(pair, on_b, false, of_a, of_b, reach, search.carrier, list);
      list_vertices(pair, facing_a(pair), true, of_b, of_a, reach, search.carrier, list);
      list_edges(pair, on_b, of_a, of_b, reach, search.carrier, list);
      search.checked += list.count;
      if (search.carrier.distance > before.distance + tolerance::touch * pair.size) {
        open_regions(pair, search.carrier, reach, of_a, of_b);
        continue;
      }
      search.carrier = before;
    }
    break;
  }
  if (list.count == 0) list_pair(list, search.carrier);
}

// Initial detection (Fig. 6). The first pair of the list stops it. Its normal may be an average though the
// pair is part of a contact with a normal of its own: then the edges at it are looked at.
SCREE_HD inline void search_all(const ShapePair& pair, Real reach, Region& of_a, Region& of_b,
                                Search& search) {
  search_initially(pair, reach, search);
  if (!has_carrier(search)) return;
  open_regions(pair, search.carrier, reach, of_a, of_b);
  const Real before = search.carrier.distance;
  if (search.carrier.averaged) search_crossings(pair, reach, search);
  if (search.carrier.distance > before) open_regions(pair, search.carrier, reach, of_a, of_b);
}

// The cached feature, or dimension -1 if the shape has no such one.
SCREE_HD inline FeatureId cached_feature(const PolyhedronView& core, const PairCache::Place& place) {
  const std::int32_t count = feature_count(core, place.dimension);
  return place.index >= 0 && place.index < count ? FeatureId{place.dimension, place.index} : FeatureId{};
}

// The features around the last contact, between planes along its last normal.
SCREE_HD inline void search_around(const ShapePair& pair, Vec3 normal, FeatureId a, FeatureId b, Real reach,
                                   Region& of_a, Region& of_b, Search& search) {
  const std::int32_t top_a = climb(pair.a.core, first_vertex(pair.a.core, a), normal);
  of_a.normal = normal;
  of_a.least = dot(normal, pair.a.core.vertices[top_a]) - reach;
  of_b.normal = to_b_direction(pair, -normal);
  const std::int32_t top_b = climb(pair.b.core, first_vertex(pair.b.core, b), of_b.normal);
  of_b.least = dot(of_b.normal, pair.b.core.vertices[top_b]) - reach;
  walk_vertices(pair.a.core, top_a, of_a);
  walk_vertices(pair.b.core, top_b, of_b);
  search_near(pair, of_a, of_b, reach, search);
}

// Updated detection (Fig. 9). False: everything must be searched.
SCREE_HD SCREE_DEVICE_CALL inline bool search_again(const ShapePair& pair, const PairCache& cache, Real reach,
                                                    Region& of_a, Region& of_b, Search& search) {
  const FeatureId a = cached_feature(pair.a.core, cache.place_a);
  const FeatureId b = cached_feature(pair.b.core, cache.place_b);
  const Vec3 normal = normalized(cache.direction);
  if (a.dimension >= 0 && b.dimension >= 0) {
    recheck(pair, a, b, reach, search);
    if (is_done(search)) {
      open_regions(pair, search.carrier, reach, of_a, of_b);
      const Real before = search.carrier.distance;
      if (of_a.vertex_count != cache.near_a || of_b.vertex_count != cache.near_b) {
        search_near(pair, of_a, of_b, reach, search);
      } else if (search.carrier.averaged) {
        search_crossings(pair, reach, search);
      }
      if (search.carrier.distance > before) open_regions(pair, search.carrier, reach, of_a, of_b);
      return is_done(search);
    }
    search_around(pair, normal, a, b, reach, of_a, of_b, search);
    if (is_done(search)) {
      open_regions(pair, search.carrier, reach, of_a, of_b);
      return true;
    }
  }
  const Real gap = separation(pair, normal);
  if (!(gap > reach)) return false;
  search.carrier = BasicPair{};
  exclude(pair, normal, gap, search);
  return true;
}

// No contact within d_tol: the proven gap if that is all that is asked for, else the exact answer.
SCREE_HD inline void answer_without_list(const ShapePair& pair, const QueryRequest& request,
                                         const Search& search, Contact& contact, ContactPatch* patch) {
  if (answer_excluded(pair, request, search, contact)) return;
  const Vec3 start = search.excluded ? search.normal : centre_direction(pair);
  answer_exactly(pair, request, start, search.checked, contact, patch);
}

}  // namespace fds_detail

SCREE_HD inline Status fast_direct_search(const ShapePair& pair, const QueryRequest& request,
                                          PairCache& cache, Contact& contact, ContactPatch* patch = nullptr) {
  using namespace fds_detail;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Real reach = contact_reach(pair, request);
  Search search;
  Region of_a;
  Region of_b;
  const bool warm = has_direction(cache, Algorithm::fast_direct_search);
  if (!warm || !search_again(pair, cache, reach, of_a, of_b, search)) {
    search_all(pair, reach, of_a, of_b, search);
  }
  if (has_carrier(search)) {
    ContactList list;
    list_regions(pair, reach, of_a, of_b, search, list);
    set_listed_contact(pair, request, search.carrier, list, search.checked, contact, patch);
    keep_places(search.carrier, of_a.vertex_count, of_b.vertex_count, cache);
  } else {
    answer_without_list(pair, request, search, contact, patch);
    forget_places(cache);
  }
  keep_direction(cache, Algorithm::fast_direct_search, contact.normal);
  return contact.status;
}

}  // namespace scree
