// Valid entrances of two polyhedra's features (Zheng 2017, Secs. 2.1.1, 2.1.3, 2.1.4): shared by ds and fds;
// what is a template also serves polygons (planar/polygon_pairs.hpp).
//
// Two features enter validly when, moved so that their contact points coincide, a plane separates the
// two solid angles or wedges. The plane's normal is the entrance normal, from which the virtual contact
// planes (VCP) come: one through each contact point. By convexity the plane then separates the whole
// shapes: a pair whose entrance is valid without any tolerance proves the separation along its normal.
//
// One shape, `fixed`, is at rest; the other, `moving`, is given in its frame. Normals point from fixed
// to moving. Deviations: the first, rough test takes the vector to the shape's centre instead of the
// average of the edge vectors (both lie within the solid angle; the centre costs nothing); a valid
// entrance is told apart as strict (a proof) or tolerated (within the paper's 1 degree).
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>

#include "detect/kernels/minkowski.hpp"

namespace scree {

namespace entrance_detail {

// The paper's tolerance for parallel features, 1 degree, as a sine.
inline constexpr Real parallel_sine = 0.017452406437283512;
// A proof allows for the rounding of a unit normal, no more; as a sine.
inline constexpr Real strict_sine = 1e-12;
// Two edges at a smaller angle have no common perpendicular worth its rounding; as a sine.
inline constexpr Real crossing_sine = 1e-6;
// A sum of normals shorter than this (x their number) has no direction: they are spread all around.
inline constexpr Real average_least = 1e-3;
// Normals within 1 degree of each other have a sum at least this long (x their number): cos 1 degree.
inline constexpr Real unique_share = 0.9998476951563913;

}  // namespace entrance_detail

enum class Entrance : std::uint8_t { invalid, tolerated, strict };

// Two polyhedra or polygons, one of them placed in the other's frame.
template <class View, class Vec, class Rotation>
struct FacingOf {
  const View* fixed = nullptr;
  const View* moving = nullptr;
  Rotation rotation;  // takes directions of `moving` to the frame of `fixed`
  Vec centre;         // m, the centre of `moving` in the frame of `fixed`
};
using Facing = FacingOf<PolyhedronView, Vec3, Mat3>;

SCREE_HD inline Facing facing_a(const ShapePair& pair) {
  return {&pair.a.core, &pair.b.core, pair.a_from_b, pair.translation};
}
SCREE_HD inline Facing facing_b(const ShapePair& pair) {
  const Mat3 b_from_a = transpose(pair.a_from_b);
  return {&pair.b.core, &pair.a.core, b_from_a, -(b_from_a * pair.translation)};
}
template <class View, class Vec, class Rotation>
SCREE_HD inline Vec moving_vertex(const FacingOf<View, Vec, Rotation>& facing, std::int32_t v) {
  return facing.rotation * facing.moving->vertices[v] + facing.centre;
}
template <class View, class Vec, class Rotation>
SCREE_HD inline Vec to_moving(const FacingOf<View, Vec, Rotation>& facing, Vec direction) {
  return transpose_times(facing.rotation, direction);
}

// How well a vector stays on the upper side of a plane: `rise` is its component along the normal.
template <class Vec>
SCREE_HD inline Entrance grade(Real rise, Vec vector) {
  using namespace entrance_detail;
  if (rise >= 0) return Entrance::strict;
  const Real sine_squared = rise * rise / norm_squared(vector);
  if (sine_squared <= strict_sine * strict_sine) return Entrance::strict;
  return sine_squared <= parallel_sine * parallel_sine ? Entrance::tolerated : Entrance::invalid;
}
SCREE_HD inline Entrance worse(Entrance a, Entrance b) { return a < b ? a : b; }

// Whether the solid angle at a vertex lies above the plane through it with normal `n` (the core's frame).
SCREE_HD inline Entrance vertex_above(const PolyhedronView& core, std::int32_t v, Vec3 n) {
  const Vec3 at = core.vertices[v];
  if (dot(n, at) > 0) return Entrance::invalid;  // the centre lies below: the rough test
  Entrance worst = Entrance::strict;
  for (std::int32_t k = core.vertex_begin[v]; k < core.vertex_begin[v + 1]; ++k) {
    const Vec3 edge = core.vertices[core.vertex_neighbours[k]] - at;
    worst = worse(worst, grade(dot(n, edge), edge));
    if (worst == Entrance::invalid) break;
  }
  return worst;
}

// Whether the wedge at an edge lies above the plane through it with normal `n` (the core's frame). The wedge
// is spanned by one vector in each face, perpendicular to the edge (Fig. 3).
SCREE_HD inline Entrance edge_above(const PolyhedronView& core, std::int32_t e, Vec3 n) {
  const PolyhedronEdge& edge = core.edges[e];
  const Vec3 along = core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]];
  const Entrance level = grade(-std::fabs(dot(n, along)), along);
  const Vec3 across = cross(along, n);
  // n . (face normal x along) and n . (along x face normal): as long as the edge.
  const Entrance first = grade(dot(core.face_planes[edge.face[0]].normal, across), along);
  const Entrance second = grade(-dot(core.face_planes[edge.face[1]].normal, across), along);
  return worse(level, worse(first, second));
}

