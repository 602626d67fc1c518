// From samples to a picture: colours, dark edges, soft shadows, and the mean of 2 x 2 samples per pixel.
#pragma once

#include <vector>

#include "output/palette.hpp"
#include "output/png.hpp"
#include "output/raster.hpp"

namespace scree {

inline constexpr int samples_per_side = 2;  // of a pixel

struct Appearance {
  Colour colour;
  float edges = 1;   // 0 to 1: how dark the edges of its faces and its outline are
  float shadow = 1;  // 0 to 1: how dark it gets behind others
};

// `things` by the canvas's numbers. `shadow_depth` (m): what lies so far behind its surroundings is darkest.
Image develop(const Camera& camera, const Canvas& canvas, const std::vector<Appearance>& things,
              Real shadow_depth);

}  // namespace scree
