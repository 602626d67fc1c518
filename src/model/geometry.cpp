// Where the pieces are: derived from the state once per step.
#include "model/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

Vec3 magnitudes(Vec3 v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

// How far any point within `radius` (m) of the centre has moved, at most. A turn by an angle t takes a point
// no farther than 2 sin(t / 2) times its distance from the axis; the difference of the rotation matrices has
// the Frobenius norm 2 sqrt(2) sin(t / 2).
Real way(const PiecePlacement& from, const PiecePlacement& to, Real radius) {
  Real squares = 0;
  for (int i = 0; i < 3; ++i) squares += norm_squared(to.rotation.row[i] - from.rotation.row[i]);
  const Real by_turning = squares == 0 ? 0 : radius * std::sqrt(0.5 * squares);  // a half-space has no radius
  return norm(to.centre - from.centre) + by_turning;
}

}  // namespace

void place_pieces(const Model& model, const State& state, Exec& exec, Geometry& geometry) {
  const std::size_t placed_before = geometry.pieces.size();
  geometry.pieces.resize(piece_count(model));
  geometry.travel.resize(piece_count(model), 0);
  parallel_for(exec, body_count(model), [&](std::size_t body) {
    if (!state.present[body]) return;
    const Quat orientation = state.orientation[body];
    for (std::uint32_t piece = model.piece_begin[body]; piece < model.piece_begin[body + 1]; ++piece) {
      const Pose& body_from_piece = model.body_from_piece[piece];
      const PiecePlacement placed{rotation_matrix(orientation * body_from_piece.rotation),
                                  state.position[body] + rotate(orientation, body_from_piece.translation)};
      if (piece < placed_before) {
        geometry.travel[piece] +=
            way(geometry.pieces[piece], placed, 0.5 * model.views[model.piece_shape[piece]].size);
      }
      geometry.pieces[piece] = placed;
    }
  });
}

Bounds bounding_box(const Model& model, const Geometry& geometry, std::uint32_t piece) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const ShapeView& view = model.views[model.piece_shape[piece]];
  if (view.type == ShapeType::half_space) {
    return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  }
  const Bounds& own = model.shape_boxes[model.piece_shape[piece]];
  const PiecePlacement& placed = geometry.pieces[piece];
  const Vec3 middle = placed.rotation * (0.5 * (own.lower + own.upper));
  const Vec3 half = 0.5 * (own.upper - own.lower);
  // Long shapes are held better by their turned box, round ones by their ball: each face is the nearer of
  // the two.
  const Real radius = 0.5 * view.size;
  Bounds box;
  for (int i = 0; i < 3; ++i) {
    const Real reach = dot(magnitudes(placed.rotation.row[i]), half);
    box.lower[i] = placed.centre[i] + std::max(middle[i] - reach, -radius);
    box.upper[i] = placed.centre[i] + std::min(middle[i] + reach, radius);
  }
  return box;
}

}  // namespace scree
