#include "shape/polyhedron.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "math/double_double.hpp"

namespace scree {
namespace {

// The face's vector area, summed in double-double so that the normal of a sliver is right to rounding
// too; the offset is that of the outermost vertex, so that the plane supports the face.
Plane face_plane(const std::vector<Vec3>& vertices, const std::int32_t* loop, int count) {
  const Vec3 base = vertices[loop[0]];
  DoubleDouble3 area;
  for (int k = 1; k + 1 < count; ++k) {
    area = area +
           cross(exact_difference(vertices[loop[k]], base), exact_difference(vertices[loop[k + 1]], base));
  }
  Plane plane{normalized(rounded(area)), 0};
  plane.offset = dot(plane.normal, base);
  for (int k = 1; k < count; ++k) {
    plane.offset = std::max(plane.offset, dot(plane.normal, vertices[loop[k]]));
  }
  return plane;
}

// Pairs each half-edge with its twin and numbers the edges in order of first appearance.
bool link_half_edges(Polyhedron& p) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> by_ends;
  for (std::int32_t f = 0; f + 1 < static_cast<std::int32_t>(p.face_begin.size()); ++f) {
    const std::int32_t begin = p.face_begin[f];
    const std::int32_t end = p.face_begin[f + 1];
    for (std::int32_t k = begin; k < end; ++k) {
      const std::int32_t next = k + 1 < end ? k + 1 : begin;
      p.half_edges[k] = {p.face_vertices[k], -1, next, f, -1};
      if (!by_ends.try_emplace({p.face_vertices[k], p.face_vertices[next]}, k).second) return false;
    }
  }
  for (auto& half_edge : p.half_edges) {
    const auto k = static_cast<std::int32_t>(&half_edge - p.half_edges.data());
    const std::int32_t destination = p.half_edges[half_edge.next].origin;
    const auto twin = by_ends.find({destination, half_edge.origin});
    if (twin == by_ends.end()) return false;
    half_edge.twin = twin->second;
    if (half_edge.twin > k) {
      half_edge.edge = static_cast<std::int32_t>(p.edges.size());
      p.edges.push_back(
          {{half_edge.origin, destination}, {half_edge.face, p.half_edges[half_edge.twin].face}});
    } else {
      half_edge.edge = p.half_edges[half_edge.twin].edge;
    }
  }
  return true;
}

// Walks once around each vertex. False if a vertex has no face or more than one fan of faces.
bool list_vertex_fans(Polyhedron& p) {
  std::vector<std::int32_t> outgoing(p.vertices.size(), -1);
  std::vector<std::int32_t> degree(p.vertices.size(), 0);
  for (std::size_t k = 0; k < p.half_edges.size(); ++k) {
    const std::int32_t v = p.half_edges[k].origin;
    if (outgoing[v] < 0) outgoing[v] = static_cast<std::int32_t>(k);
    ++degree[v];
  }
  p.vertex_begin.assign(1, 0);
  for (std::size_t v = 0; v < p.vertices.size(); ++v) {
    if (outgoing[v] < 0) return false;
    std::int32_t k = outgoing[v];
    std::int32_t steps = 0;
    do {
      p.vertex_neighbours.push_back(p.half_edges[p.half_edges[k].next].origin);
      p.vertex_edges.push_back(p.half_edges[k].edge);
      p.vertex_faces.push_back(p.half_edges[k].face);
      // The next edge counter-clockwise: back along the face's previous half-edge.
      std::int32_t previous = k;
      while (p.half_edges[previous].next != k) previous = p.half_edges[previous].next;
      k = p.half_edges[previous].twin;
    } while (k != outgoing[v] && ++steps < degree[v]);
    if (k != outgoing[v] || steps + 1 != degree[v]) return false;
    p.vertex_begin.push_back(static_cast<std::int32_t>(p.vertex_neighbours.size()));
  }
  return true;
}

Real shortest_edge(const Polyhedron& p) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const PolyhedronEdge& edge : p.edges) {
    least = std::min(least, norm(p.vertices[edge.vertex[1]] - p.vertices[edge.vertex[0]]));
  }
  return least;
}

}  // namespace

