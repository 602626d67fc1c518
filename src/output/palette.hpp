// Colours of bodies in pictures.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
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

// What the colours of a view mean.
struct ColourKey {
  std::string title;                                  // with its unit
  Real low = 0, high = 0;                             // ends of the scale, where there is one
  std::vector<std::pair<std::string, Colour>> kinds;  // else: one for each kind of dynamic bodies
};
ColourKey colour_key(const Model& model, const State& state, const SnapshotView& view);

// What a scale shows of a body, in SI units.
Real colour_value(const Model& model, const State& state, const SnapshotView& view, std::size_t body);

}  // namespace scree
