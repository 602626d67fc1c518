// The damping that a restitution coefficient asks for.
//
// With y = x^((n+1)/2) and the time t' where dt' = x^((n-1)/2) dt, the collision of any exponent
//   v' = -c x^((n-1)/2) v - x^n,  x' = v      (mass, stiffness and speed of approach 1)
// becomes a linear oscillator:
//   dv/dt' = -c v - y,  dy/dt' = (n+1)/2 v    of damping ratio z = c / (2 sqrt((n+1)/2)).
// The force x^((n-1)/2) (c v + y) vanishes when y + c v does. There, with z = cos(a) below critical
// damping and z = cosh(b) above,
//   e = exp(-2 a / tan(a))   or   e = exp(-2 b / tanh(b)),
// for n = 1 the result of Schwager & Poeschel 2007 (Granular Matter 9, 465-469).
#include "model/contact_law.hpp"

#include <cmath>

namespace scree {
namespace {

// The place between `low` and `high` that a test, true below it and false above, gives away.
template <class F>
Real bisect(Real low, Real high, F&& lies_above) {
  for (int i = 0; i < 200; ++i) {
    const Real middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (lies_above(middle) ? low : high) = middle;
  }
  return low;
}

// The damping ratio z of the oscillator.
Real damping_ratio(Real restitution) {
  const Real loss = -std::log(restitution);
  constexpr Real half_pi = 1.570796326794896619;
  if (loss <= 2) {
    const Real a = bisect(0, half_pi, [&](Real angle) { return 2 * angle / std::tan(angle) > loss; });
    return std::cos(a);
  }
  return std::cosh(bisect(0, loss, [&](Real b) { return 2 * b / std::tanh(b) < loss; }));
}

}  // namespace

Real damping_for_restitution(Real restitution, Real exponent) {
  if (restitution >= 1) return 0;
  return 2 * damping_ratio(restitution) * std::sqrt((exponent + 1) / 2);
}

Real shear_damping_for_restitution(Real restitution) {
  if (restitution >= 1) return 0;
  constexpr Real pi = 3.141592653589793238;
  const Real loss = -std::log(restitution);
  return 2 * loss / std::sqrt(pi * pi + loss * loss);
}

ContactLaw make_contact_law(const ContactParameters& p) {
  return {.normal_stiffness = p.normal_stiffness,
          .shear_stiffness = p.shear_stiffness,
          .exponent = p.exponent,
          .friction = p.friction,
          .damping = damping_for_restitution(p.restitution, p.exponent),
          .shear_damping = shear_damping_for_restitution(p.tangential_restitution)};
}

}  // namespace scree
