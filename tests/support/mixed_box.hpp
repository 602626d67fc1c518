// A room full of particles of many shapes, for tests of everything at once.
#pragma once

#include <cstdint>
#include <vector>

#include "support/bodies.hpp"

namespace scree::testing {

// Of sharp hard rock; sizes of 2 to 5 cm.
inline constexpr ContactParameters rock{.normal_stiffness = 130e3,
                                        .shear_stiffness = 102e3,
                                        .friction = 0.7,
                                        .restitution = 0.5,
                                        .tangential_restitution = 0.5};

struct MixedParticle {
  Shape shape;
  Pose pose;  // apart from all others
  Vec3 velocity;
};

// `count` tetrahedra, pyramids, cubes, tetrakis cubes and, one in eight, superellipsoids and spheres, turned
// at random, on a lattice `across` cells wide in x and y that starts above z = 0. Cells are `cell` wide (m).
std::vector<MixedParticle> mixed_particles(int count, int across, Real cell, std::uint64_t seed);

// A room as wide as the lattice, `height` cells high, with the particles in it.
World mixed_box(const std::vector<MixedParticle>& particles, Vec3 room, const SimulationSettings& settings);

}  // namespace scree::testing
