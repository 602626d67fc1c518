#include "sim/patch_swing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "detect/kernels/minkowski.hpp"
#include "detect/patch_corners.hpp"

namespace scree {
namespace {

// The larger eigenvalue but for zeros of sum v v^T, where all v lie in one plane.
class PlanarSpread {
 public:
  void add(Vec3 v) {
    squares_ += {v.x * v.x, v.y * v.y, v.z * v.z};
    products_ += {v.y * v.z, v.z * v.x, v.x * v.y};
  }
  [[nodiscard]] Real largest() const {
    const Vec3 s = squares_, p = products_;
    const Real half_trace = 0.5 * (s.x + s.y + s.z);
    const Real minors = s.y * s.z - p.x * p.x + s.z * s.x - p.y * p.y + s.x * s.y - p.z * p.z;
    return half_trace + std::sqrt(std::max(Real{0}, half_trace * half_trace - minors));
  }

 private:
  Vec3 squares_, products_;
};

class Swings {
 public:
  Swings(const Model& model, std::size_t body)
      : inverse_mass_(model.inverse_mass[body]), inverse_moments_(model.inverse_moments[body]) {}

  // Of a patch with these corners (m, of the piece) and normal. `weights`: their sum.
  [[nodiscard]] Real of_patch(std::span<const Vec3> vertices, std::span<const std::int32_t> corners,
                              const Pose& body_from_piece, Vec3 normal, Real weights) const {
    const auto count = static_cast<Real>(corners.size());
    const Vec3 n = rotate(body_from_piece.rotation, normal);
    const auto turn = [&](Vec3 arm) { return scaled(cross(arm, n)); };
    Vec3 middle;
    for (const std::int32_t k : corners) middle += transform(body_from_piece, vertices[k]) / count;
    PlanarSpread tilts;
    for (const std::int32_t k : corners) tilts.add(turn(transform(body_from_piece, vertices[k]) - middle));
    return weights * (inverse_mass_ + norm_squared(turn(middle)) + 3 * tilts.largest() / count);
  }

 private:
  // By the roots of the moments: the square is then v . I^-1 v.
  [[nodiscard]] Vec3 scaled(Vec3 v) const {
    const Vec3 w = inverse_moments_;
    return {std::sqrt(w.x) * v.x, std::sqrt(w.y) * v.y, std::sqrt(w.z) * v.z};
  }

  Real inverse_mass_;
  Vec3 inverse_moments_;
};

}  // namespace

Real largest_patch_swing(const Model& model, std::size_t body) {
  const Real most_weights = std::sqrt(Real{most_points_per_pair});
  const Swings swings(model, body);
  Real largest = 0;
  for (std::uint32_t p = model.piece_begin[body]; p < model.piece_begin[body + 1]; ++p) {
    const ShapeView& shape = model.views[model.piece_shape[p]];
    const PolyhedronView& core = shape.core;
    const Pose& pose = model.body_from_piece[p];
    const std::span vertices(core.vertices, static_cast<std::size_t>(core.vertex_count));
    for (int f = 0; f < core.face_count; ++f) {
      const std::span corners(core.face_vertices + core.face_begin[f],
                              core.face_vertices + core.face_begin[f + 1]);
      largest = std::max(largest,
                         swings.of_patch(vertices, corners, pose, core.face_planes[f].normal, most_weights));
    }
    // A capsule lies on a line. A cylinder's corners all have one depth: nothing resists a tilt.
    if (core.vertex_count == 2) {
      constexpr std::int32_t ends[] = {0, 1};
      const Vec3 across = perpendicular(normalized(core.vertices[1] - core.vertices[0]));
      largest = std::max(largest, swings.of_patch(vertices, ends, pose, across, std::sqrt(Real{2})));
    }
    const PolygonView& outline = shape.outline;
    for (std::int32_t i = 0; shape.type == ShapeType::polygon && i < outline.vertex_count; ++i) {
      const Vec3 edge[] = {in_space(outline.vertices[i]),
                           in_space(outline.vertices[next_vertex(outline, i)])};
      constexpr std::int32_t ends[] = {0, 1};
      largest = std::max(largest, swings.of_patch(edge, ends, pose, in_space(outline.edge_lines[i].normal),
                                                  std::sqrt(Real{2})));
    }
    if (shape.type == ShapeType::cylinder) {
      largest = std::max(largest, most_weights * model.inverse_mass[body]);
    }
  }
  return largest;
}

}  // namespace scree