// Two crossing edges. The plane along both has the normal +-c, c = along_m x along_f. Fig. 3's test of the
// four vectors in the faces comes down to signs: with h0 and h1 the faces' normals of one edge, the other
// edge must rise from one of the two faces and fall behind the other,
//   sign (h1 . along) >= 0 >= sign (h0 . along), with one sign for both edges.
// `fixed` and `moving` are the least of these products for the faces of each, times -1 where they should
// be negative. A vector's sine with the plane is the product x its own edge's length / |c|.
struct Wedges {
  Real sign = 0;  // the normal from fixed to moving is sign c / |c|
  Real fixed = 0, moving = 0;
};
SCREE_HD inline Wedges wedges(Real fixed_0, Real fixed_1, Real moving_0, Real moving_1) {
  const Real sign = fixed_1 > fixed_0 ? 1.0 : -1.0;
  const auto least = [&](Real h0, Real h1) { return -sign * h0 < sign * h1 ? -sign * h0 : sign * h1; };
  return {sign, least(fixed_0, fixed_1), least(moving_0, moving_1)};
}
SCREE_HD inline Entrance grade_wedge(Real least, Real edge_squared, Real c_squared) {
  using namespace entrance_detail;
  if (least >= 0) return Entrance::strict;
  const Real square = least * least * edge_squared;
  if (square <= strict_sine * strict_sine * c_squared) return Entrance::strict;
  return square <= parallel_sine * parallel_sine * c_squared ? Entrance::tolerated : Entrance::invalid;
}

// The list of potential normals of a vertex-vertex or vertex-edge pair, as its sum (Sec. 2.1.3). Where
// some prove a separation, only those count: their average then does so too.
template <class Vec>
struct NormalListOf {
  Vec sum[3];  // by Entrance
  int count[3] = {};
};
using NormalList = NormalListOf<Vec3>;

template <class Vec>
SCREE_HD inline void add_normal(NormalListOf<Vec>& list, Entrance entrance, Vec n) {
  const int which = static_cast<int>(entrance);
  list.sum[which] += n;
  ++list.count[which];
}

// The entrance of the pair and the average normal. Invalid when the list is empty. `averaged`:
// they differ by more than the tolerance for parallel features.
template <class Vec>
SCREE_HD inline Entrance average_normal(const NormalListOf<Vec>& list, Vec& normal, bool& averaged) {
  for (int which = 2; which > 0; --which) {
    const Real length = norm(list.sum[which]);
    if (!(length > entrance_detail::average_least * list.count[which])) continue;
    normal = list.sum[which] / length;
    averaged = length < entrance_detail::unique_share * list.count[which];
    return static_cast<Entrance>(which);
  }
  return Entrance::invalid;
}

// An edge of `moving` in the frame of `fixed`, with the normals of its two faces.
struct PlacedEdge {
  std::int32_t index = -1;
  Vec3 start, along;  // m
  Vec3 face_normal[2];
  Real length_squared = 0;
};

