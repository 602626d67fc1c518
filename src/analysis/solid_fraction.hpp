// How much of a box the particles fill: as a whole and by height.
#pragma once

#include <scree/result.hpp>
#include <scree/shape.hpp>

#include <optional>
#include <vector>

#include "analysis/packing.hpp"

namespace scree {

// The box around all particles; along periodic axes the period. An error when there are none.
Result<Bounds> particle_box(const FrameScene& scene, const Frame& frame);

// The box that is looked at: `outer` less a margin (m) on every side, which keeps away from walls and from
// the free surface. Not given: the mean diameter, but no more than a quarter of the box. Periodic axes have
// no margin. An error when it leaves nothing.
Result<Bounds> inner_box(const Bounds& outer, const Packing& packing, std::optional<Real> margin);

struct SolidFraction {
  Real whole = 0;  // of the inner box
  struct Layer {
    Real low = 0, high = 0;  // m, along the height's coordinate
    Real fraction = 0;
  };
  std::vector<Layer>
      layers;  // from the lowest coordinate; as wide as the inner box, as high as the outer one
};

// Volumes of the particles in the box over its volume: those of overlaps count for both. `layers`: how many;
// 0: one per mean diameter.
Result<SolidFraction> solid_fraction(const FrameScene& scene, const Frame& frame, const Packing& packing,
                                     const Bounds& outer, const Bounds& inner, int layers);

}  // namespace scree
