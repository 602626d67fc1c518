// The contact list of two polygons and what follows from it (Zheng 2017, Secs. 2.1.3, 2.1.4, 2.2): the
// region of the virtual contact planes, contact type, contact points. Shared by ds and fds in the plane.
//
// As in space (kernels/contact_list.hpp) one pair carries the contact and its two contact planes, each
// thickened by d_tol, bound the region. In the plane the vertices of one shape in the region follow each
// other along its outline, so a first one and their number are all that is kept. The pairs of these vertices
// and of the edges between them make the list: one pair is vertex-vertex or vertex-edge, two are the ends of
// the segment that two edges share. Where a large d_tol brings more into the region, the outermost two count.
// Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include <initializer_list>

#include "detect/kernels/contact_type.hpp"
#include "detect/planar/gjk_epa.hpp"
#include "detect/planar/planar_contact.hpp"
#include "detect/planar/polygon_pairs.hpp"

namespace scree {

// The part of one shape in the region: vertices `first` and the `count` - 1 after it.
struct Region2 {
  Vec2 normal;     // unit, out of the shape, in its own frame
  Real least = 0;  // m, level of the region's inner side along the normal
  std::int32_t first = 0;
  std::int32_t count = 0;
};

// The vertices of the region, from one of them along the outline to both sides: those above a line are
// connected.
SCREE_HD inline void walk_vertices(const PolygonView& polygon, std::int32_t start, Region2& region) {
  const auto inside = [&](std::int32_t v) { return dot(region.normal, polygon.vertices[v]) >= region.least; };
  region.first = start;
  region.count = 1;
  for (std::int32_t v = next_vertex(polygon, start); v != start && inside(v); v = next_vertex(polygon, v)) {
    ++region.count;
  }
  for (std::int32_t v = vertex_before(polygon, start); region.count < polygon.vertex_count && inside(v);
       v = vertex_before(polygon, v)) {
    region.first = v;
    ++region.count;
  }
}

// Around the contact planes of a pair with the contact points `on_a` and `on_b` (A's frame); `start_a` and
// `start_b` lie on them.
SCREE_HD inline void open_regions(const PlanarPair& pair, Vec2 normal, Vec2 on_a, Vec2 on_b,
                                  std::int32_t start_a, std::int32_t start_b, Real reach, Region2& of_a,
                                  Region2& of_b) {
  of_a.normal = normal;
  of_a.least = dot(normal, on_a) - reach;
  of_b.normal = to_b_direction(pair, -normal);
  of_b.least = -dot(normal, on_b - pair.translation) - reach;
  walk_vertices(pair.a.outline, start_a, of_a);
  walk_vertices(pair.b.outline, start_b, of_b);
}
SCREE_HD inline void open_regions(const PlanarPair& pair, const BasicPair2& carrier, Real reach,
                                  Region2& of_a, Region2& of_b) {
  open_regions(pair, carrier.normal, carrier.on_a, carrier.on_b, carrier.a.index, carrier.b.index, reach,
               of_a, of_b);
}

// The two outermost pairs along the contact planes.
struct ContactList2 {
  BasicPair2 low, high;
  Real low_at = 0, high_at = 0;  // m, along A's contact plane
  int count = 0;                 // of all pairs listed
};

namespace polygon_list_detail {

SCREE_HD inline void list_pair(Vec2 normal, const BasicPair2& p, ContactList2& list) {
  const Real at = dot(turned_left(normal), p.on_a + p.on_b);
  if (list.count == 0 || at < list.low_at) {
    list.low = p;
    list.low_at = at;
  }
  if (list.count == 0 || at > list.high_at) {
    list.high = p;
    list.high_at = at;
  }
  ++list.count;
}

// Two vertices of the region need no normal of their own: the contact's must enter both, within the
// tolerance.
SCREE_HD inline void list_vertex_pair(const PlanarPair& pair, const Facing2& facing, std::int32_t v,
                                      Vec2 point, std::int32_t w, Vec2 normal, Vec2 normal_b, Real reach,
                                      ContactList2& list) {
  const Vec2 at = facing.fixed->vertices[w];
  if (!(norm_squared(point - at) <= reach * reach)) return;
  if (vertex_above(pair.a.outline, v, -normal) == Entrance::invalid) return;
  if (vertex_above(pair.b.outline, w, -normal_b) == Entrance::invalid) return;
  list_pair(normal, pair_of_vertex(pair, false, v, {0, w}, point, at, normal_b), list);
}

// What the region's vertices of `moving` meet in the region of `fixed`. Vertex pairs are listed from one side
// only.
SCREE_HD inline void list_vertices(const PlanarPair& pair, const Facing2& facing, bool fixed_is_a,
                                   const Region2& of_moving, const Region2& of_fixed, Real reach, Vec2 normal,
                                   ContactList2& list) {
  std::int32_t v = of_moving.first;
  for (std::int32_t i = 0; i < of_moving.count; ++i, v = next_vertex(*facing.moving, v)) {
    const Vec2 point = moving_vertex(facing, v);
    std::int32_t w = of_fixed.first;
    for (std::int32_t k = 0; k < of_fixed.count; ++k, w = next_vertex(*facing.fixed, w)) {
      if (!fixed_is_a) list_vertex_pair(pair, facing, v, point, w, normal, of_fixed.normal, reach, list);
      BasicPair2 p;
      if (k + 1 < of_fixed.count && meet_edge(pair, facing, fixed_is_a, v, point, w, reach, p)) {
        list_pair(normal, p, list);
      }
    }
  }
}

// The smallest feature that holds both parts; the supporting one along `n` where none does.
SCREE_HD inline Contact2::Feature join(const PolygonView& polygon, FeatureId s, FeatureId t, Vec2 n) {
  if (s.dimension == t.dimension && s.index == t.index) {
    return s.dimension == 1 ? edge_feature(polygon, s.index) : Contact2::Feature{1, {s.index, -1}, -1};
  }
  const auto on_edge = [&](FeatureId part, std::int32_t e) {
    return part.index == e || (part.dimension == 0 && part.index == next_vertex(polygon, e));
  };
  for (const std::int32_t e : {s.index, vertex_before(polygon, s.index)}) {
    if (on_edge(s, e) && on_edge(t, e)) return edge_feature(polygon, e);
  }
  return support_feature(polygon, n, entrance_detail::parallel_sine);
}

}  // namespace polygon_list_detail

// The answer from a carrying pair and the regions of its contact planes. With one pair in the list the points
// are that pair's own: both on their shapes, but for two vertices not exactly along the normal. With two they
// lie in the contact planes, at the middle of the shared segment.
SCREE_HD SCREE_DEVICE_CALL inline void set_listed_contact(const PlanarPair& pair, const QueryRequest& request,
                                                          const BasicPair2& carrier, Real reach,
                                                          const Region2& of_a, const Region2& of_b,
                                                          std::int64_t checked, Contact2& contact,
                                                          ContactPatch2* patch) {
  using namespace polygon_list_detail;
  const Vec2 n = normalized(carrier.normal);
  CoreContact2 core;
  core.separation = {n, carrier.distance};
  core.witness_a = carrier.on_a;
  core.iterations = to_iterations(checked);
  set_contact(pair, core, contact);
  contact.point_b = carrier.on_b;
  if (!request.describe) return;

  ContactList2 list;
  // A single vertex has one partner at most.
  if (of_a.count > 1 && of_b.count > 1) {
    list_vertices(pair, facing_b(pair), false, of_a, of_b, reach, n, list);
    list_vertices(pair, facing_a(pair), true, of_b, of_a, reach, n, list);
  }
  const bool segment = list.count > 1 && list.high_at > list.low_at;
  if (!segment) list.low = carrier;
  const BasicPair2& other = segment ? list.high : carrier;
  const auto part = [](FeatureId id) { return static_cast<int>(id.dimension) + 1; };
  contact.type =
      segment ? ContactType::edge_edge_parallel : contact_type(part(carrier.a), part(carrier.b), 0);
  contact.feature_a = join(pair.a.outline, list.low.a, other.a, of_a.normal);
  contact.feature_b = join(pair.b.outline, list.low.b, other.b, of_b.normal);
  if (segment) {
    const Vec2 middle = 0.25 * ((list.low.on_a + list.low.on_b) + (other.on_a + other.on_b));
    contact.point_a = middle + dot(n, carrier.on_a - middle) * n;
    contact.point_b = contact.point_a + contact.distance * n;
  }
  if (patch == nullptr) return;
  patch->count = segment ? 2 : 1;
  for (int k = 0; k < patch->count; ++k) {
    const BasicPair2& p = k == 0 ? list.low : other;
    patch->points[k] = 0.5 * (p.on_a + p.on_b);
    patch->distances[k] = dot(n, p.on_b - p.on_a);
    patch->types[k] = contact_type(part(p.a), part(p.b), 0);
  }
}

// No pair within d_tol carries a contact: an exact method answers (gjk_epa), from `start`.
SCREE_HD inline void answer_exactly(const PlanarPair& pair, const QueryRequest& request, Vec2 start,
                                    std::int64_t checked, Contact2& contact, ContactPatch2* patch) {
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  CoreContact2 core = gjk_epa2_detail::solve_polygonal(pair, start, cutoff);
  core.fallback = true;
  core.iterations += to_iterations(checked);
  set_polygonal_contact(pair, core, request, request.parallel_angle, contact, patch);
}

}  // namespace scree
