// EPA: the face of A - B nearest to an origin inside it (van den Bergen 2001; Feng 2021, App. B).
//
// An inscribed polytope grows by support points along the normal of its nearest face until that face
// lies on the surface of A - B. Deviations from the outline in Feng:
// - New faces rise from the horizon's edges only (App. B would add faces from every visible face).
// - Which faces a point sees is decided by an exact predicate, so the polytope is convex and closed at
//   every moment, whatever the input: no slivers of zero area, no holes, no cycling.
// - Face distances are signed. A polytope that does not hold the origin yet (shallow contact, rounding)
//   grows towards it; if the origin is outside A - B the nearest face is the best separating plane.
// - The least depth seen along any direction is kept: it is an upper bound of the depth, the nearest
//   face's distance a lower one.
// Lengths in metres. Returns `capacity` when the polytope outgrows its buffers, with both bounds valid.
#pragma once

#include <cstdint>
#include <limits>

#include "detect/kernels/gjk.hpp"
#include "detect/kernels/minkowski.hpp"
#include "math/predicates.hpp"

namespace scree {

enum class EpaOutcome : std::uint8_t { converged, capacity, flat };

struct EpaResult {
  Vec3 normal;           // unit, from A to B: the direction of least depth seen
  Real upper_bound = 0;  // depth along `normal`
  Real lower_bound = 0;  // distance of the polytope's nearest face
  Vec3 point_a;          // on A, above the origin's foot on that face
  int iterations = 0;
  EpaOutcome outcome = EpaOutcome::flat;
};

// Only faces whose normals lie within a cone are grown.
struct EpaCone {
  Vec3 axis;         // unit
  Real cosine = -2;  // -2: no restriction
};

inline constexpr int epa_vertex_capacity = 256;

struct EpaFace {
  std::int16_t vertex[3];
  std::int16_t neighbour[3];  // across the edge from vertex[k] to vertex[k + 1]
  std::int16_t seen_in = 0;   // the expansion that last looked at it
  bool alive = false, visible = false;
  Vec3 normal;      // unit, outward
  Real offset = 0;  // signed distance of its plane from the origin
};

struct EpaPolytope {
  static constexpr int face_capacity = 2 * epa_vertex_capacity;
  SupportVertex vertex[epa_vertex_capacity];
  EpaFace face[face_capacity];
  std::int16_t free_face[face_capacity];
  std::int16_t face_from[epa_vertex_capacity];  // during an expansion: the new face starting at a vertex
  int vertex_count = 0, face_end = 0, free_count = 0;
};

namespace epa_detail {

SCREE_HD inline Vec3 corner(const EpaPolytope& p, const EpaFace& f, int k) {
  return p.vertex[f.vertex[k]].difference;
}

SCREE_HD SCREE_DEVICE_CALL inline int add_face(EpaPolytope& p, int a, int b, int c) {
  const int index = p.free_count > 0 ? p.free_face[--p.free_count] : p.face_end++;
  EpaFace& f = p.face[index];
  f = EpaFace{};
  f.vertex[0] = static_cast<std::int16_t>(a);
  f.vertex[1] = static_cast<std::int16_t>(b);
  f.vertex[2] = static_cast<std::int16_t>(c);
  f.alive = true;
  const Vec3 u = corner(p, f, 0);
  const Vec3 v = corner(p, f, 1);
  const Vec3 w = corner(p, f, 2);
  f.normal = normalized(triangle_normal(u, v, w));
  // Measured at the corner nearest to the origin: the least rounding.
  const Real uu = norm_squared(u);
  const Real vv = norm_squared(v);
  const Real ww = norm_squared(w);
  f.offset = dot(f.normal, uu <= vv && uu <= ww ? u : (vv <= ww ? v : w));
  return index;
}

SCREE_HD inline int edge_slot(const EpaFace& f, int from) {
  return f.vertex[0] == from ? 0 : (f.vertex[1] == from ? 1 : 2);
}

SCREE_HD SCREE_DEVICE_CALL inline bool start_from(EpaPolytope& p, const SupportVertex (&v)[4]) {
  const int side = orient3d(v[0].difference, v[1].difference, v[2].difference, v[3].difference);
  if (side == 0) return false;
  // The first three counter-clockwise seen from outside: the fourth lies below them.
  p.vertex[0] = v[0];
  p.vertex[1] = side < 0 ? v[1] : v[2];
  p.vertex[2] = side < 0 ? v[2] : v[1];
  p.vertex[3] = v[3];
  p.vertex_count = 4;
  p.face_end = 0;
  p.free_count = 0;
  constexpr int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  for (const auto& c : corners) add_face(p, c[0], c[1], c[2]);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int from = p.face[i].vertex[k];
      const int to = p.face[i].vertex[(k + 1) % 3];
      for (int j = 0; j < 4; ++j) {
        for (int l = 0; l < 3; ++l) {
          if (p.face[j].vertex[l] == to && p.face[j].vertex[(l + 1) % 3] == from) {
            p.face[i].neighbour[k] = static_cast<std::int16_t>(j);
          }
        }
      }
    }
  }
  return true;
}

