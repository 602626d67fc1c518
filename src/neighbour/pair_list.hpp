// From pairs in the order a search found them to the sorted list, and from the list before to this one.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/exec.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"
#include "neighbour/grid.hpp"

namespace scree {

// For each place of the grid, in order, the pieces its own piece may touch.
struct FoundPairs {
  std::vector<std::uint32_t> count;  // by place
  // The partners of all places one after the other: those found by thread 0, then thread 1, ... Apart from
  // each other in memory, as every thread writes its own.
  struct alignas(128) Thread {
    std::vector<std::uint32_t> partners;    // pieces
    std::vector<std::uint32_t> candidates;  // scratch: places with overlapping boxes, then their pieces
  };
  std::vector<Thread> threads;
};

struct PairListScratch {
  // By places: the pairs that begin at p have their other pieces at partners[begin[p] ... begin[p + 1]),
  // ascending.
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> partners;
  Origins origins;  // of the pairs of the last search
};

void update_pair_list(const Model& model, const Grid& grid, const FoundPairs& found, Exec& exec,
                      PairListScratch& scratch, PairList& list);

}  // namespace scree
