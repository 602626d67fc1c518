// A body's motion as the contact law wants it, and where contacts see it.
#pragma once

#include "core/fetch_early.hpp"
#include "force/kernels/contact_motion.hpp"
#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

inline BodyMotion body_motion(const Model& model, const State& state, std::uint32_t body) {
  BodyMotion motion;
  motion.centre = state.position[body];
  motion.velocity = state.velocity[body];
  motion.world_from_body = rotation_matrix(state.orientation[body]);
  motion.inverse_mass = model.inverse_mass[body];
  motion.inverse_moments = model.inverse_moments[body];
  const Vec3 l = state.angular_momentum[body], w = motion.inverse_moments;
  const bool dynamic = model.mobility[body] == Mobility::dynamic;
  motion.angular_velocity = motion.world_from_body * (dynamic ? Vec3{l.x * w.x, l.y * w.y, l.z * w.z} : l);
  return motion;
}

// Asks for what body_motion() reads.
inline void expect_body_motion(const Model& model, const State& state, std::uint32_t body) {
  fetch_early(&state.position[body]);
  fetch_early(&state.velocity[body]);
  fetch_early(&state.orientation[body]);
  fetch_early(&state.angular_momentum[body]);
  fetch_early(&model.inverse_mass[body]);
  fetch_early(&model.inverse_moments[body]);
}

// From a centre of mass to a contact point (m). Contacts lie beside A; B may be there as one of its images,
// and as it is smaller than half a period, the image nearest to the contact is the one that touches.
inline Vec3 arm_on_a(Vec3 centre, Vec3 contact) { return contact - centre; }
inline Vec3 arm_on_b(const Periodic& periodic, Vec3 centre, Vec3 contact) {
  return nearest_image(periodic, contact - centre);
}

}  // namespace scree