// Four extreme points that span as much as a few support calls can find.
SCREE_HD SCREE_DEVICE_CALL inline bool start_from_extremes(EpaPolytope& p, const ShapePair& pair,
                                                           Vec3 direction) {
  SupportVertex v[4];
  v[0] = support(pair, direction);
  v[1] = support(pair, -direction);
  const Vec3 line = v[1].difference - v[0].difference;
  if (!(norm_squared(line) > 0)) return false;
  const Vec3 across = perpendicular(normalized(line));
  const Vec3 other = normalized(cross(line, across));
  const Vec3 around[4] = {across, -across, other, -other};
  Real widest = 0;
  for (const Vec3& d : around) {
    const SupportVertex s = support(pair, d);
    const Real width = norm_squared(cross(line, s.difference - v[0].difference));
    if (width > widest) {
      widest = width;
      v[2] = s;
    }
  }
  if (!(widest > 0)) return false;
  const Vec3 normal = triangle_normal(v[0].difference, v[1].difference, v[2].difference);
  const SupportVertex above = support(pair, normal);
  const SupportVertex below = support(pair, -normal);
  const Real up = std::fabs(dot(normal, above.difference - v[0].difference));
  const Real down = std::fabs(dot(normal, below.difference - v[0].difference));
  v[3] = up >= down ? above : below;
  return start_from(p, v);
}

SCREE_HD inline int nearest_face(const EpaPolytope& p, const EpaCone& cone) {
  int nearest = -1;
  for (int i = 0; i < p.face_end; ++i) {
    const EpaFace& f = p.face[i];
    if (!f.alive || (cone.cosine > -2 && dot(f.normal, cone.axis) < cone.cosine)) continue;
    if (nearest < 0 || f.offset < p.face[nearest].offset) nearest = i;
  }
  return nearest;
}

struct HorizonEdge {
  std::int16_t from, to, behind;  // as the visible face has it; the hidden face across it
};

// Replaces the faces that see the new point by a fan from the horizon. False, and nothing changed, when
// there is no room for it.
SCREE_HD SCREE_DEVICE_CALL inline bool expand(EpaPolytope& p, int seed, const SupportVertex& point,
                                              int expansion) {
  if (p.vertex_count == epa_vertex_capacity) return false;
  const auto apex = static_cast<std::int16_t>(p.vertex_count);
  p.vertex[p.vertex_count++] = point;

  std::int16_t stack[EpaPolytope::face_capacity];
  HorizonEdge horizon[EpaPolytope::face_capacity];
  int stacked = 0;
  int horizon_count = 0;
  stack[stacked++] = static_cast<std::int16_t>(seed);
  p.face[seed].seen_in = static_cast<std::int16_t>(expansion);
  p.face[seed].visible = true;
  while (stacked > 0) {
    const std::int16_t index = stack[--stacked];
    EpaFace& f = p.face[index];
    for (int k = 0; k < 3; ++k) {
      EpaFace& next = p.face[f.neighbour[k]];
      if (next.seen_in != expansion) {
        next.seen_in = static_cast<std::int16_t>(expansion);
        next.visible =
            orient3d(corner(p, next, 0), corner(p, next, 1), corner(p, next, 2), point.difference) > 0;
        if (next.visible) stack[stacked++] = f.neighbour[k];
      }
      if (!next.visible) horizon[horizon_count++] = {f.vertex[k], f.vertex[(k + 1) % 3], f.neighbour[k]};
    }
    f.alive = false;
    p.free_face[p.free_count++] = index;
  }

  // A closed surface of V vertices has 2 V - 4 triangles: the faces always fit.
  for (int i = 0; i < horizon_count; ++i) {
    const HorizonEdge& edge = horizon[i];
    const int index = add_face(p, edge.from, edge.to, apex);
    p.face_from[edge.from] = static_cast<std::int16_t>(index);
    p.face[index].neighbour[0] = edge.behind;
    EpaFace& behind = p.face[edge.behind];
    behind.neighbour[edge_slot(behind, edge.to)] = static_cast<std::int16_t>(index);
  }
  for (int i = 0; i < horizon_count; ++i) {
    const std::int16_t index = p.face_from[horizon[i].from];
    const std::int16_t next = p.face_from[horizon[i].to];
    p.face[index].neighbour[1] = next;
    p.face[next].neighbour[2] = index;
  }
  return true;
}

