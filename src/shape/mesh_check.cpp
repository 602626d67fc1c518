// Checks in three steps: the faces' edges match (closed, oriented, one piece, Euler), no edge is
// reflex, and the surface agrees with the convex hull of its vertices.
//
// Polygons count as fans of triangles about their first vertex. Lengths in the geometric steps are
// relative to the mesh's size, so that no product of coordinates overflows.
#include "shape/mesh_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/round_to_float.hpp"

namespace scree {

namespace {

using Index = std::int32_t;

// ---- The faces that count ----

struct Faces {
  std::vector<Index> begin = {0};
  std::vector<Index> vertices;  // half-edge k runs from vertices[k] to vertices[next]

  [[nodiscard]] std::size_t count() const { return begin.size() - 1; }
  [[nodiscard]] std::span<const Index> face(std::size_t f) const {
    return std::span(vertices).subspan(static_cast<std::size_t>(begin[f]),
                                       static_cast<std::size_t>(begin[f + 1] - begin[f]));
  }
  void add(std::span<const Index> face) {
    vertices.insert(vertices.end(), face.begin(), face.end());
    begin.push_back(static_cast<Index>(vertices.size()));
  }
};

// The mesh's faces without vertices that repeat the one before; faces with fewer than three left
// are dropped: what remains of them is a line along which their neighbours meet.
Faces without_repeats(const PolygonMesh& mesh) {
  Faces faces;
  std::vector<Index> face;
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    face.assign(mesh.face_vertices.begin() + mesh.face_begin[f],
                mesh.face_vertices.begin() + mesh.face_begin[f + 1]);
    face.erase(std::unique(face.begin(), face.end()), face.end());
    while (face.size() > 1 && face.front() == face.back()) face.pop_back();
    if (face.size() >= 3) faces.add(face);
  }
  return faces;
}

Vec3 area_vector(std::span<const Index> face, const std::vector<Vec3>& points) {
  Vec3 area;
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    area += 0.5 * cross(points[face[i]] - points[face[0]], points[face[i + 1]] - points[face[0]]);
  }
  return area;
}

// Faces narrower than the tolerance have no area that counts.
Faces without_slivers(const Faces& all, const std::vector<Vec3>& points, Real tolerance) {
  Faces faces;
  for (std::size_t f = 0; f < all.count(); ++f) {
    const auto face = all.face(f);
    Real longest = 0;
    for (const Index v : face) longest = std::max(longest, norm(points[v] - points[face[0]]));
    if (2 * norm(area_vector(face, points)) > tolerance * longest) faces.add(face);
  }
  return faces;
}

// ---- Step 1: edges match ----

struct DirectedEdge {
  Index low, high;  // vertices, low < high
  bool forward;     // runs from low to high
  Index face;
  Index third;  // the third vertex of the fan triangle at this edge
};

std::vector<DirectedEdge> sorted_edges(const Faces& faces) {
  std::vector<DirectedEdge> edges;
  edges.reserve(faces.vertices.size());
  for (std::size_t f = 0; f < faces.count(); ++f) {
    const auto face = faces.face(f);
    const std::size_t n = face.size();
    for (std::size_t k = 0; k < n; ++k) {
      const Index from = face[k];
      const Index to = face[(k + 1) % n];
      const Index third = k == 0 ? face[2] : (k == n - 1 ? face[n - 2] : face[0]);
      edges.push_back({std::min(from, to), std::max(from, to), from < to, static_cast<Index>(f), third});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const DirectedEdge& a, const DirectedEdge& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    if (a.forward != b.forward) return a.forward;
    return a.face < b.face;
  });
  return edges;
}

std::string point_text(Vec3 p) { return fmt::format("({}, {}, {})", p.x, p.y, p.z); }

std::string edge_text(const PolygonMesh& mesh, Index from, Index to) {
  return fmt::format("the edge from {} to {}", point_text(mesh.vertices[from]),
                     point_text(mesh.vertices[to]));
}

// Calls with the first and the number of the entries that share their two vertices.
template <class Visit>
void for_each_edge(const std::vector<DirectedEdge>& edges, Visit visit) {
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t end = first + 1;
    while (end < edges.size() && edges[end].low == edges[first].low && edges[end].high == edges[first].high) {
      ++end;
    }
    visit(first, end - first);
    first = end;
  }
}

