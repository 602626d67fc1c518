#include "support/warm_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/random_features.hpp"
#include "bench/turns.hpp"
#include "math/rotation.hpp"
#include "support/pair_check.hpp"

namespace scree::testing {
namespace {

enum class Leg : std::uint8_t { free, slide, pivot, rock, approach, lay_flat, rest };
constexpr int leg_count = 7;
constexpr int least_steps = 10, most_steps = 60;  // of a leg

// A pair farther apart comes near at once: steps far from contact would show nothing. (x size)
constexpr Real far_apart = 0.2;

Vec3 face_normal_along(const Shape& shape, Vec3 direction) {
  Vec3 best;
  for (const Plane& plane : shape.core->face_planes) {
    if (!(dot(plane.normal, direction) <= dot(best, direction))) best = plane.normal;
  }
  return best;
}

Vec3 along_edge(const Shape& shape, const Contact::Feature& edge) {
  return normalized(shape.core->vertices[edge.vertex[1]] - shape.core->vertices[edge.vertex[0]]);
}

// Edges that cross become parallel; else the faces that look at each other do.
Quat flat_rotation(const WarmPath& path, const Contact& contact) {
  const Quat now = path.pair.a_from_b.rotation;
  if (contact.type == ContactType::edge_edge_crossing) {
    const Vec3 a = along_edge(path.pair.a, contact.feature_a);
    const Vec3 b = rotate(now, along_edge(path.pair.b, contact.feature_b));
    return normalized(bench::rotation_between(b, dot(a, b) < 0 ? -a : a) * now);
  }
  const Vec3 a = face_normal_along(path.pair.a, contact.normal);
  const Vec3 b = face_normal_along(path.pair.b, rotate(conjugate(now), -contact.normal));
  return normalized(bench::rotation_between(rotate(now, b), -a) * now);
}

// By `angle` (rad) at most.
Quat turned_towards(Quat now, Quat end, Real angle) {
  const Quat way = end * conjugate(now);
  const Vec3 axis = way.w < 0 ? Vec3{-way.x, -way.y, -way.z} : Vec3{way.x, way.y, way.z};
  const Real sine = norm(axis);
  if (2 * std::asin(std::min(sine, Real{1})) <= angle) return end;
  return normalized(bench::rotation_about(axis / sine, angle) * now);
}

void begin_leg(const Contact& contact, WarmPath& path) {
  Random& random = path.random;
  const auto leg = static_cast<Leg>(uniform_index(random, leg_count));
  path.steps_left = least_steps + uniform_index(random, most_steps - least_steps);
  const Real angle = bench::log_uniform(random, 1e-6, 0.03);
  path.step = angle * path.size;
  path.velocity = {};
  path.turn = {};
  path.lays_flat = leg == Leg::lay_flat;
  path.goal = path.size * bench::log_uniform(random, 1e-9, 0.1);
  if (uniform_index(random, 3) != 0) path.goal = -path.goal;
  const Vec3 any = unit_vector(random);
  const Vec3 across = any - dot(any, contact.normal) * contact.normal;
  switch (leg) {
    case Leg::free:
      path.velocity = path.step * unit_vector(random);
      path.turn = bench::rotation_about(any, angle);
      break;
    case Leg::slide:
      path.velocity = path.step * across;
      break;
    case Leg::pivot:
      path.turn = bench::rotation_about(contact.normal, angle);
      break;
    case Leg::rock:
      if (norm(across) > 0) path.turn = bench::rotation_about(normalized(across), angle);
      break;
    case Leg::approach:
      break;
    case Leg::lay_flat:
      path.flat = flat_rotation(path, contact);
      break;
    case Leg::rest:
      path.goal = contact.distance;
      break;
  }
}

}  // namespace

WarmPath warm_path(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index) {
  WarmPath path;
  path.pair = bench::random_pair(pool, seed, index);
  path.random = Random{seed, index, 1'000'000};  // far behind what the pair has used
  path.position = transform(path.pair.a_from_b, path.pair.b.centre) - path.pair.a.centre;
  path.size = std::max(path.pair.a.size, path.pair.b.size);
  return path;
}

void move_on(const Contact& contact, WarmPath& path) {
  if (path.steps_left-- <= 0) begin_leg(contact, path);
  const Real way = path.goal - contact.distance;
  const Real along = contact.distance > far_apart * path.size ? way : std::clamp(way, -path.step, path.step);
  path.position += path.velocity + along * contact.normal;
  const Quat now = path.pair.a_from_b.rotation;
  const Quat rotation =
      path.lays_flat ? turned_towards(now, path.flat, path.step / path.size) : normalized(path.turn * now);
  path.pair.a_from_b = {rotation, path.pair.a.centre + path.position - rotate(rotation, path.pair.b.centre)};
}

std::string differs_from_cold(const bench::RandomPair& pair, const Contact& contact) {
  if (!ok(contact.status)) return fmt::format("status {}", name(contact.status));
  PairCache fresh;
  Contact cold;
  query(Algorithm::gjk_epa, pair.a, pair.b, pair.a_from_b, {}, fresh, cold);
  const Real bar = distance_bar * std::max(pair.a.size, pair.b.size);
  if (!(std::fabs(contact.distance - cold.distance) <= bar)) {
    return fmt::format("distance {:.17g}, cold {:.17g}", contact.distance, cold.distance);
  }
  if (!(std::fabs(norm(contact.normal) - 1) < 1e-14)) return "the normal is no unit vector";
  const Vec3 misfit = contact.point_b - contact.point_a - contact.distance * contact.normal;
  if (!(norm(misfit) <= bar)) return "the points do not fit normal and distance";
  return {};
}

}  // namespace scree::testing
