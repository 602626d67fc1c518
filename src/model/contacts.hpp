// The contacts of one time: what detection found, and what the law made of it and keeps.
#pragma once

#include <scree/contact_data.hpp>

#include <cstdint>
#include <vector>

namespace scree {

// One point where two pieces press on each other.
struct ContactPoint {
  std::uint32_t a = 0, b = 0;  // pieces, a < b
  std::uint32_t pair = 0;      // index in the PairList
  ContactType type = ContactType::smooth;
  bool slides = false;
  Vec3 normal;      // unit, from A to B
  Vec3 position;    // m; along periodic axes beside A
  Real depth = 0;   // m, > 0
  Real weight = 1;  // share of the pair's stiffness
  // What the law keeps for the next step.
  Vec3 spring;             // m, tangential; the force on B is -shear_stiffness * weight * spring
  Real damping_force = 0;  // N, along the normal, on B
  Vec3 force;              // N, on B; on A its opposite
};

struct ContactList {
  std::vector<ContactPoint> points;  // in the order of pairs
  std::vector<std::uint32_t> first;  // pair i: points [first[i], first[i + 1])
};

// What the detection of one step did.
struct DetectionCounts {
  std::uint64_t queries = 0;
  std::uint64_t failures = 0;   // the algorithm could not answer: another one did, or the pair was left out
  std::uint64_t fallbacks = 0;  // answered, but by its slow path
  std::uint64_t iterations[4] = {0, 0, 0, 0};  // queries that took 0-1, 2, 3-5, more

  DetectionCounts& operator+=(const DetectionCounts& part) {
    queries += part.queries;
    failures += part.failures;
    fallbacks += part.fallbacks;
    for (int i = 0; i < 4; ++i) iterations[i] += part.iterations[i];
    return *this;
  }
};

}  // namespace scree
