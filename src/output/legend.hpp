// What colours mean, in a corner of the picture.
#pragma once

#include "output/palette.hpp"
#include "output/png.hpp"

namespace scree {

// A bar with the numbers at its ends, or a list of kinds. Nothing where there is but one kind.
void draw_legend(const ColourKey& key, bool scale, Image& image);

}  // namespace scree
