// A running simulation: start, advance, and what can be said about it.
#include "sim/core.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "model/build_model.hpp"
#include "sim/check_setup.hpp"
#include "sim/events.hpp"
#include "sim/injection.hpp"

namespace scree {
namespace {

// How often the energies are looked at for the scale of the balance error.
constexpr std::uint64_t steps_between_accounts = 16;
// Where the settings leave it open. (rad) One point must not jump to the middle of features that are not
// parallel. The corners of a patch have their own depths, and those that come off carry nothing: all that is
// wanted is that a face has come off on one side before it counts as an edge, which it has at a tilt of twice
// the overlap over its size.
constexpr Real parallel_angle_of_one = 1e-8;
constexpr Real parallel_angle_of_patch = 0.05;

// Where no skin is given it may grow by this factor when things move fast.
constexpr Real widest_skin = 3;

bool counts_as_particle(const Model& model, const State& state, std::size_t body) {
  return state.present[body] != 0 && model.mobility[body] == Mobility::dynamic;
}

Real energy_in_play(const Energies& e) { return kinetic(e) + e.elastic + e.shear + dissipated(e); }

void note_step(SimulationCore& core) {
  StageClock clock(core.work.profile);
  const DetectionCounts& counts = core.work.counts;
  core.run.queries += counts.queries;
  core.run.failures += counts.failures;
  core.run.fallbacks += counts.fallbacks;
  core.run.particle_steps += core.particles;
  core.run.max_overlap_ratio = std::max(core.run.max_overlap_ratio, core.work.overlap_ratio);
  if (core.setup.state.step % steps_between_accounts == 0) {
    core.energy_scale = std::max(core.energy_scale, energy_in_play(energies(core)));
  }
  ++core.work.profile.steps;
  core.work.profile.particle_steps += core.particles;
  clock.add_to(Stage::account);
}

}  // namespace

SimulationCore::SimulationCore(Setup wanted, int threads) : setup(std::move(wanted)), exec(threads) {
  release_spare_memory(setup.model, setup.state);
  const Settings& settings = setup.settings;
  const Real usual_angle =
      settings.contact_points == ContactPoints::patch ? parallel_angle_of_patch : parallel_angle_of_one;
  const Real angle = settings.parallel_angle > 0 ? settings.parallel_angle : usual_angle;
  step_settings.detection = {settings.algorithm, settings.contact_points, angle, 0};
  step_settings.elastic_correction = settings.elastic_correction;
}

void fit_to_model(SimulationCore& core) {
  const Settings& settings = core.setup.settings;
  core.step_settings.time_step = chosen_time_step(core.setup);
  const Real usual = usual_skin(core.setup.model);
  core.step_settings.least_skin = settings.skin > 0 ? settings.skin : usual;
  core.step_settings.most_skin = settings.skin > 0 ? settings.skin : widest_skin * usual;
  core.work.search.valid = false;
}

void count_particles(SimulationCore& core) {
  core.particles = 0;
  for (std::size_t i = 0; i < body_count(core.setup.model); ++i) {
    if (counts_as_particle(core.setup.model, core.setup.state, i)) ++core.particles;
  }
}

void start(SimulationCore& core) {
  State& state = core.setup.state;
  const Model& model = core.setup.model;
  state.motion_start.resize(model.motions.size(), -1);
  for (std::size_t i = 0; i < model.motions.size(); ++i) state.motion_start[i] = model.motions[i].start;
  state.event_time.assign(core.setup.schedule.events.size(), -1);
  state.event_since.assign(core.setup.schedule.events.size(), -1);
  state.injected.assign(core.setup.schedule.injections.size(), 0);
  count_particles(core);
  fit_to_model(core);
  update_forces(model, core.step_settings, 0, state, core.work, core.exec);
  core.first_balance = balance(energies(core));
}

void note_change(SimulationCore& core) {
  if (core.changed) return;
  core.changed = true;
  core.balance_before = balance(energies(core));
}

void refresh(SimulationCore& core) {
  if (!core.changed) return;
  core.changed = false;
  State& state = core.setup.state;
  count_particles(core);
  core.work.search.valid = false;
  update_forces(core.setup.model, core.step_settings, 0, state, core.work, core.exec);
  // Before the first step the system is being set up: nothing has been supplied yet.
  if (state.step == 0) {
    core.first_balance = balance(energies(core));
  } else {
    state.spent.supplied += balance(energies(core)) - core.balance_before;
  }
}

void advance(SimulationCore& core) {
  const RestClock rest(core.work.profile);
  apply_events(core);
  if (core.stop) return;
  inject_bodies(core);
  DetectionSettings& detection = core.step_settings.detection;
  detection.step_motion = step_motion(core, detection.algorithm, core.exec);
  step(core.setup.model, core.step_settings, core.setup.state, core.work, core.exec);
  note_step(core);
}

Real step_motion(const SimulationCore& core, Algorithm algorithm, Exec& exec) {
  if (algorithm != Algorithm::direct_search && algorithm != Algorithm::fast_direct_search) return 0;
  return core.step_settings.time_step * fastest_point(core.setup.model, core.setup.state, exec);
}

Energies energies(const SimulationCore& core) {
  const Model& model = core.setup.model;
  const State& state = core.setup.state;
  Energies e = state.spent;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    if (!counts_as_particle(model, state, i)) continue;
    const Vec3 l = state.angular_momentum[i];
    const Vec3 w = model.inverse_moments[i];
    e.translation += 0.5 * model.mass[i] * norm_squared(state.velocity[i]);
    e.rotation += 0.5 * (l.x * l.x * w.x + l.y * l.y * w.y + l.z * l.z * w.z);
    e.gravity -= model.mass[i] * dot(state.gravity, state.position[i]);
  }
  e.elastic = core.work.contact_energies.elastic;
  e.shear = core.work.contact_energies.shear;
  return e;
}

