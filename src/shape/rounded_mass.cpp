// A convex polyhedron swept by a ball of radius r, cut into pieces whose moments are known (the local
// form of Steiner's formula): the core, a prism of height r on each face, a sector of a cylinder along
// each edge, and a sector of a ball at each vertex. The moments of every piece up to second order are
// integrals over the piece's face, edge or vertex times powers of r.
#include "shape/rounded_mass.hpp"

#include <cmath>
#include <numbers>

#include "shape/polyhedron.hpp"

namespace scree {
namespace {

// Int dV, Int x dV and Int x x^T dV.
struct Moments {
  Real zeroth = 0;
  Vec3 first;
  Mat3 second;
};

Mat3 outer(Vec3 a, Vec3 b) { return {{a.x * b, a.y * b, a.z * b}}; }
Mat3 both_outer(Vec3 a, Vec3 b) { return {{a.x * b + b.x * a, a.y * b + b.y * a, a.z * b + b.z * a}}; }
void add(Mat3& m, Real factor, const Mat3& n) {
  for (int i = 0; i < 3; ++i) m.row[i] += factor * n.row[i];
}

// The arc of outward directions at an edge, from the normal of face[0] to that of face[1].
struct Arc {
  Real angle = 0;  // rad
  Vec3 tangent;    // unit, from vertex[0] to vertex[1]
  Vec3 integral;   // Int u ds
  Mat3 second;     // Int u u^T ds
};

Arc make_arc(const Polyhedron& core, const PolyhedronEdge& edge) {
  const Vec3 n0 = core.face_planes[edge.face[0]].normal;
  const Vec3 n1 = core.face_planes[edge.face[1]].normal;
  Arc arc;
  arc.tangent = normalized(core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]]);
  arc.angle = std::atan2(dot(arc.tangent, cross(n0, n1)), dot(n0, n1));
  // With m the middle direction and s across it, u = cos(t) m + sin(t) s for |t| <= angle / 2. The better
  // conditioned of sum and difference of the normals gives m: a knife's edge has almost opposite ones.
  const Vec3 middle = dot(n0, n1) >= 0 ? normalized(n0 + n1) : normalized(cross(n1 - n0, arc.tangent));
  const Vec3 across = cross(arc.tangent, middle);
  arc.integral = 2 * std::sin(arc.angle / 2) * middle;
  add(arc.second, (arc.angle + std::sin(arc.angle)) / 2, outer(middle, middle));
  add(arc.second, (arc.angle - std::sin(arc.angle)) / 2, outer(across, across));
  return arc;
}

void add_face_prism(const Polyhedron& core, std::size_t face, Real r, Moments& sum) {
  const Vec3 normal = core.face_planes[face].normal;
  const std::int32_t* loop = core.face_vertices.data() + core.face_begin[face];
  const Vec3 a = core.vertices[loop[0]];
  for (int k = 1; k + 1 < core.face_begin[face + 1] - core.face_begin[face]; ++k) {
    const Vec3 b = core.vertices[loop[k]];
    const Vec3 c = core.vertices[loop[k + 1]];
    const Real area = dot(normal, cross(b - a, c - a)) / 2;
    const Vec3 s = a + b + c;
    // Over the triangle: Int x dA = area s / 3, Int x x^T dA = area (aa + bb + cc + ss) / 12.
    sum.zeroth += area * r;
    sum.first += area * (r / 3 * s + r * r / 2 * normal);
    for (const Vec3 v : {a, b, c, s}) add(sum.second, area * r / 12, outer(v, v));
    add(sum.second, area * r * r / 6, both_outer(s, normal));
    add(sum.second, area * r * r * r / 3, outer(normal, normal));
  }
}

void add_edge_sector(const Polyhedron& core, const PolyhedronEdge& edge, const Arc& arc, Real r,
                     Moments& sum) {
  const Vec3 span = core.vertices[edge.vertex[1]] - core.vertices[edge.vertex[0]];
  const Vec3 middle = core.vertices[edge.vertex[0]] + span / 2;
  const Real length = norm(span);
  const Real volume = length * arc.angle * r * r / 2;
  sum.zeroth += volume;
  sum.first += volume * middle + length * r * r * r / 3 * arc.integral;
  add(sum.second, volume, outer(middle, middle));
  add(sum.second, volume / 12, outer(span, span));
  add(sum.second, length * r * r * r / 3, both_outer(middle, arc.integral));
  add(sum.second, length * r * r * r * r / 4, arc.second);
}

