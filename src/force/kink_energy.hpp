// Keeps the energy of elastic contacts where the overlap has a kink.
//
// The Minkowski overlap is continuous, its slope is not: force and moment jump where another corner becomes
// the deepest one or another side the nearest (Feng 2021, Sec. 3.4). A step of central differences changes
// the kinetic energy by the mean of the forces at its ends times the way. In a smooth contact that differs
// from the change of the elastic energy by the third power of the time step, across a kink by the first. But
// the difference is known, as the elastic energy is a function of the overlap. So it is given back to the
// pair by an impulse: along the new normal at the new contact point and back along the old normal at the old
// one, as if the forces had changed at another moment of the step than its middle. Where that moves too
// little (no kink, but a smooth motion), along the normal alone. Momentum and angular momentum stay what they
// are. While too little moves either way, the difference waits for a later step of the same contact.
//
// Only for contacts without damping and with one point. The steps in which a contact begins or ends are left
// alone: their differences are of second order and cancel in the mean.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "model/contacts.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"
#include "model/state.hpp"

namespace scree {

// N s, along the normals, on B; on A their opposites.
struct KinkImpulse {
  Real now = 0;  // where the contact is,
  Real old = 0;  // and where it was a step ago
};

// For each pair by its index in the list.
struct KinkEnergies {
  std::vector<Real> owed;  // J, what the pair's motion has too much
  // Of the step under way.
  std::vector<Real> power;  // W, of the elastic forces on dynamic bodies when it began
  std::vector<KinkImpulse> impulses;
  std::vector<Real> works;  // J, of kinematic bodies; by parts of all pairs
};

// Whether any two materials meet without damping. The functions below may be left out when none do.
bool has_elastic_contacts(const Model& model);

// Takes what is owed on to a new list of pairs.
void follow_pairs(const Origins& origins, KinkEnergies& kinks);
// The same pairs in another order.
void rearrange(const Origins& origins, KinkEnergies& kinks);

// Notes how fast the elastic forces work now: after the first kick, before the drift.
void note_elastic_power(const Model& model, const State& state, const PairList& pairs,
                        const ContactList& contacts, Exec& exec, KinkEnergies& kinks);
// Notes what the step owes: after the new forces, before the second kick. `before` as for contact_forces.
void note_kink_energy(const Model& model, const State& state, const PairList& pairs,
                      const ContactList& before, const ContactList& contacts, Real time_step, Exec& exec,
                      KinkEnergies& kinks);
// Pays it: after the second kick. Returns the work (J) that kinematic bodies did on the others by it.
Real pay_kink_energy(const Model& model, const PairList& pairs, const ContactList& before,
                     const ContactList& contacts, Exec& exec, KinkEnergies& kinks, State& state);

}  // namespace scree
