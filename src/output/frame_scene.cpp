#include "output/frame_scene.hpp"

#include <scree/contact.hpp>
#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "math/rotation.hpp"
#include "output/drawing_mesh.hpp"

namespace scree {
namespace {

constexpr int outline_points = 64;    // of curved shapes of the plane
constexpr Real key_resolution = 1e9;  // coordinates of meshes that are shared differ by rounding only

Vec3 over(Vec3 a, Vec3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

// Finds or makes the meshes of shapes.
class Meshes {
 public:
  explicit Meshes(std::vector<FrameMesh>& meshes) : meshes_(meshes) {}

  // The mesh's number, and what its coordinates are multiplied with (m).
  std::pair<std::uint32_t, Vec3> find(const Shape& shape) {
    if (shape.type == ShapeType::half_space) return {find_half_space(), {1, 1, 1}};
    if (shape.type == ShapeType::polyhedron) return find_polyhedron(shape);
    if (is_planar(shape.type)) return find_outline(shape);
    return {find_curved(shape), stretch(shape)};
  }

 private:
  using Key = std::vector<std::int64_t>;

  std::uint32_t append(FrameMesh mesh) {
    meshes_.push_back(std::move(mesh));
    return static_cast<std::uint32_t>(meshes_.size() - 1);
  }

  // One mesh for all shapes of equal type, corners and faces.
  std::uint32_t find_equal(FrameMesh&& mesh) {
    Key key{static_cast<std::int64_t>(mesh.type)};
    for (const Vec3& v : mesh.vertices) {
      for (int i = 0; i < 3; ++i) key.push_back(std::llround(key_resolution * v[i]));
    }
    for (const std::uint32_t begin : mesh.face_begin) key.push_back(begin);
    for (const std::uint32_t vertex : mesh.face_vertices) key.push_back(vertex);
    const auto [place, fresh] = by_key_.try_emplace(std::move(key), 0);
    if (fresh) place->second = append(std::move(mesh));
    return place->second;
  }

  std::uint32_t find_half_space() {
    if (!half_space_) half_space_ = append({ShapeType::half_space, MeshKind::half_space, {}, {}, {}, {}});
    return *half_space_;
  }

  // Stretched to reach from -1 or less to 1 along each axis: all boxes are one.
  std::pair<std::uint32_t, Vec3> find_polyhedron(const Shape& shape) {
    const Polyhedron& core = *shape.core;
    FrameMesh mesh{shape.type, MeshKind::polyhedron, {}, {}, {}, {}};
    mesh.face_begin.assign(core.face_begin.begin(), core.face_begin.end());
    mesh.face_vertices.assign(core.face_vertices.begin(), core.face_vertices.end());
    const Vec3 extent = reach(core.vertices);
    for (const Vec3& v : core.vertices) mesh.vertices.push_back(over(v, extent));
    return {find_equal(std::move(mesh)), extent};
  }

  std::pair<std::uint32_t, Vec3> find_outline(const Shape& shape) {
    std::vector<Vec3> corners = triangulate(shape, outline_points).vertices;
    for (Vec3& v : corners) v -= shape.centre;
    FrameMesh mesh{shape.type, MeshKind::polygon, {}, {}, {}, {}};
    mesh.face_begin = {0, static_cast<std::uint32_t>(corners.size())};
    Vec3 extent = reach(corners);
    extent.z = 1;
    for (const Vec3& v : corners) {
      mesh.face_vertices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
      mesh.vertices.push_back(over(v, extent));
    }
    return {find_equal(std::move(mesh)), extent};
  }

  std::uint32_t find_curved(const Shape& shape) {
    const DrawingMesh& drawn = drawings_.mesh(shape);
    const auto [place, fresh] = by_drawing_.try_emplace({&drawn, shape.type}, 0);
    if (!fresh) return place->second;
    FrameMesh mesh{shape.type, MeshKind::smooth, drawn.vertices, {0}, {}, drawn.part};
    for (const auto& triangle : drawn.triangles) {
      for (const std::int32_t v : triangle) mesh.face_vertices.push_back(static_cast<std::uint32_t>(v));
      mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.face_vertices.size()));
    }
    return place->second = append(std::move(mesh));
  }

