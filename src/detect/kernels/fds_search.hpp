// The searches of fds for the pair that carries the contact (Zheng 2017, Secs. 2.2 and 2.3).
//
// Initial detection looks at v(i)-f(j), then f(i)-v(j), then e(i)-e(j), over the whole shapes, and stops at
// the first pair that proves its answer, or at the first that excludes the contact: a strictly valid
// entrance with more than d_tol between the two contact planes (Sec. 2.1.4). Updated detection looks again
// at the pair that carried the contact in the last step, then at the features around the last contact.
// Overlapping pairs near the ends of their features may be contested by a shallower neighbour; the search
// then goes on to the end. Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_list.hpp"
#include "detect/kernels/fds_state.hpp"
#include "detect/kernels/features.hpp"

namespace scree::fds_detail {

struct Search : SearchOf<Vec3> {
  BasicPair candidate;  // where pairs of edges are worked out
};

SCREE_HD inline void keep_meeting(const ShapePair& pair, const Meeting& m, bool fixed_is_a, Search& search) {
  if (m.on.dimension >= 0) keep_carrier(search.carrier, pair_from(pair, m, fixed_is_a));
}

// What a vertex meets in the faces whose planes lie within reach, `near` of them (n_j of Sec. 2.2.1).
SCREE_HD SCREE_DEVICE_CALL inline void meet_near_faces(const Facing& facing, int near, Real reach,
                                                       Meeting& m) {
  const PolyhedronView& fixed = *facing.fixed;
  const auto is_near = [&](std::int32_t f) {
    return std::fabs(dot(fixed.face_planes[f].normal, m.point) - fixed.face_planes[f].offset) <= reach;
  };
  const auto entrance = [&](std::int32_t e, Vec3& normal, bool& averaged) {
    return vertex_edge_entrance(facing, m.vertex, e, normal, averaged);
  };
  for (std::int32_t f = 0; f < fixed.face_count && near >= 3; ++f) {
    if (!is_near(f)) continue;
    for (std::int32_t k = fixed.face_begin[f]; k < fixed.face_begin[f + 1]; ++k)
      meet_vertex(facing, fixed.face_vertices[k], reach, m);
  }
  enter_vertex(facing, m);
  for (std::int32_t f = 0; f < fixed.face_count && m.on.dimension != 0; ++f) {
    if (!is_near(f)) continue;
    for (std::int32_t k = fixed.face_begin[f]; k < fixed.face_begin[f + 1]; ++k)
      meet_edge(facing, fixed.half_edges[k].edge, reach, entrance, m);
    meet_face(facing, f, reach, m);
  }
}

// Every vertex of `moving` against every face of `fixed` (Sec. 2.2.1, Fig. 7).
SCREE_HD SCREE_DEVICE_CALL inline void search_vertices(const ShapePair& pair, const Facing& facing,
                                                       bool fixed_is_a, Real reach, Search& search) {
  const PolyhedronView& fixed = *facing.fixed;
  for (std::int32_t v = 0; v < facing.moving->vertex_count; ++v) {
    const Vec3 point = moving_vertex(facing, v);
    const Vec3 from_centre = point - facing.centre;
    int near = 0;
    std::int32_t face = 0;
    bool outside = false;
    search.checked += fixed.face_count;
    for (std::int32_t f = 0; f < fixed.face_count; ++f) {
      const Vec3 n = fixed.face_planes[f].normal;
      const Real height = dot(n, point) - fixed.face_planes[f].offset;
      if (height > reach) {
        outside = true;
        if (dot(n, from_centre) > 0) continue;
        if (vertex_above(*facing.moving, v, to_moving(facing, n)) != Entrance::strict) continue;
        exclude(pair, fixed_is_a ? n : -(pair.a_from_b * n), height, search);
        return;
      }
      if (!(height >= -reach)) continue;
      ++near;
      face = f;
    }
    if (outside || near == 0) continue;
    Meeting m;
    m.vertex = v;
    m.point = point;
    if (near == 1) {
      meet_face(facing, face, reach, m);
    } else {
      meet_near_faces(facing, near, reach, m);
    }
    keep_meeting(pair, m, fixed_is_a, search);
    if (is_done(search)) return;
  }
}

// One edge of A and one of B (Sec. 2.2.2). True: the search is done.
SCREE_HD inline bool check_edges(const ShapePair& pair, const Facing& facing, const PlacedEdge& edge,
                                 std::int32_t e, Real reach, Search& search) {
  const BasicPair& p = search.candidate;
  const EdgeOutcome outcome = meet_edges(pair, facing, edge, e, reach, true, search.candidate);
  if (outcome == EdgeOutcome::excluded) exclude(pair, p.normal, p.distance, search);
  if (outcome == EdgeOutcome::meet) keep_carrier(search.carrier, p);
  return outcome != EdgeOutcome::none && is_done(search);
}

// The edges at the two vertices that are farthest along the line of centres: a good guess.
SCREE_HD inline void search_likely_edges(const ShapePair& pair, const Facing& facing, Real reach,
                                         Search& search) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const SupportVertex at = support(pair, centre_direction(pair));
  for (std::int32_t k = a.vertex_begin[at.vertex_a]; k < a.vertex_begin[at.vertex_a + 1]; ++k) {
    const PlacedEdge edge = place_edge(facing, a.vertex_edges[k]);
    for (std::int32_t l = b.vertex_begin[at.vertex_b]; l < b.vertex_begin[at.vertex_b + 1]; ++l) {
      ++search.checked;
      if (check_edges(pair, facing, edge, b.vertex_edges[l], reach, search)) return;
    }
  }
}

