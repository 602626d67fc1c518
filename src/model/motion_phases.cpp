// x(t) = D + R_1 R_2 ... R_k x(0): D the sum of the translations, R_i the turn by the i-th phase about its
// axis.
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

Pose motion_at(const Motion& motion, Real elapsed) {
  Vec3 shift;
  Pose turned;  // the turns of the phases so far
  for (const MotionPhase& phase : motion.phases) {
    shift += worked(phase, elapsed) * phase.velocity;
    if (phase.rate != 0) turned = turned * turn_about(phase, phase.rate * worked(phase, elapsed));
  }
  return {normalized(turned.rotation), turned.translation + shift};
}

}  // namespace scree
