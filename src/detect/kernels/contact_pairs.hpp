// One basic contact pair of two polyhedra: vertex-vertex, -edge, -face or crossing edges (Zheng 2017,
// Secs. 2.1.4, 2.2.1, 2.2.2): shared by ds and fds. Templates serve polygons too.
//
// A pair counts when its points lie within the reach d_tol (Sec. 2.1.4) and its entrance is valid. A
// vertex makes one pair at most: with the nearest vertex of the other shape within reach, else with the
// nearest such edge, else face. The paper decides between the three by how many face planes n_j lie
// within reach (1: face, 2: edge, 3 or more: vertex; its text has "> 3"). Planes that meet at an obtuse
// angle may lie within reach far from their common edge; so n_j only says what to look at, and the
// distance to the edge or vertex itself decides. For n_j = 1 both agree always.
//
// Crossing edges whose contact point is that of an end vertex, within reach, are left to the vertex.
// Edges count as parallel within 1 degree, unless that takes their ends farther apart than the reach:
// long edges at half a degree do cross. Lengths in metres. Frames and normals as in entrance.hpp.
#pragma once

#include <scree/contact_data.hpp>

#include <limits>

#include "detect/kernels/entrance.hpp"
#include "detect/tolerances.hpp"

namespace scree {

// A vertex (0), edge (1) or face (2) of a shape.
struct FeatureId {
  std::int32_t dimension = -1, index = -1;
};

template <class Vec>
struct BasicPairOf {
  FeatureId a, b;
  Vec on_a, on_b;     // the contact points, in A's frame
  Vec normal;         // unit, of A's virtual contact plane, towards B
  Real distance = 0;  // m, signed, of the points along the normal
  Entrance entrance = Entrance::invalid;
  // No other pair can be the shallower one; see is_settled.
  bool settled = true;
  bool averaged = false;  // the normal is the mean of several that differ
};
using BasicPair = BasicPairOf<Vec3>;

// The pair that carries the contact so far.
template <class Vec>
SCREE_HD inline void keep_carrier(BasicPairOf<Vec>& carrier, const BasicPairOf<Vec>& p) {
  if (p.entrance != Entrance::strict) return;
  if (carrier.entrance == Entrance::strict && p.distance <= carrier.distance) return;
  carrier = p;
}

// The number of pairs tested as the contact's iterations.
SCREE_HD inline int to_iterations(std::int64_t checked) {
  constexpr int most = 1'000'000'000;
  return checked < most ? static_cast<int>(checked) : most;
}

namespace contact_pairs_detail {

inline constexpr Real edge_share = 0.05;    // of the shortest edge: the least reach (Sec. 2.1.4)
inline constexpr Real settled_share = 2.0;  // x depth: how far a settled pair stays from its ends
inline constexpr Real settled_depth = 0.5;  // x d_tol: how deep it may be

}  // namespace contact_pairs_detail

// d_tol (m), at least what counts as touching and at most the pair's size: beyond that every feature would be
// within reach. Comparisons with it are written so that a number that is not finite is out of reach.
template <class Pair>
SCREE_HD inline Real contact_reach(const Pair& pair, Real shortest_a, Real shortest_b,
                                   const QueryRequest& request) {
  Real reach = contact_pairs_detail::edge_share * (shortest_a < shortest_b ? shortest_a : shortest_b);
  if (2 * request.step_motion > reach) reach = 2 * request.step_motion;
  const Real touch = tolerance::touch * pair.size;
  reach = reach > touch ? reach : touch;
  return reach < pair.size ? reach : pair.size;
}
SCREE_HD inline Real contact_reach(const ShapePair& pair, const QueryRequest& request) {
  return contact_reach(pair, pair.a.core.shortest_edge, pair.b.core.shortest_edge, request);
}
SCREE_HD inline Real contact_reach(const PlanarPair& pair, const QueryRequest& request) {
  return contact_reach(pair, pair.a.outline.shortest_edge, pair.b.outline.shortest_edge, request);
}

// Whether an overlapping pair may end a search: it is not deep, so that the other side of a thin shape is
// not nearer, and its features reach far enough beyond it. A neighbouring pair can then be shallower only if
// the normals differ by more than 127 degrees (2 atan 2).
SCREE_HD inline bool is_settled(Real depth, Real margin, Real reach) {
  return depth <= contact_pairs_detail::settled_depth * reach &&
         margin >= contact_pairs_detail::settled_share * depth;
}

// A vertex of `moving` and the nearest feature of `fixed` that it meets so far.
struct Meeting {
  std::int32_t vertex = -1;
  Vec3 point;    // m, the vertex in the frame of `fixed`
  FeatureId on;  // dimension -1: none
  Vec3 foot;     // m
  Vec3 normal;
  Real gap = 0;        // m, from point to foot
  Real height = 0;     // m, signed, above a face
  Real clearance = 0;  // m, from the foot to the face's outline
  Entrance entrance = Entrance::invalid;
  bool settled = true;
  bool averaged = false;
};

SCREE_HD inline void meet_vertex(const Facing& facing, std::int32_t w, Real reach, Meeting& m) {
  const Vec3 at = facing.fixed->vertices[w];
  const Real gap_squared = norm_squared(m.point - at);
  if (!(gap_squared <= reach * reach)) return;
  const Real gap = std::sqrt(gap_squared);
  if (m.on.dimension == 0 && gap >= m.gap) return;
  m.on = {0, w};
  m.foot = at;
  m.gap = gap;
}

// `valid` gives the entrance of the vertex and the edge, and its normal.
template <class Valid>
SCREE_HD inline void meet_edge(const Facing& facing, std::int32_t e, Real reach, Valid valid, Meeting& m) {
  if (m.on.dimension == 0 || (m.on.dimension == 1 && m.on.index == e)) return;
  const PolyhedronEdge& edge = facing.fixed->edges[e];
  const Vec3 start = facing.fixed->vertices[edge.vertex[0]];
  const Vec3 along = facing.fixed->vertices[edge.vertex[1]] - start;
  const Vec3 from_start = m.point - start;
  const Real t = dot(from_start, along);
  const Real length_squared = norm_squared(along);
  if (!(t > 0 && t < length_squared)) return;  // nearest to an end: a matter of the vertex there
  if (!((norm_squared(from_start) - reach * reach) * length_squared <= t * t)) return;
  const Vec3 foot = start + (t / length_squared) * along;
  const Real gap = norm(m.point - foot);
  if (m.on.dimension == 1 && gap >= m.gap) return;
  Vec3 normal;
  bool averaged = false;
  const Entrance entrance = valid(e, normal, averaged);
  if (entrance == Entrance::invalid) return;
  m.on = {1, e};
  m.foot = foot;
  m.gap = gap;
  m.normal = normal;
  m.entrance = entrance;
  m.averaged = averaged;
}

// How far inside the face's outline the point's foot lies (m; negative: outside).
SCREE_HD inline Real face_clearance(const PolyhedronView& core, std::int32_t face, Vec3 point) {
  const Vec3 n = core.face_planes[face].normal;
  const std::int32_t begin = core.face_begin[face];
  const std::int32_t end = core.face_begin[face + 1];
  Real least = std::numeric_limits<Real>::infinity();  // square of the clearance, with its sign
  Vec3 from = core.vertices[core.face_vertices[end - 1]];
  for (std::int32_t k = begin; k < end; ++k) {
    const Vec3 to = core.vertices[core.face_vertices[k]];
    const Vec3 inwards = cross(n, to - from);
    const Real inside = dot(inwards, point - from);
    const Real square = inside * std::fabs(inside) / norm_squared(inwards);
    least = square < least ? square : least;
    from = to;
  }
  return least < 0 ? -std::sqrt(-least) : std::sqrt(least);
}

SCREE_HD inline void meet_face(const Facing& facing, std::int32_t f, Real reach, Meeting& m) {
  if (m.on.dimension == 0 || m.on.dimension == 1) return;
  const Plane& plane = facing.fixed->face_planes[f];
  const Real height = dot(plane.normal, m.point) - plane.offset;
  const Real gap = std::fabs(height);
  if (!(gap <= reach) || (m.on.dimension == 2 && gap >= m.gap)) return;
  const Entrance entrance = vertex_above(*facing.moving, m.vertex, to_moving(facing, plane.normal));
  if (entrance == Entrance::invalid) return;
  const Real clearance = face_clearance(*facing.fixed, f, m.point);
  if (!(clearance >= 0)) return;
  m.on = {2, f};
  m.foot = m.point - height * plane.normal;
  m.gap = gap;
  m.height = height;
  m.clearance = clearance;
  m.normal = plane.normal;
  m.entrance = entrance;
  m.averaged = false;
  m.settled = height >= 0 || is_settled(gap, clearance, reach);
}

// A vertex-vertex meeting's entrance and normal; it is dropped when invalid.
SCREE_HD inline void enter_vertex(const Facing& facing, Meeting& m) {
  if (m.on.dimension != 0) return;
  m.entrance = vertex_vertex_entrance(facing, m.vertex, m.on.index, m.normal, m.averaged);
  if (m.entrance == Entrance::invalid) m.on.dimension = -1;
}

// The meeting as a pair in A's frame.
SCREE_HD inline BasicPair pair_from(const ShapePair& pair, const Meeting& m, bool fixed_is_a) {
  BasicPair p;
  p.entrance = m.entrance;
  p.settled = m.settled || m.on.dimension != 2;
  p.averaged = m.averaged;
  p.distance = m.on.dimension == 2 ? m.height : dot(m.normal, m.point - m.foot);
  if (fixed_is_a) {
    p.a = m.on;
    p.b = {0, m.vertex};
    p.on_a = m.foot;
    p.on_b = m.point;
    p.normal = m.normal;
  } else {
    p.a = {0, m.vertex};
    p.b = m.on;
    p.on_a = pair.a.core.vertices[m.vertex];
    p.on_b = from_b_point(pair, m.foot);
    p.normal = -(pair.a_from_b * m.normal);
  }
  return p;
}

enum class EdgeOutcome : std::uint8_t { none, meet, excluded };

namespace contact_pairs_detail {

SCREE_HD inline bool within(Vec3 point, Vec3 start, Vec3 along, Real reach) {
  const Vec3 to = point - start;
  Real t = dot(to, along) / norm_squared(along);
  t = t < 0 ? 0 : (t > 1 ? 1 : t);
  return norm_squared(to - t * along) <= reach * reach;
}

// Whether the crossing at share `t` of an edge is that of the nearer end with the other edge.
SCREE_HD inline bool is_end(Vec3 start, Vec3 along, Real t, Vec3 other_start, Vec3 other_along, Real reach) {
  const Real share = t < 0.5 ? t : 1 - t;
  if (share * share * norm_squared(along) > reach * reach) return false;
  return within(t < 0.5 ? start : start + along, other_start, other_along, reach);
}

}  // namespace contact_pairs_detail

// Edge `ea` of A against edge `e` of B (Sec. 2.2.2). `meet`: a pair; `excluded`: the pair's normal and
// distance prove that the shapes are farther apart than the reach.
SCREE_HD inline EdgeOutcome meet_edges(const ShapePair& pair, const Facing& facing, const PlacedEdge& ea,
                                       std::int32_t e, Real reach, bool exclude, BasicPair& found) {
  using namespace contact_pairs_detail;
  constexpr Real sine = entrance_detail::parallel_sine;
  constexpr Real least = entrance_detail::crossing_sine;
  const PolyhedronView& b = *facing.fixed;
  const PolyhedronEdge& edge_b = b.edges[e];
  const Vec3 start_b = b.vertices[edge_b.vertex[0]];
  const Vec3 along_b = b.vertices[edge_b.vertex[1]] - start_b;
  const Wedges wedge = wedges(ea, b, edge_b, along_b);
  const Real aa = ea.length_squared;
  const Real bb = norm_squared(along_b);
  // Invalid for any angle between the edges: most pairs end here.
  if (wedge.fixed < 0 && wedge.fixed * wedge.fixed > sine * sine * aa) return EdgeOutcome::none;
  if (wedge.moving < 0 && wedge.moving * wedge.moving > sine * sine * bb) return EdgeOutcome::none;

  const Vec3 common = cross(ea.along, along_b);
  const Real cc = norm_squared(common);
  const Vec3 offset = ea.start - start_b;
  const Real height = wedge.sign * dot(common, offset);  // x |common|
  const bool far = !(height * height <= reach * reach * cc);
  if (far && !(exclude && height > 0)) return EdgeOutcome::none;
  const bool parallel = cc <= sine * sine * aa * bb && cc <= reach * reach * (aa > bb ? aa : bb);
  if (parallel || !(cc > least * least * aa * bb)) return EdgeOutcome::none;
  const Entrance entrance = worse(grade_wedge(wedge.fixed, bb, cc), grade_wedge(wedge.moving, aa, cc));
  if (entrance == Entrance::invalid || (far && entrance != Entrance::strict)) return EdgeOutcome::none;
  Real u = 0;
  Real w = 0;
  if (!far) {
    u = -dot(cross(offset, along_b), common) / cc;
    w = -dot(cross(offset, ea.along), common) / cc;
    if (!(u >= 0 && u <= 1 && w >= 0 && w <= 1)) return EdgeOutcome::none;
    if (is_end(ea.start, ea.along, u, start_b, along_b, reach) ||
        is_end(start_b, along_b, w, ea.start, ea.along, reach)) {
      return EdgeOutcome::none;
    }
  }

  const Real length = std::sqrt(cc);
  found.a = {1, ea.index};
  found.b = {1, e};
  found.entrance = entrance;
  found.averaged = false;
  found.normal = -(pair.a_from_b * ((wedge.sign / length) * common));
  found.distance = height / length;
  found.on_b = from_b_point(pair, start_b + w * along_b);
  found.on_a = found.on_b - found.distance * found.normal;
  const Real margin_a = (u < 0.5 ? u : 1 - u) / std::sqrt(bb);
  const Real margin_b = (w < 0.5 ? w : 1 - w) / std::sqrt(aa);
  const Real margin = length * (margin_a < margin_b ? margin_a : margin_b);
  found.settled = found.distance >= 0 || is_settled(-found.distance, margin, reach);
  return far ? EdgeOutcome::excluded : EdgeOutcome::meet;
}

}  // namespace scree
