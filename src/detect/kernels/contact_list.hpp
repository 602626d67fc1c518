// The contact list of two polyhedra and what follows from it (Zheng 2017, Secs. 2.1.3, 2.1.4, 2.2): the
// region of the virtual contact planes, contact type, contact points. Shared by ds and fds.
//
// One pair of the list carries the contact: of those whose entrance proves a separation, the one with the
// largest distance. Its normal is the contact's. Its two contact planes, each thickened by d_tol, are the
// VCP region: the list holds the pairs whose features lie in it whole. Membership of a vertex is one dot
// product, so no flags are kept. The type is that of the smallest features of A and B that hold all pairs
// of the list: for two edges, an edge and a face, or two faces this is the paper's count of pairs n_j
// (2: parallel edges or edge-face; 3 or more: face-face); where no feature holds them all, the count
// decides.
//
// Capacity: of more than 128 vertices in the region, 128 are looked at, and 128 pairs are listed. Distance,
// normal and state do not depend on that. Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_pairs.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/gjk_epa.hpp"

namespace scree {

// A pair in the list; not cleared: lists hold many and use few.
struct ListedPair {
  Real on_a[3], on_b[3];  // m, in A's frame
  std::int32_t dimension_a, index_a, dimension_b, index_b;
};

struct ContactList {
  ListedPair pair[patch_capacity];
  int count = 0;
};

SCREE_HD inline void list_pair(ContactList& list, const BasicPair& p) {
  if (list.count == patch_capacity) return;
  list.pair[list.count++] = {{p.on_a.x, p.on_a.y, p.on_a.z},
                             {p.on_b.x, p.on_b.y, p.on_b.z},
                             p.a.dimension,
                             p.a.index,
                             p.b.dimension,
                             p.b.index};
}

inline constexpr int region_capacity = patch_capacity;

// The part of one shape in the VCP region: its vertices down to d_tol below its contact plane, and the
// edges and faces between them.
struct Region {
  Vec3 normal;     // unit, out of the shape, in its own frame
  Real least = 0;  // m, level of the region's inner side along the normal
  int vertex_count = 0, edge_count = 0, face_count = 0;
  std::int32_t vertex[region_capacity];
  std::int32_t edge[2 * region_capacity];
  std::int32_t face[region_capacity];
};

SCREE_HD inline bool in_region(const PolyhedronView& core, const Region& region, std::int32_t v) {
  return dot(region.normal, core.vertices[v]) >= region.least;
}

SCREE_HD inline bool in_region(const PolyhedronView& core, const Region& region, FeatureId feature) {
  if (feature.dimension == 0) return in_region(core, region, feature.index);
  if (feature.dimension == 1) {
    const std::int32_t* v = core.edges[feature.index].vertex;
    return in_region(core, region, v[0]) && in_region(core, region, v[1]);
  }
  for (std::int32_t k = core.face_begin[feature.index]; k < core.face_begin[feature.index + 1]; ++k) {
    if (!in_region(core, region, core.face_vertices[k])) return false;
  }
  return true;
}

SCREE_HD inline void open_region_a(const BasicPair& carrier, Real reach, Region& region) {
  region.normal = carrier.normal;
  region.least = dot(carrier.normal, carrier.on_a) - reach;
}
SCREE_HD inline void open_region_b(const ShapePair& pair, const BasicPair& carrier, Real reach,
                                   Region& region) {
  region.normal = to_b_direction(pair, -carrier.normal);
  region.least = -dot(carrier.normal, carrier.on_b - pair.translation) - reach;
}

SCREE_HD inline void scan_vertices(const PolyhedronView& core, Region& region) {
  region.vertex_count = 0;
  for (std::int32_t v = 0; v < core.vertex_count && region.vertex_count < region_capacity; ++v) {
    if (in_region(core, region, v)) region.vertex[region.vertex_count++] = v;
  }
}

// The edges and faces whose vertices all lie in the region.
SCREE_HD SCREE_DEVICE_CALL inline void find_edges_and_faces(const PolyhedronView& core, Region& region) {
  region.edge_count = 0;
  region.face_count = 0;
  if (region.vertex_count < 2) return;
  for (int i = 0; i < region.vertex_count; ++i) {
    const std::int32_t v = region.vertex[i];
    for (std::int32_t k = core.vertex_begin[v]; k < core.vertex_begin[v + 1]; ++k) {
      const std::int32_t u = core.vertex_neighbours[k];
      if (!in_region(core, region, u)) continue;
      if (u > v && region.edge_count < 2 * region_capacity)
        region.edge[region.edge_count++] = core.vertex_edges[k];
      // A face is found at its first vertex.
      const std::int32_t f = core.vertex_faces[k];
      if (core.face_vertices[core.face_begin[f]] != v || region.face_count == region_capacity) continue;
      if (in_region(core, region, FeatureId{2, f})) region.face[region.face_count++] = f;
    }
  }
}

// Whether the vertex or edge lies above the plane through it with normal `n` (the core's frame).
SCREE_HD inline bool part_valid(const PolyhedronView& core, FeatureId on, Vec3 n) {
  return on.dimension == 0 ? vertex_above(core, on.index, n) != Entrance::invalid
                           : edge_above(core, on.index, n) != Entrance::invalid;
}

// Whether the region holds a face and nothing beside it.
SCREE_HD inline bool is_one_face(const PolyhedronView& core, const Region& region) {
  if (region.face_count != 1) return false;
  return region.vertex_count == core.face_begin[region.face[0] + 1] - core.face_begin[region.face[0]];
}

// Lists what the region's vertices of `moving` meet in the region of `fixed`. Vertex pairs are listed
// from one side only.
SCREE_HD SCREE_DEVICE_CALL inline void list_vertices(const ShapePair& pair, const Facing& facing,
                                                     bool fixed_is_a, const Region& of_moving,
                                                     const Region& of_fixed, Real reach, BasicPair& carrier,
                                                     ContactList& list) {
  const Vec3 n = of_fixed.normal;
  const Vec3 n_moving = to_moving(facing, n);
  const bool one_face = is_one_face(*facing.fixed, of_fixed);
  for (int i = 0; i < of_moving.vertex_count; ++i) {
    Meeting m;
    m.vertex = of_moving.vertex[i];
    m.point = moving_vertex(facing, m.vertex);
    // Outside the face's outline by more than the reach there is nothing to meet; inside, only the face.
    const Real clearance = one_face ? face_clearance(*facing.fixed, of_fixed.face[0], m.point) : 0;
    if (!(clearance >= -reach)) continue;
    const bool inside = clearance > reach;
    for (int k = 0; k < of_fixed.vertex_count && !inside; ++k)
      meet_vertex(facing, of_fixed.vertex[k], reach, m);
    if (fixed_is_a && m.on.dimension == 0) continue;
    m.normal = n;
    const auto valid_with = [&](FeatureId on) {
      return part_valid(*facing.fixed, on, -n) && part_valid(*facing.moving, {0, m.vertex}, n_moving);
    };
    const auto along_n = [&](std::int32_t e, Vec3& normal, bool&) {
      normal = n;
      return valid_with({1, e}) ? Entrance::tolerated : Entrance::invalid;
    };
    if (m.on.dimension == 0 && !valid_with(m.on)) m.on.dimension = -1;
    for (int k = 0; k < of_fixed.edge_count && !inside; ++k)
      meet_edge(facing, of_fixed.edge[k], reach, along_n, m);
    for (int k = 0; k < of_fixed.face_count; ++k) meet_face(facing, of_fixed.face[k], reach, m);
    if (m.on.dimension < 0) continue;
    const BasicPair p = pair_from(pair, m, fixed_is_a);
    list_pair(list, p);
    keep_carrier(carrier, p);
  }
}

SCREE_HD SCREE_DEVICE_CALL inline void list_edges(const ShapePair& pair, const Facing& facing,
                                                  const Region& of_a, const Region& of_b, Real reach,
                                                  BasicPair& carrier, ContactList& list) {
  BasicPair p;
  for (int i = 0; i < of_a.edge_count && of_b.edge_count > 0; ++i) {
    const PlacedEdge edge = place_edge(facing, of_a.edge[i]);
    for (int k = 0; k < of_b.edge_count; ++k) {
      if (meet_edges(pair, facing, edge, of_b.edge[k], reach, false, p) != EdgeOutcome::meet) continue;
      list_pair(list, p);
      keep_carrier(carrier, p);
    }
  }
}

namespace contact_list_detail {

SCREE_HD inline bool face_holds(const PolyhedronView& core, std::int32_t face, FeatureId part) {
  if (part.dimension == 2) return part.index == face;
  if (part.dimension == 1)
    return core.edges[part.index].face[0] == face || core.edges[part.index].face[1] == face;
  for (std::int32_t k = core.vertex_begin[part.index]; k < core.vertex_begin[part.index + 1]; ++k) {
    if (core.vertex_faces[k] == face) return true;
  }
  return false;
}

SCREE_HD inline bool edge_holds(const PolyhedronView& core, std::int32_t edge, FeatureId part) {
  if (part.dimension == 1) return part.index == edge;
  return part.dimension == 0 &&
         (core.edges[edge].vertex[0] == part.index || core.edges[edge].vertex[1] == part.index);
}

inline constexpr std::int32_t whole_shape = 3;  // the "dimension" where no face holds both

// The smallest feature that holds both.
SCREE_HD inline FeatureId join(const PolyhedronView& core, FeatureId s, FeatureId t) {
  if (s.dimension == whole_shape) return s;
  if (s.dimension < t.dimension) {
    const FeatureId swap = s;
    s = t;
    t = swap;
  }
  if (s.dimension == t.dimension && s.index == t.index) return s;
  if (s.dimension == 1 && edge_holds(core, s.index, t)) return s;
  if (s.dimension == 2) return face_holds(core, s.index, t) ? s : FeatureId{whole_shape, -1};
  const std::int32_t at = s.dimension == 0 ? s.index : core.edges[s.index].vertex[0];
  for (std::int32_t k = core.vertex_begin[at]; k < core.vertex_begin[at + 1]; ++k) {
    if (s.dimension == 0 && edge_holds(core, core.vertex_edges[k], t)) return {1, core.vertex_edges[k]};
  }
  for (std::int32_t k = core.vertex_begin[at]; k < core.vertex_begin[at + 1]; ++k) {
    const std::int32_t f = core.vertex_faces[k];
    if (face_holds(core, f, s) && face_holds(core, f, t)) return {2, f};
  }
  return {whole_shape, -1};
}

SCREE_HD inline Contact::Feature to_feature(const PolyhedronView& core, FeatureId id) {
  Contact::Feature feature;
  if (id.dimension == 0) {
    feature.vertex_count = 1;
    feature.vertex[0] = id.index;
  } else if (id.dimension == 1) {
    feature.vertex_count = 2;
    feature.vertex[0] = core.edges[id.index].vertex[0];
    feature.vertex[1] = core.edges[id.index].vertex[1];
  } else if (id.dimension == 2) {
    feature.vertex_count = core.face_begin[id.index + 1] - core.face_begin[id.index];
    feature.vertex[0] = core.face_vertices[core.face_begin[id.index]];
    feature.face = id.index;
  }
  return feature;
}

SCREE_HD inline ContactType basic_type(std::int32_t dimension_a, std::int32_t dimension_b) {
  const std::int32_t sum = dimension_a + dimension_b;
  if (dimension_a == 1 && dimension_b == 1) return ContactType::edge_edge_crossing;
  return sum == 0   ? ContactType::vertex_vertex
         : sum == 1 ? ContactType::vertex_edge
                    : ContactType::vertex_face;
}

SCREE_HD inline ContactType joined_type(FeatureId a, FeatureId b, int count) {
  if (count == 1) return basic_type(a.dimension, b.dimension);
  const std::int32_t low = a.dimension < b.dimension ? a.dimension : b.dimension;
  const std::int32_t high = a.dimension < b.dimension ? b.dimension : a.dimension;
  if (high <= 1) return ContactType::edge_edge_parallel;
  if (low <= 1 && high == 2) return ContactType::edge_face;
  if (low == 2 && high == 2) return ContactType::face_face;
  return count == 2 ? ContactType::edge_face : ContactType::face_face;
}

}  // namespace contact_list_detail

// The answer from a carrying pair and its list, which may not be empty. With one pair in the list the points
// are that pair's own: both on their shapes, but for a vertex pair not exactly along the normal. With more
// they lie in the two contact planes, at the mean of the list's points.
SCREE_HD SCREE_DEVICE_CALL inline void set_listed_contact(const ShapePair& pair, const QueryRequest& request,
                                                          const BasicPair& carrier, const ContactList& list,
                                                          std::int64_t checked, Contact& contact,
                                                          ContactPatch* patch) {
  using namespace contact_list_detail;
  const Vec3 n = normalized(carrier.normal);  // a rotation matrix is as good as the pose it came from
  CoreContact core;
  core.separation = {n, carrier.distance};
  core.witness_a = carrier.on_a;
  core.iterations = to_iterations(checked);
  set_contact(pair, core, contact);
  contact.point_b = carrier.on_b;
  if (!request.describe) return;
  FeatureId a{list.pair[0].dimension_a, list.pair[0].index_a};
  FeatureId b{list.pair[0].dimension_b, list.pair[0].index_b};
  Vec3 sum;
  for (int k = 0; k < list.count; ++k) {
    const ListedPair& p = list.pair[k];
    a = join(pair.a.core, a, {p.dimension_a, p.index_a});
    b = join(pair.b.core, b, {p.dimension_b, p.index_b});
    const Vec3 on_a{p.on_a[0], p.on_a[1], p.on_a[2]};
    const Vec3 on_b{p.on_b[0], p.on_b[1], p.on_b[2]};
    const Vec3 middle = 0.5 * (on_a + on_b);
    sum += middle;
    if (patch == nullptr) continue;
    patch->points[k] = middle;
    patch->distances[k] = dot(n, on_b - on_a);
    patch->types[k] = basic_type(p.dimension_a, p.dimension_b);
  }
  if (patch != nullptr) patch->count = list.count;
  contact.type = joined_type(a, b, list.count);
  contact.feature_a = to_feature(pair.a.core, a);
  contact.feature_b = to_feature(pair.b.core, b);
  if (list.count == 1) return;
  const Vec3 mean = sum / static_cast<Real>(list.count);
  contact.point_a = mean + dot(n, carrier.on_a - mean) * n;
  contact.point_b = contact.point_a + contact.distance * n;
}

// No pair within d_tol carries a contact: an exact method answers (gjk_epa), from `start`.
SCREE_HD inline void answer_exactly(const ShapePair& pair, const QueryRequest& request, Vec3 start,
                                    std::int64_t checked, Contact& contact, ContactPatch* patch) {
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  CoreContact core = gjk_epa_detail::solve_polyhedral(pair, start, cutoff);
  core.fallback = true;
  core.iterations += to_iterations(checked);
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
}

}  // namespace scree
