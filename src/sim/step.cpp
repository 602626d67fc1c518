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
// gone (a body was removed) are dropped. Old chunks are given back as soon as they have been read, so that no
// second list is in memory.
void renumber_contacts(const PairList& pairs, ContactList& contacts) {
  std::vector<ContactChunk> old = std::exchange(contacts.chunks, {});
  std::size_t chunk = 0, next = 0;  // of the point to be read
  const auto point = [&]() -> const ContactPoint* {
    while (chunk < old.size() && next == old[chunk].points.size()) {
      old[chunk++] = {};
      next = 0;
    }
    return chunk < old.size() ? &old[chunk].points[next] : nullptr;
  };
  const auto pair_of = [](const ContactPoint& p) { return PiecePair{p.a, p.b}; };
  contacts.chunks.resize(chunk_count(pairs.pairs.size()));
  ContactChunk renumbered;
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    while (point() != nullptr && pair_of(*point()) < pairs.pairs[i]) ++next;
    for (; point() != nullptr && pair_of(*point()) == pairs.pairs[i]; ++next) {
      renumbered.points.push_back(*point());
      renumbered.points.back().pair = static_cast<std::uint32_t>(i);
    }
    renumbered.end[i % chunk_size] = static_cast<std::uint16_t>(renumbered.points.size());
    if ((i + 1) % chunk_size == 0 || i + 1 == pairs.pairs.size()) {
      contacts.chunks[i / chunk_size] = renumbered;
      renumbered.points.clear();
    }
  }
}

bool keeps_elastic_energy(const Model& model, const StepSettings& settings) {
  return settings.elastic_correction && has_elastic_contacts(model);
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
  follow_pairs(work.neighbour_scratch.list.origins, settings.detection.algorithm, work.pair_memory);
  if (keeps_elastic_energy(model, settings)) {
    follow_pairs(work.neighbour_scratch.list.origins, work.kinks);
  } else {
    work.kinks = {};
  }
  renumber_contacts(work.pairs, work.contacts);
}

// Contacts and their forces, chunk by chunk of pairs: a chunk's old points are at hand while its new ones are
// made, and no second list of contacts is needed unless the elastic correction asks for it.
ContactEnergies renew_contacts(const Model& model, const StepSettings& settings, const State& state,
                               Real elapsed, Workspace& work, Exec& exec) {
  const Detection detection{model,
                            work.geometry,
                            work.pairs,
                            settings.detection,
                            choose_algorithms(settings.detection.algorithm),
                            work.pair_memory};
  const std::size_t count = work.pairs.pairs.size();
  const bool elastic = keeps_elastic_energy(model, settings);
  std::vector<DetectionScratch::Thread>& threads = work.detection_scratch.threads;
  threads.resize(exec.threads());
  for (auto& thread : threads) thread.counts = {};
  work.before.chunks.resize(elastic ? chunk_count(count) : 0);
  work.force_scratch.sums.resize(chunk_count(count));
  for_chunks_balanced(exec, count, [&](std::size_t chunk, std::size_t, std::size_t, int thread) {
    auto& [now, counts] = threads[thread];
    ContactChunk& kept = work.contacts.chunks[chunk];
    detect_chunk(detection, chunk, now, counts);
    work.force_scratch.sums[chunk] = contact_forces(model, state, work.pairs, chunk, kept, elapsed, now);
    if (elastic) work.before.chunks[chunk] = kept;
    kept = now;
  });
  work.counts = {};
  for (const auto& thread : threads) work.counts += thread.counts;
  ContactEnergies sum;
  for (const ContactEnergies& part : work.force_scratch.sums) sum += part;
  return sum;
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
  work.contact_energies = renew_contacts(model, settings, state, elapsed, work, exec);
  const Real done =
      gather_forces(model, state, work.pairs, work.contacts, elapsed, exec, work.force_scratch, work.forces);
  state.spent.friction += work.contact_energies.friction;
  state.spent.damping += work.contact_energies.damping;
  state.spent.work += done;
}

void step(const Model& model, const StepSettings& settings, State& state, Workspace& work, Exec& exec) {
  const Real dt = settings.time_step;
  const bool elastic = keeps_elastic_energy(model, settings);
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  if (elastic) note_elastic_power(model, state, work.pairs, work.contacts, exec, work.kinks);
  drift_bodies(model, dt, exec, state);
  update_forces(model, settings, dt, state, work, exec);
  if (elastic) note_kink_energy(model, state, work.pairs, work.before, work.contacts, dt, exec, work.kinks);
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  if (elastic) {
    state.spent.work +=
        pay_kink_energy(model, work.pairs, work.before, work.contacts, exec, work.kinks, state);
  }
  ++state.step;
}

}  // namespace scree
