// A proof that a given face of A - B is the one nearest to the origin, from that face alone.
//
// Two polyhedra overlap by d along a unit normal n when A - B reaches d along n. No direction has less depth
// if A - B is known to hold enough. It holds the face, and in it a disc of radius r about the origin's foot:
// along a direction at an angle t from n the disc reaches d cos t + r sin t, which is at least d as long as
// tan(t / 2) <= r / d. For a shallow overlap with its foot well inside the face that leaves a narrow cone
// about -n. There the difference of the centres, which A - B holds too, reaches farther than d. That no point
// of A - B lies beyond the face is seen among the neighbours of its vertices, as both shapes are convex.
//
// Faces of A - B are: a face of A with a vertex of B, a vertex of A with a face of B, an edge of each. The
// last answer tells which one to try; in a simulation it is the right one nearly always, and the answer
// takes a seventh of the time of a search. Where it fails nothing is said, and a search has to answer.
//
// Lengths in metres, all vectors in A's frame relative to A's centre unless a comment says otherwise.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/core_support.hpp"
#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"
#include "detect/tolerances.hpp"

namespace scree::nearest_face {

// Inequalities must hold by more than rounding can take away.
inline constexpr Real strict = 1 + 1e-9;
// Edges at a smaller angle (its sine) are left to the search.
inline constexpr Real least_sine = 1e-4;
// A foot nearer to the side of its face is left to the search: it might belong to the neighbour. (x size)
inline constexpr Real well_inside = 1e-8;

// A face of A - B and how it lies.
struct Face {
  Vec3 normal;         // unit, from A to B
  Real depth = 0;      // m
  Vec3 point_a;        // of A, at the contact
  Real r_squared = 0;  // m2, of the disc about the origin's foot that lies in the face
};

SCREE_HD inline bool holds_foot(const ShapePair& pair, const Face& face) {
  const Real inside = well_inside * pair.size;
  return face.r_squared > inside * inside;
}

// Whether the cores are apart by -depth: nothing of A lies beyond the face, nothing of B before it, and the
// foot is on it.
SCREE_HD inline bool is_gap(const ShapePair& pair, const Face& face) {
  return face.depth < -tolerance::touch * pair.size && holds_foot(pair, face);
}

// Whether the origin is below the face, its foot on it.
SCREE_HD inline bool is_overlap(const ShapePair& pair, const Face& face) {
  return face.depth > tolerance::touch * pair.size && holds_foot(pair, face);
}

// Whether no direction has less depth. With T from centre to centre and tan(t / 2) = r / d:
// -T.u >= d for all u at angles of t and more from n if (T.n) (r2 - d2) - 2 r d |T across n| >= d (d2 + r2).
// That takes t >= 90 degrees, r >= d, and follows: the left side is positive only if r > d and T.n > 0, or if
// r < d and T.n < -d, which cannot be, as d is -T.n and what both shapes reach from their centres.
SCREE_HD inline bool is_nearest(const ShapePair& pair, const Face& face) {
  const Real d = face.depth;
  const Real r2 = face.r_squared;
  if (!is_overlap(pair, face)) return false;
  const Real along = dot(pair.translation, face.normal);
  const Real across_squared = norm_squared(pair.translation) - along * along;
  const Real left = along * (r2 - d * d) - strict * d * (d * d + r2);
  return left > 0 && left * left > strict * 4 * r2 * d * d * across_squared;
}

// The square of the distance of a point above or below a core's face from the nearest side, if it is over the
// face; else less than 0. The core's frame.
SCREE_HD inline Real squared_distance_inside(const PolyhedronView& core, std::int32_t face, Vec3 point) {
  const Vec3 n = core.face_planes[face].normal;
  const std::int32_t end = core.face_begin[face + 1];
  Real least = std::numeric_limits<Real>::infinity();
  bool inside = true;
  Vec3 from = core.vertices[core.face_vertices[end - 1]];
  for (std::int32_t k = core.face_begin[face]; k < end; ++k) {
    const Vec3 to = core.vertices[core.face_vertices[k]];
    const Vec3 side = to - from;
    const Real above = dot(cross(n, side), point - from);
    const Real squared = above * above / norm_squared(side);
    inside = inside && above > 0;
    least = squared < least ? squared : least;
    from = to;
  }
  return inside ? least : -1;
}

// A face of A with the lowest vertex of B, which is found from `vertex_b`.
template <class Machine>
SCREE_HD inline Face face_of_a(const ShapePair& pair, std::int32_t index, std::int32_t& vertex_b) {
  const PolyhedronView& a = pair.a.core;
  Face face;
  face.normal = a.face_planes[index].normal;
  vertex_b = Machine::farthest(pair.b.core, vertex_b, to_b_direction(pair, -face.normal));
  const Vec3 x = from_b_point(pair, pair.b.core.vertices[vertex_b]);
  face.depth = dot(face.normal, a.vertices[a.face_vertices[a.face_begin[index]]] - x);
  face.r_squared = squared_distance_inside(a, index, x);
  face.point_a = x + face.depth * face.normal;
  return face;
}

// The lowest vertex of A, which is found from `vertex_a`, with a face of B.
template <class Machine>
SCREE_HD inline Face face_of_b(const ShapePair& pair, std::int32_t& vertex_a, std::int32_t index) {
  const PolyhedronView& b = pair.b.core;
  Face face;
  face.normal = -(pair.a_from_b * b.face_planes[index].normal);
  vertex_a = Machine::farthest(pair.a.core, vertex_a, face.normal);
  face.point_a = pair.a.core.vertices[vertex_a];
  const Vec3 x = transpose_times(pair.a_from_b, face.point_a - pair.translation);  // in B's frame
  face.depth = dot(b.face_planes[index].normal, b.vertices[b.face_vertices[b.face_begin[index]]] - x);
  face.r_squared = squared_distance_inside(b, index, x);
  return face;
}

// An edge of each. Without a disc when it is no face of A - B.
//
// It is one when the normals between those of the two faces at A's edge cross those at B's: when B's edge
// falls away from one face at A's and climbs above the other, and the same the other way round. Which face
// is which tells the normal's sign.
SCREE_HD inline Face face_of_edges(const ShapePair& pair, std::int32_t edge_a, std::int32_t edge_b) {
  const PolyhedronView& core_a = pair.a.core;
  const PolyhedronView& core_b = pair.b.core;
  const PolyhedronEdge& ea = core_a.edges[edge_a];
  const PolyhedronEdge& eb = core_b.edges[edge_b];
  const Vec3 a = core_a.vertices[ea.vertex[0]];
  const Vec3 b = from_b_point(pair, core_b.vertices[eb.vertex[0]]);
  const Vec3 along_a = core_a.vertices[ea.vertex[1]] - a;
  const Vec3 along_b = pair.a_from_b * (core_b.vertices[eb.vertex[1]] - core_b.vertices[eb.vertex[0]]);
  const Real length_a = norm_squared(along_a);
  const Real length_b = norm_squared(along_b);
  const Vec3 common = cross(along_a, along_b);
  const Real squared = norm_squared(common);
  Face face;
  if (!(squared > least_sine * least_sine * length_a * length_b)) return face;
  const Real climb_0 = dot(along_b, core_a.face_planes[ea.face[0]].normal);
  const Real climb_1 = dot(along_b, core_a.face_planes[ea.face[1]].normal);
  const Vec3 along_a_in_b = to_b_direction(pair, along_a);
  const Real sign = climb_0 < climb_1 ? -1 : 1;
  const Real over = 1 / squared;
  face.normal = (sign * std::sqrt(squared) * over) * common;
  face.depth = dot(face.normal, a - b);
  const bool highest = sign * climb_0 > 0 && sign * climb_1 < 0 &&
                       sign * dot(along_a_in_b, core_b.face_planes[eb.face[0]].normal) > 0 &&
                       sign * dot(along_a_in_b, core_b.face_planes[eb.face[1]].normal) < 0;
  // a + s along_a and b + t along_b lie above each other.
  const Real s = over * dot(cross(b - a, along_b), common);
  const Real t = over * dot(cross(b - a, along_a), common);
  const Real inside_a = s < 0.5 ? s : 1 - s;
  const Real inside_b = t < 0.5 ? t : 1 - t;
  if (!highest || !(inside_a > 0) || !(inside_b > 0)) return face;
  // From the nearer end of each edge, across the other.
  const Real from_ends_a = inside_a * inside_a / length_b;
  const Real from_ends_b = inside_b * inside_b / length_a;
  face.r_squared = squared * (from_ends_a < from_ends_b ? from_ends_a : from_ends_b);
  face.point_a = a + s * along_a;
  return face;
}

// Whether all edges at the vertex fall away from the plane across `n` by more than an angle (rad).
SCREE_HD inline bool is_sharp(const PolyhedronView& core, std::int32_t vertex, Vec3 n, Real angle) {
  for (std::int32_t k = core.vertex_begin[vertex]; k < core.vertex_begin[vertex + 1]; ++k) {
    const Vec3 edge = core.vertices[core.vertex_neighbours[k]] - core.vertices[vertex];
    const Real fall = -dot(edge, n);
    if (!(fall > 0 && fall * fall > angle * angle * norm_squared(edge))) return false;
  }
  return true;
}
// The same for all faces at both ends of an edge.
SCREE_HD inline bool is_sharp(const PolyhedronView& core, const PolyhedronEdge& edge, Vec3 n, Real angle) {
  for (const std::int32_t vertex : edge.vertex) {
    for (std::int32_t k = core.vertex_begin[vertex]; k < core.vertex_begin[vertex + 1]; ++k) {
      const Vec3 normal = core.face_planes[core.vertex_faces[k]].normal;
      if (dot(normal, n) > 0 && !(norm_squared(cross(normal, n)) > angle * angle)) return false;
    }
  }
  return true;
}

SCREE_HD inline Contact::Feature vertex_feature(std::int32_t vertex) { return {1, {vertex, -1}, -1}; }
SCREE_HD inline Contact::Feature edge_feature(const PolyhedronEdge& edge) {
  return {2, {edge.vertex[0], edge.vertex[1]}, -1};
}
SCREE_HD inline Contact::Feature face_feature(const PolyhedronView& core, std::int32_t face) {
  return {core.face_begin[face + 1] - core.face_begin[face],
          {core.face_vertices[core.face_begin[face]], -1},
          face};
}

// Type and features of a contact whose face is proved, when nothing else is parallel to it within the angle
// (rad): then it is a single point. False: a patch may have to be found.
SCREE_HD inline bool describe_single_point(const ShapePair& pair, const PairCache& cache, Real angle,
                                           Contact& contact) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 n = contact.normal;
  const Vec3 n_b = to_b_direction(pair, -n);
  const std::int32_t at_a = cache.place_a.index, at_b = cache.place_b.index;
  if (cache.place_a.dimension == 1) {
    const PolyhedronEdge& ea = a.edges[at_a];
    const PolyhedronEdge& eb = b.edges[at_b];
    const Vec3 along_a = a.vertices[ea.vertex[1]] - a.vertices[ea.vertex[0]];
    const Vec3 along_b = pair.a_from_b * (b.vertices[eb.vertex[1]] - b.vertices[eb.vertex[0]]);
    const Real crossing = norm_squared(cross(along_a, along_b));
    if (!(crossing > angle * angle * norm_squared(along_a) * norm_squared(along_b))) return false;
    if (!is_sharp(a, ea, n, angle) || !is_sharp(b, eb, n_b, angle)) return false;
    contact.type = ContactType::edge_edge_crossing;
    contact.feature_a = edge_feature(ea);
    contact.feature_b = edge_feature(eb);
    return true;
  }
  contact.type = ContactType::vertex_face;
  if (cache.place_a.dimension == 2) {
    if (!is_sharp(b, at_b, n_b, angle)) return false;
    contact.feature_a = face_feature(a, at_a);
    contact.feature_b = vertex_feature(at_b);
    return true;
  }
  if (!is_sharp(a, at_a, n, angle)) return false;
  contact.feature_a = vertex_feature(at_a);
  contact.feature_b = face_feature(b, at_b);
  return true;
}

