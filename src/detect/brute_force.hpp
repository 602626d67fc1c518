// brute-force: the reference answer for two polyhedra, by trying everything in extended precision.
//
// Overlap: every face normal and every common perpendicular of two edges, each tried against every
// vertex. Apart: every vertex-face and edge-edge distance. No iteration, no starting point, no shared
// code with the kernels but the final description of the contact. 80-bit arithmetic (host only).
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/minkowski.hpp"

namespace scree {

// What a test of other algorithms wants to know beyond the contact itself.
struct BruteForceDetail {
  long double distance = 0;  // signed, m
  // Overlap only: how much deeper the next best normal is that differs by more than `distinct_angle`.
  // Small: the normal is not unique. (m)
  long double normal_margin = 0;
};

inline constexpr Real distinct_angle = 1e-6;  // rad

// Cores must be polyhedra (points and segments of swept shapes are not taken): `unsupported_pair`.
// `rotation` is B's orientation in A; the pair's matrix holds the same, rounded to double.
Status brute_force(const ShapePair& pair, Quat rotation, Real parallel_angle, Contact& contact,
                   ContactPatch* patch = nullptr, BruteForceDetail* detail = nullptr);

}  // namespace scree
