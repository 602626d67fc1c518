// How two bodies move against each other at a point, and how heavy they are to a push there.
//
// Units: m, s, kg, rad; world axes unless a name says otherwise.
#pragma once

#include <scree/vec.hpp>

namespace scree {

struct BodyMotion {
  Vec3 centre;            // m, of mass
  Vec3 velocity;          // m/s
  Vec3 angular_velocity;  // rad/s
  Mat3 world_from_body;   // the principal axes
  Real inverse_mass = 0;  // 1/kg; 0 unless the body is dynamic
  Vec3 inverse_moments;   // 1/(kg m2), principal; 0 unless the body is dynamic
};

SCREE_HD inline Vec3 velocity_at(const BodyMotion& body, Vec3 arm) {
  return body.velocity + cross(body.angular_velocity, arm);
}

// How much slower the point at the end of `arm` (m) was half a step ago, when its arm was turned back (m/s).
SCREE_HD inline Vec3 turn_of_arm(const BodyMotion& body, Vec3 arm, Real time_step) {
  return (-0.5 * time_step) * cross(body.angular_velocity, cross(body.angular_velocity, arm));
}

// The acceleration (m/s2) of a point for a push of one newton at that point, along the push.
struct InverseMass {
  Real normal = 0;      // 1/kg, along the contact's normal
  Real tangential = 0;  // 1/kg, the mean over all directions across it
};

// With the arm r from the centre, along the unit vector u: 1/m + (r x u) . I^-1 (r x u). Two directions at
// right angles across the normal give together the trace of that form less its value along the normal,
// whichever two they are: half of it is the mean, and no direction has to be chosen.
SCREE_HD inline InverseMass inverse_mass(const BodyMotion& body, Vec3 arm, Vec3 normal) {
  const Vec3 w = body.inverse_moments;
  const Vec3 r = transpose_times(body.world_from_body, arm);
  const Vec3 turn = cross(r, transpose_times(body.world_from_body, normal));
  const Real xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
  const Real along = w.x * turn.x * turn.x + w.y * turn.y * turn.y + w.z * turn.z * turn.z;
  const Real all = w.x * (yy + zz) + w.y * (zz + xx) + w.z * (xx + yy);
  const Real across = all > along ? all - along : 0;
  return {body.inverse_mass + along, body.inverse_mass + 0.5 * across};
}

}  // namespace scree
