// ds: direct search over all basic contact pairs of two polyhedra (Zheng 2017, Secs. 2.1 and 3.1).
//
// The yardstick of the paper: every vertex-vertex, vertex-edge, vertex-face and crossing edge-edge pair is
// tested for distance and valid entrance, with no exclusion, no flags and no memory of the last step. The
// pairs found make the contact list (contact_list.hpp): contact type, all contact points, and the normal of
// the pair that carries the contact, an average of entrance normals for a vertex-vertex or vertex-edge pair.
//
// Distance: along that normal, which provably separates. So it is never larger than the true signed
// distance, and equal to it for vertex-face and crossing-edge pairs that are apart.
//
// Deviations: those of entrance.hpp and contact_pairs.hpp. Where no pair lies within d_tol (the shapes are
// farther apart or overlap deeper), the published search has no answer: gjk_epa's solver gives it
// (`Contact::fallback`). `Contact::iterations` counts the pairs tested. Lengths in metres.
// Cannot answer: `unsupported_pair` unless both shapes are polyhedra.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_list.hpp"
#include "detect/kernels/core_contact.hpp"

namespace scree {

namespace ds_detail {

// Every vertex of `moving` against every vertex (once: seen from A), edge and face of `fixed`.
SCREE_HD SCREE_DEVICE_CALL inline void search_vertices(const ShapePair& pair, const Facing& facing,
                                                       bool fixed_is_a, Real reach, BasicPair& carrier,
                                                       ContactList& list) {
  const PolyhedronView& fixed = *facing.fixed;
  for (std::int32_t v = 0; v < facing.moving->vertex_count; ++v) {
    Meeting m;
    m.vertex = v;
    m.point = moving_vertex(facing, v);
    for (std::int32_t w = 0; w < fixed.vertex_count; ++w) meet_vertex(facing, w, reach, m);
    if (fixed_is_a && m.on.dimension == 0) continue;
    enter_vertex(facing, m);
    const auto entrance = [&](std::int32_t e, Vec3& normal, bool& averaged) {
      return vertex_edge_entrance(facing, v, e, normal, averaged);
    };
    // Of several edges or faces the contact planes choose, later; the nearest may carry the contact.
    BasicPair nearest;
    Real least = 0;
    const auto keep_meeting = [&] {
      if (m.on.dimension < 0) return;
      const BasicPair p = pair_from(pair, m, fixed_is_a);
      list_pair(list, p);
      if (nearest.a.dimension < 0 || m.gap < least) {
        nearest = p;
        least = m.gap;
      }
      m.on = {};
    };
    keep_meeting();
    const bool at_vertex = nearest.a.dimension >= 0;
    for (std::int32_t e = 0; e < fixed.edge_count && !at_vertex; ++e) {
      meet_edge(facing, e, reach, entrance, m);
      keep_meeting();
    }
    const bool at_edge = nearest.a.dimension >= 0;
    for (std::int32_t f = 0; f < fixed.face_count && !at_edge; ++f) {
      meet_face(facing, f, reach, m);
      keep_meeting();
    }
    keep_carrier(carrier, nearest);
  }
}

SCREE_HD SCREE_DEVICE_CALL inline void search_edges(const ShapePair& pair, const Facing& facing, Real reach,
                                                    BasicPair& carrier, ContactList& list) {
  BasicPair p;
  for (std::int32_t i = 0; i < facing.moving->edge_count; ++i) {
    const PlacedEdge edge = place_edge(facing, i);
    for (std::int32_t k = 0; k < facing.fixed->edge_count; ++k) {
      if (meet_edges(pair, facing, edge, k, reach, false, p) != EdgeOutcome::meet) continue;
      list_pair(list, p);
      keep_carrier(carrier, p);
    }
  }
}

// Whether both are pairs of the same vertex with an edge or face of the other shape.
SCREE_HD inline bool same_vertex(const ListedPair& p, const ListedPair& q) {
  const bool of_a = p.dimension_a == 0 && q.dimension_a == 0 && p.index_a == q.index_a;
  const bool of_b = p.dimension_b == 0 && q.dimension_b == 0 && p.index_b == q.index_b;
  return of_a ? p.dimension_b > 0 && q.dimension_b > 0 : of_b && p.dimension_a > 0 && q.dimension_a > 0;
}
SCREE_HD inline Real gap_squared(const ListedPair& p) {
  const Vec3 gap{p.on_b[0] - p.on_a[0], p.on_b[1] - p.on_a[1], p.on_b[2] - p.on_a[2]};
  return norm_squared(gap);
}

// Keeps the pairs whose features lie in the carrying pair's contact planes and, for pairs without a normal
// of their own, enter along its normal; of a vertex only the nearest. Its pairs follow each other.
SCREE_HD inline void keep_region(const ShapePair& pair, const BasicPair& carrier, Real reach,
                                 ContactList& list) {
  Region of_a;
  Region of_b;
  open_region_a(carrier, reach, of_a);
  open_region_b(pair, carrier, reach, of_b);
  int kept = 0;
  for (int k = 0; k < list.count; ++k) {
    const ListedPair& p = list.pair[k];
    const FeatureId on_a{p.dimension_a, p.index_a};
    const FeatureId on_b{p.dimension_b, p.index_b};
    if (!in_region(pair.a.core, of_a, on_a) || !in_region(pair.b.core, of_b, on_b)) continue;
    const bool along_normal = on_a.dimension + on_b.dimension < 2;
    if (along_normal &&
        !(part_valid(pair.a.core, on_a, -of_a.normal) && part_valid(pair.b.core, on_b, -of_b.normal))) {
      continue;
    }
    if (kept > 0 && same_vertex(list.pair[kept - 1], p)) {
      if (gap_squared(p) < gap_squared(list.pair[kept - 1])) list.pair[kept - 1] = p;
    } else {
      list.pair[kept++] = p;
    }
  }
  list.count = kept;
  if (kept == 0) list_pair(list, carrier);
}

SCREE_HD inline std::int64_t pairs_tested(const PolyhedronView& a, const PolyhedronView& b) {
  const std::int64_t features_a = a.edge_count + a.face_count;
  const std::int64_t features_b = b.edge_count + b.face_count;
  return a.vertex_count * (b.vertex_count + features_b) + b.vertex_count * features_a +
         static_cast<std::int64_t>(a.edge_count) * b.edge_count;
}

}  // namespace ds_detail

SCREE_HD inline Status direct_search(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                     Contact& contact, ContactPatch* patch = nullptr) {
  using namespace ds_detail;
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const Real reach = contact_reach(pair, request);
  BasicPair carrier;
  ContactList list;
  const Facing on_b = facing_b(pair);
  search_vertices(pair, on_b, false, reach, carrier, list);
  search_vertices(pair, facing_a(pair), true, reach, carrier, list);
  search_edges(pair, on_b, reach, carrier, list);
  const std::int64_t tested = pairs_tested(pair.a.core, pair.b.core);
  if (carrier.entrance == Entrance::strict) {
    keep_region(pair, carrier, reach, list);
    set_listed_contact(pair, request, carrier, list, tested, contact, patch);
  } else {
    answer_exactly(pair, request, centre_direction(pair), tested, contact, patch);
  }
  keep_direction(cache, Algorithm::direct_search, contact.normal);
  return contact.status;
}

}  // namespace scree