// Every edge of A against every edge of B (Sec. 2.2.2, Fig. 8).
SCREE_HD SCREE_DEVICE_CALL inline void search_edges(const ShapePair& pair, const Facing& facing, Real reach,
                                                    Search& search) {
  for (std::int32_t i = 0; i < facing.moving->edge_count; ++i) {
    const PlacedEdge edge = place_edge(facing, i);
    search.checked += facing.fixed->edge_count;
    for (std::int32_t k = 0; k < facing.fixed->edge_count; ++k) {
      if (check_edges(pair, facing, edge, k, reach, search)) return;
    }
  }
}

SCREE_HD inline void search_initially(const ShapePair& pair, Real reach, Search& search) {
  const Facing on_b = facing_b(pair);
  search_vertices(pair, on_b, false, reach, search);
  if (!is_done(search)) search_vertices(pair, facing_a(pair), true, reach, search);
  if (!is_done(search)) search_likely_edges(pair, on_b, reach, search);
  if (!is_done(search)) search_edges(pair, on_b, reach, search);
}

// The vertices of the region, from one of them along the edges: those above a plane are connected.
SCREE_HD SCREE_DEVICE_CALL inline void walk_vertices(const PolyhedronView& core, std::int32_t start,
                                                     Region& region) {
  constexpr std::int32_t few = 16;  // looking at each costs less than walking
  if (core.vertex_count <= few) {
    scan_vertices(core, region);
    return;
  }
  region.vertex[0] = start;
  region.vertex_count = 1;
  for (int i = 0; i < region.vertex_count; ++i) {
    const std::int32_t v = region.vertex[i];
    for (std::int32_t k = core.vertex_begin[v]; k < core.vertex_begin[v + 1]; ++k) {
      const std::int32_t u = core.vertex_neighbours[k];
      if (region.vertex_count == region_capacity || !in_region(core, region, u)) continue;
      bool known = false;
      for (int j = 0; j < region.vertex_count && !known; ++j) known = region.vertex[j] == u;
      if (!known) region.vertex[region.vertex_count++] = u;
    }
  }
}

SCREE_HD inline std::int32_t first_vertex(const PolyhedronView& core, FeatureId feature) {
  if (feature.dimension == 0) return feature.index;
  return feature.dimension == 1 ? core.edges[feature.index].vertex[0]
                                : core.face_vertices[core.face_begin[feature.index]];
}

// The last step's pair, or what its vertex meets now in the same face or edge.
SCREE_HD SCREE_DEVICE_CALL inline void recheck(const ShapePair& pair, FeatureId a, FeatureId b, Real reach,
                                               Search& search) {
  ++search.checked;
  if (a.dimension == 1 && b.dimension == 1) {
    const Facing facing = facing_b(pair);
    BasicPair p;
    if (meet_edges(pair, facing, place_edge(facing, a.index), b.index, reach, false, p) == EdgeOutcome::meet)
      keep_carrier(search.carrier, p);
    return;
  }
  if (a.dimension != 0 && b.dimension != 0) return;
  const bool fixed_is_a = a.dimension != 0;
  const Facing facing = fixed_is_a ? facing_a(pair) : facing_b(pair);
  const PolyhedronView& fixed = *facing.fixed;
  const FeatureId on = fixed_is_a ? a : b;
  Meeting m;
  m.vertex = fixed_is_a ? b.index : a.index;
  m.point = moving_vertex(facing, m.vertex);
  const auto entrance = [&](std::int32_t e, Vec3& normal, bool& averaged) {
    return vertex_edge_entrance(facing, m.vertex, e, normal, averaged);
  };
  if (on.dimension == 0) {
    meet_vertex(facing, on.index, reach, m);
  } else if (on.dimension == 1) {
    for (const std::int32_t w : fixed.edges[on.index].vertex) meet_vertex(facing, w, reach, m);
    meet_edge(facing, on.index, reach, entrance, m);
  } else {
    meet_face(facing, on.index, reach, m);
    const std::int32_t begin = fixed.face_begin[on.index];
    const std::int32_t end = m.clearance > reach ? begin : fixed.face_begin[on.index + 1];
    for (std::int32_t k = begin; k < end; ++k) meet_vertex(facing, fixed.face_vertices[k], reach, m);
    for (std::int32_t k = begin; k < end; ++k)
      meet_edge(facing, fixed.half_edges[k].edge, reach, entrance, m);
  }
  enter_vertex(facing, m);
  keep_meeting(pair, m, fixed_is_a, search);
}

