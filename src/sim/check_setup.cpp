#include "sim/check_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "model/build_model.hpp"
#include "sim/patch_swing.hpp"
#include "sim/step.hpp"
#include "sim/workspace.hpp"

namespace scree {
namespace {

constexpr Real infinite = std::numeric_limits<Real>::infinity();
// At which overlap laws that are not linear are looked at. (x the body's size)
constexpr Real reference_overlap = 0.01;
// Directions in which the effective mass is looked for.
constexpr int directions = 128;
// Without dynamic bodies nothing can be unstable; a step is needed all the same. (s)
constexpr Real step_without_bodies = 1e-3;
constexpr Real largest_gravity = 1e6;  // m/s2
// A half-space's normal may have this much along a periodic axis: rounding.
constexpr Real level_normal = 1e-12;
constexpr Real usual_skin_share = 0.07;  // of the mean size of dynamic bodies' pieces

// Points that spread evenly over the sphere (golden spiral).
Vec3 spiral_direction(int i) {
  constexpr Real golden_angle = 2.39996322972865332;
  const Real z = 1 - (2 * i + 1.0) / directions;
  const Real r = std::sqrt(1 - z * z);
  return {r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z};
}

// The largest 1 / m_eff = 1/m + (r x n) . I^-1 (r x n) over the surface, r where the normal is n.
Real largest_inverse_mass(const Model& model, std::size_t body) {
  Real largest = 0;
  const Vec3 w = model.inverse_moments[body];
  for (std::uint32_t p = model.piece_begin[body]; p < model.piece_begin[body + 1]; ++p) {
    const Shape& shape = model.shapes[model.piece_shape[p]];
    const Pose& pose = model.body_from_piece[p];
    for (int i = 0; i < directions; ++i) {
      const Vec3 n = spiral_direction(i);
      const Vec3 point = support_point(shape, n) - shape.centre;
      const Vec3 turn = cross(transform(pose, point), rotate(pose.rotation, n));
      const Real rotation = turn.x * turn.x * w.x + turn.y * turn.y * w.y + turn.z * turn.z * w.z;
      largest = std::max(largest, rotation);
    }
  }
  return model.inverse_mass[body] + largest;
}

// The largest slope of any law the body's materials take part in.
Real largest_stiffness(const Model& model, std::size_t body) {
  Real largest = 0;
  const std::size_t count = model.materials.size();
  for (std::uint32_t p = model.piece_begin[body]; p < model.piece_begin[body + 1]; ++p) {
    const Real depth = reference_overlap * model.shapes[model.piece_shape[p]].size;
    for (std::size_t other = 0; other < count; ++other) {
      const ContactLaw& law = model.contact_laws[model.piece_material[p] * count + other];
      const Real slope = law.exponent * law.normal_stiffness * std::pow(depth, law.exponent - 1);
      largest = std::max({largest, slope, law.shear_stiffness});
    }
  }
  return largest;
}

std::string source_of(const Setup& setup, BodyId body) {
  for (const BodySource& source : setup.sources) {
    if (body >= source.bodies.first && body - source.bodies.first < source.bodies.count) return source.where;
  }
  return fmt::format("body {} \"{}\"", body, body_name(setup.model, body));
}

std::optional<Error> check_time_step(const Setup& setup) {
  const Settings& s = setup.settings;
  const Real stable = stable_time_step(setup.model, s.contact_points);
  if (s.time_step == 0 || s.time_step <= stable || s.allow_unstable_step) return std::nullopt;
  return Error{
      fmt::format("{}: time_step: {} s is above the stable one, {:.3g} s; allowed: at most that, better a "
                  "fifth of it, or \"auto\"; allow_unstable_step = true takes it all the same",
                  s.name, s.time_step, stable)};
}

std::optional<Error> check_periods(const Setup& setup) {
  const Model& model = setup.model;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    for (int axis = 0; axis < 3; ++axis) {
      const bool bounded = std::isfinite(model.radius[body]);
      if (!model.periodic.axis[axis] || !bounded) continue;
      if (model.mobility[body] == Mobility::dynamic && 4 * model.radius[body] > model.periodic.length[axis]) {
        return Error{fmt::format("{}: its size, {:.3g} m, is more than half the period along {}, {:.3g} m",
                                 source_of(setup, static_cast<BodyId>(body)), 2 * model.radius[body],
                                 "xyz"[axis], model.periodic.length[axis])};
      }
    }
  }
  return std::nullopt;
}

// The image of a half-space one period on would be another half-space.
std::optional<Error> check_half_spaces(const Setup& setup) {
  const Model& model = setup.model;
  for (std::size_t p = 0; p < piece_count(model); ++p) {
    const Shape& shape = model.shapes[model.piece_shape[p]];
    if (shape.type != ShapeType::half_space) continue;
    const std::uint32_t body = model.piece_body[p];
    const Quat turn = setup.state.orientation[body] * model.body_from_piece[p].rotation;
    const Vec3 normal = rotate(turn, shape.normal);
    for (int axis = 0; axis < 3; ++axis) {
      if (!model.periodic.axis[axis] || std::fabs(normal[axis]) <= level_normal) continue;
      return Error{
          fmt::format("{}: a half-space whose normal has a part along {}, {:.3g}, where the system is "
                      "periodic; allowed: 0",
                      source_of(setup, body), "xyz"[axis], normal[axis])};
    }
  }
  return std::nullopt;
}

std::optional<Error> check_overlaps(const Setup& setup, Exec& exec) {
  const Model& model = setup.model;
  State state = setup.state;
  StepSettings settings;
  Workspace work;
  settings.least_skin = settings.most_skin = usual_skin(model);
  update_forces(model, settings, 0, state, work, exec);
  for (std::size_t i = 0; i < work.pairs.pairs.size(); ++i) {
    for (const ContactPoint& point : points_of(work.contacts, i)) {
      const Real size = std::min(model.shapes[model.piece_shape[point.a]].size,
                                 model.shapes[model.piece_shape[point.b]].size);
      if (point.depth <= start_overlap * size) continue;
      const std::uint32_t a = model.piece_body[point.a];
      const std::uint32_t b = model.piece_body[point.b];
      return Error{fmt::format(
          "{}: overlaps at the start with {} by {:.3g} m; allowed: {:g} of the smaller one's size, {:.3g} m",
          source_of(setup, a), source_of(setup, b), point.depth, start_overlap, start_overlap * size)};
    }
  }
  return std::nullopt;
}

}  // namespace

