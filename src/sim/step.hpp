// One time step.
#pragma once

#include "exec/exec.hpp"
#include "model/model.hpp"
#include "model/state.hpp"
#include "sim/order_pairs.hpp"
#include "sim/workspace.hpp"

namespace scree {

struct StepSettings {
  Real time_step = 0;  // s
  DetectionSettings detection;
  bool elastic_correction = true;  // see force/kink_energy.hpp
  // The skin of the neighbour search (m) lies between these: wider the faster things move, so that a search
  // serves for some steps.
  Real least_skin = 0, most_skin = 0;
  std::uint32_t near_in_list = scree::near_in_list;  // places, see sim/order_pairs.hpp
};

// m/s, an upper bound over all points of all bodies present.
Real fastest_point(const Model& model, const State& state, Exec& exec);
// m, of the two shapes in contact; a half-space has none.
Real smaller_size(const Model& model, const ContactPoint& point);

// Finds the contacts and forces of a state, without moving it: before the first step, and after bodies were
// added, removed or placed anew. History of contacts that last is kept.
void update_forces(const Model& model, const StepSettings& settings, Real elapsed, State& state,
                   Workspace& work, Exec& exec);

void step(const Model& model, const StepSettings& settings, State& state, Workspace& work, Exec& exec);

}  // namespace scree
