// The shortest link of two convex polyhedra that are apart, with proof (Nezami 2006, Sec. 3.5).
//
// Every iteration takes the closest points of the two features at hand (closed forms), then walks on each
// polyhedron to the point closest to the link's other end.
//
// Deviation: the text stops when an iteration changes nothing, which two edges in closed form would do
// although a face next to them is nearer. Here a link is accepted by proof. Let n be the exact normal of
// the two features: a face's, the common perpendicular of two edges, else the direction of PQ. If every
// neighbour of P's feature lies lower along n, and every neighbour of Q's along -n, convexity makes P and Q
// support points of A and B: the separation along n, a lower bound of the distance, is then the length of
// PQ, an upper bound. Only neighbours are looked at. Where one is level up to rounding that says nothing
// about the vertices beyond it: all vertices are then looked at, and the two bounds must agree to
// `tolerance::certificate`. Lengths in metres, all vectors in A's frame.
#pragma once

#include <limits>

#include "detect/kernels/slm_direct.hpp"
#include "detect/tolerances.hpp"

namespace scree::slm_detail {

// Closed forms jump from feature to feature: twenty iterations are rare.
inline constexpr int most_iterations = 64;
// A neighbour must lie lower than this to count as lower: a hull is right to a few roundings of its
// coordinates, so the direction of an edge not much longer than that says nothing. (x size)
inline constexpr Real lower = 1e-14;
// An edge, or a face against another, that is tilted less is level: rounding of its normal. (rad)
inline constexpr Real level = 1e-15;
// ... and perhaps level: the common perpendicular of nearly parallel edges is less exact. (rad)
inline constexpr Real nearly_level = 1e-12;

// Whether a feature supports its polyhedron along a direction.
enum class Fit : std::uint8_t { supports, level, rises };

SCREE_HD inline Real reach(Vec3 v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

// Looks at all neighbours but `skipped`.
SCREE_HD inline Fit fit_vertex(const PolyhedronView& core, std::int32_t vertex, std::int32_t skipped, Vec3 n,
                               Real slack) {
  const std::int32_t end = core.vertex_begin[vertex + 1];
  const Vec3 base = core.vertices[vertex];
  Real highest = -std::numeric_limits<Real>::infinity();
  for (std::int32_t k = core.vertex_begin[vertex]; k < end; ++k) {
    const std::int32_t neighbour = core.vertex_neighbours[k];
    const Real height = dot(n, core.vertices[neighbour] - base);
    if (height > highest && neighbour != skipped) highest = height;
  }
  return highest > slack ? Fit::rises : (highest > -slack ? Fit::level : Fit::supports);
}

// A level edge supports where one of its ends does.
SCREE_HD inline Fit fit_edge(const PolyhedronView& core, std::int32_t index, Vec3 n, Real slack) {
  const std::int32_t* vertex = core.edges[index].vertex;
  const Vec3 along = core.vertices[vertex[1]] - core.vertices[vertex[0]];
  const Real tilt = std::fabs(dot(n, along));
  if (tilt > nearly_level * reach(along)) return Fit::rises;
  const Fit end = fit_vertex(core, vertex[0], vertex[1], n, slack);
  return tilt > level * reach(along) && end == Fit::supports ? Fit::level : end;
}

SCREE_HD inline Fit fit(const PolyhedronView& core, const SurfacePlace& place, Vec3 n, Real slack) {
  if (place.dimension == 0) return fit_vertex(core, place.index, -1, n, slack);
  if (place.dimension == 1) return fit_edge(core, place.index, n, slack);
  return reach(core.face_planes[place.index].normal - n) <= level ? Fit::supports : Fit::level;
}

// The part of PQ across an edge that one of its ends lies on: exact though PQ be short.
SCREE_HD inline Vec3 across(Vec3 link, Vec3 edge) {
  return link - (dot(link, edge) / norm_squared(edge)) * edge;
}

// The features' normal from A to B and the height of Q over P along it; false where PQ has no length.
SCREE_HD inline bool set_normal(const LinkFrame& frame, Link& link) {
  const PolyhedronView& a = frame.pair.a.core;
  const PolyhedronView& b = frame.pair.b.core;
  if (link.a.dimension == 2) {
    link.separation = {a.face_planes[link.a.index].normal, height_above(a, link.a.index, link.q)};
    return true;
  }
  if (link.b.dimension == 2) {
    link.separation = {-(frame.pair.a_from_b * b.face_planes[link.b.index].normal),
                       height_above(b, link.b.index, to_b(frame, link.a.point))};
    return true;
  }
  Vec3 straight = link.q - link.a.point;
  if (link.a.dimension == 1) {
    const Vec3 edge_a = edge_vector(a, link.a.index);
    if (link.b.dimension == 1) {
      const Vec3 edge_b = frame.pair.a_from_b * edge_vector(b, link.b.index);
      const Vec3 common = cross(edge_a, edge_b);
      const Real sine_squared = norm_squared(common);
      if (sine_squared > parallel_edges * norm_squared(edge_a) * norm_squared(edge_b)) {
        const std::int32_t* face = a.edges[link.a.index].face;
        const Vec3 outward = a.face_planes[face[0]].normal + a.face_planes[face[1]].normal;
        const Real length = std::sqrt(sine_squared);
        const Vec3 n = (1 / (dot(common, outward) < 0 ? -length : length)) * common;
        link.separation = {n, dot(n, straight)};
        return true;
      }
    }
    straight = across(straight, edge_a);
  } else if (link.b.dimension == 1) {
    straight = across(straight, frame.pair.a_from_b * edge_vector(b, link.b.index));
  }
  const Real length = norm(straight);
  link.separation = {length > 0 ? (1 / length) * straight : Vec3{1, 0, 0}, length};
  return length > 0;
}

// Whether the length of PQ is the separation along the link's normal, up to `slack` (m).
SCREE_HD inline bool bounds_meet(const Link& link, Real slack) {
  const Real upper = link.separation.value + slack;
  return upper >= 0 && norm_squared(link.q - link.a.point) <= upper * upper;
}

// Sets the link's normal. True when PQ is proven to be the shortest link; when the polyhedra only touch,
// the normal is proven to separate them.
SCREE_HD SCREE_DEVICE_CALL inline bool is_proven(const LinkFrame& frame, Link& link) {
  const Real certificate = tolerance::certificate * frame.pair.size;
  if (!set_normal(frame, link) || !bounds_meet(link, certificate)) return false;
  const Vec3 n = link.separation.normal;
  const Fit on_a =
      link.a.dimension == 2 ? Fit::supports : fit(frame.pair.a.core, link.a, n, lower * frame.pair.a.size);
  if (on_a == Fit::rises) return false;
  const bool own = link.b.dimension == 2 && link.a.dimension != 2;
  const Fit on_b =
      own ? Fit::supports
          : fit(frame.pair.b.core, link.b, to_b_direction(frame.pair, -n), lower * frame.pair.b.size);
  if (on_b == Fit::rises) return false;
  if (on_a == Fit::supports && on_b == Fit::supports) return true;
  return link.separation.value - separation_in(frame, n) <= certificate;
}

// A last look once the walks have come to rest: at all vertices, along the features' normal and along PQ.
SCREE_HD SCREE_DEVICE_CALL inline bool is_proven_at_rest(const LinkFrame& frame, Link& link) {
  const Real certificate = tolerance::certificate * frame.pair.size;
  const Vec3 straight = link.q - link.a.point;
  const Real length = norm(straight);
  if (set_normal(frame, link) && bounds_meet(link, certificate) &&
      length - separation_in(frame, link.separation.normal) <= certificate) {
    return true;
  }
  if (!(length > 0)) return false;
  link.separation = {straight / length, length};
  return length - separation_in(frame, link.separation.normal) <= certificate;
}

// From a vertex to the edge, from an edge to the face that rises most along `n`. The point stays.
SCREE_HD inline bool widen(const PolyhedronView& core, Vec3 n, SurfacePlace& place) {
  Real steepest = 0;
  SurfacePlace wider = place;
  if (place.dimension == 0) {
    for (std::int32_t k = core.vertex_begin[place.index]; k < core.vertex_begin[place.index + 1]; ++k) {
      const Vec3 edge = core.vertices[core.vertex_neighbours[k]] - core.vertices[place.index];
      const Real slope = dot(n, edge) / reach(edge);
      if (!(slope > steepest)) continue;
      steepest = slope;
      wider = {place.point, 1, core.vertex_edges[k]};
    }
  } else if (place.dimension == 1) {
    const PolyhedronEdge edge = core.edges[place.index];
    const Vec3 along = core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]];
    const Real first = dot(n, cross(core.face_planes[edge.face[0]].normal, along));
    const Real second = dot(n, cross(along, core.face_planes[edge.face[1]].normal));
    steepest = first > second ? first : second;
    wider = {place.point, 2, edge.face[first > second ? 0 : 1]};
  }
  if (!(steepest > 0)) return false;
  place = wider;
  return true;
}