// The point on A whose counterpart on B makes up the origin's foot on the plane of `face`. Several
// triangles may share that plane (to `slack`, m): the one that holds the foot counts.
SCREE_HD inline Vec3 foot_on_a(const EpaPolytope& p, const EpaFace& face, Real slack) {
  constexpr Real same_side = 0.999;  // cosine; offsets alone could agree across the polytope
  Vec3 point;
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < p.face_end; ++i) {
    const EpaFace& f = p.face[i];
    if (!f.alive || std::fabs(f.offset - face.offset) > slack) continue;
    if (dot(f.normal, face.normal) < same_side) continue;
    Simplex s;
    s.count = 3;
    for (int k = 0; k < 3; ++k) s.vertex[k] = p.vertex[f.vertex[k]];
    const gjk_detail::Nearest nearest = gjk_detail::on_triangle(s, 0, 1, 2);
    if (!(nearest.distance_squared < least)) continue;
    least = nearest.distance_squared;
    point = Vec3{};
    for (int k = 0; k < 3; ++k) point += nearest.weight[k] * s.vertex[k].point_a;
  }
  return point;
}

SCREE_HD SCREE_DEVICE_CALL inline EpaResult grow(const ShapePair& pair, EpaPolytope& p, Real converged,
                                                 const EpaCone& cone) {
  EpaResult result;
  result.upper_bound = std::numeric_limits<Real>::infinity();
  for (;;) {
    const int nearest = nearest_face(p, cone);
    if (nearest < 0) return result;
    const EpaFace& f = p.face[nearest];
    const SupportVertex next = support(pair, f.normal);
    const Real depth = dot(f.normal, next.difference);
    ++result.iterations;
    // On a tie the later face counts: it is nearer to the surface, and so is its point.
    if (depth <= result.upper_bound + converged) {
      result.upper_bound = depth < result.upper_bound ? depth : result.upper_bound;
      result.normal = f.normal;
      result.point_a = foot_on_a(p, f, converged);
    }
    result.lower_bound = f.offset;
    result.outcome = EpaOutcome::converged;
    if (depth - f.offset <= converged) return result;
    for (const std::int16_t v : f.vertex) {
      if (same(next, p.vertex[v])) return result;
    }
    if (orient3d(corner(p, f, 0), corner(p, f, 1), corner(p, f, 2), next.difference) <= 0) return result;
    if (!expand(p, nearest, next, result.iterations)) {
      result.outcome = EpaOutcome::capacity;
      return result;
    }
  }
}

}  // namespace epa_detail

// The simplex is GJK's last one; `converged` is the gap between the bounds at which to stop (m).
SCREE_HD SCREE_DEVICE_CALL inline EpaResult epa(const ShapePair& pair, const Simplex& simplex, Real converged,
                                                EpaPolytope& polytope) {
  const bool started = simplex.count == 4 && epa_detail::start_from(polytope, simplex.vertex);
  if (!started && !epa_detail::start_from_extremes(polytope, pair, Vec3{1, 0, 0})) return {};
  return epa_detail::grow(pair, polytope, converged, EpaCone{});
}

// EPA confined to directions near `axis`: a closer look where a whole polytope was too coarse.
SCREE_HD SCREE_DEVICE_CALL inline EpaResult epa_near(const ShapePair& pair, Vec3 axis, Real half_angle,
                                                     Real converged, EpaPolytope& polytope) {
  const Vec3 across = perpendicular(axis);
  const Vec3 other = cross(axis, across);
  constexpr Real cosine120 = -0.5;
  constexpr Real sine120 = 0.86602540378443865;
  const Real tilt = std::tan(half_angle);
  SupportVertex v[4];
  v[0] = support(pair, axis + tilt * across);
  v[1] = support(pair, axis + tilt * (cosine120 * across + sine120 * other));
  v[2] = support(pair, axis + tilt * (cosine120 * across - sine120 * other));
  v[3] = support(pair, -axis);
  if (!epa_detail::start_from(polytope, v)) return {};
  return epa_detail::grow(pair, polytope, converged, EpaCone{axis, std::cos(half_angle)});
}

}  // namespace scree
