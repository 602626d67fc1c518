// A proof that a face of A - B is the one nearest to the origin where the face alone does not tell: by a
// closed surface around the origin.
//
// The surface consists of triangles between corners of A - B, so that A - B, which is convex, holds all of
// it. At first it is a pyramid: the face itself and the difference of the centres. A triangle that has the
// origin beyond its plane, or before it but nearer than the face, is replaced by three that lead to the
// corner farthest along its normal; the surface stays closed. When no such triangle is left, the origin is
// before all of them: they all turn around it the same way, so that every ray from it meets one at least. As
// none is nearer than the face, every ray goes at least as far within A - B: no direction has less depth. It
// does not matter that triangles may cross each other. In shallow overlap one or two corners mostly suffice.
//
// No square root and no division: distances are compared by their squares. Lengths in metres, all vectors in
// A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>

#include "detect/kernels/core_support.hpp"
#include "detect/kernels/gjk_answer.hpp"
#include "detect/kernels/nearest_face.hpp"

namespace scree::surround {

inline constexpr int corner_capacity = 32;    // of the face, and those found
inline constexpr int triangle_capacity = 32;  // that still have to be looked at
// What rounding may add to a triangle's volume with the origin, many times over. (x size cubed)
inline constexpr Real volume_slack = 1e-14;

struct Corners {
  distortion::RawVec at[corner_capacity];
  std::int32_t a[corner_capacity], b[corner_capacity];  // the vertices they come from, the tip's apart
  int count = 0;
};
SCREE_HD inline void add_corner(const ShapePair& pair, std::int32_t a, std::int32_t b, Corners& corners) {
  const int i = corners.count++;
  corners.at[i] = distortion::raw(pair.a.core.vertices[a] - from_b_point(pair, pair.b.core.vertices[b]));
  corners.a[i] = a;
  corners.b[i] = b;
}

struct Triangle {
  std::uint8_t corner[3];  // counter-clockwise seen from outside
};

// Triangles whose planes are nearer than the face, or cannot be told.
struct Open {
  Triangle triangle[triangle_capacity];
  distortion::RawVec normal[triangle_capacity];  // m2, of the triangle, outwards
  int count = 0;
};

// The corners of the face of A - B that the cache names, counter-clockwise seen from outside. False when
// there are too many.
SCREE_HD inline bool set_face(const ShapePair& pair, const PairCache& cache, Vec3 normal, Corners& corners) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const std::int32_t at_a = cache.place_a.index, at_b = cache.place_b.index;
  if (cache.place_a.dimension == 1) {
    const PolyhedronEdge& ea = a.edges[at_a];
    const PolyhedronEdge& eb = b.edges[at_b];
    const Vec3 along_a = a.vertices[ea.vertex[1]] - a.vertices[ea.vertex[0]];
    const Vec3 along_b = pair.a_from_b * (b.vertices[eb.vertex[0]] - b.vertices[eb.vertex[1]]);
    const int second = dot(cross(along_a, along_b), normal) > 0 ? 1 : 0;  // counter-clockwise
    add_corner(pair, ea.vertex[0], eb.vertex[0], corners);
    add_corner(pair, ea.vertex[second], eb.vertex[1 - second], corners);
    add_corner(pair, ea.vertex[1], eb.vertex[1], corners);
    add_corner(pair, ea.vertex[1 - second], eb.vertex[second], corners);
    return true;
  }
  const bool of_a = cache.place_a.dimension == 2;
  const PolyhedronView& core = of_a ? a : b;
  const std::int32_t face = of_a ? at_a : at_b;
  const std::int32_t begin = core.face_begin[face];
  const std::int32_t count = core.face_begin[face + 1] - begin;
  if (count > corner_capacity / 2) return false;
  for (std::int32_t k = 0; k < count; ++k) {
    // Seen from A - B, faces of B are turned inside out.
    const std::int32_t vertex = core.face_vertices[of_a ? begin + k : begin + count - 1 - k];
    add_corner(pair, of_a ? vertex : at_a, of_a ? at_b : vertex, corners);
  }
  return true;
}

// False when there is no room for it.
SCREE_HD inline bool add_triangle(const Corners& corners, int i, int j, int k, Real depth_squared, Real slack,
                                  Open& open) {
  const Vec3 u = vec(corners.at[i]);
  const Vec3 normal = cross(vec(corners.at[j]) - u, vec(corners.at[k]) - u);
  const Real volume = dot(normal, u) - slack;
  if (volume > 0 && volume * volume >= nearest_face::strict * depth_squared * norm_squared(normal))
    return true;
  if (open.count == triangle_capacity) return false;
  open.triangle[open.count] = {
      {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(k)}};
  open.normal[open.count++] = distortion::raw(normal);
  return true;
}

// Whether A - B holds the ball about the origin that touches the face which the cache names. False also when
// it could not be proved.
SCREE_HD inline bool holds_ball(const ShapePair& pair, const PairCache& cache,
                                const nearest_face::Face& face) {
  if (!nearest_face::is_overlap(pair, face)) return false;
  Corners corners;
  if (!set_face(pair, cache, face.normal, corners)) return false;
  const Real depth_squared = face.depth * face.depth;
  const Real slack = volume_slack * pair.size * pair.size * pair.size;
  Open open;
  const int sides = corners.count;
  const int behind = corners.count++;
  corners.at[behind] = distortion::raw(-pair.translation);
  for (int k = 0; k < sides; ++k) {
    const int next = k + 1 < sides ? k + 1 : 0;
    if (!add_triangle(corners, next, k, behind, depth_squared, slack, open)) return false;
  }
  while (open.count > 0) {
    const Triangle t = open.triangle[--open.count];
    const Vec3 normal = vec(open.normal[open.count]);
    if (corners.count == corner_capacity || !(norm_squared(normal) > 0)) return false;
    const int c = corners.count;
    std::int32_t a = 0, b = 0;
    farthest_vertices(pair, normal, a, b);
    add_corner(pair, a, b, corners);
    const Real reach = dot(normal, vec(corners.at[c])) - slack;
    // The depth along its normal is less: another face is nearer, or this one is one of those.
    if (!(reach > 0 && reach * reach >= depth_squared * norm_squared(normal))) return false;
    for (int k = 0; k < 3; ++k) {
      if (!add_triangle(corners, t.corner[k], t.corner[(k + 1) % 3], c, depth_squared, slack, open))
        return false;
    }
  }
  return true;
}

}  // namespace scree::surround
