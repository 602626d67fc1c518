#include "sim/injection.hpp"

#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"

namespace scree {
namespace {

// How often places are looked for: about so long (s) apart, but not more than so many steps.
constexpr Real time_between_tries = 1e-3;
constexpr Real most_steps_between_tries = 32;
constexpr std::uint64_t places_per_try = 50;
// A place takes fewer numbers than this.
constexpr std::uint64_t numbers_per_place = 16;
// Keeps these streams apart from those that make a scene.
constexpr std::uint64_t injection_streams = std::uint64_t{1} << 63;

// How many bodies should be in by now: the first at the start, the last at the end.
std::uint32_t count_due(const Injection& injection, Real time) {
  const std::uint32_t count = injection.bodies.count;
  if (time < injection.start || count == 0) return 0;
  if (time >= injection.end) return count;
  const Real share = (time - injection.start) / (injection.end - injection.start);
  return 1 + static_cast<std::uint32_t>(share * (count - 1));
}

// What may be in the way of bodies that come into a region.
struct Obstacles {
  std::vector<std::uint32_t> particles;    // by their balls
  std::vector<std::uint32_t> wall_pieces;  // by their shapes
};

bool near_region(const Model& model, const Bounds& region, Vec3 position, Real reach) {
  const Vec3 middle = 0.5 * (region.lower + region.upper);
  const Vec3 half = 0.5 * (region.upper - region.lower);
  const Vec3 offset = nearest_image(model.periodic, position - middle);
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(offset[i]) > half[i] + reach) return false;
  }
  return true;
}

Obstacles find_obstacles(const Model& model, const State& state, const Injection& injection) {
  Real largest = 0;
  for (std::uint32_t i = 0; i < injection.bodies.count; ++i) {
    largest = std::max(largest, model.radius[injection.bodies.first + i]);
  }
  Obstacles obstacles;
  for (std::uint32_t i = 0; i < body_count(model); ++i) {
    if (state.present[i] == 0) continue;
    if (model.mobility[i] != Mobility::dynamic) {
      for (std::uint32_t p = model.piece_begin[i]; p < model.piece_begin[i + 1]; ++p) {
        obstacles.wall_pieces.push_back(p);
      }
    } else if (near_region(model, injection.region, state.position[i], model.radius[i] + largest)) {
      obstacles.particles.push_back(i);
    }
  }
  return obstacles;
}

bool meets_wall(const Model& model, const State& state, std::uint32_t piece, const Shape& ball, Vec3 centre) {
  const Shape& shape = model.shapes[model.piece_shape[piece]];
  const std::uint32_t body = model.piece_body[piece];
  const Pose world_from_body{state.orientation[body], state.position[body]};
  Pose world_from_shape = world_from_body * model.body_from_piece[piece];
  if (shape.type != ShapeType::half_space) {  // the wall's image beside the ball
    const Vec3 offset = world_from_shape.translation - centre;
    world_from_shape.translation = centre + nearest_image(model.periodic, offset);
  }
  world_from_shape.translation = transform(world_from_shape, -shape.centre);
  const QueryRequest request{.cutoff = 0, .describe = false};
  if (model.dimension == 2) {
    PairCache2 cache;
    Contact2 contact;
    const Status status = query(Algorithm::automatic, ball, Pose2{{}, in_plane(centre)}, shape,
                                in_plane(world_from_shape), request, cache, contact);
    return !ok(status) || contact.distance <= 0;
  }
  PairCache cache;
  Contact contact;
  const Status status =
      query(Algorithm::automatic, ball, Pose{{}, centre}, shape, world_from_shape, request, cache, contact);
  return !ok(status) || contact.distance <= 0;
}

