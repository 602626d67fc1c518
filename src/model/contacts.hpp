// The contacts of one time: what detection found, and what the law made of it and keeps.
#pragma once

#include <scree/contact_data.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/exec.hpp"

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

// The contact points of one chunk of pairs (see exec.hpp).
struct ContactChunk {
  std::vector<ContactPoint> points;  // in the order of pairs
  std::uint16_t end[chunk_size] =
      {};  // of each pair: behind its last point. The first is that of the pair before
};

inline std::span<const ContactPoint> points_of(const ContactChunk& chunk, std::size_t pair_in_chunk) {
  const std::size_t begin = pair_in_chunk == 0 ? 0 : chunk.end[pair_in_chunk - 1];
  return std::span(chunk.points).subspan(begin, chunk.end[pair_in_chunk] - begin);
}
inline std::span<ContactPoint> points_of(ContactChunk& chunk, std::size_t pair_in_chunk) {
  const std::size_t begin = pair_in_chunk == 0 ? 0 : chunk.end[pair_in_chunk - 1];
  return std::span(chunk.points).subspan(begin, chunk.end[pair_in_chunk] - begin);
}

// The contact points of all pairs of a list. Chunks can be made at the same time, each in its own memory.
struct ContactList {
  std::vector<ContactChunk> chunks;
};

inline std::span<const ContactPoint> points_of(const ContactList& list, std::size_t pair) {
  return points_of(list.chunks[pair / chunk_size], pair % chunk_size);
}
inline std::size_t point_count(const ContactList& list) {
  std::size_t count = 0;
  for (const ContactChunk& chunk : list.chunks) count += chunk.points.size();
  return count;
}
// f(point) for each, in the order of pairs.
template <class F>
void for_each_point(const ContactList& list, F&& f) {
  for (const ContactChunk& chunk : list.chunks) {
    for (const ContactPoint& point : chunk.points) f(point);
  }
}

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
