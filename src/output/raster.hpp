// A camera and a canvas with a depth buffer: polygons and lines to samples, without a graphics library.
//
// Solids are drawn first: each sample keeps the nearest one. Glass (see-through walls) and lines lie over
// them, where no solid is nearer. Colours come later: a sample says what it shows and how much light falls
// on it.
#pragma once

#include <scree/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scree {

struct Camera {
  Vec3 eye, right, up, forward;  // m; unit axes
  bool perspective = true;
  Real scale = 1;  // samples per metre: at 1 m from the eye, or everywhere without perspective
  Real middle_x = 0, middle_y = 0;  // samples
  Real nearest = 0;                 // m, what is closer to the eye is cut off
};

// Right, up and forward of the eye (m).
inline Vec3 to_view(const Camera& camera, Vec3 point) {
  const Vec3 d = point - camera.eye;
  return {dot(d, camera.right), dot(d, camera.up), dot(d, camera.forward)};
}

inline constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

struct Sample {
  // Grows towards the eye and is linear across the screen: 1 / depth with perspective, else -depth.
  float nearness = -std::numeric_limits<float>::infinity();
  std::uint32_t thing = nothing;  // the caller's number
  std::uint16_t face = 0;         // of the thing
  std::uint8_t light = 0;         // 0 to 255
};

struct Canvas {
  Canvas(int width, int height);

  int width, height;                // samples
  std::vector<Sample> solid;        // rows from the top
  std::vector<std::uint8_t> glass;  // how many layers are in front of the solid
  std::vector<std::uint8_t> line;   // 0 to 255: how dark a line covers it
  std::vector<Vec3> clipped;        // scratch
  std::vector<Real> clipped_light;
};

// A convex polygon in view coordinates, in either sense of rotation, with the light (0 to 1) at each corner.
struct DrawnPolygon {
  std::span<const Vec3> corners;
  std::span<const Real> light;
  std::uint32_t thing = 0;
  std::uint16_t face = 0;
};
void draw_solid(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas);
// One layer more where no solid is nearer. The light does not matter.
void draw_glass(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas);

struct LineStyle {
  int width = 1;                    // samples
  Real darkness = 1;                // 0 to 1
  std::uint32_t lies_on = nothing;  // a thing that never hides it
};
void draw_line(const Camera& camera, Vec3 view_a, Vec3 view_b, const LineStyle& style, Canvas& canvas);

// The distance (m) along the camera's axis.
inline Real depth(const Camera& camera, Real nearness) {
  return camera.perspective ? 1 / nearness : -nearness;
}

}  // namespace scree
