// Moves bodies: half a kick by the forces, a drift, and with the new forces the other half.
//
// This is the central difference scheme with velocity and position known at the same time; rotation by the
// symplectic splitting of Dullweber, Leimkuhler & McLachlan 1997 in the principal frame.
#pragma once

#include "exec/exec.hpp"
#include "model/model.hpp"
#include "model/state.hpp"

#include <vector>

namespace scree {

// Changes the momenta of dynamic bodies by force, moment (of the contacts, world axes, about the centre of
// mass) and gravity over `duration` (s).
void kick_bodies(const Model& model, const std::vector<Vec3>& force, const std::vector<Vec3>& moment,
                 Real duration, Exec& exec, State& state);

// Moves all bodies on by `time_step` (s) and the time with them; bodies with a motion go where it says.
void drift_bodies(const Model& model, Real time_step, Exec& exec, State& state);

}  // namespace scree
