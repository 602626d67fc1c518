// A link between two convex shapes, and the shortest one of two edges in closed form (Nezami 2006, App. A),
// in space and in the plane.
//
// Deviation: the text projects two edges onto a plane parallel to both before it compares lengths. That
// takes the same height off all of them, so here they are compared in space. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/minkowski.hpp"
#include "detect/kernels/surface_walk.hpp"

namespace scree::slm_detail {

// The pair with B moved elsewhere, for shapes that are taken apart.
template <class Pair>
struct LinkFrameOf {
  using Vec = typename Pair::Vec;
  const Pair& pair;
  Vec translation;  // m, B's centre in A's frame
};
using LinkFrame = LinkFrameOf<ShapePair>;

template <class Frame>
SCREE_HD inline auto to_a(const Frame& frame, typename Frame::Vec point_b) {
  return frame.pair.a_from_b * point_b + frame.translation;
}
template <class Frame>
SCREE_HD inline auto to_b(const Frame& frame, typename Frame::Vec point_a) {
  return to_b_direction(frame.pair, point_a - frame.translation);
}
template <class Frame>
SCREE_HD inline Real separation_in(const Frame& frame, typename Frame::Vec normal) {
  return separation(frame.pair, normal) + dot(normal, frame.translation - frame.pair.translation);
}

// A segment from a point of A to a point of B.
template <class Vec>
struct LinkOf {
  SurfacePlaceOf<Vec> a, b;      // each in its shape's own axes, from its centre
  Vec q;                         // B's end in A's frame
  SeparationOf<Vec> separation;  // along the normal of the two features
};
using Link = LinkOf<Vec3>;

// Edges whose directions differ by less than 1e-9 rad have no common perpendicular worth having. (sine^2)
inline constexpr Real parallel_edges = 1e-18;

// (a x b) . (c x d)
SCREE_HD inline Real dot_of_crosses(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return dot(cross(a, b), cross(c, d)); }
SCREE_HD inline Real dot_of_crosses(Vec2 a, Vec2 b, Vec2 c, Vec2 d) { return cross(a, b) * cross(c, d); }

SCREE_HD inline Real clamp_fraction(Real t) { return !(t > 0) ? 0 : (t < 1 ? t : 1); }

// Where the shortest link of two segments ends, as fractions of their lengths: 0 and 1 are their ends.
struct SegmentLink {
  Real on_first, on_second;
};

// Appendix A. The crossing point, or the best of the links from each end to the other segment: these are
// AA1, BB1, CC1, DD1 and, where a foot falls outside, AC, BC, AD, BD.
template <class Vec>
SCREE_HD SCREE_DEVICE_CALL inline SegmentLink segment_link(Vec start_a, Vec edge_a, Vec start_b, Vec edge_b) {
  const Vec gap = start_b - start_a;
  const Real aa = norm_squared(edge_a);
  const Real bb = norm_squared(edge_b);
  const Real sine_squared = dot_of_crosses(edge_a, edge_b, edge_a, edge_b);
  if (sine_squared > parallel_edges * aa * bb) {
    const Real s = dot_of_crosses(gap, edge_b, edge_a, edge_b);
    const Real t = dot_of_crosses(gap, edge_a, edge_a, edge_b);
    if (s > 0 && s < sine_squared && t > 0 && t < sine_squared) return {s / sine_squared, t / sine_squared};
  }
  const Real ab = dot(edge_a, edge_b);
  const Real gap_a = dot(gap, edge_a);
  const Real gap_b = dot(gap, edge_b);
  const SegmentLink candidates[4] = {{0, clamp_fraction(-gap_b / bb)},
                                     {1, clamp_fraction((ab - gap_b) / bb)},
                                     {clamp_fraction(gap_a / aa), 0},
                                     {clamp_fraction((gap_a + ab) / aa), 1}};
  SegmentLink best = candidates[0];
  Real least = std::numeric_limits<Real>::infinity();
  for (const SegmentLink& c : candidates) {
    const Real length_squared = norm_squared(gap + c.on_second * edge_b - c.on_first * edge_a);
    if (!(length_squared < least)) continue;
    least = length_squared;
    best = c;
  }
  return best;
}

template <class Core>
SCREE_HD inline auto edge_vector(const Core& core, std::int32_t edge) {
  return core.vertices[edge_vertex(core, edge, 1)] - core.vertices[edge_vertex(core, edge, 0)];
}

template <class Core>
SCREE_HD inline auto place_on_edge(const Core& core, std::int32_t edge, Real fraction) {
  const std::int32_t first = edge_vertex(core, edge, 0);
  auto place = at_vertex(core, fraction >= 1 ? edge_vertex(core, edge, 1) : first);
  if (fraction > 0 && fraction < 1) {
    place = {core.vertices[first] + fraction * edge_vector(core, edge), 1, edge};
  }
  return place;
}

// Case 1 of Sec. 3.5.2; in the plane Sec. 3.6.
template <class Frame, class Link>
SCREE_HD inline void closest_edge_edge(const Frame& frame, Link& link) {
  const auto& a = core_a(frame.pair);
  const auto& b = core_b(frame.pair);
  const std::int32_t edge_a = link.a.index;
  const std::int32_t edge_b = link.b.index;
  const SegmentLink found = segment_link(a.vertices[edge_vertex(a, edge_a, 0)], edge_vector(a, edge_a),
                                         to_a(frame, b.vertices[edge_vertex(b, edge_b, 0)]),
                                         frame.pair.a_from_b * edge_vector(b, edge_b));
  link.a = place_on_edge(a, edge_a, found.on_first);
  link.b = place_on_edge(b, edge_b, found.on_second);
}

}  // namespace scree::slm_detail
