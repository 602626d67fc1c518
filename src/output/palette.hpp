// Colours of bodies in pictures.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.hpp"
#include "model/state.hpp"
#include "output/snapshot.hpp"

namespace scree {

struct Colour {
  float red = 1, green = 1, blue = 1;  // 0 to 1
};

// The n-th of a row of colours whose neighbours differ in lightness, counted round.
Colour category_colour(std::size_t n);
// From dark (0) to light (1), steadily.
Colour scale_colour(Real share);

// One per body. Numbers of names and types are those of the whole model, so that pictures of one run agree.
std::vector<Colour> body_colours(const Model& model, const State& state, const SnapshotView& view);

}  // namespace scree
