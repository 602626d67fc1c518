// Convex shapes: makers, mass, bounds, support points, meshes.
//
// A shape is immutable plain data. Its own frame is the one its maker's numbers are given in; its
// origin need not be the centroid. Inside scree all coordinates are kept relative to the centroid
// (`Shape::centre`), so that a shape far from its own origin loses no digits.
#pragma once

#include <scree/result.hpp>
#include <scree/topology.hpp>
#include <scree/vec.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

std::string_view name(ShapeType type);

// A convex polyhedron with its full topology in flat arrays. Coordinates are relative to the
// shape's centre. Faces list their vertices counter-clockwise seen from outside.
inline constexpr int vertex_lanes = 8;
struct Polyhedron {
  std::vector<Vec3> vertices;               // m
  std::vector<Plane> face_planes;           // outward
  std::vector<std::int32_t> face_begin;     // face f: [face_begin[f], face_begin[f+1])
  std::vector<std::int32_t> face_vertices;  // ordered loop; half-edge k starts at face_vertices[k]
  std::vector<PolyhedronEdge> edges;
  std::vector<HalfEdge> half_edges;             // same index as face_vertices
  std::vector<std::int32_t> vertex_begin;       // vertex v: [vertex_begin[v], vertex_begin[v+1]) of:
  std::vector<std::int32_t> vertex_neighbours;  //   neighbours, counter-clockwise from outside,
  std::vector<std::int32_t> vertex_edges;       //   the edge to each neighbour,
  std::vector<std::int32_t> vertex_faces;       //   the face left of each such edge (leaving v)
  Real shortest_edge = 0;                       // m, the least length of an edge
  // The vertices once more, to be looked at several at a time: x of all, then y, then z. Each of the three is
  // filled up to a multiple of `vertex_lanes` by the last vertex.
  std::vector<Real> lanes;  // m
};

// A convex polygon, its corners counter-clockwise. Coordinates are relative to the shape's centre.
struct Polygon {
  std::vector<Vec2> vertices;    // m
  std::vector<Line> edge_lines;  // edge i, from vertex i to the next: outward
  Real shortest_edge = 0;        // m
};

// For unit density: multiply volume and inertia by the density [kg/m3]. A shape of the plane counts as one
// metre thick: its volume is its area in m2, and only its inertia about z (row[2].z) is ever used.
struct MassProperties {
  Real volume = 0;  // m3
  Vec3 centroid;    // m, in the shape's own frame
  Mat3 inertia;     // m5, about the centroid, in the shape's axes
};

// Moments in ascending order and the rotation that takes principal axes to shape axes.
struct PrincipalFrame {
  Vec3 moments;  // m5
  Quat shape_from_principal;
};

struct Bounds {
  Vec3 lower, upper;  // m
};

struct TriangleMesh {
  std::vector<Vec3> vertices;                          // m, in the shape's own frame
  std::vector<std::array<std::int32_t, 3>> triangles;  // counter-clockwise seen from outside
};

struct Shape {
  ShapeType type = ShapeType::sphere;
  Vec3 centre;                 // m, the centroid in the shape's own frame; half-space: a point of its plane
  Real size = 0;               // m, diameter of the ball about the centre that holds the shape
  Real sweep_radius = 0;       // m, sphere, capsule, rounded polyhedron, disc: radius of the swept ball
  Vec3 radii;                  // m, superellipsoid, ellipsoid, (super)ellipse (z = 0): semi-axes; cylinder:
                               // (r, r, half height)
  Real exponents[2] = {1, 1};  // superellipsoid: Barr's epsilon 1 (along z) and epsilon 2 (in the xy plane);
                               // superellipse: both its epsilon
  Vec3 normal;                 // half-space: unit, out of the solid
  std::shared_ptr<const Polyhedron> core;  // polyhedron; rounded polyhedron, sphere (a point) and
                                           // capsule (a segment): what the ball is swept over
  std::shared_ptr<const Polygon> outline;  // polygon; disc (a point): what the disc is swept over
  MassProperties mass;
  std::vector<std::string> notes;  // what the maker did to the input, such as merging duplicates
};

