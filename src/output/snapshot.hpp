// A picture of a state: a small software renderer, for reports and for looking at a run without a viewer.
//
// Bodies are shaded by a light beside the camera, with dark edges. Colours differ in lightness too, so that
// a print in grey shows the same. Along periodic axes bodies are drawn in the period they wrap into.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <string>

#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

enum class ColourBy : std::uint8_t {
  name,   // of the body: one colour for each
  shape,  // the type of the body's first piece
  size,   // of the body's bounding ball
  speed,  // of the centre of mass
};

enum class WallStyle : std::uint8_t {
  edges,  // only the edges
  glass,  // see-through
  solid,
};

struct SnapshotView {
  Vec3 eye{4, -6, 3};  // m
  Vec3 target;         // m, in the middle of the picture
  Vec3 up{0, 0, 1};    // points up in the picture; any length
  bool perspective = true;
  Real field = 3;                   // m, height of what is seen at the target's distance
  int width = 1600, height = 1200;  // pixels
  ColourBy colour = ColourBy::name;
  Real colour_low = 0,
       colour_high = 0;  // m or m/s, ends of the scale of `size` and `speed`; both 0: by the data
  WallStyle walls = WallStyle::glass;  // bodies that are not dynamic
};

// From the side and a little above, far enough for all dynamic bodies that are present. Coloured by name, or
// by size where all have the same one.
SnapshotView usual_view(const Model& model, const State& state, int width = 1600, int height = 1200);

// The bytes of a PNG file. Half-spaces are shown where they are a floor. Bodies at places that are not finite
// are left out.
Result<std::string> render_png(const Model& model, const State& state, const SnapshotView& view);

}  // namespace scree
