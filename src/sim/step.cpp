// The order of a step: central differences (Feng 2021, Sec. 5) as kick, drift, new forces, kick.
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/build_model.hpp"
#include "motion/move_bodies.hpp"

namespace scree {
namespace {

// After a new search the points of the last step belong to pairs with other numbers. Points whose pair is
// gone (a body was removed) are dropped.
void renumber_contacts(const PairList& pairs, ContactList& contacts) {
  const std::size_t count = pairs.pairs.size();
  contacts.first.resize(count + 1);
  std::size_t next = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    contacts.first[i] = static_cast<std::uint32_t>(kept);
    const auto pair_of = [&](std::size_t k) { return PiecePair{contacts.points[k].a, contacts.points[k].b}; };
    while (next < contacts.points.size() && pair_of(next) < pairs.pairs[i]) ++next;
    for (; next < contacts.points.size() && pair_of(next) == pairs.pairs[i]; ++next, ++kept) {
      contacts.points[kept] = contacts.points[next];
      contacts.points[kept].pair = static_cast<std::uint32_t>(i);
    }
  }
  contacts.first[count] = static_cast<std::uint32_t>(kept);
  contacts.points.resize(kept);
}

// For how many steps a search should serve if nothing gets faster.
constexpr Real steps_per_search = 20;

void find_pairs(const Model& model, const StepSettings& settings, const State& state, Workspace& work,
                Exec& exec) {
  if (!neighbours_expired(model, state, exec, work.search)) return;
  const Real way = fastest_point(model, state) * settings.time_step;
  // A pair is in the list when it is closer than the skin, and each of the two may use up half of it.
  work.search.skin = std::clamp(2 * steps_per_search * way, settings.least_skin, settings.most_skin);
  find_neighbours(model, state, work.geometry, exec, work.neighbour_scratch, work.search, work.pairs);
  work.caches.resize(work.pairs.slot_count);
  for (const std::uint32_t slot : work.pairs.fresh_slots) work.caches[slot] = PairCache{};
  renumber_contacts(work.pairs, work.contacts);
}

}  // namespace

Real fastest_point(const Model& model, const State& state) {
  Real fastest = 0;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    if (state.present[i] == 0 || !std::isfinite(model.radius[i])) continue;
    const Real spin = norm(angular_velocity(model, state, static_cast<BodyId>(i)));
    fastest = std::max(fastest, norm(state.velocity[i]) + spin * model.radius[i]);
  }
  return fastest;
}

void update_forces(const Model& model, const StepSettings& settings, Real elapsed, State& state,
                   Workspace& work, Exec& exec) {
  place_pieces(model, state, exec, work.geometry);
  find_pairs(model, settings, state, work, exec);
  std::swap(work.contacts, work.before);
  detect_contacts(model, work.geometry, work.pairs, settings.detection, exec, work.caches,
                  work.detection_scratch, work.contacts, work.counts);
  work.contact_energies =
      contact_forces(model, state, work.pairs, work.before, elapsed, exec, work.force_scratch, work.contacts);
  const Real done =
      gather_forces(model, state, work.pairs, work.contacts, elapsed, exec, work.force_scratch, work.forces);
  state.spent.friction += work.contact_energies.friction;
  state.spent.damping += work.contact_energies.damping;
  state.spent.work += done;
}

void step(const Model& model, const StepSettings& settings, State& state, Workspace& work, Exec& exec) {
  const Real dt = settings.time_step;
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  drift_bodies(model, dt, exec, state);
  update_forces(model, settings, dt, state, work, exec);
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  ++state.step;
}

}  // namespace scree
