// A rigid body's momenta under a force, and its free flight.
//
// Free rotation is split as Dullweber, Leimkuhler & McLachlan 1997 (J. Chem. Phys. 107, 5840) split it, into
// rotations about the principal axes, each exact: so it is symplectic, time-reversible, of second order, and
// angular momentum in space is kept to rounding. We split the energy so that more of it is exact:
//   H = |L|^2 / (2 I_2) + L_1^2 (1/I_1 - 1/I_2) / 2 + L_3^2 (1/I_3 - 1/I_2) / 2,
// I_2 the middle moment. The first part turns the body about L, commutes with the others and costs no
// accuracy; the rest is 1 (half), 3, 1 (half). The error goes with (1/I_1 - 1/I_2) (1/I_3 - 1/I_2): none for
// balls and symmetric tops.
//
// Units: kg, m, s; L in body axes, forces and moments in world axes. The moments must be positive.
#pragma once

#include <scree/vec.hpp>

namespace scree {

SCREE_HD inline void kick(Vec3 force, Vec3 moment, Vec3 gravity, Real inverse_mass, Real duration,
                          Quat orientation, Vec3& velocity, Vec3& angular_momentum) {
  velocity += duration * (inverse_mass * force + gravity);
  angular_momentum += duration * transpose_times(rotation_matrix(orientation), moment);
}

// A body that turns by `angle` (rad) about its axis 0, 1 or 2 while the angular momentum stays in space.
SCREE_HD inline void turn_about_axis(int axis, Real angle, Quat& orientation, Vec3& angular_momentum) {
  if (angle == 0) return;
  const Real c = std::cos(0.5 * angle), s = std::sin(0.5 * angle);
  orientation = orientation * Quat{c, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
  const int i = axis == 2 ? 0 : axis + 1, k = 3 - axis - i;
  const Real cosine = 1 - 2 * s * s, sine = 2 * s * c;
  const Real li = angular_momentum[i], lk = angular_momentum[k];
  angular_momentum[i] = cosine * li + sine * lk;
  angular_momentum[k] = cosine * lk - sine * li;
}

// The rotation by the vector `turn` (rad) in body axes, after `orientation`.
SCREE_HD inline Quat turned(Quat orientation, Vec3 turn) {
  const Real angle = norm(turn);
  if (angle == 0) return orientation;
  const Vec3 v = (std::sin(0.5 * angle) / angle) * turn;
  return orientation * Quat{std::cos(0.5 * angle), v.x, v.y, v.z};
}

// Back to length 1 after rounding: a step of Newton's method, exact for what rounding leaves.
SCREE_HD inline Quat rounded_to_unit(Quat q) {
  const Real f = 1.5 - 0.5 * (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {f * q.w, f * q.x, f * q.y, f * q.z};
}

// The axis with the middle moment; of equal ones one of them.
SCREE_HD inline int middle_axis(Vec3 moments) {
  const Real x = moments.x, y = moments.y, z = moments.z;
  if ((x <= y && y <= z) || (z <= y && y <= x)) return 1;
  return (y <= x && x <= z) || (z <= x && x <= y) ? 0 : 2;
}

SCREE_HD inline void rotate_freely(Vec3 inverse_moments, Real time_step, Quat& orientation,
                                   Vec3& angular_momentum) {
  const int middle = middle_axis(inverse_moments);
  const int first = middle == 0 ? 1 : 0, last = 3 - middle - first;
  const Real base = inverse_moments[middle];
  const Real rate_first = inverse_moments[first] - base, rate_last = inverse_moments[last] - base;
  Vec3& l = angular_momentum;
  turn_about_axis(first, 0.5 * time_step * rate_first * l[first], orientation, l);
  turn_about_axis(last, time_step * rate_last * l[last], orientation, l);
  turn_about_axis(first, 0.5 * time_step * rate_first * l[first], orientation, l);
  orientation = rounded_to_unit(turned(orientation, (time_step * base) * l));
}

// The constant angular velocity (rad/s, world axes) that takes `from` to `to` in `time_step` (s).
SCREE_HD inline Vec3 angular_velocity_between(Quat from, Quat to, Real time_step) {
  const Quat turn = to * conjugate(from);
  const Vec3 v = turn.w < 0 ? Vec3{-turn.x, -turn.y, -turn.z} : Vec3{turn.x, turn.y, turn.z};
  const Real sine = norm(v);
  return sine > 0 ? (2 * std::atan2(sine, std::fabs(turn.w)) / (sine * time_step)) * v : Vec3{};
}

}  // namespace scree
