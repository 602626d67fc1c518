// Places on the surface of a polyhedron, by the feature they lie on.
#pragma once

#include <scree/shape.hpp>

#include <cmath>

#include "math/random.hpp"

namespace scree::bench {

// A point on a vertex, edge or face, a direction the feature supports and one along it (relative to the
// shape's centre, m).
struct FeaturePoint {
  Vec3 point, normal, along;
};

// Powers of ten, their exponents evenly spread.
inline Real log_uniform(Random& random, Real low, Real high) {
  return std::pow(10, uniform(random, std::log10(low), std::log10(high)));
}

template <class Items>
int any_of(Random& random, const Items& items) {
  return uniform_index(random, static_cast<int>(items.size()));
}

// The normal is a sum of those of the faces around, each times a number between `least_weight` and 1.
inline FeaturePoint random_vertex(Random& random, const Polyhedron& p, Real least_weight) {
  const int v = any_of(random, p.vertices);
  Vec3 normal;
  for (int k = p.vertex_begin[v]; k < p.vertex_begin[v + 1]; ++k) {
    normal += uniform(random, least_weight, 1) * p.face_planes[p.vertex_faces[k]].normal;
  }
  return {p.vertices[v], normalized(normal),
          p.vertices[p.vertex_neighbours[p.vertex_begin[v]]] - p.vertices[v]};
}

// `way`: of the edge's length; `share`: of its first face in the normal.
inline FeaturePoint point_of_edge(const Polyhedron& p, int edge, Real way, Real share) {
  const PolyhedronEdge& e = p.edges[edge];
  const Vec3 along = p.vertices[e.vertex[1]] - p.vertices[e.vertex[0]];
  const Vec3 normal = share * p.face_planes[e.face[0]].normal + (1 - share) * p.face_planes[e.face[1]].normal;
  return {p.vertices[e.vertex[0]] + way * along, normalized(normal), along};
}

// The point is a mean of the face's corners, each with a weight between `least_weight` and 1.
inline FeaturePoint random_face(Random& random, const Polyhedron& p, Real least_weight) {
  const int f = any_of(random, p.face_planes);
  Vec3 point;
  Real sum = 0;
  for (int k = p.face_begin[f]; k < p.face_begin[f + 1]; ++k) {
    const Real weight = uniform(random, least_weight, 1);
    point += weight * p.vertices[p.face_vertices[k]];
    sum += weight;
  }
  const int k = p.face_begin[f];
  return {point / sum, p.face_planes[f].normal,
          p.vertices[p.face_vertices[k + 1]] - p.vertices[p.face_vertices[k]]};
}

}  // namespace scree::bench
