#include "sim/order_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "neighbour/space_order.hpp"

namespace scree {
namespace {

// The share of pairs far apart from which on the order of space is tried, and how much it must lower it.
constexpr Real too_many_far = 0.4;
constexpr Real worth_it = 0.6;
// How often it is looked at, from the first search on: trying takes a part of a search's time, and new
// memory.
constexpr std::uint64_t searches_per_look = 16;

// The origins of a list's pairs in another order.
Origins sorted_by(const PieceOrder& order, const std::vector<PiecePair>& pairs) {
  Origins origins(pairs.size());
  std::iota(origins.begin(), origins.end(), 0);
  std::sort(origins.begin(), origins.end(), [&](std::uint32_t x, std::uint32_t y) {
    return places_of(order, pairs[x]) < places_of(order, pairs[y]);
  });
  return origins;
}

// Those of a body keep their order, which is that of pieces.
void renumber(const Origins& origins, std::vector<std::uint32_t>& body_pairs) {
  std::vector<std::uint32_t> number(origins.size());
  for (std::uint32_t i = 0; i < origins.size(); ++i) number[origins[i]] = i;
  for (std::uint32_t& pair : body_pairs) pair = number[pair];
}

}  // namespace

void order_pairs(const Model& model, const State& state, std::uint32_t near, Workspace& work) {
  PairList& list = work.pairs;
  if (piece_count(model) <= near || list.searches % searches_per_look != 1) return;
  const Real far_now = far_share(model, list.pairs, list.order, near);
  if (far_now < too_many_far) return;
  PieceOrder order = order_in_space(model, state);
  if (far_share(model, list.pairs, order, near) > worth_it * far_now) return;

  const Origins origins = sorted_by(order, list.pairs);
  list.order = std::move(order);
  renumber(origins, list.body_pairs);
  rearrange(origins, list.pairs);
  rearrange(origins, work.pair_memory);
  rearrange(origins, work.kinks);
  rearrange(origins, work.contacts);
}

}  // namespace scree