Result<Polyhedron> build_polyhedron(std::vector<Vec3> vertices, const FaceLoops& faces) {
  Polyhedron p;
  p.vertices = std::move(vertices);
  p.face_begin.push_back(0);
  for (const auto& loop : faces) {
    p.face_vertices.insert(p.face_vertices.end(), loop.begin(), loop.end());
    p.face_begin.push_back(static_cast<std::int32_t>(p.face_vertices.size()));
    p.face_planes.push_back(face_plane(p.vertices, loop.data(), static_cast<int>(loop.size())));
    if (!is_finite(p.face_planes.back().normal)) return Error{"a face has no area"};
  }
  p.half_edges.resize(p.face_vertices.size());
  if (!link_half_edges(p)) return Error{"the faces do not form a closed surface"};
  if (!list_vertex_fans(p)) return Error{"the faces do not meet in a single fan at each vertex"};
  const auto euler = static_cast<long>(p.vertices.size()) - static_cast<long>(p.edges.size()) +
                     static_cast<long>(faces.size());
  if (euler != 2) return Error{"the faces do not form one closed surface without holes"};
  p.shortest_edge = shortest_edge(p);
  return p;
}

MassProperties polyhedron_mass(const Polyhedron& p) {
  Real volume6 = 0;  // 6 x volume
  Vec3 first24;      // 24 x first moment
  // 120 x second moments: xx, yy, zz, xy, yz, zx.
  Real second120[6] = {};
  for (std::size_t f = 0; f < p.face_planes.size(); ++f) {
    const std::int32_t* loop = p.face_vertices.data() + p.face_begin[f];
    const Vec3 a = p.vertices[loop[0]];
    for (int k = 1; k + 1 < p.face_begin[f + 1] - p.face_begin[f]; ++k) {
      const Vec3 b = p.vertices[loop[k]];
      const Vec3 c = p.vertices[loop[k + 1]];
      // Tetrahedron (0, a, b, c): with det = a.(b x c), s = a + b + c and V = det/6,
      // Int x dV = V s/4 and Int x_i x_j dV = V/20 (a_i a_j + b_i b_j + c_i c_j + s_i s_j).
      const Real det = dot(a, cross(b, c));
      const Vec3 s = a + b + c;
      volume6 += det;
      first24 += det * s;
      const auto product = [&](int i, int j) {
        return det * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
      };
      for (int i = 0; i < 3; ++i) {
        second120[i] += product(i, i);
        second120[3 + i] += product(i, (i + 1) % 3);
      }
    }
  }
  MassProperties mass;
  mass.volume = volume6 / 6;
  mass.centroid = first24 / 24 / mass.volume;
  Real second[6];  // about the centroid
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    second[i] = second120[i] / 120 - mass.volume * mass.centroid[i] * mass.centroid[i];
    second[3 + i] = second120[3 + i] / 120 - mass.volume * mass.centroid[i] * mass.centroid[j];
  }
  mass.inertia = {{{second[1] + second[2], -second[3], -second[5]},
                   {-second[3], second[2] + second[0], -second[4]},
                   {-second[5], -second[4], second[0] + second[1]}}};
  return mass;
}

void set_vertices(Polyhedron& polyhedron, std::vector<Vec3> vertices) {
  polyhedron.vertices = std::move(vertices);
  for (std::size_t f = 0; f < polyhedron.face_planes.size(); ++f) {
    polyhedron.face_planes[f] =
        face_plane(polyhedron.vertices, polyhedron.face_vertices.data() + polyhedron.face_begin[f],
                   polyhedron.face_begin[f + 1] - polyhedron.face_begin[f]);
  }
  polyhedron.shortest_edge = shortest_edge(polyhedron);
}

std::shared_ptr<const Polyhedron> finished(Polyhedron&& polyhedron) {
  const std::vector<Vec3>& vertices = polyhedron.vertices;
  const std::size_t padded = (vertices.size() + vertex_lanes - 1) / vertex_lanes * vertex_lanes;
  polyhedron.lanes.resize(3 * padded);
  for (std::size_t i = 0; i < padded; ++i) {
    const Vec3 vertex = vertices[std::min(i, vertices.size() - 1)];
    for (int axis = 0; axis < 3; ++axis) polyhedron.lanes[axis * padded + i] = vertex[axis];
  }
  return std::make_shared<const Polyhedron>(std::move(polyhedron));
}

Real polyhedron_size(const Polyhedron& polyhedron) {
  Real largest = 0;
  for (const Vec3& vertex : polyhedron.vertices) largest = std::max(largest, norm_squared(vertex));
  return 2 * std::sqrt(largest);
}

}  // namespace scree
