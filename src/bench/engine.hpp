// The settled box: how fast the engine is, and whether its time grows with the number of particles.
#pragma once

#include <scree/real.hpp>

#include <cstdint>

#include "model/setup.hpp"

namespace scree::bench {

// Particles of Nezami 2006, Sec. 5.2.1 (tetrahedron, pyramid, cube and 14 vertices, 2 to 5 cm, their
// stiffness and friction) on a floor in a column that is periodic sideways. `columns` x `columns` copies.
inline constexpr int particles_per_column = 1000;
inline constexpr Real column_width = 0.30;      // m
inline constexpr Real engine_time_step = 1e-4;  // s

// A loose arrangement before it falls.
Setup loose_column(std::uint64_t seed);
// Dropped from a loose arrangement until they hardly move; takes half a minute.
Setup settled_column(std::uint64_t seed, int threads);
// Copies of a settled column side by side, for any number of particles at the same packing.
Setup tiled(const Setup& column, int columns_x, int columns_y);

}  // namespace scree::bench
