// Runs balls against balls and walls with the force and motion stages alone; detection is in closed form.
#pragma once

#include <vector>

#include "force/contact_forces.hpp"
#include "force/hand_made.hpp"
#include "motion/move_bodies.hpp"

namespace scree::testing {

// Where body b touches body a: appends the points of the pair.
using FindContacts = void (*)(const HandMade& system, std::uint32_t pair, std::vector<ContactPoint>& points);

struct SmallRun {
  HandMade& system;
  FindContacts find;
  Exec exec;
  ContactList contacts, before;
  BodyForces forces;
  ForceScratch scratch;
  ContactEnergies now;
  Real friction = 0, damping = 0, work = 0;  // J, so far

  SmallRun(HandMade& s, FindContacts f, int threads = 1) : system(s), find(f), exec(threads) { update(0); }

  void update(Real dt) {
    std::swap(contacts, before);
    const std::size_t pairs = system.pairs.pairs.size();
    contacts.chunks.assign(chunk_count(pairs), {});
    before.chunks.resize(contacts.chunks.size());
    for (std::uint32_t i = 0; i < pairs; ++i) {
      ContactChunk& chunk = contacts.chunks[i / chunk_size];
      find(system, i, chunk.points);
      chunk.end[i % chunk_size] = static_cast<std::uint16_t>(chunk.points.size());
    }
    now = parallel_sum(exec, pairs, scratch.sums, [&](std::size_t begin, std::size_t) {
      const std::size_t chunk = begin / chunk_size;
      return contact_forces(system.model, system.state, system.pairs, chunk, before.chunks[chunk], dt,
                            contacts.chunks[chunk]);
    });
    work += gather_forces(system.model, system.state, system.pairs, contacts, dt, exec, scratch, forces);
    friction += now.friction;
    damping += now.damping;
  }
  void step(Real dt) {
    kick_bodies(system.model, forces.force, forces.moment, 0.5 * dt, exec, system.state);
    drift_bodies(system.model, dt, exec, system.state);
    update(dt);
    kick_bodies(system.model, forces.force, forces.moment, 0.5 * dt, exec, system.state);
  }
  // J; constant when nothing is lost from the account. Without gravity.
  [[nodiscard]] Real balance() const {
    return system.kinetic_energy() + now.elastic + now.shear + friction + damping - work;
  }
};

inline constexpr Real ball_radius = 0.5;  // m, of every ball

// Two balls, or a ball b on the upper side of a level wall a whose height is that of its centre.
inline void find_ball_contact(const HandMade& s, std::uint32_t pair, std::vector<ContactPoint>& points) {
  const PiecePair p = s.pairs.pairs[pair];
  const Vec3 a = s.state.position[p.a];
  const Vec3 to_b = nearest_image(s.model.periodic, s.state.position[p.b] - a);
  if (s.model.mobility[p.a] == Mobility::dynamic) {
    const Real depth = 2 * ball_radius - norm(to_b);
    if (depth > 0) points.push_back(point_between(p, pair, normalized(to_b), a + 0.5 * to_b, depth));
  } else {
    const Real depth = ball_radius - to_b.z;
    const Vec3 foot{a.x + to_b.x, a.y + to_b.y, a.z - 0.5 * depth};
    if (depth > 0) points.push_back(point_between(p, pair, {0, 0, 1}, foot, depth));
  }
}

}  // namespace scree::testing
