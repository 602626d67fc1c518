// A running simulation: its setup, its state, and all that goes with them.
#pragma once

#include <scree/energy.hpp>
#include <scree/simulation_data.hpp>

#include <cstdint>
#include <string>

#include "exec/exec.hpp"
#include "model/setup.hpp"
#include "sim/step.hpp"
#include "sim/workspace.hpp"

namespace scree {

// Over the whole run so far.
struct RunCounts {
  std::uint64_t queries = 0, failures = 0, fallbacks = 0;
  std::uint64_t particle_steps = 0;  // dynamic bodies present, summed over steps
  Real max_overlap_ratio = 0;        // largest depth over the smaller size of its two shapes
  Real wall_seconds = 0;             // spent on it, over all interruptions; kept by run_scene
};

struct SimulationCore {
  explicit SimulationCore(Setup wanted, int threads = 1);

  Setup setup;  // setup.state is the current state
  StepSettings step_settings;
  Workspace work;
  Exec exec;
  Real first_balance = 0;  // J, of the energy account at the start
  Real energy_scale = 0;   // J, the most energy that was in motion, stored in contacts or dissipated so far
  RunCounts run;
  std::size_t particles = 0;  // dynamic bodies present
  bool stop = false;          // an event asked for it
  std::string refusal;        // why it does not step: settings that cannot be used. Empty: it does
  bool changed = false;       // since the last refresh
  Real balance_before = 0;    // J, of the energy account before that change
};

// The whole account at the state's time.
Energies energies(const SimulationCore& core);

// Contacts and forces of the first state.
void start(SimulationCore& core);
// Events and injections that are due, then one step. Does nothing after an event that stops the run.
void advance(SimulationCore& core);
void count_particles(SimulationCore& core);
// A change from outside: bodies come, go or jump, gravity or materials change. Before it `note_change`, after
// it `refresh`, which finds neighbours and forces anew; what the change brought in or took out goes to the
// account as `supplied`. Bodies or materials that are new to the model need `fit_to_model` before that.
void note_change(SimulationCore& core);
void fit_to_model(SimulationCore& core);  // time step and skin
void refresh(SimulationCore& core);
// m, how far any point moves in a step at most; 0 for algorithms that do not look at it.
Real step_motion(const SimulationCore& core, Algorithm algorithm, Exec& exec);

// |balance - first balance| / energy_scale; 0 when nothing has happened yet.
Real energy_balance_error(const SimulationCore& core);

Statistics statistics(const SimulationCore& core);

// Of positions, orientations, velocities and angular momenta of all bodies present, bit for bit.
std::uint64_t state_hash(const Model& model, const State& state);

}  // namespace scree
