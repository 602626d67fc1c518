// From contacts to forces: the law at each contact point, then the sum for each body.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "model/contacts.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"
#include "model/state.hpp"

namespace scree {

// Energies of the contacts in one step.
struct ContactEnergies {
  Real elastic = 0, shear = 0;     // J, stored now
  Real friction = 0, damping = 0;  // J, turned to heat since the step before

  ContactEnergies& operator+=(const ContactEnergies& o) {
    elastic += o.elastic;
    shear += o.shear;
    friction += o.friction;
    damping += o.damping;
    return *this;
  }
};

// Of the contacts on each body, in world axes.
struct BodyForces {
  std::vector<Vec3> force;   // N
  std::vector<Vec3> moment;  // N m, about the centre of mass
};

struct ForceScratch {
  std::vector<ContactEnergies> sums;  // by chunks of pairs
  std::vector<Real> works;            // by chunks of pieces
};

// The law at each point of a chunk of pairs, with the history of the same pairs in `before`. `state` has the
// velocities of half a step ago, which brought the bodies here over `time_step` (s; 0: the same moment once
// more, no energy is spent).
ContactEnergies contact_forces(const Model& model, const State& state, const PairList& pairs,
                               std::size_t chunk, const ContactChunk& before, Real time_step,
                               ContactChunk& now);

// Adds up force and moment for each body, in the order of its pairs. Returns the work (J) that kinematic
// bodies did on the others since the step before, whose forces `forces` still holds: positive when a wall
// pushes.
Real gather_forces(const Model& model, const State& state, const PairList& pairs, const ContactList& contacts,
                   Real time_step, Exec& exec, ForceScratch& scratch, BodyForces& forces);

}  // namespace scree
