// How many contacts particles have, how large their forces are, and of which types they are.
#pragma once

#include <scree/result.hpp>

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/histogram.hpp"
#include "analysis/packing.hpp"

namespace scree {

// The coordination number of a particle is the number of bodies, walls included, that it touches.
struct Coordination {
  Real mean = 0;                            // over all particles
  Real mean_of_particles = 0;               // the same without walls
  std::vector<std::uint64_t> particles;     // how many particles have 0, 1, 2, ... contacts
  std::uint64_t without = 0, with_one = 0;  // particles with no contact, with one
  // Thornton's mechanical coordination number: contacts of the particles with two or more, over their number.
  // 0 when there are none.
  Real mechanical = 0;
};
// An error when there are no particles.
Result<Coordination> coordination(const Packing& packing);

// Of the pairs of bodies in contact: the normal force of each over the mean one.
struct ForceDistribution {
  std::uint64_t pairs = 0;
  Real mean = 0, deviation = 0, largest = 0;  // N, normal forces
  Real mean_tangential = 0;                   // N; 0 where it is not known
  Histogram normal;                           // of normal forces over their mean
  Histogram tangential;                       // of tangential forces over the mean normal force
};
inline constexpr Real force_bin = 0.25;  // of the mean
inline constexpr Real most_force = 20;   // of the mean: where the last bin ends, which holds all beyond too
// An error when nothing pushes.
Result<ForceDistribution> force_distribution(const Packing& packing);

inline constexpr std::size_t contact_type_count = static_cast<std::size_t>(ContactType::smooth) + 1;
struct ContactTypes {
  std::array<std::uint64_t, contact_type_count> points{};  // of each type
  std::uint64_t all = 0, sliding = 0;
};
ContactTypes contact_types(const Packing& packing);

}  // namespace scree
