// Where the pieces are: derived from the state once per step.
#include "model/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

Vec3 magnitudes(Vec3 v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

}  // namespace

void place_pieces(const Model& model, const State& state, Exec& exec, Geometry& geometry) {
  geometry.pieces.resize(piece_count(model));
  parallel_for(exec, body_count(model), [&](std::size_t body) {
    if (!state.present[body]) return;
    const Quat orientation = state.orientation[body];
    for (std::uint32_t piece = model.piece_begin[body]; piece < model.piece_begin[body + 1]; ++piece) {
      const Pose& body_from_piece = model.body_from_piece[piece];
      geometry.pieces[piece] = {rotation_matrix(orientation * body_from_piece.rotation),
                                state.position[body] + rotate(orientation, body_from_piece.translation)};
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