std::optional<std::string> matching_fault(const PolygonMesh& mesh, const std::vector<DirectedEdge>& edges) {
  struct Fault {
    std::size_t count = 0, first = 0, faces = 0;
    void add(std::size_t edge, std::size_t face_count) {
      if (count == 0) {
        first = edge;
        faces = face_count;
      }
      ++count;
    }
  } open, crowded, turned;
  for_each_edge(edges, [&](std::size_t first, std::size_t count) {
    if (count == 1) {
      open.add(first, count);
    } else if (count > 2) {
      crowded.add(first, count);
    } else if (edges[first].forward == edges[first + 1].forward) {
      turned.add(first, count);
    }
  });
  const auto where = [&](const Fault& fault) {
    return edge_text(mesh, edges[fault.first].low, edges[fault.first].high);
  };
  if (open.count > 0) {
    return fmt::format(
        "open mesh: {} belongs to one face only, every edge must belong to two ({} open edges)", where(open),
        open.count);
  }
  if (crowded.count > 0) {
    return fmt::format("{} belongs to {} faces, every edge must belong to two ({} such edges)",
                       where(crowded), crowded.faces, crowded.count);
  }
  if (turned.count > 0) {
    return fmt::format(
        "inconsistent orientation: both faces at {} run along it in the same direction, "
        "they must run in opposite ones ({} such edges)",
        where(turned), turned.count);
  }
  return std::nullopt;
}

// Union-find over the faces.
class Parts {
 public:
  explicit Parts(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[root(i)] = root(j); }

 private:
  std::vector<std::size_t> parent_;
};

std::optional<std::string> topology_fault(const PolygonMesh& mesh, const Faces& faces) {
  if (faces.count() == 0) return "no face with an area";
  const std::vector<DirectedEdge> edges = sorted_edges(faces);
  if (auto fault = matching_fault(mesh, edges)) return fault;

  Parts parts(faces.count());
  for (std::size_t e = 0; e < edges.size(); e += 2) {
    parts.join(static_cast<std::size_t>(edges[e].face), static_cast<std::size_t>(edges[e + 1].face));
  }
  std::size_t part_count = 0;
  std::size_t other = 0;  // a face that does not hang together with face 0
  for (std::size_t f = 0; f < faces.count(); ++f) {
    if (parts.root(f) == f) ++part_count;
    if (other == 0 && parts.root(f) != parts.root(0)) other = f;
  }
  if (part_count > 1) {
    return fmt::format(
        "the mesh has {} separate parts, it must have one; one holds the vertex {}, another {}", part_count,
        point_text(mesh.vertices[faces.face(0)[0]]), point_text(mesh.vertices[faces.face(other)[0]]));
  }

  std::vector<Index> used = faces.vertices;
  std::sort(used.begin(), used.end());
  const auto vertex_count = std::unique(used.begin(), used.end()) - used.begin();
  const auto euler = vertex_count - static_cast<std::ptrdiff_t>(edges.size() / 2) +
                     static_cast<std::ptrdiff_t>(faces.count());
  if (euler != 2) {
    return fmt::format(
        "vertices - edges + faces is {}, it must be 2: the mesh has a hole through it, or "
        "touches itself at a vertex",
        euler);
  }
  return std::nullopt;
}

// ---- Steps 2 and 3: convex ----

// Coordinates from -1 to 1 about the middle of the bounds, in units of their diagonal.
struct UnitFrame {
  Real scale = 1;  // m, largest coordinate; divides first, so that nothing overflows
  Vec3 middle;     // in units of scale
  Real size = 1;   // in units of scale

  [[nodiscard]] Vec3 operator()(Vec3 p) const { return (p / scale - middle) / size; }
  [[nodiscard]] Real metres(Real length) const { return length * size * scale; }
};

