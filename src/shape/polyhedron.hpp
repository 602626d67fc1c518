// Polyhedra from ordered faces: topology in flat arrays, and exact mass (host).
#pragma once

#include <scree/shape.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace scree {

using FaceLoops = std::vector<std::vector<std::int32_t>>;

// Planes, edges, half-edges and vertex lists of a closed surface. Each loop lists one face's vertices
// counter-clockwise seen from outside. Fails when the loops do not form a closed sphere-like surface.
Result<Polyhedron> build_polyhedron(std::vector<Vec3> vertices, const FaceLoops& faces);

// Volume, centroid and inertia about the centroid, by summing tetrahedra over the origin.
MassProperties polyhedron_mass(const Polyhedron& polyhedron);

// Replaces the coordinates (as many as before) and recomputes the planes.
void set_vertices(Polyhedron& polyhedron, std::vector<Vec3> vertices);

// Fills the lanes: the last step in making a polyhedron.
std::shared_ptr<const Polyhedron> finished(Polyhedron&& polyhedron);

// Twice the largest distance of a vertex from the coordinates' origin (m).
Real polyhedron_size(const Polyhedron& polyhedron);

}  // namespace scree
