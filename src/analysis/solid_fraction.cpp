#include "analysis/solid_fraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/clipped_volume.hpp"
#include "analysis/tensors.hpp"
#include "core/progress.hpp"

namespace scree {
namespace {

constexpr int most_layers = 10000;

template <class F>
void for_each_particle(const FrameScene& scene, const Frame& frame, F&& f) {
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    const std::uint32_t body = frame.body[i];
    if (scene.mobility[body] != Mobility::dynamic) continue;
    f(i, body_surface(scene, body, {frame.orientation[i], frame.position[i]}));
  }
}

// What reaches over the end of a period comes in again at its other side.
Real volume_in_periods(const Surface& surface, const Bounds& box, const Periodic& periodic, int dimension) {
  Real sum = 0;
  for (int image = 0; image < 27; ++image) {
    const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    bool wanted = true;
    Bounds moved = box;
    for (int i = 0; i < 3; ++i) {
      wanted = wanted && (shift[i] == 0 || (periodic.axis[i] && i < dimension));
      const Real way = shift[i] == 0 ? 0 : shift[i] * periodic.length[i];
      moved.lower[i] += way;
      moved.upper[i] += way;
    }
    if (wanted) sum += volume_in_box(surface, moved);
  }
  return sum;
}

}  // namespace

Result<Bounds> particle_box(const FrameScene& scene, const Frame& frame) {
  constexpr Real far = std::numeric_limits<Real>::infinity();
  Bounds all{{far, far, far}, {-far, -far, -far}};
  bool any = false;
  for_each_particle(scene, frame, [&](std::size_t, const Surface& surface) {
    const Bounds own = bounds_of(surface);
    any = true;
    for (int i = 0; i < 3; ++i) {
      all.lower[i] = std::min(all.lower[i], own.lower[i]);
      all.upper[i] = std::max(all.upper[i], own.upper[i]);
    }
  });
  if (!any) return Error{"there are no particles"};
  for (int i = 0; i < 3; ++i) {
    if (!scene.periodic.axis[i]) continue;
    all.lower[i] = scene.periodic.lower[i];
    all.upper[i] = scene.periodic.lower[i] + scene.periodic.length[i];
  }
  return all;
}

Result<Bounds> inner_box(const Bounds& outer, const Packing& packing, std::optional<Real> margin) {
  Bounds inner = outer;
  for (int i = 0; i < packing.dimension; ++i) {
    if (packing.periodic.axis[i]) continue;
    const Real length = outer.upper[i] - outer.lower[i];
    const Real away = margin.value_or(std::min(mean_diameter(packing), length / 4));
    inner.lower[i] += away;
    inner.upper[i] -= away;
    if (!(inner.lower[i] < inner.upper[i])) {
      return Error{
          fmt::format("a margin of {:.4g} m leaves nothing of the box of particles, {:.4g} m long along {}",
                      away, length, "xyz"[i])};
    }
  }
  return inner;
}

Result<SolidFraction> solid_fraction(const FrameScene& scene, const Frame& frame, const Packing& packing,
                                     const Bounds& outer, const Bounds& inner, int layers) {
  const int dimension = packing.dimension;
  const int axis = upwards(dimension, packing.gravity).axis;
  const Real height = outer.upper[axis] - outer.lower[axis];
  if (!(box_volume(inner, dimension) > 0) || !(height > 0)) return Error{"the box is empty"};
  const Real usual = std::clamp(std::round(height / mean_diameter(packing)), 1.0, Real{most_layers});
  const int count = layers > 0 ? std::min(layers, most_layers) : static_cast<int>(usual);
  SolidFraction result;
  Bounds slab = inner;
  for (int k = 0; k < count; ++k) {
    const Real low = outer.lower[axis] + height * k / count,
               high = outer.lower[axis] + height * (k + 1) / count;
    result.layers.push_back({low, high, 0});
  }
  Progress progress("particles", frame.body.size());
  for_each_particle(scene, frame, [&](std::size_t i, const Surface& surface) {
    result.whole += volume_in_periods(surface, inner, packing.periodic, dimension);
    // Along a periodic axis a particle may come in again at the other end: all layers are asked.
    const Bounds own = bounds_of(surface);
    const auto layer_at = [&](Real z) {
      const Real k = std::floor((z - outer.lower[axis]) / height * count);
      return static_cast<int>(std::clamp(k, 0.0, Real(count) - 1));
    };
    const bool all = packing.periodic.axis[axis];
    const int first = all ? 0 : layer_at(own.lower[axis]), last = all ? count - 1 : layer_at(own.upper[axis]);
    for (int k = first; k <= last; ++k) {
      SolidFraction::Layer& layer = result.layers[static_cast<std::size_t>(k)];
      slab.lower[axis] = layer.low;
      slab.upper[axis] = layer.high;
      layer.fraction += volume_in_periods(surface, slab, packing.periodic, dimension);
    }
    progress.update(i + 1);
  });
  result.whole /= box_volume(inner, dimension);
  for (SolidFraction::Layer& layer : result.layers) {
    slab.lower[axis] = layer.low;
    slab.upper[axis] = layer.high;
    layer.fraction /= box_volume(slab, dimension);
  }
  return result;
}

}  // namespace scree
