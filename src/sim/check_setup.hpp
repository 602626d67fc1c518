// Whether a setup can run as it is, and with which time step.
#pragma once

#include <scree/result.hpp>

#include <optional>

#include "exec/exec.hpp"
#include "model/setup.hpp"

namespace scree {

// Bodies may overlap at the start by this share of the smaller one's size.
inline constexpr Real start_overlap = 1e-6;

// The longest time step (s) at which two of the lightest bodies can collide at their worst place without
// gaining energy: 2 / omega, with omega^2 = k / m (Feng 2021 uses central differences, whose limit this
// is). `m` is half the least effective mass, rotation included; `k` the largest stiffness, for laws that
// are not linear that at an overlap of 1 % of the body's size. With patches also the limit at which they can
// lie on each other with whole faces, which are stiffer (sim/patch_swing.hpp). Infinite without dynamic
// bodies.
Real stable_time_step(const Model& model, ContactPoints points = ContactPoints::one);
// As the settings want it: given, or a fraction of the stable one.
Real chosen_time_step(const Setup& setup);
// The skin (m) of the neighbour search where none is given.
Real usual_skin(const Model& model);

// Why the settings, gravity or periods cannot be used: names the key, the value and what is allowed. Nothing:
// they can.
std::optional<Error> check_settings(const Setup& setup);

// Why the setup cannot run (bodies overlap at the start, the time step is above the stable one of single
// points, a body is too large for its period): one message, with the bodies' source. Nothing: it can.
std::optional<Error> check_setup(const Setup& setup, Exec& exec);

}  // namespace scree