Real angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// The outward directions at a vertex form a spherical polygon; its corners are the normals of the faces
// there and its sides the arcs of the edges. With t the edge's direction away from the vertex:
//   solid angle  Omega = 2 pi - sum of the face angles at the vertex (the polygon's exterior angles);
//   Int u dOmega = -1/2 sum angle t, since the polygon and the plane sectors to its centre close up.
// Int u u^T dOmega is left out: it does not depend on where the vertex lies, so that the sum over all
// vertices is that of one whole ball, added once (see rounded_mass).
void add_vertex_sector(const Polyhedron& core, std::size_t vertex, const std::vector<Arc>& arcs, Real r,
                       Moments& sum) {
  const Vec3 v = core.vertices[vertex];
  const std::int32_t begin = core.vertex_begin[vertex];
  const std::int32_t end = core.vertex_begin[vertex + 1];
  Real solid_angle = 2 * std::numbers::pi;
  Vec3 first;
  for (std::int32_t k = begin; k < end; ++k) {
    const std::int32_t next = k + 1 < end ? k + 1 : begin;
    const Vec3 to_here = core.vertices[core.vertex_neighbours[k]] - v;
    const Vec3 to_next = core.vertices[core.vertex_neighbours[next]] - v;
    solid_angle -= angle_between(to_here, to_next);
    const Arc& arc = arcs[core.vertex_edges[k]];
    const bool leaves = core.edges[core.vertex_edges[k]].vertex[0] == static_cast<std::int32_t>(vertex);
    first += (leaves ? -arc.angle : arc.angle) / 2 * arc.tangent;
  }
  const Real volume = solid_angle * r * r * r / 3;
  sum.zeroth += volume;
  sum.first += volume * v + r * r * r * r / 4 * first;
  add(sum.second, volume, outer(v, v));
  add(sum.second, r * r * r * r / 4, both_outer(v, first));
}

// Inertia J = tr(S) 1 - S about a point, from the second moments S about it; it is its own inverse up to
// the trace: S = tr(J)/2 1 - J.
Mat3 trace_minus(const Mat3& m, Real trace_factor) {
  const Real trace = trace_factor * (m.row[0].x + m.row[1].y + m.row[2].z);
  Mat3 result{{{trace, 0, 0}, {0, trace, 0}, {0, 0, trace}}};
  add(result, -1, m);
  return result;
}

Moments moments_of(const MassProperties& mass) {
  Moments moments{mass.volume, mass.volume * mass.centroid, trace_minus(mass.inertia, 0.5)};
  add(moments.second, mass.volume, outer(mass.centroid, mass.centroid));
  return moments;
}

}  // namespace

MassProperties rounded_mass(const Polyhedron& core, Real radius) {
  Moments sum = moments_of(polyhedron_mass(core));
  for (std::size_t f = 0; f < core.face_planes.size(); ++f) add_face_prism(core, f, radius, sum);
  std::vector<Arc> arcs;
  arcs.reserve(core.edges.size());
  for (const PolyhedronEdge& edge : core.edges) {
    arcs.push_back(make_arc(core, edge));
    add_edge_sector(core, edge, arcs.back(), radius, sum);
  }
  for (std::size_t v = 0; v < core.vertices.size(); ++v) add_vertex_sector(core, v, arcs, radius, sum);
  // The second moments of the vertex sectors about their own vertices: together a ball's, 4 pi r^5 / 15.
  const Real ball = 4 * std::numbers::pi / 15 * std::pow(radius, 5);
  for (int i = 0; i < 3; ++i) sum.second.row[i][i] += ball;

  MassProperties mass;
  mass.volume = sum.zeroth;
  mass.centroid = sum.first / sum.zeroth;
  add(sum.second, -sum.zeroth, outer(mass.centroid, mass.centroid));
  mass.inertia = trace_minus(sum.second, 1);
  return mass;
}

}  // namespace scree
