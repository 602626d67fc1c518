// [[fill]] and [[injection]]: many particles at once, and particles that come in over time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "scene/fill_places.hpp"
#include "scene/scene_build.hpp"
#include "scene/scene_particles.hpp"

namespace scree {
namespace {

constexpr std::uint32_t fill_kind = 0;
constexpr std::uint32_t injection_kind = 1;
constexpr int random_tries = 20000;
constexpr Real lattice_spacing = 1.01;  // of the largest diameter

bool check_box(const Section& region, Vec3 lower, Vec3 upper) {
  for (int i = 0; i < region.errors->dimension; ++i) {
    if (lower[i] < upper[i]) continue;
    complain(region, "upper",
             fmt::format("{} m along {} is not above \"lower\", {} m", upper[i], std::string_view("xyz")[i],
                         lower[i]));
    return false;
  }
  return true;
}

// Particles of both sides of a period would overlap where the region is longer.
bool check_period(const Section& region, const Bounds& box, const Periodic& periodic) {
  for (int i = 0; i < 3; ++i) {
    if (!periodic.axis[i] || box.upper[i] - box.lower[i] <= periodic.length[i] * (1 + 1e-12)) continue;
    complain(region,
             fmt::format("is {} m long along {}, more than the period of {} m", box.upper[i] - box.lower[i],
                         std::string_view("xyz")[i], periodic.length[i]));
    return false;
  }
  return true;
}

Region make_region(const Section& region, bool round) {
  if (is_planar(region)) {
    return round ? circle_region(get_vector(region, "centre"), get_number(region, "radius"))
                 : rectangle_region(get_vector(region, "lower"), get_vector(region, "upper"));
  }
  return round ? cylinder_region(get_vector(region, "base"), get_direction(region, "axis"),
                                 get_number(region, "radius"), get_number(region, "height"))
               : box_region(get_vector(region, "lower"), get_vector(region, "upper"));
}

std::optional<Region> read_region(const Section& section, bool box_only, const SceneBuild& build) {
  const TomlNode* node = member(section, "region");
  if (node == nullptr || node->kind != TomlNode::Kind::table) return std::nullopt;
  const bool planar = is_planar(section);
  const auto given = [&](std::string_view key) { return find(*node, key) != nullptr; };
  const bool round =
      !box_only && (given("radius") || (planar ? given("centre") : given("base") || given("height")));
  const std::string_view variant = !round ? "box" : planar ? "circle" : "cylinder";
  const Section region = open_member(section, "region", "region", variant);
  if (!region.sound) return std::nullopt;
  if (!round && !check_box(region, get_vector(region, "lower"), get_vector(region, "upper")))
    return std::nullopt;
  const Region made = make_region(region, round);
  if (!check_period(region, made.box, build.setup.model.periodic)) return std::nullopt;
  return made;
}

struct FillPlan {
  ParticleChoice choice;
  Region region;
  bool random = false;
  std::optional<std::size_t> count;
  std::optional<Real> solid_fraction;
  std::optional<Vec3> spacing;
  std::optional<Quat> orientation;  // none: random
  Vec3 velocity, velocity_spread;
};

bool read_amount(const Section& section, FillPlan& plan) {
  plan.random = get_text(section, "arrangement") == "random";
  if (has(section, "count") && has(section, "solid_fraction")) {
    return either(section, "count", "solid_fraction", false);
  }
  if (has(section, "count")) plan.count = get_integer(section, "count");
  if (has(section, "solid_fraction")) plan.solid_fraction = get_number(section, "solid_fraction");
  if (plan.random && !plan.count && !plan.solid_fraction) {
    return either(section, "count", "solid_fraction", true);
  }
  const auto spacing = get_numbers(section, "spacing");
  if (!spacing.empty() && plan.random) {
    complain(section, "spacing", "goes with arrangement \"lattice\"");
    return false;
  }
  if (spacing.size() == 1) plan.spacing = Vec3{spacing[0], spacing[0], spacing[0]};
  if (spacing.size() == 2) plan.spacing = Vec3{spacing[0], spacing[1], 0};
  if (spacing.size() == 3) plan.spacing = Vec3{spacing[0], spacing[1], spacing[2]};
  return true;
}

std::optional<FillPlan> read_fill(const Section& section, const SceneBuild& build) {
  if (!section.sound) return std::nullopt;
  FillPlan plan;
  auto choice = read_particles(section, build);
  const auto region = read_region(section, false, build);
  if (!read_amount(section, plan) || !choice || !region) return std::nullopt;
  plan.choice = *std::move(choice);
  plan.region = *region;
  const auto q = get_numbers(section, "orientation");
  if (q.size() == 4) plan.orientation = normalized(Quat{q[0], q[1], q[2], q[3]});
  if (q.size() == 1) plan.orientation = in_space(turn_by(q[0] * std::numbers::pi / 180));
  plan.velocity = get_vector(section, "velocity");
  plan.velocity_spread = get_vector(section, "velocity_spread");
  return plan;
}

using Particle = ParticleSource::Particle;

Real ball_radius(const Particle& particle, const SceneBuild& build) {
  return particle.factor * build.shapes[particle.shape].radius;
}

Real particle_volume(const Particle& particle, const SceneBuild& build) {
  return std::pow(particle.factor, build.setup.model.dimension) * build.shapes[particle.shape].volume;
}

// As many particles as asked for; by volume, the number that comes nearest to it.
std::vector<Particle> draw_particles(const FillPlan& plan, std::size_t most, ParticleSource& source,
                                     const SceneBuild& build) {
  std::vector<Particle> particles;
  const Real wanted = plan.solid_fraction.value_or(0) * volume(plan.region);
  for (Real reached = 0; particles.size() < plan.count.value_or(most);) {
    const Particle particle = source.next();
    const Real more = particle_volume(particle, build);
    if (plan.solid_fraction && reached + 0.5 * more > wanted) break;
    reached += more;
    particles.push_back(particle);
  }
  return particles;
}

Vec3 spacing_of(const FillPlan& plan, const SceneBuild& build) {
  const Real spacing = 2 * lattice_spacing * largest_radius(plan.choice, build);
  return plan.spacing.value_or(Vec3{spacing, spacing, spacing});
}

// What could not be placed, and why.
std::string too_full(const FillPlan& plan, std::size_t placed, std::size_t wanted, const SceneBuild& build) {
  const Vec3 spacing = spacing_of(plan, build);
  const std::string why =
      plan.random ? fmt::format("at random, without overlap of the balls around them (up to {:.6g} m wide)",
                                2 * largest_radius(plan.choice, build))
      : plan.region.planar ? fmt::format("in a lattice of spacing [{:.6g}, {:.6g}] m", spacing.x, spacing.y)
                           : fmt::format("in a lattice of spacing [{:.6g}, {:.6g}, {:.6g}] m", spacing.x,
                                         spacing.y, spacing.z);
  return fmt::format("only {} of {} particles find a place {}", placed, wanted, why);
}

// The particles and their centres of mass. False, and a complaint, when not all find a place.
bool arrange(const Section& section, const FillPlan& plan, std::size_t index, SceneBuild& build,
             std::vector<Particle>& particles, std::vector<Vec3>& centres) {
  const std::size_t bodies = body_count(build.setup.model);
  // One more than allowed, so that too many are seen.
  const std::size_t most = build.max_bodies - std::min(build.max_bodies, bodies) + 1;
  const std::string_view amount_key = plan.count ? "count" : "solid_fraction";
  if (plan.count && !room_for(section, *plan.count, build)) return false;
  FillPlan amount = plan;
  if (!plan.random) {
    centres = lattice_places(plan.region, spacing_of(plan, build), plan.count.value_or(most));
    if (centres.empty()) {
      complain(section, "region", too_full(plan, 0, plan.count.value_or(1), build));
      return false;
    }
    if (!plan.count && !plan.solid_fraction) amount.count = centres.size();
  }
  if (amount.count && !room_for(section, *amount.count, build)) return false;
  ParticleSource source(plan.choice, build, particle_stream(fill_kind, index));
  particles = draw_particles(amount, most, source, build);
  if (!room_for(section, particles.size(), build)) return false;
  if (particles.empty()) {
    complain(section, amount_key, "gives no particle: not even one has so little volume");
    return false;
  }
  std::size_t placed = centres.size();
  if (plan.random) {
    std::vector<Real> radii;
    std::vector<Random> random;
    for (const Particle& particle : particles) {
      radii.push_back(ball_radius(particle, build));
      random.push_back(particle.random);
    }
    auto places = random_places(plan.region, radii, build.balls, random, random_tries);
    for (std::size_t i = 0; i < particles.size(); ++i) particles[i].random = random[i];
    centres = std::move(places.centres);
    placed = places.placed;
  }
  if (placed >= particles.size()) return true;
  complain(section, amount_key, too_full(plan, placed, particles.size(), build));
  return false;
}

Vec3 spread_velocity(Vec3 velocity, Vec3 spread, Random& random) {
  for (int i = 0; i < 3; ++i) velocity[i] += spread[i] * uniform(random, -1, 1);
  return velocity;
}

BodyPlan body_plan(const Particle& particle, const std::string& name, const ParticleChoice& choice,
                   bool present) {
  BodyPlan plan;
  plan.name = name;
  plan.shape = particle.shape;
  plan.factor = particle.factor;
  plan.material = choice.material;
  plan.present = present;
  return plan;
}

Quat random_turn(const SceneBuild& build, Random& random) {
  return build.setup.model.dimension == 2 ? planar_rotation(random) : rotation(random);
}

BodyRange place_fill(const Section& section, const FillPlan& plan, std::size_t index, SceneBuild& build) {
  BodyRange bodies{static_cast<std::uint32_t>(body_count(build.setup.model)), 0};
  std::vector<Particle> particles;
  std::vector<Vec3> centres;
  if (!arrange(section, plan, index, build, particles, centres)) return bodies;
  const bool present = get_flag(section, "present");
  for (std::size_t i = 0; i < particles.size(); ++i) {
    Particle& particle = particles[i];
    const Quat turn = plan.orientation ? *plan.orientation : random_turn(build, particle.random);
    const Vec3 centre = particle.factor * build.shapes[particle.shape].centre;
    const Pose pose{turn, centres[i] - rotate(turn, centre)};
    const Vec3 velocity = spread_velocity(plan.velocity, plan.velocity_spread, particle.random);
    const BodyPlan body = body_plan(particle, name_or_path(section), plan.choice, present);
    if (!place_body(section, body, pose, velocity, {}, build)) return bodies;
    if (present) build.balls.push_back({centres[i], ball_radius(particle, build)});
    ++bodies.count;
  }
  return bodies;
}

// The bodies of an injection, which get their places and velocities when they come in.
BodyRange make_injected(const Section& section, const ParticleChoice& choice, const Injection& injection,
                        std::size_t index, SceneBuild& build) {
  BodyRange bodies{static_cast<std::uint32_t>(body_count(build.setup.model)), 0};
  const auto count = static_cast<std::size_t>(get_integer(section, "count"));
  if (!room_for(section, count, build)) return bodies;
  ParticleSource source(choice, build, particle_stream(injection_kind, index));
  const Vec3 middle = 0.5 * (injection.region.lower + injection.region.upper);
  for (std::size_t i = 0; i < count; ++i) {
    const BodyPlan body = body_plan(source.next(), injection.name, choice, false);
    if (!place_body(section, body, {Quat{}, middle}, injection.velocity, {}, build)) return bodies;
    ++bodies.count;
  }
  return bodies;
}

bool check_room(const Section& section, const Bounds& region, Real radius) {
  const Vec3 d = region.upper - region.lower;
  const Real least = std::min({d.x, d.y, is_planar(section) ? d.x : d.z});
  if (2 * radius <= least) return true;
  complain(section, "region",
           fmt::format("is only {:.6g} m wide; the largest particle needs {:.6g} m", least, 2 * radius));
  return false;
}

void read_injection(const Section& section, std::size_t index, SceneBuild& build) {
  Injection injection;
  injection.name = name_or_path(section);
  injection.bodies.first = static_cast<std::uint32_t>(body_count(build.setup.model));
  if (section.sound) {
    const auto choice = read_particles(section, build);
    const auto region = read_region(section, true, build);
    injection.start = get_number(section, "start");
    injection.end = get_number(section, "end");
    injection.velocity = get_vector(section, "velocity");
    injection.velocity_spread = get_vector(section, "velocity_spread");
    if (injection.end <= injection.start) {
      complain(section, "end",
               fmt::format("{} s is not after \"start\", {} s", injection.end, injection.start));
    }
    if (choice && region && build.errors.count == 0) {
      injection.region = region->box;
      if (check_room(section, injection.region, largest_radius(*choice, build))) {
        injection.bodies = make_injected(section, *choice, injection, index, build);
      }
      note_source(section, injection.name, injection.bodies, build);
    }
  }
  name_bodies(section, injection.name, "injection", injection.bodies, build);
  build.setup.schedule.injections.push_back(injection);
  build.setup.state.injected.push_back(0);
}

}  // namespace

void read_fills(const Section& root, SceneBuild& build) {
  const auto sections = open_members(root, "fill", "fill");
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto plan = read_fill(sections[i], build);
    BodyRange bodies{static_cast<std::uint32_t>(body_count(build.setup.model)), 0};
    // Placing takes its time: not for a scene that is refused anyway.
    if (plan && build.errors.count == 0) {
      bodies = place_fill(sections[i], *plan, i, build);
      note_source(sections[i], name_or_path(sections[i]), bodies, build);
    }
    name_bodies(sections[i], name_or_path(sections[i]), "fill", bodies, build);
  }
}

void read_injections(const Section& root, SceneBuild& build) {
  const auto sections = open_members(root, "injection", "injection");
  for (std::size_t i = 0; i < sections.size(); ++i) read_injection(sections[i], i, build);
}

}  // namespace scree
