// Phases of prescribed motions, in one line each.
#pragma once

#include "model/motion_phases.hpp"

namespace scree::testing {

inline MotionPhase shift(Real start, Real end, Vec3 velocity) {
  MotionPhase phase;
  phase.start = start;
  phase.end = end;
  phase.velocity = velocity;
  return phase;
}
inline MotionPhase turn(Real start, Real end, Vec3 axis, Vec3 point, Real rate) {
  MotionPhase phase = shift(start, end, {});
  phase.axis = axis;
  phase.point = point;
  phase.rate = rate;
  return phase;
}

}  // namespace scree::testing
