// Which order of pieces has neighbours in space near each other: along a curve that fills space.
//
// Method: Z-order (Morton 1966): the digits of the three coordinates, taken in turn, are one number; bodies
// are sorted by it. A run of consecutive bodies fills a few cubes.
#pragma once

#include "model/model.hpp"
#include "model/pairs.hpp"
#include "model/state.hpp"

namespace scree {

// Bodies that are not dynamic, or not present, come last: their pairs then come with those of their partners.
PieceOrder order_in_space(const Model& model, const State& state);

// The share of pairs of two dynamic bodies whose pieces come more than `reach` places apart.
Real far_share(const Model& model, const std::vector<PiecePair>& pairs, const PieceOrder& order,
               std::uint32_t reach);

}  // namespace scree
