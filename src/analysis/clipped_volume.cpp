#include "analysis/clipped_volume.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

// Part of the surface's triangle or edge that is left.
struct Clipped {
  Vec3 corner[8];
  int count = 0;
};

// What has x_axis <= bound. A triangle cut by three planes has at most six corners.
Clipped clip(const Clipped& polygon, int axis, Real bound) {
  Clipped result;
  const bool edge = polygon.count == 2;
  const int sides = edge ? 1 : polygon.count;
  for (int i = 0; i < sides; ++i) {
    const Vec3 p = polygon.corner[i], q = polygon.corner[(i + 1) % polygon.count];
    const Real dp = p[axis] - bound, dq = q[axis] - bound;
    if (dp <= 0) result.corner[result.count++] = p;
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
      Vec3 cut = p + (dp / (dp - dq)) * (q - p);
      cut[axis] = bound;
      result.corner[result.count++] = cut;
    }
    if (edge && dq <= 0) result.corner[result.count++] = q;
  }
  return result;
}

Real cone_volume(const Clipped& polygon, Vec3 tip, int dimension) {
  if (dimension == 2) {
    if (polygon.count < 2) return 0;
    const Vec3 p = polygon.corner[0] - tip, q = polygon.corner[1] - tip;
    return (p.x * q.y - p.y * q.x) / 2;
  }
  Real sum = 0;
  for (int i = 1; i + 1 < polygon.count; ++i) {
    sum += dot(polygon.corner[0] - tip, cross(polygon.corner[i] - tip, polygon.corner[i + 1] - tip));
  }
  return sum / 6;
}

// Of the part below the corner along those axes that are cut.
Real volume_below(const Surface& surface, Vec3 corner, const bool (&cut)[3]) {
  Real sum = 0;
  const int corners = surface.dimension;
  for (std::size_t t = 0; t + corners <= surface.corners.size(); t += corners) {
    Clipped part;
    for (int i = 0; i < corners; ++i) part.corner[part.count++] = surface.corners[t + i];
    for (int axis = 0; axis < surface.dimension && part.count > 1; ++axis) {
      if (cut[axis]) part = clip(part, axis, corner[axis]);
    }
    sum += cone_volume(part, corner, surface.dimension);
  }
  return sum;
}

void add_face(const FrameMesh& mesh, std::size_t f, std::span<const Vec3> vertices, Surface& surface) {
  const auto loop = face(mesh, f);
  if (surface.dimension == 2) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      surface.corners.push_back(vertices[loop[i]]);
      surface.corners.push_back(vertices[loop[(i + 1) % loop.size()]]);
    }
    return;
  }
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    for (const std::size_t k : {std::size_t{0}, i, i + 1}) surface.corners.push_back(vertices[loop[k]]);
  }
}

Surface body_surface(const FrameScene& scene, std::uint32_t body, const Pose& world_from_body, Real enlarge) {
  Surface surface{scene.dimension, {}};
  std::vector<Vec3> vertices;
  for (std::uint32_t piece = scene.piece_begin[body]; piece < scene.piece_begin[body + 1]; ++piece) {
    const FrameMesh& mesh = scene.meshes[scene.piece_mesh[piece]];
    const Pose world_from_mesh = world_from_body * scene.body_from_mesh[piece];
    const Mat3 rotation = rotation_matrix(world_from_mesh.rotation);
    vertices.clear();
    for (const Vec3& v : mesh.vertices) {
      vertices.push_back(rotation * (enlarge * stretched(v, scene.piece_stretch[piece])) +
                         world_from_mesh.translation);
    }
    for (std::size_t f = 0; f < face_count(mesh); ++f) add_face(mesh, f, vertices, surface);
  }
  return surface;
}

bool is_curved(const FrameScene& scene, std::uint32_t body) {
  for (std::uint32_t piece = scene.piece_begin[body]; piece < scene.piece_begin[body + 1]; ++piece) {
    const FrameMesh& mesh = scene.meshes[scene.piece_mesh[piece]];
    const bool flat = mesh.type == ShapeType::polyhedron || mesh.type == ShapeType::polygon;
    if (!flat) return true;
  }
  return false;
}

}  // namespace

Bounds bounds_of(const Surface& surface) {
  constexpr Real far = std::numeric_limits<Real>::infinity();
  Bounds box{{far, far, far}, {-far, -far, -far}};
  for (const Vec3& p : surface.corners) {
    for (int i = 0; i < 3; ++i) {
      box.lower[i] = std::min(box.lower[i], p[i]);
      box.upper[i] = std::max(box.upper[i], p[i]);
    }
  }
  return box;
}

Real volume_of(const Surface& surface) {
  // Any point will do as the tip; one of its own keeps rounding small.
  if (surface.corners.empty()) return 0;
  return volume_below(surface, surface.corners[0], {false, false, false});
}

Real volume_in_box(const Surface& surface, const Bounds& box) {
  if (surface.corners.empty()) return 0;
  const Bounds own = bounds_of(surface);
  bool cut_low[3] = {false, false, false}, cut_high[3] = {false, false, false};
  for (int i = 0; i < surface.dimension; ++i) {
    if (own.lower[i] >= box.upper[i] || own.upper[i] <= box.lower[i]) return 0;
    cut_low[i] = own.lower[i] < box.lower[i];
    cut_high[i] = own.upper[i] > box.upper[i];
  }
  Real sum = 0;
  for (int corner = 0; corner < (1 << surface.dimension); ++corner) {
    Vec3 at = surface.corners[0];
    bool cut[3] = {false, false, false};
    Real sign = 1;
    bool empty = false;  // nothing lies below a bound that does not cut
    for (int i = 0; i < surface.dimension; ++i) {
      const bool low = ((corner >> i) & 1) != 0;
      cut[i] = low ? cut_low[i] : cut_high[i];
      if (cut[i]) at[i] = low ? box.lower[i] : box.upper[i];
      if (low) sign = -sign;
      empty = empty || (low && !cut_low[i]);
    }
    if (!empty) sum += sign * volume_below(surface, at, cut);
  }
  return std::max(0.0, sum);
}

Surface body_surface(const FrameScene& scene, std::uint32_t body, const Pose& world_from_body) {
  Surface surface = body_surface(scene, body, world_from_body, 1);
  const Real volume = is_curved(scene, body) ? volume_of(surface) : 0;
  if (!(volume > 0) || !std::isfinite(scene.volume[body])) return surface;
  const Real ratio = scene.volume[body] / volume;
  return body_surface(scene, body, world_from_body,
                      scene.dimension == 2 ? std::sqrt(ratio) : std::cbrt(ratio));
}

}  // namespace scree
