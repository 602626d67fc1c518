// Paths of one particle about another, as a pair of neighbours moves in a dense flow: small steps, small
// gaps, light contacts that slide, roll, open and close again.
#pragma once

#include <scree/shape.hpp>

#include <cstdint>
#include <vector>

namespace scree::bench {

// Time step, stiffness and friction are those of Nezami 2006, Sec. 5.2.1; the rest is our choice.
struct MotionSettings {
  int steps = 1000;
  Real time_step = 1.3e-4;    // s
  Real stiffness = 130e3;     // N/m, of the contact
  Real friction = 0.7;        // tan 35 degrees
  Real density = 2600;        // kg/m3
  Real speed = 0.3;           // m/s, at the start, at most
  Real spin = 20;             // rad/s, at the start, at most
  Real load = 10;             // m/s2: how hard the other neighbours push B
  Real largest_gap = 0.02;    // at the start (x the pair's size)
  bool face_to_face = false;  // B starts on a face of A, tilted by less than 2 degrees, as in a pile
  Real standoff = 0;          // B is pushed back as soon as the gap is smaller (x the pair's size)
};

// `steps` poses of B in A's frame, one for each time step. A stands still; B is a rigid body that bounces
// off A by a damped spring with friction, while a force and a moment of slowly turning direction stand for
// its other neighbours: mostly they press it against A, at times they pull it off. A function of its
// arguments only. Both shapes must be polyhedra.
std::vector<Pose> coherent_motion(const Shape& a, const Shape& b, const MotionSettings& settings,
                                  std::uint64_t seed, std::uint64_t index);

// The shapes of the flow (Nezami 2006, Fig. 14; drawn there, the proportions are ours): tetrahedron,
// pyramid, cube and a cube with six low pyramids, which has 14 vertices.
inline constexpr int flow_shape_count = 4;
const char* flow_shape_name(int which);
// `diameter` (m) is that of the ball of the same volume.
Shape flow_shape(int which, Real diameter);
// Particle size number `index`: 2.0 to 5.0 cm, half of them below D50 = 3.8 cm.
Real flow_diameter(std::uint64_t seed, std::uint64_t index);

}  // namespace scree::bench
