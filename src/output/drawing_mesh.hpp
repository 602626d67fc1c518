// Meshes of curved shapes for pictures: smooth where the surface is, with creases where it has rims.
#pragma once

#include <scree/shape.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace scree {

struct DrawingMesh {
  std::vector<Vec3> vertices;  // relative to the shape's centre, stretched by `stretch` of the shape
  std::vector<std::array<std::int32_t, 3>> triangles;  // counter-clockwise seen from outside
  std::vector<std::uint16_t> part;                     // of each triangle: parts meet at creases
  std::vector<std::array<Vec3, 3>> normals;            // unit, at the triangle's corners
  std::vector<std::array<std::int32_t, 2>> creases;    // edges between parts
};

// Shapes that differ in size only, or by a stretch along their axes, share a mesh: making one takes a
// hundred times as long as drawing it.
class DrawingMeshes {
 public:
  // The same object for shapes that share it; lives as long as this.
  const DrawingMesh& mesh(const Shape& shape);

 private:
  std::map<std::vector<std::int64_t>, DrawingMesh> meshes_;
};

// What the mesh's coordinates are multiplied with (m).
Vec3 stretch(const Shape& shape);

}  // namespace scree