  // Of the points from the centre, along each axis.
  static Vec3 reach(const std::vector<Vec3>& points) {
    Vec3 most;
    for (const Vec3& p : points) {
      for (int i = 0; i < 3; ++i) most[i] = std::max(most[i], std::fabs(p[i]));
    }
    return most;
  }

  std::vector<FrameMesh>& meshes_;
  std::map<Key, std::uint32_t> by_key_;
  DrawingMeshes drawings_;
  std::map<std::pair<const DrawingMesh*, ShapeType>, std::uint32_t> by_drawing_;
  std::optional<std::uint32_t> half_space_;
};

// From the frame of the mesh, in which a half-space lies below z = 0 (in the plane: y = 0), to the piece's.
Quat piece_from_half_space(Vec3 normal, int dimension) {
  if (dimension == 2) return quaternion_of_axes({normal.y, -normal.x, 0}, normal, {0, 0, 1});
  const Vec3 across = std::fabs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 y = normalized(cross(normal, across));
  return quaternion_of_axes(cross(y, normal), y, normal);
}

void add_pieces(const Model& model, FrameScene& scene) {
  Meshes meshes(scene.meshes);
  std::vector<std::optional<std::pair<std::uint32_t, Vec3>>> of_shape(model.shapes.size());
  for (std::size_t piece = 0; piece < piece_count(model); ++piece) {
    const Shape& shape = model.shapes[model.piece_shape[piece]];
    auto& found = of_shape[model.piece_shape[piece]];
    if (!found) found = meshes.find(shape);
    Pose pose = model.body_from_piece[piece];
    if (shape.type == ShapeType::half_space) {
      pose.rotation = pose.rotation * piece_from_half_space(shape.normal, model.dimension);
    }
    scene.piece_mesh.push_back(found->first);
    scene.piece_stretch.push_back(found->second);
    scene.body_from_mesh.push_back(pose);
  }
  scene.piece_material = model.piece_material;
}

Real body_volume(const Model& model, std::size_t body) {
  Real sum = 0;
  for (std::uint32_t piece = model.piece_begin[body]; piece < model.piece_begin[body + 1]; ++piece) {
    sum += model.shapes[model.piece_shape[piece]].mass.volume;
  }
  return sum;
}

}  // namespace

std::string_view name(MeshKind kind) {
  switch (kind) {
    case MeshKind::polyhedron:
      return "polyhedron";
    case MeshKind::smooth:
      return "smooth";
    case MeshKind::polygon:
      return "polygon";
    case MeshKind::half_space:
      break;
  }
  return "half-space";
}

FrameScene make_frame_scene(const Model& model, const FrameRun& run) {
  FrameScene scene;
  scene.name = run.name;
  scene.dimension = model.dimension;
  scene.time_step = run.time_step;
  scene.end_time = run.end_time;
  scene.gravity = run.gravity;
  scene.periodic = model.periodic;
  for (const Material& material : model.materials) scene.materials.push_back(material.name);
  for (int type = 0; type <= static_cast<int>(ContactType::smooth); ++type) {
    scene.contact_types.emplace_back(name(static_cast<ContactType>(type)));
  }
  scene.names = model.names;
  scene.body_name = model.name_index;
  scene.mobility = model.mobility;
  scene.mass = model.mass;
  scene.moments = model.moments;
  scene.radius = model.radius;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    scene.volume.push_back(body_volume(model, body));
  }
  scene.piece_begin = model.piece_begin;
  if (scene.piece_begin.empty()) scene.piece_begin.push_back(0);
  add_pieces(model, scene);
  return scene;
}

}  // namespace scree
