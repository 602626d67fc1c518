// Bodies for ParaView: surfaces, and points with orientation.
#include "output/paraview_parts.hpp"

#include <scree/shape.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "output/paraview_pack.hpp"

namespace scree {
namespace {

constexpr std::size_t square_corners = 4;  // of the part of a half-space that is shown

// Walls have all but the last, which would change all the time while they stay where they are.
constexpr std::size_t wall_arrays = 8;
constexpr std::size_t lasting_arrays = 4;  // do not change while the same bodies are present
// `redundancy` of the others.
std::vector<VtkArray> body_arrays(Redundancy redundancy) {
  std::vector<VtkArray> arrays{
      vtk_array("id"),      vtk_array("shape"),         vtk_array("name"),           vtk_array("size"),
      vtk_array("speed"),   vtk_array("angular_speed"), vtk_array("kinetic_energy"), vtk_array("velocity", 3),
      vtk_array("contacts")};
  for (std::size_t i = lasting_arrays; i < wall_arrays; ++i) arrays[i].redundancy = redundancy;
  return arrays;
}

// The same value for all tuples of a body.
template <class T, class F>
void pack_repeated(const ParaviewSource& source, const ShownBodies& shown,
                   const std::vector<std::uint32_t>& begin, VtkArray& array, F&& value_at) {
  source.packer.pack_groups<T>(begin, source.exec, array, [&](std::size_t g, T* to) {
    std::fill_n(to, begin[g + 1] - begin[g], static_cast<T>(value_at(shown.place[g])));
  });
}

const FrameMesh& first_mesh(const FrameScene& scene, std::uint32_t body) {
  return scene.meshes[scene.piece_mesh[scene.piece_begin[body]]];
}

void pack_lasting(const ParaviewSource& source, const ShownBodies& shown,
                  const std::vector<std::uint32_t>& begin, std::vector<VtkArray>& arrays) {
  const FrameScene& scene = source.scene;
  const auto& body = source.frame.body;
  pack_repeated<std::int32_t>(source, shown, begin, arrays[0], [&](std::uint32_t i) { return body[i]; });
  pack_repeated<std::uint8_t>(source, shown, begin, arrays[1],
                              [&](std::uint32_t i) { return first_mesh(scene, body[i]).type; });
  pack_repeated<std::int32_t>(source, shown, begin, arrays[2],
                              [&](std::uint32_t i) { return scene.body_name[body[i]]; });
  // 0 for half-spaces: an infinite value would spoil every scale of colours.
  pack_repeated<float>(source, shown, begin, arrays[3], [&](std::uint32_t i) {
    return std::isfinite(scene.radius[body[i]]) ? 2 * scene.radius[body[i]] : 0;
  });
}

void pack_changing(const ParaviewSource& source, const ShownBodies& shown,
                   const std::vector<std::uint32_t>& begin, std::vector<VtkArray>& arrays) {
  const BodyValues& values = source.values;
  pack_repeated<float>(source, shown, begin, arrays[4], [&](std::uint32_t i) { return values.speed[i]; });
  pack_repeated<float>(source, shown, begin, arrays[5],
                       [&](std::uint32_t i) { return values.angular_speed[i]; });
  pack_repeated<float>(source, shown, begin, arrays[6],
                       [&](std::uint32_t i) { return values.kinetic_energy[i]; });
  source.packer.pack_groups<float>(begin, source.exec, arrays[7], [&](std::size_t g, float* to) {
    for (std::uint32_t k = begin[g]; k < begin[g + 1]; ++k, to += 3)
      put(source.frame.velocity[shown.place[g]], to);
  });
  if (arrays.size() == wall_arrays) return;
  pack_repeated<std::int32_t>(source, shown, begin, arrays[8],
                              [&](std::uint32_t i) { return values.contacts[i]; });
}

std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  names.reserve(shape_type_count);
  for (int type = 0; type < shape_type_count; ++type) names.emplace_back(name(static_cast<ShapeType>(type)));
  return names;
}

std::size_t vertex_count(const FrameMesh& mesh) {
  return mesh.kind == MeshKind::half_space ? square_corners : mesh.vertices.size();
}
std::size_t corner_count(const FrameMesh& mesh) {
  return mesh.kind == MeshKind::half_space ? square_corners : mesh.face_vertices.size();
}
std::size_t cell_count(const FrameMesh& mesh) {
  return mesh.kind == MeshKind::half_space ? 1 : face_count(mesh);
}

template <class F>
void for_pieces(const FrameScene& scene, std::uint32_t body, F&& f) {
  for (std::uint32_t p = scene.piece_begin[body]; p < scene.piece_begin[body + 1]; ++p) {
    f(p, scene.meshes[scene.piece_mesh[p]]);
  }
}

// false: nothing has changed since.
bool arrange(const FrameScene& scene, const Frame& frame, bool walls, ShownBodies& shown) {
  if (!shown.point_begin.empty() && shown.present == frame.body) return false;
  shown.present = frame.body;
  shown.place.clear();
  std::uint32_t points = 0, corners = 0, cells = 0;
  for (auto* begin : {&shown.point_begin, &shown.corner_begin, &shown.cell_begin}) begin->assign(1, 0);
  for (std::uint32_t i = 0; i < frame.body.size(); ++i) {
    if ((scene.mobility[frame.body[i]] != Mobility::dynamic) != walls) continue;
    for_pieces(scene, frame.body[i], [&](std::uint32_t, const FrameMesh& mesh) {
      points += static_cast<std::uint32_t>(vertex_count(mesh));
      corners += static_cast<std::uint32_t>(corner_count(mesh));
      cells += static_cast<std::uint32_t>(cell_count(mesh));
    });
    shown.place.push_back(i);
    shown.point_begin.push_back(points);
    shown.corner_begin.push_back(corners);
    shown.cell_begin.push_back(cells);
  }
  return true;
}

void pack_faces(const ParaviewSource& source, const ShownBodies& shown, VtkCells& cells) {
  const auto body_of = [&](std::size_t g) { return source.frame.body[shown.place[g]]; };
  const auto corners = [&](std::size_t g, std::int32_t* to) {
    auto base = static_cast<std::int32_t>(shown.point_begin[g]);
    for_pieces(source.scene, body_of(g), [&](std::uint32_t, const FrameMesh& mesh) {
      if (mesh.kind == MeshKind::half_space) {
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(square_corners); ++k) *to++ = base + k;
      }
      for (const std::uint32_t v : mesh.face_vertices) *to++ = base + static_cast<std::int32_t>(v);
      base += static_cast<std::int32_t>(vertex_count(mesh));
    });
  };
  const auto ends = [&](std::size_t g, std::int32_t* to) {
    auto base = static_cast<std::int32_t>(shown.corner_begin[g]);
    for_pieces(source.scene, body_of(g), [&](std::uint32_t, const FrameMesh& mesh) {
      for (std::size_t f = 0; f < face_count(mesh); ++f) {
        *to++ = base + static_cast<std::int32_t>(mesh.face_begin[f + 1]);
      }
      base += static_cast<std::int32_t>(corner_count(mesh));
      if (mesh.kind == MeshKind::half_space) *to++ = base;
    });
  };
  source.packer.pack_groups<std::int32_t>(shown.corner_begin, source.exec, cells.connectivity, corners);
  source.packer.pack_groups<std::int32_t>(shown.cell_begin, source.exec, cells.offsets, ends);
}

