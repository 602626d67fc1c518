// Prescribed motions: named phases of translation and rotation that may overlap in time.
//
// The pose is a closed function of time, so nothing drifts and a run can start anywhere. Translations add.
// Each rotation turns the body about an axis through a point that all translations carry along; rotations
// apply in the order of their phases, the first one outermost.
#pragma once

#include <scree/vec.hpp>

#include <string>
#include <vector>

namespace scree {

struct MotionPhase {
  std::string name;
  Real start = 0, end = 0;  // s after the motion's start; before: at rest; after: stays where it got to
  Vec3 velocity;            // m/s, constant
  Vec3 axis{0, 0, 1};       // unit
  Vec3 point;               // m, on the axis, in the world before the motion starts
  Real rate = 0;            // rad/s about the axis, constant
};

struct Motion {
  std::string name;
  Real start = 0;  // s; negative: an event starts it
  std::vector<MotionPhase> phases;
};

// Where a motion has brought things and how fast they go: x(t) = displacement * x(0).
struct MotionState {
  Pose displacement;      // world from world before the motion
  Vec3 velocity;          // m/s, of the point of the body now at the world's origin
  Vec3 angular_velocity;  // rad/s, world axes
};
// `elapsed` (s) since the motion's start.
MotionState motion_at(const Motion& motion, Real elapsed);
// When the last phase ends (s after the start).
Real motion_end(const Motion& motion);

}  // namespace scree
