#include "analysis/long_axis.hpp"

#include <algorithm>
#include <cmath>

#include "math/symmetric_eigen.hpp"

namespace scree {
namespace {

// Squares of the semi-axes of the ellipsoid, up to a factor: those along x, y and z.
std::optional<Vec3> long_axis_of_moments(Vec3 moments) {
  Vec3 square;
  for (int i = 0; i < 3; ++i) square[i] = moments[(i + 1) % 3] + moments[(i + 2) % 3] - moments[i];
  int order[3] = {0, 1, 2};
  std::stable_sort(order, order + 3, [&](int i, int j) { return square[i] > square[j]; });
  if (!(square[order[0]] >= least_elongation * least_elongation * std::max(square[order[1]], 0.0))) {
    return std::nullopt;
  }
  Vec3 axis;
  axis[order[0]] = 1;
  return axis;
}

// Integrals of x x, x y and y y over the area of a polygon (Green's theorem), about the origin.
void add_polygon(const FrameScene& scene, std::uint32_t piece, Mat3& moments) {
  const FrameMesh& mesh = scene.meshes[scene.piece_mesh[piece]];
  if (mesh.kind != MeshKind::polygon) return;
  const auto corners = face(mesh, 0);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto corner = [&](std::size_t k) {
      return transform(scene.body_from_mesh[piece],
                       stretched(mesh.vertices[corners[k % corners.size()]], scene.piece_stretch[piece]));
    };
    const Vec3 p = corner(i), q = corner(i + 1);
    const Real twice_area = p.x * q.y - p.y * q.x;
    moments.row[0].x += twice_area * (p.x * p.x + p.x * q.x + q.x * q.x) / 12;
    moments.row[1].y += twice_area * (p.y * p.y + p.y * q.y + q.y * q.y) / 12;
    moments.row[0].y += twice_area * (2 * p.x * p.y + p.x * q.y + q.x * p.y + 2 * q.x * q.y) / 24;
  }
}

}  // namespace

std::optional<Vec3> long_axis(const FrameScene& scene, std::size_t body) {
  if (scene.dimension == 3) return long_axis_of_moments(scene.moments[body]);
  Mat3 moments;
  for (std::uint32_t piece = scene.piece_begin[body]; piece < scene.piece_begin[body + 1]; ++piece) {
    add_polygon(scene, piece, moments);
  }
  // The third row is zero and stays the smallest.
  const SymmetricEigen eigen = symmetric_eigen(moments);
  if (!(eigen.values.z >= least_elongation * least_elongation * std::max(eigen.values.y, 0.0)) ||
      !(eigen.values.z > 0)) {
    return std::nullopt;
  }
  return eigen.vectors[2];
}

}  // namespace scree
