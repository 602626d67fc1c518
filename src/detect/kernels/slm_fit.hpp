// How features of a polyhedron lie along a direction, and the normal of a link's two features, for the proof
// of the shortest link (slm_link.hpp). Lengths in metres.
#pragma once

#include <limits>

#include "detect/kernels/slm_direct.hpp"
#include "detect/kernels/slm_link.hpp"

namespace scree {

namespace slm_detail {

// Looks at all neighbours but `skipped`.
SCREE_HD inline SurfaceFit fit_vertex(const PolyhedronView& core, std::int32_t vertex, std::int32_t skipped,
                                      Vec3 n, Real slack) {
  const std::int32_t end = core.vertex_begin[vertex + 1];
  const Vec3 base = core.vertices[vertex];
  Real highest = -std::numeric_limits<Real>::infinity();
  for (std::int32_t k = core.vertex_begin[vertex]; k < end; ++k) {
    const std::int32_t neighbour = core.vertex_neighbours[k];
    const Real height = dot(n, core.vertices[neighbour] - base);
    if (height > highest && neighbour != skipped) highest = height;
  }
  return fit_of_rise(highest, slack);
}

// A level edge supports where one of its ends does.
SCREE_HD inline SurfaceFit fit_edge(const PolyhedronView& core, std::int32_t index, Vec3 n, Real slack) {
  const std::int32_t* vertex = core.edges[index].vertex;
  const Vec3 along = core.vertices[vertex[1]] - core.vertices[vertex[0]];
  const Real tilt = std::fabs(dot(n, along));
  if (tilt > nearly_level * reach(along)) return SurfaceFit::rises;
  const SurfaceFit end = fit_vertex(core, vertex[0], vertex[1], n, slack);
  return tilt > level * reach(along) && end == SurfaceFit::supports ? SurfaceFit::level : end;
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

}  // namespace slm_detail

SCREE_HD inline SurfaceFit fit_along(const PolyhedronView& core, const SurfacePlace& place, Vec3 n,
                                     Real slack) {
  using namespace slm_detail;
  if (place.dimension == 0) return fit_vertex(core, place.index, -1, n, slack);
  if (place.dimension == 1) return fit_edge(core, place.index, n, slack);
  return fit_side(core, place.index, n);
}

// From a vertex to the edge, from an edge to the face that rises most along `n`. The point stays.
SCREE_HD inline bool widen_along(const PolyhedronView& core, Vec3 n, SurfacePlace& place) {
  using slm_detail::reach;
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

}  // namespace scree