// Between features that are nearly parallel a closest point moves only a little at a time, less than can be
// seen in the link's length, and the walks come to rest too early. Then the end beside which something
// still rises is taken to lie on that edge or face, and the closed forms jump along it. True when that
// makes the link shorter.
SCREE_HD SCREE_DEVICE_CALL inline bool jump_ahead(const LinkFrame& frame, Link& link) {
  const Link before = link;
  if (!set_normal(frame, link)) return false;
  const Vec3 n = link.separation.normal;
  for (int side = 0; side < 2; ++side) {
    link = before;
    const bool widened = side == 0 ? widen(frame.pair.a.core, n, link.a)
                                   : widen(frame.pair.b.core, to_b_direction(frame.pair, -n), link.b);
    if (!widened) continue;
    take_closest_points(frame, link);
    if (norm_squared(link.q - link.a.point) < norm_squared(before.q - before.a.point)) return true;
  }
  link = before;
  return false;
}

enum class LinkEnd : std::uint8_t {
  proven,  // the shortest link, or a touch
  inside,  // no link: an end lies in the other polyhedron; A's or B's place is on the face nearest to it
  stalled,
};

// Sec. 3.5, from the link given.
SCREE_HD SCREE_DEVICE_CALL inline LinkEnd find_link(const LinkFrame& frame, Link& link, int& iterations) {
  const Real touch = tolerance::touch * frame.pair.size;
  Real shortest = std::numeric_limits<Real>::infinity();
  for (int k = 0; k < most_iterations; ++k) {
    ++iterations;
    take_closest_points(frame, link);
    if (is_proven(frame, link)) return LinkEnd::proven;
    if (shortest <= touch * touch) break;  // no link to speak of
    WalkEnd end = walk_to_closest(frame.pair.a.core, link.q, link.a);
    if (end == WalkEnd::inside) return LinkEnd::inside;
    end = walk_to_closest(frame.pair.b.core, to_b(frame, link.a.point), link.b);
    if (end == WalkEnd::inside) return LinkEnd::inside;
    link.q = to_a(frame, link.b.point);
    Real length_squared = norm_squared(link.q - link.a.point);
    if (!(length_squared < shortest)) {
      if (!jump_ahead(frame, link)) break;
      length_squared = norm_squared(link.q - link.a.point);
    }
    shortest = length_squared;
  }
  return is_proven_at_rest(frame, link) ? LinkEnd::proven : LinkEnd::stalled;
}

}  // namespace scree::slm_detail
