// The settled boxes that the engine is measured on.
#pragma once

#include <scree/real.hpp>

#include <cstdint>
#include <string>

#include "model/setup.hpp"
#include "sim/profile.hpp"

namespace scree::bench {

// Particles on a floor in a column that is periodic sideways.
inline constexpr int particles_per_column = 1000;
inline constexpr Real column_width = 0.30;      // m
inline constexpr Real engine_time_step = 1e-4;  // s

enum class BoxShapes : std::uint8_t {
  // Those of Nezami 2006, Sec. 5.2.1: tetrahedron, pyramid, cube and 14 vertices, 2 to 5 cm. Both kinds have
  // their stiffness and friction.
  polyhedra,
  // Superellipsoids of the same volumes: |x/a|^n + |y/b|^n + |z/c|^n = 1 with n = 2, 3, 4 and 6 in equal
  // parts,
  // axes as 5 : 4 : 3.
  superellipsoids,
};

// A loose arrangement before it falls.
Setup loose_column(std::uint64_t seed, BoxShapes shapes);

// Dropped from a loose arrangement until they hardly move; takes half a minute.
struct SettledColumn {
  Setup setup;
  Profile profile;  // of the fall
};
SettledColumn settled_column(std::uint64_t seed, BoxShapes shapes);

// How particles are numbered: neighbours in space by numbers near each other, as fills do it, or by any, as
// after long mixing.
enum class Numbering : std::uint8_t { by_columns, at_random };

// Copies of a settled column side by side, for any number of particles at the same packing.
Setup tiled(const Setup& column, int columns_x, int columns_y, Numbering numbering = Numbering::by_columns);

// A column of polyhedra as JSON, so that other programs can start from the same packing: sizes, the material,
// and each particle's corners in the world (m) with its velocities.
std::string column_json(const Setup& column);

}  // namespace scree::bench