// Makers. Every length in metres. The error names the offending key and value.
Result<Shape> make_polyhedron(const std::vector<Vec3>& points);  // the convex hull of the points
Result<Shape> make_box(Vec3 extents);                            // full edge lengths, centred
Result<Shape> make_tetrahedron(Real edge);                       // regular, centred
Result<Shape> make_octahedron(Real edge);
Result<Shape> make_icosahedron(Real edge);
Result<Shape> make_dodecahedron(Real edge);
Result<Shape> make_pyramid(Real base, Real height);             // square base, base centre at the origin
Result<Shape> make_prism(int sides, Real radius, Real height);  // regular, centred, axis along z
Result<Shape> make_tetrakis_cube(Real edge, Real height);       // a cube with six pyramids: 14 vertices
Result<Shape> make_superellipsoid(Vec3 radii, Real epsilon1, Real epsilon2);  // 0 < epsilon < 2
Result<Shape> make_ellipsoid(Vec3 radii);
Result<Shape> make_sphere(Real radius);
Result<Shape> make_cylinder(Real radius, Real height);  // centred, axis along z
Result<Shape> make_capsule(Real radius,
                           Real length);  // length of the axis between the caps' centres, along z
Result<Shape> make_rounded_polyhedron(const std::vector<Vec3>& points, Real radius);
// The points with normal . x <= offset; the normal is made unit first, so the offset is a distance.
Result<Shape> make_half_space(Vec3 normal, Real offset);

// Shapes of the plane, in its coordinates. Its walls are half-spaces with a normal in the plane.
Result<Shape> make_polygon(const std::vector<Vec2>& points);  // the convex hull of the points
Result<Shape> make_rectangle(Vec2 extents);                   // full edge lengths, centred
Result<Shape> make_regular_polygon(int sides, Real radius);   // centred, a corner on the x axis
Result<Shape> make_superellipse(Vec2 radii, Real epsilon);    // |x/a|^(2/e) + |y/b|^(2/e) = 1, 0 < e < 2
Result<Shape> make_ellipse(Vec2 radii);
Result<Shape> make_disc(Real radius);
Result<Shape> make_half_plane(Vec2 normal, Real offset);  // the half-space with this normal

// The same shape, `factor` times as large about its own origin.
Result<Shape> scaled(const Shape& shape, Real factor);

// A polyhedron from an STL (text or binary), OBJ or PLY file. A mesh that is not closed and convex
// is an error that names the edge, unless `hull` asks for the convex hull of its vertices.
Result<Shape> read_polyhedron(const std::string& path, bool hull);

// The point of the shape farthest along `direction` (not zero), in the shape's own frame.
// A half-space has one only along its normal: elsewhere the coordinates are infinite.
Vec3 support_point(const Shape& shape, Vec3 direction);
// Less than 1 inside, 1 on the surface, more outside; in the shape's own frame. For polyhedra and
// swept shapes: 1 + signed distance / size. For a half-space: 1 + signed distance in metres.
Real inside_outside(const Shape& shape, Vec3 point);
// Curvatures [1/m] where the outward normal is `normal` (not zero), in the shape's own axes: the larger one
// first. 0 on flat parts, infinite across sharp edges and at corners. Normals within `parallel_angle` (rad)
// of a flat part's belong to that part. At a contact: the contact's normal for A, its opposite for B.
PrincipalCurvatures principal_curvatures(const Shape& shape, Vec3 normal, Real parallel_angle = 1e-8);
// Of a shape of the plane that is turned about z: flat, both z are the pose's.
Bounds bounds(const Shape& shape, const Pose& world_from_shape);
PrincipalFrame principal_frame(const MassProperties& mass);
// Triangles that approximate the surface: exact for polyhedra; for curved shapes the hull of about
// `points` surface points whose normals follow a golden spiral. Empty for a half-space. A shape of the plane
// gives a flat fan that faces z.
TriangleMesh triangulate(const Shape& shape, int points = 400);

}  // namespace scree
