// From restitution coefficients to the coefficients of the contact law.
#pragma once

#include <scree/simulation_data.hpp>

#include "model/contact_law_data.hpp"

namespace scree {

// The coefficient c of  m x'' + c sqrt(m k) x^((n-1)/2) x' + k x^n = 0  for which two bodies part with
// `restitution` (0 to 1, not 0) times the speed they met with, whatever that speed. The force never pulls:
// they part when it has fallen to zero, before the overlap has. 1 gives exactly 0.
Real damping_for_restitution(Real restitution, Real exponent);

// The coefficient c of  m x'' + c sqrt(m k) x' + k x = 0  whose free swing has `restitution` times the
// speed half a period later.
Real shear_damping_for_restitution(Real restitution);

ContactLaw make_contact_law(const ContactParameters& parameters);

}  // namespace scree
