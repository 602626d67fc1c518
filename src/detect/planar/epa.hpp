// EPA in the plane: the edge of A - B that is nearest to the origin inside, for host and device.
//
// A polygon of support points lies within A - B. The signed distance from the origin to the line of each of
// its edges (positive outside) is at least that of A - B behind it; the largest one bounds the signed
// distance of the cores from above, the separation along that edge's normal bounds it from below. The support
// point along the normal splits the edge, until the bounds meet. Nothing needs the origin to lie within the
// polygon: an origin outside is simply on the wrong side of the edge to be split next. In the plane a new
// point has two neighbours and no horizon to look for. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/minkowski.hpp"

namespace scree {

inline constexpr int epa_capacity2 = 64;  // corners

struct EpaCorner {
  SupportVertex2 at;
  Vec2 normal;          // of the edge to the next corner, unit, outwards
  Real outside = 0;     // m, how far the origin lies outside that edge's line, at most
  bool proved = false;  // no support point lies beyond it
};

struct EpaPolygon {
  EpaCorner corner[epa_capacity2];  // counter-clockwise
  int count = 0;
};

enum class EpaOutcome2 : std::uint8_t { converged, full, flat };

struct EpaResult2 {
  EpaOutcome2 outcome = EpaOutcome2::flat;
  Separation2 separation;  // the best one seen: a lower bound of the signed distance
  Real upper_bound = 0;    // m
  int iterations = 0;
};

namespace epa2_detail {

SCREE_HD inline int next_corner(const EpaPolygon& p, int i) { return i + 1 < p.count ? i + 1 : 0; }

SCREE_HD inline void set_edge(EpaPolygon& p, int i) {
  EpaCorner& c = p.corner[i];
  const Vec2 from = c.at.difference;
  const Vec2 along = p.corner[next_corner(p, i)].at.difference - from;
  const Real length = norm(along);
  c.proved = !(length > 0);
  c.normal = c.proved ? Vec2{} : turned_right(along) / length;
  c.outside = c.proved ? -std::numeric_limits<Real>::infinity() : -dot(c.normal, from);
}

SCREE_HD inline void insert(EpaPolygon& p, int after, const SupportVertex2& w) {
  for (int i = p.count; i > after + 1; --i) p.corner[i] = p.corner[i - 1];
  ++p.count;
  p.corner[after + 1].at = w;
  set_edge(p, after);
  set_edge(p, after + 1);
}

// Three support points that are not on a line; false when A - B is none but a line to rounding.
SCREE_HD inline bool begin(const PlanarPair& pair, Vec2 start, EpaPolygon& p) {
  const SupportVertex2 u = support(pair, start);
  const SupportVertex2 v = support(pair, -start);
  const Vec2 along = v.difference - u.difference;
  if (!(norm_squared(along) > 0)) return false;
  const Vec2 left = turned_left(along);
  const SupportVertex2 highest = support(pair, left);
  const SupportVertex2 lowest = support(pair, -left);
  const Real height = dot(left, highest.difference - u.difference);
  const Real depth = dot(left, u.difference - lowest.difference);
  if (!(height > 0) && !(depth > 0)) return false;
  p.count = 3;
  p.corner[0].at = u;
  p.corner[1].at = height >= depth ? v : lowest;
  p.corner[2].at = height >= depth ? highest : v;
  for (int i = 0; i < 3; ++i) set_edge(p, i);
  return true;
}

}  // namespace epa2_detail

// `start`: a guess of the normal, not zero. `converged` (m): how well the bounds must agree.
SCREE_HD inline EpaResult2 epa(const PlanarPair& pair, Vec2 start, Real converged, EpaPolygon& polygon) {
  using namespace epa2_detail;
  EpaResult2 result;
  if (!begin(pair, start, polygon)) return result;
  result.separation.value = -std::numeric_limits<Real>::infinity();
  result.outcome = EpaOutcome2::full;
  for (;; ++result.iterations) {
    int best = 0;
    for (int i = 1; i < polygon.count; ++i) {
      if (polygon.corner[i].outside > polygon.corner[best].outside) best = i;
    }
    EpaCorner& edge = polygon.corner[best];
    result.upper_bound = edge.outside;
    if (edge.proved) {
      result.outcome = EpaOutcome2::converged;
      break;
    }
    const SupportVertex2 w = support(pair, edge.normal);
    const Real value = -dot(edge.normal, w.difference);
    if (value > result.separation.value) result.separation = {edge.normal, value};
    const bool known = same(w, edge.at) || same(w, polygon.corner[next_corner(polygon, best)].at);
    if (known || edge.outside - value <= converged) {
      edge.proved = true;
      continue;
    }
    if (polygon.count == epa_capacity2) break;
    insert(polygon, best, w);
  }
  return result;
}

}  // namespace scree