// How much of half-spaces is shown: a square that grows in steps, so that it stays the same from most frames
// to the next.
struct Reach {
  Vec3 centre;    // m
  Real side = 1;  // m
};
Reach find_reach(const FrameScene& scene, const Frame& frame) {
  Vec3 lower, upper;
  bool any = false;
  for (const bool dynamic : {true, false}) {
    for (std::size_t i = 0; i < frame.body.size(); ++i) {
      const Real r = scene.radius[frame.body[i]];
      if ((scene.mobility[frame.body[i]] == Mobility::dynamic) != dynamic || !std::isfinite(r)) continue;
      for (int c = 0; c < 3; ++c) {
        const Real low = frame.position[i][c] - r, high = frame.position[i][c] + r;
        lower[c] = any ? std::min(lower[c], low) : low;
        upper[c] = any ? std::max(upper[c], high) : high;
      }
      any = true;
    }
    if (any) break;
  }
  if (!any) return {};
  return {0.5 * (lower + upper), std::exp2(std::ceil(std::log2(1.5 * norm(upper - lower))))};
}

Vec3* put_square(const Reach& reach, const Pose& world_from_mesh, int dimension, Vec3* to) {
  const Real step = reach.side / 8;
  const Vec3 foot = transform(inverse(world_from_mesh), reach.centre);
  const Real x = step * std::round(foot.x / step), y = step * std::round(foot.y / step);
  const Real half = 0.5 * reach.side, depth = 0.02 * reach.side;
  const Vec3 flat[] = {
      {x - half, y - half, 0}, {x + half, y - half, 0}, {x + half, y + half, 0}, {x - half, y + half, 0}};
  const Vec3 strip[] = {{x - half, -depth, 0}, {x + half, -depth, 0}, {x + half, 0, 0}, {x - half, 0, 0}};
  for (const Vec3& corner : dimension == 2 ? strip : flat) *to++ = transform(world_from_mesh, corner);
  return to;
}

void pack_vertices(const ParaviewSource& source, const ShownBodies& shown, VtkArray& coordinates) {
  const FrameScene& scene = source.scene;
  const Frame& frame = source.frame;
  const Reach reach = find_reach(scene, frame);
  source.packer.pack_groups<
      float>(shown.point_begin, source.exec, coordinates, [&](std::size_t g, float* to) {
    const std::uint32_t i = shown.place[g];
    const Mat3 turn = rotation_matrix(frame.orientation[i]);
    for_pieces(scene, frame.body[i], [&](std::uint32_t p, const FrameMesh& mesh) {
      const Pose& piece = scene.body_from_mesh[p];
      if (mesh.kind == MeshKind::half_space) {
        Vec3 corners[square_corners];
        put_square(reach, Pose{frame.orientation[i], frame.position[i]} * piece, scene.dimension, corners);
        for (const Vec3& corner : corners) put(corner, std::exchange(to, to + 3));
        return;
      }
      const Mat3 piece_turn = turn * rotation_matrix(piece.rotation);
      const Vec3 centre = frame.position[i] + turn * piece.translation;
      for (const Vec3& v : mesh.vertices) {
        put(centre + piece_turn * stretched(v, scene.piece_stretch[p]), to);
        to += 3;
      }
    });
  });
}

}  // namespace

