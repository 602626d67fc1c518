// One time of a run, as files, pictures and statistics want it: the bodies present and their contacts.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <vector>

#include "model/contacts.hpp"
#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

// One contact point, as the engine has it.
struct FramePoint {
  std::uint32_t a = 0, b = 0;  // bodies, a < b
  ContactType type = ContactType::smooth;
  bool slides = false;
  // m; along periodic axes beside the body with the smaller radius, A if they are equal, as `Frame::position`
  // has it.
  Vec3 position;
  Vec3 normal;     // unit, from A to B
  Vec3 force;      // N, on B; on A its opposite
  Real depth = 0;  // m
};

// All points where two bodies press on each other, taken together: what a file of frames keeps.
struct FramePair {
  std::uint32_t a = 0, b = 0;              // bodies, a < b
  ContactType type = ContactType::smooth;  // of the deepest point
  bool slides = false;                     // all points do
  Real normal_force = 0;  // N, the parts of the forces along the points' normals, summed up; positive: pushes
  // m, of the deepest point; along periodic axes beside the body with the smaller radius, A if they are
  // equal.
  Vec3 position;
};

struct Frame {
  Real time = 0;  // s
  std::uint64_t step = 0;

  // One entry per body that is present, at a place that is finite.
  std::vector<std::uint32_t> body;     // its number, ascending
  std::vector<Vec3> position;          // m, of the centre of mass; within the period along periodic axes
  std::vector<Quat> orientation;       // world from body (principal axes)
  std::vector<Vec3> velocity;          // m/s, of the centre of mass
  std::vector<Vec3> angular_velocity;  // rad/s, in the body's axes

  std::vector<FramePoint> points;  // sorted by (a, b). Empty in a frame that was read from a file
  std::vector<FramePair> pairs;    // sorted by (a, b), each once
};

// Which of two bodies has the smaller radius (m) as far as a file of frames, which keeps single precision,
// can tell: whoever reads it must come to the same answer.
inline bool second_is_smaller(Real radius_a, Real radius_b) {
  return static_cast<float>(radius_b) < static_cast<float>(radius_a);
}

// The state as a frame. Memory that the frame has is used again.
void make_frame(const Model& model, const State& state, const ContactList& contacts, Frame& frame);

}  // namespace scree