SCREE_HD inline PlacedEdge place_edge(const Facing& facing, std::int32_t e) {
  const PolyhedronView& moving = *facing.moving;
  const PolyhedronEdge& edge = moving.edges[e];
  PlacedEdge placed;
  placed.index = e;
  placed.start = moving_vertex(facing, edge.vertex[0]);
  placed.along = facing.rotation * (moving.vertices[edge.vertex[1]] - moving.vertices[edge.vertex[0]]);
  for (int k = 0; k < 2; ++k)
    placed.face_normal[k] = facing.rotation * moving.face_planes[edge.face[k]].normal;
  placed.length_squared = norm_squared(placed.along);
  return placed;
}

SCREE_HD inline Wedges wedges(const PlacedEdge& m, const PolyhedronView& fixed, const PolyhedronEdge& edge,
                              Vec3 along) {
  return wedges(dot(fixed.face_planes[edge.face[0]].normal, m.along),
                dot(fixed.face_planes[edge.face[1]].normal, m.along), dot(m.face_normal[0], along),
                dot(m.face_normal[1], along));
}

// Adds the entrance normal of an edge of moving and edge `e` of fixed, if they cross and it is valid.
SCREE_HD inline void add_crossing(const PlacedEdge& m, const PolyhedronView& fixed, std::int32_t e,
                                  NormalList& list) {
  const PolyhedronEdge& edge = fixed.edges[e];
  const Vec3 along = fixed.vertices[edge.vertex[1]] - fixed.vertices[edge.vertex[0]];
  const Wedges w = wedges(m, fixed, edge, along);
  const Vec3 c = cross(m.along, along);
  const Real c_squared = norm_squared(c);
  const Real length_squared = norm_squared(along);
  constexpr Real least = entrance_detail::crossing_sine * entrance_detail::crossing_sine;
  if (!(c_squared > least * m.length_squared * length_squared)) return;
  const Entrance entrance = worse(grade_wedge(w.fixed, length_squared, c_squared),
                                  grade_wedge(w.moving, m.length_squared, c_squared));
  if (entrance != Entrance::invalid) add_normal(list, entrance, (w.sign / std::sqrt(c_squared)) * c);
}

// Vertex `v` of moving against edge `e` of fixed: by the edge's two faces and by each edge at the vertex.
SCREE_HD SCREE_DEVICE_CALL inline Entrance vertex_edge_entrance(const Facing& facing, std::int32_t v,
                                                                std::int32_t e, Vec3& normal,
                                                                bool& averaged) {
  const PolyhedronView& moving = *facing.moving;
  NormalList list;
  for (const std::int32_t face : facing.fixed->edges[e].face) {
    const Vec3 n = facing.fixed->face_planes[face].normal;
    add_normal(list, vertex_above(moving, v, to_moving(facing, n)), n);
  }
  for (std::int32_t k = moving.vertex_begin[v]; k < moving.vertex_begin[v + 1]; ++k) {
    add_crossing(place_edge(facing, moving.vertex_edges[k]), *facing.fixed, e, list);
  }
  return average_normal(list, normal, averaged);
}

// Vertex `v` of moving against vertex `w` of fixed: by the faces and by the pairs of edges at both.
SCREE_HD SCREE_DEVICE_CALL inline Entrance vertex_vertex_entrance(const Facing& facing, std::int32_t v,
                                                                  std::int32_t w, Vec3& normal,
                                                                  bool& averaged) {
  const PolyhedronView& fixed = *facing.fixed;
  const PolyhedronView& moving = *facing.moving;
  NormalList list;
  for (std::int32_t l = fixed.vertex_begin[w]; l < fixed.vertex_begin[w + 1]; ++l) {
    const Vec3 n = fixed.face_planes[fixed.vertex_faces[l]].normal;
    add_normal(list, vertex_above(moving, v, to_moving(facing, n)), n);
  }
  for (std::int32_t k = moving.vertex_begin[v]; k < moving.vertex_begin[v + 1]; ++k) {
    const Vec3 n = -(facing.rotation * moving.face_planes[moving.vertex_faces[k]].normal);
    add_normal(list, vertex_above(fixed, w, -n), n);
    const PlacedEdge edge = place_edge(facing, moving.vertex_edges[k]);
    for (std::int32_t l = fixed.vertex_begin[w]; l < fixed.vertex_begin[w + 1]; ++l) {
      add_crossing(edge, fixed, fixed.vertex_edges[l], list);
    }
  }
  return average_normal(list, normal, averaged);
}

}  // namespace scree
