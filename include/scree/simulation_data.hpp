// What a simulation takes and gives: plain data.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scree {

using BodyId = std::uint32_t;

enum class Mobility : std::uint8_t {
  dynamic,    // moved by forces
  kinematic,  // moved as prescribed, whatever pushes it
  fixed,      // never moves
};

struct Material {
  std::string name;
  Real density = 2600;  // kg/m3
};

// How two materials meet.
struct ContactParameters {
  Real normal_stiffness = 1e6;      // N/m^exponent
  Real shear_stiffness = 0;         // N/m; 0: no tangential force
  Real exponent = 1;                // of the overlap, >= 1: 1 linear, 1.5 as for Hertz
  Real friction = 0;                // coefficient; tan of the friction angle
  Real restitution = 1;             // normal, (0, 1]: speed after over speed before a collision
  Real tangential_restitution = 1;  // (0, 1], of the tangential spring
};

// One convex part of a body.
struct BodyPiece {
  Shape shape;
  Pose body_from_shape{};  // where the shape's own frame sits in the body's own frame
};

struct BodyDescription {
  std::string name;               // several bodies may share one; events and tables speak of bodies by name
  std::vector<BodyPiece> pieces;  // at least one. Several make a concave body; they must not overlap
  int material = 0;               // index in the order of add_material
  Mobility mobility = Mobility::dynamic;
  Pose world_from_body{};   // of the body's own frame
  Vec3 velocity{};          // m/s, of the centre of mass
  Vec3 angular_velocity{};  // rad/s, in world axes
  bool present = true;      // false: known, but not in the simulation until it is added
};

// A body at one time.
struct BodyState {
  Pose world_from_body;   // of the body's own frame
  Vec3 centre;            // m, the centre of mass
  Vec3 velocity;          // m/s, of the centre of mass
  Vec3 angular_velocity;  // rad/s, in world axes
  Vec3 force, moment;     // N, N m about the centre of mass, in world axes: of the contacts, at this time
  bool present = true;
};

// Where a system wraps around. Bodies must be smaller than half a period.
struct Periodic {
  bool axis[3] = {false, false, false};
  Vec3 lower;   // m
  Vec3 length;  // m; of no meaning along an axis that is not periodic
};

enum class ContactPoints : std::uint8_t {
  one,    // per pair of convex pieces: the middle of what they share
  patch,  // every corner of the shared patch, each with its own depth and friction
};

struct SimulationSettings {
  // 2: polygons, discs, ellipses, superellipses and half-planes in the plane z = 0. Masses, forces and
  // stiffnesses are then those of one metre of thickness
  int dimension = 3;
  Vec3 gravity{0, 0, -9.81};                   // m/s2
  Real time_step = 0;                          // s; 0: `time_step_fraction` of the stable one
  Real time_step_fraction = 0.2;               // of the stable time step
  bool allow_unstable_step = false;            // take a `time_step` above the stable one all the same
  Algorithm algorithm = Algorithm::automatic;  // where it has no answer for a pair of shapes: the default
  ContactPoints contact_points = ContactPoints::one;
  // rad; features within it share a patch. 0: 1e-8 for one point, 0.05 for patches, whose corners have
  // their own depths: a block at rest then stays on all its corners instead of rocking from one to the next
  Real parallel_angle = 0;
  // Contacts of one point without damping get back, as an impulse, the energy that a step misses where their
  // force jumps. false: plain central differences
  bool elastic_correction = true;
  Real skin = 0;  // m, of the neighbour search; 0: a share of the mean size
  Periodic periodic{};
  int threads = 1;  // 0: as many as the machine has. Results do not depend on it
};

// One point where two bodies press on each other.
struct ContactReport {
  BodyId a = 0, b = 0;
  std::uint32_t piece_a = 0, piece_b = 0;  // of its body: 0 for the first
  ContactType type = ContactType::smooth;
  bool slides = false;
  Vec3 position;   // m
  Vec3 normal;     // unit, from A to B
  Vec3 force;      // N, on B; on A its opposite
  Real depth = 0;  // m
};

struct Statistics {
  std::size_t particles = 0;     // dynamic bodies present
  std::size_t contacts = 0;      // contact points
  Real mean_overlap_ratio = 0;   // depth over the smaller shape's size
  Real max_overlap_ratio = 0;    // of the contacts now
  Real coordination_number = 0;  // contacting pairs per dynamic body, each counted for both its bodies
  Real max_speed = 0;            // m/s
};

}  // namespace scree
