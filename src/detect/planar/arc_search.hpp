// The best separation near a normal, to rounding, where a curved shape takes part, for host and device.
//
// Along the unit circle of normals n the support function h of A - B has the slope h' = t . w, with t = n
// turned left and w the support point. The separation -h is largest where the slope passes through zero from
// below. A bracket of two normals, found by steps that grow, is narrowed by the Illinois form of the secant
// rule (Dowell & Jarratt 1971). Where a polygon's edge lies across the normal the slope jumps through zero at
// the edge's own normal, which is then the answer. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/minkowski.hpp"

namespace scree {

struct ArcResult {
  Separation2 separation;
  Vec2 witness_a;  // m, a point of core A at the contact
  bool found = false;
  int iterations = 0;
};

namespace arc_detail {

inline constexpr int most_steps = 100;
inline constexpr Real first_step = 1e-3;         // rad
inline constexpr Real smallest_bracket = 1e-15;  // rad

struct End {
  Vec2 normal;
  SupportVertex2 at;
  Real slope = 0;  // m
};

SCREE_HD inline End end_at(const PlanarPair& pair, Vec2 normal) {
  End end;
  end.normal = normal;
  end.at = support(pair, normal);
  end.slope = dot(turned_left(normal), end.at.difference);
  return end;
}

// The point of B where it supports the pair, moved onto A, unless A itself is curved: an edge's own support
// point is one of its corners.
SCREE_HD inline ArcResult result_of(const PlanarPair& pair, const End& end) {
  ArcResult r;
  r.found = true;
  r.separation = {end.normal, -dot(end.normal, end.at.difference)};
  const Vec2 point_b = end.at.point_a - end.at.difference;
  r.witness_a = has_polygonal_core(pair.a) ? point_b - r.separation.value * end.normal : end.at.point_a;
  return r;
}

// An edge whose normal lies between the ends and at which the slope changes sign.
template <class ToPair>
SCREE_HD inline bool find_edge(const PlanarPair& pair, const PolygonView& polygon, ToPair to_pair,
                               const End& low, const End& high, End& found) {
  for (std::int32_t i = 0; polygon.vertex_count > 1 && i < polygon.vertex_count; ++i) {
    const Vec2 normal = to_pair(polygon.edge_lines[i].normal);
    if (cross(low.normal, normal) < 0 || cross(normal, high.normal) < 0) continue;
    if (dot(normal, low.normal + high.normal) <= 0) continue;
    const End middle = end_at(pair, normal);
    // The slope at the edge's first end; at the second it is larger by the edge's length. So for B too: it
    // counts negatively, but its edge runs the other way.
    const Real length = norm(polygon.vertices[next_vertex(polygon, i)] - polygon.vertices[i]);
    const bool at_first = (&polygon == &pair.a.outline ? middle.at.vertex_a : middle.at.vertex_b) == i;
    const Real first_slope = at_first ? middle.slope : middle.slope - length;
    if (first_slope > 0 || first_slope + length < 0) continue;
    found = middle;
    return true;
  }
  return false;
}

}  // namespace arc_detail

// Looks up to `reach` (rad, at most a quarter turn) to either side of the unit vector `start`.
SCREE_HD SCREE_DEVICE_CALL inline ArcResult search_arc(const PlanarPair& pair, Vec2 start, Real reach) {
  using namespace arc_detail;
  End low = end_at(pair, start), high = low;
  ArcResult best = result_of(pair, low);
  best.iterations = 1;
  const auto keep = [&](const End& end) {
    const int iterations = best.iterations + 1;
    const ArcResult r = result_of(pair, end);
    if (r.separation.value >= best.separation.value) best = r;
    best.iterations = iterations;
  };
  if (low.slope == 0) return best;
  const Real way = low.slope < 0 ? 1 : -1;
  for (Real step = first_step;; step *= 4) {
    const bool last = step >= reach;
    const End next = end_at(pair, turn_by(way * (last ? reach : step)) * start);
    keep(next);
    const bool beyond = way * next.slope >= 0;
    ((way > 0) == beyond ? high : low) = next;
    if (beyond) break;
    if (last) {
      best.found = false;
      return best;
    }
  }

  End edge;
  const bool on_edge =
      find_edge(
          pair, pair.a.outline, [](Vec2 n) { return n; }, low, high, edge) ||
      find_edge(
          pair, pair.b.outline, [&](Vec2 n) { return -(pair.a_from_b * n); }, low, high, edge);
  if (on_edge) {
    const int iterations = best.iterations + 1;
    best = result_of(pair, edge);
    best.iterations = iterations;
    return best;
  }

  // Where one end stays twice in a row, half its slope counts.
  Real low_slope = low.slope, high_slope = high.slope;
  int stayed = 0;  // -1: high moved last, 1: low did
  const Real least = std::numeric_limits<Real>::epsilon() * pair.size;
  End root = std::fabs(low.slope) <= std::fabs(high.slope) ? low : high;
  for (int i = 0; i < most_steps; ++i) {
    const Real angle = std::atan2(cross(low.normal, high.normal), dot(low.normal, high.normal));
    if (!(angle > smallest_bracket)) break;
    const Real share = i % 8 == 7 ? Real{0.5} : low_slope / (low_slope - high_slope);
    const End next = end_at(pair, turn_by(share * angle) * low.normal);
    keep(next);
    if (std::fabs(next.slope) < std::fabs(root.slope)) root = next;
    if (std::fabs(next.slope) <= least) break;
    const int moved = next.slope < 0 ? 1 : -1;
    if (moved > 0) {
      low = next;
      low_slope = next.slope;
      if (stayed == moved) high_slope *= 0.5;
    } else {
      high = next;
      high_slope = next.slope;
      if (stayed == moved) low_slope *= 0.5;
    }
    stayed = moved;
  }
  // Where the separation is flat to rounding, the slope still tells the normal.
  ArcResult at_root = result_of(pair, root);
  const Real flat = 8 * std::numeric_limits<Real>::epsilon() * (pair.size + std::fabs(best.separation.value));
  if (at_root.separation.value < best.separation.value - flat) return best;
  at_root.iterations = best.iterations;
  return at_root;
}

}  // namespace scree
