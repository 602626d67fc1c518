#include "output/develop.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace scree {
namespace {

constexpr float crease_darkness = 0.45F, outline_darkness = 0.65F;
constexpr float shadow_darkness = 0.45F;
constexpr float glass_cover = 0.09F;
constexpr Colour glass_colour{0.45F, 0.52F, 0.62F}, line_colour{0.22F, 0.25F, 0.30F};

struct Size {
  int width, height;  // pixels
};

// Mean of a window of 2 * reach + 1 values along one direction, of sums and counts alike.
void blur(std::vector<float>& values, Size size, int reach, bool across) {
  const int lines = across ? size.height : size.width;
  const int length = across ? size.width : size.height;
  const std::size_t stride = across ? 1 : size.width;
  std::vector<float> line(length);
  for (int k = 0; k < lines; ++k) {
    float* const first = values.data() + (across ? std::size_t(k) * size.width : std::size_t(k));
    double sum = 0;
    for (int i = 0; i < length; ++i) line[i] = first[i * stride];
    for (int i = -reach; i < length; ++i) {
      if (i + reach < length) sum += line[i + reach];
      if (i - reach - 1 >= 0) sum -= line[i - reach - 1];
      if (i >= 0) first[i * stride] = static_cast<float>(sum / (2 * reach + 1));
    }
  }
}

// The mean depth (m) around each pixel, of what is not background; infinite where there is only that.
std::vector<float> depths_around(const Camera& camera, const Canvas& canvas, Size size) {
  const std::size_t count = std::size_t(size.width) * size.height;
  std::vector<float> means(count, 0), shares(count, 0);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const Sample& sample = canvas.solid[samples_per_side * (std::size_t(y) * canvas.width + x)];
      if (sample.thing == nothing) continue;
      const std::size_t pixel = std::size_t(y) * size.width + x;
      means[pixel] = static_cast<float>(depth(camera, sample.nearness));
      shares[pixel] = 1;
    }
  }
  const int reach = std::max(1, size.height / 90);
  for (int pass = 0; pass < 2; ++pass) {
    for (const bool across : {true, false}) {
      blur(means, size, reach, across);
      blur(shares, size, reach, across);
    }
  }
  constexpr float least_share = 1e-6F;
  for (std::size_t i = 0; i < count; ++i) {
    means[i] = shares[i] > least_share ? means[i] / shares[i] : std::numeric_limits<float>::infinity();
  }
  return means;
}

// What lies behind its surroundings gets darker: its depth less the blurred one (Luft, Colditz & Deussen
// 2006).
struct Shadows {
  const Camera& camera;
  std::vector<float> around;  // m, per pixel
  Real deepest;               // m
};
float shadow(const Shadows& shadows, std::size_t pixel, float nearness) {
  const Real behind = (depth(shadows.camera, nearness) - shadows.around[pixel]) / shadows.deepest;
  return shadow_darkness * static_cast<float>(std::clamp(behind, Real{0}, Real{1}));
}

void darken(Colour& colour, float share) {
  colour = {colour.red * (1 - share), colour.green * (1 - share), colour.blue * (1 - share)};
}
void cover(Colour& colour, Colour with, float share) {
  colour = {colour.red + share * (with.red - colour.red), colour.green + share * (with.green - colour.green),
            colour.blue + share * (with.blue - colour.blue)};
}

// How much of an edge a sample is: its right or lower neighbour, or left or upper, shows another face.
float edge_at(const Canvas& canvas, int x, int y) {
  const std::size_t i = std::size_t(y) * canvas.width + x;
  const Sample& sample = canvas.solid[i];
  float edge = 0;
  const auto compare = [&](bool inside, std::size_t other_index) {
    if (!inside) return;
    const Sample& other = canvas.solid[other_index];
    if (other.thing != sample.thing) {
      // The outline belongs to the nearer of the two.
      if (sample.nearness >= other.nearness) edge = std::max(edge, outline_darkness);
    } else if (other.face != sample.face) {
      edge = std::max(edge, crease_darkness);
    }
  };
  compare(x > 0, i - 1);
  compare(x + 1 < canvas.width, i + 1);
  compare(y > 0, i - canvas.width);
  compare(y + 1 < canvas.height, i + canvas.width);
  return edge;
}

Colour sample_colour(const Canvas& canvas, const std::vector<Appearance>& things, const Shadows& shadows,
                     std::size_t pixel, int x, int y) {
  const std::size_t i = std::size_t(y) * canvas.width + x;
  const Sample& sample = canvas.solid[i];
  Colour colour;
  if (sample.thing != nothing) {
    const Appearance& thing = things[sample.thing];
    colour = thing.colour;
    darken(colour, 1 - static_cast<float>(sample.light) / 255);
    darken(colour, thing.shadow * shadow(shadows, pixel, sample.nearness));
    if (thing.edges > 0) darken(colour, thing.edges * edge_at(canvas, x, y));
  }
  if (canvas.glass[i] > 0) {
    cover(colour, glass_colour, 1 - std::pow(1 - glass_cover, static_cast<float>(canvas.glass[i])));
  }
  if (canvas.line[i] > 0) cover(colour, line_colour, static_cast<float>(canvas.line[i]) / 255);
  return colour;
}

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

}  // namespace

Image develop(const Camera& camera, const Canvas& canvas, const std::vector<Appearance>& things,
              Real shadow_depth) {
  const Size size{canvas.width / samples_per_side, canvas.height / samples_per_side};
  const Shadows shadows{camera, depths_around(camera, canvas, size), shadow_depth};
  Image image{size.width, size.height, {}};
  image.rgb.reserve(std::size_t{3} * size.width * size.height);
  constexpr float share = 1.0F / (samples_per_side * samples_per_side);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const std::size_t pixel = std::size_t(y) * size.width + x;
      Colour sum{0, 0, 0};
      for (int k = 0; k < samples_per_side * samples_per_side; ++k) {
        const Colour c =
            sample_colour(canvas, things, shadows, pixel, samples_per_side * x + k % samples_per_side,
                          samples_per_side * y + k / samples_per_side);
        sum = {sum.red + share * c.red, sum.green + share * c.green, sum.blue + share * c.blue};
      }
      for (const float value : {sum.red, sum.green, sum.blue}) image.rgb.push_back(to_byte(value));
    }
  }
  return image;
}

}  // namespace scree