Real energy_balance_error(const SimulationCore& core) {
  const Energies e = energies(core);
  const Real scale = std::max(core.energy_scale, energy_in_play(e));
  return scale > 0 ? std::fabs(balance(e) - core.first_balance) / scale : 0;
}

Statistics statistics(const SimulationCore& core) {
  const Model& model = core.setup.model;
  const State& state = core.setup.state;
  Statistics s;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    if (!counts_as_particle(model, state, i)) continue;
    ++s.particles;
    s.max_speed = std::max(s.max_speed, norm(state.velocity[i]));
  }
  const ContactList& contacts = core.work.contacts;
  s.contacts = point_count(contacts);
  Real sum = 0;
  for_each_point(contacts, [&](const ContactPoint& point) {
    const Real ratio = point.depth / smaller_size(model, point);
    sum += ratio;
    s.max_overlap_ratio = std::max(s.max_overlap_ratio, ratio);
  });
  if (s.contacts > 0) s.mean_overlap_ratio = sum / static_cast<Real>(s.contacts);
  std::size_t sides = 0;
  for (std::size_t i = 0; i < core.work.pairs.pairs.size(); ++i) {
    if (points_of(contacts, i).empty()) continue;
    const PiecePair pair = core.work.pairs.pairs[i];
    for (const std::uint32_t piece : {pair.a, pair.b}) {
      if (model.mobility[model.piece_body[piece]] == Mobility::dynamic) ++sides;
    }
  }
  if (s.particles > 0) s.coordination_number = static_cast<Real>(sides) / static_cast<Real>(s.particles);
  return s;
}

std::uint64_t state_hash(const Model& model, const State& state) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a over 64-bit words, each mixed
  const auto add = [&](Real x) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3U;
    hash ^= hash >> 29;
  };
  const auto add_vector = [&](Vec3 v) {
    add(v.x);
    add(v.y);
    add(v.z);
  };
  for (std::size_t i = 0; i < body_count(model); ++i) {
    if (state.present[i] == 0) continue;
    add(static_cast<Real>(i));
    add_vector(state.position[i]);
    const Quat q = state.orientation[i];
    add(q.w);
    add_vector({q.x, q.y, q.z});
    add_vector(state.velocity[i]);
    add_vector(state.angular_momentum[i]);
  }
  return hash;
}

}  // namespace scree
