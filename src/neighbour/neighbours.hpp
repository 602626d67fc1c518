// Which pieces may touch: a grid with levels, searched again only when something has moved far enough.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"
#include "model/state.hpp"
#include "neighbour/grid.hpp"
#include "neighbour/pair_list.hpp"

namespace scree {

// What the last search saw. A pair is in the list when its pieces were closer than `skin`. As long as no
// point of any body has moved by more than half the skin, no other pair can touch.
struct NeighbourSearch {
  Real skin = 0;               // m
  bool valid = false;          // false: search before the next step (also set when bodies come, go or jump)
  std::vector<Vec3> position;  // of the bodies at the last search
  std::vector<Quat> orientation;
};

// Buffers that keep their memory between searches: about 160 bytes per piece at 5 pairs per piece.
struct NeighbourScratch {
  Grid grid;
  std::vector<std::uint32_t> half_spaces;  // pieces
  FoundPairs found;
  PairListScratch list;
};

bool neighbours_expired(const Model& model, const State& state, Exec& exec, const NeighbourSearch& search);

// Makes the list anew and notes where the bodies are. `scratch.list.origins` tells where each pair
// was before. Left out: pairs of pieces of one body, pairs without a dynamic body, bodies that are not
// present.
void find_neighbours(const Model& model, const State& state, const Geometry& geometry, Exec& exec,
                     NeighbourScratch& scratch, NeighbourSearch& search, PairList& pairs);

}  // namespace scree
