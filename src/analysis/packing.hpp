// What the analyses look at: the particles and contacts of one time, as plain data.
//
// Particles are the free bodies. All others, fixed or moved, count as walls.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/simulation_data.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

// Instead of a particle's number.
inline constexpr std::uint32_t wall = std::numeric_limits<std::uint32_t>::max();

struct PackedParticle {
  Vec3 position;    // m, of the centre of mass; along periodic axes within the period
  Vec3 velocity;    // m/s
  Real mass = 0;    // kg
  Real volume = 0;  // m3; in the plane m2
  Vec3 long_axis;   // unit, in world axes; of either sign
  bool is_long = false;
};

// One contact point.
struct PackedContact {
  std::uint32_t a = 0, b = 0;  // particles or `wall`
  ContactType type = ContactType::smooth;
  bool slides = false;
  // The first of those points of the two bodies that share a normal: the corners of one patch.
  bool leads = true;
  Vec3 branch_a, branch_b;  // m, from the particles' centres to the point; 0 for a wall
  Vec3 position;            // m, beside a particle
  Vec3 normal;              // unit, from A to B
  Vec3 force;               // N, on B
};

// Two bodies in contact.
struct PackedPair {
  std::uint32_t a = 0, b = 0;  // particles or `wall`
  Real normal_force = 0;       // N, the parts of the forces along the points' normals, summed up
  Real tangential_force = 0;   // N, the size of the sum of the other parts; 0 where that is not known
};

struct Packing {
  int dimension = 3;
  Periodic periodic;
  Vec3 gravity;
  std::vector<PackedParticle> particles;
  std::vector<PackedPair> pairs;  // at least one of the two is a particle
  std::vector<PackedContact> contacts;
  // false: the file of frames does not tell normals and tangential forces. `contacts` are then one per pair,
  // with nothing but who, where and of which type.
  bool has_forces = true;
};

// `frame.points` empty while there are pairs: forces are not known.
Packing make_packing(const FrameScene& scene, const Frame& frame);

// m, the diameter of a ball (in the plane: disc) of the mean volume. 0 without particles.
Real mean_diameter(const Packing& packing);

// Which coordinate is the height, and whether it grows upwards: against gravity, or along z (in the plane y)
// without gravity.
struct Upwards {
  int axis = 2;
  Real sign = 1;
};
Upwards upwards(int dimension, Vec3 gravity);
inline Vec3 unit(const Upwards& up) {
  Vec3 v;
  v[up.axis] = up.sign;
  return v;
}

}  // namespace scree
