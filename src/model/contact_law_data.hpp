// ContactParameters as the law wants them: coefficients instead of restitutions. For host and device.
#pragma once

#include <scree/real.hpp>

namespace scree {

struct ContactLaw {
  Real normal_stiffness = 0;  // N/m^exponent: F = k d^exponent (Feng 2021, Eq. 31)
  Real shear_stiffness = 0;   // N/m
  Real exponent = 1;
  Real friction = 0;       // coefficient
  Real damping = 0;        // dimensionless: damping force = damping sqrt(m k) d^((n-1)/2) v
  Real shear_damping = 0;  // dimensionless: tangential damping force = shear_damping sqrt(m k_s) v
};

}  // namespace scree