UnitFrame unit_frame(const std::vector<Vec3>& points) {
  UnitFrame frame;
  frame.scale = 0;
  for (const Vec3& p : points) {
    frame.scale = std::max({frame.scale, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  }
  if (frame.scale == 0) frame.scale = 1;
  Vec3 lower{1, 1, 1};
  Vec3 upper{-1, -1, -1};
  for (const Vec3& p : points) {
    for (int i = 0; i < 3; ++i) {
      lower[i] = std::min(lower[i], p[i] / frame.scale);
      upper[i] = std::max(upper[i], p[i] / frame.scale);
    }
  }
  frame.middle = 0.5 * (lower + upper);
  frame.size = norm(upper - lower);
  if (!(frame.size > 0)) frame.size = 1;
  return frame;
}

// Relative to the size.
Real tolerance_of(const std::vector<Vec3>& points, const UnitFrame& frame) {
  const auto is_float = [](Real x) {
    return std::fabs(x) <= std::numeric_limits<float>::max() && round_to_float(x) == x;
  };
  const bool floats = std::all_of(points.begin(), points.end(),
                                  [&](Vec3 p) { return is_float(p.x) && is_float(p.y) && is_float(p.z); });
  const Real rounding = floats ? 0x1p-24 : 0x1p-53;  // half a unit in the last place
  return mesh_convexity_tolerance + mesh_rounding_allowance * rounding / frame.size;
}

struct Mesh {
  const PolygonMesh& input;  // for messages
  Faces faces;
  std::vector<Vec3> points;  // in the unit frame
  UnitFrame frame;
  Real tolerance = 0;
  Real outward = 1;  // -1: the faces point inwards
};

struct Enclosed {
  Real volume = 0, area = 0;
};

Enclosed enclosed_by(const Faces& faces, const std::vector<Vec3>& points) {
  Enclosed sum;
  for (std::size_t f = 0; f < faces.count(); ++f) {
    const auto face = faces.face(f);
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      const Vec3 a = points[face[0]];
      const Vec3 normal = cross(points[face[i]] - a, points[face[i + 1]] - a);
      sum.volume += dot(a, normal) / 6;
      sum.area += norm(normal) / 2;
    }
  }
  return sum;
}

struct Reflex {
  Real width = 0;  // how far the vertices must move to make the edge flat
  Real angle = 0;  // rad, inside the solid
  Index from = -1, to = -1;
};

// The edge a -> b of a face that holds c; d lies in the face on the other side.
//
// With slivers about, the angle alone says nothing: rounding turns a sliver's normal anywhere. What
// counts is the width of the tetrahedron a b c d, the least distance of two parallel planes that hold
// it: vertices that were coplanar before they were rounded by e have a width of at most 2 e. A
// tetrahedron is narrowest across a face or across two opposite edges, so its width is the
// determinant over the largest of these seven cross products.
Reflex reflex_at(const Mesh& mesh, Index from, Index to, Vec3 c, Vec3 d) {
  const Vec3 a = mesh.points[from];
  const Vec3 b = mesh.points[to];
  const Real det = mesh.outward * dot(cross(b - a, c - a), d - a);
  if (!(det > 0)) return {};
  const Real largest =
      std::max({norm(cross(b - a, c - a)), norm(cross(b - a, d - a)), norm(cross(c - a, d - a)),
                norm(cross(c - b, d - b)), norm(cross(b - a, d - c)), norm(cross(c - a, d - b)),
                norm(cross(d - a, c - b))});
  // Turned by 90 degrees about the edge, c and d show the angle between the faces; with d above the
  // face of c that is the angle outside.
  const Vec3 turned_c = cross(b - a, c - a);
  const Vec3 turned_d = cross(b - a, d - a);
  const Real outside = std::atan2(norm(cross(turned_c, turned_d)), dot(turned_c, turned_d));
  return {det / largest, 2 * std::numbers::pi - outside, from, to};
}

// A point on the face's own side of its edge: the fan's third vertex, unless the polygon is not
// convex and the fan leaves it there; then one that the polygon's normal gives.
Vec3 point_beside(const Mesh& mesh, const std::vector<Vec3>& areas, const DirectedEdge& edge) {
  const Vec3 third = mesh.points[edge.third];
  const Vec3 start = mesh.points[edge.forward ? edge.low : edge.high];
  const Vec3 along = mesh.points[edge.forward ? edge.high : edge.low] - start;
  const Vec3 area = areas[static_cast<std::size_t>(edge.face)];
  if (dot(cross(along, third - start), area) >= 0) return third;
  return start + 0.5 * along + cross(normalized(area), along);
}

struct WorstEdges {
  Reflex beyond_tolerance;  // of the largest angle
  Reflex widest;            // of any width
};

void consider(const Reflex& reflex, Real tolerance, WorstEdges& worst) {
  if (reflex.width > worst.widest.width) worst.widest = reflex;
  if (reflex.width > tolerance && reflex.angle > worst.beyond_tolerance.angle)
    worst.beyond_tolerance = reflex;
}

WorstEdges worst_edges(const Mesh& mesh) {
  WorstEdges worst;
  std::vector<Vec3> areas;
  for (std::size_t f = 0; f < mesh.faces.count(); ++f) {
    areas.push_back(area_vector(mesh.faces.face(f), mesh.points));
  }
  const std::vector<DirectedEdge> edges = sorted_edges(mesh.faces);
  for (std::size_t e = 0; e < edges.size(); e += 2) {
    const Reflex reflex = reflex_at(mesh, edges[e].low, edges[e].high, point_beside(mesh, areas, edges[e]),
                                    point_beside(mesh, areas, edges[e + 1]));
    consider(reflex, mesh.tolerance, worst);
  }
  for (std::size_t f = 0; f < mesh.faces.count(); ++f) {
    const auto face = mesh.faces.face(f);
    for (std::size_t i = 2; i + 1 < face.size(); ++i) {  // the edges within a fan
      const Vec3 before = mesh.points[face[i - 1]];
      const Vec3 after = mesh.points[face[i + 1]];
      consider(reflex_at(mesh, face[i], face[0], before, after), mesh.tolerance, worst);
    }
  }
  return worst;
}

// The hull in the mesh's unit frame.
struct UnitHull {
  const Polyhedron& topology;
  std::vector<Vec3> points;
  Faces faces;
};

UnitHull unit_hull(const Shape& hull, const UnitFrame& frame) {
  UnitHull unit{*hull.core, {}, {}};
  for (const Vec3& v : hull.core->vertices) unit.points.push_back(frame(v + hull.centre));
  unit.faces.begin = hull.core->face_begin;
  unit.faces.vertices = hull.core->face_vertices;
  return unit;
}

// Climbs from vertex to neighbour; on a convex body every local maximum is the maximum.
Index support_vertex(const UnitHull& hull, Vec3 direction, Index start) {
  Index best = start;
  Real reach = dot(direction, hull.points[start]);
  for (bool climbing = true; climbing;) {
    const Index at = best;
    for (Index k = hull.topology.vertex_begin[at]; k < hull.topology.vertex_begin[at + 1]; ++k) {
      const Index neighbour = hull.topology.vertex_neighbours[k];
      if (const Real value = dot(direction, hull.points[neighbour]); value > reach) {
        reach = value;
        best = neighbour;
      }
    }
    climbing = best != at;
  }
  return best;
}

// A point's depth below the hull's surface is the least, over all directions, of how much farther
// the hull reaches than the point does; the least is found among the hull's face normals.
Real depth_below_faces(const UnitHull& hull, Vec3 point) {
  Real depth = std::numeric_limits<Real>::infinity();
  for (std::size_t f = 0; f < hull.faces.count(); ++f) {
    const auto face = hull.faces.face(f);
    const Vec3 area = area_vector(face, hull.points);
    depth = std::min(depth, dot(area, hull.points[face[0]] - point) / norm(area));
  }
  return depth;
}

// How deep the first vertex that lies deeper than the tolerance lies; 0: there is none. Any direction
// proves a vertex shallow, and the mesh's own normal there nearly always does.
Real deep_vertex(const Mesh& mesh, const UnitHull& hull) {
  std::vector<Vec3> normals(mesh.points.size());
  for (std::size_t f = 0; f < mesh.faces.count(); ++f) {
    const auto face = mesh.faces.face(f);
    const Vec3 area = mesh.outward * area_vector(face, mesh.points);
    for (const Index v : face) normals[v] += area;
  }
  Index support = 0;
  for (const Index v : mesh.faces.vertices) {
    if (const Real length = norm(normals[v]); length > 0) {
      const Vec3 direction = normals[v] / length;
      support = support_vertex(hull, direction, support);
      if (dot(direction, hull.points[support] - mesh.points[v]) <= mesh.tolerance) continue;
    }
    const Real depth = depth_below_faces(hull, mesh.points[v]);
    if (depth > mesh.tolerance) return depth;
  }
  return 0;
}

std::string reflex_text(const Mesh& mesh, const Reflex& reflex) {
  return fmt::format("{} has an inner angle of {:.6f} degrees, at most 180 are allowed",
                     edge_text(mesh.input, reflex.from, reflex.to), reflex.angle * 180 / std::numbers::pi);
}

std::optional<std::string> convexity_fault(const Mesh& mesh, const Shape& shape) {
  const WorstEdges worst = worst_edges(mesh);
  if (worst.beyond_tolerance.from >= 0) {
    return fmt::format("not convex: {}", reflex_text(mesh, worst.beyond_tolerance));
  }
  // From here on no single edge is reflex beyond the tolerance; many slightly reflex ones, or a
  // surface that winds around itself, still leave their marks.
  const UnitHull hull = unit_hull(shape, mesh.frame);
  const std::string edge = worst.widest.from < 0 ? "" : "; " + reflex_text(mesh, worst.widest);
  if (const Real depth = deep_vertex(mesh, hull); depth > 0) {
    return fmt::format(
        "not convex: a vertex lies {:.3g} m inside the convex hull, at most {:.3g} m are allowed{}",
        mesh.frame.metres(depth), mesh.frame.metres(mesh.tolerance), edge);
  }
  const Enclosed of_mesh = enclosed_by(mesh.faces, mesh.points);
  const Enclosed of_hull = enclosed_by(hull.faces, hull.points);
  // A surface within the tolerance of the hull's encloses less by the tolerance times the area; the
  // factor leaves room for the edges, which may be as far inside again as the vertices.
  constexpr Real allowance = 4;
  const Real missing = of_hull.volume - mesh.outward * of_mesh.volume;
  if (!(std::fabs(missing) <= allowance * mesh.tolerance * of_hull.area)) {
    return fmt::format(
        "not convex: the mesh encloses {:.6g} times the volume of its convex hull, it crosses "
        "itself or has a dent{}",
        mesh.outward * of_mesh.volume / of_hull.volume, edge);
  }
  return std::nullopt;
}

std::vector<Vec3> used_vertices(const PolygonMesh& mesh, const Faces& faces) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const Index v : faces.vertices) used[v] = true;
  std::vector<Vec3> points;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (used[v]) points.push_back(mesh.vertices[v]);
  }
  return points;
}

