// x(t) = D + R_1 R_2 ... R_k x(0): D the sum of the translations, R_i the turn by the i-th phase about its
// axis a_i through p_i. In the world at time t the i-th axis has the direction Q_1 ... Q_{i-1} a_i and goes
// through D + R_1 ... R_{i-1} p_i.
#include "model/motion_phases.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// How long the phase has been at work (s).
Real worked(const MotionPhase& phase, Real elapsed) {
  return std::clamp(elapsed - phase.start, Real{0}, std::max(Real{0}, phase.end - phase.start));
}

Pose turn_about(const MotionPhase& phase, Real angle) {
  const Real s = std::sin(0.5 * angle);
  const Quat turn{std::cos(0.5 * angle), s * phase.axis.x, s * phase.axis.y, s * phase.axis.z};
  return {turn, phase.point - rotate(turn, phase.point)};
}

}  // namespace

MotionState motion_at(const Motion& motion, Real elapsed) {
  Vec3 shift;
  for (const MotionPhase& phase : motion.phases) shift += worked(phase, elapsed) * phase.velocity;
  MotionState state;
  Pose turned;  // the turns of the phases so far
  for (const MotionPhase& phase : motion.phases) {
    const bool active = elapsed >= phase.start && elapsed < phase.end;
    if (active) state.velocity += phase.velocity;
    if (phase.rate == 0) continue;
    if (active) {
      const Vec3 spin = phase.rate * rotate(turned.rotation, phase.axis);
      state.angular_velocity += spin;
      state.velocity -= cross(spin, shift + transform(turned, phase.point));
    }
    turned = turned * turn_about(phase, phase.rate * worked(phase, elapsed));
  }
  state.displacement = {normalized(turned.rotation), turned.translation + shift};
  return state;
}

Real motion_end(const Motion& motion) {
  Real end = 0;
  for (const MotionPhase& phase : motion.phases) end = std::max(end, phase.end);
  return end;
}

}  // namespace scree
