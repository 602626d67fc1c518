// Where the pieces are: derived from the state once per step.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

struct PiecePlacement {
  Mat3 rotation;  // world from piece
  Vec3 centre;    // m; not wrapped along periodic axes
};

struct Geometry {
  std::vector<PiecePlacement> pieces;
  // m, by piece: the way of its fastest point summed over all placements, or more. Two pieces `gap` apart
  // cannot touch before the sum of theirs has grown by it.
  std::vector<Real> travel;
};

// Pieces of bodies that are not present stay where they were.
void place_pieces(const Model& model, const State& state, Exec& exec, Geometry& geometry);

// A box around the piece, its faces at most the bounding ball away. Infinite for half-spaces.
Bounds bounding_box(const Model& model, const Geometry& geometry, std::uint32_t piece);

}  // namespace scree
