// What GJK finds about two polyhedra: corners of A - B, and the simplex of them that is nearest to the
// origin.
//
// Plain data. Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <cstdint>

#include "detect/kernels/minkowski.hpp"

namespace scree::distortion {

// A vector that arrays do not clear.
struct RawVec {
  Real x, y, z;
};
SCREE_HD inline Vec3 vec(const RawVec& r) { return {r.x, r.y, r.z}; }
SCREE_HD inline RawVec raw(Vec3 v) { return {v.x, v.y, v.z}; }

// A vertex of A - B: vertex `a` of A minus vertex `b` of B.
struct Corner {
  RawVec at;
  std::int32_t a, b;
};
SCREE_HD inline bool same(const Corner& s, const Corner& t) { return s.a == t.a && s.b == t.b; }

struct Simplex {
  Corner corner[4];  // the newest last
  int count;
};

enum class Outcome : std::uint8_t {
  separate,       // the bounds meet
  beyond_cutoff,  // apart by more than the cutoff
  near_zero,      // the simplex, of fewer than four corners, passes through the origin
  inside,         // a tetrahedron holds the origin
  stalled,
};

struct GjkAnswer {
  Simplex simplex;  // whose hull holds `nearest`
  Vec3 nearest;     // the point of the simplex nearest to the origin
  Real lower = 0;   // a lower bound of the distance when beyond the cutoff
  int iterations = 0;
  Outcome outcome = Outcome::stalled;
};

inline constexpr int gjk_limit = 64;  // rounds; polyhedra of 100 vertices need about 10

// Where GJK starts and ends.
struct GjkTask {
  Vec3 start;      // a guess of the normal from A to B (not zero)
  Real cutoff;     // m
  Real converged;  // m, bounds this close meet
  Real near_zero;  // m, a nearest point this close is rounding
};

// Several pairs at once: what is asked and where the answers go.
struct GjkBatch {
  const ShapePair* const* pair;
  const GjkTask* task;
  GjkAnswer* answer;
  int count;
};

}  // namespace scree::distortion