// Whether the cache names a face of A - B: any content is allowed in it.
SCREE_HD inline bool names_face(const ShapePair& pair, const PairCache& cache) {
  const PairCache::Place& a = cache.place_a;
  const PairCache::Place& b = cache.place_b;
  const auto in_range = [](std::int32_t index, std::int32_t count) { return index >= 0 && index < count; };
  if (a.dimension == 1) {
    return b.dimension == 1 && in_range(a.index, pair.a.core.edge_count) &&
           in_range(b.index, pair.b.core.edge_count);
  }
  if (a.dimension == 2) {
    return b.dimension == 0 && in_range(a.index, pair.a.core.face_count) &&
           in_range(b.index, pair.b.core.vertex_count);
  }
  return a.dimension == 0 && b.dimension == 2 && in_range(a.index, pair.a.core.vertex_count) &&
         in_range(b.index, pair.b.core.face_count);
}

// The face that the cache names, as it lies now. Vertices are found anew.
template <class Machine = AnyMachine>
SCREE_HD inline Face named_face(const ShapePair& pair, PairCache& cache) {
  if (cache.place_a.dimension == 1) return face_of_edges(pair, cache.place_a.index, cache.place_b.index);
  return cache.place_a.dimension == 2 ? face_of_a<Machine>(pair, cache.place_a.index, cache.place_b.index)
                                      : face_of_b<Machine>(pair, cache.place_a.index, cache.place_b.index);
}

}  // namespace scree::nearest_face
