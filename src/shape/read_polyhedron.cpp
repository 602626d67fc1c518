// A polyhedron from a mesh file: the mesh itself if it is closed and convex, or its convex hull.
#include "shape/mesh_check.hpp"
#include "shape/mesh_file.hpp"

#include <fmt/format.h>
#include <scree/shape.hpp>

namespace scree {

Result<Shape> read_polyhedron(const std::string& path, bool hull) {
  const auto mesh = read_mesh(path);
  if (!mesh) return mesh.error();
  if (!hull) return polyhedron_from_mesh(*mesh, path);

  auto shape = make_polyhedron(mesh->vertices);
  if (!shape) return Error{fmt::format("{}: {}", path, shape.error().message)};
  if (const auto fault = check_closed_and_convex(*mesh, path)) {
    shape->notes.push_back(fmt::format("the convex hull replaces the mesh: {}", fault->message));
  }
  return shape;
}

}  // namespace scree
