// The signed distance of two polyhedral cores by looking at every pair of features.
//
// The safety net under iterative methods: slow, without iteration, never in doubt. Overlap: the best
// separation over all face normals and all common perpendiculars of edges that can support both shapes
// (the separating-axis theorem; the faces of A - B have no other normals). Apart: the least distance of
// all vertex-face and edge-edge pairs. Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"
#include "detect/kernels/segments.hpp"

namespace scree {

struct FullSearchResult {
  Separation separation;  // the signed distance of the cores and its normal
  Vec3 point_a;           // nearest point of A, when apart
};

namespace full_search_detail {

inline constexpr Real arc_slack = 1e-9;  // rad, keeps edges whose faces are as good as level

// Whether the edge supports its polyhedron along the unit vector `n`: neither face rises above it.
SCREE_HD inline bool edge_supports(const PolyhedronView& core, const PolyhedronEdge& edge, Vec3 n) {
  if (edge.face[0] < 0) return true;
  const Vec3 along = normalized(core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]]);
  // Along the face, away from the edge: left of the edge in the face that holds it forwards.
  const Vec3 into_first = cross(core.face_planes[edge.face[0]].normal, along);
  const Vec3 into_second = cross(along, core.face_planes[edge.face[1]].normal);
  return dot(n, into_first) <= arc_slack && dot(n, into_second) <= arc_slack;
}

SCREE_HD inline void keep_better(Separation& best, const Separation& other) {
  if (other.value > best.value) best = other;
}

SCREE_HD SCREE_DEVICE_CALL inline Separation best_axis(const ShapePair& pair) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  Separation best{Vec3{1, 0, 0}, -std::numeric_limits<Real>::infinity()};
  for (std::int32_t f = 0; f < a.face_count; ++f) {
    keep_better(best, separation_along(pair, a.face_planes[f].normal));
  }
  for (std::int32_t f = 0; f < b.face_count; ++f) {
    keep_better(best, separation_along(pair, -(pair.a_from_b * b.face_planes[f].normal)));
  }
  for (std::int32_t i = 0; i < a.edge_count; ++i) {
    const Vec3 edge_a = a.vertices[a.edges[i].vertex[1]] - a.vertices[a.edges[i].vertex[0]];
    for (std::int32_t j = 0; j < b.edge_count; ++j) {
      const Vec3 edge_b = b.vertices[b.edges[j].vertex[1]] - b.vertices[b.edges[j].vertex[0]];
      Vec3 normal = cross(edge_a, pair.a_from_b * edge_b);
      const Real length = norm(normal);
      if (!(length > 1e-14 * norm(edge_a) * norm(edge_b))) continue;  // parallel: no direction of its own
      normal = normal / length;
      for (int side = 0; side < 2; ++side, normal = -normal) {
        if (!edge_supports(a, a.edges[i], normal)) continue;
        if (!edge_supports(b, b.edges[j], to_b_direction(pair, -normal))) continue;
        keep_better(best, separation_along(pair, normal));
      }
    }
  }
  return best;
}

// Whether the foot of `point` (the core's frame) on the face's plane lies in the face: in one of the
// triangles between its middle and its edges. Each edge speaks for its own triangle only: a very short
// one, whose direction is rounding, then cannot cut off the rest of the face.
SCREE_HD inline bool foot_in_face(const PolyhedronView& core, std::int32_t face, Vec3 point) {
  const std::int32_t begin = core.face_begin[face];
  const std::int32_t end = core.face_begin[face + 1];
  const Vec3 normal = core.face_planes[face].normal;
  Vec3 middle;
  for (std::int32_t k = begin; k < end; ++k) middle += core.vertices[core.face_vertices[k]];
  middle = middle / static_cast<Real>(end - begin);
  const auto left_of = [&](Vec3 from, Vec3 to) { return dot(cross(normal, to - from), point - from) >= 0; };
  for (std::int32_t k = begin; k < end; ++k) {
    const Vec3 from = core.vertices[core.face_vertices[k]];
    const Vec3 to = core.vertices[core.face_vertices[k + 1 < end ? k + 1 : begin]];
    if (left_of(middle, from) && left_of(from, to) && left_of(to, middle)) return true;
  }
  return false;
}

// The least distance from a vertex of `other` to a face of `core`; `place` takes `other` to `core`.
template <class Place>
SCREE_HD inline void vertices_to_faces(const PolyhedronView& core, const PolyhedronView& other, Place place,
                                       Real& least, Vec3& normal, Vec3& vertex) {
  for (std::int32_t i = 0; i < other.vertex_count; ++i) {
    const Vec3 point = place(other.vertices[i]);
    for (std::int32_t f = 0; f < core.face_count; ++f) {
      const Real height = dot(core.face_planes[f].normal, point) - core.face_planes[f].offset;
      if (height < 0 || height >= least || !foot_in_face(core, f, point)) continue;
      least = height;
      normal = core.face_planes[f].normal;
      vertex = point;
    }
  }
}

// A core's edge as a segment; a point is a segment without length.
SCREE_HD inline Segment edge_segment(const PolyhedronView& core, std::int32_t i) {
  if (core.edge_count == 0) return {core.vertices[0], core.vertices[0]};
  return {core.vertices[core.edges[i].vertex[0]], core.vertices[core.edges[i].vertex[1]]};
}
SCREE_HD inline std::int32_t segment_count(const PolyhedronView& core) {
  return core.edge_count == 0 ? 1 : core.edge_count;
}

SCREE_HD SCREE_DEVICE_CALL inline FullSearchResult nearest_features(const ShapePair& pair) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  FullSearchResult result;
  Real least = std::numeric_limits<Real>::infinity();

  Vec3 normal;
  Vec3 vertex;
  vertices_to_faces(
      a, b, [&](Vec3 p) { return from_b_point(pair, p); }, least, normal, vertex);
  if (least < std::numeric_limits<Real>::infinity()) {
    result.separation = {normal, least};
    result.point_a = vertex - least * normal;
  }
  const Real before = least;
  const auto to_b = [&](Vec3 p) { return to_b_direction(pair, p - pair.translation); };
  vertices_to_faces(b, a, to_b, least, normal, vertex);
  if (least < before) {
    result.separation = {-(pair.a_from_b * normal), least};
    result.point_a = from_b_point(pair, vertex);
  }

  for (std::int32_t i = 0; i < segment_count(a); ++i) {
    const Segment edge_a = edge_segment(a, i);
    for (std::int32_t j = 0; j < segment_count(b); ++j) {
      Segment edge_b = edge_segment(b, j);
      edge_b = {from_b_point(pair, edge_b.start), from_b_point(pair, edge_b.end)};
      const SegmentDistance d = segment_distance(edge_a, edge_b);
      if (!(d.distance < least)) continue;
      least = d.distance;
      result.separation = {d.normal, d.distance};
      result.point_a = d.point_a;
    }
  }
  return result;
}

}  // namespace full_search_detail

SCREE_HD SCREE_DEVICE_CALL inline FullSearchResult full_search(const ShapePair& pair) {
  const Separation axis = full_search_detail::best_axis(pair);
  if (axis.value <= tolerance::touch * pair.size) return {axis, Vec3{}};
  FullSearchResult apart = full_search_detail::nearest_features(pair);
  // Along an exact axis the separation is the better number where it is the distance itself.
  const bool along_axis = apart.separation.value - axis.value <= tolerance::snap_slack * pair.size;
  if (along_axis) apart.separation = axis;
  return apart;
}

}  // namespace scree
