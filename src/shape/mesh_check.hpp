// Whether a polygon mesh is the closed surface of a convex polyhedron.
#pragma once

#include "shape/mesh_file.hpp"

#include <scree/shape.hpp>

#include <optional>
#include <string_view>

namespace scree {

// How far, relative to the mesh's size (the diagonal of its bounds), its surface may lie inside its
// convex hull. Text files often keep seven digits, that is an error of 5e-7 in each coordinate and
// up to 2 * sqrt(3) * 5e-7 = 1.7e-6 between vertices that were meant to lie in one plane.
inline constexpr Real mesh_convexity_tolerance = 3e-6;
// Added to it: this many roundings of the largest coordinate, of a float where all coordinates are
// floats (as in binary STL), else of a double. It counts for meshes far from their origin. Rounding
// moves two vertices apart by at most 2 * sqrt(3) = 3.5 of them.
inline constexpr Real mesh_rounding_allowance = 4;

// What is wrong with the mesh, if anything. A vertex that a face names twice in a row counts once;
// faces without area and vertices without faces do not count. The faces may all point inwards.
std::optional<Error> check_closed_and_convex(const PolygonMesh& mesh, std::string_view file_name);

// The convex polyhedron that the mesh bounds, or what is wrong with the mesh.
Result<Shape> polyhedron_from_mesh(const PolygonMesh& mesh, std::string_view file_name);

}  // namespace scree