Real stable_time_step(const Model& model, ContactPoints points) {
  Real shortest = infinite;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (model.mobility[body] != Mobility::dynamic) continue;
    const Real patch = points == ContactPoints::patch ? largest_patch_swing(model, body) : 0;
    const Real inverse_mass = std::max(largest_inverse_mass(model, body), patch);
    const Real squared = 2 * inverse_mass * largest_stiffness(model, body);
    shortest = std::min(shortest, 2 / std::sqrt(squared));
  }
  return shortest;
}

Real chosen_time_step(const Setup& setup) {
  if (setup.settings.time_step > 0) return setup.settings.time_step;
  const Real stable = stable_time_step(setup.model, setup.settings.contact_points);
  return std::isfinite(stable) ? setup.settings.time_step_fraction * stable : step_without_bodies;
}

Real usual_skin(const Model& model) {
  Real sum = 0;
  std::size_t count = 0;
  for (std::size_t p = 0; p < piece_count(model); ++p) {
    if (model.mobility[model.piece_body[p]] != Mobility::dynamic) continue;
    sum += model.shapes[model.piece_shape[p]].size;
    ++count;
  }
  return count > 0 ? usual_skin_share * sum / static_cast<Real>(count) : 1e-3;
}

std::optional<Error> check_settings(const Setup& setup) {
  const Settings& s = setup.settings;
  const auto bad = [&](const std::string& key, Real value, const char* allowed) {
    return Error{fmt::format("{}: {} is out of range; allowed: {}", key, value, allowed)};
  };
  const auto from_zero = [](Real x) { return x >= 0 && std::isfinite(x); };
  if (!from_zero(s.time_step)) return bad("time_step", s.time_step, "> 0 s, or 0 for an automatic one");
  if (!(s.time_step_fraction > 0 && s.time_step_fraction <= 1)) {
    return bad("time_step_fraction", s.time_step_fraction, "above 0, at most 1");
  }
  if (!from_zero(s.skin)) return bad("skin", s.skin, "> 0 m, or 0 for the usual one");
  if (!(s.parallel_angle >= 0 && s.parallel_angle < 0.5)) {
    return bad("parallel_angle", s.parallel_angle, "above 0, below 0.5 rad, or 0 for the usual one");
  }
  if (setup.model.dimension != 2 && setup.model.dimension != 3) {
    return bad("dimension", setup.model.dimension, "2 or 3");
  }
  if (setup.model.dimension == 2) {
    if (setup.state.gravity.z != 0) return bad("gravity z", setup.state.gravity.z, "0 in the plane");
    if (setup.model.periodic.axis[2]) return Error{"periodic: along z is not allowed in the plane"};
  }
  for (int axis = 0; axis < 3; ++axis) {
    const Real g = setup.state.gravity[axis];
    if (!(std::fabs(g) <= largest_gravity)) {
      return bad(fmt::format("gravity {}", "xyz"[axis]), g, "-1e6 to 1e6 m/s2");
    }
    const Periodic& p = setup.model.periodic;
    if (!p.axis[axis]) continue;
    if (!(p.length[axis] > 0 && std::isfinite(p.length[axis]) && std::isfinite(p.lower[axis]))) {
      return bad(fmt::format("period along {}", "xyz"[axis]), p.length[axis],
                 "> 0 m, from a finite lower end");
    }
  }
  return std::nullopt;
}

std::optional<Error> check_setup(const Setup& setup, Exec& exec) {
  if (auto bad = check_settings(setup)) return bad;
  if (auto bad = check_time_step(setup)) return bad;
  if (auto bad = check_periods(setup)) return bad;
  if (auto bad = check_half_spaces(setup)) return bad;
  return check_overlaps(setup, exec);
}

}  // namespace scree