bool is_free(const Model& model, const State& state, const Obstacles& obstacles, const Shape& ball,
             Vec3 centre) {
  const Real radius = ball.sweep_radius;
  for (const std::uint32_t i : obstacles.particles) {
    const Vec3 apart = nearest_image(model.periodic, state.position[i] - centre);
    const Real reach = radius + model.radius[i];
    if (norm_squared(apart) <= reach * reach) return false;
  }
  return std::none_of(obstacles.wall_pieces.begin(), obstacles.wall_pieces.end(),
                      [&](std::uint32_t piece) { return meets_wall(model, state, piece, ball, centre); });
}

// Where the whole ball is in the region, which is large enough for it.
Vec3 draw_place(Random& random, const Bounds& region, Real radius, int dimension) {
  Vec3 place;
  for (int i = 0; i < dimension; ++i)
    place[i] = uniform(random, region.lower[i] + radius, region.upper[i] - radius);
  return place;
}

Vec3 draw_velocity(Random& random, const Injection& injection) {
  Vec3 velocity = injection.velocity;
  for (int i = 0; i < 3; ++i) velocity[i] += injection.velocity_spread[i] * uniform(random, -1, 1);
  return velocity;
}

// Kinetic and gravity energy of one body.
Real energy_of(const Model& model, const State& state, std::uint32_t body) {
  const Vec3 l = state.angular_momentum[body];
  const Vec3 w = model.inverse_moments[body];
  return 0.5 * model.mass[body] * norm_squared(state.velocity[body]) +
         0.5 * (l.x * l.x * w.x + l.y * l.y * w.y + l.z * l.z * w.z) -
         model.mass[body] * dot(state.gravity, state.position[body]);
}

// Whether the body has found a place. It touches nothing there, so the forces of this step stay as they are.
bool let_in(SimulationCore& core, std::size_t index, std::uint32_t body, const Obstacles& obstacles) {
  const Model& model = core.setup.model;
  State& state = core.setup.state;
  const Injection& injection = core.setup.schedule.injections[index];
  const bool planar = model.dimension == 2;
  const Result<Shape> ball = planar ? make_disc(model.radius[body]) : make_sphere(model.radius[body]);
  if (!ball) return false;
  Random random;
  random.seed = core.setup.settings.seed;
  random.stream = injection_streams | (static_cast<std::uint64_t>(index) << 32) | body;
  for (std::uint64_t attempt = 0; attempt < places_per_try; ++attempt) {
    random.index = (state.step * places_per_try + attempt) * numbers_per_place;
    const Vec3 place = draw_place(random, injection.region, model.radius[body], model.dimension);
    if (!is_free(model, state, obstacles, *ball, place)) continue;
    state.position[body] = place;
    state.orientation[body] = planar ? planar_rotation(random) : rotation(random);
    state.velocity[body] = draw_velocity(random, injection);
    state.present[body] = 1;
    state.spent.supplied += energy_of(model, state, body);
    return true;
  }
  return false;
}

void inject(SimulationCore& core, std::size_t index) {
  const Injection& injection = core.setup.schedule.injections[index];
  std::uint32_t& injected = core.setup.state.injected[index];
  const std::uint32_t due = count_due(injection, core.setup.state.time + 0.5 * core.step_settings.time_step);
  if (injected >= due) return;
  Obstacles obstacles = find_obstacles(core.setup.model, core.setup.state, injection);
  while (injected < due) {
    const std::uint32_t body = injection.bodies.first + injected;
    if (!let_in(core, index, body, obstacles)) return;
    obstacles.particles.push_back(body);
    ++injected;
    ++core.particles;
    core.work.search.valid = false;
  }
}

}  // namespace

void inject_bodies(SimulationCore& core) {
  if (core.setup.schedule.injections.empty()) return;
  const Real steps =
      std::clamp(time_between_tries / core.step_settings.time_step, 1.0, most_steps_between_tries);
  if (core.setup.state.step % static_cast<std::uint64_t>(steps) != 0) return;
  for (std::size_t i = 0; i < core.setup.schedule.injections.size(); ++i) inject(core, i);
}

}  // namespace scree