void add_note(std::size_t count, std::string_view what, Shape& shape) {
  if (count > 0) shape.notes.push_back(fmt::format("{} {} were left out", count, what));
}

}  // namespace

Result<Shape> polyhedron_from_mesh(const PolygonMesh& mesh, std::string_view file_name) {
  const auto fail = [&](std::string_view what) { return Error{fmt::format("{}: {}", file_name, what)}; };
  if (mesh.face_begin.size() < 2) return fail("the mesh has no faces");

  Mesh work{mesh, without_repeats(mesh), {}, {}, 0, 1};
  const std::vector<Vec3> used = used_vertices(mesh, work.faces);
  work.frame = unit_frame(used);
  work.tolerance = tolerance_of(used, work.frame);
  for (const Vec3& p : mesh.vertices) work.points.push_back(work.frame(p));

  // A face without area may be what closes the mesh where a vertex lies on a neighbour's edge, or it
  // may be in the way; so the mesh may pass with them or without.
  if (const auto fault = topology_fault(mesh, work.faces)) {
    work.faces = without_slivers(work.faces, work.points, work.tolerance);
    if (topology_fault(mesh, work.faces)) return fail(*fault);
  }

  const std::vector<Vec3> corners = used_vertices(mesh, work.faces);
  auto shape = make_polyhedron(corners);
  if (!shape) return fail(shape.error().message);
  if (enclosed_by(work.faces, work.points).volume < 0) work.outward = -1;
  if (const auto fault = convexity_fault(work, *shape)) return fail(*fault);
  add_note(mesh.face_begin.size() - 1 - work.faces.count(), "faces without area", *shape);
  add_note(mesh.vertices.size() - corners.size(), "vertices without faces", *shape);
  return shape;
}

std::optional<Error> check_closed_and_convex(const PolygonMesh& mesh, std::string_view file_name) {
  const auto shape = polyhedron_from_mesh(mesh, file_name);
  if (shape) return std::nullopt;
  return shape.error();
}

}  // namespace scree
