// ds in the plane: direct search over all basic contact pairs of two polygons (Zheng 2017, Secs. 2.1, 3.1).
//
// As in space (kernels/ds.hpp): every vertex-vertex and vertex-edge pair, both ways, is tested for distance
// and valid entrance, with no exclusion and no memory of the last step. Of the pairs whose entrance proves a
// separation the one with the largest distance carries the contact; its contact planes give the list, the
// type and all contact points (polygon_list.hpp). The normal is that of an edge, or an average for a
// vertex-vertex pair.
//
// Distance: along that normal, which provably separates. So it is never larger than the true signed
// distance, and equal to it for vertex-edge pairs that are apart.
//
// Deviations: those of polygon_pairs.hpp. Where no pair lies within d_tol (the shapes are farther apart or
// overlap deeper), the published search has no answer: gjk_epa's solver gives it (`Contact2::fallback`).
// `Contact2::iterations` counts the pairs tested. Lengths in metres.
// Cannot answer: `unsupported_pair` unless both shapes are polygons.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/planar/polygon_list.hpp"

namespace scree {

namespace ds2_detail {

// Every vertex of `moving` against every edge of `fixed`, and every vertex: once, seen from A.
SCREE_HD inline void search_vertices(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                     Real reach, BasicPair2& carrier) {
  BasicPair2 p;
  for (std::int32_t v = 0; v < facing.moving->vertex_count; ++v) {
    const Vec2 point = moving_vertex(facing, v);
    for (std::int32_t w = 0; w < facing.fixed->vertex_count && !fixed_is_a; ++w) {
      if (meet_vertices(pair, facing, fixed_is_a, v, point, w, reach, p)) keep_carrier(carrier, p);
    }
    for (std::int32_t e = 0; e < facing.fixed->vertex_count; ++e) {
      if (meet_edge(pair, facing, fixed_is_a, v, point, e, reach, p)) keep_carrier(carrier, p);
    }
  }
}

}  // namespace ds2_detail

SCREE_HD inline Status direct_search(const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                                     Contact2& contact, ContactPatch2* patch = nullptr) {
  using namespace ds2_detail;
  if (!begin_polygons(pair, contact, patch)) return contact.status;
  const Real reach = contact_reach(pair, request);
  BasicPair2 carrier;
  search_vertices(pair, facing_b(pair), false, reach, carrier);
  search_vertices(pair, facing_a(pair), true, reach, carrier);
  const std::int64_t tested = std::int64_t{3} * pair.a.outline.vertex_count * pair.b.outline.vertex_count;
  if (carrier.entrance == Entrance::strict) {
    Region2 of_a;
    Region2 of_b;
    open_regions(pair, carrier, reach, of_a, of_b);
    set_listed_contact(pair, request, carrier, reach, of_a, of_b, tested, contact, patch);
  } else {
    answer_exactly(pair, request, centre_direction(pair), tested, contact, patch);
  }
  keep_direction(cache, Algorithm::direct_search, contact.normal);
  return contact.status;
}

}  // namespace scree
