// Kick and drift for all bodies.
#include "motion/move_bodies.hpp"

#include "motion/kernels/rigid_motion.hpp"

namespace scree {
namespace {

// Since the start of the body's motion (s); negative before it.
Real elapsed_in_motion(const State& state, std::int32_t motion) {
  const Real start = state.motion_start[motion];
  return start < 0 ? -1 : state.time - start;
}

void drift_dynamic(const Model& model, std::size_t body, Real time_step, State& state) {
  state.position[body] += time_step * state.velocity[body];
  rotate_freely(model.inverse_moments[body], time_step, state.orientation[body],
                state.angular_momentum[body]);
}

// Its angular velocity is kept in body axes, where it is as constant as in the world's.
void drift_steadily(std::size_t body, Real time_step, State& state) {
  state.position[body] += time_step * state.velocity[body];
  state.orientation[body] =
      rounded_to_unit(turned(state.orientation[body], time_step * state.angular_momentum[body]));
}

// Its velocities become those that take it from where it was to where it is: contacts want the way of the
// step, which the velocity of one moment is not when a phase begins or ends within it.
void follow_motion(const Model& model, std::size_t body, Real time_step, State& state) {
  const auto& [motion, rest_pose] = model.moved[model.moved_index[body]];
  const Pose moved = motion_at(model.motions[motion], elapsed_in_motion(state, motion)) * rest_pose;
  const Vec3 spin = angular_velocity_between(state.orientation[body], moved.rotation, time_step);
  state.velocity[body] = (moved.translation - state.position[body]) / time_step;
  state.angular_momentum[body] = rotate(conjugate(moved.rotation), spin);
  state.position[body] = moved.translation;
  state.orientation[body] = moved.rotation;
}

}  // namespace

void kick_bodies(const Model& model, const std::vector<Vec3>& force, const std::vector<Vec3>& moment,
                 Real duration, Exec& exec, State& state) {
  parallel_for(exec, body_count(model), [&](std::size_t i) {
    if (state.present[i] == 0 || model.mobility[i] != Mobility::dynamic) return;
    kick(force[i], moment[i], state.gravity, model.inverse_mass[i], duration, state.orientation[i],
         state.velocity[i], state.angular_momentum[i]);
  });
}

void drift_bodies(const Model& model, Real time_step, Exec& exec, State& state) {
  state.time += time_step;
  parallel_for(exec, body_count(model), [&](std::size_t i) {
    const bool moved = model.mobility[i] == Mobility::kinematic && model.moved_index[i] >= 0;
    if (moved) {
      follow_motion(model, i, time_step, state);  // absent ones too: they come back where it has got to
    } else if (state.present[i] == 0 || model.mobility[i] == Mobility::fixed) {
      return;
    } else if (model.mobility[i] == Mobility::dynamic) {
      drift_dynamic(model, i, time_step, state);
    } else {
      drift_steadily(i, time_step, state);
    }
  });
}

}  // namespace scree
