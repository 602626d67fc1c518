// The impulse that takes a given energy out of two bodies' motion.
#pragma once

#include <scree/real.hpp>

#include <cmath>

namespace scree {

// With J the impulse (N s), v the bodies' relative speed along it (m/s) and m the mass they resist with, the
// kinetic energy changes by J v + J^2 / (2 m); this is to be -energy (J). Of the two roots the one near 0,
// and 0 when that would more than double or halve the speed: too little moves to pay with.
SCREE_HD inline Real kink_impulse(Real energy, Real speed, Real inverse_mass) {
  const Real square = speed * speed;
  const Real after = square - 2 * energy * inverse_mass;
  if (!(after > 0.25 * square && after < 4 * square)) return 0;
  return -2 * energy / (speed + std::copysign(std::sqrt(after), speed));
}

}  // namespace scree
