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

// Where a motion has brought things, `elapsed` (s) after its start: world from world before the motion.
Pose motion_at(const Motion& motion, Real elapsed);

}  // namespace scree