// The region's vertices of `moving` against all features at the region's vertices of `fixed`.
SCREE_HD SCREE_DEVICE_CALL inline void search_vertices_near(const ShapePair& pair, const Facing& facing,
                                                            bool fixed_is_a, const Region& of_moving,
                                                            const Region& of_fixed, Real reach,
                                                            Search& search) {
  const PolyhedronView& fixed = *facing.fixed;
  for (int i = 0; i < of_moving.vertex_count; ++i) {
    Meeting m;
    m.vertex = of_moving.vertex[i];
    m.point = moving_vertex(facing, m.vertex);
    // What the carrier has is not worked out again.
    const auto is_carrier = [&](FeatureId on) {
      const FeatureId vertex = fixed_is_a ? search.carrier.b : search.carrier.a;
      const FeatureId other = fixed_is_a ? search.carrier.a : search.carrier.b;
      return vertex.dimension == 0 && vertex.index == m.vertex && other.dimension == on.dimension &&
             other.index == on.index;
    };
    const auto entrance = [&](std::int32_t e, Vec3& normal, bool& averaged) {
      return is_carrier({1, e}) ? Entrance::tolerated
                                : vertex_edge_entrance(facing, m.vertex, e, normal, averaged);
    };
    for (int j = 0; j < of_fixed.vertex_count; ++j) meet_vertex(facing, of_fixed.vertex[j], reach, m);
    if (m.on.dimension == 0 && (fixed_is_a || is_carrier(m.on))) continue;  // seen from A, or seen
    enter_vertex(facing, m);
    for (int j = 0; j < of_fixed.vertex_count && m.on.dimension != 0; ++j) {
      const std::int32_t w = of_fixed.vertex[j];
      search.checked += fixed.vertex_begin[w + 1] - fixed.vertex_begin[w];
      for (std::int32_t k = fixed.vertex_begin[w]; k < fixed.vertex_begin[w + 1]; ++k) {
        meet_edge(facing, fixed.vertex_edges[k], reach, entrance, m);
        meet_face(facing, fixed.vertex_faces[k], reach, m);
      }
    }
    keep_meeting(pair, m, fixed_is_a, search);
  }
}

// The features at the region's vertices (Sec. 2.3: the new list of elements to check).
SCREE_HD SCREE_DEVICE_CALL inline void search_near(const ShapePair& pair, const Region& of_a,
                                                   const Region& of_b, Real reach, Search& search) {
  const Facing facing = facing_b(pair);
  search_vertices_near(pair, facing, false, of_a, of_b, reach, search);
  search_vertices_near(pair, facing_a(pair), true, of_b, of_a, reach, search);
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  BasicPair p;
  for (int i = 0; i < of_a.vertex_count; ++i) {
    const std::int32_t v = of_a.vertex[i];
    for (std::int32_t k = a.vertex_begin[v]; k < a.vertex_begin[v + 1]; ++k) {
      const PlacedEdge edge = place_edge(facing, a.vertex_edges[k]);
      for (int j = 0; j < of_b.vertex_count; ++j) {
        const std::int32_t w = of_b.vertex[j];
        search.checked += b.vertex_begin[w + 1] - b.vertex_begin[w];
        for (std::int32_t l = b.vertex_begin[w]; l < b.vertex_begin[w + 1]; ++l) {
          if (meet_edges(pair, facing, edge, b.vertex_edges[l], reach, false, p) == EdgeOutcome::meet)
            keep_carrier(search.carrier, p);
        }
      }
    }
  }
}

// The edges at a feature: of a vertex those around it, of an edge itself.
struct EdgesAt {
  const std::int32_t* edge;
  std::int32_t count;
};
SCREE_HD inline EdgesAt edges_at(const PolyhedronView& core, const FeatureId& feature) {
  if (feature.dimension == 1) return {&feature.index, 1};
  const std::int32_t begin = core.vertex_begin[feature.index];
  return {core.vertex_edges + begin, core.vertex_begin[feature.index + 1] - begin};
}

// A carrier with an average normal is a vertex on a vertex or an edge: the edges there may cross farther out,
// with a normal of their own.
SCREE_HD SCREE_DEVICE_CALL inline void search_crossings(const ShapePair& pair, Real reach, Search& search) {
  const BasicPair from = search.carrier;
  const Facing facing = facing_b(pair);
  const EdgesAt of_a = edges_at(pair.a.core, from.a);
  const EdgesAt of_b = edges_at(pair.b.core, from.b);
  for (std::int32_t k = 0; k < of_a.count; ++k) {
    const PlacedEdge edge = place_edge(facing, of_a.edge[k]);
    for (std::int32_t l = 0; l < of_b.count; ++l) {
      ++search.checked;
      if (meet_edges(pair, facing, edge, of_b.edge[l], reach, false, search.candidate) == EdgeOutcome::meet)
        keep_carrier(search.carrier, search.candidate);
    }
  }
}

}  // namespace scree::fds_detail
