// What does not change from frame to frame: bodies, their pieces and what these look like.
#pragma once

#include <scree/simulation_data.hpp>
#include <scree/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace scree {

enum class MeshKind : std::uint8_t {
  polyhedron,  // flat faces, sharp edges
  smooth,      // triangles of a curved surface
  polygon,     // a shape of the plane: one face at z = 0
  half_space,  // no faces: all below z = 0, in the plane below y = 0
};
std::string_view name(MeshKind kind);

// In units of the piece's stretch.
struct FrameMesh {
  ShapeType type = ShapeType::polyhedron;
  MeshKind kind = MeshKind::polyhedron;
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> face_begin;     // face f: [face_begin[f], face_begin[f + 1])
  std::vector<std::uint32_t> face_vertices;  // loops, counter-clockwise seen from outside
  std::vector<std::uint16_t> part;           // of each face, where the mesh is smooth: parts meet at rims
};
inline std::size_t face_count(const FrameMesh& mesh) {
  return mesh.face_begin.empty() ? 0 : mesh.face_begin.size() - 1;
}
inline std::span<const std::uint32_t> face(const FrameMesh& mesh, std::size_t f) {
  return std::span(mesh.face_vertices)
      .subspan(mesh.face_begin[f], mesh.face_begin[f + 1] - mesh.face_begin[f]);
}

struct FrameScene {
  std::string name;
  int dimension = 3;
  Real time_step = 0, end_time = 0;  // s
  Vec3 gravity;                      // m/s2, at the start
  Periodic periodic;
  std::vector<std::string> names;          // of bodies, each once
  std::vector<std::string> materials;      // their names
  std::vector<std::string> contact_types;  // by number
  std::vector<FrameMesh> meshes;           // what pieces look like

  // One entry per body.
  std::vector<std::uint32_t> body_name;  // number in `names`
  std::vector<Mobility> mobility;
  std::vector<Real> mass;                  // kg; 0 unless dynamic
  std::vector<Vec3> moments;               // kg m2, principal; 0 unless dynamic
  std::vector<Real> radius;                // m, of the ball around the centre of mass; infinite: half-spaces
  std::vector<Real> volume;                // m3 (m2 in the plane); infinite for half-spaces
  std::vector<std::uint32_t> piece_begin;  // body i: pieces [piece_begin[i], piece_begin[i + 1])

  // One entry per piece.
  std::vector<std::uint32_t> piece_mesh;      // number in `meshes`
  std::vector<Vec3> piece_stretch;            // m, what the mesh's coordinates are multiplied with
  std::vector<Pose> body_from_mesh;           // of the stretched mesh
  std::vector<std::uint32_t> piece_material;  // number in `materials`
};
inline std::size_t body_count(const FrameScene& scene) { return scene.mobility.size(); }
inline std::size_t piece_count(const FrameScene& scene) { return scene.piece_mesh.size(); }
inline Vec3 stretched(Vec3 vertex, Vec3 stretch) {
  return {vertex.x * stretch.x, vertex.y * stretch.y, vertex.z * stretch.z};
}

// What the model does not know about a run.
struct FrameRun {
  std::string name;                  // of the scene
  Real time_step = 0, end_time = 0;  // s
  Vec3 gravity;                      // m/s2, at the start
};
// Pieces that differ in size only, or by a stretch along their axes, share a mesh.
FrameScene make_frame_scene(const Model& model, const FrameRun& run);

}  // namespace scree
