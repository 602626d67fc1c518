// A picture of a state: a small software renderer, for reports and for looking at a run without a viewer.
//
// Bodies are shaded by a light beside the camera, with dark edges. Colours differ in lightness too, so that
// a print in grey shows the same. Along periodic axes bodies are drawn in the period they wrap into.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "model/state.hpp"
#include "output/drawing_mesh.hpp"
#include "output/png.hpp"

namespace scree {

enum class ColourBy : std::uint8_t {
  name,           // of the body: one colour for each
  shape,          // the type of the body's first piece
  size,           // of the body's bounding ball
  speed,          // of the centre of mass
  angular_speed,  // about the centre of mass
  energy,         // kinetic, of both
  contacts,       // how many, as the view gives them
};
// As the command line spells it, and in the order above.
std::string_view name(ColourBy colour);
std::vector<ColourBy> all_colourings();
// By a number, not by a kind.
bool has_scale(ColourBy colour);

enum class WallStyle : std::uint8_t {
  edges,  // only the edges
  glass,  // see-through
  solid,
  hidden,  // floors are shown all the same
};
std::string_view name(WallStyle style);
std::vector<WallStyle> all_wall_styles();

struct SnapshotView {
  Vec3 eye{4, -6, 3};  // m
  Vec3 target;         // m, in the middle of the picture
  Vec3 up{0, 0, 1};    // points up in the picture; any length
  bool perspective = true;
  Real field = 3;                   // m, height of what is seen at the target's distance
  int width = 1600, height = 1200;  // pixels
  ColourBy colour = ColourBy::name;
  // Ends of the colour scale, in the unit of what is shown; both 0: by the data.
  Real colour_low = 0, colour_high = 0;
  std::vector<std::uint32_t> contacts;  // one number per body, for ColourBy::contacts
  bool legend = false;                  // says in the picture what colours mean
  WallStyle walls = WallStyle::glass;   // bodies that are not dynamic
  // A ball around what the picture is about (m): floors reach somewhat beyond it. Radius 0: by the data.
  Vec3 centre;
  Real radius = 0;
};

// Where the eye is, seen from the middle, and what is up. Zero: where it usually is; against gravity.
struct ViewDirection {
  Vec3 towards_eye, up;
};

// From far enough for all dynamic and moved bodies that are present in any of the states. A few that have
// strayed far from hundreds of others do not count. Coloured by name, or by size where all have the same one.
// In the plane the direction does not matter.
SnapshotView fitted_view(const Model& model, std::span<const State> states, const ViewDirection& direction,
                         int width, int height);
// The same of one state, from the side and a little above.
SnapshotView usual_view(const Model& model, const State& state, int width = 1600, int height = 1200);

// Half-spaces are shown where they are a floor. Bodies at places that are not finite are left out. Meshes
// made for a picture serve for the next one.
Result<Image> render_image(const Model& model, const State& state, const SnapshotView& view,
                           DrawingMeshes& meshes);
// The bytes of a PNG file.
Result<std::string> render_png(const Model& model, const State& state, const SnapshotView& view);

}  // namespace scree