std::uint64_t corner_count(const FrameScene& scene) {
  std::uint64_t corners = 0;
  for (std::uint32_t body = 0; body < body_count(scene); ++body) {
    if (scene.mobility[body] != Mobility::dynamic) continue;
    for_pieces(scene, body, [&](std::uint32_t, const FrameMesh& mesh) { corners += corner_count(mesh); });
  }
  return corners;
}

void find_values(const FrameScene& scene, const Frame& frame, BodyValues& values) {
  const std::size_t n = frame.body.size();
  std::vector<std::int32_t> touched(body_count(scene), 0);
  for (const FramePair& pair : frame.pairs) {
    ++touched[pair.a];
    ++touched[pair.b];
  }
  values.contacts.resize(n);
  values.speed.resize(n);
  values.angular_speed.resize(n);
  values.kinetic_energy.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t body = frame.body[i];
    const Vec3 v = frame.velocity[i], w = frame.angular_velocity[i], m = scene.moments[body];
    values.contacts[i] = touched[body];
    values.speed[i] = static_cast<float>(norm(v));
    values.angular_speed[i] = static_cast<float>(norm(w));
    values.kinetic_energy[i] = static_cast<float>(
        0.5 * (scene.mass[body] * norm_squared(v) + m.x * w.x * w.x + m.y * w.y * w.y + m.z * w.z * w.z));
  }
}

SurfacePart::SurfacePart(bool walls) : walls_(walls) {
  data_.cells.kind = "Polys";
  data_.cell_data = body_arrays(Redundancy::repeats);
  if (walls) data_.cell_data.resize(wall_arrays);
}

const VtkPolyData& SurfacePart::make(const ParaviewSource& source) {
  if (arrange(source.scene, source.frame, walls_, shown_)) {
    data_.points = shown_.point_begin.back();
    data_.cells.count = shown_.cell_begin.back();
    pack_faces(source, shown_, data_.cells);
    pack_lasting(source, shown_, shown_.cell_begin, data_.cell_data);
  }
  pack_changing(source, shown_, shown_.cell_begin, data_.cell_data);
  pack_vertices(source, shown_, data_.coordinates);
  data_.fields = {vtk_texts("names", source.scene.names), vtk_texts("shape_names", shape_names())};
  // A file of walls that have not moved serves several times.
  if (!walls_) data_.fields.push_back(time_field(source.frame));
  return data_;
}

PointPart::PointPart() {
  data_.cells.kind = "Verts";
  data_.point_data = body_arrays(Redundancy::frequencies);
  data_.point_data.push_back(vtk_noise("angular_velocity", 3));
  data_.point_data.push_back(vtk_noise("orientation", 4));
  data_.point_data.push_back(vtk_array("scale", 3));
}

const VtkPolyData& PointPart::make(const ParaviewSource& source) {
  const Frame& frame = source.frame;
  const FrameScene& scene = source.scene;
  std::vector<VtkArray>& arrays = data_.point_data;
  const auto first_piece = [&](std::size_t k) { return scene.piece_begin[frame.body[shown_.place[k]]]; };
  if (arrange(scene, frame, false, shown_)) {
    data_.points = shown_.place.size();
    for (std::uint32_t k = 0; k < shown_.point_begin.size(); ++k) shown_.point_begin[k] = k;
    pack_single_vertices(source, data_.points, data_.cells);
    pack_lasting(source, shown_, shown_.point_begin, arrays);
    source.packer.pack<float>(data_.points, source.exec, arrays[11], [&](std::size_t k, float* to) {
      put(scene.piece_stretch[first_piece(k)], to);
    });
  }
  pack_changing(source, shown_, shown_.point_begin, arrays);
  const auto pack = [&](VtkArray& array, auto&& f) {
    source.packer.pack<float>(data_.points, source.exec, array, f);
  };
  pack(data_.coordinates, [&](std::size_t k, float* to) { put(frame.position[shown_.place[k]], to); });
  pack(arrays[9], [&](std::size_t k, float* to) {
    const std::uint32_t i = shown_.place[k];
    put(rotate(frame.orientation[i], frame.angular_velocity[i]), to);
  });
  pack(arrays[10], [&](std::size_t k, float* to) {
    const Quat q = frame.orientation[shown_.place[k]] * scene.body_from_mesh[first_piece(k)].rotation;
    to[0] = static_cast<float>(q.w);
    put({q.x, q.y, q.z}, to + 1);
  });
  data_.fields = {vtk_texts("names", scene.names), vtk_texts("shape_names", shape_names()),
                  time_field(frame)};
  return data_;
}

}  // namespace scree
