// The public face of a running simulation.
#include <scree/simulation.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "model/build_model.hpp"
#include "scene/scene.hpp"
#include "sim/check_setup.hpp"
#include "sim/core.hpp"

namespace scree {
namespace {

Setup empty_setup(const SimulationSettings& wanted) {
  Setup setup;
  setup.settings.time_step = wanted.time_step;
  setup.settings.time_step_fraction = wanted.time_step_fraction;
  setup.settings.algorithm = wanted.algorithm;
  setup.settings.contact_points = wanted.contact_points;
  setup.settings.parallel_angle = wanted.parallel_angle;
  setup.settings.allow_unstable_step = wanted.allow_unstable_step;
  setup.settings.elastic_correction = wanted.elastic_correction;
  setup.settings.skin = wanted.skin;
  setup.model.dimension = wanted.dimension;
  setup.model.periodic = wanted.periodic;
  setup.state.gravity = wanted.gravity;
  return setup;
}

std::optional<Error> check_body(const SimulationCore& core, BodyId body) {
  const std::size_t count = body_count(core.setup.model);
  if (body < count) return std::nullopt;
  return Error{fmt::format("body {} does not exist; there are {}", body, count)};
}

bool is_finite_state(const BodyState& s) {
  const Real length = norm(s.world_from_body.rotation);
  return is_finite(s.world_from_body.translation) && std::isfinite(length) && length > 0 &&
         is_finite(s.velocity) && is_finite(s.angular_velocity);
}

}  // namespace

Simulation::Simulation(const SimulationSettings& settings)
    : core_(std::make_unique<SimulationCore>(empty_setup(settings), settings.threads)) {
  if (auto bad = check_settings(core_->setup)) {
    core_ = std::make_unique<SimulationCore>(empty_setup({}), settings.threads);
    core_->refusal = bad->message;
  }
  start(*core_);
}
Simulation::Simulation(std::unique_ptr<SimulationCore> core) : core_(std::move(core)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Result<Simulation> Simulation::from_scene(const std::string& path, int threads) {
  Result<Setup> setup = read_scene(path);
  if (!setup) return setup.error();
  const int wanted = threads > 0 ? threads : setup->settings.threads;
  auto core = std::make_unique<SimulationCore>(*std::move(setup), wanted);
  if (auto bad = check_setup(core->setup, core->exec)) return *bad;
  start(*core);
  return Simulation(std::move(core));
}

// Bodies are added one by one, perhaps many: what follows from them is found once, before it is needed.
void Simulation::prepare() const {
  if (!core_->changed) return;
  fit_to_model(*core_);
  refresh(*core_);
}

Result<int> Simulation::add_material(const Material& material) {
  return scree::add_material(core_->setup.model, material);
}

std::optional<Error> Simulation::set_contact(int material_a, int material_b,
                                             const ContactParameters& parameters) {
  note_change(*core_);
  return scree::set_contact(core_->setup.model, material_a, material_b, parameters);
}

Result<BodyId> Simulation::add_body(const BodyDescription& description) {
  note_change(*core_);
  return scree::add_body(core_->setup.model, core_->setup.state, description);
}

std::optional<Error> Simulation::remove_body(BodyId body) {
  if (auto bad = check_body(*core_, body)) return bad;
  note_change(*core_);
  core_->setup.state.present[body] = 0;
  return std::nullopt;
}

std::optional<Error> Simulation::restore_body(BodyId body) {
  if (auto bad = check_body(*core_, body)) return bad;
  note_change(*core_);
  core_->setup.state.present[body] = 1;
  return std::nullopt;
}

std::size_t Simulation::body_count() const { return scree::body_count(core_->setup.model); }

std::string Simulation::name(BodyId body) const {
  return check_body(*core_, body) ? std::string() : body_name(core_->setup.model, body);
}

BodyState Simulation::state(BodyId body) const {
  BodyState result;
  if (check_body(*core_, body)) {
    result.present = false;
    return result;
  }
  prepare();
  const Model& model = core_->setup.model;
  const State& state = core_->setup.state;
  result.world_from_body = own_pose(model, state, body);
  result.centre = state.position[body];
  result.velocity = state.velocity[body];
  result.angular_velocity = angular_velocity(model, state, body);
  result.force = core_->work.forces.force[body];
  result.moment = core_->work.forces.moment[body];
  result.present = state.present[body] != 0;
  return result;
}

std::optional<Error> Simulation::set_state(BodyId body, const BodyState& wanted) {
  if (auto bad = check_body(*core_, body)) return bad;
  if (!is_finite_state(wanted)) {
    return Error{
        fmt::format("body {}: a position, orientation or velocity is not finite, or an orientation "
                    "is zero",
                    body)};
  }
  const Model& model = core_->setup.model;
  if (model.dimension == 2 &&
      !stays_in_plane(wanted.world_from_body, wanted.velocity, wanted.angular_velocity)) {
    return Error{
        fmt::format("body {}: a position, orientation or velocity leads out of the plane; z of vectors and "
                    "x and y of rotations must be 0",
                    body)};
  }
  note_change(*core_);
  State& state = core_->setup.state;
  set_own_pose(model, state, body, wanted.world_from_body);
  state.velocity[body] = wanted.velocity;
  set_angular_velocity(model, state, body, wanted.angular_velocity);
  return std::nullopt;
}

std::optional<Error> Simulation::set_gravity(Vec3 gravity) {
  note_change(*core_);
  const Vec3 before = core_->setup.state.gravity;
  core_->setup.state.gravity = gravity;
  auto bad = check_settings(core_->setup);
  if (bad) core_->setup.state.gravity = before;
  return bad;
}

std::optional<Error> Simulation::check() const {
  if (!core_->refusal.empty()) return Error{core_->refusal};
  prepare();
  return check_setup(core_->setup, core_->exec);
}

void Simulation::step(std::uint64_t count) {
  if (!core_->refusal.empty()) return;
  prepare();
  for (std::uint64_t i = 0; i < count && !core_->stop; ++i) advance(*core_);
}

bool Simulation::stopped() const { return core_->stop; }
Real Simulation::time() const { return core_->setup.state.time; }
std::uint64_t Simulation::steps() const { return core_->setup.state.step; }

Real Simulation::time_step() const {
  prepare();
  return core_->step_settings.time_step;
}
Real Simulation::stable_time_step() const {
  return scree::stable_time_step(core_->setup.model, core_->setup.settings.contact_points);
}

Energies Simulation::energies() const {
  prepare();
  return scree::energies(*core_);
}
Real Simulation::energy_balance_error() const {
  prepare();
  return scree::energy_balance_error(*core_);
}
Statistics Simulation::statistics() const {
  prepare();
  return scree::statistics(*core_);
}
std::uint64_t Simulation::detection_failures() const { return core_->run.failures; }

std::vector<ContactReport> Simulation::contacts() const {
  prepare();
  const Model& model = core_->setup.model;
  std::vector<ContactReport> reports;
  reports.reserve(point_count(core_->work.contacts));
  for_each_point(core_->work.contacts, [&](const ContactPoint& point) {
    ContactReport report;
    report.a = model.piece_body[point.a];
    report.b = model.piece_body[point.b];
    report.piece_a = point.a - model.piece_begin[report.a];
    report.piece_b = point.b - model.piece_begin[report.b];
    report.type = point.type;
    report.slides = point.slides;
    report.position = point.position;
    report.normal = point.normal;
    report.force = point.force;
    report.depth = point.depth;
    reports.push_back(report);
  });
  return reports;
}

std::uint64_t Simulation::state_hash() const {
  return scree::state_hash(core_->setup.model, core_->setup.state);
}

}  // namespace scree
