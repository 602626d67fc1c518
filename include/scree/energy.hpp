// The energy account: where the energy of a system is, where it came from and where it went.
#pragma once

#include <scree/real.hpp>

namespace scree {

// In joules. What a sum over bodies or contacts gives at one time.
struct Energies {
  Real translation = 0;  // kinetic
  Real rotation = 0;     // kinetic
  Real gravity = 0;      // - m g . x, of dynamic bodies; zero for a body at the world's origin
  Real elastic = 0;      // in the normal springs of the contacts
  Real shear = 0;        // in their tangential springs
  // Since the start:
  Real friction = 0;  // turned to heat by tangential forces (slip, tangential damping, springs let go)
  Real damping = 0;   // turned to heat by normal damping
  Real work = 0;      // done on the system by moving bodies
  Real supplied = 0;  // brought in or taken out by events: bodies added or removed, gravity changed
};

inline Real kinetic(const Energies& e) { return e.translation + e.rotation; }
// Of the system itself, without what left it.
inline Real stored(const Energies& e) { return kinetic(e) + e.gravity + e.elastic + e.shear; }
inline Real dissipated(const Energies& e) { return e.friction + e.damping; }
// Stays at its first value when time integration is exact.
inline Real balance(const Energies& e) { return stored(e) + dissipated(e) - e.work - e.supplied; }

}  // namespace scree
