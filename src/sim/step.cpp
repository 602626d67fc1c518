// The order of a step: central differences (Feng 2021, Sec. 5) as kick, drift, new forces, kick.
#include "sim/step.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "model/build_model.hpp"
#include "motion/move_bodies.hpp"

namespace scree {
namespace {

bool keeps_elastic_energy(const Model& model, const StepSettings& settings) {
  return settings.elastic_correction && has_elastic_contacts(model);
}

// For how many steps a search should serve if nothing gets faster.
constexpr Real steps_per_search = 20;

void find_pairs(const Model& model, const StepSettings& settings, const State& state, Workspace& work,
                Exec& exec) {
  if (!neighbours_expired(model, state, exec, work.search)) return;
  const Real way = fastest_point(model, state, exec) * settings.time_step;
  // A pair is in the list when it is closer than the skin, and each of the two may use up half of it.
  work.search.skin = std::clamp(2 * steps_per_search * way, settings.least_skin, settings.most_skin);
  find_neighbours(model, state, work.geometry, exec, work.neighbour_scratch, work.search, work.pairs);
  follow_pairs(work.neighbour_scratch.list.origins, work.pairs.pairs, work.geometry.travel,
               settings.detection.algorithm, work.pair_memory);
  if (keeps_elastic_energy(model, settings)) {
    follow_pairs(work.neighbour_scratch.list.origins, work.kinks);
  } else {
    work.kinks = {};
  }
  follow_pairs(work.neighbour_scratch.list.origins, exec, work.follow_scratch, work.contacts);
  order_pairs(model, state, settings.near_in_list, work);
  ++work.profile.searches;
}

using Clock = ProfileClock;
Real seconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<Real>(to - from).count();
}

Real largest_overlap_ratio(const Model& model, const ContactChunk& chunk) {
  Real largest = 0;
  for (const ContactPoint& point : chunk.points) {
    largest = std::max(largest, point.depth / smaller_size(model, point));
  }
  return largest;
}

// What the threads have counted, and their time: theirs alone, or the waiting of one for the others would
// count for a stage.
void add_up(StageClock& clock, Workspace& work) {
  work.counts = {};
  for (const auto& thread : work.detection_scratch.threads) work.counts += thread.counts;
  ThreadNotes all;
  for (const ThreadNotes& notes : work.thread_notes) {
    all.detection_seconds += notes.detection_seconds;
    all.law_seconds += notes.law_seconds;
    all.overlap_ratio = std::max(all.overlap_ratio, notes.overlap_ratio);
  }
  work.overlap_ratio = all.overlap_ratio;
  clock.add_to(Stage::detection, all.detection_seconds, Stage::law, all.law_seconds);
}

// Contacts and their forces, chunk by chunk of pairs: a chunk's old points are at hand while its new ones are
// made, and no second list of contacts is needed unless the elastic correction asks for it.
ContactEnergies renew_contacts(const Model& model, const StepSettings& settings, const State& state,
                               Real elapsed, StageClock& clock, Workspace& work, Exec& exec) {
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
  for (auto& thread : threads) {
    thread.counts = {};
    thread.found.points.reserve(chunk_size);  // whichever chunks a thread happens to get
  }
  work.thread_notes.assign(exec.threads(), {});
  work.before.chunks.resize(elastic ? chunk_count(count) : 0);
  work.force_scratch.sums.resize(chunk_count(count));
  for_chunks_balanced(exec, count, [&](std::size_t chunk, std::size_t, std::size_t, int thread) {
    auto& [now, counts] = threads[thread];
    ContactChunk& kept = work.contacts.chunks[chunk];
    ThreadNotes& notes = work.thread_notes[thread];
    const Clock::time_point begin = Clock::now();
    detect_chunk(detection, chunk, now, counts);
    const Clock::time_point detected = Clock::now();
    work.force_scratch.sums[chunk] = contact_forces(model, state, work.pairs, chunk, kept, elapsed, now);
    notes.overlap_ratio = std::max(notes.overlap_ratio, largest_overlap_ratio(model, now));
    if (elastic) copy_chunk(kept, work.before.chunks[chunk]);
    copy_chunk(now, kept);
    notes.detection_seconds += seconds(begin, detected);
    notes.law_seconds += seconds(detected, Clock::now());
  });
  ContactEnergies sum;
  for (const ContactEnergies& part : work.force_scratch.sums) sum += part;
  add_up(clock, work);
  return sum;
}

void find_forces(const Model& model, const StepSettings& settings, Real elapsed, StageClock& clock,
                 State& state, Workspace& work, Exec& exec) {
  place_pieces(model, state, exec, work.geometry);
  clock.add_to(Stage::place);
  find_pairs(model, settings, state, work, exec);
  clock.add_to(Stage::search);
  work.contact_energies = renew_contacts(model, settings, state, elapsed, clock, work, exec);
  const Real done =
      gather_forces(model, state, work.pairs, work.contacts, elapsed, exec, work.force_scratch, work.forces);
  state.spent.friction += work.contact_energies.friction;
  state.spent.damping += work.contact_energies.damping;
  state.spent.work += done;
  clock.add_to(Stage::gather);
}

}  // namespace

Real smaller_size(const Model& model, const ContactPoint& point) {
  return std::min(model.views[model.piece_shape[point.a]].size, model.views[model.piece_shape[point.b]].size);
}

Real fastest_point(const Model& model, const State& state, Exec& exec) {
  std::atomic<Real> fastest = 0;  // the largest does not depend on who comes first
  for_chunks(exec, body_count(model), [&](std::size_t, std::size_t begin, std::size_t end, int) {
    Real speed = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (state.present[i] == 0 || !std::isfinite(model.radius[i])) continue;
      const Real spin = norm(angular_velocity(model, state, static_cast<BodyId>(i)));
      speed = std::max(speed, norm(state.velocity[i]) + spin * model.radius[i]);
    }
    Real known = fastest.load(std::memory_order_relaxed);
    while (known < speed && !fastest.compare_exchange_weak(known, speed, std::memory_order_relaxed)) {
    }
  });
  return fastest;
}

void update_forces(const Model& model, const StepSettings& settings, Real elapsed, State& state,
                   Workspace& work, Exec& exec) {
  StageClock clock(work.profile);
  find_forces(model, settings, elapsed, clock, state, work, exec);
}

void step(const Model& model, const StepSettings& settings, State& state, Workspace& work, Exec& exec) {
  const Real dt = settings.time_step;
  const bool elastic = keeps_elastic_energy(model, settings);
  StageClock clock(work.profile);
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  if (elastic) {
    clock.add_to(Stage::motion);
    note_elastic_power(model, state, work.pairs, work.contacts, exec, work.kinks);
    clock.add_to(Stage::law);
  }
  drift_bodies(model, dt, exec, state);
  clock.add_to(Stage::motion);
  find_forces(model, settings, dt, clock, state, work, exec);
  if (elastic) {
    note_kink_energy(model, state, work.pairs, work.before, work.contacts, dt, exec, work.kinks);
    clock.add_to(Stage::law);
  }
  kick_bodies(model, work.forces.force, work.forces.moment, 0.5 * dt, exec, state);
  clock.add_to(Stage::motion);
  if (elastic) {
    state.spent.work +=
        pay_kink_energy(model, work.pairs, work.before, work.contacts, exec, work.kinks, state);
    clock.add_to(Stage::law);
  }
  ++state.step;
}

}  // namespace scree
