// The shortest link of two convex shapes that are apart, with proof (Nezami 2006, Sec. 3.5 and, in the plane,
// 3.6).
//
// Every iteration takes the closest points of the two features at hand (closed forms), then walks on each
// shape to the point closest to the link's other end.
//
// Deviation: the text stops when an iteration changes nothing, which two edges in closed form would do
// although a face next to them is nearer. Here a link is accepted by proof. Let n be the exact normal of
// the two features: a side's, the common perpendicular of two edges in space, else the direction of PQ. If
// every neighbour of P's feature lies lower along n, and every neighbour of Q's along -n, convexity makes P
// and Q support points of A and B: the separation along n, a lower bound of the distance, is then the length
// of PQ, an upper bound. Only neighbours are looked at. Where one is level up to rounding that says nothing
// about the vertices beyond it: all vertices are then looked at, and the two bounds must agree to
// `tolerance::certificate`.
//
// Written once for polyhedra and polygons: fit_along(), widen_along(), set_normal() and
// take_closest_points() are theirs. Lengths in metres, all vectors in A's frame.
#pragma once

#include <limits>

#include "detect/kernels/slm_segments.hpp"
#include "detect/tolerances.hpp"

namespace scree {

// Whether a feature supports its shape along a direction.
enum class SurfaceFit : std::uint8_t { supports, level, rises };

namespace slm_detail {

// Closed forms jump from feature to feature: twenty iterations are rare.
inline constexpr int most_iterations = 64;
// A neighbour must lie lower than this to count as lower: a hull is right to a few roundings of its
// coordinates, so the direction of an edge not much longer than that says nothing. (x size)
inline constexpr Real lower = 1e-14;
// An edge, or a face against another, that is tilted less is level: rounding of its normal. (rad)
inline constexpr Real level = 1e-15;
// ... and perhaps level: the common perpendicular of nearly parallel edges is less exact. (rad)
inline constexpr Real nearly_level = 1e-12;

SCREE_HD inline Real reach(Vec3 v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }
SCREE_HD inline Real reach(Vec2 v) { return std::fabs(v.x) + std::fabs(v.y); }

// From how much the highest of a vertex's neighbours rises (m).
SCREE_HD inline SurfaceFit fit_of_rise(Real highest, Real slack) {
  return highest > slack ? SurfaceFit::rises : (highest > -slack ? SurfaceFit::level : SurfaceFit::supports);
}

template <class Core, class Vec>
SCREE_HD inline SurfaceFit fit_side(const Core& core, std::int32_t index, Vec n) {
  return reach(side(core, index).normal - n) <= level ? SurfaceFit::supports : SurfaceFit::level;
}

// Whether the length of PQ is the separation along the link's normal, up to `slack` (m).
template <class Link>
SCREE_HD inline bool bounds_meet(const Link& link, Real slack) {
  const Real upper = link.separation.value + slack;
  return upper >= 0 && norm_squared(link.q - link.a.point) <= upper * upper;
}

// Sets the link's normal. True when PQ is proven to be the shortest link; when the shapes only touch,
// the normal is proven to separate them.
template <class Frame, class Link>
SCREE_HD SCREE_DEVICE_CALL inline bool is_proven(const Frame& frame, Link& link) {
  const Real certificate = tolerance::certificate * frame.pair.size;
  if (!set_normal(frame, link) || !bounds_meet(link, certificate)) return false;
  const auto n = link.separation.normal;
  const auto& a = core_a(frame.pair);
  const auto& b = core_b(frame.pair);
  const bool own_a = link.a.dimension == side_dimension(a);
  const SurfaceFit on_a = own_a ? SurfaceFit::supports : fit_along(a, link.a, n, lower * frame.pair.a.size);
  if (on_a == SurfaceFit::rises) return false;
  const bool own_b = link.b.dimension == side_dimension(b) && !own_a;
  const SurfaceFit on_b =
      own_b ? SurfaceFit::supports
            : fit_along(b, link.b, to_b_direction(frame.pair, -n), lower * frame.pair.b.size);
  if (on_b == SurfaceFit::rises) return false;
  if (on_a == SurfaceFit::supports && on_b == SurfaceFit::supports) return true;
  return link.separation.value - separation_in(frame, n) <= certificate;
}

// A last look once the walks have come to rest: at all vertices, along the features' normal and along PQ.
template <class Frame, class Link>
SCREE_HD SCREE_DEVICE_CALL inline bool is_proven_at_rest(const Frame& frame, Link& link) {
  const Real certificate = tolerance::certificate * frame.pair.size;
  const auto straight = link.q - link.a.point;
  const Real length = norm(straight);
  if (set_normal(frame, link) && bounds_meet(link, certificate) &&
      length - separation_in(frame, link.separation.normal) <= certificate) {
    return true;
  }
  if (!(length > 0)) return false;
  link.separation = {straight / length, length};
  return length - separation_in(frame, link.separation.normal) <= certificate;
}

// Between features that are nearly parallel a closest point moves only a little at a time, less than can be
// seen in the link's length, and the walks come to rest too early. Then the end beside which something
// still rises is taken to lie on that edge or face, and the closed forms jump along it. True when that
// makes the link shorter.
template <class Frame, class Link>
SCREE_HD SCREE_DEVICE_CALL inline bool jump_ahead(const Frame& frame, Link& link) {
  const Link before = link;
  if (!set_normal(frame, link)) return false;
  const auto n = link.separation.normal;
  for (int side = 0; side < 2; ++side) {
    link = before;
    const bool widened = side == 0 ? widen_along(core_a(frame.pair), n, link.a)
                                   : widen_along(core_b(frame.pair), to_b_direction(frame.pair, -n), link.b);
    if (!widened) continue;
    take_closest_points(frame, link);
    if (norm_squared(link.q - link.a.point) < norm_squared(before.q - before.a.point)) return true;
  }
  link = before;
  return false;
}

enum class LinkEnd : std::uint8_t {
  proven,  // the shortest link, or a touch
  inside,  // no link: an end lies in the other shape; A's or B's place is on the side nearest to it
  stalled,
};

// Sec. 3.5, from the link given.
template <class Frame, class Link>
SCREE_HD SCREE_DEVICE_CALL inline LinkEnd find_link(const Frame& frame, Link& link, int& iterations) {
  const Real touch = tolerance::touch * frame.pair.size;
  Real shortest = std::numeric_limits<Real>::infinity();
  for (int k = 0; k < most_iterations; ++k) {
    ++iterations;
    take_closest_points(frame, link);
    if (is_proven(frame, link)) return LinkEnd::proven;
    if (shortest <= touch * touch) break;  // no link to speak of
    WalkEnd end = walk_to_closest(core_a(frame.pair), link.q, link.a);
    if (end == WalkEnd::inside) return LinkEnd::inside;
    end = walk_to_closest(core_b(frame.pair), to_b(frame, link.a.point), link.b);
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

}  // namespace slm_detail

}  // namespace scree
