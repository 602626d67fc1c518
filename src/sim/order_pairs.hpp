// From time to time the pairs get a new order, in which neighbours in space come near each other.
//
// What a body has lies in memory by its number. When the numbers of neighbours are near each other, as those
// of most fills are, so is what a pair needs. After mixing they are not, and most of it must come from far.
// Taking pairs in the order of space mends a part of that: what a body has comes once, and is at hand for its
// other pairs. Bodies keep their numbers, and the state does not depend on the order, bit for bit: forces on
// a body are added in the order of pieces. Energies are summed in the order of pairs; there the last digits
// differ.
#pragma once

#include "model/model.hpp"
#include "model/state.hpp"
#include "sim/workspace.hpp"

namespace scree {

// How many places apart two pieces may come and find each other's memory at hand: what so many bodies have
// is as much as the caches of one processor hold.
inline constexpr std::uint32_t near_in_list = 2000;

// After a search, but not after every one: if many pairs are farther apart than `near` places and the order
// of space has far fewer of them, takes it. Everything that is kept by pair follows, in new memory.
void order_pairs(const Model& model, const State& state, std::uint32_t near, Workspace& work);

}  // namespace scree
